"""What must be true of a game when it is over."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from bot.backgammon import Match
from bot.backgammon.actions import Next, OpeningRoll, Roll
from bot.chouette import Options, Order, Session, by_dice, counted, shuffled
from bot.chouette.actions import Arrange, Lapse
from bot.core.actions import End, Ready, Rest
from bot.store import StoreError
from bot.tables.kept_games import replay
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Table

from .faults import Killed

#: What the bot does when its time has come, and not at once after what people do.
_IN_TIME = (Next, Rest, Ready, Lapse, End)


def refolded(table: Table, entries: Sequence[bytes], preferences: Mapping[int, PersonPreferences]) -> list[bytes]:
    """The log of people's actions alone: dice from the table's seed, everything else as the bot does it."""
    rules = table.game
    state: Match | Session = replay(rules, entries[:1])
    made = [entries[0]]
    for logged in map(rules.codec.action, entries[1:]):
        # The next game of a match is begun in its own time, and people may act before; what nobody has answered lapses
        # and a session that is over is closed after a while.
        if logged.by is None and len(made) > 1 and not isinstance(logged, _IN_TIME):
            continue
        if isinstance(logged, End) and state.closed:
            continue
        action = logged
        if isinstance(logged, Arrange):
            find = {Order.ROLL: by_dice, Order.SHUFFLE: shuffled}.get(table.setup_of(Options).order)
            dice = counted(partial(find, range(len(state.players))), table.roll)[1] if find else ()  # type: ignore[union-attr]
            action = replace(logged, dice=dice)
        elif isinstance(logged, Roll | OpeningRoll):
            action = replace(logged, dice=table.next_roll(state))
        while action is not None:
            state = rules.apply(state, action)
            made.append(rules.codec.encode(action))
            action = rules.by_itself(state, preferences, table.next_roll, 0.0)
    return made


def posted_twice(
    boards: Sequence[Any], posts: Sequence[dict[str, Any]], questions: Mapping[str, int]
) -> tuple[int, int]:
    """How many boards show what another one shows, and how often somebody was mentioned again for one question;
    `questions`: for which a board with a nonce mentions people.
    """
    pictures = Counter(board.attachments[0]["filename"] for board in boards)
    mentions = Counter(
        (questions.get(post["nonce"]), user) for post in posts for user in post["allowed_mentions"].get("users", ())
    )
    return sum(pictures.values()) - len(pictures), sum(mentions.values()) - len(mentions)


class Journal(logging.Handler):
    """What the bot logged as an error, and follows from no fault."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not isinstance(error, Killed | StoreError):
            self.records.append(record)
