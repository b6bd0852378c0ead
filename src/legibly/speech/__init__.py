"""Sound: reading it, pitch and energy, and words in it."""
