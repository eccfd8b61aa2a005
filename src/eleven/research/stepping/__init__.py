"""Steps of games, written once and bound to each game: of many games at once, of one seat, of a single game."""
