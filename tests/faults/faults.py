"""Faults: what goes wrong between the bot, its store and Discord, all of it out of one source of chance.

Nothing here counts seconds: an outage lasts so many commands, patience so many tries, and the process dies at so many
commands and requests.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
import redis
from fakeredis import FakeAsyncRedis, FakeServer
from simcord.backend.errors import BackendError
from simcord.http import client, router

from bot import app
from bot.cogs import router as presses
from bot.cogs import services
from bot.screens import board, discord_errors
from bot.screens.nonces import nonce_of
from bot.screens.painter import Painter
from bot.store import connection, due, keys
from bot.tables import absence_clock, outages, schedule

#: Commands and requests between two deaths of the process, on average.
_LIFE = 250
_ANSWER = re.compile(r"/(?:interactions|webhooks)/\d+/([^/]+)")
_NO_PICTURE = b"\x89PNG\r\n\x1a\n"


class Killed(BaseException):
    """The process has died: nothing that it still tries gets through."""


@dataclass
class Faults:
    """What happens to each command to the store and each request to Discord. `figures` counts it by its name."""

    chance: random.Random
    figures: Counter[str] = field(default_factory=Counter)
    calm: bool = True
    dead: bool = False
    #: The bot is not in its server.
    out: bool = False
    #: Those of the messages posted with a nonce: (channel, nonce) to Discord's answer.
    posted: dict[tuple[str, str], Any] = field(default_factory=dict)
    #: For which question, of which table, a board with a nonce mentions people.
    mentioned: dict[str, tuple[str, int]] = field(default_factory=dict)
    #: What was sent of them.
    posts: list[dict[str, Any]] = field(default_factory=list)
    #: What time it is for those who look, and when each interaction, by its token, was last answered in words.
    clock: Callable[[], int] = field(default=lambda: 0)
    answered: dict[str, int] = field(default_factory=dict)
    _left: int = 0
    _store_away: int = 0
    _discord_away: int = 0

    def __post_init__(self) -> None:
        chance = self.chance
        self.on_discord = chance.choice((0.0, 0.03, 0.1, 0.25))
        self.on_store = chance.choice((0.0, 0.01, 0.05))
        self.deadly = chance.random() < 0.75
        self.restarting = chance.choice((0.0, 0.004, 0.01))
        self.live()

    def live(self) -> None:
        """A new process begins; after so many commands and requests it dies."""
        self.dead = False
        self._left = self.chance.randint(1, 2 * _LIFE) if self.deadly else -1

    @property
    def harm(self) -> int:
        """How much has gone wrong so far."""
        return sum(self.figures[name] for name in _HARM)

    def _hit(self, name: str) -> None:
        self.figures[name] += 1

    def _dies(self) -> bool:
        """Whether the process dies at this command or request; a dead one raises."""
        if self.dead:
            raise Killed
        if self.calm or self._left < 0:
            return False
        self._left -= 1
        if self._left > 0:
            return False
        self._hit("kills")
        self.dead = True
        return True

    def nonce_of(self, guild: int, table: str, mentioned: int, *others: object) -> str:
        """That of a board, of which it is noted for which question people are mentioned."""
        nonce = nonce_of(guild, table, mentioned, *others)
        self.mentioned[nonce] = table, mentioned
        return nonce

    # The store

    async def ask(self, commands: FakeAsyncRedis, command: tuple[Any, ...]) -> Any:
        """One command, with whatever happens to it."""
        # At the start, before there is anything to lose.
        if keys.ACCOUNT in command or keys.TIME in command or command[:2] == ("SISMEMBER", keys.SERVERS):
            return await commands.execute_command(*command)
        if self._dies():
            if self.chance.random() < 0.5:
                await commands.execute_command(*command)
            raise Killed
        if self.calm:
            return await commands.execute_command(*command)
        if self._store_away:
            self._store_away -= 1
            if not self._store_away:
                await commands.execute_command("SCRIPT", "FLUSH")
            raise redis.ConnectionError("the store is starting")
        if self.chance.random() < self.restarting:
            self._hit("store restarts")
            self._store_away = self.chance.randint(1, 30)
            raise redis.ConnectionError("the store has ended")
        trouble = self.chance.choice((redis.ConnectionError, redis.TimeoutError))
        wrong = self.chance.random() < self.on_store
        if wrong and self.chance.random() < 0.5:
            self._hit("store: not reached")
            raise trouble("not reached")
        answer = await commands.execute_command(*command)
        if self.dead:
            raise Killed
        if wrong:
            self._hit("store: answer lost")
            raise trouble("the answer was lost")
        return answer

    # Discord

    def request(self, go: Callable[[], Any], method: str, path: str, sent: Any) -> Any:
        """One request, with whatever happens to it."""
        if "/applications/" in path:  # at the start, before there is anything to lose
            return go()
        dies = self._dies()
        if self.out and not dies and re.match("/(channels|guilds)/", path):
            raise BackendError(403, 50001, "Missing Access")
        wrong = not self.calm and self._goes_wrong()
        late = self.chance.random() < 0.5
        if (dies or wrong) and not late:
            self._fail(dies, "refused")
        answer = self._done(go, method, path, sent)
        if dies or wrong:
            self._fail(dies, "answer lost")
        return answer

    def _goes_wrong(self) -> bool:
        if self._discord_away:
            self._discord_away -= 1
            return True
        if self.chance.random() >= self.on_discord:
            return False
        if self.chance.random() < 0.1:
            self._hit("Discord outages")
            self._discord_away = self.chance.randint(2, 8)
        return True

    def _fail(self, dies: bool, how: str) -> None:
        if dies:
            raise Killed
        if how == "answer lost":
            self._hit("Discord: answer lost")
            raise self.chance.choice(
                (aiohttp.ServerDisconnectedError(), BackendError(500, 0, "lost"), BackendError(503, 0, "lost"))
            )
        status = self.chance.choice((500, 503, 429, None))
        if status is None:
            self._hit("Discord: cut off")
            raise self.chance.choice((aiohttp.ServerDisconnectedError(), aiohttp.ClientOSError(104, "reset")))
        self._hit(f"Discord: {status}")
        raise BackendError(status, 0, "not now")

    def _done(self, go: Callable[[], Any], method: str, path: str, sent: Any) -> Any:
        """Discord does it; a message with a nonce that it has taken already it does not take again."""
        if answer := _ANSWER.match(path):
            self.answered[answer[1]] = self.clock()
        nonce = sent.get("nonce") if method == "POST" and isinstance(sent, dict) else None
        if not nonce:
            return go()
        key = path, nonce
        if key not in self.posted:
            self.posted[key] = go()
            self.posts.append({**sent, "id": int(self.posted[key]["id"])})
        return self.posted[key]


_HARM = (
    *("kills", "store restarts", "store: not reached", "store: answer lost"),
    *("Discord: 500", "Discord: 503", "Discord: 429", "Discord: cut off", "Discord: answer lost"),
)


class Line:
    """The bot's client of the store, with the faults of that."""

    def __init__(self, faults: Faults, server: FakeServer) -> None:
        self._faults = faults
        self._client = FakeAsyncRedis(server=server)

    async def execute_command(self, *command: Any) -> Any:
        return await self._faults.ask(self._client, command)

    async def aclose(self) -> None:
        await self._client.aclose()


