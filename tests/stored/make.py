"""`python -m tests.stored.make NUMBER`: the next set of examples, written once and never changed.

Every table is played through the desk with dice and ids that are always the same.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
from msgspec.structs import replace

from bot.backgammon import CubeRules, Kind, Phase, Reply, Rules, Sits, Variant
from bot.backgammon.actions import End, Next, Undo
from bot.backgammon.mat import parse_mat
from bot.backgammon.sgf import format_sgf
from bot.backgammon.typed_opening import rules_from, rules_said
from bot.backgammon.typed_position import parse_situation
from bot.chouette import (
    PRESETS,
    HouseRules,
    JoinApproval,
    LoneTaker,
    Options,
    Pace,
    PartnerAdvice,
    Retain,
    Session,
    Window,
)
from bot.chouette import actions as many
from bot.chouette.house import StartCube
from bot.core.clock import Days, Hours
from bot.core.looking import Rated, Wish
from bot.core.pace import HOUR, LivePace
from bot.engine.thoughts import TAGS, Level
from bot.ladder.facts import Turn, write_fact
from bot.ladder.notes import Analysis, Away, Forget, Hide, Restore, Strike, write_note
from bot.ladder.performance import Share
from bot.league import night_entries
from bot.league.entries import Answered, Begun, Challenged, Knockout, Opened, RoundRobin, Swiss, Won
from bot.league.night_entries import Plan
from bot.preferans.conventions import PRESETS as CONVENTIONS
from bot.preferans.conventions import among, progressing
from bot.preferans.hands import Misere
from bot.preferans.lines import Column
from bot.preferans.sheet import Edit, Sheet
from bot.preferans.sheet import Options as Sheets
from bot.store import Entry
from bot.tables import intents
from bot.tables.about import About
from bot.tables.champion import Champion, note_champion
from bot.tables.chouette import intents as chouette_intents
from bot.tables.chouette.night_options import night_options, written_options
from bot.tables.chouette.night_tables import NightTables
from bot.tables.heads_up.imports import keep, read_file, sit
from bot.tables.held_night import Asked, Lair
from bot.tables.holidays import Holiday
from bot.tables.leagues import Leagues
from bot.tables.looking import Looking
from bot.tables.night_log import Nights
from bot.tables.nights import Night
from bot.tables.people import Team
from bot.tables.personal_data import delete
from bot.tables.preferans import intents as preferans_intents
from bot.tables.preferences import Reminding, ServerSettings
from bot.tables.refused_posts import PODIUM, QUESTION, PostRefused, RefusedPosts, of_league
from bot.tables.standings import Ladders
from bot.tables.table import Advice, Person, Screen
from bot.tables.training import Training
from bot.training.cards import card_of, name_of
from bot.training.common_cards import openings
from bot.training.deck import Entry as Known
from bot.training.deck import Origin
from bot.training.memory import Grade
from tests.backgammon.test_match_files import MATCH
from tests.ladder.facts import chouette_game, match_game
from tests.ladder.facts import sheet as sheet_of
from tests.tables.sheets import gathered, written
from tests.tables.tables import ANN, BOB, CHANNEL, CYD, GUILD, NOON, other
from tests.tables.test_sessions import PEOPLE, Club
from tests.training.test_cards import PLAYED

from . import papers, today

BOT = 9_009_009
PACE = Hours(reserve=48 * HOUR, per_turn=12 * HOUR)
DAN, EVA, FAY = PEOPLE[3:6]
PAIRS = Team((ANN, BOB)), Team((CYD, DAN))
EVA, FAY = PEOPLE[4:6]
DORA = Person(9_001_099, "Dora")
AWAY = Holiday(
    first=date(2026, 11, 13), last=date(2026, 11, 20), zone="Europe/Prague", entered=round(NOON * 1000) - 172_800_000
)
#: What happens in a club.
Evening = Callable[[Club], Awaitable[object]]


async def _told(club: Club, message: int) -> None:
    """The channel has been shown the table as it is."""
    it = await club.table()
    users = tuple(person.user for person in it.people.seats[:2])
    screen = Screen(
        message=message,
        posted_at=club.time,
        holders=users,
        base=it.version - 1,
        shown=it.version,
        mentioned=(it.state.question,) if it.state else (),
        mentioned_at=club.time,
        posts=3,
        game=it.state.number if it.state else 0,
        reminders=1,
    )
    await club.repository.shown(it, screen)


# Two people


async def challenge(club: Club) -> None:
    """Ann challenges Bob and has given a word."""
    rules = Rules(length=7, variant=Variant.NACKGAMMON, max_on_point=5)
    made = await club.challenges.make(GUILD, CHANNEL, ANN, BOB, rules, club.receipt(), light=None)
    await club.challenges.give_word(CHANNEL, made.id, ANN, "káva", club.receipt())
    await club.clock.watch(made)


async def open_challenge(club: Club) -> None:
    """Ann challenges anybody, after Bob has declined."""
    declined = await club.challenge()
    await club.challenges.decline(CHANNEL, declined.id, BOB, club.receipt())
    await club.challenge(Rules(length=3, crawford=False), other=None)


async def _words_and_a_game(club: Club, rules: Rules) -> None:
    """Both have given words; whoever doubled first has won a game of one point."""
    made = await club.challenge(rules)
    for person, word in ((BOB, "море"), (ANN, "tide")):
        await club.challenges.give_word(CHANNEL, made.id, person, word, club.receipt())
    await club.challenges.accept(CHANNEL, made.id, BOB, club.receipt())
    await club.until(Phase.CUBE)
    await club.act(await club.asked(), intents.double())
    await club.act(await club.asked(), intents.reply(Reply.DROP))
    await club.desk.go_on(await club.table())


async def match_with_a_resignation(club: Club) -> None:
    """The second game of a match: the cube has been taken, and a gammon is offered."""
    await _words_and_a_game(club, Rules(length=5))
    await club.until(Phase.CUBE)
    doubler = await club.asked()
    await club.act(doubler, intents.double())
    await club.act(other(doubler), intents.reply(Reply.TAKE))
    await club.act(doubler, intents.resign(Kind.GAMMON))
    await _told(club, 1_234)
    await club.clock.watch(await club.table())


async def money_with_an_undo(club: Club) -> None:
    """A money session after a beaver: a play has been taken back, another one made, and that back is asked for."""
    await club.begin(Rules(money=CubeRules(animals=2, auto_doubles=1), settlements=True))
    await club.until(Phase.CUBE)
    doubler = await club.asked()
    await club.act(doubler, intents.double())
    await club.act(other(doubler), intents.reply(Reply.BEAVER))
    await club.act(doubler, intents.reply(Reply.TAKE))
    await club.until(Phase.PLAY)
    for taken_back in (True, False):
        match = await club.match()
        await club.act(doubler, intents.move(str(match.game.plays(match.rules)[0])))
        await club.act(doubler, intents.plain(Undo))
        if taken_back:
            await club.act(other(doubler), intents.accept())
    await _told(club, 1_235)
    await club.clock.watch(await club.table())


async def money_over(club: Club) -> None:
    """A game of a money session in the language of both is over, settled, and nobody has gone on."""
    for person in (ANN, BOB):
        await club.prefer(person, spoken="cs")
    await club.begin(Rules())
    await club.until(Phase.CUBE)
    who = await club.asked()
    await club.act(who, intents.settle(1))
    await club.act(other(who), intents.accept())
    await _told(club, 1_236)
    await club.clock.watch(await club.table())


async def match_closed(club: Club) -> None:
    """A match of two games to two points, won."""
    await _words_and_a_game(club, Rules(length=2))
    table = await club.table()
    who = await club.asked()
    while (await club.repository.held(CHANNEL)) is not None:
        await club.act(who, intents.resign(None))
        await club.act(other(who), intents.accept())
    closed = await club.desk.table(CHANNEL, table.id)
    await club.repository.finished(GUILD, CHANNEL, table.id)
    await club.clock.watch(closed)
    await club.repository.shown(closed, Screen(message=1_237, shown=closed.version, posts=9, game=2))


async def somebody_gone(club: Club) -> None:
    """A money session that is over, out of which Bob has had himself taken."""
    await money_over(club)
    table = await club.table()
    await club.act(ANN, intents.plain(End))
    await club.repository.finished(GUILD, CHANNEL, table.id)
    await delete(club.store, club.repository, club.preferences, club.ladders, BOB.user)


async def imported(club: Club) -> None:
    """Cyd has brought a match from elsewhere."""
    (brought,) = read_file(MATCH.encode())
    await keep(club.store, CYD.user, [brought], club.entropy, lambda: club.time)


async def remarked(club: Club) -> None:
    """Cyd has brought a match with comments, of a game, of its cube and of a play, and was its first player."""
    said = format_sgf(parse_mat(MATCH)).replace("GM[6]", "GM[6]C[the “final”]", 1)
    said = said.replace("W[31hefe]", "W[31hefe]C[лучший *ход*]").replace("W[take]", "W[take]C[příliš brzy]")
    (brought,) = read_file(said.encode())
    assert len({(each.turn > 0, each.cube) for each in brought.remarks}) == 3
    (table,), _ = await keep(club.store, CYD.user, [brought], club.entropy, lambda: club.time)
    await sit(club.repository, CYD.user, table.id, 0)


async def from_position(club: Club) -> None:
    """A match whose first game began in a typed position after its roll, which has been played."""
    found = parse_situation("XGID=-b----E-C---eE--bb-d----B-:1:-1:1:31:2:1:0:5:10")
    await club.begin(rules_from(rules_said(Rules(), found), found, on_turn=False))
    match = await club.match()
    assert match.game.phase is Phase.PLAY and match.rolls == 0
    await club.act(await club.asked(), intents.move("8/5 6/5"))
    await club.until(Phase.PLAY)
    await _told(club, 1_242)


# A chouette


async def lobby(club: Club) -> None:
    """Three have joined, the host has changed a rule since, and one of the others knows."""
    host = PEOPLE[0]
    made = await club.lobby.open(GUILD, CHANNEL, host, Options(), await club.lobby.admit(GUILD, host, club.receipt()))
    for person in PEOPLE[1:3]:
        await club.lobby.join(CHANNEL, made.id, person, club.receipt())
    await club.lobby.give_word(CHANNEL, made.id, PEOPLE[2], "wind", club.receipt())
    rules = replace(PRESETS["half_and_beaver"], window=Window.OPEN, session_limit=7)
    await club.lobby.set_options(CHANNEL, made.id, host, rules, club.receipt())
    await club.lobby.agree(CHANNEL, made.id, PEOPLE[1], club.receipt())
    held = await club.repository.load(CHANNEL, made.id)
    assert held is not None
    await club.repository.shown(held, Screen(message=2_000, posted_at=club.time, posts=1, shown=held.version))


async def window(club: Club) -> None:
    """Before the team's roll: one has doubled in secret, one holds, one has passed, and one decides for another."""
    await club.sit_down(5)
    session = await club.window(box=False)
    captain, second, third, fourth = session.game.team
    await club.by(captain, chouette_intents.auto_pass())
    await club.by(second, intents.double())
    await club.by(third, chouette_intents.plain(many.Hold))
    await club.by(fourth, lambda state, seat, dice: many.Delegate(by=seat, to=second))
    await club.by(fourth, chouette_intents.plain(many.Pass))
    await _told(club, 2_001)
    it = await club.table()
    users = tuple(person.user for person in it.people.seats)
    await club.repository.advised(
        it, Advice(thread=3_001, told=True, members=users[:2], invited=users[:3], intruders=users[2:3], former=(3_000,))
    )


