"""What waits for a person: the same as a look at every table would find, whoever acts where, and whatever is killed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import fakeredis
import pytest
from msgspec.structs import replace

from bot.backgammon import Phase, Refused, Rules
from bot.backgammon.actions import Accept, Decline, Undo
from bot.chouette import Options, Pace, Window, actions
from bot.core.actions import Action
from bot.core.clock import Days, Hours
from bot.store import Carried, StoreError
from bot.tables import intents
from bot.tables.carrying import with_waits
from bot.tables.holidays import Holiday
from bot.tables.leagues import Leagues
from bot.tables.table import Person, Screen, Stage, Table
from bot.tables.waiting import A_PAGE, Entry, TableWait, Waiting
from bot.tables.waits import Wait
from tests.chouette.random_session import asked_for, play_on

from .lifecycle import Breaking
from .tables import ANN, BOB, CHANNEL, CYD, GUILD, HOUR, Tables
from .test_kept_games import table_with
from .test_sessions import PEOPLE, Club

_ORDER = (Wait.MUST, Wait.OTHERS, Wait.ANSWER)


def waiting(tables: Tables) -> Waiting:
    return Waiting(tables.store, tables.repository, tables.preferences, Leagues(tables.store))


async def listed(tables: Tables, user: int) -> list[Entry]:
    """All pages of what waits for somebody, one after the other."""
    found: list[Entry] = []
    service = waiting(tables)
    while True:
        page = await service.page(user, len(found) // A_PAGE)
        found += page.entries
        assert page.total >= len(found)
        if page.number + 1 == page.pages:
            return found


async def scanned(tables: Tables, places: Sequence[tuple[int, str]], user: int) -> list[tuple[Wait, str]]:
    """The same by a look at every table, as it is and without anything that was noted."""
    found: list[tuple[int, float, str, Wait]] = []
    for channel, name in places:
        table = await tables.repository.load(channel, name)
        seat = table and table.seat_of(user)
        if table is None or seat is None:
            continue
        if table.stage is Stage.CHALLENGE and not table.game.gathers and len(table.people.seats) == 2:
            wait, until = (Wait.OTHERS, Wait.ANSWER)[seat], table.about.expires_at
        elif table.stage is Stage.OPEN and table.state is not None:
            must, asked = table.state.must_act, table.state.owed_consent
            paused = table.state.paused
            if not (must or asked or paused) or not table.has(user):
                continue
            wait = Wait.MUST if seat in must else Wait.ANSWER if seat in asked else Wait.OTHERS
            wait = Wait.OTHERS if paused else wait
            since = table.waits.since if table.waits and table.state.seals else table.acted_at
            until = since + 72 * HOUR
        else:
            continue
        found.append((_ORDER.index(wait), until, f"{channel}:{name}", wait))
    return [(wait, name) for _, _, name, wait in sorted(found, key=lambda each: each[:3])]


def named(entries: Sequence[Entry]) -> list[tuple[Wait, str]]:
    return [(each.wait, f"{each.table.channel}:{each.table.id}") for each in entries if isinstance(each, TableWait)]


class Evening:
    """Matches, challenges and a chouette in a server, at which four people do what comes to their mind."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.club = Club()
        self.places: list[tuple[int, str]] = []

    @property
    def people(self) -> tuple[Person, ...]:
        return PEOPLE[:4]

    async def begin(self) -> None:
        made = await self.club.sit_down(4)
        self.places.append((CHANNEL, made.id))

    async def restart(self) -> None:
        """Another process begins, and carries what the one before may have left."""
        before = self.club
        self.club = Club(before.server)
        self.club.time, self.club.drawn, self.club.receipts = before.time, before.drawn + 1000, before.receipts
        await self.club.repository.carrier.catch_up()

    async def step(self) -> None:
        """Something is tried. Raises `Refused` if it is not possible."""
        club, rng = self.club, self.rng
        club.time += rng.randint(1, 3000)
        match rng.randrange(10):
            case 0:
                one, other = rng.sample(self.people, 2)
                channel = CHANNEL + 1 + len(self.places)
                table = await club.challenges.make(GUILD, channel, one, other, Rules(length=0), club.receipt())
                self.places.append((channel, table.id))
            case 1:
                channel, name = rng.choice(self.places)
                person = rng.choice(self.people)
                kept = club.challenges.accept if rng.random() < 0.8 else club.challenges.decline
                await kept(channel, name, person, club.receipt())
            case 2 | 3 | 4:
                session = await club.session()
                action = asked_for(rng, session)
                if action is None or action.by is None or isinstance(action, actions.AutoPass):
                    return
                await club.act(PEOPLE[action.by], self._just(action))
            case _:
                channel, name = rng.choice(self.places)
                table = await club.repository.load(channel, name)
                if table is None or table.state is None or table.game.name != "heads_up":
                    return
                person = rng.choice(table.people.seats)
                await club.desk.act(channel, person, self._way(table), receipt=club.receipt(), table=name)

    def _way(self, table: Table) -> intents.Intent:
        state: Any = table.state
        proposals = [each.number for each in state.proposals]
        if proposals and self.rng.random() < 0.6:
            kind = self.rng.choice((Accept, Decline))
            return lambda now, seat, throw: kind(by=seat, question=proposals[0])
        if state.game.phase is Phase.PLAY:
            return intents.move(str(self.rng.choice(state.game.plays(state.rules))))
        ways = (intents.roll(), intents.double(), intents.plain(Undo), intents.resign(intents.KINDS["single"]))
        return self.rng.choices(ways, (8, 2, 2, 1))[0]

    def _just(self, action: Action) -> intents.Intent:
        return lambda state, seat, throw: replace(action, dice=throw()) if hasattr(action, "dice") else action

    async def check(self) -> None:
        """Everybody's list is what a look at every table finds."""
        for person in self.people:
            found = named(await listed(self.club, person.user))
            assert found == await scanned(self.club, self.places, person.user)


