# make play or make test; everything lives in .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	--no-annotate --no-config

.PHONY: setup play test thorough check types quick system bench docs lowest lock release openspiel ray train-check recipes
.PHONY: format screenshots first-games pictures

# Two sets of packages, with hashes: what playing needs, and what developing needs, which has all of the first in it.
PLAY := .venv/.play
DEV := .venv/.dev

define INSTALL
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv .venv
$(PIP) --require-hashes -r $<
$(PIP) --no-deps --no-build-isolation -e .
endef

$(PLAY): requirements/play.txt pyproject.toml
	$(INSTALL)
	touch $@

$(DEV): requirements/dev.txt pyproject.toml
	$(INSTALL)
	touch $(PLAY) $@

play: $(PLAY)
	$(BIN)/table-eleven

setup: $(DEV)

# Everything: the quick part, then what compiles the rules, plays in a browser or takes its time. Tells the times.
test: setup system
	@$(BIN)/python -m tools.run_tests test

# Everything with larger samples, see tests/sample_sizes.py; an hour or more.
thorough: setup system
	@$(BIN)/python -m tools.run_tests thorough

# Format and lint; then types beside the quick tests, with the rules uncompiled.
check: setup
	@$(BIN)/python -m tools.run_tests check

types: setup
	@$(BIN)/python -m tools.run_tests types

quick: setup
	@$(BIN)/python -m tools.run_tests quick

# What the tests need from the system: a browser, a database server and a proxy.
system: setup
	@$(BIN)/python -m tools.system_packages

# Every results page anew; hours. ONLY=speed for one, ONLY=--list for what there is.
bench: setup
	$(PIP) --require-hashes -r requirements/bench.txt
	$(BIN)/python -m bench.all $(ONLY)

# The documentation site, into build/docs/site.
docs: setup
	$(BIN)/python -m tools.site

# The lowest versions that pyproject.toml allows, in an environment of their own, under the quick tests and the compiler's.
lowest: setup
	$(BIN)/python -m tools.lowest_versions

# The pinned packages anew; needs uv.
lock:
	$(COMPILE) $(UPGRADE) --extra dev pyproject.toml requirements/build.in -o requirements/dev.txt
	$(COMPILE) $(UPGRADE) -c requirements/dev.txt pyproject.toml requirements/build.in -o requirements/play.txt
	$(COMPILE) $(UPGRADE) -c requirements/dev.txt --extra bench pyproject.toml -o requirements/bench.txt

# What stands before a release: `make release VERSION=0.2.0`; see CONTRIBUTING.md.
release: setup system
	$(PIP) --require-hashes -r requirements/bench.txt
	$(BIN)/python -m tools.release $(VERSION)

# OpenSpiel's own checks alone; make test has them too.
openspiel: setup
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/research/test_openspiel.py

# Computing on a real Ray cluster of two nodes; Ray is no part of make setup.
ray: setup
	$(PIP) 'ray>=2.40,<3'
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/shards/test_ray.py

# That a small run of training learns; torch weighs gigabytes and is no part of make setup.
train-check: setup
	$(PIP) 'torch>=2.6,<3'
	$(BIN)/python -m tools.train_check

# Learners with other libraries, one file each; each fails if what it learnt does not beat its opponent. Minutes each.
recipes: setup
	$(PIP) 'torch>=2.6,<3' 'torchrl>=0.14,<1' 'ray[rllib]>=2.60,<3'
	$(BIN)/python examples/research/ppo.py
	$(BIN)/python examples/research/with_torchrl.py
	$(BIN)/python examples/research/with_rllib.py

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Every page and game on a phone and a desktop, in light and dark, into build/screenshots; ONLY=elevenses for some.
screenshots: setup system
	$(BIN)/python -m tests.browser.screenshots --only '$(ONLY)'

# A newcomer's first game of each kind, touch by touch, into build/screenshots.
first-games: setup system
	$(BIN)/python -m tests.browser.screenshots --first-games --only '$(ONLY)'

# The pictures that the tests compare with and those of the README, after a change of looks that was meant.
pictures: setup system
	$(BIN)/python -m tests.browser.screenshots --compared
	$(BIN)/python -m tests.browser.screenshots --readme
