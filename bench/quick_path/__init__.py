"""Ablation of the server's fast path: `python -m bench.quick_path` measures the effect of each optimisation."""
