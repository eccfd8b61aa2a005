"""Mutation testing of the rules: break them on purpose and see whether a test notices."""
