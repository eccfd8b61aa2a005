"""Batches on a GPU: the same steps as kernels, one row a thread."""
