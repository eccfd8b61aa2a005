"""Finding people to play with: ratings, the play-now queue, friends."""
