"""Leagues in a channel: opened, joined, played by ordinary challenges, shown as they stand, whoever stops."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import discord
from msgspec.structs import replace

from bot.core.clock import Live
from bot.core.pace import MINUTE, SECOND
from bot.league import Knockout
from bot.league.entries import DAY, read_entry
from bot.league.league import folded
from bot.league.standings import knocked_out, swiss_table, table
from bot.league.state import WEEK
from bot.tables.held_league import HeldLeague
from bot.tables.personal_data import delete
from tests.league.plainly import Plain

from .bot import OneBot, one_bot, private, said, walk

HOUR = 3600
NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lea")


class Circuit:
    """Drives a league by what its people see and press. Ann may manage the server."""

    def __init__(self, bot: OneBot) -> None:
        self.bot = bot

    async def open(self, *people: str, kind: str = "open", **options: Any) -> None:
        await self.bot.slash("Ann", f"league {kind}", name="Winter", length=1, **options)
        for person in people:
            await self.bot.press(person, "Join", self.shown)

    @property
    def shown(self) -> Any:
        """The message that shows the league, with its buttons."""
        return next(each for each in reversed(self.bot.messages) if "🏆 **Winter**: " in each.content and walk(each))

    @property
    def challenged(self) -> Any:
        """The last challenge."""
        return next(each for each in reversed(self.bot.messages) if "challenges" in each.content)

    async def held(self) -> HeldLeague:
        leagues = self.bot.services.leagues
        name = next(iter(await leagues.listed(self.bot.guild.id)))
        return await leagues.find(self.bot.guild.id, name)

    async def owed(self, who: str) -> list[str]:
        """With whom somebody has yet to play."""
        debts = await self.bot.services.leagues.debts(self.bot.guild.id, self.bot.people[who].id)
        return [debt.opponent.name for debt in debts]

    async def challenge(self, who: str, other: str) -> Any:
        """By the button beside the match that is owed; the challenge."""
        mine = private(await self.bot.press(who, "My matches", self.shown))
        result = await self.bot.people[who].click(mine, label=f"Play {other}")
        assert result.acknowledged
        return self.challenged

    async def match(self, winner: str, loser: str, *, typed: bool = False) -> None:
        """A match of one point is played: the loser resigns."""
        if typed:
            await self.bot.slash(winner, "play", opponent=loser)
            challenge = self.challenged
        else:
            challenge = await self.challenge(winner, loser)
        assert "Counts for **Winter**." in challenge.content
        await self.bot.press(loser, "Accept challenge", challenge)
        await self.give_up(loser, winner)

    async def confirmed(self, who: str, command: str, **options: Any) -> str:
        """What is done by a command that asks once more."""
        people = self.bot.people
        filled = {key: people[value] if key == "member" else value for key, value in options.items()}
        asking = private(await people[who].slash(self.bot.channel, command, **filled))
        assert [each["label"] for each in walk(asking)] == ["Confirm", "Cancel"]
        return said(await self.bot.press(who, "Confirm", asking))

    async def give_up(self, loser: str, winner: str) -> None:
        answer = await self.bot.people[loser].slash(self.bot.channel, "resign", kind="single")
        await self.bot.press(loser, "Confirm", answer.response)
        await self.bot.press(winner, "Accept resignation")
        await self.bot.tick()


@asynccontextmanager
async def circuit(*people: str) -> AsyncIterator[Circuit]:
    async with one_bot(people[1:]) as bot:
        bot.hire(people[0], manage_guild=True, manage_messages=True, send_messages=True)
        yield Circuit(bot)
        bot.env.raise_errors()


async def test_a_league_is_opened_joined_and_started_by_whoever_may() -> None:
    async with circuit(*NAMES[:4]) as league:
        bot = league.bot
        refused = await bot.slash("Bob", "league open", name="Winter", length=1)
        assert refused == "Only who may manage this server, or has the role for it, can open a league."
        assert not bot.messages
        await league.open("Ann", "Bob", weeks=2)
        assert league.shown.content.splitlines()[:3] == [
            "🏆 **Winter**: backgammon, matches to 1 point.",
            "Everybody of a division plays everybody else of it once, within 2 weeks.",
            "2 have joined: Ann, Bob",
        ]
        assert "You are in this league already." in said(await bot.press("Bob", "Join", league.shown))
        assert "A league needs at least 3 people" in said(await bot.press("Ann", "Start", league.shown))
        assert "You are in **Winter**." in await bot.slash("Cyd", "league join")
        assert "Only Ann, who opened" in said(await bot.press("Bob", "Start", league.shown))
        await bot.press("Dan", "Join", league.shown)
        await bot.press("Dan", "Leave", league.shown)
        before = league.shown
        await bot.slash("Ann", "league start")
        assert league.shown.id != before.id and not bot.env.backend.get_message(bot.channel.id, before.id).components
        assert bot.notified(league.shown) == ["Ann", "Bob", "Cyd"]
        assert "0 of 3 matches are played." in league.shown.content and "the pairings are out." in league.shown.content
        assert [each["label"] for each in walk(league.shown)] == ["My matches", "Join", "Table"]


async def test_a_role_may_open_leagues_if_the_server_says_so() -> None:
    async with circuit(*NAMES[:2]) as league:
        bot = league.bot
        role = bot.guild.create_role("Hosts", permissions=discord.Permissions(view_channel=True, send_messages=True))
        eve = bot.env.create_user("eve", global_name="Eve")
        bot.people["Eve"] = bot.guild.add_member(eve, roles=[role])
        assert "Only who may manage this server can change" in await bot.slash("Eve", "league hosts", role=role)
        assert f"<@&{role.id}> may open leagues" in await bot.slash("Ann", "league hosts", role=role)
        assert "The league is open." in await bot.slash("Eve", "league open", name="Winter", length=1)
        assert "opened by Eve" in league.shown.content and "Nobody has joined yet." in league.shown.content
        assert "Only who may manage" in await bot.slash("Bob", "league open", name="Other", length=1)
        assert "opens leagues now" in await bot.slash("Ann", "league hosts")
        assert "Only who may manage" in await bot.slash("Eve", "league knockout", name="Other", length=1)


async def test_a_match_counts_if_its_challenge_has_said_so_and_only_the_first_does() -> None:
    async with circuit(*NAMES[:3]) as league:
        bot = league.bot
        await league.open(*NAMES[:3])
        await bot.press("Ann", "Start", league.shown)
        await bot.slash("Ann", "play", opponent="Bob", length=3)
        assert "Counts for" not in bot.last.content, "another length is another match"
        await bot.press("Ann", "Withdraw", bot.last)
        await league.match("Bob", "Ann", typed=True)
        assert "**Ann** against **Bob**" not in league.shown.content and "1 of 3" in league.shown.content
        assert await league.owed("Ann") == ["Cyd"]
        await bot.slash("Ann", "play", opponent="Bob")
        assert "Counts for" not in bot.last.content, "nothing is owed any more"
        await bot.press("Ann", "Withdraw", bot.last)
        mine = private(await bot.press("Cyd", "My matches", league.shown))
        assert "**Winter** (matches to 1): " in mine.content and [each["label"] for each in walk(mine)] == [
            "Play Bob",
            "Play Ann",
        ]
        await league.match("Ann", "Cyd")
        late = await bot.people["Cyd"].click(mine, label="Play Ann")
        assert "You two do not owe each other this match any more." in said(late)
        assert "2. **Ann**: won 1, lost 1" in await bot.slash("Bob", "league table")


async def test_a_league_of_eight_is_played_to_the_end() -> None:
    """With a drop-out, a late joiner, a claim, and a process that ends twice in between."""
    chance = random.Random(8)
    async with circuit(*NAMES[:9]) as league:
        bot = league.bot
        await league.open(*NAMES[:8])
        await bot.press("Ann", "Start", league.shown)
        challenge = await league.challenge("Cyd", "Dan")
        await bot.press("Dan", "Accept challenge", challenge)
        waited_for = await bot.asked()
        other = "Cyd" if waited_for == "Dan" else "Dan"
        bot.later(73 * 3600)
        await bot.slash(other, "claim")
        await bot.tick()
        assert waited_for not in await league.owed(other) and "1 of 28 matches" in league.shown.content
        await bot.press("Ida", "Join", league.shown)
        assert len(await league.owed("Ida")) == 8
        await league.match("Ida", "Hal")
        await league.confirmed("Ann", "league leave", member="Hal")
        assert await league.owed("Hal") == [] and "Hal" not in await league.owed("Bob")
        await bot.restart()
        played = 0
        while not (held := await league.held()).league.over:
            pairing = chance.choice(sorted(held.league.open_pairings.values(), key=lambda each: each.seats))
            winner, loser = (held.person(seat).name for seat in chance.sample(pairing.seats, 2))
            await league.match(winner, loser, typed=played % 5 == 0)
            played += 1
            if played == 12:
                await bot.restart()
        first = table(held.league, 0)[0]
        assert f"It is over. The winner: **{held.person(first.seat).name}** 🎉" in league.shown.content
        await counted(league, held)


async def test_a_knockout_of_eleven_is_played_to_the_end() -> None:
    """Two losses and out; with a drop-out, a late joiner and a process that ends in between."""
    chance = random.Random(11)
    async with circuit(*NAMES[:12]) as league:
        bot = league.bot
        await league.open(*NAMES[:11], kind="knockout", losses=2)
        await bot.press("Ann", "Start", league.shown)
        assert "**Round 1**" in league.shown.content and len(bot.notified(league.shown)) == 10
        await bot.press("Lea", "Join", league.shown)
        played = 0
        while not (held := await league.held()).league.over:
            pairing = chance.choice(sorted(held.league.open_pairings.values(), key=lambda each: each.seats))
            winner, loser = (held.person(seat).name for seat in chance.sample(pairing.seats, 2))
            if played == 4:
                await league.confirmed(loser, "league leave")
            else:
                await league.match(winner, loser, typed=played % 4 == 0)
            played += 1
            if played == 7:
                await bot.restart()
            await bot.tick()
        first = knocked_out(held.league)[0]
        assert held.league.form == Knockout(losses=2, round_days=14) and held.league.alive == (first.seat,)
        assert f"The winner: **{held.person(first.seat).name}** 🎉" in league.shown.content
        assert "too late to join" in await bot.slash("Lea", "league join", league=held.id) or held.league.over
        await counted(league, held)


async def counted(league: Circuit, held: HeldLeague) -> None:
    """What is shown is what a plain count of the stored log, and of the ladder's list, comes to."""
    store = league.bot.services.store
    log = [read_entry(entry) for entry in await store.leagues.log(held.guild, held.id)]
    assert folded(log) == held.league
    plain = Plain(log)
    assert len(plain.results) == len(held.league.pairings)
    games = {game for *_, game in plain.results.values() if game}
    assert len(games) == len(await store.ladder.entries(held.guild)), "each match is in the list of its server, once"
    if isinstance(held.league.form, Knockout):
        assert [seat for seat in plain.inside if plain.losses(seat) < held.league.form.losses] == [*held.league.alive]
        return
    words = await league.bot.slash("Ann", "league table", league=held.id)
    places = [words.index(f"{at}. **{held.person(seat).name}**") for at, (seat, *_) in enumerate(plain.table(0), 1)]
    assert places == sorted(places)


