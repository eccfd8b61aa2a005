"""Pages in the reader's language, what they are made of, and what comes with them."""