@pytest.mark.parametrize("seed", range(6))
async def test_the_list_is_what_a_look_at_every_table_finds(seed: int) -> None:
    evening = Evening(seed)
    await evening.begin()
    done = 0
    for _ in range(150):
        try:
            await evening.step()
        except Refused:
            continue
        done += 1
        await evening.check()
    assert done > 40, "people have done something"


@pytest.mark.parametrize("seed", range(6))
async def test_what_a_kill_interrupts_is_carried_at_the_next_start(seed: int) -> None:
    evening = Evening(100 + seed)
    await evening.begin()
    killed = 0
    for _ in range(120):
        if evening.rng.random() < 0.4:
            Breaking(evening.club, evening.rng.randint(1, 8), done=evening.rng.random() < 0.5)
        try:
            await evening.step()
        except Refused:
            continue
        except StoreError:
            killed += 1
        await evening.restart()
        await evening.check()
    assert killed > 5, "some have been cut off"


async def test_a_save_whose_note_could_not_be_carried_is_carried_by_the_same_process_later(tables: Tables) -> None:
    tables.repository.carrier._pauses = lambda: iter([0.0] * 100)  # type: ignore[assignment]
    note, failed = tables.store.waits.note, 0

    async def away(person: int, carried: Sequence[Carried]) -> None:
        nonlocal failed
        failed += 1
        if failed <= 4:
            raise StoreError("the store is away")
        await note(person, carried)

    tables.store.waits.note = away  # type: ignore[method-assign]
    table = await tables.challenge()
    while len(await tables.store.waits.of(BOB.user)) == 0:
        await asyncio.sleep(0)
    assert named(await listed(tables, BOB.user)) == [(Wait.ANSWER, f"{CHANNEL}:{table.id}")]


async def test_a_table_that_an_older_version_has_saved_is_found_by_a_start(tables: Tables) -> None:
    table = await tables.begin()
    asked = await tables.asked(await tables.until(Phase.CUBE))
    await tables.store.put(CHANNEL, table.id, "waits", b"null")
    for person in (ANN, BOB):
        await tables.store.waits.note(person.user, [Carried(f"{CHANNEL}:{table.id}", 1000, b"")])
    fresh = Tables(tables.server)
    assert not await listed(fresh, asked.user)
    await fresh.repository.carrier.catch_up()
    assert named(await listed(fresh, asked.user)) == [(Wait.MUST, f"{CHANNEL}:{table.id}")]


async def test_what_the_index_says_wrongly_is_not_shown_and_corrected(tables: Tables) -> None:
    table = await tables.begin()
    asked = await tables.asked(await tables.until(Phase.CUBE))
    stranger = f"{CHANNEL + 1}:zzz"
    wrong = [
        Carried(stranger, 3, b'["must",7000,1.0,null]'),
        Carried(f"{CHANNEL}:{table.id}", 2, b'["answer",7000,1.0,null]'),
    ]
    for person in (asked, CYD):
        await tables.store.waits.note(person.user, [Carried(f"{CHANNEL}:{table.id}", 1, b"")])
        await tables.store.waits.note(person.user, wrong)
    assert named(await listed(tables, asked.user)) == [(Wait.MUST, f"{CHANNEL}:{table.id}")]
    assert await listed(tables, CYD.user) == []
    assert await tables.store.waits.of(CYD.user) == []


async def test_the_most_urgent_comes_first_and_ten_make_a_page(tables: Tables) -> None:
    places = []
    for number in range(23):
        tables.time += 60
        made = await tables.challenges.make(
            GUILD, CHANNEL + number, Person(5000 + number, "X"), BOB, Rules(), tables.receipt()
        )
        table = (await tables.challenges.accept(CHANNEL + number, made.id, BOB, tables.receipt())).table
        places.append((CHANNEL + number, table.id))
    pages = [await waiting(tables).page(BOB.user, number) for number in (0, 1, 2, 9)]
    assert [len(each.entries) for each in pages] == [10, 10, 3, 3]
    assert {(each.pages, each.total) for each in pages} == {(3, 23)}
    found = [each for page in pages[:3] for each in page.entries]
    assert named(found) == await scanned(tables, places, BOB.user)
    first = next(each for each in found if isinstance(each, TableWait))
    assert first.wait is Wait.MUST
    nearest = await waiting(tables).next_for(BOB.user, first.table.id)
    assert nearest is not None and named([nearest]) == named(found)[1:2]


