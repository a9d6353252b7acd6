# make run, make test; also test-long, check, bench, soak, size. Each sets up the virtual environment that it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
ARGS ?=
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist worksteal

.PHONY: site run test test-long test-all bench check tests fuzz soak format pins size clean

# Otherwise each process of the tests would compile the whole bot.
unexport PYTHONDONTWRITEBYTECODE

run: $(VENV)/.practice
	@PYTHONSAFEPATH=1 exec $(BIN)/crosstable $(ARGS)

test: $(VENV)/.dev
	@$(MAKE) --no-print-directory -j2 check tests

tests: $(VENV)/.dev
	$(PYTEST) $(ARGS)

# The slow cases.
test-long: $(VENV)/.dev
	$(PYTEST) -m long $(ARGS)

# All tests, those of the database on SQLite and PostgreSQL.
test-all: check
	$(PYTEST) -m '' --all-databases $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/prose_lint.py

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench $(ARGS)

fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz $(ARGS)

# Tokens, functions, circles, rooms and arrows; tests/test_size.py holds the bound of pyproject.toml.
size:
	@$(PYTHON) tools/size.py $(ARGS)

# The calculators as a folder of static files, for any web server. Needs npm.
SITE = site
site: $(VENV)/.dev
	npm ci --no-audit --no-fund --prefix bot/site
	$(BIN)/python -m bot.site.build $(SITE)

# Before every release: every test with many examples, on both databases, then long random walks and mutated files.
soak: check
	SOAK=1 $(PYTEST) -m ''
	$(BIN)/python -m tests.soak $(ARGS)
	$(BIN)/python -m tests.fuzz

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# After a change of pyproject.toml or constraints.txt: writes the image's requirements with their digests. Needs uv.
pins:
	echo setuptools | uv pip compile pyproject.toml - --constraint constraints.txt --python-version 3.13 \
	  --python-platform linux --only-binary :all: --generate-hashes --no-header --no-annotate --quiet --output-file deploy/requirements.txt

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/.practice: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Crosstable needs Python 3.11 or newer: set PYTHON, such as make run PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --constraint constraints.txt --editable '.[practice]'
	@touch $@

$(VENV)/.dev: $(VENV)/.practice
	$(PIP) install --quiet --constraint constraints.txt --editable '.[practice,dev]'
	@touch $@

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) install --quiet --constraint constraints.txt --editable '.[practice,dev,bench]'
	@touch $@
