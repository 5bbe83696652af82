"""Who has chosen to hear of all messages is not woken by boards that ask nothing of anybody, but by what is for all."""

from __future__ import annotations

from typing import Any

import pytest

from .bot import OneBot
from .chouette import crew
from .test_advice import begun, dropped, settled, threads
from .test_analysis import QUARTER, asked, finished, passes
from .test_computer import anns_cube
from .test_computer import begun as computer_begun
from .test_days import Mornings, analysed, days
from .test_ladder import season_over
from .test_leagues import NAMES, circuit
from .test_lifecycle import noticed
from .test_panels import switch

__all__ = ["days"]

DAY = 86_400


def silent(message: Any) -> bool:
    """Whether a message pushes to nobody but those whom it mentions."""
    return message.flags.suppress_notifications


def boards(bot: OneBot) -> list[Any]:
    return [message for message in bot.messages if message.attachments]


async def test_a_challenge_wakes_and_the_line_that_opens_a_match_does_not(bot: OneBot) -> None:
    await bot.play()
    challenge, opening, board = bot.messages
    assert "challenge" in challenge.content and not silent(challenge)
    assert not opening.attachments and silent(opening)
    assert bot.notified(board) and not silent(board)


async def test_a_board_wakes_if_it_mentions_somebody(bot: OneBot) -> None:
    await switch(bot, "Ann", "mentions")
    await bot.play()
    as_posted: dict[int, tuple[bool, bool]] = {}  # what is edited later mentions nobody any more
    for _ in range(5):
        as_posted.setdefault(bot.live.id, (silent(bot.live), bool(bot.notified(bot.live))))
        await bot.turn()
    await bot.slash("Cyd", "board")
    as_posted[bot.live.id] = silent(bot.live), bool(bot.notified(bot.live))
    assert set(as_posted.values()) == {(True, False), (False, True)}


async def test_a_board_that_comes_again_wakes_nobody(bot: OneBot) -> None:
    await bot.play()
    bot.env.backend.delete_message(bot.channel.id, bot.live.id)
    await noticed(bot)
    assert boards(bot) and bot.notified(bot.live) == [] and silent(bot.live)


async def test_a_word_on_the_engine_wakes_nobody(bot: OneBot) -> None:
    await computer_begun(bot)
    await anns_cube(bot)
    bot.engine.silent = True
    await bot.press("Ann", "Roll")
    await bot.move()
    await bot.rested()
    (told,) = [message for message in bot.messages if "engine does not answer" in message.content]
    assert silent(told)


async def test_lobbies_of_chouettes_and_preferans_wake(bot: OneBot) -> None:
    for game in ("chouette", "preferans"):
        bot.channel = bot.guild.create_text_channel(game)
        await bot.slash("Ann", f"{game} open")
        assert not silent(bot.last)


async def test_a_lobby_that_comes_again_wakes(bot: OneBot) -> None:
    await bot.slash("Ann", "chouette open")
    first = bot.last
    bot.env.backend.delete_message(bot.channel.id, first.id)
    await noticed(bot)
    await bot.slash("Ann", "board")
    assert bot.last.id != first.id and not silent(bot.last)


async def test_notes_on_the_team_s_thread_wake_nobody_but_whom_they_mention(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screens.private_threads.PAUSES", (0.0,))
    for mentions in (True, False):
        async with crew() as group:
            if not mentions:
                for who in group.bot.people:
                    await switch(group.bot, who, "mentions")
            await begun(group)
            (thread,) = threads(group)
            group.bot.env.inject_error("DELETE", "/channels/*/thread-members/*", status=403, code=50013, times=1)
            await dropped(group, (await group.team())[2])
            await settled(group)
            first, *others = [message for message in thread.history() if message.content]
            assert others and all(silent(message) for message in (first, *others))
            (warned,) = [message for message in group.bot.messages if "can read <#" in message.content]
            assert bool(group.bot.notified(warned)) is mentions is not silent(warned)


async def test_whose_analysis_is_ready_late_is_woken_if_they_are_mentioned(bot: OneBot) -> None:
    await switch(bot, "Bob", "mentions")
    table, before = await finished(bot), len(bot.messages)
    for who in ("Ann", "Bob"):
        await asked(bot, who, table)
    passes(bot, QUARTER)
    bot.reviewer.may_go_on.set()
    await bot.services.reviewing.idle()
    told = [(bot.notified(message), silent(message)) for message in bot.messages[before:]]
    assert told == [(["Ann"], False), ([], True)]


async def test_positions_of_the_day_and_their_answers_wake(bot: OneBot, days: Mornings) -> None:
    await analysed(bot, least=2)
    await days.next()
    await days.next()
    assert len(days.asked) == 2 and len(days.answers) == 1
    assert not any(silent(message) for message in (*days.asked, *days.answers))


@pytest.mark.usefixtures("short")
async def test_the_podium_wakes(bot: OneBot) -> None:
    podiums, now = await season_over(bot)
    await podiums.look(bot.guild.id, now)
    (podium,) = [message for message in bot.messages if "🥇" in message.content]
    assert not silent(podium)


async def test_news_of_a_league_wake() -> None:
    async with circuit(*NAMES[:3]) as league:
        await league.open(*NAMES[:3])
        await league.bot.slash("Ann", "league start")
        shown = [message for message in league.bot.messages if "🏆 **Winter**" in message.content]
        assert len(shown) == 2 and not any(silent(message) for message in shown)
