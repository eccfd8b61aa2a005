"""Finished games: replays, reviews, playing on from a moment."""
