"""Games as text: words in four languages, narration, notation, logs, errors."""
