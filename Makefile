# `make run` does the main job, `make test` tests; both set up what they need.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3

.PHONY: help setup setup-bench run test lint bench soak gpu goldens pictures pages clean

help:
	@echo "make run    set up, play 20,000 games of Dog, write a transcript and a picture to out/"
	@echo "make test   set up and run the tests"
	@echo "make lint   ruff and mypy"
	@echo "make bench  speed, beside OpenSpiel"
	@echo "make soak   the long checks: 10^9 random steps, planted rule errors, deep perft"
	@echo "make gpu    the playout kernel on an NVIDIA GPU, compared with the CPU"
	@echo "make goldens  write the golden playthroughs anew"
	@echo "make pictures  draw the pictures of the documents anew"
	@echo "make pages  write the tables of options and cards in the documents anew"

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[test]"
	touch $@

setup-bench: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[bench]"

run: setup
	$(BIN)/offleash simulate dog --games 20000 --seats greedy --seed 1 \
	    --transcript out/dog.txt --svg out/dog.svg

test: setup lint
	$(BIN)/python -m tests.warm
	$(BIN)/offleash bench dog --seconds 0.2 --threads 2
	$(BIN)/python -m pytest -n 2 -m "not soak" tests

lint: setup
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy

bench: setup-bench
	$(BIN)/python bench/speed.py

soak: setup
	$(BIN)/python -m pytest -n 2 -m soak tests
	OFFLEASH_TWIN_CASES=300 $(BIN)/python -m pytest -n 2 tests/games/*/test_twin.py
	$(BIN)/python -m tests.mutations

gpu: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[gpu]"
	OFFLEASH_RULES=cuda $(BIN)/python bench/gpu.py

goldens: setup
	$(BIN)/python -m tests.playthroughs

pictures: setup
	$(BIN)/python -m tests.games.dog.pictures
	$(BIN)/python -m tests.games.uri_nation.pictures

pages: setup
	$(BIN)/python -m tests.games.uri_nation.pages

clean:
	rm -rf $(VENV) out
