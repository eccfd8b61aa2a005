# make setup once, then make play or make test.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup play test check bench format

setup: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

play: setup
	$(BIN)/eleven play elevenses

# Everything, with the rules compiled; the first run compiles them.
test: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto

# The quick part, with the rules uncompiled.
check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 -m 'not slow'

bench: setup
	$(BIN)/python -m bench.speed

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
