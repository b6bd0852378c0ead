"""The web page for correcting transcripts: its files, and the same as one file."""