async def answers(club: Club) -> None:
    """The box has doubled everybody; some have answered, and nothing of it counts yet."""
    await club.sit_down(5)
    session = await club.window(box=True)
    await club.by(session.game.box, intents.double())
    first, second, *_ = session.game.team
    await club.by(first, intents.reply(Reply.TAKE))
    await club.by(second, intents.reply(Reply.DROP))
    await _told(club, 2_002)


async def extras(club: Club) -> None:
    """One alone has taken, and is given one extra so far."""
    await club.sit_down(5, lone_taker=LoneTaker.EXTRAS)
    session = await club.window(box=True)
    await club.by(session.game.box, intents.double())
    *droppers, taker = session.game.team
    for seat in droppers:
        await club.by(seat, intents.reply(Reply.DROP))
    await club.by(taker, intents.reply(Reply.TAKE))
    await club.by(droppers[0], chouette_intents.extra(True))
    await _told(club, 2_003)


async def partner(club: Club) -> None:
    """The box of six wants a partner, and the first one is asked."""
    await club.sit_down(6, lone_taker=LoneTaker.EXTRAS, partner_from=6)
    session = await club.session()
    await club.by(session.line[0], chouette_intents.share(True))


async def house(club: Club) -> None:
    """By every small option: somebody has another stake from now on, and a newcomer asks to be let in."""
    rules = HouseRules(
        first_batch=True,
        half_points=True,
        stakes=True,
        join_approval=JoinApproval.HOST,
        play_timer=60,
        partner_advice=PartnerAdvice.ALL,
    )
    await club.sit_down(4, pace=Pace.LIVE, house=rules)
    session = await club.window(box=False)
    await club.by(session.game.team[1], chouette_intents.stake(4))
    await club.desk.join(CHANNEL, EVA, receipt=club.receipt())
    await _told(club, 2_009)


