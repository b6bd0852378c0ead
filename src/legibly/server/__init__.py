"""HTTP and WebSocket around the formatter: sockets without logic."""
