"""Batches on a GPU: the same step functions as kernels, one thread per row."""
