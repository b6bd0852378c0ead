"""Whether probabilities of marks mean what they say."""