async def banks(club: Club) -> None:
    """A bank and cubes that rise by the clock: one game has been played, and the next begins later."""
    await club.sit_down(3, house=HouseRules(bank=13, start_cube=StartCube.MINUTES, start_every=10))
    session = await _resigned(club)
    club.time += 1_200
    await club.by(session.playing[0], intents.plain(Next))
    await _told(club, 2_010)


async def fixed_turns(club: Club) -> None:
    """The second of the fixed turns of four; one of them has left."""
    await club.sit_down(4, retain=Retain.SCHEDULE, house=HouseRules(start_cube=StartCube.BOX_GAME))
    session = await _resigned(club)
    await club.by(session.line[2], chouette_intents.leave())
    await club.by((await club.session()).playing[0], intents.plain(Next))


async def settlement(club: Club) -> None:
    """In the second game, to which somebody has come with a word: two offers, and one who takes back."""
    table = await club.sit_down(4)
    session = await club.window(box=False)
    await club.by(session.game.team[1], intents.double())
    await club.by(session.game.team[0], intents.roll())
    await club.by(session.game.box, intents.reply(Reply.DROP))
    await club.desk.join(CHANNEL, EVA, receipt=club.receipt())
    await club.desk.give_word(CHANNEL, table.id, EVA, "comet", club.receipt())
    session = await club.session()
    open_now = [seat for seat in session.game.team if session.game.held(seat)]
    for seat in open_now:
        await club.by(seat, intents.resign(Kind.SINGLE))
    for proposal in (await club.session()).proposals:
        await club.by(session.game.box, intents.accept(proposal.number))
    await club.by((await club.session()).line[0], intents.plain(Next))
    await club.desk.join(CHANNEL, FAY, receipt=club.receipt())
    await club.desk.give_word(CHANNEL, table.id, FAY, "later", club.receipt())
    session = await club.window(box=False)
    first, second, *_ = session.game.team
    await club.by(second, intents.settle(1))
    await club.by(first, intents.resign(Kind.GAMMON))
    await club.by(session.game.box, intents.plain(Undo))
    await _told(club, 2_004)