async def test_a_swiss_of_seven_is_played_to_the_end() -> None:
    """With a late joiner, a drop-out, byes, a match that nobody plays, and a process that ends in between."""
    chance = random.Random(7)
    async with circuit(*NAMES[:8]) as league:
        bot = league.bot
        assert "need a pace" in await bot.slash("Ann", "league swiss", name="Winter", length=1, pace="open")
        await league.open(*NAMES[:7], kind="swiss", rounds=4, round_days=7)
        lines = league.shown.content.splitlines()
        assert lines[1] == (
            "A Swiss: in each round everybody plays somebody with about as many wins, and nobody is out. "
            "There are 4 rounds. A round has 7 days. Time: 2 days a turn."
        )
        assert "else both lose it." in lines[2]
        await bot.press("Ann", "Start", league.shown)
        held = await league.held()
        assert held.league.planned == 4 and held.league.draw and len(bot.notified(league.shown)) == 6
        assert "**Round 1 of 4** · ends <t:" in league.shown.content
        (resting,) = held.league.byes
        assert f"A bye, which is a win: **{held.person(resting).name}**." in league.shown.content
        assert resting == 6, "who joined last"
        await bot.press("Hal", "Join", league.shown)
        assert await league.owed("Hal") == []
        played = 0
        while not (held := await league.held()).league.over:
            open_ones = sorted(held.league.open_pairings.values(), key=lambda each: each.seats)
            winner, loser = (held.person(seat).name for seat in chance.sample(chance.choice(open_ones).seats, 2))
            if played == 5:
                await league.confirmed(loser, "league leave")
            elif held.league.rounds == 3 and len(open_ones) == 1:
                bot.later(7 * DAY)
                await bot.tick()
                assert any(each.result and each.result.winner is None for each in (await league.held()).league.pairings)
            else:
                await league.match(winner, loser, typed=played % 4 == 0)
            played += 1
            if played == 7:
                await bot.restart()
            await bot.tick()
        assert held.league.rounds == 4 and held.league.called is False
        lines = swiss_table(held.league)
        assert f"It is over. The winner: **{held.person(lines[0].seat).name}** 🎉" in league.shown.content
        hal = next(line for line in lines if held.person(line.seat).name == "Hal")
        assert hal.lost >= 1 and (hal.left or hal.won + hal.lost == 4), "the round that was missed is lost"
        words = await bot.slash("Ann", "league table", league=held.id)
        for place, line in enumerate(lines, 1):
            assert f"{place}. **{held.person(line.seat).name}**: won {line.won}, lost {line.lost}, Buchholz " in words
        await counted_log(league)


