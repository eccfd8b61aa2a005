"""How an older database becomes one of today."""
