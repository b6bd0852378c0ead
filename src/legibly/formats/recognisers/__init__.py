"""JSON as recognisers write it: one file a recogniser, and what they share."""
