"""Training of networks by self-play: `python -m eleven.train elefant --minutes 8`; needs `table-eleven[train]`."""
