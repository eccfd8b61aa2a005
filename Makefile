# make setup once, then make play or make test.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

# Debian's packages are installed by whoever runs this: directly as root, else with sudo.
ROOT := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: setup play test check types quick system bench openspiel format screenshots pictures

setup: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

play: setup
	$(BIN)/eleven serve --open

# Everything: the quick part, then what compiles the rules, plays in a browser or takes its time.
test: check system
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m 'slow and not compiled' --ignore tests/browser
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests/browser
	$(BIN)/python -m pytest -n 2 --dist worksteal -m compiled

# What the tests need from Debian: a browser and a database server.
system:
	@command -v chromium >/dev/null || { $(ROOT) apt-get update -q && $(ROOT) apt-get install -y -q chromium; }
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
		{ $(ROOT) apt-get update -q && $(ROOT) apt-get install -y -q postgresql; }

# Format and lint; then types beside the quick tests, with the rules uncompiled.
check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(MAKE) --no-print-directory --jobs 2 types quick

types: setup
	$(BIN)/mypy

quick: setup
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m 'not slow and not compiled'

bench: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m bench.speed
	$(BIN)/python -m bench.research

# OpenSpiel's own checks; it is no part of make setup.
openspiel: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[openspiel]'
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/research/test_openspiel.py

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Every page and game on a phone and a desktop, in light and dark, into build/screenshots; ONLY=elevenses for some.
screenshots: setup system
	$(BIN)/python -m tests.browser.screenshots --only '$(ONLY)'

# The pictures that the tests compare with, after a change of looks that was meant.
pictures: setup system
	$(BIN)/python -m tests.browser.screenshots --compared
