"""One file per step from one shape of the database to the next."""
