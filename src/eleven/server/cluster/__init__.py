"""Several serving processes of one database: claims, notifications, and shared presence."""
