"""The arena: bots against bots on the same deals, and what that says about their strength."""
