"""What Discord refuses is refused by the judge and by both simulators, and what it takes is taken by all."""

from __future__ import annotations

import io
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType
from simcord.http import router

from tests.discord_server import Channel, DiscordServer, Message
from tests.discord_server.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction

from .examples import Request
from .listening import Hearing, listening
from .refused import REFUSED
from .taken import FROWNED_UPON, TAKEN

Send = Callable[[Request], Any]
_DENIED = discord.Permissions(send_messages=True).value
_UNREADABLE = discord.Permissions(read_message_history=True).value


def named(requests: tuple[Request, ...]) -> Any:
    """Each of them, called by its name."""
    return pytest.mark.parametrize("request_", requests, ids=[each.name for each in requests])


def filled(request: Request, places: dict[str, str]) -> tuple[str, str, dict[str, str], Any]:
    """Its method, path, query and body, with the places filled in."""

    def fill(text: str) -> str:
        for name, value in places.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    method, _, target = fill(request.request).partition(" ")
    path, _, query = target.partition("?")
    return (
        method,
        path,
        dict(part.split("=") for part in query.split("&") if part),
        json.loads(fill(json.dumps(request.body))),
    )


# simcord


class Simcord:
    """A server of simcord's with a bot, a person and what the examples name."""

    def __init__(self) -> None:
        backend = self.backend = Backend()
        bot, person = backend.bot_user.id, backend.make_user("Alice").id
        self.guild = backend.create_guild("Friends", owner_id=person).id
        manages = discord.Permissions(create_private_threads=True, manage_threads=True, manage_channels=True).value
        backend.add_member(self.guild, bot, roles=[backend.create_role(self.guild, "bots", permissions=manages).id])
        channel, mute, unreadable = (self._channel(denied) for denied in (0, _DENIED, _UNREADABLE))
        theirs, hidden = (backend.create_message(where, person, "hello").id for where in (channel, unreadable))
        self.channel = channel
        board = self.send("POST", f"/channels/{channel}/messages", {"content": "board"}, files=(3,))
        begun = self.send("POST", f"/channels/{channel}/messages", {"content": "begun"})
        thread = self.send("POST", f"/channels/{channel}/messages/{begun['id']}/threads", {"name": "thread"})
        self.places = {
            "bot": str(backend.application_id),
            "person": str(person),
            "channel": str(channel),
            "mute": str(mute),
            "unreadable": str(unreadable),
            "hidden": str(hidden),
            "message": f"/channels/{channel}/messages/{board['id']}",
            "begun": f"/channels/{channel}/messages/{begun['id']}",
            "theirs": f"/channels/{channel}/messages/{theirs}",
            "theirs_id": str(theirs),
            "thread": str(thread["id"]),
            "file": str(board["attachments"][0]["id"]),
        }
        for name, kind in (("command", 2), ("press", 3), ("typing", 4), ("form", 5), ("done", 2), ("answered", 2)):
            identity, token = self._asked(kind, person, board if kind in (3, 5) else None)
            self.places[name] = f"{identity}/{token}"
        for name in ("done", "answered"):
            self.send("POST", f"/interactions/{self.places[name]}/callback", {"type": 4, "data": {"content": "here"}})
        self.places["answered"] = self.places["answered"].partition("/")[2]
        self.places["open"] = self.places["command"].partition("/")[2]
        self._go_abroad(person)

    def _go_abroad(self, person: int) -> None:
        """A server without the bot, in which somebody has asked it something."""
        backend = self.backend
        guild = backend.create_guild("Abroad", owner_id=person)
        abroad = backend.create_channel(guild.id, "talk", type=ChannelType.TEXT).id
        del guild.members[backend.bot_user.id]
        made = backend.new_interaction(2, abroad, person, guild.id)
        payload = {"id": str(made.id), "token": made.token, "type": 2, "channel_id": str(abroad)}
        backend.emit("INTERACTION_CREATE", {**payload, "authorizing_integration_owners": {"1": str(person)}})
        self.places |= {"abroad": str(abroad), "spent": made.token}
        self.send("POST", f"/interactions/{made.id}/{made.token}/callback", {"type": 4, "data": {"content": "1"}})

    def say_all(self) -> None:
        """Say all that may be said there."""
        for number in range(5):
            path = f"/webhooks/{self.places['bot']}/{self.places['spent']}"
            self.send("POST", path, {"content": str(number)})

    def _channel(self, denied: int) -> int:
        overwrites = [Overwrite(target_id=self.guild, type=OverwriteType.ROLE, allow=0, deny=denied)]
        return self.backend.create_channel(self.guild, "backgammon", type=ChannelType.TEXT, overwrites=overwrites).id

    def _asked(self, kind: int, person: int, message: Any) -> tuple[int, str]:
        made = self.backend.new_interaction(kind, self.channel, person, self.guild)
        made.source_message_id = int(message["id"]) if message else None
        payload = {"id": str(made.id), "token": made.token, "type": kind} | ({"message": message} if message else {})
        self.backend.emit("INTERACTION_CREATE", payload)
        return made.id, made.token

    def send(self, method: str, path: str, body: Any, query: Any = None, files: tuple[int, ...] = ()) -> Any:
        uploads = [discord.File(io.BytesIO(b"x" * size), filename="board.png") for size in files]
        return router.dispatch(self.backend, method, path, json=body, params=query or {}, files=uploads)

    def ask(self, request: Request) -> int:
        """Send it; the code of the answer, 0 if it was taken."""
        method, path, query, body = filled(request, self.places)
        try:
            self.send(method, path, body, query, request.files)
        except BackendError as error:
            return error.code
        return 0


