"""What comes in and goes out over HTTP, checked and documented."""
