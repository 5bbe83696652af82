"""A log from nothing but its people's actions: what a bot that was never cut off would have written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from bot.backgammon import Match, Rules, Seat, apply, legal_plays, log, start
from bot.backgammon.actions import AnyAction, Move, Next, Roll
from bot.tables.games import HEADS_UP
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Table

#: People who have chosen nothing.
_DEFAULTS = dict.fromkeys(range(20), PersonPreferences())


def people_s(actions: Iterable[AnyAction]) -> list[AnyAction]:
    """The actions that people chose."""
    return [action for action in actions if action.by is not None]


def refolded(table: Table, actions: Iterable[AnyAction]) -> list[bytes]:
    """The log of these people's actions at this table: dice from its seed, everything else as the bot does it."""
    match = start(table.about.setup)
    entries = [log.encode_header(log.Header(rules=table.about.setup))]
    for wish in (None, *actions):
        if wish is not None:
            action = replace(wish, dice=table.next_roll(match)) if isinstance(wish, Roll) else wish
            entries.append(log.encode_action(action))
            match = apply(match, action)
        for action, after in _bots(table, match):
            entries.append(log.encode_action(action))
            match = after
    return entries


def best_played(setup: Rules, actions: Iterable[AnyAction], computer: Seat) -> int:
    """How many plays a computer has made; each has to be the one that the tests' engines find best."""
    match, plays = start(setup), 0
    for action in actions:
        if isinstance(action, Move) and action.by == computer:
            assert match.game.board.dice is not None
            assert action.play == str(legal_plays(match.game.board.position, match.game.board.dice)[0])
            plays += 1
        match = apply(match, action)
    return plays


def _bots(table: Table, match: Match) -> Iterator[tuple[AnyAction, Match]]:
    while action := Next() if match.follows else HEADS_UP.by_itself(match, _DEFAULTS, table.next_roll, 0.0):
        match = apply(match, action)
        yield action, match
