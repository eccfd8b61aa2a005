"""What the command `eleven` shows and asks: it draws what a seat sees and knows no rules and no particular game."""
