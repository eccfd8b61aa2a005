"""Bots: each one gets what its seat sees, and nothing else."""
