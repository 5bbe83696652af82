"""Counting: a batch of entries of a server's list, applied to the stored records of the members they touch."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import combinations
from typing import TypeVar
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from bot.ladder.facts import Fact
from bot.ladder.fold import Book, Rated, seats
from bot.ladder.notes import Analysis, Away, Forget, Hide, Note, Restore, Strike, read_note, write_note
from bot.ladder.players import Pair, Player
from bot.ladder.seasons import Seasons
from bot.ladder.tallies import Tally
from bot.store.standings import Counted, View
from bot.tables import games

COUNTING = 6
"""Version of the way games are counted; raised with every change that affects stored results."""

CHUNK = 128
"""A member's entries, or ratings, per stored value."""

PLAYERS, TALLIES, PAIRS, ENTRIES, RATINGS = "players", "tallies", "pairs", "entries", "ratings"
"""The collections of a view, keyed by a member's number; by that and a season; by two numbers, the lower first; by
number and chunk.
"""

STRIKES, ANALYSES = "strikes", "analyses"
"""Collections keyed by a game's number: why it was struck or restored, and its latest analysis."""

_K = TypeVar("_K")
_T = TypeVar("_T")


class CountingRules(Struct, frozen=True):
    """How a server's games are counted: `seasons` by the calendar of `zone`, without the `struck` games."""

    seasons: Seasons
    zone: str
    struck: frozenset[int] = frozenset()

    @property
    def name(self) -> str:
        """A name that is equal for equal rules only."""
        struck = hashlib.sha256(" ".join(map(str, sorted(self.struck))).encode()).hexdigest()[:16]
        return f"{COUNTING}-{self.seasons.value}-{self.zone}-{struck if self.struck else 0}"

    @property
    def view(self) -> str:
        """The name of the first view by these rules."""
        return f"{self.name}.1"

    def is_of(self, view: str) -> bool:
        """Whether a view of this name is counted by these rules."""
        return view.rpartition(".")[0] == self.name

    def season(self, at: float) -> str:
        """The season of a time, in seconds since 1970."""
        day = self.day(at)
        return self.seasons.of(day.year, day.month)

    def last_season(self, at: float) -> str:
        """The season before that of a time; "" without seasons."""
        day = self.day(at)
        return self.seasons.before(day.year, day.month)

    def season_ends(self, at: float) -> float | None:
        """When the season of a time ends, in seconds since 1970; None without seasons."""
        day = self.day(at)
        following = self.seasons.following(day.year, day.month)
        return following and datetime(*following, 1, tzinfo=ZoneInfo(self.zone)).timestamp()

    def day(self, at: float) -> date:
        return datetime.fromtimestamp(at, ZoneInfo(self.zone)).date()


class Game(Struct, frozen=True):
    """Entry `number` of a list; `who`: the numbers of its members, in the order of the roles. A `struck` game is listed
    but does not count.
    """

    number: int
    fact: Fact
    who: tuple[int, ...]
    struck: bool = False


class GameAnalysis(Struct, frozen=True):
    game: Game
    found: Analysis


LogItem = Game | GameAnalysis | Note


class RatingChange(Struct, frozen=True, array_like=True):
    """A rating change: a member's rating in `variant` became `rating` when a match ended at `at`, seconds since
    1970.
    """

    variant: str
    at: float
    rating: float


