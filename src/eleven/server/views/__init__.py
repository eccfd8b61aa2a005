"""What people are sent: views, narration, lessons, the rules page."""