async def _resigned(club: Club) -> Session:
    """The running game is resigned by all members."""
    session = await club.session()
    for seat in session.game.team:
        await club.by(seat, intents.resign(Kind.BACKGAMMON))
    for proposal in (await club.session()).proposals:
        await club.by(session.game.box, intents.accept(proposal.number))
    return await club.session()


async def chouette_over(club: Club) -> None:
    """A game is over, somebody sits out from the next one on, and the clock stands."""
    await club.sit_down(4)
    await club.window(box=False)
    session = await _resigned(club)
    await club.by(session.game.team[2], chouette_intents.sit_out())
    await club.by(session.host, chouette_intents.pause(True))
    await _told(club, 2_005)


async def chouette_closed(club: Club) -> None:
    """Two games, then the end: one payment has been made."""
    table = await club.sit_down(4)
    await club.window(box=False)
    session = await _resigned(club)
    await club.by(session.line[0], intents.plain(Next))
    await club.window(box=True)
    session = await _resigned(club)
    closed = (await club.act(PEOPLE[session.host], intents.plain(End))).table
    assert closed.state is not None
    payer = closed.state.payments[0].transfer.payer
    await club.act(PEOPLE[payer], chouette_intents.paid(0), table=table.id)
    await club.repository.finished(GUILD, CHANNEL, table.id)
    it = await club.desk.table(CHANNEL, table.id)
    await club.clock.watch(it)
    await club.repository.shown(it, Screen(message=2_006, shown=it.version, posts=12, game=2))


# Against the computer


async def computer(club: Club) -> None:
    """A match of Ann's against the computer, in which hints are allowed."""
    await _alone(club, GUILD)


async def direct(club: Club) -> None:
    """The same in a direct message with the bot."""
    await _alone(club, 0)


async def _alone(club: Club, guild: int) -> None:
    about = About(
        id=await club.challenges.claim_at_once(club.receipt()),
        guild=guild,
        channel=CHANNEL,
        setup=Rules(length=3),
        made_at=club.time,
        expires_at=club.time + 600,
        light=0,
        rated=False,
        hints=True,
        direct=not guild,
    )
    await club.challenges.begin_at_once(about, ANN, Person.computer("Computer", Level.ADVANCED), club.receipt())
    await _told(club, 2_010)


# A sheet of Preferans


async def sheet_gathering(club: Club) -> None:
    """Two of three have joined, by values of their own."""
    convention = among(progressing(CONVENTIONS["rostov"], dearer=True), 3)
    held = await gathered(club, 2, Sheets(preset="rostov", convention=convention, bullet=10, helping=False))
    await club.repository.shown(held, Screen(message=2_007, posted_at=club.time, posts=1, shown=held.version))


async def sheet(club: Club) -> None:
    """Three hands, the first changed since; then a penalty, and another one that was taken back."""
    it = await written(club)
    assert isinstance(it.state, Sheet)
    first = it.state.lines[0]
    await club.by(3, lambda state, seat, throw: Edit(by=seat, number=1, line=replace(first, hand=Misere(0))))
    await club.by(1, preferans_intents.correct(Column.WHISTS, 0, 12, 2))
    await club.by(2, preferans_intents.correct(Column.MOUNTAIN, 3, -4, None))
    await club.by(0, intents.plain(Undo))
    await _told(club, 2_008)


