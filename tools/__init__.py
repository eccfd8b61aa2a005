"""The commands behind the Makefile: running tests, system packages, the documentation site, lower bounds, releases."""
