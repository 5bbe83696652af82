"""Leagues and the tables that count for them: each result once whatever is cut off, and what leagues are due for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from bot.backgammon import Illegal, Kind, Refused, Rules
from bot.league import Knockout, LeagueFault, Opened, Paired, RoundRobin, Swiss
from bot.league.entries import read_entry
from bot.league.standings import swiss_table
from bot.league.state import WEEK
from bot.store import Saved, StoreError, place
from bot.tables import intents
from bot.tables.faults import LeagueTrouble
from bot.tables.held_league import HeldLeague
from bot.tables.league_clock import LeagueClock
from bot.tables.league_events import Events, LeagueEvents
from bot.tables.leagues import Leagues
from bot.tables.people import NOBODY
from bot.tables.personal_data import export
from bot.tables.refused_posts import PostRefused, RefusedPosts, of_league
from bot.tables.round_ends import RoundEnds
from bot.tables.schedule import LEAGUE, Schedule
from bot.tables.table import Person, Table

from .lifecycle import Breaking, done, facts, lifecycle, started
from .tables import ANN, BOB, CHANNEL, CYD, GUILD, HOUR, Tables

DAN = Person(9_001_004, "Dan")
FOUR = (ANN, BOB, CYD, DAN)


class Board:
    """Shows leagues, or cannot, and remembers what it was asked."""

    def __init__(self, leagues: Leagues) -> None:
        self._leagues = leagues
        self.works = True
        self.refuses: PostRefused | None = None
        self.missing: list[str] = []
        self.asked: list[str] = []

    def lacking(self, held: HeldLeague) -> list[str]:
        return self.missing

    async def show(self, held: HeldLeague) -> bool:
        self.asked.append(f"show {held.version}")
        if self.refuses:
            raise self.refuses
        if self.works:
            await self._leagues.shown(held, replace(held.screen, message=1, shown=held.version))
        return self.works

    async def remind(self, held: HeldLeague) -> bool:
        self.asked.append("remind")
        if self.refuses:
            raise self.refuses
        if self.works:
            screen = replace(held.screen, posted_at=self.now, mentioned_at=self.now)
            await self._leagues.shown(held, replace(screen, reminders=held.reminders + 1))
        return self.works

    now = 0.0


Form = RoundRobin | Knockout | Swiss


class Club:
    """Tables and the leagues of their server."""

    def __init__(
        self, tables: Tables, ratings: dict[int, float] | None = None, announcer: Events | None = None
    ) -> None:
        self.tables = tables

        async def rated(guild: int, users: Sequence[int], variant: str) -> list[float]:
            assert (guild, variant) == (GUILD, "backgammon")
            return [(ratings or {}).get(user, 1500.0) for user in users]

        self.leagues = Leagues(tables.store, lambda: tables.time, tables.entropy, rated)
        self.board = Board(self.leagues)
        self.refused = RefusedPosts(tables.store)
        self.ends = RoundEnds(self.leagues, tables.repository, tables.desk, lifecycle(tables).serve, tables.preferences)
        self.schedule = Schedule(tables.store, lambda: tables.time)
        self.clock = LeagueClock(
            self.schedule,
            self.leagues,
            tables.preferences,
            self.refused,
            self.board,
            self.ends,
            lambda: tables.time,
            events=LeagueEvents(tables.store, self.leagues, tables.preferences, announcer) if announcer else None,
        )

    async def open(self, form: Form | None = None, *people: Person, follows: str = "") -> HeldLeague:
        opening = Opened(
            at=self.tables.time,
            name="Winter",
            length=1,
            variant="backgammon",
            rated=True,
            form=form or RoundRobin(weeks=4, size=4),
            channel=CHANNEL,
            follows=follows,
        )
        held = await self.leagues.open(GUILD, opening, ANN, self.tables.receipt())
        for person in people or FOUR:
            await self.leagues.join(GUILD, held.id, person, self.tables.receipt())
        return await self.leagues.find(GUILD, held.id)

    async def begun(self, form: Form | None = None, *people: Person) -> HeldLeague:
        held = await self.open(form, *people)
        await self.leagues.start(GUILD, held.id, self.tables.receipt())
        return await self.looked(held)

    async def looked(self, held: HeldLeague) -> HeldLeague:
        self.board.now = self.tables.time
        await self.clock.look(GUILD, held.id)
        return await self.leagues.find(GUILD, held.id)

    async def challenge(self, one: Person, other: Person) -> Table:
        debt = await self.leagues.owed(GUILD, one.user, other.user)
        assert debt is not None
        tables = self.tables
        made = await tables.challenges.make(
            GUILD, CHANNEL, one, other, Rules(length=1), tables.receipt(), counts=debt.counts
        )
        return (await tables.challenges.accept(CHANNEL, made.id, other, tables.receipt())).table

    async def match(self, winner: Person, loser: Person) -> str:
        """A match is played; the game that ended it, as facts name it."""
        serve = lifecycle(self.tables)
        table = await self.challenge(winner, loser)
        await done(self.tables, serve, loser, intents.resign(Kind.SINGLE))
        await done(self.tables, serve, winner, intents.accept())
        self.tables.time += 601
        return f"{table.id}:1"


async def test_a_match_that_says_so_counts_when_it_has_ended(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun()
    game = await club.match(CYD, ANN)
    held = await club.looked(held)
    (decided,) = [each for each in held.league.pairings if each.result]
    assert {held.person(seat) for seat in decided.seats} == {ANN, CYD}
    result = decided.result
    assert result and held.person(result.winner or 0) == CYD and (result.points, result.game) == ((1, 0), game)
    assert await club.leagues.owed(GUILD, ANN.user, CYD.user) is None
    assert await club.leagues.owed(GUILD, ANN.user, BOB.user, 3) is None, "of another length nothing is owed"


async def test_a_match_that_has_been_decided_otherwise_is_a_match_all_the_same(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun()
    serve = lifecycle(tables)
    await club.challenge(ANN, BOB)
    await club.leagues.leave(GUILD, held.id, BOB.user, tables.receipt())
    await done(tables, serve, ANN, intents.resign(Kind.SINGLE))
    await done(tables, serve, BOB, intents.accept())
    assert len(await facts(tables)) == 1
    held = await club.looked(held)
    assert all(not each.result.game for each in held.league.pairings if each.result), "what was open was lost before"


@pytest.mark.parametrize("whole", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, 30, 2))
async def test_a_result_counts_once_wherever_the_process_ends(tables: Tables, at: int, whole: bool) -> None:
    club = Club(tables)
    held = await club.begun()
    serve = lifecycle(tables)
    await club.challenge(ANN, BOB)
    await done(tables, serve, ANN, intents.resign(Kind.SINGLE))
    breaking = Tables(tables.server)
    breaking.time, breaking.receipts = tables.time, 500
    Breaking(breaking, at, done=whole)
    with suppress(StoreError, Refused):
        await done(breaking, lifecycle(breaking), BOB, intents.accept())
    after = Tables(tables.server)
    after.time, after.receipts = tables.time, 900
    await started(after)
    if not await facts(after):
        await done(after, lifecycle(after), BOB, intents.accept())
    assert len(await facts(after)) == 1
    held = await Club(after).leagues.find(GUILD, held.id)
    assert len([each for each in held.league.pairings if each.result]) == 1
    assert (await after.store.due.times(LEAGUE))[place(GUILD, held.id)] <= after.time, "and it will be shown"


async def test_a_league_that_cannot_take_account_of_a_game_keeps_it_waiting(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(tables)
    held = await club.begun()
    serve = lifecycle(tables)
    await club.challenge(ANN, BOB)
    await done(tables, serve, ANN, intents.resign(Kind.SINGLE))
    with monkeypatch.context() as newer:

        async def unreadable(*_: object) -> HeldLeague:
            raise Illegal(LeagueTrouble.NEWER)

        newer.setattr(Leagues, "find", unreadable)
        await done(tables, serve, BOB, intents.accept())
        assert await facts(tables) == []
    await started(tables)
    assert len(await facts(tables)) == 1
    held = await club.leagues.find(GUILD, held.id)
    assert len([each for each in held.league.pairings if each.result]) == 1


async def test_a_press_that_is_delivered_twice_counts_once(tables: Tables) -> None:
    club = Club(tables)
    held = await club.open(None, ANN, BOB, CYD)
    for _ in range(2):
        await club.leagues.join(GUILD, held.id, DAN, "press")
    with pytest.raises(Illegal) as caught:
        await club.leagues.join(GUILD, held.id, DAN, "another")
    assert caught.value.reason is LeagueFault.IN_IT
    for _ in range(2):
        await club.leagues.start(GUILD, held.id, "start")
    held = await club.leagues.find(GUILD, held.id)
    assert len(held.league.lots) == 4 and held.version == 6


async def test_divisions_are_made_by_ratings_and_lots_decide_among_equals(tables: Tables) -> None:
    people = [Person(100 + number, f"P{number}") for number in range(8)]
    ratings = {person.user: 1500.0 + 10 * number for number, person in enumerate(people)}
    club = Club(tables, ratings)
    held = await club.begun(None, *people)
    assert [[held.person(seat).user for seat in each] for each in held.league.divisions] == [
        [107, 106, 105, 104],
        [103, 102, 101, 100],
    ]
    other = Club(tables)
    held = await other.begun(None, *people)
    order = [seat for division in held.league.divisions for seat in division]
    assert order == sorted(order, key=lambda seat: held.league.lots[seat])


MANY = [Person(100 + number, f"P{number}") for number in range(9)]


def users(held: HeldLeague) -> list[list[int]]:
    return [[held.person(seat).user for seat in each] for each in held.league.divisions]


async def test_how_many_change_places_is_what_the_former_league_was_opened_with(tables: Tables) -> None:
    club = Club(tables, {person.user: 2000.0 - person.user for person in MANY})
    held = await club.begun(RoundRobin(weeks=4, size=4, moved=2), *MANY[:8])
    lots = held.league.lots
    await club.leagues.end(GUILD, held.id, tables.receipt())
    first, second = (sorted(each, key=lambda seat: lots[seat]) for each in held.league.divisions)
    after = await club.open(RoundRobin(weeks=4, size=4), *reversed(MANY), follows=held.id)
    after = await club.leagues.start(GUILD, after.id, tables.receipt())
    order = [held.person(seat).user for seat in (*first[:2], *second[:2], *first[2:], *second[2:])]
    assert users(after) == [order[:4], [*order[4:], MANY[8].user]]


async def test_who_is_gone_leaves_a_gap_and_whoever_had_left_comes_behind(tables: Tables) -> None:
    club = Club(tables, {person.user: 2000.0 - person.user for person in MANY})
    held = await club.begun(RoundRobin(weeks=4, size=4), *MANY[:8])
    await club.leagues.leave(GUILD, held.id, MANY[0].user, tables.receipt())
    await club.leagues.end(GUILD, held.id, tables.receipt())
    lots = held.league.lots
    first = sorted((1, 2, 3), key=lambda seat: lots[seat])
    second = sorted((4, 5, 6, 7), key=lambda seat: lots[seat])
    going = [person for person in MANY[:8] if person.user != MANY[first[0]].user]
    after = await club.open(RoundRobin(weeks=4, size=4), *going, follows=held.id)
    after = await club.leagues.start(GUILD, after.id, tables.receipt())
    line = [held.person(seat).user for seat in (first[1], second[0], first[2], *second[1:])]
    assert users(after) == [[*line, MANY[0].user]], "four and three of them are one division"


async def test_the_highest_rated_rests_where_the_league_wants_it(tables: Tables) -> None:
    club = Club(tables, {person.user: 2000.0 - person.user for person in MANY})
    held = await club.begun(Knockout(losses=2, byes_by_rating=True), *MANY)
    assert [held.person(seat).user for seat in held.league.byes] == [MANY[0].user]


async def test_the_order_of_a_swiss_is_that_of_joining_or_of_the_table_it_follows(tables: Tables) -> None:
    club = Club(tables, {person.user: 1000.0 + person.user for person in MANY})
    held = await club.begun(Swiss(rounds=2), *MANY[:5])
    assert users(held) == [[person.user for person in MANY[:5]]] and held.league.draw
    while not held.league.over:
        for each in list(held.league.open_pairings.values()):
            await club.match(held.person(each.one), held.person(each.other))
        held = await club.looked(held)
    order = [held.person(line.seat).user for line in swiss_table(held.league)]
    again = await club.open(Swiss(), MANY[8], *MANY[:5], follows=held.id)
    again = await club.leagues.start(GUILD, again.id, tables.receipt())
    assert users(again) == [[*order, MANY[8].user]]
    divisions = await club.open(RoundRobin(weeks=1), *MANY[:5], follows=held.id)
    divisions = await club.leagues.start(GUILD, divisions.id, tables.receipt())
    assert users(divisions) == [order]


async def test_a_round_of_a_swiss_follows_from_its_log_wherever_it_is_drawn(tables: Tables) -> None:
    club, other = Club(tables), Club(Tables(tables.server))
    held = await club.open(Swiss(), *MANY)
    await club.leagues.start(GUILD, held.id, tables.receipt())
    held, again = await asyncio.gather(club.leagues.advance(GUILD, held.id), other.leagues.advance(GUILD, held.id))
    assert held.league.pairings == again.league.pairings and held.league.rounds == 1
    log = await tables.store.leagues.log(GUILD, held.id)
    assert len([each for each in map(read_entry, log) if isinstance(each, Paired)]) == 1


async def test_a_struck_match_is_owed_again_and_shown(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun()
    game = await club.match(CYD, ANN)
    held = await club.looked(held)
    assert await club.leagues.strike(GUILD, game, tables.time) is None
    assert await club.leagues.owed(GUILD, ANN.user, CYD.user) is not None
    assert await club.leagues.strike(GUILD, game, tables.time) is None, "again does no harm"
    assert await club.leagues.strike(GUILD, "other:1", tables.time) is None, "nor does one of no league"
    again = await club.match(ANN, CYD)
    held = await club.looked(held)
    assert await club.leagues.owed(GUILD, ANN.user, CYD.user) is None
    assert await club.leagues.strike(GUILD, again, tables.time) is None


async def test_a_knockout_that_has_gone_on_keeps_a_struck_match(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun(Knockout(losses=1))
    assert held.league.rounds == 1, "the first round is drawn by the look at it"
    games = []
    for pairing in held.league.pairings:
        games.append(await club.match(held.person(pairing.one), held.person(pairing.other)))
        held = await club.looked(held)
    assert held.league.rounds == 2
    assert await club.leagues.strike(GUILD, games[0], tables.time) is LeagueFault.GONE_ON


async def test_a_league_is_looked_at_until_it_is_over_and_shown(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun(RoundRobin(weeks=1, size=4))
    assert club.board.asked == ["show 6"] and held.screen.shown == 6
    assert await tables.store.due.times(LEAGUE) == {place(GUILD, held.id): tables.time + HOUR}
    tables.time += WEEK
    club.board.works = False
    held = await club.looked(held)
    assert held.league.over and club.board.asked[-1] == "show 7"
    club.board.works = True
    assert await tables.store.due.times(LEAGUE) == {place(GUILD, held.id): tables.time + HOUR}, "it is tried again"
    held = await club.looked(held)
    assert await tables.due(LEAGUE) == []


async def test_people_are_reminded_three_times_of_the_same_state_and_not_at_night(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun(RoundRobin(weeks=52, size=4))
    reminded: list[float] = []
    for _ in range(24 * 20):
        tables.time += HOUR
        before = club.board.asked.count("remind")
        held = await club.looked(held)
        if club.board.asked.count("remind") > before:
            reminded.append(tables.time)
    assert len(reminded) == 3 and all(8 <= at / HOUR % 24 < 22 for at in reminded)
    assert reminded[0] - held.acted_at >= 72 * HOUR
    await club.match(ANN, BOB)
    for _ in range(24 * 4):
        tables.time += HOUR
        held = await club.looked(held)
    assert club.board.asked.count("remind") == 4, "anew, since something has happened"


async def test_who_is_forgotten_leaves_and_leaves_no_trace(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun()
    await club.match(ANN, BOB)
    told = await export(tables.store, tables.repository, tables.preferences, tables.ladders, ANN.user, tables.time)
    assert b'"opened_by_you": true' in told and b'"name": "Winter"' in told
    for _ in range(2):
        await club.leagues.forget(GUILD, held.id, ANN.user)
    held = await club.leagues.find(GUILD, held.id)
    assert ANN not in held.people.values() and held.host == Person(-1, NOBODY)
    assert held.league.left == {0} and held.seat_of(ANN.user) is None
    assert await tables.store.leagues.of_member(ANN.user) == []
    stored = await tables.store.leagues.load(GUILD, held.id)
    assert stored is not None
    log = await tables.store.leagues.log(GUILD, held.id)
    assert str(ANN.user).encode() not in b"".join((*log, *stored.fields.values()))


async def test_what_there_is_not_is_refused(tables: Tables) -> None:
    club = Club(tables)
    with pytest.raises(Illegal) as caught:
        await club.leagues.find(GUILD, "abc")
    assert caught.value.reason is LeagueTrouble.NO_LEAGUE
    held = await club.open()
    with pytest.raises(Illegal) as caught:
        await club.open(follows=held.id)
    assert caught.value.reason is LeagueTrouble.STILL_ON
    await tables.store.leagues.save(GUILD, held.id, held.version, {}, [b'{"type":"newer"}'], listed=b"?")
    with pytest.raises(Illegal) as caught:
        await Club(tables).leagues.find(GUILD, held.id)
    assert caught.value.reason is LeagueTrouble.NEWER
    assert await Club(tables).leagues.listed(GUILD) == {}


async def test_a_struck_match_counts_again_unless_it_was_replayed(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun()
    game = await club.match(CYD, ANN)
    assert await club.leagues.restore(GUILD, game, tables.time) is None, "it was not struck"
    await club.leagues.strike(GUILD, game, tables.time)
    assert await club.leagues.restore(GUILD, game, tables.time) is None
    assert await club.leagues.owed(GUILD, ANN.user, CYD.user) is None
    held = await club.looked(held)
    assert any(each.result and each.result.game == game for each in held.league.pairings)
    await club.leagues.strike(GUILD, game, tables.time)
    await club.match(ANN, CYD)
    assert await club.leagues.restore(GUILD, game, tables.time) is LeagueFault.REPLAYED
    assert await club.leagues.restore(GUILD, "other:1", tables.time) is None, "of no league"


DAY = 24 * HOUR
NO_PERMISSION = PostRefused("FORBIDDEN", ["Send Messages"])


async def tried(club: Club, held: HeldLeague, days: int) -> list[int]:
    """How often something was posted or refused on each of these days, if it is looked at whenever it is due."""
    counts, tables = [], club.tables
    for _ in range(days):
        before, until = len(club.board.asked), tables.time + DAY
        while tables.time < until:
            await asyncio.gather(*await club.schedule.begin())
            club.board.now = tables.time
            tables.time += 300
        counts.append(len(club.board.asked) - before)
    return counts


async def test_a_league_that_discord_refuses_is_tried_after_one_two_and_four_days_and_given_up(tables: Tables) -> None:
    club = Club(tables)
    held = await club.open(RoundRobin(weeks=52, size=4))
    club.board.refuses, club.board.missing = NO_PERMISSION, ["Send Messages"]
    assert await tried(club, held, 8) == [1, 1, 1, 0, 1, 0, 0, 0]
    held = await club.leagues.find(GUILD, held.id)
    assert held.screen.shown < held.version, "nothing was shown, and that is not forgotten"
    refused = await club.refused.find(GUILD, of_league(held.id))
    assert refused and refused.given_up and (refused.channel, refused.lacking) == (CHANNEL, ("Send Messages",))
    # What is more of the same is no reason to try again; what is told in a message of its own is.
    await club.leagues.leave(GUILD, held.id, DAN.user, tables.receipt())
    assert await tried(club, held, 2) == [0, 0]
    await club.leagues.start(GUILD, held.id, tables.receipt())
    assert await tried(club, held, 2) == [1, 1]
    # As soon as the permission is there it is shown, once.
    club.board.refuses, club.board.missing = None, []
    assert await tried(club, held, 1) == [1]
    held = await club.leagues.find(GUILD, held.id)
    assert held.screen.shown == held.version and await club.refused.find(GUILD, of_league(held.id)) is None


async def test_a_reminder_that_is_refused_is_sent_when_it_may_be(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun(RoundRobin(weeks=52, size=4))
    club.board.refuses, club.board.missing = NO_PERMISSION, ["Send Messages"]
    tables.time += 4 * DAY
    counts = await tried(club, held, 6)
    assert club.board.asked[1:] == ["remind"] * 4 and sum(counts) == 4
    club.board.refuses, club.board.missing = None, []
    await tried(club, held, 1)
    held = await club.leagues.find(GUILD, held.id)
    assert held.screen.reminders == 1


async def test_a_league_that_is_over_and_given_up_is_let_rest_until_somebody_asks(tables: Tables) -> None:
    club = Club(tables)
    held = await club.open()
    club.board.refuses = PostRefused("GONE")
    await club.leagues.end(GUILD, held.id, tables.receipt())
    await tried(club, held, 6)
    assert await tables.due(LEAGUE) == []
    club.board.refuses = None
    await club.clock.try_anew(GUILD, held.id)
    held = await club.leagues.find(GUILD, held.id)
    assert held.screen.shown == held.version and await club.refused.find(GUILD, of_league(held.id)) is None


@pytest.mark.parametrize("mine", [True, False])
async def test_a_league_is_looked_at_by_the_process_that_serves_its_server(tables: Tables, mine: bool) -> None:
    club = Club(tables)
    held = await club.open()
    given = club.schedule, club.leagues, tables.preferences, club.refused, club.board, club.ends
    LeagueClock(*given, lambda: tables.time, lambda _: mine)
    await asyncio.gather(*await club.schedule.begin())
    assert club.board.asked == ([f"show {held.version}"] if mine else [])
    assert await tables.due(LEAGUE) == [place(GUILD, held.id)]


async def test_of_two_processes_that_change_a_league_at_once_neither_is_lost(tables: Tables) -> None:
    club, held = Club(tables), await Club(tables).open(None, ANN)
    other = Club(Tables(tables.server))
    joining = ((club, BOB), (other, CYD))
    await asyncio.gather(*(each.leagues.join(GUILD, held.id, who, tables.receipt()) for each, who in joining))
    held = await club.leagues.find(GUILD, held.id)
    assert {held.person(seat) for seat in held.league.present} == {ANN, BOB, CYD} and held.version == 4


async def test_what_is_delivered_twice_changes_a_league_once(tables: Tables) -> None:
    club, held = Club(tables), await Club(tables).open(None, ANN, BOB)
    for each in (club, Club(Tables(tables.server))):
        left = await each.leagues.leave(GUILD, held.id, BOB.user, "pressed")
        assert left.league.left == {1} and left.version == 4


async def test_where_others_are_always_faster_it_is_said_of_leagues_in_their_own_words(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, held = Club(tables), await Club(tables).open()
    save, others = tables.store.leagues.save, Club(Tables(tables.server))

    async def slow(*given: Any, **how: Any) -> Saved:
        if (await others.leagues.find(GUILD, held.id)).has(DAN.user):
            await others.leagues.leave(GUILD, held.id, DAN.user, tables.receipt())
        else:
            await others.leagues.join(GUILD, held.id, DAN, tables.receipt())
        return await save(*given, **how)

    monkeypatch.setattr(tables.store.leagues, "save", slow)
    with pytest.raises(Illegal) as caught:
        await club.leagues.leave(GUILD, held.id, ANN.user, tables.receipt())
    assert caught.value.reason is LeagueTrouble.BUSY
