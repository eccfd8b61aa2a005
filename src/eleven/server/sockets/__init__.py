"""WebSockets: who may connect, what they say, and how what is new gets to them."""
