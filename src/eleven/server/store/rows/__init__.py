"""Reading and writing single kinds of rows: people, devices, ratings, chats, queues, finished games, the lobby."""
