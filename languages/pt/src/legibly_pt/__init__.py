"""Portuguese: facts, tables and grammars, found by the entry point `legibly.languages`."""
