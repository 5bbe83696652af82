"""The server itself: one port on this machine with the API, the gateway and the files, and the handles for a test."""

import asyncio
import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aiohttp import web

from .errors import Json
from .gateway import Gateway
from .people import Person
from .process import BOT, ROOT, BotProcess
from .rest import Rest
from .traffic import PREFIX, Fault, Request, Traffic
from .world import EVERYONE_MAY, Channel, Guild, User, World

MAX_BODY = 64 * 1024 * 1024
DATA_DIR = "DATA_DIR"


class DiscordServer:
    """A small Discord for one bot. Use it with `async with`.

    `limits` turns rate limits on: five messages, edits or followups in `limit_seconds` for each channel or token.
    `privileged_intents` are the bits a bot may ask for; others close its connection with 4014.
    `identify_seconds` pass between two shards of one of `max_concurrency` buckets that identify, five at Discord; the
    session of who comes too early is invalid. With 0 nobody comes too early.
    """

    def __init__(
        self,
        *,
        limits: bool = False,
        limit_seconds: float = 5.0,
        privileged_intents: int = 0,
        heartbeat_seconds: float = 41.25,
        identify_seconds: float = 0.0,
        max_concurrency: int = 1,
        token: str = "test.token.of-the-bot",
    ) -> None:
        self.token = token
        self.world = World()
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self._base = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self.world.cdn_base = f"http://{self._base}"
        self.traffic = Traffic(token, self.world.changed, limits=limits, limit_seconds=limit_seconds)
        self.gateway = Gateway(
            self.world,
            token,
            self.gateway_url,
            privileged_intents,
            heartbeat_seconds,
            identify_seconds,
            max_concurrency,
        )
        app = web.Application(middlewares=[self._middleware()], client_max_size=MAX_BODY)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        Rest(self.world, self.gateway_url, max_concurrency).add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)

    def _middleware(self) -> Any:
        @web.middleware
        async def through_traffic(request: web.Request, handler: Any) -> web.StreamResponse:
            return await self.traffic.handle(request, handler)

        return through_traffic

    async def __aenter__(self) -> "DiscordServer":
        await self._runner.setup()
        await web.SockSite(self._runner, self._socket).start()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._runner.cleanup()
        if self.traffic.crashes and exception[0] is None:
            raise ExceptionGroup("the server could not cope with a request", self.traffic.crashes)

    @property
    def api_base(self) -> str:
        return f"http://{self._base}{PREFIX}"

    @property
    def gateway_url(self) -> str:
        return f"ws://{self._base}/gateway"

    @property
    def bot(self) -> User:
        """The bot as a user."""
        return self.world.bot

    def change_bot(self, name: str) -> None:
        """Another account has the token from now on, and has been invited to all servers."""
        self.world.bot = User(self.world, self.world.new_id(), name, "en-US", bot=True)
        for guild in self.world.guilds.values():
            guild.join(self.world.bot, permissions=EVERYONE_MAY)

    @property
    def commands(self) -> list[Json]:
        """The global commands as registered, with options and localizations."""
        return self.world.commands[None]

    @property
    def requests(self) -> list[Request]:
        """Every request to the API so far, with its time and answer."""
        return self.traffic.requests

    def guild(self, name: str = "Friends", *, locale: str = "en-US", ours: bool = True) -> Guild:
        """A new server, with the bot in it if it is `ours`."""
        return Guild(self.world, lambda person, theirs: Person(self.world, person, theirs), name, locale, ours=ours)

    def person(self, name: str, *, locale: str = "en-US", installed: bool = True) -> Person:
        """Somebody who is in no server, and has perhaps installed the bot for themselves."""
        person = Person(self.world, name, locale)
        person.installed = installed
        return person

    def group(self, *people: Person) -> Channel:
        """A group of these people."""
        return self.world.group(*people)

    def calls(self, method: str, path: str) -> list[Request]:
        """The requests of this method whose path (below the API's base) matches the regular expression."""
        return [one for one in self.requests if one.method == method and re.search(path, one.path)]

    def channel(self, id: int | str) -> Channel:
        """A channel, thread or direct conversation by id."""
        return self.world.channels[int(id)]

    def threads(self, parent: Channel) -> list[Channel]:
        """The threads of a channel, oldest first."""
        return [channel for channel in self.world.channels.values() if channel.parent is parent]

    def advance(self, seconds: float) -> None:
        """Lets tokens and nonces grow old."""
        self.world.advance(seconds)

    def fail_next(
        self,
        method: str,
        path: str,
        *,
        status: int | None = 500,
        times: int = 1,
        after_accepting: bool = False,
        code: int = 0,
        message: str = "",
        retry_after: float = 1.0,
        files: bool | None = None,
    ) -> Fault:
        """Lets the next requests fail; `status=None` cuts the connection, `after_accepting` does the thing first.

        `path` is a regular expression searched for in the path below the API's base; `code` and `message` are those of
        Discord's JSON; `retry_after` goes with status 429. `files`: only requests with files, or only those without.
        """
        fault = Fault(method, re.compile(path), times, status, after_accepting, code, message, retry_after, files=files)
        self.traffic.failures.append(fault)
        return fault

    def delay_next(self, method: str, path: str, seconds: float, *, times: int = 1) -> Fault:
        """Lets the next requests take so much longer before they are looked at."""
        delay = Fault(method, re.compile(path), times, seconds=seconds)
        self.traffic.delays.append(delay)
        return delay

    @contextmanager
    def holding(self, method: str, path: str, *, times: int = 1000, files: bool | None = None) -> Iterator[Fault]:
        """The next requests are not looked at before the end of this block; `files` as in `fail_next`."""
        stop = Fault(method, re.compile(path), times, gate=asyncio.Event(), files=files)
        self.traffic.stops.append(stop)
        try:
            yield stop
        finally:
            self.traffic.stops.remove(stop)
            assert stop.gate is not None
            stop.gate.set()

    @property
    def latency(self) -> float:
        """Seconds every request waits before it is looked at."""
        return self.traffic.latency

    @latency.setter
    def latency(self, seconds: float) -> None:
        self.traffic.latency = seconds

    def bot_process(
        self,
        env: Mapping[str, str] | None = None,
        *,
        data_dir: Path | None = None,
        command: Sequence[str] = BOT,
        cwd: Path = ROOT,
    ) -> BotProcess:
        """A bot that talks to this server; `data_dir` goes into its environment as DATA_DIR. It draws itself, which
        starts faster, if `env` does not say otherwise."""
        own = {"DISCORD_TOKEN": self.token, "DISCORD_API_BASE": self.api_base, "DISCORD_GATEWAY_URL": self.gateway_url}
        own["PAINTERS"] = "0"
        own |= {DATA_DIR: str(data_dir)} if data_dir else {}
        return BotProcess(self.world, self.gateway, command, own | dict(env or {}), cwd)
