"""Pages of a server's ladder, read from the counted view: boards, profiles, lists of games, pairs.

Members go by their user ids here. The id is None for members who hide, have left the server or have deleted their data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.ladder.facts import Fact, read_fact
from bot.ladder.fold import counted_shares
from bot.ladder.listing import RATING, Board, Place
from bot.ladder.notes import Analysis, Restore, Strike, read_note
from bot.ladder.performance import JudgedGame
from bot.ladder.players import Pair, Player, week
from bot.ladder.tallies import Tally
from bot.store import Store
from bot.store.ladder import Entered
from bot.store.standings import View
from bot.tables.counting import (
    ANALYSES,
    CHUNK,
    ENTRIES,
    PAIRS,
    PLAYERS,
    RATINGS,
    STRIKES,
    TALLIES,
    RatingChange,
    rivals,
)

ROWS = 10
"""Members per page of a board, and games per page of a list."""

MOST_JUDGED = 8 * CHUNK
"""A member's newest games among which analysed ones are looked for."""

RIVALS = 3
"""How many opponents with the most wins, and with the most losses, are named."""

_T = TypeVar("_T")


class Line(Struct, frozen=True, kw_only=True):
    """A member's line on a board. `number` is that of the server's list. `value`: rating, points, or points per bet;
    its standard `error` where shown.

    `count` of matches, games, bets or decisions. `form`, the last games, and `change` of this week are current: "" and
    None where not shown, as in a past season.
    """

    rank: int
    number: int
    user: int | None
    value: float
    provisional: bool
    count: int
    error: float | None = None
    form: str = ""
    change: float | None = None


