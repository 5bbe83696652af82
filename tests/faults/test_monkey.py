"""Whatever people type and press, in any language and with any permissions: they are answered, and Discord takes it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.screens.answer import Answer
from tests.discord_papers.listening import Hearing

from .monkey.monkey import Report, played
from .monkey.watching import Watch
from .schedule import scheduled

#: Steps of a run. By hand it may be any number.
STEPS = 1_300
#: Commands, suggestions, buttons and forms that so few steps, of which a part is done outside of servers, need not come
#: to: those of long sessions and long waits.
_SELDOM = 110


def let_loose(steps: int, seed: int) -> Report:
    """What a run comes to."""
    return scheduled(seed, played(steps, seed))[0]


def noticed(words: str) -> bool:
    """Whether a run in which everything is as wrong finds a fault of these words. One may not come to it."""
    return any(words in fault for seed in range(3, 9) for fault in let_loose(80, seed).faults)


def requests(papers: Hearing) -> int:
    """How many have been judged so far, in all tests of this file."""
    return sum(papers.summary["routes"].values())


@pytest.mark.parametrize("seed", range(3))
def test_everybody_is_answered_and_nothing_goes_wrong(seed: int, papers: Hearing) -> None:
    before = requests(papers)
    report = let_loose(STEPS, seed)
    assert [*map(str, papers.refusals)] == report.faults == report.unanswered == []
    assert report.interactions > STEPS / 2 and requests(papers) - before > STEPS and report.outside > STEPS / 10
    assert sum(map(len, report.never.values())) < _SELDOM, report.never


def test_a_seed_is_a_run() -> None:
    one, again, other = let_loose(60, 7), let_loose(60, 7), let_loose(60, 8)
    assert one.trace == again.trace != other.trace


def test_what_goes_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("nobody has thought of that")

    monkeypatch.setattr(Answer, "aside", broken)
    assert noticed("nobody has thought of that")


def test_who_is_not_answered_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(*_: object, **__: object) -> None:
        """Nothing is said."""

    monkeypatch.setattr(Answer, "say", silent)
    assert any("not answered" in each for each in let_loose(60, 3).unanswered)


def test_what_is_said_to_everybody_elsewhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    say = discord.InteractionResponse.send_message

    async def aloud(self: Any, content: Any = None, **how: Any) -> Any:
        return await say(self, content, **(how | {"ephemeral": False}))

    monkeypatch.setattr(discord.InteractionResponse, "send_message", aloud)
    assert noticed("everybody sees what nobody has shown")


def test_who_is_named_elsewhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    look_for = Watch.look_for
    monkeypatch.setattr(Watch, "look_for", lambda self, members, strangers: look_for(self, [r"\w+"], strangers))
    assert noticed("is shown to a stranger")
