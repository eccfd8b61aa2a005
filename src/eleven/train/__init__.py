"""Training networks by self-play: `python -m eleven.train elefant --minutes 8`. Needs torch (`table-eleven[train]`)."""
