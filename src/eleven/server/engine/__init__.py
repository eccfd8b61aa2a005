"""The rules in the server: quick states, worker processes, bots, the rules' fingerprint."""
