"""From words to tokens: the formatter, its sessions, and streams."""
