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
from collections.abc import Callable, Mapping
from contextlib import suppress

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
from bot.tables.review_requests import Allowance, End, Job, Progress, Request
from bot.tables.review_runs import counted_anew
from bot.tables.review_telling import Tell, Telling
from bot.tables.review_turns import Speed, turns, until_done
from bot.tables.reviews import MOST_A_DAY, Fold, ReviewFault, count_decisions, kept_reviews
from bot.tables.table import Table
from bot.worker_pool import WorkerFailed

_log = logging.getLogger(__name__)

_LATER = 2.0
"""Seconds until another request is tried after a failure of the store."""

_LOOK = 5.0
"""Seconds between checks for cancellations by the host."""


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
        self._waiting: list[Job] = []
        self._current: Job | None = None
        self._working: asyncio.Task[None] | None = None
        self._making: asyncio.Task[bool] | None = None
        self._last_guild = 0
        self._telling = Telling(store)

    def tells(self, tell: Tell) -> None:
        """Set the callback that notifies requesters."""
        self._telling.tell = tell

    @property
    def requests(self) -> list[Request]:
        """All requests in the order of service, the current one first."""
        return [each.request for each in self._jobs()]

    def _jobs(self) -> list[Job]:
        named = {each.name: each for each in self._waiting}
        order = dict.fromkeys(name for name, _ in turns([each.waiting() for each in self._waiting], self._last_guild))
        return ([self._current] if self._current else []) + [named[name] for name in order]

    def progress(self, name: str) -> Progress:
        """The progress of a request."""
        job = next((each for each in self._jobs() if each.name == name), None)
        return self._progress(job, self._until_done()) if job else Progress()

    def _progress(self, job: Job, until_done: Mapping[str, int]) -> Progress:
        others = len(self._waiting) + (self._current is not None) - 1
        seconds = self.speed.seconds(until_done.get(job.name, 0)) if job.left is not None else 0.0
        waits = others > 0 and not job.begun and job is not self._current
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

    def _until_done(self) -> dict[str, int]:
        """How many decisions are reviewed until each request is done."""
        waiting, found, first = [each.waiting() for each in self._waiting], dict[str, int](), 0
        if (job := self._current) and job.left:
            first = max(0, next(iter(job.left.values())) - job.shown)
            found[job.name] = first
            if (rest := job.waiting(1)).games:
                waiting.append(rest)
        return found | {name: first + number for name, number in until_done(waiting, self._last_guild).items()}

    async def allowance(self, user: int) -> Allowance:
        """A member's allowance."""
        spent = await self._store.reviews.spent(user, self._now())
        return Allowance(sum(each for _, each in spent), spent[0][0] + DAY if spent else 0.0)

    def of(self, user: int) -> Request | None:
        """A member's current request."""
        return next((each for each in self.requests if each.user == user), None)

    async def ask(self, request: Request) -> Request:
        """Request reviews; returns the member's current request.

        That is an earlier one while it is not finished. For the same games it keeps its place, and notifications go to
        the latest message. Raises `Illegal` if it exceeds the daily allowance.
        """
        async with self._asking:
            before = next((each for each in self._jobs() if each.request.user == request.user), None)
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
            if before is not None and before in (self._current, *self._waiting):
                before.request, before.done = request, 0
                before.counted = left is not None or before is self._current
                if self._current is not before:
                    before.left = left
            else:
                self._waiting.append(Job(request, left, counted=left is not None))
        self._wake()
        if old is not None and old.name not in self._telling.ending:
            self._telling.end(old, Progress(end=End.MOVED))
        if request in self.requests:
            self._telling.soon(request, self.progress(request.name))
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
        job = next((each for each in self._jobs() if each.name == name), None)
        if job is None:
            return False
        if job.request.user != user and (not moderated or job.request.guild != moderated):
            raise Illegal(ReviewFault.NOT_YOURS)
        end = Progress(end=End.CANCELLED, by="" if job.request.user == user else by)
        return await self._stop(job, end)

    async def _stop(self, job: Job, end: Progress) -> bool:
        await self._settle(job)
        await self._store.reviews.drop(job.name)
        self._waiting = [each for each in self._waiting if each is not job]
        if self._current is job and self._making is not None:
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
            job = next((each for each in self._jobs() if each.name == name), None)
            if job is not None:
                await self._stop(job, Progress(end=End.STOPPED))
                await self._store.reviews.heeded([name])

    async def watch(self) -> None:
        """Do that forever."""
        while True:
            await asyncio.sleep(_LOOK)
            with suppress(StoreError):  # which is counted where it happens
                if self._current or self._waiting:
                    await self.heed()

    async def take_up(self, mine: Callable[[int], bool]) -> None:
        """Resume the stored requests of the servers that are `mine`."""
        known = self._known()
        stored, cancelled = await asyncio.gather(self._store.reviews.asked(), self._store.reviews.cancelled())
        known |= self._known()  # requests may have been added, or finished, meanwhile
        found: list[Request] = []
        for name, data in stored.items():
            try:
                request = msgspec.json.decode(data, type=Request)
            except msgspec.MsgspecError:
                continue  # written by a newer bot
            if name not in known and mine(request.guild):
                found.append(request)
        found.sort(key=lambda each: (len(each.name), each.name))
        self._waiting += [Job(each) for each in found if each.name not in cancelled]
        self._wake()
        for each in found:
            if each.name in cancelled:
                await self._stop(Job(each), Progress(end=End.STOPPED))
                await self._store.reviews.heeded([each.name])
        await self._store.reviews.heeded(sorted(cancelled - set(stored)))

    def _known(self) -> set[str]:
        return {each.name for each in self._jobs()} | self._telling.ending

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
        if self._waiting and (self._working is None or self._working.done()):
            self._working = in_background(self._work(), "reviewing")

    # The work

    async def _work(self) -> None:
        while self._waiting:
            name, _ = next(turns([each.waiting() for each in self._waiting], self._last_guild))
            job = next(each for each in self._waiting if each.name == name)
            self._waiting.remove(job)
            self._current, self._last_guild = job, job.request.guild
            self._making = asyncio.ensure_future(self._make(job))
            try:
                await asyncio.wait([self._making])
            except asyncio.CancelledError:
                await stop(self._making)
                raise
            finally:
                self._current = None
            if not self._making.cancelled() and self._making.result():
                self._waiting.append(job)
            until_done = self._until_done()
            for each in self._waiting:
                self._telling.soon(each.request, self._progress(each, until_done))

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
        if job.name not in await self._store.reviews.asked():
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
        self._telling.soon(job.request, self._progress(job, self._until_done()))


def too_much(allowed: Allowance) -> Illegal:
    """The refusal for an exceeded allowance."""
    when = f"<t:{int(allowed.more_at) + 1}:R>"
    return Illegal(ReviewFault.SPENT, spent=allowed.spent, most=MOST_A_DAY, left=allowed.left, when=when)