async def sheet_settled(club: Club) -> None:
    """Three hands, settled."""
    await written(club)
    closed = (await club.by(0, intents.plain(End))).table
    await club.repository.finished(GUILD, CHANNEL, closed.id)
    await club.repository.shown(closed, Screen(message=2_009, shown=closed.version, posts=5, game=1))


# Time


async def clocked(club: Club) -> None:
    """A match by hours: a day of a holiday has begun at its table, somebody was reminded, and one asks for a pause."""
    await club.prefer(ANN, holidays=(AWAY,))
    await club.prefer(BOB, holidays=(AWAY,))
    made = await club.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(length=3), club.receipt(), pace=PACE)
    await club.challenges.accept(CHANNEL, made.id, BOB, club.receipt())
    await _told(club, 1_240)
    it = await club.table()
    await club.repository.shown(it, it.screen, round(NOON * 1000))
    await club.until(Phase.CUBE)
    await _told(club, 1_241)
    it = await club.table()
    holder = it.people.seats[0].user
    await club.repository.shown(it, replace(it.screen, reminded=((holder, 1, NOON),)), round(NOON * 1000) + 60_000)
    await club.act(await club.asked(), intents.rest())


async def seeking(club: Club) -> None:
    """Ann waits on the list of who wants to play; Bob and Cyd have been paired."""
    looking = Looking(
        club.store,
        club.repository,
        club.preferences,
        club.challenges,
        Ladders(club.store, club.preferences).ratings,
        lambda: club.time,
        club.who_is_gone,
    )
    live, slow = LivePace(120_000), Days(2 * 24 * HOUR)
    await looking.enter(GUILD, ANN, Wish(lengths=(3,), paces=(live,), lowest=1200, highest=1900), 2)
    for person in (BOB, CYD):
        await looking.enter(GUILD, person, Wish(lengths=(5, 7), paces=(slow,), rated=Rated.EITHER), 4)


async def taken_out(club: Club) -> None:
    """The host has taken somebody out of a lobby, who has not been told yet."""
    host, guest = PEOPLE[:2]
    made = await club.lobby.open(GUILD, CHANNEL, host, Options(), await club.lobby.admit(GUILD, host, club.receipt()))
    await club.lobby.join(CHANNEL, made.id, guest, club.receipt())
    await club.lobby.kick(CHANNEL, made.id, host, False, guest.user, guest.name, club.receipt())


# Beside the tables


async def choices(club: Club) -> None:
    """What people and servers have chosen."""
    await club.prefer(ANN, language="cs", theme="dark", auto_roll=False, confirm=False, blocked=(CYD.user, BOB.user))
    await club.prefer(BOB, auto_move=False, mentions=False, door=False, told_of_words=True)
    await club.prefer(CYD, spoken="ru", computer_length=5, computer_level=Level.INTERMEDIATE)
    night = Night(start=23 * 60, end=7 * 60 + 30, zone="Europe/Prague")
    await club.prefer(EVA, night=night, night_changed=NOON, holidays=(AWAY,), reminders=Reminding.ONCE, direct=True)
    rules = Rules(length=3, money=CubeRules(animals=2, cube_cap=None), variant=Variant.HYPERGAMMON)
    settings = ServerSettings(
        language="ru", theme="contrast", rules=rules, remind_after=6, claim_after=48, time_zone="Europe/Prague"
    )
    await club.preferences.keep_server(GUILD, settings)


async def ladder(club: Club) -> None:
    """Games of every kind in a server's list, one against each level, and what was decided of them and of people."""
    wins = (Turn(giver=1, receiver=0, value=1, turned=1, dropper=None, roll=7),)
    match = match_game(winner=1, length=5, score=(3, 4), points=2, cube=2, turns=wins, table="match1", at=NOON)
    facts = (
        (match, (ANN, BOB)),
        (match_game(winner=0, length=0, table="money1", at=NOON + 1), (CYD, BOB)),
        (chouette_game({1: 2, 2: -4, 3: 1}, at=NOON + 2), (EVA, ANN, BOB, None)),
        (sheet_of({1: 30, 2: -12}, 18, at=NOON + 3), (BOB, FAY, ANN)),
        (replace(match_game(winner=1, table="league", at=NOON + 4), league="aaaaaa:1"), (ANN, CYD)),
        *(
            (replace(match_game(winner=0, table=f"alone{level}", at=NOON + level), computers=((1, tag),)), (ANN, None))
            for level, tag in TAGS.items()
        ),
    )
    for fact, people in facts:
        who = tuple(person and person.user for person in people)
        await club.store.ladder.enter(GUILD, fact.table, [Entry(fact.game, write_fact(fact), who)])
    struck = (Strike(2, "agreed", NOON, by=1), Strike(3, "misread", NOON, by=1), Restore(3, "none", NOON + 1, by=1))
    for note in (*struck, Hide(1), Hide(1, hidden=False), Away(3), Forget(5)):
        strikes, restores = (note.entry if isinstance(note, kind) else None for kind in (Strike, Restore))
        await club.store.ladder.note(GUILD, write_note(note), strikes=strikes, restores=restores)
    await club.store.ladder.note_posted(GUILD, "2026-06")
    await note_champion(club.store, GUILD, Champion(user=BOB.user, role=7, given=True))


