# The one entry point, locally and in CI. Plain `make` lists the targets.
# Everything is installed into .venv, once, and again when a pyproject.toml changes.

SHELL    := /bin/sh
VENV     := .venv
BIN      := $(VENV)/bin
PYTHONS  ?= python3 python3.14 python3.13 python3.12 python3.11
GAME     ?= merge
JOBS     ?= 2
PYTEST   ?=
BENCH    ?=
PIP      := $(BIN)/python -m pip -qq --disable-pip-version-check
PLAYED   := $(wildcard frontends/tilekit-curses/pyproject.toml)
FRONTS   := $(wildcard frontends/*/pyproject.toml)
CODE     := src tests docs $(wildcard frontends benchmarks examples)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test fast lint format types layers spelling docs screenshots bench wheel clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.play ## play in the terminal: make play, or make play GAME=ninek
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/tilekit play $(GAME); else $(BIN)/tilekit play $(GAME) --demo; fi

test: lint types layers spelling docs ## everything: all the checks, the docs, then all tests
	$(BIN)/pytest -n $(JOBS) --dist worksteal $(PYTEST)

fast: $(VENV)/.dev ## the unit tests, but for the slow ones; make fast PYTEST='-k grid'
	@$(BIN)/pytest -q -n $(JOBS) -m 'not slow' tests/unit $(PYTEST)

lint: $(VENV)/.dev ## is the code formatted, and does ruff find nothing?
	$(BIN)/ruff format --quiet --check $(CODE) || { echo "not formatted: run 'make format'" >&2; exit 1; }
	$(BIN)/ruff check --quiet $(CODE)

format: $(VENV)/.dev ## format the code and mend what ruff can mend
	@$(BIN)/ruff check --quiet --fix-only $(CODE)
	@$(BIN)/ruff format $(CODE)

types: $(VENV)/.dev ## mypy, strict
	$(BIN)/mypy

layers: $(VENV)/.dev ## does each module import only from the layers below it?
	$(BIN)/lint-imports --no-logo

spelling: $(VENV)/.dev ## codespell
	$(BIN)/codespell

docs: $(VENV)/.dev ## build the documentation into build/docs; a warning is an error
	$(BIN)/sphinx-build -q -n -T -W --keep-going -b html -d build/doctrees docs build/docs

screenshots: $(VENV)/.dev ## draw the pictures of the frontends in docs/images anew
	$(BIN)/python -m docs.screenshots

bench: $(VENV)/.fast ## speed, as ratios within one run, into docs/performance.md; make bench BENCH=--peers
	@$(BIN)/python benchmarks/run.py $(BENCH)

wheel: $(VENV)/.dev ## build the wheels and the source archive into dist
	@for project in . $(FRONTS:/pyproject.toml=); do \
	    $(BIN)/python -m build --no-isolation --outdir dist $$project || exit 1; done

clean: ## remove .venv and everything else that was made
	@rm -rf $(VENV) build dist .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	@find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# A name on the PATH may be a stub that starts nothing, and a system Python may come without venv: try each.
$(VENV)/.made:
	@for python in $(PYTHONS); do \
	    if $$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        echo "setting up $(VENV) with $$($$python --version)"; \
	        $$python -m venv --clear $(VENV) && touch $@; exit; \
	    fi; \
	done; \
	echo "tilekit needs Python 3.11 or newer with its venv module; none of these is one: $(PYTHONS)." >&2; \
	echo "Install one (Debian, Ubuntu: the package python3-venv), or name yours: make PYTHONS=/path/to/python3" >&2; \
	exit 1

$(VENV)/.play: pyproject.toml $(PLAYED) | $(VENV)/.made
	@echo "installing tilekit and its terminal frontend into $(VENV)"
	@$(PIP) install -e . $(PLAYED:%/pyproject.toml=-e ./%)
	@touch $@

# What the compiled lane needs. Where it cannot be had, the rest is measured all the same.
$(VENV)/.fast: pyproject.toml | $(VENV)/.play
	@echo "installing what compiles into $(VENV)"
	@$(PIP) install -e '.[fast]' && touch $@ || echo "without the compiled lane" >&2

# Holds all that .play does, so one set-up serves both.
$(VENV)/.dev: pyproject.toml $(FRONTS) | $(VENV)/.made
	@echo "installing tilekit, its frontends and the tools for working on it into $(VENV)"
	@$(PIP) install -e '.[dev]' $(FRONTS:%/pyproject.toml=-e ./%)
	@touch $(VENV)/.play $@
