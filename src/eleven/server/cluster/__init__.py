"""Several serving processes of one database: what they tell each other, and what only one of them does."""
