"""The neural tagger: needs torch (`pip install 'legibly[train]'`)."""
