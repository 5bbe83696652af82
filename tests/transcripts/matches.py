"""Matches and money sessions between two: the marks are those of `sessions`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from bot.backgammon import Match, Phase, Seat, actions, apply, format_xgid, questions, start, xgid_of
from bot.backgammon.history import history_from
from bot.backgammon.log import HEADS_UP
from bot.backgammon.mat import format_mat
from bot.backgammon.record import record_of
from bot.backgammon.sgf import format_sgf
from tests.backgammon.test_match_properties import attempts

from .telling import changed, compared, named, question, refusals


class Matches:
    """Tells one match after the other."""

    def __init__(self) -> None:
        self.log: list[actions.AnyAction] = []
        self.first: Match | None = None
        self.match: Match | None = None
        self.was: dict[str, str] = {}
        self.open: list[str] = []
        self.no: list[str] = []

    def __call__(self, line: str) -> Iterator[str]:
        mark, rest = line[0], line[1:].strip()
        if mark == "=":
            head = HEADS_UP.header(rest.encode())
            self.log, self.match, self.was, self.open, self.no = [], None, {}, [], []
            self.first = start(head.rules, head.rules_version)
            yield from self.told(self.first)
            return
        assert self.match is not None
        if mark == ">":
            action = HEADS_UP.action(rest.encode())
            after = apply(self.match, action)
            self.log.append(action)
            yield from self.told(after)
        elif mark == "?":
            refused = list(self.refused(self.match))
            yield from compared(self.no, refused)
            self.no = refused
        else:
            yield from self.remembered()

    def told(self, match: Match) -> Iterator[str]:
        """What is otherwise than before."""
        now = _values(match)
        yield from changed(self.was, now)
        if self.match is None or match.game.board != self.match.game.board or match.game.offer:
            yield format_xgid(xgid_of(match))
        if match.game.phase is Phase.PLAY:
            board, most = match.game.board, match.rules.max_on_point
            begun = [str(play) for play in board.offered("6", most)]
            yield f"typed 6: {len(begun)} {'; '.join(begun[:2])}, any: {board.equal_play(most)}"
        open_now = [question(each) for each in questions(match)]
        yield from compared(self.open, open_now)
        self.match, self.was, self.open = match, now, open_now

    def refused(self, match: Match) -> Iterator[str]:
        """Whatever anybody tries."""
        tries = (
            (each.kind.__name__ if each.number is None else f"{each.kind.__name__} {each.number}", each.by, action)
            for each in attempts(match)
            for action in each.made
        )
        strange = ((kind, by, action) for by in (None, 0, 1, 2) for kind, action in _strange(by))
        return refusals(chain(tries, strange), lambda action: apply(match, action))  # type: ignore[arg-type]

    def remembered(self) -> Iterator[str]:
        """Its games, and the same as files."""
        assert self.first is not None
        for each in history_from(self.first, self.log):
            told = json.loads(HEADS_UP.encode(each))
            yield json.dumps({name: value for name, value in told.items() if name != "game"})
        record = record_of(self.first.rules, self.log, ("Alice", "Bob"))
        for written in (format_mat(record), format_sgf(record)):
            yield from (f"  {line}" for line in written.splitlines() if line)


def _strange(by: Seat | None) -> Iterator[tuple[str, actions.AnyAction]]:
    """What no button says: dice, points and plays that there are not."""
    for dice in ((0, 1), (1, 0), (7, 1), (1, 7)):
        yield f"Roll {dice}", actions.Roll(by=by, dice=dice)
        yield f"OpeningRoll {dice}", actions.OpeningRoll(by=by, dice=dice)
    for points in (9999, 10000, -9999, -10000, 0):
        yield f"Settle at {points}", actions.Settle(by=by, points=points)
    for play in ("", "8/5", "24/23 24/23 24/23", "nonsense"):
        yield f"Move {play!r}", actions.Move(by=by, play=play)


def _values(match: Match) -> dict[str, str]:
    told = json.loads(HEADS_UP.encode(replace(match, before=None)))
    del told["rules"]
    told["before"] = match.before is not None
    return named(told)
