"""Reviews of finished games: win shares over time, what decisions cost, and how much was luck and how much skill."""