async def test_people_are_reminded_of_what_they_owe_and_a_league_ends_with_its_weeks() -> None:
    async with circuit(*NAMES[:3]) as league:
        bot = league.bot
        await league.open(*NAMES[:3], weeks=2)
        await bot.press("Ann", "Start", league.shown)
        posted = len(bot.messages)
        for _ in range(8):
            bot.later(36 * 3600)
            await bot.tick()
        reminders = [each for each in bot.messages[posted:] if "matches are still to be played" in each.content]
        assert len(reminders) == 3 and bot.notified(reminders[0]) == ["Ann", "Bob", "Cyd"]
        bot.later(WEEK)
        await bot.tick()
        assert (await league.held()).league.over and "It is over." in league.shown.content
        assert [each["label"] for each in walk(league.shown)] == ["Table"]


async def test_a_match_that_a_moderator_strikes_is_owed_again() -> None:
    async with circuit(*NAMES[:3]) as league:
        bot = league.bot
        await league.open(*NAMES[:3])
        await bot.press("Ann", "Start", league.shown)
        await league.match("Bob", "Cyd")
        assert await league.owed("Cyd") == ["Ann"]
        game = (await bot.services.store.tables_of(bot.people["Bob"].id))[0]
        asking = private(await bot.people["Ann"].slash(bot.channel, "ladder strike", game=game, reason="agreed"))
        assert "Struck" in said(await bot.press("Ann", "Strike 1 game", asking))
        await bot.tick()
        assert sorted(await league.owed("Cyd")) == ["Ann", "Bob"] and "0 of 3 matches" in league.shown.content


