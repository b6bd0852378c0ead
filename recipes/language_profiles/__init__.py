"""Which language a text is in, learnt by its letters, and how often that is wrong."""
