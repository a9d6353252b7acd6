# Four doors: run, test, bench, check. Each sets up the virtual environment that it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
ARGS ?=

.PHONY: run test bench check fuzz soak format clean

run: $(VENV)/.practice
	@exec $(BIN)/python -m bot --set-up $(ARGS)

test: check
	$(BIN)/python -m pytest --numprocesses auto $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench $(ARGS)

fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz $(ARGS)

soak: $(VENV)/.dev
	$(BIN)/python -m tests.soak $(ARGS)

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

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