async def test_who_has_themself_deleted_is_nobody_in_a_league_and_owes_nothing() -> None:
    async with circuit(*NAMES[:4]) as league:
        bot = league.bot
        await league.open(*NAMES[:4])
        await bot.press("Ann", "Start", league.shown)
        await league.match("Bob", "Cyd")
        services, bob = bot.services, bot.people["Bob"].id
        await delete(services.store, services.repository, services.preferences, services.ladders, bob)
        await bot.tick()
        held = await league.held()
        assert held.seat_of(bob) is None and "Bob" not in "".join(await bot.slash("Ann", "league table"))
        assert [sorted(await league.owed(name)) for name in ("Ann", "Cyd", "Dan")] == [
            ["Cyd", "Dan"],
            ["Ann", "Dan"],
            ["Ann", "Cyd"],
        ]
        assert held.league.pairings[3].result is not None, "what was played stays"


async def test_the_next_league_takes_its_divisions_from_the_tables_of_the_last() -> None:
    async with circuit(*NAMES[:9]) as league:
        bot = league.bot
        await league.open(*NAMES[:8], division=4)
        await bot.press("Ann", "Start", league.shown)
        held = await league.held()
        order = [[held.person(line.seat).name for line in table(held.league, at)] for at in (0, 1)]
        await league.confirmed("Ann", "league end")
        await league.open(*reversed(NAMES[:8]), "Ida", division=4, follows=held.id)
        await bot.press("Ann", "Start", league.shown)
        new = await league.held()
        names = [new.person(seat).name for division in new.league.divisions for seat in division]
        first, second = order
        assert names == [*first[:3], second[0], first[3], *second[1:], "Ida"]


