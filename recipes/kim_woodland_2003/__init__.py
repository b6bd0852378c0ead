"""Kim & Woodland (2003): marks by a language model and a decision tree over prosody."""
