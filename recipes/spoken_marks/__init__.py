"""Which words a spoken mark stands between, and which a noun that sounds like one."""
