"""What a request is about is bound once, in its context: no cog takes an interaction apart by itself.

Read from the sources, and a part of `make lint`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import cogs

BOUND = Path(cogs.__file__).parent
#: What a request always has: its context is asked for it.
PLACES = {"guild", "guild_id", "channel", "channel_id"}


def taken_apart(source: str) -> Iterator[str]:
    """What a source asserts of the place of a request, and where it makes a receipt by itself."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert):
            named = {getattr(each, "attr", getattr(each, "id", "")) for each in ast.walk(node.test)}
            yield from (f"line {node.lineno}: assert {name}" for name in sorted(named & PLACES))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2].strip("_") == "receipt_of":
            yield f"line {node.lineno}: receipt_of"


def test_only_the_context_knows_where_a_request_comes_from() -> None:
    files = [file for file in BOUND.glob("*.py") if file.name != "context.py"]
    assert len(files) > 40
    found = {file.name: list(taken_apart(file.read_text(encoding="utf-8"))) for file in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "source",
    [
        "assert interaction.guild_id is not None",
        "assert table is not None and channel is not None",
        "assert ctx.channel",
        "name = receipt_of(interaction)",
        "name = context._receipt_of(interaction)",
    ],
)
def test_what_is_found(source: str) -> None:
    assert [*taken_apart(source)]


def test_what_is_let_pass() -> None:
    assert not [*taken_apart("assert table.state is not None\nprint(table.channel, ctx.guild, ctx.receipt)")]
