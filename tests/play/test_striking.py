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

from .party import Party, private, said, walk
from .test_games import resigned
from .test_ladder import asked, board, match, rows
from .test_leagues import NAMES, circuit

pytestmark = pytest.mark.usefixtures("short")


async def question(club: Party, who: str, game: str, *, reason: str = "agreed", what: str = "strike") -> Any:
    """What somebody is asked who strikes a game, or restores one."""
    return private(await club.people[who].slash(club.channel, f"ladder {what}", game=game, reason=reason))


async def judged(club: Party, who: str, game: str, **more: str) -> str:
    """They confirm it; what is answered."""
    asking = await question(club, who, game, **more)
    label = walk(asking)[0]["label"]
    done = await club.press(who, label, asking)
    await club.bot.services.ladders.rest()
    return said(done)


async def money(club: Party, games: int) -> str:
    """So many games for money, of which Ann has lost the first; the table."""
    await club.play(length=0)
    for number in range(games):
        await club.turn()
        await resigned(club, ("Ann", "Bob")[number % 2], "single")
        for who in ("Ann", "Bob"):
            await club.press(who, "Next")
    return (await club.table()).id


async def test_a_game_is_struck_once_that_is_confirmed(club: Party) -> None:
    table = await match(club)
    club.hire("Mod", manage_guild=True)
    asking = await question(club, "Mod", f"{table.id}-1", reason="by  _mistake_\n\nof both")
    ann, bob = (club.people[name].id for name in ("Ann", "Bob"))
    assert asking.content.splitlines() == [
        f"**Strike 1 game of table `{table.id}`?** It counts no more, neither for ratings nor for boards.",
        f"Played by: <@{ann}>, <@{bob}>",
        asking.content.splitlines()[2],
        "> by _mistake_ of both",
    ]
    line = asking.content.splitlines()[2]
    assert re.fullmatch(rf"`{table.id}-1` · <t:\d+:d> · to 1 · rated · <@{bob}> \+1", line)
    assert [each["label"] for each in walk(asking)] == ["Strike 1 game", "Cancel"]
    assert rows(await board(club)) == ["Bob", "Ann"] and await club.bot.services.store.ladder.length(club.guild.id) == 1
    done = said(await club.press("Mod", "Strike 1 game", asking))
    assert done == f"Struck: 1 game of table `{table.id}`. Everything is being counted without it."
    await club.bot.services.ladders.rest()
    assert rows(await board(club)) == []
    listed = (await asked(club, "Ann", "games")).content
    assert "~~" in listed and "struck: by \\_mistake\\_ of both" in listed
    assert "does not count already" in (await question(club, "Mod", table.id)).content
    assert club.notified(club.last) == []


async def test_a_game_counts_again(club: Party) -> None:
    table = await match(club)
    club.hire("Mod", manage_guild=True)
    before = await board(club)
    refused = await question(club, "Mod", table.id, what="restore")
    assert refused.content == LadderFault.NOTHING_TO_RESTORE.value.format(game=table.id)
    await judged(club, "Mod", table.id)
    asking = await question(club, "Mod", table.id, what="restore", reason="it was fair")
    assert asking.content.startswith(f"**Does 1 game of table `{table.id}` count again?**\nPlayed by:")
    done = said(await club.press("Mod", "Restore 1 game", asking))
    assert done == f"Restored: 1 game of table `{table.id}`. Everything is being counted with it."
    await club.bot.services.ladders.rest()
    assert await board(club) == before
    listed = (await asked(club, "Ann", "games")).content
    assert "~~" not in listed and "struck" not in listed and " · restored: it was fair" in listed
    await judged(club, "Mod", table.id, reason="it was not")
    assert rows(await board(club)) == [] and "struck: it was not" in (await asked(club, "Ann", "games")).content


async def test_who_thinks_better_of_it_has_changed_nothing(club: Party) -> None:
    table = await match(club)
    club.hire("Mod", manage_guild=True)
    await club.press("Mod", "Cancel", await question(club, "Mod", table.id))
    assert await club.bot.services.store.ladder.length(club.guild.id) == 1 and len(rows(await board(club))) == 2


async def test_only_who_manages_the_server_may_and_not_what_they_have_played(club: Party) -> None:
    table = await match(club)
    club.hire("Mod", manage_messages=True)
    club.hire("Boss", manage_guild=True)
    for what in ("strike", "restore"):
        for who in ("Ann", "Mod"):
            with pytest.raises(simcord.backend.errors.SetupError, match="not visible to this user"):
                await question(club, who, table.id, what=what)
    await club.slash("Boss", "play", opponent="Ann", length=1)
    await club.press("Ann", "Accept challenge", club.last)
    await club.turn()
    await club.people["Ann"].slash(club.channel, "resign", kind="single")
    answer = await club.people["Ann"].slash(club.channel, "resign", kind="single")
    await club.press("Ann", "Confirm", answer.response)
    await club.press("Boss", "Accept resignation")
    own = (await club.table()).id
    assert own != table.id
    assert (await question(club, "Boss", own)).content == LadderFault.PLAYED_IT.value
    club.hire("Other", manage_guild=True)
    await judged(club, "Other", own)
    assert (await question(club, "Boss", own, what="restore")).content == LadderFault.PLAYED_IT.value
    # Who may no longer when they confirm it, may not.
    asking = await question(club, "Boss", table.id)
    club.dismiss("Boss")
    assert LadderFault.NOT_A_MANAGER.value in said(await club.press("Boss", "Strike 1 game", asking))


