"""N-gram language models: counting, estimating, keeping and asking them."""
