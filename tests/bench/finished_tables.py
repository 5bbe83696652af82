"""Tables that are over as the bot stores them: matches, money sessions and chouettes of people who play by chance.

Only the games are played here, by the rules; everything stored is what the bot's own functions write.
"""

from __future__ import annotations

import random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Ask, Kind, Match, Reply, Rules, actions
from bot.chouette import PRESETS, Options, Session
from bot.chouette import actions as many
from bot.core.actions import Action
from bot.core.state import questions_of
from bot.store import Begins, Ends
from bot.tables.about import About
from bot.tables.kept_games import Began, Mark, marks, stored
from bot.tables.table import People, Person, Stage, Table, to_fields
from tests.chouette.random_session import made

NOON = 1_794_657_600.0
#: Plays of a game after which whoever rolls next resigns, and how often somebody doubles or drops.
_PLAYS, _DOUBLES, _DROPS = (25, 75), 0.03, 0.3
#: Milliseconds that people think.
_THINKS = (900, 30_000)
#: Games of a money session and of a chouette, and the people of a chouette.
SESSION, EVENING, FIVE = 10, 20, 5
_NAMES = ("Anna Kovalchuk", "Martin Dvořák", "Jean-Luc", "kai", "Zoë B.", "Сергей")


class Finished(Struct, frozen=True):
    """A table that is over: everything that `Store.save` takes, and when each entry was saved (milliseconds)."""

    table: Table
    entries: list[bytes]
    times: list[int]
    games: list[Begins | Ends]

    def moved(self, guild: int, channel: int, id: str, people: list[int]) -> Finished:
        """The same in another channel, played by others."""
        table = self.table
        about = replace(table.about, guild=guild, channel=channel, id=id)
        seats = tuple(replace(seat, user=user) for seat, user in zip(table.people.seats, people, strict=True))
        moved = replace(table, about=about, people=replace(table.people, seats=seats))
        return Finished(moved, self.entries, self.times, self.games)

    @property
    def fields(self) -> dict[str, bytes]:
        return to_fields(self.table)


class _Player:
    """Plays a whole table by chance, as people would: takes more often than drops, and resigns what lasts too long."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.plays, self.most = 0, 0

    def dice(self) -> tuple[int, int]:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def play(self, state: Any) -> str:
        """Any legal play."""
        self.plays += 1
        return str(self.chance.choice(state.game.plays(state.rules)))

    def next_action(self, state: Any) -> Action:
        """What is done next at a table."""
        if state.proposals:
            open_now = [each for each in questions_of(state) if each.ask is Ask.RESIGNATION]
            return actions.Accept(by=open_now[0].of[0], question=open_now[0].number)
        question = questions_of(state)[0]
        bot = [kind for kind in question.bot if kind is not actions.End or not question.of]
        by, kinds = (None, bot) if bot else (self.chance.choice(question.of), question.answers)
        kind = self._kind(kinds)
        if kind.__name__ == "OpeningRoll":
            self.plays, self.most = 0, self.chance.randint(*_PLAYS)
        if kind.__name__ in ("Roll", "Move") and self.plays > self.most and by is not None:
            if isinstance(state, Match):
                return actions.Resign(by=by, kind=Kind.SINGLE)
            if held := state.game.held(by):
                return many.Resign(by=by, kind=Kind.SINGLE, bets=held)
        if kind.__name__ == "Move":
            return actions.Move(by=by, play=self.play(state))
        if isinstance(state, Session) and kind is many.Answer:
            exchange = state.game.exchange
            mine = [bet for bet in exchange.bets if by in state.deciders(state.game.answerer(bet))] if exchange else []
            dropped = self.chance.random() < _DROPS
            return many.Answer(by=by, replies=tuple((bet, Reply.DROP if dropped else Reply.TAKE) for bet in mine))
        if isinstance(state, Session):
            return made(self.chance, state, kind, by, question.number)
        return kind(by=by, dice=self.dice()) if "Roll" in kind.__name__ else kind(by=by)

    def _kind(self, kinds: Any) -> Any:
        names = {kind.__name__: kind for kind in kinds}
        if "Double" in names and "Roll" in names:
            return names["Double" if self.chance.random() < _DOUBLES else "Roll"]
        if "Take" in names:
            return names["Drop" if self.chance.random() < _DROPS else "Take"]
        usual = [each for each in ("Roll", "Move", "Pass", "Answer", "Next", "Share") if each in names]
        return names[usual[0]] if usual else kinds[0]


def finished(seed: int, setup: Rules | Options, most: int, people: int) -> Finished:
    """A table at which so many games are played, unless a match is over before; `setup`: its rules."""
    player, about = _Player(seed), About(id="t", guild=0, channel=0, setup=setup, made_at=NOON, expires_at=NOON)
    rules = about.game
    state: Any = rules.start(setup, people)
    course, news = rules.new_course(), list[Any]()
    taken, found = list[Action](), list[Mark]([Began(state.number, 0, state)])
    header, times, now = rules.header(state), [round(1000 * NOON)], NOON
    while not state.closed:
        over = state.over and state.number >= most
        by = None if over and isinstance(state, Match) else 0
        action = actions.End(by=by) if over else player.next_action(state)
        action = rules.dated(state, action, now)
        after = rules.apply(state, action)
        then = rules.followed(course, state, action, after)
        taken.append(action)
        found += marks(state, course, after, then, len(taken), now)
        if told := rules.told(state, action, after, len(taken)):
            news = [*rules.still_told(news, told, state), told]
        now += player.chance.randint(*_THINKS) / 1000 if action.by is not None else 0.0
        times.append(round(1000 * now))
        state, course = after, then
    table = Table(
        about=replace(about, rated=True),
        people=People(seats=tuple(Person(1 + seat, _NAMES[seat % len(_NAMES)]) for seat in range(people))),
        seed=player.chance.randbytes(32),
        stage=Stage.CLOSED,
        state=state,
        course=course,
        news=tuple(news[-2:]),
        acted_at=now,
        language="en",
        version=len(taken),
    )
    entries = [header, *map(rules.codec.encode, taken)]
    return Finished(table, entries, times, stored(rules, found, 1))


def match(seed: int) -> Finished:
    """One to seven points."""
    return finished(seed, Rules(length=random.Random(seed).randint(1, 7)), 100, 2)


def session(seed: int) -> Finished:
    return finished(seed, Rules(), SESSION, 2)


def chouette(seed: int) -> Finished:
    return finished(seed, PRESETS["standard"], EVENING, FIVE)


KINDS = match, session, chouette
