"""Tables in every state, made by random or given actions, as they come out of the store."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from bot.backgammon import Kind, Match, Refused, Rules, actions, apply, start
from bot.backgammon.actions import AnyAction, OpeningRoll
from bot.backgammon.history import Finished, history_from
from bot.screens.faces import face_of
from bot.tables.about import About
from bot.tables.desk import REMEMBERED
from bot.tables.heads_up.news import news_of
from bot.tables.table import People, Person, Screen, Stage, Table
from bot.texts import Texts
from render import Scene
from tests.backgammon.random_play import next_action

ANN, BOB = Person(1001, "Ann"), Person(1002, "Bob")
OPENING = OpeningRoll(dice=(3, 1))


def opened(
    rules: Rules | None = None, people: tuple[Person, Person] = (ANN, BOB), screen: Screen | None = None
) -> Table:
    """A table on which nothing has happened yet."""
    rules = rules or Rules()
    return Table(
        about=About(id="k7f3q2", guild=7, channel=8, setup=rules, made_at=0, expires_at=600),
        people=People(seats=people),
        seed=bytes(32),
        stage=Stage.OPEN,
        state=start(rules),
        screen=screen or Screen(),
        version=1,
    )


def after(table: Table, *actions: AnyAction) -> Table:
    """The table after these actions, each saved by itself."""
    for action in actions:
        match = table.state
        assert isinstance(match, Match)
        following = apply(match, action)
        news = (*table.news, news_of(match, action, following, table.version + 1))
        told = tuple(each for each in news if each.version > table.screen.base)[-REMEMBERED:]
        table = replace(table, state=following, news=told, version=table.version + 1)
        if following.closed:
            table = replace(table, stage=Stage.CLOSED)
    return table


def match_of(table: Table) -> Match:
    assert isinstance(table.state, Match)
    return table.state


def random_tables(seed: object, table: Table, most: int = 200, straying: float = 0.1) -> Iterator[Table]:
    """The table after every action of a random session; nobody shows it."""
    rng = random.Random(str(seed))
    for _ in range(most):
        if match_of(table).closed:
            return
        try:
            table = after(table, next_action(rng, match_of(table), straying))
        except Refused:
            continue
        yield table


def last(tables: Iterable[Table]) -> Table:
    *_, table = tables
    return table


def scene_of(table: Table, theme: str, t: Texts) -> Scene:
    """The board of a table as everybody sees it."""
    return face_of(table).scene(table, theme, t)


def _lost(table: Table, loser: int, kind: Kind = Kind.SINGLE) -> tuple[Table, list[actions.AnyAction]]:
    """The table after a resignation that was accepted, and what was done."""
    table = after(table, resign := actions.Resign(by=loser, kind=kind))
    accept = actions.Accept(by=1 - loser, question=match_of(table).proposals[0].number)
    return after(table, accept), [resign, accept]


def played(losers: Iterable[tuple[int, Kind]], rules: Rules | None = None) -> tuple[Table, tuple[Finished, ...]]:
    """A session in which these have lost, one game each, and which has been ended; its games."""
    rules = rules or Rules()
    table, log = opened(rules), list[actions.AnyAction]()
    for number, (loser, kind) in enumerate(losers):
        following = (actions.Next(),) if rules.length else (actions.Next(by=0), actions.Next(by=1))
        begun = (*(following if number else ()), OPENING)
        table, done = _lost(after(table, *begun), loser, kind)
        log += [*begun, *done]
    if not match_of(table).closed:
        table = after(table, actions.End() if rules.length else actions.End(by=0))
    return table, history_from(start(rules), log)
