"""The commands `eleven store …`: back up, restore, check and move the database of tables."""
