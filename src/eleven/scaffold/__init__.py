"""A new game, laid out so that it plays at once: `eleven new-game` copies `template`, `eleven check-game` tests it."""
