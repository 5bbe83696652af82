"""Computers at tables: one task per table at which a computer has something to do.

Its actions go through the desk. No state is kept: whose turn it is follows from the stored table, so an interrupted
turn is resumed when the table is taken up, and nothing is done twice.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from collections.abc import Awaitable, Callable, Iterator

from cachetools import LRUCache

from bot import dice
from bot.backgammon import Refused
from bot.core.actions import Seat
from bot.engine.evaluator import EngineUnavailable, Evaluator
from bot.engine.fallback import FallbackEngine
from bot.engine.thoughts import Unsupported
from bot.store import StoreError
from bot.supervision import in_background, stop
from bot.tables.computer_player import ComputerPlayer
from bot.tables.desk import Desk
from bot.tables.repository import TableRepository
from bot.tables.retry_queue import growing
from bot.tables.table import Stage, Table

_log = logging.getLogger(__name__)

TEMPO = 1.0
"""Minimum seconds per action of a computer, so that people see what it has done."""

_TRIES = 3
"""How often the engine is asked before a computer continues without it."""

_MOST_TOLD = 1000
"""Cache size: tables whose members know that the engine is unavailable."""


class Computers:
    """Runs the computers. `serve` shows a changed table, `tell` announces there that the engine is unavailable."""

    def __init__(
        self,
        thinker: Evaluator,
        repository: TableRepository,
        desk: Desk,
        *,
        tempo: float = TEMPO,
        pauses: Callable[[], Iterator[float]] = growing,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.thinker = thinker
        self._blind: Evaluator = FallbackEngine()
        self._repository, self._desk = repository, desk
        self.tempo, self._pauses, self._sleep, self._now = tempo, pauses, sleep, now
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        self._stirred: dict[str, asyncio.Event] = {}
        #: Set whenever a task ends or begins to wait for people.
        self._moved = asyncio.Event()
        self._told: LRUCache[str, bool] = LRUCache(_MOST_TOLD)
        self._serve: Callable[[Table], Awaitable[object]] = _ignore
        self._tell: Callable[[Table], Awaitable[None]] = _ignore

    def serves(self, serve: Callable[[Table], Awaitable[object]], tell: Callable[[Table], Awaitable[None]]) -> None:
        """Set the callbacks that show a table, and announce that the engine is unavailable."""
        self._serve, self._tell = serve, tell

    def wake(self, table: Table) -> None:
        """Start or wake the task of a table, if it may wait for a computer."""
        if table.stage is not Stage.OPEN or _asked(table) is None:
            return
        self._woken.add(table.id)
        if table.id in self._stirred:
            self._stirred[table.id].set()
        if table.id not in self._tasks:
            self._tasks[table.id] = in_background(
                self._attend(table.channel, table.id), f"the computer at table {table.id}"
            )

    async def idle(self) -> None:
        """Wait until all computers have acted, except those that wait for people."""
        while any(name not in self._stirred for name in self._tasks):
            self._moved.clear()
            await self._moved.wait()

    async def rest(self) -> None:
        """Stop all; they are resumed at the next start."""
        while tasks := tuple(self._tasks.values()):
            await stop(*tasks)

    async def _attend(self, channel: int, name: str) -> None:
        """Act at a table while it waits for one of its computers."""
        pauses, silences = self._pauses(), 0
        try:
            while name in self._woken:
                self._woken.discard(name)
                try:
                    acted = await self._act(channel, name, blind=silences >= _TRIES)
                except Refused as error:
                    _log.warning("the computer leaves table %s alone: %s", name, error)
                    break
                except StoreError as error:
                    _log.warning("the computer waits at table %s for the store: %s", name, error)
                except (EngineUnavailable, Unsupported) as error:
                    _log.warning("the engine is silent at table %s: %s", name, error)
                    silences += 1
                except Exception:  # noqa: BLE001  logged and retried like every failure
                    _log.exception("the computer could not act at table %s", name)
                else:
                    pauses, silences = self._pauses(), 0
                    if acted:
                        self._woken.add(name)
                    continue
                self._woken.add(name)
                await self._sleep(next(pauses))
        finally:
            del self._tasks[name]
            self._woken.discard(name)
            self._moved.set()

    async def _act(self, channel: int, name: str, *, blind: bool) -> bool:
        """Do the next action of a computer, `blind` without the engine; False if none has any.

        Raises `EngineUnavailable` or `Unsupported` if the engine does not answer, after announcing it.
        """
        table = await self._repository.load(channel, name)
        asked = None if table is None or table.stage is not Stage.OPEN else _asked(table)
        if table is None or table.state is None or asked is None:
            return False
        seat, waits = asked
        if blind := table.game.computer_needs_engine and (blind or not self.thinker.available):
            await self._tell_once(table)
        if (left := table.acted_at + waits - self._now()) > 0:
            await self._stir(name, left)
            return True
        begun = time.monotonic()
        thinker = self._blind if blind else self.thinker
        level = table.person(seat).level
        assert level is not None, "it is a computer"
        player = ComputerPlayer(thinker, level, noise_seed(table, seat), temper_seed(table, seat))
        try:
            intent = await table.game.computer_decides(table.state, seat, player)
        except (EngineUnavailable, Unsupported):
            await self._tell_once(table)
            raise
        assert intent is not None, "it has been asked"
        await self._sleep(max(0.0, self.tempo - (time.monotonic() - begun)))
        if outcome := await self._desk.by_computer(table, seat, intent):
            if not blind:
                self._told.pop(name, None)
            await self._serve(outcome.table)
        return True

    async def _stir(self, name: str, seconds: float) -> None:
        """Sleep this long, or until the table changes."""
        stirred = self._stirred[name] = asyncio.Event()
        self._moved.set()
        try:
            async with asyncio.timeout(seconds):
                await stirred.wait()
        except TimeoutError:
            return
        finally:
            del self._stirred[name]

    async def _tell_once(self, table: Table) -> None:
        if table.id not in self._told:
            self._told[table.id] = True
            await self._tell(table)


def _asked(table: Table) -> tuple[Seat, float] | None:
    """The computer that has something to do, and the seconds for which it waits; None while all wait for people."""
    asked = ((seat, table.game.computer_waits(table.state, seat)) for seat in table.computers if table.state)
    return next(((seat, waits) for seat, waits in asked if waits is not None), None)


def noise_seed(table: Table, seat: Seat) -> int:
    """The seed of a computer's errors: the same for the same question of a table. Derived from the table's secret
    without revealing it or the dice.
    """
    assert table.state is not None
    return _secret(table, f"{table.state.question}:{seat}")


def temper_seed(table: Table, seat: Seat) -> int:
    """The seed of a computer's temper: the same for a whole game, and as secret as that of its errors."""
    assert table.state is not None
    return _secret(table, f"game {table.state.number}:{seat}")


def _secret(table: Table, about: str) -> int:
    key = dice.derived_key(table.seed, "computer")
    return int.from_bytes(hmac.digest(key, about.encode(), "sha256"))


async def _ignore(table: Table) -> None:
    """Where nothing is shown."""
