"""What damaged files, altered models and odd words do, and which shapes of real files are read."""
