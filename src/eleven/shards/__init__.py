"""One long computation cut into numbered units (`jobs`): shares of them in files (`parts`), or blocks for Ray."""