async def analysed(club: Club) -> None:
    """A match in a server's list, and what two engines have found in it."""
    match = match_game(winner=1, length=1, table="match1", at=NOON)
    await club.store.ladder.enter(GUILD, match.table, [Entry(1, write_fact(match), (ANN.user, BOB.user))])
    for engine, lost in (("bgsage-0.1", 123_456), ("bgsage-0.2", 234_567)):
        found = Analysis(1, engine, "3-ply", (Share(0, 17, 2, lost), Share(1, 15, 0, 0)))
        await club.store.ladder.note_analysis(GUILD, write_note(found), found.id)


async def league(club: Club) -> None:
    """A league of three of whom one has left, with a match that counts and one that was struck; and a knock-out."""
    leagues = Leagues(club.store, lambda: club.time, lambda count: club.entropy(count))
    for form in (RoundRobin(weeks=2, size=4, moved=1), Knockout(losses=2)):
        opening = Opened(
            at=club.time, name="Zima", length=5, variant="nackgammon", rated=False, form=form, channel=CHANNEL
        )
        held = await leagues.open(GUILD, opening, ANN, club.receipt())
        for person in (ANN, BOB, CYD):
            await leagues.join(GUILD, held.id, person, club.receipt())
        await leagues.start(GUILD, held.id, club.receipt())
        held = await leagues.advance(GUILD, held.id)
        first = held.league.pairings[0]
        for game in ("match1:3", "match2:1"):
            won = Won(club.time, 0, first.seats[0], (5, 2), game)
            await leagues.enter(GUILD, held.id, won, club.receipt())
            if game == "match1:3":
                await leagues.strike(GUILD, game, club.time)
        await leagues.leave(GUILD, held.id, CYD.user, club.receipt())
        held = await leagues.find(GUILD, held.id)
        await leagues.shown(held, Screen(message=2_011, shown=held.version))


async def rounds(club: Club) -> None:
    """A knock-out whose first round is over: one match was given by lot, one to whoever had asked in vain, and one has
    begun and goes on; then another knock-out with an extended round, in which one match was decided.
    """
    leagues = Leagues(club.store, lambda: club.time, lambda count: club.entropy(count))
    form = Knockout(losses=1, round_days=3)
    opening = Opened(
        at=club.time, name="Jaro", length=5, variant="backgammon", rated=True, form=form, channel=CHANNEL, pace=PACE
    )
    for people in (PEOPLE[:6], PEOPLE[:4]):
        held = await leagues.open(GUILD, opening, ANN, club.receipt())
        for person in people:
            await leagues.join(GUILD, held.id, person, club.receipt())
        await leagues.start(GUILD, held.id, club.receipt())
        held = await leagues.advance(GUILD, held.id)
        first, second, *_ = held.league.pairings
        asked = [Challenged(club.time + hour, 0, first.one) for hour in (0, 3600)]
        answered = Answered(club.time + 3660, 0, first.one, club.time + 3600)
        for entry in (*asked, answered, Begun(club.time, 1, f"{CHANNEL}:aaaaaa")):
            await leagues.enter(GUILD, held.id, entry, club.receipt())
        if len(people) == 6:
            later = Leagues(club.store, lambda: NOON + 3 * 86_400, lambda count: club.entropy(count))
            held = await later.end_round(await later.find(GUILD, held.id), {1: second.one})
        else:
            await leagues.extend(GUILD, held.id, 2, club.receipt())
            users = [held.person(seat).user for seat in second.seats]
            await leagues.decide(GUILD, held.id, *users, club.receipt())


async def pairs_asked(club: Club) -> None:
    """Two of four have agreed to play two against two."""
    made = await club.challenges.make(
        GUILD, CHANNEL, ANN, None, Rules(length=3, sits=Sits.MATCH), club.receipt(), teams=PAIRS
    )
    await club.challenges.give_word(CHANNEL, made.id, CYD, "proud", club.receipt())
    await club.challenges.accept(CHANNEL, made.id, CYD, club.receipt())
    await club.clock.watch(made)


