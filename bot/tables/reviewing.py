"""The queue of reviews: requests, their progress, and the one task that works on them.

A request is stored before it is answered and dropped when its requester has been notified; each finished game is stored
at once. So an interruption costs at most the current game, and the next start resumes. One request per member, one game
per turn, the servers in turn. Notifications delay nothing, and a failing request does not stop the others.

Decisions count towards a member's allowance from the storing of the request until a day later, by its name: once
however often that is retried. What is not reviewed in the end is given back.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import islice

import msgspec

from bot.analysis.decisions import questions
from bot.analysis.verdicts import judged
from bot.backgammon import Illegal
from bot.core.log import UnreadableLog
from bot.engine.reviewer import Reviewer
from bot.engine.reviews import Asked, Found
from bot.engine.thoughts import Unsupported
from bot.store import Store, StoreError, StoreFull
from bot.store.reviews import DAY
from bot.supervision import in_background, stop
from bot.tables.game_review import GameReview
from bot.tables.repository import TableRepository
from bot.tables.review_queue import ReviewQueue
from bot.tables.review_requests import Allowance, End, Job, Progress, Request
from bot.tables.review_runs import counted_anew
from bot.tables.review_telling import Tell, Telling
from bot.tables.review_turns import Speed
from bot.tables.reviews import MOST_A_DAY, Fold, ReviewFault, count_decisions, kept_reviews
from bot.tables.table import Table
from bot.worker_pool import WorkerFailed

_log = logging.getLogger(__name__)

_LATER = 2.0
"""Seconds until another request is tried after a failure of the store."""

_LOOK = 5.0
"""Seconds between checks for cancellations by the host."""

_NEXT = 20
"""How many of those that wait are told after each game how long it still takes: whose turn is next."""


class Reviewing:
    """Reviews requested games. `tell` notifies of progress, `clock` measures the time per game."""

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        fold: Fold,
        reviewer: Reviewer,
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.games = GameReview(store, repository, fold, reviewer)
        self.speed = Speed()
        self._store, self._repository, self._now, self._clock = store, repository, now, clock
        self._asking = asyncio.Lock()
        self._queue = ReviewQueue()
        self._working: asyncio.Task[None] | None = None
        self._making: asyncio.Task[bool] | None = None
        self._telling = Telling(store)

    def tells(self, tell: Tell) -> None:
        """Set the callback that notifies requesters."""
        self._telling.tell = tell

    @property
    def requests(self) -> list[Request]:
        """All requests in the order of service, the current one first."""
        return [each.request for each in self._queue]

    def in_server(self, guild: int, most: int) -> list[tuple[Request, Progress]]:
        """At most so many requests of a server with their progress, the current one first."""
        return [(each.request, self._progress(each)) for each in islice(self._queue.in_server(guild), most)]

    def progress(self, name: str) -> Progress:
        """The progress of a request."""
        job = self._queue.named(name)
        return self._progress(job) if job else Progress()

    def _progress(self, job: Job) -> Progress:
        others = max(0, len(self._queue) - 1)
        seconds = self.speed.seconds(self._queue.until_done(job)) if job.left is not None else 0.0
        waits = others > 0 and not job.begun and job is not self._queue.current
        matches = len(job.request.tables)
        return Progress(
            done=job.done + job.shown,
            all=job.all,
            others=others,
            seconds=seconds,
            waits=waits,
            match=matches - len(job.request.later),
            matches=matches,
        )

    async def allowance(self, user: int) -> Allowance:
        """A member's allowance."""
        spent = await self._store.reviews.spent(user, self._now())
        return Allowance(sum(each for _, each in spent), spent[0][0] + DAY if spent else 0.0)

    def of(self, user: int) -> Request | None:
        """A member's current request."""
        job = self._queue.of(user)
        return job.request if job else None

    async def ask(self, request: Request) -> Request:
        """Request reviews; returns the member's current request.

        That is an earlier one while it is not finished. For the same games it keeps its place, and notifications go to
        the latest message. Raises `Illegal` if it exceeds the daily allowance.
        """
        async with self._asking:
            before = self._queue.of(request.user)
            if before is not None and (before.request.wanted != request.wanted or before.name == request.name):
                return before.request
            old = before.request if before else None
            await self._store.reviews.ask(request.name, msgspec.json.encode(request))
            if before is not None:  # the current game counts for the new request
                await self._store.reviews.settle(request.user, before.request.account, before.done)
            if not await self._count(request):
                await self._store.reviews.drop(request.name)
                raise too_much(await self.allowance(request.user))
            left = dict(request.decisions) if request.decisions else None
            if before is not None and before in self._queue:
                current = before is self._queue.current
                self._queue.replace(before, request)
                before.done, before.counted = 0, left is not None or current
                if not current:
                    before.left = left
                    self._queue.changed(before)
            else:
                self._queue.add(Job(request, left, counted=left is not None))
        self._wake()
        if old is not None and old.name not in self._telling.ending:
            self._telling.end(old, Progress(end=End.MOVED))
        if (job := self._queue.named(request.name)) and job.request is request:
            self._telling.soon(request, self._progress(job))
        await self._telling.told(request.name)
        return request

    async def _count(self, request: Request) -> bool:
        """Count its decisions towards the allowance, once; False if they exceed it."""
        total, user = request.total, request.user
        return not total or await self._store.reviews.spend(user, request.account, total, MOST_A_DAY, self._now())

    async def _settle(self, job: Job) -> None:
        """Give back what was not reviewed."""
        request, used = job.request, job.done + job.found
        if not job.counted:  # it was resumed, and has had no turn yet
            kept = await self._store.reviews.kept(request.channel, request.table, request.games)
            used = sum(request.decisions.get(game, 0) for game, there in zip(request.games, kept, strict=True) if there)
        await self._store.reviews.settle(request.user, request.account, used)

    async def cancel(self, name: str, user: int, moderated: int = 0, by: str = "") -> bool:
        """Cancel a request; finished reviews are kept. False if there is no such request.

        `moderated`: a server in which the user may cancel requests of others, who are told the name `by`. Raises
        `Illegal` without permission.
        """
        job = self._queue.named(name)
        if job is None:
            return False
        if job.request.user != user and (not moderated or job.request.guild != moderated):
            raise Illegal(ReviewFault.NOT_YOURS)
        end = Progress(end=End.CANCELLED, by="" if job.request.user == user else by)
        return await self._stop(job, end)

    async def _stop(self, job: Job, end: Progress) -> bool:
        await self._settle(job)
        await self._store.reviews.drop(job.name)
        self._queue.remove(job)
        if self._queue.current is job and self._making is not None:
            await stop(self._making)
            with suppress(StoreError):  # then they count a little longer
                await self._settle(job)
        if job.name in self._telling.ending:
            return False  # it was finished meanwhile
        self._telling.end(job.request, end)
        return True

    async def heed(self) -> None:
        """End the requests that the host has cancelled from another process."""
        for name in sorted(await self._store.reviews.cancelled()):
            if (job := self._queue.named(name)) is not None:
                await self._stop(job, Progress(end=End.STOPPED))
                await self._store.reviews.heeded([name])

    async def watch(self) -> None:
        """Do that forever."""
        while True:
            await asyncio.sleep(_LOOK)
            with suppress(StoreError):  # which is counted where it happens
                if self._queue:
                    await self.heed()

    async def take_up(self, mine: Callable[[int], bool]) -> None:
        """Resume the stored requests of the servers that are `mine`."""
        known, cancelled = self._known(), await self._store.reviews.cancelled()
        found, gone = list[Request](), set(cancelled)
        async for page in self._store.reviews.pages():
            known |= self._known()  # requests may have been added, or finished, meanwhile
            gone -= page.keys()
            for data in page.values():
                try:
                    request = msgspec.json.decode(data, type=Request)
                except msgspec.MsgspecError:
                    continue  # written by a newer bot
                if request.name not in known and mine(request.guild):
                    found.append(request)
        known |= self._known()
        jobs = {each.name: Job(each) for each in found if each.name not in known}  # some may have come twice
        for name in sorted(jobs, key=lambda each: (len(each), each)):
            if name not in cancelled:
                self._queue.add(jobs[name])
        self._wake()
        for name in cancelled & jobs.keys():
            await self._stop(jobs[name], Progress(end=End.STOPPED))
            await self._store.reviews.heeded([name])
        await self._store.reviews.heeded(sorted(gone))

    def _known(self) -> set[str]:
        return self._queue.names | self._telling.ending

    async def rest(self) -> None:
        """Stop; the next start resumes reviews and notifications."""
        await stop(*self._tasks)
        await self.games.reviewer.close()

    async def idle(self) -> None:
        """Wait until there is nothing to do."""
        while tasks := [each for each in self._tasks if not each.done()]:
            await asyncio.wait(tasks)

    @property
    def _tasks(self) -> list[asyncio.Task[None]]:
        return [*([self._working] if self._working else []), *self._telling.tasks]

    def _wake(self) -> None:
        if self._queue.waiting and (self._working is None or self._working.done()):
            self._working = in_background(self._work(), "reviewing")

    # The work

    async def _work(self) -> None:
        while self._queue.waiting:
            job = self._queue.take()
            self._making = asyncio.ensure_future(self._make(job))
            try:
                await asyncio.wait([self._making])
            except asyncio.CancelledError:
                await stop(self._making)
                raise
            finally:
                more = self._making.done() and not self._making.cancelled() and self._making.result()
                self._queue.put_back(job)
                if not more:
                    self._queue.remove(job)
            for each in list(islice(self._queue.waiting, _NEXT)):
                if each in self._queue:
                    self._telling.soon(each.request, self._progress(each))
                await asyncio.sleep(0)  # presses come first

    async def _make(self, job: Job) -> bool:
        """Review one game of a request; returns whether more are left."""
        end: End | None = End.FAILED
        try:
            end = await self._turn(job)
        except StoreFull as error:
            _log.warning("the review of %s ends: %s", job.request.table, error)
            end = End.FULL
        except StoreError as error:
            _log.warning("the review of %s waits for the store: %s", job.request.table, error)
            await asyncio.sleep(_LATER)
            return True
        except (WorkerFailed, UnreadableLog, Unsupported, Illegal) as error:
            _log.warning("review of %s failed: %s", job.request.table, error)
        except Exception:  # noqa: BLE001  logged, and the queue continues
            _log.exception("the review of %s failed", job.request.table)
        if end is None:
            return True
        try:
            await self._settle(job)
        except StoreError as error:
            _log.warning("what was not made of the review of %s counts all the same: %s", job.request.table, error)
        if end is not End.FULL and job.request.later:
            try:
                return await self._go_on(job, missed=end is not End.MADE)
            except StoreError as error:
                _log.warning("the run of %s ends: %s", job.request.user, error)
                end = End.FULL if isinstance(error, StoreFull) else End.FAILED
        if end is not End.MADE:
            job.request = job.request.without_this()
        self._telling.end(job.request, Progress(end=end))
        return False

    async def _go_on(self, job: Job, *, missed: bool) -> bool:
        """Begin with the next table of a run, in the place of the current one; a restart resumes there. False if the
        run is not stored any more, as its requester has deleted their data.
        """
        if not await self._store.reviews.is_asked(job.name):
            return False
        request = job.request.next_table(missed=missed)
        await self._store.reviews.ask(request.name, msgspec.json.encode(request))
        job.request, job.left = request, None
        job.done = job.found = job.shown = 0
        job.counted = False
        return True

    async def _turn(self, job: Job) -> End | None:
        """Review the next game not reviewed meanwhile; None: more are left."""
        request = job.request
        table = await self._repository.load(request.channel, request.table)
        if table is None:
            return End.FAILED
        if not job.counted and not await self._taken_up(job, table):
            return End.SPENT
        game = await self._next(job, table)
        if game is None:
            return End.MADE
        decided = await self.games.decided(table, game, job.left or {})
        asked, begun = len(questions(decided)), self._clock()
        job.begun, done, found = True, 0.0, dict[Asked, Found]()
        self._report_progress(job)
        async for done, found in self.games.found(decided):
            job.found, job.shown = len(found), int(done * asked)
            self._report_progress(job)
        if done < 1:
            return End.FAILED
        self.speed.took(asked, self._clock() - begun)
        await self.games.keep(table, game, judged(decided, found))
        assert job.left is not None
        job.done, job.found, job.shown = job.done + asked, 0, 0
        job.left.pop(game)
        if job.left:
            return None
        self.games.forget(table)
        return End.MADE

    async def _next(self, job: Job, table: Table) -> int | None:
        """The next game of a request; games reviewed meanwhile for others cost nothing."""
        assert job.left is not None
        for game in list(job.left):
            if game not in await kept_reviews(self._store, table, [game]):
                return game
            job.left.pop(game)
        return None

    async def _taken_up(self, job: Job, table: Table) -> bool:
        """Find out what is left of a resumed request; False if it exceeds the allowance."""
        request = job.request
        if request.tables and not request.games:
            job.request = request = await counted_anew(self._store, self.games.fold, request, table)
        there = await kept_reviews(self._store, table, request.games)
        missing = [game for game in request.games if game not in there]
        known = request.decisions
        if not set(missing) <= set(known):
            known = known | await count_decisions(self._store, self.games.fold, table, missing)
        job.left = {game: known[game] for game in missing}
        job.done = sum(number for game, number in request.decisions.items() if game in there)
        job.begun, job.counted = job.done > 0, await self._count(request)
        return job.counted

    def _report_progress(self, job: Job) -> None:
        self._telling.soon(job.request, self._progress(job))


def too_much(allowed: Allowance) -> Illegal:
    """The refusal for an exceeded allowance."""
    when = f"<t:{int(allowed.more_at) + 1}:R>"
    return Illegal(ReviewFault.SPENT, spent=allowed.spent, most=MOST_A_DAY, left=allowed.left, when=when)