async def test_leaving_and_calling_off_are_asked_once_more() -> None:
    async with circuit(*NAMES[:5]) as league:
        bot = league.bot
        await league.open(*NAMES[:5])
        asking = private(await bot.people["Bob"].slash(bot.channel, "league leave"))
        assert asking.content == "Leave **Winter**?"
        await bot.press("Bob", "Cancel", asking)
        assert len((await league.held()).league.present) == 5
        await bot.press("Ann", "Start", league.shown)
        assert "You are in **Winter**" not in await bot.slash("Ann", "league leave", member="Bob")
        asking = private(await bot.people["Ann"].slash(bot.channel, "league leave", member=bot.people["Bob"]))
        assert asking.content == (
            "Take **Bob** out of **Winter**? Fewer than half of these matches have been played, so none of them counts "
            "for anybody in the table. There is no way back into a league that runs."
        )
        assert (await bot.press("Ann", "Confirm", asking)) and not (await league.held()).has(bot.people["Bob"].id)
        assert "Bob is not in this league." in said(await bot.press("Ann", "Confirm", asking))
        await league.match("Cyd", "Dan")
        await league.match("Cyd", "Eve")
        asking = private(await bot.people["Cyd"].slash(bot.channel, "league leave"))
        assert "Matches that are still owed are lost." in asking.content
        assert "You have left **Winter**." in said(await bot.press("Cyd", "Confirm", asking))
        words = await bot.slash("Ann", "league table")
        assert "-# Left before half of their matches were played, so those count for nobody: **Bob**." in words
        assert "-# Left later, so what was open is won by the others: **Cyd**." in words
        assert "2 of 6 matches" not in league.shown.content and "3 of 6 matches" in league.shown.content
        assert "**Cyd**: won 2, lost 1" in words and "**Bob**: won 0, lost 0" in words
        asking = private(await bot.people["Ann"].slash(bot.channel, "league end"))
        assert asking.content == ("Call **Winter** off? It is over then, and stays so. 3 matches are still open.")
        assert not (await league.held()).league.over
        assert "**Winter** is over." in said(await bot.press("Ann", "Confirm", asking))
        assert (await league.held()).league.over
        assert "This league is over." in said(await bot.press("Ann", "Confirm", asking))


async def test_matches_of_a_league_have_its_pace_unless_two_agree_on_a_live_one() -> None:
    async with circuit(*NAMES[:3]) as league:
        bot = league.bot
        assert "by days or hours" in await bot.slash("Ann", "league open", name="Winter", length=3, pace="2 min")
        await league.open(*NAMES[:3], pace="3 days a turn")
        assert league.shown.content.splitlines()[1].endswith("within 4 weeks. Time: 3 days a turn.")
        await bot.press("Ann", "Start", league.shown)
        challenge = await league.challenge("Ann", "Bob")
        assert "Not usual: Time: 3 days a turn." in challenge.content
        await bot.press("Ann", "Withdraw", challenge)
        for pace in ("open", "1 day"):
            assert "have its pace" in await bot.slash("Ann", "play", opponent="Bob", pace=pace)
        await bot.slash("Ann", "play", opponent="Bob", pace="2 min + 15 s")
        assert "Counts for **Winter**." in bot.last.content and "2 min a point" in bot.last.content
        await bot.press("Bob", "Accept challenge", bot.last)
        assert (await bot.table()).about.pace == Live(2 * MINUTE, 15 * SECOND)
        await league.give_up("Bob", "Ann")
        assert await league.owed("Ann") == ["Cyd"]


