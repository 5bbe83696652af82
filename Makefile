# Everything a fresh machine needs is set up here: Python 3.11 or newer and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Tests of one file share what they start; those that take longest are collected first.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder
# Tests start the bot hundreds of times: it is compiled once, whatever the environment says of other programs.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play check fast test papers at lint bench texts pictures mutants lock bill clean

# The bot in a browser page on this machine: no token, no server. Where tests can be run, one can play.
play: $(or $(wildcard $(VENV)/ready),$(VENV)/playing)
	$(BIN)/python -m bot playground

# Between two changes, in a minute or so: all checks, and beside them the tests that take no long time.
check: $(VENV)/ready
	$(MAKE) --jobs 2 --output-sync lint fast

fast: $(VENV)/ready
	$(PYTEST) -m 'not long'

test: lint
	$(PYTEST) --durations 10

# Everything that a simulated Discord hears of the bot, held against Discord's own papers: the largest beside each limit,
# what no test has asked for, and in the last line how many requests there were and how many Discord would refuse.
PAPERS := $(addprefix tests/,play cogs process playground hosting faults bench texts_gallery)
papers: $(VENV)/ready
	@$(PYTEST) --papers $(PAPERS)

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --quiet tests/structure

# The tests at another time of the day or year, in the zone of TZ; needs faketime (Debian: `apt install faketime`).
# The clock is put forward or back by so many seconds: a time given as such would begin anew in every process.
AT ?= 2026-12-31 23:59:00
TESTS ?= tests
at: $(VENV)/ready
	PYTHONPATH=tests/another_time FAKETIME_DONT_FAKE_MONOTONIC=1 faketime -f "$$(printf '%+ds' $$(($$(date -d '$(AT)' +%s) - $$(date +%s))))" $(PYTEST) $(TESTS)

# The peers are worth comparing with, but not every machine can install them.
bench: $(VENV)/ready
	-$(BIN)/python -m pip install --quiet --editable '.[bench]'
	$(BIN)/python -m tests.bench.legal_plays
	$(BIN)/python -m tests.bench.press
	$(BIN)/python -m tests.bench.acknowledge
	$(BIN)/python -m tests.bench.taps
	$(BIN)/python -m tests.bench.turns
	$(BIN)/python -m tests.bench.pictures
	$(BIN)/python -m tests.bench.png
	$(BIN)/python -m tests.bench.courses
	$(BIN)/python -m tests.bench.scores
	$(BIN)/python -m tests.bench.session
	$(BIN)/python -m tests.bench.long_log
	$(BIN)/python -m tests.bench.due
	$(BIN)/python -m tests.bench.identify
	$(BIN)/python -m tests.bench.messages
	$(BIN)/python -m tests.bench.packed
	$(BIN)/python -m tests.bench.review_queue
	$(BIN)/python -m tests.bench.start
	$(BIN)/python -m tests.bench.workers
	$(BIN)/python -m tests.bench.load

# After a change of the sources: new messages into the catalogues, new pictures into the README.
texts: $(VENV)/ready
	$(BIN)/python -m bot.locale

pictures: $(VENV)/ready
	$(BIN)/python -m docs.pictures

# Sources with one thing changed, and which changes no test notices: a sample, another one with SEED=…, and with OF=… of
# ladder, league, preferans or analysis instead of the rules.
MUTANTS ?= 200
SEED ?= 0
OF ?= rules
mutants: $(VENV)/ready
	$(BIN)/python -m pip install --quiet cosmic-ray
	$(BIN)/python -m tests.mutants $(MUTANTS) $(SEED) $(OF)

# The releases of which the image is made, each file by its hash: anew after a change of what the bot needs, or for what is newer.
lock: $(VENV)/ready
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m docs.lock

# What the bot consists of, as CycloneDX.
bill: $(VENV)/ready
	$(BIN)/python -m docs.bill chouette.cdx.json

# One line tells what is done just now, and the next one takes its place; what goes wrong is said in the end.
define install
	@{ $(BIN)/python -m pip install --progress-bar off $(1) 2>$(VENV)/complaints || echo failed; } \
		| awk '$$0 == "failed" { exit 1 } { printf "\r\033[K%3d %.68s", ++lines, $$0; fflush() } END { printf "\r\033[K" }' \
		|| { cat $(VENV)/complaints; exit 1; }
endef

# Playing needs less than testing does, which comes when it is wanted.
$(VENV)/playing: pyproject.toml
	@$(PYTHON) -c 'import bot' # which says so where Python is too old
	@echo 'Once, for half a minute or so: what the playground needs is put into $(VENV).'
	@$(PYTHON) -m venv $(VENV)
	$(call install,--upgrade pip)
	$(call install,--editable '.[playground]')
	@touch $@
	@echo '$(VENV) can play.'

$(VENV)/ready: pyproject.toml
	@$(PYTHON) -c 'import bot'
	@echo 'Once, for a minute or two: what the tests need is put into $(VENV).'
	@$(PYTHON) -m venv $(VENV)
	$(call install,--upgrade pip)
	$(call install,--editable '.[test]')
	@touch $@
	@echo '$(VENV) is ready.'

clean:
	rm -rf $(VENV) build *.egg-info
