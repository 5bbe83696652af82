"""Discord's limits stand in one module, and what is made to fit them keeps to them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from discord import app_commands

import bot
from bot import app, limits
from bot.screens.buttons import button, choice, select
from bot.screens.custom_ids import Press
from bot.tables.preferences import MOST_BLOCKED
from bot.texts import LANGUAGES, texts
from tests.discord_server import validation
from tests.discord_server.errors import DiscordError

SPEAKS_TO_DISCORD = ("screens", "cogs", "playground")
#: Lengths of Discord's that nothing else has.
NUMBERS = {limits.MESSAGE, limits.PICTURE_WORDS, limits.PLACEHOLDER, limits.CHOICES, limits.CHOICE, limits.LABEL}


def cut(file: Path) -> Iterator[str]:
    """Where a text or list is cut to one of Discord's lengths, by number."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Slice):
            for each in ast.walk(node):
                if isinstance(each, ast.Constant) and each.value in NUMBERS:
                    yield f"{file.name}:{each.lineno}"


def test_nothing_is_cut_to_a_number_that_is_written_out() -> None:
    root = Path(bot.__file__).parent
    files = [file for part in SPEAKS_TO_DISCORD for file in (root / part).rglob("*.py")]
    assert len(files) > 60
    assert [where for file in files for where in cut(file)] == []


def test_the_longest_custom_id_is_short_enough() -> None:
    longest = Press("v" * 20, "t" * 8, 999_999_999, "x" * 60)
    assert Press.parse(str(longest)) == longest
    assert len(str(longest)) <= limits.CUSTOM_ID
    assert Press.parse(f"{longest}x") is None


def test_what_people_are_called_is_cut() -> None:
    press, long = Press("roll", "k7f3q2", 1), "W" * 5000
    item = button(long, press)
    assert item.label is not None and len(item.label) == limits.LABEL
    chosen = choice(long, "1", long)
    assert len(chosen.label) == len(chosen.description or "") == limits.CHOICE
    assert len(select(long, press, [chosen]).placeholder or "") == limits.PLACEHOLDER
    assert limits.CHOICES >= MOST_BLOCKED


def test_they_are_what_our_server_goes_by() -> None:
    """The simulated Discord of the tests says no by numbers of its own."""
    validation.message({"content": "x" * limits.MESSAGE}, components_v2=False)
    with pytest.raises(DiscordError, match="50035"):
        validation.message({"content": "x" * (limits.MESSAGE + 1)}, components_v2=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_describes_a_command_is_short_enough(language: str) -> None:
    t = texts(language)
    described = [
        words
        for cog in app.COMMANDS
        for each in cog.__cog_app_commands__
        for one in (each.walk_commands() if isinstance(each, app_commands.Group) else (each,))
        if isinstance(one, app_commands.Command)
        for words in (one.description, *(str(parameter.description) for parameter in one.parameters))
    ]
    assert len(described) > 100
    assert [words for words in map(t, described) if len(words) > limits.COMMAND_WORDS] == []
