"""Chouettes at the desk: many at one table, the clock, and what is stored."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.backgammon import Foreign, Illegal, Kind, Phase, Reply, Stale, actions
from bot.backgammon.actions import Move
from bot.chouette import BOX, ChouetteFault, Options, Pace, Session, SessionEnd, Window
from bot.chouette import actions as many
from bot.tables import intents
from bot.tables.chouette import intents as chouette_intents
from bot.tables.chouette.lobby import Lobby
from bot.tables.faults import TableTrouble
from bot.tables.kept_games import replay
from bot.tables.preferences import PersonPreferences
from bot.tables.repository import Outcome
from bot.tables.table import Person, Stage, Table, from_fields, to_fields

from .tables import CHANNEL, GUILD, HOUR, Tables

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Joe")
PEOPLE = tuple(Person(9_002_000 + number, name) for number, name in enumerate(NAMES))


class Club(Tables):
    """Tables with a lobby."""

    def __init__(self, server: Any = None) -> None:
        super().__init__(server)
        self.lobby = Lobby(
            self.store,
            self.repository,
            self.preferences,
            self.desk,
            lambda: self.time,
            lambda count: self.entropy(count),
            self.who_is_gone,
        )

    async def sit_down(self, people: int = 4, **options: Any) -> Table:
        """So many people have begun a session by these options. The bot acts for nobody."""
        for person in PEOPLE[:people]:
            await self.preferences.keep_person(
                person.user, PersonPreferences(auto_roll=False, auto_move=False, auto_bear_off=False)
            )
        host, *others = PEOPLE[:people]
        made = await self.lobby.open(
            GUILD, CHANNEL, host, Options(**options), await self.lobby.admit(GUILD, host, self.receipt())
        )
        for person in others:
            await self.lobby.join(CHANNEL, made.id, person, self.receipt())
        outcome = await self.lobby.start(CHANNEL, made.id, host, None, self.receipt())
        await self.clock.watch(outcome.table)
        return outcome.table

    async def session(self) -> Session:
        session = (await self.table()).state
        assert session is not None
        return session

    async def by(self, seat: int | None, intent: intents.Intent) -> Outcome:
        assert seat is not None
        outcome = await self.act(PEOPLE[seat], intent)
        await self.clock.watch(outcome.table)
        return outcome

    async def turn(self) -> None:
        """Whoever rolls or moves does."""
        session = await self.session()
        if session.game.phase is Phase.PLAY:
            await self.by(session.game.on_roll, intents.move(str(session.game.plays(session.rules)[0])))
        else:
            await self.by(session.game.on_roll, intents.roll())

    async def window(self, *, box: bool) -> Session:
        """Turns are made until box, or team, may double."""
        while True:
            session = await self.session()
            if session.game.phase is Phase.CUBE and (session.game.board.turn is BOX) is box:
                return session
            await self.turn()


@pytest.fixture
async def club() -> Club:
    return Club()


async def test_nine_members_answer_at_the_same_moment_and_all_count(club: Club) -> None:
    await club.sit_down(10)
    session = await club.window(box=True)
    await club.by(session.game.box, intents.double())
    answers = [intents.reply(Reply.TAKE if seat % 2 else Reply.DROP) for seat in range(10)]
    await asyncio.gather(*(club.by(seat, answers[seat]) for seat in session.game.team))
    after = await club.session()
    assert after.game.exchange is None
    for bet in after.game.bets:
        assert bet.turned if bet.white % 2 else bet.result is not None


async def test_a_log_folds_into_the_state_and_a_snapshot_of_another_schema_is_rebuilt(club: Club) -> None:
    table = await club.sit_down()
    session = await club.window(box=False)
    await club.by(session.game.team[1], intents.double())
    await club.by(session.game.team[0], intents.roll())
    await club.by(session.game.box, intents.reply(Reply.TAKE))
    stored = await club.table()
    entries = await club.store.log(CHANNEL, table.id)
    assert replay(stored.game, entries) == stored.state
    later = Club(club.server)
    assert (await later.table()).state == stored.state
    broken = to_fields(stored) | {"state": b'{"schema":1,"rules_version":4,"state":{"another":"shape"}}'}
    assert from_fields(stored.version, broken) is None


async def test_secret_words_survive_a_restart(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    await club.by(session.game.team[1], intents.double())
    later = Club(club.server)
    later.receipts = 1000
    assert (await later.session()).game.doubled == (1,)
    await later.by(session.game.team[0], intents.roll())
    exchange = (await later.session()).game.exchange
    assert exchange is not None and exchange.bets == (1,)


async def test_the_same_delivery_twice_counts_once(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    who = PEOPLE[session.game.team[1]]
    first = await club.act(who, intents.double(), receipt="twice")
    again = await club.act(who, intents.double(), receipt="twice")
    assert again.repeated and not first.repeated


async def test_somebody_new_sits_down_between_people_who_play(club: Club) -> None:
    await club.sit_down(4)
    outcome = await club.desk.join(CHANNEL, PEOPLE[5], receipt=club.receipt())
    assert outcome.table.people.seats[4] == PEOPLE[5]
    session = outcome.table.state
    assert session is not None and session.joining == (4,) and len(session.players) == 5
    with pytest.raises(Illegal) as refused:
        await club.desk.join(CHANNEL, PEOPLE[5], receipt=club.receipt())
    assert refused.value.reason is ChouetteFault.SEATED_ALREADY


async def test_a_hold_lapses_after_the_time_of_a_reminder(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    await club.by(session.game.team[2], chouette_intents.plain(many.Hold))
    club.time += 11 * HOUR
    assert await club.tick() == ([], [])
    club.time += 2 * HOUR
    changed, _ = await club.tick()
    assert [table.state.game.holding for table in changed if table.state] == [()]
    await club.by(session.game.team[0], intents.roll())


@pytest.mark.parametrize("window", list(Window))
async def test_what_somebody_says_again_and_again_in_a_window_is_told_once(club: Club, window: Window) -> None:
    """And what happened before it is not forgotten for it."""
    await club.sit_down(window=window)
    session = await club.window(box=False)
    second, third = session.game.team[1:3]
    played = [news.version for news in (await club.table()).news if isinstance(news.action, Move)]
    await club.by(third, chouette_intents.plain(many.Hold))
    for _ in range(15):
        await club.by(second, chouette_intents.plain(many.Hold))
        await club.by(second, chouette_intents.plain(many.Pass))
    told = (await club.table()).news
    words = [(news.seat, type(news.action)) for news in told if isinstance(news.action, many.Hold | many.Pass)]
    last = many.Pass if window is Window.OPEN else many.Hold
    assert words == [(third, many.Hold), (second, last)]
    assert [news.version for news in told if isinstance(news.action, Move)] == played != []


async def test_a_word_of_another_window_is_told_beside_it(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    second = session.game.team[1]
    await club.by(second, chouette_intents.plain(many.Hold))
    await club.by(second, chouette_intents.plain(many.Pass))
    await club.by(session.game.team[0], intents.roll())
    again = await club.window(box=False)
    assert again.rolls > session.rolls
    await club.by(second, chouette_intents.plain(many.Hold))
    held = [news for news in (await club.table()).news if isinstance(news.action, many.Hold)]
    assert [news.seat for news in held] == [second, second]


async def test_who_wants_to_be_asked_is_waited_for_until_that_lapses_too(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    await club.by(session.game.team[1], chouette_intents.auto_pass())
    with pytest.raises(Illegal) as refused:
        await club.by(session.game.team[0], intents.roll())
    assert refused.value.reason is ChouetteFault.WAITS_FOR
    club.time += 13 * HOUR
    await club.tick()
    await club.by(session.game.team[0], intents.roll())


async def test_at_the_live_pace_silence_decides(club: Club) -> None:
    await club.sit_down(pace=Pace.LIVE)
    session = await club.window(box=False)
    await club.by(session.game.team[1], intents.double())
    club.time += 61
    (changed,), _ = await club.tick()
    assert changed.state is not None and changed.state.game.exchange is not None, "the window has closed"
    club.time += 61
    (changed,), _ = await club.tick()
    assert changed.state is not None and changed.state.game.bets[1].result is not None, "the box drops"
    await club.window(box=True)
    club.time += 61
    (changed,), _ = await club.tick()
    assert changed.state is not None and changed.state.game.phase is Phase.ROLL, "he does not double"
    await club.by(session.game.box, intents.roll())
    club.time += 601
    (changed,), _ = await club.tick()
    after = changed.state
    assert after is not None and after.game.phase is Phase.OVER and after.line[0] == session.game.captain
    assert after.players[session.game.box].points == -3


async def test_only_a_clock_that_runs_is_stopped_and_only_one_that_stands_goes_on(club: Club) -> None:
    await club.sit_down()
    host = (await club.window(box=False)).host
    for on, reason in ((False, ChouetteFault.NOT_PAUSED), (True, ChouetteFault.PAUSED_ALREADY)):
        if on:
            await club.by(host, chouette_intents.pause(True))
        version = (await club.table()).version
        with pytest.raises(Illegal) as refused:
            await club.by(host, chouette_intents.pause(on))
        assert refused.value.reason is reason and (await club.table()).version == version
    await club.by(host, chouette_intents.pause(False))
    assert not (await club.session()).paused


async def test_a_pause_stops_the_clock(club: Club) -> None:
    await club.sit_down(pace=Pace.LIVE)
    await club.by(0, lambda state, seat, throw: many.Pause(by=seat, on=True))
    session = await club.window(box=False)
    club.time += 24 * HOUR
    assert await club.tick() == ([], [])
    with pytest.raises(Illegal) as refused:
        await club.by(session.game.box, intents.claim())
    assert refused.value.reason is ChouetteFault.PAUSED


async def test_a_claim_needs_its_time_and_drops_whoever_is_silent(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=True)
    await club.by(session.game.box, intents.double())
    quick, slow, *_ = session.game.team
    await club.by(quick, intents.reply(Reply.TAKE))
    with pytest.raises(Illegal) as early:
        await club.by(session.game.box, intents.claim())
    assert early.value.reason is TableTrouble.TOO_EARLY
    club.time += 73 * HOUR
    with pytest.raises(Illegal):
        await club.by(slow, intents.claim())
    await club.by(session.game.box, intents.claim())
    after = await club.session()
    assert after.game.bets[0].turned and after.game.bets[1].result is not None


async def test_a_silent_captain_is_replaced_and_a_silent_box_has_lost(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    await club.by(session.game.captain, intents.roll())
    club.time += 73 * HOUR
    await club.by(session.game.box, intents.claim())
    assert (await club.session()).game.on_roll == session.game.team[1]
    await club.window(box=True)
    club.time += 73 * HOUR
    await club.by(session.game.team[1], intents.claim())
    after = await club.session()
    assert after.game.phase is Phase.OVER and after.line[0] == session.game.captain


async def test_a_session_of_so_many_games_ends_by_itself_and_is_paid_afterwards(club: Club) -> None:
    table = await club.sit_down(session_end=SessionEnd.GAMES, session_limit=1)
    session = await club.window(box=False)
    for seat in session.game.team:
        await club.by(seat, intents.resign(Kind.GAMMON))
    for proposal in (await club.session()).proposals:
        outcome = await club.act(PEOPLE[session.game.box], intents.accept(proposal.number))
    closed = outcome.table
    assert closed.stage is Stage.CLOSED and closed.state is not None and len(closed.state.payments) == 3
    assert await club.store.held(CHANNEL) is None
    payment = closed.state.payments[0].transfer
    stranger = next(seat for seat in session.line if seat not in (payment.payer, payment.payee, closed.state.host))
    with pytest.raises(Foreign):
        await club.act(PEOPLE[stranger], chouette_intents.paid(0), table=table.id)
    paid = await club.act(PEOPLE[payment.payer], chouette_intents.paid(0), table=table.id)
    assert paid.table.stage is Stage.CLOSED and paid.table.state is not None and paid.table.state.payments[0].paid
    with pytest.raises(Stale):
        await club.act(PEOPLE[payment.payer], chouette_intents.paid(0), table=table.id)
    with pytest.raises(Stale):
        await club.act(PEOPLE[payment.payer], intents.roll(), table=table.id)


async def test_a_session_of_so_many_minutes_finishes_its_game(club: Club) -> None:
    await club.sit_down(session_end=SessionEnd.MINUTES, session_limit=30)
    session = await club.window(box=False)
    club.time += 31 * 60
    for seat in session.game.team:
        await club.by(seat, intents.resign(Kind.SINGLE))
    assert not (await club.session()).closed
    for proposal in (await club.session()).proposals:
        outcome = await club.act(PEOPLE[session.game.box], intents.accept(proposal.number))
    assert outcome.table.stage is Stage.CLOSED


async def test_a_closed_question_is_stale(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    await club.by(session.game.captain, intents.roll())
    with pytest.raises(Stale) as refused:
        await club.act(PEOPLE[session.game.team[1]], intents.double(), question=session.question)
    assert refused.value.reason is TableTrouble.MOVED_ON


async def test_words_of_a_latecomer_do_not_change_the_dice(club: Club) -> None:
    table = await club.sit_down()
    before = table.roll(40)
    await club.desk.join(CHANNEL, PEOPLE[6], receipt=club.receipt())
    held = await club.table()
    assert held.roll(40) == before and replace(held.people, seats=()) == replace(table.people, seats=())


async def test_a_moderator_may_void_the_game(club: Club) -> None:
    await club.sit_down()
    await club.window(box=False)
    outcome = await club.desk.moderate(CHANNEL, actions.Abort(), receipt=club.receipt())
    assert outcome.table.state is not None and outcome.table.state.game.void
    assert [player.points for player in outcome.table.state.players] == [0, 0, 0, 0]
    assert isinstance(outcome.table.news[-1].action, actions.Abort)


async def test_without_names_the_box_answers_what_is_left(club: Club) -> None:
    await club.sit_down()
    session = await club.window(box=False)
    first, second, third = session.game.team
    for seat in (second, third):
        await club.by(seat, intents.double())
    await club.by(first, intents.double())
    await club.by(first, intents.roll())
    await club.by(session.game.box, intents.reply(Reply.DROP, [second]))
    exchange = (await club.session()).game.exchange
    assert exchange is not None and exchange.unanswered == (0, 2)
    await club.by(session.game.box, intents.reply(Reply.TAKE))
    after = await club.session()
    assert [bet.turned for bet in after.game.bets] == [True, False, True] and after.game.bets[1].result is not None
