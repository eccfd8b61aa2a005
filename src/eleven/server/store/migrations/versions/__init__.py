"""One file per step from one schema to the next."""