class CountBatch:
    """A few log items, and all records of the members they touch."""

    def __init__(self, rules: CountingRules) -> None:
        self._rules = rules
        self._book = Book()
        self._strikes: dict[str, bytes] = {}
        self._analyses: dict[int, Analysis] = {}
        self._entries: dict[str, list[int]] = {}
        self._ratings: dict[str, list[RatingChange]] = {}

    @classmethod
    async def of(cls, view: View, rules: CountingRules, steps: Sequence[LogItem]) -> CountBatch:
        """Load the records for these items."""
        batch = cls(rules)
        book, games = batch._book, [step for step in steps if isinstance(step, Game)]
        judged = [step.game for step in steps if isinstance(step, GameAnalysis)]
        people = dict.fromkeys(number for step in steps for number in _touched(step))
        book.players = dict(await _read(view, PLAYERS, [(each, f"{each}") for each in people], Player))
        # A member who hides or leaves does so on the boards of all seasons.
        moved = {each for step in steps if not isinstance(step, Game | GameAnalysis) for each in _touched(step)}
        moved |= {each for each, player in book.players.items() if player.away}
        tallies = dict.fromkeys(
            [(each, rules.season(game.fact.ended_at)) for game in (*games, *judged) for each in _touched(game)]
            + [(each, season) for each in moved & book.players.keys() for season in book.players[each].seasons]
        )
        wanted = [((each, season), f"{each} {season}") for each, season in tallies if season]
        book.seasons = dict(await _read(view, TALLIES, wanted, Tally))
        pairs = dict.fromkeys(pair for game in games for pair in combinations(sorted(_touched(game)), 2))
        book.pairs = dict(await _read(view, PAIRS, [((a, b), f"{a} {b}") for a, b in pairs], Pair))
        known = await view.values(ANALYSES, [f"{game.number}" for game in judged])
        for game, data in zip(judged, known, strict=True):
            if data and isinstance(found := read_note(data), Analysis):
                batch._analyses[game.number] = found
        chunks = [_chunk(each, player.entries) for each, player in book.players.items()]
        batch._entries = dict(await _read(view, ENTRIES, [(chunk, chunk) for chunk in chunks], list[int]))
        chunks = [_chunk(each, player.ratings) for each, player in book.players.items()]
        batch._ratings = dict(await _read(view, RATINGS, [(chunk, chunk) for chunk in chunks], list[RatingChange]))
        return batch

    def count(self, step: LogItem) -> None:
        """Count an item."""
        if isinstance(step, GameAnalysis):
            self._judge(step.game, step.found)
            return
        if not isinstance(step, Game):
            self._book.note(step)
            if isinstance(step, Strike | Restore):
                self._strikes[f"{step.entry}"] = write_note(step)
            return
        fact, players = step.fact, self._book.players
        changed = () if step.struck else self._entered(fact, step.who)
        for number in seats(fact, step.who).values():
            players.setdefault(number, Player())
            self._entries.setdefault(_chunk(number, players[number].entries), []).append(step.number)
            players[number].entries += 1
        for rated in changed:
            chunk = self._ratings.setdefault(_chunk(rated.player, players[rated.player].ratings), [])
            chunk.append(RatingChange(rated.variant, rated.at, rated.rating))
            players[rated.player].ratings += 1

    def _judge(self, game: Game, found: Analysis) -> None:
        """An analysis of a struck game does not count, nor of one that counts for nothing."""
        if not game.struck and game.fact.counts:
            before = self._analyses.get(game.number)
            self._book.judge(game.fact, game.who, self._rules.season(game.fact.ended_at), found, before)
            self._analyses[game.number] = found

    def _entered(self, fact: Fact, who: tuple[int, ...]) -> tuple[Rated, ...]:
        if not fact.counts:
            self._book.enter_apart(fact, who)
            return ()
        return self._book.enter(
            fact, who, self._rules.season(fact.ended_at), self._rules.day(fact.ended_at).toordinal()
        )

    def changes(self) -> Counted:
        """The writes for everything counted."""
        book = self._book
        values = {
            PLAYERS: _written((f"{each}", player) for each, player in book.players.items()),
            TALLIES: _written((f"{each} {season}", tally) for (each, season), tally in book.seasons.items()),
            PAIRS: _written((f"{a} {b}", pair) for (a, b), pair in book.pairs.items()),
            ENTRIES: _written(self._entries.items()),
            RATINGS: _written(self._ratings.items()),
            STRIKES: self._strikes,
            ANALYSES: {f"{entry}": write_note(found) for entry, found in self._analyses.items()},
        }
        orders: dict[str, dict[int, float | None]] = {}
        for (one, other), pair in book.pairs.items():
            orders.setdefault(rivals(one), {})[other] = pair.first - pair.second
            orders.setdefault(rivals(other), {})[one] = pair.second - pair.first
        tallies = {(number, ""): player.tally for number, player in book.players.items()} | book.seasons
        for (number, season), tally in tallies.items():
            for name, order in _orders(book.players[number], tally, season):
                orders.setdefault(name, {})[number] = order
        return Counted({name: kept for name, kept in values.items() if kept}, orders)


def rivals(number: int) -> str:
    """The name of the list of a member's opponents, ordered by wins minus losses."""
    return f"rivals {number}"


def _orders(player: Player, tally: Tally, season: str) -> Iterator[tuple[str, float | None]]:
    """A member's sort key on each board; None where not listed."""
    for board in games.boards().values():
        for variant in board.variants(tally):
            found = None if player.hidden or player.away else board.place(tally, variant)
            yield board.list_key(variant, season), found and found.order


def _touched(step: LogItem) -> tuple[int, ...]:
    match step:
        case Game(_, fact, who) | GameAnalysis(Game(_, fact, who)):
            return tuple(seats(fact, who).values())
        case Hide(player) | Away(player) | Forget(player):
            return (player,)
        case _:
            return ()


def _chunk(number: int, count: int) -> str:
    """The key of the chunk that holds a member's next entry."""
    return f"{number} {count // CHUNK}"


async def _read(view: View, collection: str, names: Sequence[tuple[_K, str]], kind: type[_T]) -> list[tuple[_K, _T]]:
    """The values that exist, decoded."""
    stored = await view.values(collection, [name for _, name in names])
    return [
        (key, msgspec.msgpack.decode(data, type=kind)) for (key, _), data in zip(names, stored, strict=True) if data
    ]


def _written(values: Iterable[tuple[str, object]]) -> dict[str, bytes]:
    return {name: msgspec.msgpack.encode(value) for name, value in values}
