"""Scores: alignment, counts that add, rates that follow from them."""
