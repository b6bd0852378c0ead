"""What people begin anew and leave out, learnt from verbatim transcripts and edited ones."""