@pytest.fixture
def hearing() -> Any:
    with listening() as hearing:
        yield hearing


@named(REFUSED)
def test_the_judge_and_simcord_refuse(hearing: Hearing, request_: Request) -> None:
    simcord = Simcord()
    _has_heard(hearing, simcord)
    assert not hearing.refusals
    assert simcord.ask(request_) == request_.code
    told = [refusal for refusal in hearing.refusals if refusal.fault.code]
    assert bool(told) == request_.by_judge, hearing.refusals


@named(TAKEN)
def test_the_judge_and_simcord_take(hearing: Hearing, request_: Request) -> None:
    simcord = Simcord()
    _has_heard(hearing, simcord)
    assert simcord.ask(request_) == 0
    assert not hearing.refusals


@named(FROWNED_UPON)
def test_the_judge_alone_is_stricter_than_discord(hearing: Hearing, request_: Request) -> None:
    simcord = Simcord()
    method, path, query, body = filled(request_, simcord.places)
    try:
        simcord.send(method, path, body, query)
    except router.UnsupportedField:  # simcord says so itself of what it does not know
        assert request_.name == "what nobody knows"
    assert hearing.refusals and not any(refusal.fault.code for refusal in hearing.refusals)


def _has_heard(hearing: Hearing, simcord: Simcord) -> None:
    """The bot knows of the answers that were given to begin with."""
    for name in ("done", "answered", "spent"):
        token = simcord.places[name].rpartition("/")[2]
        hearing.judge(simcord.backend).heard(f"/interactions/1/{token}/callback", well=True)
    simcord.say_all()


# The server over sockets


