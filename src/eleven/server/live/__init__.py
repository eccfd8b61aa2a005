"""Live tables: events folded into values, sockets, and everybody who watches."""
