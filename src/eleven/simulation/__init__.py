"""Random games at full speed, and their statistics: the command `eleven simulate`."""