async def pairs(club: Club) -> None:
    """The second game of two against two, in which somebody has sat down; both sides have their threads."""
    made = await club.challenges.make(
        GUILD, CHANNEL, ANN, None, Rules(length=3, sits=Sits.GAME), club.receipt(), teams=PAIRS
    )
    for person, word in ((DAN, "vlna"), (ANN, "tide")):
        await club.challenges.give_word(CHANNEL, made.id, person, word, club.receipt())
    for person in (BOB, CYD, DAN):
        await club.challenges.accept(CHANNEL, made.id, person, club.receipt())
    loser = (await club.match()).game.decider
    assert loser is not None
    await club.act(PAIRS[loser].people[0], intents.resign(Kind.SINGLE))
    await club.act(PAIRS[1 - loser].people[0], intents.accept())
    await club.desk.go_on(await club.table())
    side = (await club.match()).game.decider
    assert side is not None
    partner, sitter = PAIRS[side].people
    club.gone = {sitter.user}
    await club.act(partner, intents.sit())
    threads = [tuple(person.user for person in team.people) for team in PAIRS]
    for place, users in enumerate(threads):
        advice = Advice(thread=3_001 + place, told=True, members=users, invited=users)
        await club.repository.advised(await club.table(), advice, place)
    await _told(club, 1_240)
    await club.clock.watch(await club.table())


async def swiss(club: Club) -> None:
    """A Swiss of five in its second round: in the first one match was lost by both, one has joined late and one left;
    a round robin in which somebody has left early; a knock-out whose byes go by rating.
    """
    leagues = Leagues(club.store, lambda: club.time, lambda count: club.entropy(count))
    forms = (Swiss(rounds=3, round_days=3), RoundRobin(weeks=2), Knockout(losses=2, byes_by_rating=True))
    for form in forms:
        opening = Opened(
            at=club.time, name="Léto", length=5, variant="backgammon", rated=True, form=form, channel=CHANNEL, pace=PACE
        )
        held = await leagues.open(GUILD, opening, ANN, club.receipt())
        for person in PEOPLE[:5]:
            await leagues.join(GUILD, held.id, person, club.receipt())
        await leagues.start(GUILD, held.id, club.receipt())
        held = await leagues.advance(GUILD, held.id)
        won = Won(club.time, 0, held.league.pairings[0].one, (5, 1), "match1:3")
        await leagues.enter(GUILD, held.id, won, club.receipt())
        if isinstance(form, Swiss):
            await leagues.join(GUILD, held.id, PEOPLE[5], club.receipt())
            later = Leagues(club.store, lambda: NOON + 3 * 86_400, lambda count: club.entropy(count))
            await later.end_round(await later.find(GUILD, held.id), {})
            held = await later.advance(GUILD, held.id)
        await leagues.leave(GUILD, held.id, PEOPLE[1].user, club.receipt())


async def night(club: Club) -> None:
    """A night of seven whose first round is drawn, with a table that was made, a game that counts and a struck one, one
    who sits out and one who has left; a night that was called off; and a chouette that was split.
    """
    nights = Nights(club.store, lambda: club.time, lambda count: club.entropy(count))
    tables = NightTables(
        club.store, club.repository, club.desk, nights, lambda: club.time, lambda count: club.entropy(count)
    )
    options = night_options(Plan.TABLES, "standard", None, None)

    def opening(commitment: str, **more: Any) -> night_entries.Opened:
        return night_entries.Opened(
            at=club.time,
            name="Čtvrtek",
            form=night_entries.Form(plan=Plan.TABLES, size=3),
            channel=CHANNEL,
            setup=written_options(options),
            commitment=commitment,
            **more,
        )

    held = await nights.open(GUILD, lambda seen: opening(seen, begins=club.time + 60), ANN, club.receipt())
    for person in (*PEOPLE[:6], DORA):
        held = await nights.join(GUILD, held.id, person, club.receipt())
    held = await nights.draw(held, club.receipt())
    await tables.make(held, held.evening.current[0], CHANNEL + 1)
    one, two, three = held.evening.current[0].drawn[:3]
    for game in (1, 2):
        scored = night_entries.Scored(club.time, (1, 1), game, ((one, 2), (two, -1), (three, -1)), one)
        await nights.enter(GUILD, held.id, scored, club.receipt())
    await nights.enter(GUILD, held.id, night_entries.Struck(club.time, (1, 1), 2), club.receipt())
    await nights.sit_out(GUILD, held.id, held.person(two).user, club.receipt())
    held = await nights.leave(GUILD, held.id, held.person(three).user, club.receipt())
    smallest = held.evening.smallest()
    assert smallest is not None
    held = await nights.move(held, one, (1, 2), club.receipt())
    places = night_entries.Closed(club.time, (1, 1), ((one,), (two, three)), ((one, 4), (two, 0)))
    await nights.enter(GUILD, held.id, places, club.receipt())
    held = await nights.find(GUILD, held.id)
    await nights.shown(held, Screen(message=2_031, shown=held.version))
    await nights.ask(held, Asked((1, 2), (1, 1), one, (two,)))
    off = await nights.open(GUILD, opening, ANN, club.receipt())
    await nights.end(GUILD, off.id, club.receipt())
    table = await club.sit_down(6)
    await club.window(box=False)
    session = await _resigned(club)
    split, where = (session.line[:3], session.line[:2:-1]), {(1, 1): Lair(CHANNEL, table.id)}
    held = await nights.open(
        GUILD,
        lambda seen: opening(seen, split=split, seats=6),
        ANN,
        club.receipt(),
        people=table.people.seats,
        tables=where,
    )
    await tables.adopt(held, (1, 1), tuple(range(6)))