async def test_an_event_of_discord_announces_a_league_once_and_goes_with_it() -> None:
    async with circuit("Ann", "Bob", "Cyd") as league:
        bot = league.bot
        settings = await bot.services.preferences.of_server(bot.guild.id)
        await bot.services.preferences.keep_server(bot.guild.id, replace(settings, events=True))
        await league.open("Ann", "Bob", "Cyd")
        await bot.press("Ann", "Start", league.shown)
        held, http = await league.held(), bot.client.http
        await bot.services.league_clock.look(bot.guild.id, held.id)
        (event,) = await http.get_scheduled_events(bot.guild.id, False)
        link = f"https://discord.com/channels/{bot.guild.id}/{bot.channel.id}"
        assert event["name"] == held.name and event["entity_metadata"] == {"location": link}
        ends = datetime.fromisoformat(str(event["scheduled_end_time"])).timestamp()
        assert held.league.ends_at is not None and abs(ends - held.league.ends_at) < 1
        # The answer was lost, so that nothing is noted: it is found again.
        await bot.services.store.leagues.put(bot.guild.id, held.id, "event", b"null")
        await bot.services.league_clock.look(bot.guild.id, held.id)
        (again,) = await http.get_scheduled_events(bot.guild.id, False)
        assert again["id"] == event["id"]
        await bot.services.leagues.end(bot.guild.id, held.id, "over")
        await bot.services.league_clock.look(bot.guild.id, held.id)
        assert await http.get_scheduled_events(bot.guild.id, False) == []


async def test_rounds_of_a_knockout_end_by_themselves() -> None:
    """One match goes to whoever asked in vain, one goes on until somebody must act, and the host decides the last."""
    async with circuit("Mod", *NAMES[:4]) as league:
        bot = league.bot
        assert "need a pace" in await bot.slash("Mod", "league knockout", name="Winter", length=1, pace="open")
        await bot.slash("Mod", "league knockout", name="Winter", length=1, round_days=7)
        lines = league.shown.content.splitlines()
        assert lines[1] == "A knock-out: who has lost 1 match is out. A round has 7 days. Time: 2 days a turn."
        assert lines[2].startswith(
            "When a round is over, a match that has not begun goes to whoever alone has challenged"
        )
        for person in NAMES[:4]:
            await bot.press(person, "Join", league.shown)
        await bot.press("Mod", "Start", league.shown)
        held = await league.held()
        ends = int(held.league.time_up or 0)
        assert f"**Round 1** · ends <t:{ends}:R>" in league.shown.content
        assert "Only Mod, who opened" in await bot.slash("Ann", "league extend", days=3)
        assert f"ends <t:{ends + 3 * DAY}:F>" in await bot.slash("Mod", "league extend", days=3)
        assert "the round has 3 days more." in league.shown.content and len(bot.notified(league.shown)) == 4
        assert "extended already" in await bot.slash("Mod", "league extend", days=3)
        first, second = ([held.person(seat).name for seat in each.seats] for each in held.league.pairings)
        assert f"(matches to 1): {first[1]} · ends <t:{ends + 3 * DAY}:R>" in await bot.slash(
            first[0], "league pairings"
        )
        await league.challenge(*first)
        playing = await league.challenge(*second)
        await bot.press(second[1], "Accept challenge", playing)
        await bot.restart()
        bot.later(9 * DAY)
        for _ in range(16):
            bot.later(HOUR)
            await bot.tick()
        reminders = [each for each in bot.messages if "the round ends" in each.content]
        assert len(reminders) == 1 and len(bot.notified(reminders[0])) == 4
        bot.later(DAY)
        await bot.tick()
        assert f"**{first[0]}** + : – {first[1]} · no answer" in league.shown.content
        assert "what has begun ends" in league.shown.content
        assert "the time of the round is up. What has begun goes on at 12 h a turn." in league.shown.content
        assert "\nTime: 12 h a turn.\n" in await bot.slash("Mod", "rules")
        asked = await bot.asked()
        bot.later(7 * DAY)
        for _ in range(3):
            await bot.tick()
        winner = second[0] if asked == second[1] else second[1]
        assert "**Round 2**" in league.shown.content and sorted(bot.notified(league.shown)) == sorted(
            (first[0], winner)
        )
        people = bot.people
        assert "do not owe each other" in await bot.slash(
            "Mod", "league decide", winner=people[asked], loser=people[winner]
        )
        answer = await bot.slash("Mod", "league decide", winner=people[winner], loser=people[first[0]])
        assert answer == f"The match against **{first[0]}** goes to **{winner}**."
        await bot.tick()
        assert f"It is over. The winner: **{winner}** 🎉" in league.shown.content
        assert sorted(bot.notified(league.shown)) == sorted((first[0], winner))
        await counted_log(league)


async def counted_log(league: Circuit) -> None:
    """The log alone says all of it, lots included."""
    held = await league.held()
    log = await league.bot.services.store.leagues.log(held.guild, held.id)
    assert folded([read_entry(entry) for entry in log]) == held.league
