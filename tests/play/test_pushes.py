"""Who has chosen to hear of all messages is not woken by boards that ask nothing of anybody, but by what is for all."""

from __future__ import annotations

from typing import Any

import pytest

from .crew import crew
from .party import Party
from .test_advice import begun, dropped, settled, threads
from .test_analysis import QUARTER, asked, finished, passes
from .test_computer import anns_cube
from .test_computer import begun as computer_begun
from .test_days import Mornings, alone, analysed, days
from .test_ladder import season_over
from .test_leagues import NAMES, circuit
from .test_lifecycle import noticed
from .test_panels import switch

__all__ = ["alone", "days"]

DAY = 86_400


def silent(message: Any) -> bool:
    """Whether a message pushes to nobody but those whom it mentions."""
    return message.flags.suppress_notifications


def boards(club: Party) -> list[Any]:
    return [message for message in club.messages if message.attachments]


async def test_a_challenge_wakes_and_the_line_that_opens_a_match_does_not(club: Party) -> None:
    await club.play()
    challenge, opening, board = club.messages
    assert "challenge" in challenge.content and not silent(challenge)
    assert not opening.attachments and silent(opening)
    assert club.notified(board) and not silent(board)


async def test_a_board_wakes_if_it_mentions_somebody(club: Party) -> None:
    await switch(club, "Ann", "mentions")
    await club.play()
    as_posted: dict[int, tuple[bool, bool]] = {}  # what is edited later mentions nobody any more
    for _ in range(5):
        as_posted.setdefault(club.live.id, (silent(club.live), bool(club.notified(club.live))))
        await club.turn()
    await club.slash("Cyd", "board")
    as_posted[club.live.id] = silent(club.live), bool(club.notified(club.live))
    assert set(as_posted.values()) == {(True, False), (False, True)}


async def test_a_board_that_comes_again_wakes_nobody(club: Party) -> None:
    await club.play()
    club.env.backend.delete_message(club.channel.id, club.live.id)
    await noticed(club)
    assert boards(club) and club.notified(club.live) == [] and silent(club.live)


async def test_a_word_on_the_engine_wakes_nobody(club: Party) -> None:
    await computer_begun(club)
    await anns_cube(club)
    club.engine.silent = True
    await club.press("Ann", "Roll")
    await club.move()
    await club.rested()
    (told,) = [message for message in club.messages if "engine does not answer" in message.content]
    assert silent(told)


async def test_lobbies_of_chouettes_and_preferans_wake(club: Party) -> None:
    for game in ("chouette", "preferans"):
        club.channel = club.guild.create_text_channel(game)
        await club.slash("Ann", f"{game} open")
        assert not silent(club.last)


async def test_a_lobby_that_comes_again_wakes(club: Party) -> None:
    await club.slash("Ann", "chouette open")
    first = club.last
    club.env.backend.delete_message(club.channel.id, first.id)
    await noticed(club)
    await club.slash("Ann", "board")
    assert club.last.id != first.id and not silent(club.last)


async def test_notes_on_the_team_s_thread_wake_nobody_but_whom_they_mention(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screens.chouette.advice_threads.PAUSES", (0.0,))
    for mentions in (True, False):
        async with crew() as group:
            if not mentions:
                for who in group.club.people:
                    await switch(group.club, who, "mentions")
            await begun(group)
            (thread,) = threads(group)
            group.club.env.inject_error("DELETE", "/channels/*/thread-members/*", status=403, code=50013, times=1)
            await dropped(group, (await group.team())[2])
            await settled(group)
            first, *others = [message for message in thread.history() if message.content]
            assert others and all(silent(message) for message in (first, *others))
            (warned,) = [message for message in group.club.messages if "can read <#" in message.content]
            assert bool(group.club.notified(warned)) is mentions is not silent(warned)


async def test_whose_analysis_is_ready_late_is_woken_if_they_are_mentioned(club: Party) -> None:
    await switch(club, "Bob", "mentions")
    table, before = await finished(club), len(club.messages)
    for who in ("Ann", "Bob"):
        await asked(club, who, table)
    passes(club, QUARTER)
    club.reviewer.may_go_on.set()
    await club.bot.services.reviewing.idle()
    told = [(club.notified(message), silent(message)) for message in club.messages[before:]]
    assert told == [(["Ann"], False), ([], True)]


async def test_positions_of_the_day_and_their_answers_wake(club: Party, days: Mornings) -> None:
    await analysed(club, least=2)
    await days.next()
    await days.next()
    assert len(days.asked) == 2 and len(days.answers) == 1
    assert not any(silent(message) for message in (*days.asked, *days.answers))


@pytest.mark.usefixtures("short")
async def test_the_podium_wakes(club: Party) -> None:
    podiums, now = await season_over(club)
    await podiums.look(club.guild.id, now)
    (podium,) = [message for message in club.messages if "🥇" in message.content]
    assert not silent(podium)


async def test_news_of_a_league_wake() -> None:
    async with circuit(*NAMES[:3]) as league:
        await league.open(*NAMES[:3])
        await league.club.slash("Ann", "league start")
        shown = [message for message in league.club.messages if "🏆 **Winter**" in message.content]
        assert len(shown) == 2 and not any(silent(message) for message in shown)