async def test_only_what_was_shown_is_struck(club: Party) -> None:
    table = await money(club, 2)
    club.hire("Mod", manage_guild=True)
    asking = await question(club, "Mod", table)
    assert asking.content.startswith(f"**Strike 2 games of table `{table}`?** They count no more")
    assert asking.content.count(f"`{table}-") == 2
    await club.until(Phase.CUBE)
    await resigned(club, "Ann", "single")
    for who in ("Ann", "Bob"):
        await club.press(who, "Next")
    again = (await club.press("Mod", "Strike 2 games", asking)).response
    assert again.content.startswith(f"**Strike 3 games of table `{table}`?**")
    assert again.content.endswith("\n> agreed"), "the reason is kept"
    assert await club.bot.services.store.ladder.struck(club.guild.id) == frozenset()
    await judged(club, "Mod", f"{table}-1")
    await club.until(Phase.CUBE)
    await resigned(club, "Bob", "single")
    for who in ("Ann", "Bob"):
        await club.press(who, "Next")
    others = (await club.press("Mod", "Strike 3 games", again)).response
    assert others.content.startswith(f"**Strike 3 games of table `{table}`?**"), "as many, but not the same"
    done = said(await club.press("Mod", "Strike 3 games", others))
    assert "Struck: 3 games" in done
    assert "Restored: 1 game" in await judged(club, "Mod", f"{table}-2", what="restore")
    asking = await question(club, "Mod", table, what="restore")
    assert f"`{table}-1`" in asking.content and f"`{table}-2`" not in asking.content


async def test_a_long_evening_is_named_in_short(club: Party) -> None:
    table = await money(club, 11)
    club.hire("Mod", manage_guild=True)
    asking = await question(club, "Mod", table, reason="x" * 200)
    assert asking.content.count(f"`{table}-") == 8 and "\n… and 3 more\n> xxx" in asking.content
    assert "Struck: 11 games" in said(await club.press("Mod", "Strike 11 games", asking))


async def test_a_reason_is_needed(club: Party) -> None:
    table = await match(club)
    club.hire("Mod", manage_guild=True)
    assert (await question(club, "Mod", table.id, reason=" \n ")).content == LadderFault.NO_REASON.value


async def test_a_match_of_a_league_is_owed_again_and_counts_again() -> None:
    async with circuit(*NAMES[:3]) as league:
        club = league.club
        club.hire("Mod", manage_guild=True)
        await league.open(*NAMES[:3])
        await club.press("Ann", "Start", league.shown)
        await league.match("Bob", "Cyd")
        game = (await club.bot.services.store.tables_of(club.people["Bob"].id))[0]
        asking = await question(club, "Mod", game)
        assert "The match is owed again in its league, unless that has gone on." in asking.content
        await judged(club, "Mod", game)
        await club.tick()
        assert sorted(await league.owed("Cyd")) == ["Ann", "Bob"] and "0 of 3 matches" in league.shown.content
        assert "🏆" not in await judged(club, "Mod", game, what="restore")
        await club.tick()
        assert await league.owed("Cyd") == ["Ann"] and "1 of 3 matches" in league.shown.content
        await judged(club, "Mod", game)
        await league.match("Cyd", "Bob")
        told = await judged(club, "Mod", game, what="restore")
        assert told.endswith(f"🏆 {LeagueFault.REPLAYED.value}") and "Restored: 1 game" in told
        assert "1 of 3 matches" in league.shown.content


async def farmed(club: Party, winner: int, loser: int, times: int) -> None:
    """Somebody has beaten somebody else so often this month."""
    now, ladder = club.bot.services.now(), club.bot.services.store.ladder
    for number in range(times):
        fact = match_game(
            winner=0, length=7, points=7, table=f"{winner % 89:02}{loser % 89:02}x{number}", at=now, plays=40
        )
        await ladder.enter(club.guild.id, fact.table, [Entry(1, write_fact(fact), (winner, loser))])


async def test_farmed_ratings_are_found(club: Party) -> None:
    club.hire("Mod", manage_guild=True)
    with pytest.raises(simcord.backend.errors.SetupError, match="not visible to this user"):
        await club.slash("Ann", "ladder watch")
    assert "Nobody. Looked at are those who have gained 100 points or more." in await club.slash("Mod", "ladder watch")
    ann, bob, cyd = (club.people[name].id for name in ("Ann", "Bob", "Cyd"))
    await farmed(club, ann, bob, 9)
    for number in range(4):
        await farmed(club, cyd, 10**9 + number, 2)
    shown = private(await club.people["Mod"].slash(club.channel, "ladder watch"))
    first, who, source, tables, rest = shown.content.splitlines()
    assert first.startswith("**Rating gained mostly from one opponent** · ")
    assert re.fullmatch(rf"<@{ann}> \*\*\+\d\d\d\*\*", who)
    assert re.fullmatch(rf"- from <@{bob}>: \*\*\+\d\d\d\*\* in 9 matches", source)
    assert re.fullmatch(r"-# (`\w+` ){3}…", tables)
    assert rest == "-# 1 other has gained 100 points or more, from several opponents."
    # What is struck was not gained.
    table = tables.split("`")[1]
    assert "Strike 1 game" in (await question(club, "Mod", table)).content
    for number in range(6):
        await judged(club, "Mod", f"{table[:-1]}{number}")
    assert "Nobody. Looked at" in await club.slash("Mod", "ladder watch")
