"""The serving process itself: garbage collection, memory pages, logging."""
