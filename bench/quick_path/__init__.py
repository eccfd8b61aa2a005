"""What each piece of the server's quick path is worth: `python -m bench.quick_path`."""