class BoardPage(Struct, frozen=True, kw_only=True):
    """A page of a board, counted from 0; `size`: how many are listed. `own` is the requester's line, if any; `unlisted`
    what it would be with enough games or decisions.
    """

    board: Board
    variant: str
    season: str
    page: int
    size: int
    lines: tuple[Line, ...]
    own: Line | None = None
    unlisted: Line | None = None

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, -(-self.size // ROWS))


class Rival(Struct, frozen=True):
    """An opponent of a member, with wins and losses."""

    user: int | None
    won: int
    lost: int


class Profile(Struct, frozen=True, kw_only=True):
    """A member's profile. `ranks` by variant, of rated ones, over all time. `ratings`: the latest changes in all
    variants. `nights` of four people or more that are over, and how many of them were won.
    """

    user: int
    player: Player
    ranks: dict[str, int] = {}
    victims: tuple[Rival, ...] = ()
    nemeses: tuple[Rival, ...] = ()
    ratings: tuple[RatingChange, ...] = ()
    nights: int = 0
    nights_won: int = 0


class ListedGame(Struct, frozen=True, kw_only=True):
    """A game in a member's list: what it was, their seat, the others; why it was struck, or restored (or None)."""

    number: int
    fact: Fact
    seat: int
    people: Mapping[int, int | None]
    struck: str | None = None
    restored: str | None = None


class GamePage(Struct, frozen=True):
    """Games of one member, the newest first; `page` is counted from 0."""

    user: int
    page: int
    size: int
    games: tuple[ListedGame, ...]

    @property
    def pages(self) -> int:
        """The number of pages, at least one."""
        return max(1, -(-self.size // ROWS))


class Versus(Struct, frozen=True):
    """Two members: matches and games each has won, and the points the second has paid the first."""

    one: int
    other: int
    won: int
    lost: int
    points: Fraction
    ratings: dict[str, tuple[float, float]]


class Reader:
    """Reads one view of one server's ladder; `today`, of its calendar, is a proleptic ordinal
    (`datetime.date.toordinal`) within `season`.

    Every method raises `StoreError` if the store fails.
    """

    def __init__(self, store: Store, guild: int, view: View, today: int, season: str) -> None:
        self._ladder, self._guild, self._view, self._today = store.ladder, guild, view, today
        self._seasons = "", season

    async def board(
        self, board: Board, variant: str, season: str, user: int, page: int | None = None, rows: int = ROWS
    ) -> BoardPage:
        """A page of a board; None: the requester's own, or the first. Pages beyond the last are the last."""
        name, view = board.list_key(variant, season), self._view
        size, own = await view.size(name), await self._ladder.number_of(self._guild, user)
        at = None if own is None else await view.place(name, own)
        page = (at or 0) // rows if page is None else min(page, max(0, (size - 1) // rows))
        found = await view.page(name, page * rows, rows)
        lines = await self._lines(board, variant, season, found, page * rows)
        mine = next((line for line in lines if line.number == own), None)
        if mine is None and own is not None and (order := await view.order(name, own)) is not None:
            (mine,) = await self._lines(board, variant, season, [(own, order)])
        return BoardPage(
            board=board,
            variant=variant,
            season=season,
            page=page,
            size=size,
            lines=tuple(lines),
            own=mine,
            unlisted=await self._unlisted(board, variant, season, own or 0) if board.needs and user else None,
        )

    async def _unlisted(self, board: Board, variant: str, season: str, number: int) -> Line | None:
        """The line of a member who may be listed, but has too few games yet."""
        (player,) = await self._read(PLAYERS, [f"{number}"], Player)
        if player is not None and player.hidden:
            return None
        (tally,) = await self._read(TALLIES, [f"{number} {season}"], Tally) if season else [player and player.tally]
        found = line_of(board, variant, tally or Tally())
        return found if found.count < board.needs else None

    async def _lines(
        self, board: Board, variant: str, season: str, found: Sequence[tuple[int, float]], first: int = 0
    ) -> list[Line]:
        """The lines of those found from place `first` on. Members of equal order share a rank."""
        if not found:
            return []
        numbers = [number for number, _ in found]
        players = await self._read(PLAYERS, [f"{each}" for each in numbers], Player)
        tallies = [player and player.tally for player in players]
        if season:
            tallies = await self._read(TALLIES, [f"{each} {season}" for each in numbers], Tally)
        people = await self._ladder.people(self._guild, numbers)
        rank = await self._view.above(board.list_key(variant, season), found[0][1]) + 1
        lines, last, running = list[Line](), found[0][1], board.current and season in self._seasons
        for place, (number, order) in enumerate(found):
            rank, last = (rank, last) if order == last else (first + place + 1, order)
            player, tally = players[place] or Player(), tallies[place] or Tally()
            lines.append(
                replace(
                    line_of(board, variant, tally, Place.at(order)),
                    rank=rank,
                    number=number,
                    user=people[place],
                    form=player.form if running else "",
                    change=self._change(board, variant, player) if running else None,
                )
            )
        return lines

    def _change(self, board: Board, variant: str, player: Player) -> float | None:
        since = board.since(player, variant)
        if since is None:
            return None
        return board.now(player, variant) - since[1] if since[0] == week(self._today) else 0.0

    async def profile(self, user: int) -> Profile | None:
        """A member's profile; None if nothing is known of them."""
        number = await self._ladder.number_of(self._guild, user)
        if number is None:
            return None
        (player,) = await self._read(PLAYERS, [f"{number}"], Player)
        if player is None:
            return None
        view, ranks = self._view, dict[str, int]()
        for variant in player.standings:
            name = RATING.list_key(variant, "")
            if (order := await view.order(name, number)) is not None:
                ranks[variant] = await view.above(name, order) + 1
        best = await view.page(rivals(number), 0, RIVALS)
        worst = await view.page(rivals(number), 0, RIVALS, lowest=True)
        chunks = range(max(0, (player.ratings - 1) // CHUNK), -1, -1)[:2]
        changes = await self._read(RATINGS, [f"{number} {each}" for each in reversed(chunks)], list[RatingChange])
        return Profile(
            user=user,
            player=player,
            ranks=ranks,
            victims=await self._rivals(number, [each for each, order in best if order > 0]),
            nemeses=await self._rivals(number, [each for each, order in worst if order < 0]),
            ratings=tuple(change for chunk in changes for change in chunk or ()),
        )

    async def hidden(self, user: int) -> bool:
        """Whether a member hides from all boards."""
        number = await self._ladder.number_of(self._guild, user)
        (player,) = await self._read(PLAYERS, [f"{number or 0}"], Player)
        return player is not None and player.hidden

    async def _rivals(self, number: int, others: Sequence[int]) -> tuple[Rival, ...]:
        shown = await self.shown(others)
        pairs = await self._read(PAIRS, [_pair(number, other) for other in others], Pair)
        return tuple(
            Rival(shown[other], *((pair.first, pair.second) if number < other else (pair.second, pair.first)))
            for other, pair in zip(others, pairs, strict=True)
            if pair is not None
        )

    async def shown(self, numbers: Iterable[int]) -> dict[int, int | None]:
        """The members of these numbers for another member's lines; None for those not to be named."""
        wanted = list(dict.fromkeys(number for number in numbers if number))
        people = await self._ladder.people(self._guild, wanted)
        players = await self._read(PLAYERS, [f"{each}" for each in wanted], Player)
        named = {
            number: None if player is not None and (player.hidden or player.away) else user
            for number, user, player in zip(wanted, people, players, strict=True)
        }
        return {0: None} | named

    async def games(self, user: int, page: int = 0) -> GamePage:
        """A member's finished games, the newest first."""
        number = await self._ladder.number_of(self._guild, user)
        (player,) = await self._read(PLAYERS, [f"{number or 0}"], Player)
        size = player.entries if player else 0
        page = min(page, max(0, (size - 1) // ROWS))
        last = size - page * ROWS
        numbers = await self._numbers(number or 0, range(max(0, last - ROWS), last))
        entries = [await self._ladder.entry(self._guild, each) for each in reversed(numbers)]
        found = [entry for entry in entries if isinstance(entry, Entered)]
        struck = await self._view.values(STRIKES, [f"{entry.number}" for entry in found])
        shown = await self.shown(each for entry in found for each in entry.who)
        games = [_listed(entry, number or 0, shown, reason) for entry, reason in zip(found, struck, strict=True)]
        return GamePage(user, page, size, tuple(games))

    async def judged(self, user: int) -> list[JudgedGame]:
        """A member's shares of the analysed games that count, of their last `MOST_JUDGED`."""
        number = await self._ladder.number_of(self._guild, user)
        (player,) = await self._read(PLAYERS, [f"{number or 0}"], Player)
        size = player.entries if player else 0
        numbers = await self._numbers(number or 0, range(max(0, size - MOST_JUDGED), size))
        found: list[JudgedGame] = []
        for each, data in zip(numbers, await self._view.values(ANALYSES, [f"{each}" for each in numbers]), strict=True):
            note = read_note(data) if data else None
            entry = await self._ladder.entry(self._guild, each) if isinstance(note, Analysis) else None
            if isinstance(note, Analysis) and isinstance(entry, Entered):
                fact = read_fact(entry.says)
                shares = dict(counted_shares(fact, entry.who, note))
                if number in shares:
                    found.append(JudgedGame(fact.ended_at, shares[number].decisions, shares[number].lost))
        return found

    async def _numbers(self, number: int, places: range) -> list[int]:
        """The numbers, in the list, of a member's games at these places, counted from 0."""
        chunks = list(dict.fromkeys(place // CHUNK for place in places))
        kept = await self._read(ENTRIES, [f"{number} {chunk}" for chunk in chunks], list[int])
        parts = dict(zip(chunks, kept, strict=True))
        return [(parts[place // CHUNK] or [])[place % CHUNK] for place in places]

    async def versus(self, one: int, other: int) -> Versus | None:
        """The record of two members against each other; None if they have never met."""
        first, second = [await self._ladder.number_of(self._guild, user) for user in (one, other)]
        if first is None or second is None:
            return None
        (pair,) = await self._read(PAIRS, [_pair(first, second)], Pair)
        if pair is None:
            return None
        players = [each or Player() for each in await self._read(PLAYERS, [f"{first}", f"{second}"], Player)]
        both = [variant for variant in players[0].standings if variant in players[1].standings]
        ratings = {each: (players[0].standing(each).rating, players[1].standing(each).rating) for each in both}
        points = Fraction(*pair.points)
        if first < second:
            return Versus(one, other, pair.first, pair.second, points, ratings)
        return Versus(one, other, pair.second, pair.first, -points, ratings)

    async def _read(self, collection: str, names: Sequence[str], kind: type[_T]) -> list[_T | None]:
        found = await self._view.values(collection, names)
        return [msgspec.msgpack.decode(data, type=kind) if data else None for data in found]


def line_of(board: Board, variant: str, tally: Tally, place: Place | None = None) -> Line:
    """The line of a tally on a board, at a place there; without one whether listed or not."""
    found = place or board.place(tally, variant) or Place(0.0)
    value, error = board.figure(tally, found)
    count, provisional = board.count(tally, variant), place is not None and place.provisional
    return Line(rank=0, number=0, user=None, value=value, provisional=provisional, count=count, error=error)


def _pair(one: int, other: int) -> str:
    return f"{min(one, other)} {max(one, other)}"


def _listed(entry: Entered, number: int, shown: dict[int, int | None], reason: bytes | None) -> ListedGame:
    fact = read_fact(entry.says)
    seats = [seat for seat, _ in fact.account.roles]
    note = None if reason is None else read_note(reason)
    return ListedGame(
        number=entry.number,
        fact=fact,
        seat=seats[entry.who.index(number)],
        people={seat: shown[each] for seat, each in zip(seats, entry.who, strict=True) if each != number},
        struck=note.reason if isinstance(note, Strike) else None,
        restored=note.reason if isinstance(note, Restore) else None,
    )
