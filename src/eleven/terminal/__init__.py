"""The terminal user interface: it draws what a seat sees, and knows neither rules nor particular games."""
