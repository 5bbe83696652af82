# Everything a fresh machine needs is set up here: Python 3.11 or newer and make are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test bench texts pictures clean

# The bot in a browser page on this machine: no token, no server.
play: $(VENV)/ready
	$(BIN)/python -m bot playground

test: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python -m pytest

# The peers are worth comparing with, but not every machine can install them.
bench: $(VENV)/ready
	-$(BIN)/python -m pip install --quiet --editable '.[bench]'
	$(BIN)/python -m tests.bench.legal_plays
	$(BIN)/python -m tests.bench.press
	$(BIN)/python -m tests.bench.pictures
	$(BIN)/python -m tests.bench.session

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
