"""The serving process itself: garbage collection, memory, metrics, logging and background loops."""
