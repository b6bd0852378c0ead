"""Every way to write the words, and the search for the best one."""