async def _pause(seconds: float) -> None:
    """Between two tries of a command: patience ends with the first of the longest pauses."""
    if seconds >= connection.LONGEST_PAUSE:
        raise TimeoutError
    await asyncio.sleep(0)


def _slowly(request: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Others get their turn before a request arrives, and before its answer does."""

    async def slow(*given: Any, **named: Any) -> Any:
        await asyncio.sleep(0)
        try:
            return await request(*given, **named)
        finally:
            await asyncio.sleep(0)

    return slow


@contextmanager
def unleashed(faults: Faults) -> Iterator[None]:
    """simcord answers as the faults let it, pauses take no time, and nobody draws."""
    dispatch = router.dispatch

    def caught(backend: Any, method: str, path: str, **named: Any) -> Any:
        return faults.request(lambda: dispatch(backend, method, path, **named), method, path, named.get("json"))

    def drawn(painter: Painter, scene: object) -> asyncio.Future[bytes]:
        made = asyncio.get_running_loop().create_future()
        made.set_result(_NO_PICTURE)
        return made

    async def warmed(painter: Painter) -> None:
        """There is nothing to warm."""

    async def untranslated(*_: object) -> None:
        """Nobody reads what commands are said to do."""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", caught)
        for kind in (client.FakeHTTPClient, client.FakeWebhookAdapter):
            patch.setattr(kind, "request", _slowly(kind.request))
        patch.setattr(connection, "asyncio", SimpleNamespace(sleep=_pause, Semaphore=asyncio.Semaphore))
        patch.setattr(due, "random", random.Random(0))  # which shard is asked first
        patch.setattr(connection, "waiting", lambda _: asyncio.timeout(60))
        patch.setattr(discord_errors, "asyncio", SimpleNamespace(sleep=lambda _: asyncio.sleep(0)))
        patch.setattr(Painter, "draw", drawn)
        patch.setattr(Painter, "warm", warmed)
        patch.setattr(board, "nonce_of", faults.nonce_of)
        patch.setattr(app.CommandTranslator, "translate", untranslated)
        patch.setattr(app, "_LATER", 0.0)
        for patience in ("_IN_TIME", "_AT_LAST"):  # the same faults, however slow the machine is
            patch.setattr(presses, patience, 60.0)
        patch.setattr(presses, "age", lambda _: 0.0)
        patch.setattr(schedule, "PERIOD", 3600.0)
        patch.setattr(outages, "PERIOD", 3600.0)
        patch.setattr(absence_clock, "asyncio", SimpleNamespace(sleep=lambda _: asyncio.sleep(0)))
        patch.setattr(services, "time", SimpleNamespace(monotonic=asyncio.get_running_loop().time))
        yield
