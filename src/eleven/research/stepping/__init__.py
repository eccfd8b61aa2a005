"""Step templates that are bound to each game: for batches, for one seat of a batch, and for a single game."""
