"""Opponents: they are given what their seat sees, and nothing else."""
