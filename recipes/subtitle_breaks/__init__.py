"""Where the subtitles of an earnings call break, with and without a table of phrases."""
