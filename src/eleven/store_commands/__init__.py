"""A whole database of tables backed up, restored, checked and moved: the commands `eleven store …`."""
