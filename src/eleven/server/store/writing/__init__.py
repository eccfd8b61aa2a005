"""Writing: batches of rows, the process that commits them, the lock on a database, and hints to other processes."""
