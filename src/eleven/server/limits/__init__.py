"""Limits: how many requests, messages, chat lines and connections, and how slow a client may be.

The numbers are fields of `settings.Settings`: `requests_per_second`, `chat_burst`, `connections_per_network` and so on.
"""
