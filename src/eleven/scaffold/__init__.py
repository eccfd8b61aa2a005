"""Scaffolding for new games: `eleven new-game` copies `template`, a playable game; `eleven check-game` tests one."""
