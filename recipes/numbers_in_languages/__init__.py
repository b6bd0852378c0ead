"""Numbers in Portuguese, Spanish and Chinese, beside other programs."""
