"""The store is nearly full, or full: what is new is refused with words, what is being played goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.store import StoreFull
from bot.store.room import Space
from tests.backgammon.test_match_files import MATCH
from tests.play.party import Party, said
from tests.play.test_analysis import alone, finished, report

WORDS = "My memory is nearly full"


@pytest.fixture
def filled(club: Party, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Says how full the store is, in percent."""

    def fill(percent: int) -> None:
        async def space(*, anew: bool = False) -> Space:
            return Space(percent * 10_000_000, 1_000_000_000, 1_000_000_000)

        monkeypatch.setattr(club.bot.services.store.room, "space", space)

    return fill


async def test_new_tables_of_every_kind_are_refused(club: Party, filled: Callable[[int], None]) -> None:
    await finished(club)
    club.hire("Eve", manage_guild=True)
    filled(90)
    before = len(club.messages)
    other = club.guild.create_text_channel("other")
    for command, options in (
        ("play", {"opponent": club.people["Bob"]}),
        ("play", {}),
        ("play", {"opponent": club.itself}),
        ("rematch", {}),
        ("chouette open", {}),
        ("preferans open", {}),
    ):
        assert WORDS in said(await club.people["Ann"].slash(club.channel, command, **options)), command
    assert WORDS in said(await club.people["Eve"].slash(other, "league open", name="Winter", length=1))
    await club.press("Ann", "Rematch")
    assert WORDS in alone(club)[-1].content
    assert len(club.messages) == before
    filled(89)
    await club.slash("Ann", "play", opponent=club.people["Bob"])
    assert len(club.messages) == before + 1


async def test_files_and_analyses_are_refused_and_what_is_there_can_be_seen(
    club: Party, filled: Callable[[int], None]
) -> None:
    table = await finished(club)
    await report(club, "Bob", table)
    other = await finished(club)
    filled(90)
    for command in ("import", "analyze"):
        answer = await club.people["Ann"].slash(club.channel, command, file=("x.mat", MATCH.encode()))
        assert WORDS in said(answer), command
    assert WORDS in await club.slash("Bob", "analyze", game=other)
    await club.slash("Ann", "analyze", game=table)
    assert "Analysis of" in alone(club)[-1].content
    assert await club.bot.services.store.imports.all() == 0


async def test_a_game_goes_on_and_a_challenge_of_before_is_accepted(club: Party, filled: Callable[[int], None]) -> None:
    await club.slash("Ann", "play", opponent=club.people["Bob"], length=1)
    filled(95)
    await club.press("Bob", "Accept challenge", club.last)
    for _ in range(4):
        await club.turn()
        await club.move(club.plays[-1])


async def test_when_nothing_can_be_saved_whoever_acts_is_told_why(club: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.play(length=1)
    version = (await club.table()).version

    async def full(*args: object, **fields: object) -> None:
        raise StoreFull("no room")

    monkeypatch.setattr(club.bot.services.store, "save", full)
    await club.slash(await club.asked(), "move", play=club.plays[-1])
    assert "My memory is full, so I could not save that." in alone(club)[-1].content
    monkeypatch.undo()
    assert (await club.table()).version == version
    await club.move(club.plays[-1])
