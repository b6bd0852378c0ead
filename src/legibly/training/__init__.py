"""Learning models from text."""
