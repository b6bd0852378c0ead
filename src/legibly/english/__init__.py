"""English, as a package that brings a language does: facts, tables, grammars and models.

It is found by its entry point, `legibly.languages`, as any other package of a language is.
"""
