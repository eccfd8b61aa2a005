"""Clocks: how long somebody may take to decide, and the timer that wakes a table whose time is over."""
