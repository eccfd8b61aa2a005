"""The routes of the API; pages have theirs in `pages`."""
