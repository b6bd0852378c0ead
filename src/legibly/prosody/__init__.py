"""What the voice says at the end of each word, and models that learn marks from it."""
