# Everything a fresh machine needs is set up here: Python 3.11 or newer and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Tests of one file share what they start; those that take longest are collected first.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder
# Tests start the bot hundreds of times: it is compiled once, whatever the environment says of other programs.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play check fast test at lint bench texts pictures clean

# The bot in a browser page on this machine: no token, no server.
play: $(VENV)/ready
	$(BIN)/python -m bot playground

# Between two changes, in a minute or so: all checks, and beside them the tests that take no long time.
check: $(VENV)/ready
	$(MAKE) --jobs 2 --output-sync lint fast

fast: $(VENV)/ready
	$(PYTEST) -m 'not long'

test: lint
	$(PYTEST) --durations 10

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports

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
	$(BIN)/python -m tests.bench.pictures
	$(BIN)/python -m tests.bench.png
	$(BIN)/python -m tests.bench.session
	$(BIN)/python -m tests.bench.long_log

# After a change of the sources: new messages into the catalogues, new pictures into the README.
texts: $(VENV)/ready
	$(BIN)/python -m bot.locale

pictures: $(VENV)/ready
	$(BIN)/python -m docs.pictures

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info
