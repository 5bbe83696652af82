"""The requests in progress: by name, by member, and in the order of their turns. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from bot.tables.review_requests import Job, Request
from bot.tables.review_turns import Turns


class ReviewQueue:
    """Requests in progress. `current`: the one of which a game is being reviewed; the others wait."""

    def __init__(self) -> None:
        self.current: Job | None = None
        self._turns: Turns[Job] = Turns()
        self._named: dict[str, Job] = {}
        self._of: dict[int, dict[str, Job]] = {}

    def __len__(self) -> int:
        return len(self._named)

    def __iter__(self) -> Iterator[Job]:
        """All in the order of service, the current one first."""
        if self.current is not None:
            yield self.current
        yield from self._turns

    def __contains__(self, job: Job) -> bool:
        return self._named.get(job.name) is job

    @property
    def names(self) -> set[str]:
        return set(self._named)

    @property
    def waiting(self) -> Turns[Job]:
        """Those that wait, in the order of their next turns."""
        return self._turns

    def named(self, name: str) -> Job | None:
        return self._named.get(name)

    def of(self, user: int) -> Job | None:
        """A member's request; of several, as a stop can leave them, the oldest."""
        return next(iter(self._of.get(user, {}).values()), None)

    def in_server(self, guild: int) -> Iterator[Job]:
        """The requests of a server, the current one first."""
        if self.current is not None and self.current.request.guild == guild:
            yield self.current
        yield from self._turns.of(guild)

    def add(self, job: Job) -> None:
        """Add a request, which waits behind the others."""
        self._note(job)
        self._turns.put(job, job.group, job.games)

    def remove(self, job: Job) -> None:
        """Remove a request that has ended."""
        self._turns.drop(job)
        if job in self:
            self._forget(job)

    def take(self) -> Job:
        """Make the next one the current one. There has to be one that waits."""
        self.current = self._turns.take()
        return self.current

    def put_back(self, job: Job) -> None:
        """Let the current one wait again, behind the others, unless it was removed meanwhile."""
        self.current = None
        if job in self:
            self._turns.put(job, job.group, job.games)

    def replace(self, job: Job, request: Request) -> None:
        """Give a job another request for the same games: it keeps its place."""
        self._forget(job)
        job.request = request
        self._note(job)

    def changed(self, job: Job) -> None:
        """What is left of a job has changed."""
        if job in self._turns:
            self._turns.put(job, job.group, job.games)

    def until_done(self, job: Job) -> int:
        """About how many decisions are reviewed until a request is done."""
        current = self.current
        if current is None or not current.left:
            return self._turns.until_done(job) if job in self._turns else 0
        first = max(0, current.games[0] - current.shown)
        rest = current.games[1:]
        if job is not current and job not in self._turns:
            return 0
        if job is current and not rest:
            return first
        if not rest:
            return first + self._turns.until_done(job)
        self._turns.put(current, current.group, rest)  # as it will be after this game
        found = self._turns.until_done(job)
        self._turns.drop(current)
        return first + found

    def _note(self, job: Job) -> None:
        self._named[job.name] = job
        self._of.setdefault(job.request.user, {})[job.name] = job

    def _forget(self, job: Job) -> None:
        del self._named[job.name]
        theirs = self._of[job.request.user]
        del theirs[job.name]
        if not theirs:
            del self._of[job.request.user]
