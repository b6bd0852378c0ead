"""Archives: many files formatted by many processes, each once, whatever happens meanwhile."""
