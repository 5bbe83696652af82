"""A line of a message ends neither between a number and what it counts nor within a score."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import limits
from bot.screens.fitting import unbroken
from bot.screens.ladder.strike_words import reason_of

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("**Ann** wins 4 points.", "**Ann** wins 4_points."),
        ("wins **3** points", "wins **3**_points"),
        ("🏆 Ann wins the match 3 : 0.", "🏆 Ann wins the match 3_:_0."),
        ("Ann **3** : **0**, Bob", "Ann **3**_:_**0**, Bob"),
        ("Ann + : – Bob", "Ann +_:_– Bob"),
        ("on 24 November", "on 24_November"),
        ("od 24. listopadu, v 3. kole", "od 24._listopadu, v 3._kole"),
        ("ставка: 5 очков", "ставка: 5_очков"),
        ("11.5 whists, 3⅓ whists, 0,5 bodu", "11.5_whists, 3⅓_whists, 0,5_bodu"),
        ("2 games, 1 cube", "2_games, 1_cube"),
    ],
)
def test_what_belongs_together_stays_on_a_line(written: str, sent: str) -> None:
    assert unbroken(written) == sent.replace("_", "\N{NO-BREAK SPACE}")


def test_a_reason_is_read_from_the_message_as_it_was_typed() -> None:
    typed = "left at 0–3, after 5 minutes"
    assert unbroken(typed) != typed and reason_of(unbroken(f"Strike `k7f3q2-1`?\n> {typed}")) == typed


def test_a_score_with_a_dash_stays_on_a_line() -> None:
    assert unbroken("**0–1**, `3–4`, Ann – Bob") == "**0–\N{WORD JOINER}1**, `3–4`, Ann – Bob"
    full = "0–1".ljust(limits.MESSAGE, ".")
    assert unbroken(full) == full, "as long as a message may be"


@pytest.mark.parametrize(
    "text",
    [
        "`/play length: 5 and 3 : 2` is copied",
        "```\nXGID 5 points 3 : 2\n```",
        "``8 pips``",
        "8/5 6/5 is best",
        "3-1 wins",
        "table k7f3q2 and game k7f3q2-4 too",
        "1. Bob\n2. Ann",
        "It goes up to 8. No Jacoby rule.",
        "see <t:1795504274:R> and <@1456074443980800007> there",
    ],
)
def test_what_is_copied_or_stands_by_itself_stays_as_it_is(text: str) -> None:
    assert unbroken(text) == text


@given(st.text("3 :ab*`._\\\n/", max_size=40))
def test_nothing_but_spaces_changes_and_it_is_done_once(text: str) -> None:
    sent = unbroken(text)
    assert sent.replace("\N{NO-BREAK SPACE}", " ") == text
    assert unbroken(sent) == sent


def test_every_message_is_made_so_when_it_is_sent() -> None:
    """Words that are sent or changed anywhere in the bot, other than to people who host it."""
    sent = 0
    for file in [*(ROOT / "bot/cogs").rglob("*.py"), *(ROOT / "bot/screens").rglob("*.py")]:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        made = {
            name.id
            for each in ast.walk(tree)
            if isinstance(each, ast.Assign) and "unbroken(" in ast.unparse(each.value)
            for target in each.targets
            for name in ast.walk(target)
            if isinstance(name, ast.Name)
        }
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                continue
            words = [each.value for each in call.keywords if each.arg == "content"]
            if call.func.attr in ("send", "send_message"):
                words += call.args[:1]
            for each in words:
                sent += 1
                said = ast.unparse(each)
                assert "unbroken(" in said or said in made or said == "MISSING", f"{file}:{call.lineno}: {said}"
    assert sent > 10
