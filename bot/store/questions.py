"""Questions to the engine that wait for workers elsewhere, and their answers. Both are bytes and mean nothing here.

    asked by a bot → waits in a list → leased by a worker → answered, into the list of the process that asked

All keys share a slot and begin with `{questions}:`, so that a worker needs no right to any other. Who has nothing to do
waits in a blocking read. Methods raise, and may be repeated, as those of `Store`.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple

from redis.asyncio import Redis, RedisCluster

from bot.store import keys, scripts
from bot.store.connection import ANSWER_TIME, PATIENCE, Connection, client_for, without_password

BLOCK = 10.0
"""Seconds of a blocking read, after which it is sent again: a connection that has died is noticed then."""

NOTED = 30.0
"""Seconds for which a worker counts since it was last noted."""

_KEPT = 60
"""Seconds for which answers are kept for a process that does not fetch them."""


class Kind(Enum):
    """Kinds of questions; what somebody waits for at a table comes first."""

    LIVE = "live"
    REVIEW = "review"


LEASES = {Kind.LIVE: 3.0, Kind.REVIEW: 30.0}
"""Seconds after which the question of a worker that was killed is another one's: soon where somebody waits for it. A
living one renews its lease.
"""


class State(Enum):
    """Where a question is."""

    GONE = "gone"
    """It is answered, or nobody wants to know any more."""
    TAKEN = "taken"
    WAITING = "waiting"
    LOST = "lost"
    """Its worker was lost with it."""


Lost = Literal["leave", "again", "drop"]


class WorkerNote(NamedTuple):
    """A worker elsewhere: its engine with the version, its name, and in how many processes it thinks."""

    engine: str
    name: str
    processes: int


class Questions:
    """The questions of all bots of a store."""

    def __init__(self, client: Redis | RedisCluster, patient: Redis | RedisCluster, address: str) -> None:
        """`patient`: a client for blocking reads. Nothing is connected yet."""
        self._connection = Connection(client, address)
        self._patient = Connection(patient, address, BLOCK + PATIENCE + ANSWER_TIME)

    @classmethod
    def at(cls, url: str) -> Questions:
        """Those of the store at an address. Raises `StoreError` if it is none; nothing is connected yet."""
        return cls(client_for(url), client_for(url, BLOCK + ANSWER_TIME), without_password(url))

    async def close(self) -> None:
        await self._connection.close()
        await self._patient.close()

    # For a bot

    async def put(self, kind: Kind, engine: str, id: str, question: bytes, wanted: float) -> None:
        """Ask workers with this engine; the answer is wanted for so many seconds. `id`: the process, `:`, a number."""
        names = [keys.questions(kind.value, engine), keys.question(id)]
        await self._connection.run(scripts.PUT_QUESTION, names, id, question, max(1, round(wanted)))

    async def look_after(self, kind: Kind, engine: str, id: str, lost: Lost = "leave") -> State:
        """Where a question is. What to do with a `lost` one: for a moment every one seems lost, between the list and
        the lease.
        """
        found: bytes = await self._connection.run(scripts.LOOK_AFTER_QUESTION, _names(kind, engine, id), id, lost)
        return State(found.decode())

    async def withdraw(self, id: str) -> None:
        """Nobody wants the answer any more."""
        await self._connection.ask("DEL", keys.question(id))

    async def answers(self, process: str) -> tuple[str, bytes] | None:
        """The next answer for a process, with the id of the question; None if there is none for a while."""
        found = await self._patient.ask("BLPOP", keys.engine_answers(process), BLOCK)
        return None if found is None else _split(found[1])

    async def workers(self) -> list[WorkerNote]:
        """All workers elsewhere, whatever their engine."""
        found: list[bytes] = await self._connection.run(scripts.LIST_WORKERS, [keys.WORKERS])
        parts = [each.decode().rsplit(" ", 2) for each in found]
        return [WorkerNote(engine, name, int(processes)) for engine, name, processes in parts]

    # For a worker

    async def next(self, kinds: tuple[Kind, ...], engine: str) -> tuple[Kind, str] | None:
        """The kind and id of the next question for this engine, of the first kind that has one; None if there is none
        for a while.
        """
        names = {keys.questions(kind.value, engine): kind for kind in kinds}
        found = await self._patient.ask("BLPOP", *names, BLOCK)
        return None if found is None else (names[found[0].decode()], found[1].decode())

    async def take(self, kind: Kind, id: str, worker: str) -> bytes | None:
        """Lease a question, or renew the lease; None if nobody wants the answer any more."""
        names = [keys.question(id), keys.question_lease(id)]
        return await self._connection.run(scripts.TAKE_QUESTION, names, worker, round(1000 * LEASES[kind]))

    async def answer(self, id: str, answer: bytes) -> bool:
        """Answer a question; False if another worker has, or nobody wants to know any more."""
        names = [keys.question(id), keys.question_lease(id), keys.engine_answers(id.partition(":")[0])]
        return await self._connection.run(scripts.ANSWER_QUESTION, names, id.encode() + b" " + answer, _KEPT) == 1

    async def give_back(self, kind: Kind, engine: str, id: str, worker: str) -> None:
        """Leave a question to others."""
        await self._connection.run(scripts.GIVE_BACK_QUESTION, _names(kind, engine, id), id, worker)

    async def note(self, worker: WorkerNote) -> None:
        """Note that a worker answers, for `NOTED` seconds."""
        await self._connection.run(scripts.NOTE_WORKER, [keys.WORKERS], _noted(worker), round(1000 * NOTED))

    async def gone(self, worker: WorkerNote) -> None:
        """A worker has ended."""
        await self._connection.ask("ZREM", keys.WORKERS, _noted(worker))


def _names(kind: Kind, engine: str, id: str) -> list[str]:
    return [keys.questions(kind.value, engine), keys.question(id), keys.question_lease(id)]


def _noted(worker: WorkerNote) -> str:
    return f"{worker.engine} {worker.name} {worker.processes}"


def _split(answer: bytes) -> tuple[str, bytes]:
    id, _, said = answer.partition(b" ")
    return id.decode(), said
