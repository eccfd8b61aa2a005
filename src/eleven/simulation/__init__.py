"""Random games at full speed, and what they add up to: the command `eleven simulate`."""
