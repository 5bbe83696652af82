"""What must be true of a game, and of its board, while it is played and when it is over."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from bot.backgammon import Match
from bot.backgammon.actions import Claim, Next, OpeningRoll, Roll
from bot.chouette import Options, Order, Session, by_dice, counted, shuffled
from bot.chouette.actions import Arrange, Lapse, Spent
from bot.core.actions import End, Ready, Rest
from bot.core.clock import is_entry
from bot.store import StoreError
from bot.tables.kept_games import replay
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Stage, Table

from .alone import check_other
from .faults import Killed

if TYPE_CHECKING:
    from .game import Game

#: What the bot does when its time has come, and not at once after what people do.
_IN_TIME = (Next, Rest, Ready, Lapse, Claim, End, Spent)
#: How often a board is looked at, every 0.05 s, until it shows what is stored.
_SOON = 40


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
        if isinstance(logged, Spent):  # what it is noted for follows at once
            state = rules.apply(state, logged)
            made.append(rules.codec.encode(logged))
            continue
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
    boards: Sequence[Any], posts: Sequence[dict[str, Any]], questions: Mapping[str, object]
) -> tuple[int, int]:
    """How many boards show what another one shows, and how often somebody was mentioned again for one question;
    `questions`: for which a board with a nonce mentions people.
    """
    pictures = Counter(board.attachments[0]["filename"] for board in boards)
    mentions = Counter(
        (questions.get(post["nonce"]), user) for post in posts for user in post["allowed_mentions"].get("users", ())
    )
    return sum(pictures.values()) - len(pictures), sum(mentions.values()) - len(mentions)


async def check_board(game: Game) -> None:
    """Where nothing went wrong the board shows what is stored."""
    table = await game.table()
    for _ in range(_SOON):  # of an interaction delivered twice one may still work when the other is answered
        if table.state is None or table.screen.shown == table.version:
            break
        await asyncio.sleep(0.05)
        table = await game.table()
    if table.state is None:
        return
    assert table.screen.shown == table.version, f"{table.screen} does not show version {table.version}"
    live = next(board for board in game.boards if board.id == table.screen.message)
    # That it is shown, and that little was missed, is entered after it is drawn.
    since = len(list(takewhile(is_entry, reversed(await game.entries()))))
    shown = [f"-{table.version - number}.png" for number in range(since + 1)]
    assert live.attachments[0]["filename"].endswith(tuple(shown)), live


async def check_end(game: Game) -> None:
    """The log is what people did and nothing else; the channel is free for another table."""
    table, entries = await game.table(), [line for line in await game.entries() if not is_entry(line)]
    await game.comings.check_clock()
    assert table.stage is Stage.CLOSED
    assert replay(table.game, entries) == table.state
    seats = {seat: person.user for seat, person in enumerate(table.people.seats)}
    preferences = {seat: game.preferences.get(user, PersonPreferences()) for seat, user in seats.items()}
    assert refolded(table, entries, preferences) == entries
    if await game.truth.held(game.channel) != game.other:  # the store was away, or the board cannot be posted yet
        game.faults.dead = True
        await game.rise()
    held = await game.truth.held(game.channel)
    assert held == game.other, f"{held} holds the channel, and not {game.other}; this was {table.id}"
    twice, again = posted_twice(game.boards, game.faults.posts, game.faults.mentioned)
    game.figures.update({"boards twice": twice, "mentioned twice": again})
    # Where it ended after a post it may not know of it, and later than Discord does it is made again.
    if not any(game.figures[each] for each in ("Discord: answer lost", "kills", "away: killed", "away: removed")):
        assert (twice, again) == (0, 0), (twice, again)
    if table.screen.shown < table.version:
        game.figures["last boards not shown"] += 1
    if game.alone:
        await check_other(game)
    else:
        await game.bot.slash("Ann", "play", opponent="Bob", length=1)
        await game.bot.press("Bob", "Accept challenge", game.bot.last)
    assert await game.truth.held(game.channel) not in (None, table.id, game.other)


class Journal(logging.Handler):
    """What the bot logged as an error, and follows from no fault."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not isinstance(error, Killed | StoreError):
            self.records.append(record)