async def test_a_table_of_a_server_that_somebody_has_left_is_not_shown(tables: Tables) -> None:
    await tables.begin()
    assert await listed(tables, ANN.user)
    await tables.prefer(ANN, left=(GUILD,))
    assert await listed(tables, ANN.user) == []
    assert await waiting(tables).next_for(ANN.user, "") is None


async def test_the_time_of_a_table_with_a_clock_is_that_of_its_flag_once_the_board_is_shown(tables: Tables) -> None:
    names = {}
    for channel, pace in ((CHANNEL, None), (CHANNEL + 1, Hours(10 * 3_600_000, 0)), (CHANNEL + 2, Days(86_400_000))):
        made = await tables.challenges.make(GUILD, channel, ANN, BOB, Rules(length=3), tables.receipt(), pace=pace)
        table = (await tables.challenges.accept(channel, made.id, BOB, tables.receipt())).table
        await tables.repository.shown(table, Screen(message=1, shown=table.version), round(1000 * tables.time))
        names[table.id] = channel - CHANNEL
    for person in (ANN, BOB):
        found = [each for each in await listed(tables, person.user) if isinstance(each, TableWait)]
        hours = {names[each.table.id]: (each.until - tables.time) / HOUR for each in found}
        assert hours == {0: 72, 1: 10, 2: 24}
        for wait in Wait:
            order = [hours[names[each.table.id]] for each in found if each.wait is wait]
            assert order == sorted(order)


# Chouettes


def saying(what: Callable[[int], Action]) -> intents.Intent:
    return lambda state, seat, throw: what(seat)


async def indices(club: Club) -> dict[int, list[Carried]]:
    return {person.user: sorted(await club.store.waits.of(person.user)) for person in PEOPLE[:4]}


@pytest.mark.parametrize("window", list(Window))
async def test_no_list_and_no_index_changes_by_what_is_said_under_seal(window: Window) -> None:
    club = Club()
    await club.sit_down(4, window=window)
    for seat in range(4):
        await club.by(seat, saying(lambda by: actions.AutoPass(by=by, on=False)))
    session = await club.window(box=False)
    speakers = [seat for seat in session.game.window(session.options.cube) if seat != session.game.on_roll]
    assert speakers
    before, lists = await indices(club), [await listed(club, person.user) for person in PEOPLE[:4]]
    for seat in speakers:
        club.time += HOUR
        await club.by(seat, saying(lambda by: actions.Pass(by=by)))
        assert await indices(club) == before
        now = [await listed(club, person.user) for person in PEOPLE[:4]]
        for old, new in zip(lists, now, strict=True):
            assert [each[1:] for each in old] == [each[1:] for each in new]


class Watched:
    """A session that is noted after every action; `sealed` counts those that were said under seal."""

    def __init__(self) -> None:
        self.sealed = 0
        self.table: Table | None = None

    def see(self, before: Any, action: Any, after: Any) -> None:
        if self.table is None:
            self.table = with_waits(replace(table_with(before), version=1))
        then = replace(self.table, state=after, acted_at=self.table.acted_at + 1, version=self.table.version + 1)
        if not after.closed:
            then = with_waits(then, self.table.waits)
            # That a proposal has lapsed by what was said, all can see.
            if action.sealed and (before.question, before.proposals) == (after.question, after.proposals):
                self.sealed += 1
                assert then.waits is self.table.waits, action
        self.table = then


def test_whom_a_session_waits_for_stays_the_same_until_all_of_it_counts() -> None:
    sealed = 0
    for seed in range(60):
        watched = Watched()
        play_on(seed, 250, watched.see)
        sealed += watched.sealed
    assert sealed > 200


async def test_at_the_live_pace_the_time_is_that_of_the_session(tables: Tables) -> None:
    club = Club(fakeredis.FakeServer())
    table = await club.sit_down(4, pace=Pace.LIVE)
    await club.window(box=True)
    table = await club.table()
    assert table.waits and table.waits.until == table.waits.since + Options().cube_timer


async def test_without_a_clock_the_time_is_as_much_later_as_a_holiday_is_long(tables: Tables) -> None:
    table = await tables.begin()
    person = await tables.asked()
    (before,) = [each.until for each in await listed(tables, person.user) if isinstance(each, TableWait)]
    today = datetime.fromtimestamp(tables.time, UTC).date()
    day, entered = timedelta(days=1), round((tables.time - 30 * HOUR) * 1000)
    away = Holiday(first=today + day, last=today + 2 * day, zone="UTC", entered=entered)
    await tables.prefer(person, holidays=(away,))
    for each in table.people.seats:
        (after,) = [each.until for each in await listed(tables, each.user) if isinstance(each, TableWait)]
        assert after == before + 48 * HOUR
