"""One long computation cut into numbered units: shares of them in files (`parts`), or blocks for a cluster (`ray`)."""
