"""What new users try first: numbers, ends that hide in abbreviations, half-written text."""
