"""Games that do not count any more, and count again: who decides it, what they are asked, what it brings about."""

from __future__ import annotations

import re
from typing import Any

import pytest
import simcord

from bot.backgammon import Phase
from bot.ladder.facts import write_fact
from bot.league import LeagueFault
from bot.store import Entry
from bot.tables.faults import LadderFault
from tests.ladder.facts import match_game

from .bot import OneBot, private, said, walk
from .test_games import resigned
from .test_ladder import asked, board, match, rows
from .test_leagues import NAMES, circuit

pytestmark = pytest.mark.usefixtures("short")


async def question(bot: OneBot, who: str, game: str, *, reason: str = "agreed", what: str = "strike") -> Any:
    """What somebody is asked who strikes a game, or restores one."""
    return private(await bot.people[who].slash(bot.channel, f"ladder {what}", game=game, reason=reason))


async def judged(bot: OneBot, who: str, game: str, **more: str) -> str:
    """They confirm it; what is answered."""
    asking = await question(bot, who, game, **more)
    label = walk(asking)[0]["label"]
    done = await bot.press(who, label, asking)
    await bot.services.ladders.rest()
    return said(done)


async def money(bot: OneBot, games: int) -> str:
    """So many games for money, of which Ann has lost the first; the table."""
    await bot.play(length=0)
    for number in range(games):
        await bot.turn()
        await resigned(bot, ("Ann", "Bob")[number % 2], "single")
        for who in ("Ann", "Bob"):
            await bot.press(who, "Next")
    return (await bot.table()).id


async def test_a_game_is_struck_once_that_is_confirmed(bot: OneBot) -> None:
    table = await match(bot)
    bot.hire("Mod", manage_guild=True)
    asking = await question(bot, "Mod", f"{table.id}-1", reason="by  _mistake_\n\nof both")
    ann, bob = (bot.people[name].id for name in ("Ann", "Bob"))
    assert asking.content.splitlines() == [
        f"**Strike 1 game of table `{table.id}`?** It counts no more, neither for ratings nor for boards.",
        f"Played by: <@{ann}>, <@{bob}>",
        asking.content.splitlines()[2],
        "> by _mistake_ of both",
    ]
    line = asking.content.splitlines()[2]
    assert re.fullmatch(rf"`{table.id}-1` · <t:\d+:d> · to 1 · rated · <@{bob}> \+1", line)
    assert [each["label"] for each in walk(asking)] == ["Strike 1 game", "Cancel"]
    assert rows(await board(bot)) == ["Bob", "Ann"] and await bot.services.store.ladder.length(bot.guild.id) == 1
    done = said(await bot.press("Mod", "Strike 1 game", asking))
    assert done == f"Struck: 1 game of table `{table.id}`. Everything is being counted without it."
    await bot.services.ladders.rest()
    assert rows(await board(bot)) == []
    listed = (await asked(bot, "Ann", "games")).content
    assert "~~" in listed and "struck: by \\_mistake\\_ of both" in listed
    assert "does not count already" in (await question(bot, "Mod", table.id)).content
    assert bot.notified(bot.last) == []


async def test_a_game_counts_again(bot: OneBot) -> None:
    table = await match(bot)
    bot.hire("Mod", manage_guild=True)
    before = await board(bot)
    refused = await question(bot, "Mod", table.id, what="restore")
    assert refused.content == LadderFault.NOTHING_TO_RESTORE.value.format(game=table.id)
    await judged(bot, "Mod", table.id)
    asking = await question(bot, "Mod", table.id, what="restore", reason="it was fair")
    assert asking.content.startswith(f"**Does 1 game of table `{table.id}` count again?**\nPlayed by:")
    done = said(await bot.press("Mod", "Restore 1 game", asking))
    assert done == f"Restored: 1 game of table `{table.id}`. Everything is being counted with it."
    await bot.services.ladders.rest()
    assert await board(bot) == before
    listed = (await asked(bot, "Ann", "games")).content
    assert "~~" not in listed and "struck" not in listed and " · restored: it was fair" in listed
    await judged(bot, "Mod", table.id, reason="it was not")
    assert rows(await board(bot)) == [] and "struck: it was not" in (await asked(bot, "Ann", "games")).content


async def test_who_thinks_better_of_it_has_changed_nothing(bot: OneBot) -> None:
    table = await match(bot)
    bot.hire("Mod", manage_guild=True)
    await bot.press("Mod", "Cancel", await question(bot, "Mod", table.id))
    assert await bot.services.store.ladder.length(bot.guild.id) == 1 and len(rows(await board(bot))) == 2


async def test_only_who_manages_the_server_may_and_not_what_they_have_played(bot: OneBot) -> None:
    table = await match(bot)
    bot.hire("Mod", manage_messages=True)
    bot.hire("Boss", manage_guild=True)
    for what in ("strike", "restore"):
        for who in ("Ann", "Mod"):
            with pytest.raises(simcord.backend.errors.SetupError, match="not visible to this user"):
                await question(bot, who, table.id, what=what)
    await bot.slash("Boss", "play", opponent="Ann", length=1)
    await bot.press("Ann", "Accept challenge", bot.last)
    await bot.turn()
    await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
    answer = await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
    await bot.press("Ann", "Confirm", answer.response)
    await bot.press("Boss", "Accept resignation")
    own = (await bot.table()).id
    assert own != table.id
    assert (await question(bot, "Boss", own)).content == LadderFault.PLAYED_IT.value
    bot.hire("Other", manage_guild=True)
    await judged(bot, "Other", own)
    assert (await question(bot, "Boss", own, what="restore")).content == LadderFault.PLAYED_IT.value
    # Who may no longer when they confirm it, may not.
    asking = await question(bot, "Boss", table.id)
    bot.dismiss("Boss")
    assert LadderFault.NOT_A_MANAGER.value in said(await bot.press("Boss", "Strike 1 game", asking))


