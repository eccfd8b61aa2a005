"""Limits: how many requests and messages, how many connections, and how slow they may be."""
