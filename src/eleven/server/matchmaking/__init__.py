"""Finding people to play with: ratings, playing now with whoever wants the same, friends."""
