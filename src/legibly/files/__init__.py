"""Opening, reading and writing of files, whatever is in them."""
