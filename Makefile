# Two commands are enough to begin with: `make simulate` and `make test`. `make help` lists the others.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

HANDS ?= 1_000_000
SEED ?= 1
PLAYERS ?= normal
RULES ?= standard
OUT ?= data/first

.DEFAULT_GOAL := help
.PHONY: help simulate test check-long lint lab notebooks sample bench clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 14

simulate: $(VENV)/.core  ## simulate HANDS hands (1,000,000) into OUT and print the contract table
	$(BIN)/schafkopf simulate --hands $(HANDS) --seed $(SEED) --players $(PLAYERS) --rules $(RULES) --out $(OUT)

test: lint  ## run every check: style, types, imports, tests, doctests, notebooks
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not long"

check-long: lint  ## the same checks at full size; takes an hour or more
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

lab: $(VENV)/.dev  ## open the notebooks in JupyterLab
	$(BIN)/jupyter lab notebooks

notebooks: $(VENV)/.dev  ## run the notebooks at full size and store their outputs
	$(BIN)/python -m notebooks.run

sample: $(VENV)/.core  ## simulate the small dataset that comes with the project, data/sample
	rm -rf data/sample
	$(BIN)/schafkopf simulate --hands 100_000 --tricks-of 10_000 --seed 1 --players normal --rules official --out data/sample

bench: $(VENV)/.dev  ## measure speed and memory, as ratios within one run
	$(BIN)/python -m benchmarks --keep
	$(BIN)/python -m benchmarks.bench_deal
	$(BIN)/python -m benchmarks.bench_analysis

clean:  ## remove the environment, caches and everything built; keeps data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache benchmarks/build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is too old: Python 3.11 or newer is needed; name one with make PYTHON=python3.12"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[lab,cluster,dev]'
	@touch $@ $(VENV)/.core
