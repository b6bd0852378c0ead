"""What the project's own pages are made with."""
