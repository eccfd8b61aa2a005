"""What the Makefile runs: the parts of `make test`, system packages, the site, lower bounds, a release."""
