"""Tables in the browser: the server holds the rules, the store and the luck; the page draws what a seat sees."""
