"""Portuguese, Spanish and Chinese networks, taught by one language model."""