async def test_only_what_was_shown_is_struck(bot: OneBot) -> None:
    table = await money(bot, 2)
    bot.hire("Mod", manage_guild=True)
    asking = await question(bot, "Mod", table)
    assert asking.content.startswith(f"**Strike 2 games of table `{table}`?** They count no more")
    assert asking.content.count(f"`{table}-") == 2
    await bot.until(Phase.CUBE)
    await resigned(bot, "Ann", "single")
    for who in ("Ann", "Bob"):
        await bot.press(who, "Next")
    again = (await bot.press("Mod", "Strike 2 games", asking)).response
    assert again.content.startswith(f"**Strike 3 games of table `{table}`?**")
    assert again.content.endswith("\n> agreed"), "the reason is kept"
    assert await bot.services.store.ladder.struck(bot.guild.id) == frozenset()
    await judged(bot, "Mod", f"{table}-1")
    await bot.until(Phase.CUBE)
    await resigned(bot, "Bob", "single")
    for who in ("Ann", "Bob"):
        await bot.press(who, "Next")
    others = (await bot.press("Mod", "Strike 3 games", again)).response
    assert others.content.startswith(f"**Strike 3 games of table `{table}`?**"), "as many, but not the same"
    done = said(await bot.press("Mod", "Strike 3 games", others))
    assert "Struck: 3 games" in done
    assert "Restored: 1 game" in await judged(bot, "Mod", f"{table}-2", what="restore")
    asking = await question(bot, "Mod", table, what="restore")
    assert f"`{table}-1`" in asking.content and f"`{table}-2`" not in asking.content


async def test_a_long_evening_is_named_in_short(bot: OneBot) -> None:
    table = await money(bot, 11)
    bot.hire("Mod", manage_guild=True)
    asking = await question(bot, "Mod", table, reason="x" * 200)
    assert asking.content.count(f"`{table}-") == 8 and "\n… and 3 more\n> xxx" in asking.content
    assert "Struck: 11 games" in said(await bot.press("Mod", "Strike 11 games", asking))


async def test_a_reason_is_needed(bot: OneBot) -> None:
    table = await match(bot)
    bot.hire("Mod", manage_guild=True)
    assert (await question(bot, "Mod", table.id, reason=" \n ")).content == LadderFault.NO_REASON.value


async def test_a_match_of_a_league_is_owed_again_and_counts_again() -> None:
    async with circuit(*NAMES[:3]) as league:
        bot = league.bot
        bot.hire("Mod", manage_guild=True)
        await league.open(*NAMES[:3])
        await bot.press("Ann", "Start", league.shown)
        await league.match("Bob", "Cyd")
        game = (await bot.services.store.tables_of(bot.people["Bob"].id))[0]
        asking = await question(bot, "Mod", game)
        assert "The match is owed again in its league, unless that has gone on." in asking.content
        await judged(bot, "Mod", game)
        await bot.tick()
        assert sorted(await league.owed("Cyd")) == ["Ann", "Bob"] and "0 of 3 matches" in league.shown.content
        assert "🏆" not in await judged(bot, "Mod", game, what="restore")
        await bot.tick()
        assert await league.owed("Cyd") == ["Ann"] and "1 of 3 matches" in league.shown.content
        await judged(bot, "Mod", game)
        await league.match("Cyd", "Bob")
        told = await judged(bot, "Mod", game, what="restore")
        assert told.endswith(f"🏆 {LeagueFault.REPLAYED.value}") and "Restored: 1 game" in told
        assert "1 of 3 matches" in league.shown.content


async def farmed(bot: OneBot, winner: int, loser: int, times: int) -> None:
    """Somebody has beaten somebody else so often this month."""
    now, ladder = bot.services.now(), bot.services.store.ladder
    for number in range(times):
        fact = match_game(
            winner=0, length=7, points=7, table=f"{winner % 89:02}{loser % 89:02}x{number}", at=now, plays=40
        )
        await ladder.enter(bot.guild.id, fact.table, [Entry(1, write_fact(fact), (winner, loser))])


async def test_farmed_ratings_are_found(bot: OneBot) -> None:
    bot.hire("Mod", manage_guild=True)
    with pytest.raises(simcord.backend.errors.SetupError, match="not visible to this user"):
        await bot.slash("Ann", "ladder watch")
    assert "Nobody. Looked at are those who have gained 100 points or more." in await bot.slash("Mod", "ladder watch")
    ann, bob, cyd = (bot.people[name].id for name in ("Ann", "Bob", "Cyd"))
    await farmed(bot, ann, bob, 9)
    for number in range(4):
        await farmed(bot, cyd, 10**9 + number, 2)
    shown = private(await bot.people["Mod"].slash(bot.channel, "ladder watch"))
    first, who, source, tables, rest = shown.content.splitlines()
    assert first.startswith("**Rating gained mostly from one opponent** · ")
    assert re.fullmatch(rf"<@{ann}> \*\*\+\d\d\d\*\*", who)
    assert re.fullmatch(rf"- from <@{bob}>: \*\*\+\d\d\d\*\* in 9 matches", source)
    assert re.fullmatch(r"-# (`\w+` ){3}…", tables)
    assert rest == "-# 1 other has gained 100 points or more, from several opponents."
    # What is struck was not gained.
    table = tables.split("`")[1]
    assert "Strike 1 game" in (await question(bot, "Mod", table)).content
    for number in range(6):
        await judged(bot, "Mod", f"{table[:-1]}{number}")
    assert "Nobody. Looked at" in await bot.slash("Mod", "ladder watch")