async def trained(club: Club) -> None:
    """Ann has a deck: of her own mistakes one was removed, one was wrong and comes again, one is new; an opening was
    right.
    """
    training, day = Training(club.store, club.repository), 739_000
    await training.open(ANN.user)
    mistakes = [replace(PLAYED, error=lost, stakes=replace(PLAYED.stakes, away=(3, 5 - place)))
                for place, lost in enumerate((0.3, 0.2, 0.1))]  # fmt: skip
    cards = {name_of(card): card for card in (card_of(each, 7) for each in mistakes)}
    entry = msgspec.json.encode(Known(origin=Origin.MISTAKE, lost=0.2))
    await club.store.decks.add(ANN.user, {name: (entry, msgspec.json.encode(card)) for name, card in cards.items()})
    (gone, gone_card), (wrong, wrong_card), _ = cards.items()
    opening, common = next(iter(openings().items()))
    await training.show(await training.read(ANN.user), day, gone, gone_card, easy=False)
    await training.remove(await training.read(ANN.user))
    await training.show(await training.read(ANN.user), day, opening, common, easy=False)
    await training.answer(await training.read(ANN.user), day, common.verdict.best, Grade.GOOD)
    for later, grade in ((0, Grade.GOOD), (30, Grade.AGAIN)):
        await training.show(await training.read(ANN.user), day + later, wrong, wrong_card, easy=True)
        await training.answer(await training.read(ANN.user), day + later, PLAYED.chosen, grade)


async def refused(club: Club) -> None:
    """Discord has refused the position of the day and a podium, for the last time."""
    posts = RefusedPosts(club.store)
    lacking, itself = PostRefused("FORBIDDEN", ("Send Messages",)), PostRefused("REJECTED", itself=True)
    await posts.note(GUILD, QUESTION, "2026-11-14", CHANNEL, lacking, club.time)
    for days in (0, 1, 2, 4):
        await posts.note(GUILD, PODIUM, "2026-10", CHANNEL, itself, club.time + days * 86_400)
    await posts.note(GUILD, of_league("aaaaaa"), "1", CHANNEL, lacking, club.time)


async def whole(club: Club) -> None:
    """A store with a match that is over, one from elsewhere, a chouette that runs, and what people have chosen."""
    await match_closed(club)
    await imported(club)
    await choices(club)
    await answers(club)
    await club.store.check_version()
    await club.store.claim(BOT)


EVENINGS: tuple[Evening, ...] = (
    challenge,
    open_challenge,
    match_with_a_resignation,
    money_with_an_undo,
    money_over,
    match_closed,
    somebody_gone,
    imported,
    lobby,
    window,
    answers,
    extras,
    partner,
    settlement,
    chouette_over,
    chouette_closed,
    computer,
    direct,
    sheet_gathering,
    sheet,
    sheet_settled,
    choices,
    ladder,
    analysed,
    league,
    rounds,
    swiss,
    night,
    refused,
    clocked,
    seeking,
    taken_out,
    remarked,
    from_position,
    trained,
    pairs_asked,
    pairs,
    house,
    banks,
    fixed_turns,
)


async def _make(into: Path) -> None:
    into.mkdir()
    facts: dict[str, object] = {}
    for evening in (*EVENINGS, whole):
        name, club, numbers = evening.__name__, Club(), itertools.count(1)
        with (
            mock.patch("time.time", return_value=NOON),
            mock.patch("secrets.token_hex", lambda size, numbers=numbers: f"{next(numbers):0{2 * size}x}"),
        ):
            await evening(club)
            client = papers.Client(server=club.server)
            if evening is whole:
                await today.back_up(client, into / "whole.backup", NOON)
            else:
                (into / f"{name}.txt").write_text(await papers.written(client))
            facts[name] = await today.facts(client)
    lines = [f"{json.dumps(name)}: {json.dumps(known, ensure_ascii=False)}" for name, known in facts.items()]
    (into / "facts.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    asyncio.run(_make(papers.HERE / str(int(sys.argv[1]))))