class Server:
    """The same, of the server over sockets."""

    def __init__(self, server: DiscordServer, session: aiohttp.ClientSession) -> None:
        self._server, self._session = server, session
        self.guild = server.guild()
        self.alice = self.guild.member("Alice")

    async def build(self) -> None:
        """Everything that the examples name."""
        bot, guild, alice = self._server.bot, self.guild, self.alice
        guild.give(bot, guild.new_role("threads", "create_private_threads"))
        channel, mute, unreadable = (guild.channel(name) for name in ("backgammon", "mute", "unreadable"))
        mute.deny(bot, "send_messages")
        unreadable.deny(bot, "read_message_history")
        theirs, hidden = (alice.say(where, "hello") for where in (channel, unreadable))
        board = await self._posted(channel, "board", files=(3,))
        begun = await self._posted(channel, "begun")
        _, thread = await self.send("POST", f"/channels/{channel.id}/messages/{begun.id}/threads", {"name": "thread"})
        self.places = {
            "bot": str(bot.id),
            "person": str(alice.id),
            "channel": str(channel.id),
            "mute": str(mute.id),
            "unreadable": str(unreadable.id),
            "hidden": str(hidden.id),
            "message": f"/channels/{channel.id}/messages/{board.id}",
            "begun": f"/channels/{channel.id}/messages/{begun.id}",
            "theirs": f"/channels/{channel.id}/messages/{theirs.id}",
            "theirs_id": str(theirs.id),
            "thread": thread["id"],
            "file": str(board.attachments[0].id),
        }
        kinds = {"command": COMMAND, "press": COMPONENT, "typing": AUTOCOMPLETE, "form": MODAL_SUBMIT}
        for name, kind in {**kinds, "done": COMMAND, "answered": COMMAND}.items():
            source = board if kind in (COMPONENT, MODAL_SUBMIT) else None
            made = Interaction(kind, alice, channel, {"name": "play", "type": 1}, source)
            made.sent = time.monotonic()
            self._server.world.interactions[made.token] = made
            self.places[name] = f"{made.id}/{made.token}"
        for name in ("done", "answered"):
            body = {"type": 4, "data": {"content": "here"}}
            await self.send("POST", f"/interactions/{self.places[name]}/callback", body)
        self.places["answered"] = self.places["answered"].partition("/")[2]
        self.places["open"] = self.places["command"].partition("/")[2]
        await self._go_abroad()

    async def _go_abroad(self) -> None:
        """A server without the bot, in which somebody has asked it something and it has said all that it may."""
        abroad = self._server.guild("Abroad", ours=False)
        channel = abroad.channel("talk")
        abroad.join(self.alice)
        made = Interaction(COMMAND, self.alice, channel, {"name": "play", "type": 1})
        made.sent = time.monotonic()
        self._server.world.interactions[made.token] = made
        self.places |= {"abroad": str(channel.id), "spent": made.token}
        body = {"type": 4, "data": {"content": "1"}}
        await self.send("POST", f"/interactions/{made.id}/{made.token}/callback", body)
        for number in range(5):
            await self.send("POST", f"/webhooks/{self.places['bot']}/{made.token}", {"content": str(number)})

    async def _posted(self, channel: Channel, words: str, files: tuple[int, ...] = ()) -> Message:
        status, made = await self.send("POST", f"/channels/{channel.id}/messages", {"content": words}, files=files)
        assert status == 200, made
        return self._server.world.messages[int(made["id"])]

    async def send(
        self, method: str, path: str, body: Any, query: Any = None, files: tuple[int, ...] = ()
    ) -> tuple[int, Any]:
        how: dict[str, Any] = {"json": body} if body is not None else {}
        if files:
            form = aiohttp.FormData()
            form.add_field("payload_json", json.dumps(body))
            for number, size in enumerate(files):
                form.add_field(f"files[{number}]", b"x" * size, filename="board.png")
            how = {"data": form}
        async with self._session.request(method, self._server.api_base + path, params=query or {}, **how) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def ask(self, request: Request) -> int:
        """Send it; the code of the answer, 0 if it was taken."""
        method, path, query, body = filled(request, self.places)
        status, answer = await self.send(method, path, body, query, request.files)
        assert status < 500, answer
        return 0 if status < 300 else answer["code"]


@pytest_asyncio.fixture
async def server() -> AsyncIterator[Server]:
    async with DiscordServer() as discord_server:
        discord_server.world.response_seconds = 60
        headers = {"Authorization": f"Bot {discord_server.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            built = Server(discord_server, session)
            await built.build()
            yield built


@named(REFUSED)
async def test_the_server_refuses(server: Server, request_: Request) -> None:
    assert await server.ask(request_) == request_.code


@named(TAKEN + FROWNED_UPON)
async def test_the_server_takes(server: Server, request_: Request) -> None:
    assert await server.ask(request_) == 0
