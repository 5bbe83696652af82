"""The line counter itself: what it takes for one line and what for more."""

from __future__ import annotations

import pytest

from tests.screens.lines import COLUMN, lines


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", 0),
        ("One.", 1),
        ("One.\nTwo.", 2),
        ("One.\n\nThree.", 3),
        ("a " * 20, 1),
        ("Thirty-four letters make one line", 1),
        ("Thirty-four letters make one line, and these another", 2),
        ("x" * 100, 3),
        ("**" * 40 + "bold", 1),
        ("-# Thirty-nine letters if they are small.", 1),
        ("# Twenty-one letters if large, two", 2),
        ("🎲" * 13, 1),
        ("🎲" * 14, 2),
        ("`" + "A" * 26 + "`", 1),
        ("`" + "A" * 64 + "`", 2),
        ("- a row of a list has less room for words", 2),
        ("a row of a list has less room for", 1),
        ("<@1234567890123456789>, roll.", 1),
        ("until <t:1794657600:R>", 1),
    ],
)
def test_lines_of_a_phone(words: str, expected: int) -> None:
    assert lines(words) == expected


def test_a_mention_is_as_wide_as_the_name() -> None:
    asked = "<@1> and <@2> must answer."
    assert lines(asked, {1: "Al", 2: "Bo"}) == 1
    assert lines(asked, {1: "Maximiliana K.", 2: "Bartholomew J."}) == 2


def test_what_is_written_and_not_seen_takes_no_room() -> None:
    assert lines("**Alice** and __Bob__ \\*play\\* [here](https://example.org/a/very/long/address)") == 1


def test_the_column_is_the_phones() -> None:
    assert COLUMN == 302
