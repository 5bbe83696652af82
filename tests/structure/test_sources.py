"""What holds of every source file."""

from __future__ import annotations

from pathlib import Path

TOP = Path(__file__).parents[2]
SOURCES = {
    path.relative_to(TOP).as_posix(): path.read_text("utf-8")
    for top in ("bot", "render")
    for path in (TOP / top).rglob("*.py")
}
LONGEST = 400
"""Lines of a file."""


def test_no_file_is_long() -> None:
    assert len(SOURCES) > 400, "the sources have been found"
    assert not {name: lines for name, text in SOURCES.items() if (lines := len(text.splitlines())) > LONGEST}


def test_the_tables_are_typed_throughout() -> None:
    assert not [name for name, text in SOURCES.items() if name.startswith("bot/tables/") and "type: ignore" in text]
