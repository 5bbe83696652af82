"""The gateway: websocket sessions that identify, beat, resume what they missed, and hear events by their intents."""

import asyncio
import contextlib
import json
import math
import secrets
import time

from aiohttp import WSMsgType, web

from . import payloads
from .errors import Json
from .world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 8, 9, 10, 11
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
MESSAGE_CONTENT = 1 << 15


class Session:
    """What Discord remembers of one identified bot, connected or not."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.events: list[Json] = []
        self.connection: Connection | None = None

    def hears(self, event: str, data: Json, intent: int) -> bool:
        """Whether the event is for these intents and this shard; what has no guild goes to shard 0."""
        guild_id = data["id"] if event.startswith("GUILD_") and "guild_id" not in data else data.get("guild_id", 0)
        number, count = self.shard
        return self.intents & intent == intent and (int(guild_id) >> 22) % count == number

    def dispatch(self, event: str, data: Json) -> None:
        packet: Json = {"op": DISPATCH, "t": event, "s": len(self.events) + 1, "d": data}
        self.events.append(packet)
        if self.connection:
            self.connection.send(packet)


class Connection:
    """One websocket; what is sent goes out in order."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.cut = False
        self._outbox: asyncio.Queue[Json | int] = asyncio.Queue()

    def send(self, packet: Json) -> None:
        self._outbox.put_nowait(packet)

    def close(self, code: int) -> None:
        """Closes with this code once everything before is sent; the session outlives it."""
        self.cut = True
        self._outbox.put_nowait(code)

    async def write(self) -> None:
        """Sends until the end."""
        while True:
            packet = await self._outbox.get()
            if isinstance(packet, int):
                await self.socket.close(code=packet)
                return
            with contextlib.suppress(ConnectionError):
                await self.socket.send_str(json.dumps(packet))


class Gateway:
    """All sessions, and the ways in which a gateway can be unkind."""

    def __init__(
        self,
        world: World,
        token: str,
        url: str,
        privileged_intents: int,
        heartbeat_seconds: float,
        identify_seconds: float,
        max_concurrency: int,
    ) -> None:
        self._world = world
        self._token = token
        self._url = url
        self._granted = privileged_intents
        self._heartbeat_seconds = heartbeat_seconds
        self._identify_seconds = identify_seconds
        self._max_concurrency = max_concurrency
        self._identified_at: dict[int, float] = {}
        self.sessions: list[Session] = []
        self.connections: list[Connection] = []
        self.identified = 0
        self.too_early = 0
        self.resumed = 0
        world.dispatch = self.dispatch

    @property
    def connected(self) -> bool:
        """Whether a bot is there to hear events."""
        return any(session.connection for session in self.sessions)

    def dispatch(self, event: str, data: Json, intent: int) -> None:
        """Sends an event to every session with the intent (0: to all); absent ones find it when they resume. Of places
        without the bot it hears nothing.
        """
        if self._world.unheard(event, data):
            return
        for session in self.sessions:
            if session.hears(event, data, intent):
                session.dispatch(event, self._readable(session, event, data))

    def _readable(self, session: Session, event: str, data: Json) -> Json:
        """A message without its content, unless the bot may read it."""
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or session.intents & MESSAGE_CONTENT:
            return data
        me = str(self._world.bot.id)
        if "guild_id" not in data or data["author"]["id"] == me or me in [user["id"] for user in data["mentions"]]:
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    def drop(self, *, resumable: bool = True) -> None:
        """Cuts every connection; the bot may resume, or must identify anew."""
        if not resumable:
            self.sessions = []
        for connection in self.connections:
            connection.close(4000)

    def ask_to_reconnect(self) -> None:
        """Opcode 7, as Discord sends it every few hours."""
        for connection in self.connections:
            connection.send({"op": RECONNECT, "d": None})

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One websocket from beginning to end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = Connection(socket)
        self.connections.append(connection)
        writer = asyncio.create_task(connection.write())
        connection.send({"op": HELLO, "d": {"heartbeat_interval": int(self._heartbeat_seconds * 1000)}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._receive(connection, json.loads(message.data))
        finally:
            writer.cancel()
            self.connections.remove(connection)
            self._disconnected(connection)
        return socket

    def _disconnected(self, connection: Connection) -> None:
        session = connection.session
        if session and session.connection is connection:
            session.connection = None
            if not connection.cut and connection.socket.close_code in (1000, 1001) and session in self.sessions:
                self.sessions.remove(session)
        self._world.changed()

    def _receive(self, connection: Connection, packet: Json) -> None:
        op, data = packet["op"], packet.get("d") or {}
        if op == HEARTBEAT:
            connection.send({"op": ACK})
        elif op == IDENTIFY:
            self._identify(connection, data)
        elif op == RESUME:
            self._resume(connection, data)
        elif op == MEMBERS and connection.session:
            self._members(connection.session, data)

    def _identify(self, connection: Connection, data: Json) -> None:
        if data["token"] != self._token:
            connection.close(4004)
            return
        if data["intents"] & PRIVILEGED & ~self._granted:
            connection.close(4014)
            return
        number, count = data.get("shard") or (0, 1)
        bucket, now = number % self._max_concurrency, time.monotonic()
        if now - self._identified_at.get(bucket, -math.inf) < self._identify_seconds:
            self.too_early += 1
            connection.send({"op": INVALID, "d": False})
            return
        self._identified_at[bucket] = now
        self.sessions = [session for session in self.sessions if session.connection]
        session = connection.session = Session(data["intents"], (number, count))
        session.connection = connection
        self.sessions.append(session)
        guilds = [one for one in self._world.guilds.values() if (one.id >> 22) % count == number]
        ready: Json = {
            "v": 10,
            "user": payloads.own_user(self._world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "shard": [number, count],
            "resume_gateway_url": self._url,
            "application": {"id": str(self._world.bot.id), "flags": 0},
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            if session.intents & 1:
                session.dispatch("GUILD_CREATE", payloads.guild_create(guild))
        self.identified += 1
        self._world.changed()

    def _resume(self, connection: Connection, data: Json) -> None:
        session = next((one for one in self.sessions if one.id == data["session_id"]), None)
        if session is None or data["token"] != self._token:
            connection.send({"op": INVALID, "d": False})
            return
        connection.session = session
        session.connection = connection
        for packet in session.events[data["seq"] or 0 :]:
            connection.send(packet)
        session.dispatch("RESUMED", {})
        self.resumed += 1
        self._world.changed()

    def _members(self, session: Session, data: Json) -> None:
        """Members by id or by the beginning of their name."""
        guild = self._world.guilds[int(data["guild_id"])]
        asked = data.get("user_ids") or []
        ids = {int(one) for one in (asked if isinstance(asked, list) else [asked])}
        start = (data.get("query") or "").lower()
        found = [
            payloads.member(membership)
            for membership in guild.members.values()
            if (membership.user.id in ids if ids else membership.user.name.lower().startswith(start))
        ]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": found[: data.get("limit") or None],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(one) for one in ids - guild.members.keys()],
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | ({"nonce": data["nonce"]} if data.get("nonce") else {}))
