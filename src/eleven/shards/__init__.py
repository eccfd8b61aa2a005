"""Long computations split into numbered units (`jobs`): as shards in files (`parts`), or as blocks on a Ray cluster."""
