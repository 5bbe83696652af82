"""The queue of games that are reviewed: who has asked, how far it is, and the one task that has it done.

A request is stored before it is answered and dropped when whoever has asked is told; each game is kept as soon as it is
done. So a stop anywhere costs at most the game under way, and the next start goes on. One thing a person, the servers
in turn. Nobody waits for what is told, and whatever goes wrong with one request, the others are served.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from enum import Enum
from typing import Protocol, TypeVar, TypeVarTuple

import msgspec
from msgspec import Struct

from bot.analysis.decisions import questions
from bot.analysis.verdicts import Verdict, judged
from bot.backgammon import Illegal
from bot.core.log import UnreadableLog
from bot.engine.reviewer import AT_ONCE, Reviewer
from bot.engine.reviews import Asked, Found
from bot.engine.thinker import NoThought
from bot.engine.thoughts import CannotThink
from bot.folding import FoldingFailed
from bot.store import Store, StoreError
from bot.tables.analysed import enter_analysis
from bot.tables.days import note
from bot.tables.kept_games import game_log, whole_log
from bot.tables.repository import TableRepository
from bot.tables.reviews import ReviewFault, decided_in, kept_reviews, write_review
from bot.tables.table import Table

_log = logging.getLogger(__name__)

PIECE = 4
"""Decisions that are asked for at once, so that it is seen how far it is."""

_TRIES = 3
"""How often the engine is asked the same."""

_LATER = 2.0
"""Seconds until another request is looked at, where the store has failed."""

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")


class Fold(Protocol):
    """As `Folder.fold`."""

    def __call__(self, work: Callable[[*_Args], _T], *args: *_Args) -> Awaitable[_T]: ...


class Request(Struct, frozen=True):
    """Somebody, in a server, wants these games of a table reviewed.

    `name`: the id of an interaction, so that it grows with time. `token`: by which the `message` that answers them is
    changed, for a while; `at`: since when. `place`: the channel where they can be mentioned after that; 0: nowhere.
    """

    name: str
    user: int
    guild: int
    channel: int
    table: str
    games: tuple[int, ...]
    language: str
    app: int
    token: str
    message: int
    at: float
    place: int = 0

    @property
    def wanted(self) -> tuple[int, str, tuple[int, ...]]:
        """What is to be reviewed."""
        return self.channel, self.table, self.games


class End(Enum):
    """What has become of a request, of which nothing more is told in its message."""

    MADE = "all is reviewed"
    FAILED = "the engine did not answer"
    CANCELLED = "it is not wanted any more"
    MOVED = "whoever has asked has asked again, and is told there"


class Progress(Struct, frozen=True):
    """How far a request is: so many are served before it, or so many of all decisions are reviewed."""

    before: int = 0
    done: int = 0
    all: int = 0
    end: End | None = None


Tell = Callable[[Request, Progress], Awaitable[None]]


class Reviewing:
    """Reviews what is asked for. `tell` is told how far each request is."""

    def __init__(self, store: Store, repository: TableRepository, fold: Fold, reviewer: Reviewer) -> None:
        self.reviewer = reviewer
        self._store, self._repository, self._fold = store, repository, fold
        self._asking = asyncio.Lock()
        self._waiting: list[Request] = []
        self._current: Request | None = None
        self._far = Progress()
        self._working: asyncio.Task[None] | None = None
        self._making: asyncio.Task[None] | None = None
        self._last_guild = 0
        self._tell: Tell = _nobody
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._ending: dict[str, asyncio.Task[None]] = {}

    def tells(self, tell: Tell) -> None:
        """Whom to tell."""
        self._tell = tell

    @property
    def requests(self) -> list[Request]:
        """All requests in the order in which they are served, the one that is being made first."""
        return ([self._current] if self._current else []) + list(self._in_turn())

    def progress(self, name: str) -> Progress:
        """How far a request is."""
        if self._current is not None and self._current.name == name:
            return self._far
        return Progress(before=next((place for place, each in enumerate(self.requests) if each.name == name), 0))

    async def ask(self, request: Request) -> Request:
        """Have games reviewed; what is made for this person now.

        That is something else as long as what they have asked for before is not made. If that is the same, it keeps its
        place, and they are told where they have asked last.
        """
        async with self._asking:
            before = next((each for each in self.requests if each.user == request.user), None)
            if before is not None and (before.wanted != request.wanted or before.name == request.name):
                return before
            await self._store.reviews.ask(request.name, msgspec.json.encode(request))
            self._put(request, before)
        self._wake()
        if before is not None and before.name not in self._ending:
            self._end(before, End.MOVED)
        await self._tell_now(request)
        return request

    def _put(self, request: Request, before: Request | None) -> None:
        """In the place of one of before, unless that is served by now."""
        if before is not None and self._current is before:
            self._current = request
        elif before in self._waiting:
            self._waiting[self._waiting.index(before)] = request
        else:
            self._waiting.append(request)

    async def cancel(self, name: str, user: int) -> bool:
        """Somebody does not want it any more; what is reviewed already is kept. False if there is no such request.

        Raises `Illegal` if it is another's.
        """
        request = next((each for each in self.requests if each.name == name), None)
        if request is None:
            return False
        if request.user != user:
            raise Illegal(ReviewFault.NOT_YOURS)
        await self._store.reviews.drop(name)
        self._waiting = [each for each in self._waiting if each.name != name]
        if self._current is not None and self._current.name == name and self._making is not None:
            await _stopped(self._making)
        if name in self._ending:
            return False  # it was made meanwhile
        self._end(request, End.CANCELLED)
        return True

    async def take_up(self, mine: Callable[[int], bool]) -> None:
        """Go on with what was asked for before the last stop, in the servers that are ours."""
        known = self._known()
        stored = await self._store.reviews.asked()
        known |= self._known()  # some have been asked for, or served, meanwhile
        for name, data in stored.items():
            try:
                request = msgspec.json.decode(data, type=Request)
            except msgspec.MsgspecError:
                continue  # a newer bot's
            if name not in known and mine(request.guild):
                self._waiting.append(request)
        self._waiting.sort(key=lambda each: (len(each.name), each.name))
        self._wake()

    def _known(self) -> set[str]:
        return {each.name for each in self.requests} | set(self._ending)

    async def rest(self) -> None:
        """End; what was asked for is made after the next start, and what was not told is told then."""
        await asyncio.gather(*map(_stopped, self._tasks))
        await self.reviewer.close()

    async def idle(self) -> None:
        """Wait until there is nothing to do."""
        while tasks := [
            each
            for each in (self._working, *self._telling.values(), *self._ending.values())
            if each and not each.done()
        ]:
            await asyncio.wait(tasks)

    @property
    def _tasks(self) -> list[asyncio.Task[None]]:
        return [*([self._working] if self._working else []), *self._telling.values(), *self._ending.values()]

    def _wake(self) -> None:
        if self._waiting and (self._working is None or self._working.done()):
            self._working = asyncio.create_task(self._work())

    def _in_turn(self) -> Iterator[Request]:
        """Those who wait: one of each server in turn, beginning with the server after the one that was served last."""
        queues: dict[int, list[Request]] = {}
        for each in self._waiting:
            queues.setdefault(each.guild, []).append(each)
        guilds = sorted(queues)
        order = [each for each in guilds if each > self._last_guild] + [
            each for each in guilds if each <= self._last_guild
        ]
        for place in range(max(map(len, queues.values()), default=0)):
            yield from (queues[guild][place] for guild in order if place < len(queues[guild]))

    # What is told. Whoever waits for an analysis does not wait for Discord.

    def _tell_soon(self, request: Request, progress: Progress) -> None:
        """Tell how far it is, unless something is being told: of that there will be more to say soon."""
        if request.name not in self._telling:
            telling = self._telling[request.name] = asyncio.create_task(self._told(request, progress))
            telling.add_done_callback(lambda _: self._telling.pop(request.name))

    async def _tell_now(self, request: Request) -> None:
        """Tell whoever has just asked."""
        if request in self.requests:
            self._tell_soon(request, self.progress(request.name))
        if telling := self._telling.get(request.name):
            await asyncio.wait([telling])

    async def _told(self, request: Request, progress: Progress) -> None:
        try:
            await self._tell(request, progress)
        except Exception:  # noqa: BLE001  it is in the log, and the others are told all the same
            _log.exception("how far a review is was not told")

    def _end(self, request: Request, end: End) -> None:
        """Tell what has become of a request, after all else that is told of it, and drop it."""
        ending = self._ending[request.name] = asyncio.create_task(self._ended(request, end))
        ending.add_done_callback(lambda _: self._ending.pop(request.name))

    async def _ended(self, request: Request, end: End) -> None:
        if telling := self._telling.get(request.name):
            await asyncio.wait([telling])
        await self._told(request, Progress(end=end))
        try:
            await self._store.reviews.drop(request.name)
        except StoreError as error:
            _log.warning("that a review is made is told again at the next start: %s", error)

    # What is made

    async def _work(self) -> None:
        while (request := next(self._in_turn(), None)) is not None:
            self._waiting.remove(request)
            self._current, self._far, self._last_guild = request, Progress(), request.guild
            self._making = asyncio.create_task(self._make())
            try:
                await asyncio.wait([self._making])
            except asyncio.CancelledError:
                await _stopped(self._making)
                raise
            finally:
                self._current = None
            for place, each in enumerate(self._in_turn()):
                self._tell_soon(each, Progress(before=place))

    async def _make(self) -> None:
        request = self._current
        assert request is not None
        end = End.FAILED
        try:
            if await self._reviewed(request):
                end = End.MADE
            await self._note(request)
        except StoreError as error:
            _log.warning("the review of %s waits for the store: %s", request.table, error)
            await asyncio.sleep(_LATER)
            self._waiting.append(self._current or request)
            return
        except (FoldingFailed, UnreadableLog, CannotThink, Illegal) as error:
            _log.warning("review of %s failed: %s", request.table, error)
        except Exception:  # noqa: BLE001  it is in the log, and the queue goes on
            _log.exception("the review of %s failed", request.table)
        self._end(self._current or request, end)  # it may have been asked for again

    def _is_so_far(self, progress: Progress) -> None:
        """The request that is being made, which may have been asked for again meanwhile."""
        assert self._current is not None
        self._far = progress
        self._tell_soon(self._current, progress)

    async def _reviewed(self, request: Request) -> bool:
        """Whether all games of a request are reviewed; those that were before are not reviewed again."""
        table = await self._repository.load(request.channel, request.table)
        if table is None:
            return False
        there = await kept_reviews(self._store, table, request.games)
        missing = [game for game in request.games if game not in there]
        if not missing:
            return True
        one = len(missing) == 1
        stretch = await (game_log(self._store, table, missing[0]) if one else whole_log(self._store, table))
        games = await self._fold(decided_in, stretch)
        asked = {game: questions(games.get(game, ())) for game in missing}
        total, done = sum(map(len, asked.values())), 0
        self._is_so_far(Progress(all=total))
        for game in missing:
            found: dict[Asked, Found] = {}
            async for piece, answers in self._found(asked[game]):
                found |= dict(zip(piece, answers, strict=True))
                self._is_so_far(Progress(done=done + len(found), all=total))
            if len(found) < len(asked[game]):
                return False
            done += len(found)
            await self._keep(table, game, judged(games.get(game, ()), found))
        return True

    async def _note(self, request: Request) -> None:
        """Mistakes may become positions of the day; noted twice, they are no more than once."""
        table = await self._repository.load(request.channel, request.table)
        if table is not None:
            await note(self._store, table, await kept_reviews(self._store, table, request.games))

    async def _keep(self, table: Table, game: int, verdicts: tuple[Verdict, ...]) -> None:
        await enter_analysis(self._store, self._repository, table, game, verdicts)
        await self._store.reviews.keep(table.channel, table.id, game, write_review(verdicts))

    async def _found(self, asked: Sequence[Asked]) -> AsyncIterator[tuple[tuple[Asked, ...], tuple[Found, ...]]]:
        """What the engine says, piece by piece as it comes; it ends where the engine is silent."""
        pieces = [tuple(asked[first : first + PIECE]) for first in range(0, len(asked), PIECE)]
        free = asyncio.Semaphore(AT_ONCE)
        tasks = [asyncio.create_task(self._piece(piece, free)) for piece in pieces]
        try:
            for piece, task in zip(pieces, tasks, strict=True):
                answers = await task
                if answers is None:
                    return
                yield piece, answers
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _piece(self, piece: Sequence[Asked], free: asyncio.Semaphore) -> tuple[Found, ...] | None:
        async with free:
            for _ in range(_TRIES):
                try:
                    return await self.reviewer.review(piece)
                except NoThought as error:
                    _log.warning("the engine does not answer: %s", error)
        return None


async def _stopped(task: asyncio.Task[None]) -> None:
    """Cancel a task until it is: a cancel that comes just when the store has answered is lost in Python 3.11."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.1)


async def _nobody(request: Request, progress: Progress) -> None:
    del request, progress
