"""Model folders: a manifest and data files. Loading one never runs code from it."""
