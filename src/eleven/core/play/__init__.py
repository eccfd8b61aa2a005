"""Ways to run a game: compiled loops, one match, native code, a GPU."""
