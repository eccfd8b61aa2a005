"""What people are sent: views, narration, lessons, the rules page.

What a seat or a spectator may know of a game is decided in the game's `sight.py`; nothing here sees more than that.
"""
