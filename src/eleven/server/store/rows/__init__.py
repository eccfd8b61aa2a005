"""Reading and writing single kinds of rows: people, devices, ratings, talk, wishes, finished games, the lobby."""
