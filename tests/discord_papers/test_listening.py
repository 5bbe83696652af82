"""A judge hears what bots send, on both simulated Discords, and remembers what it needs to know of before."""

from __future__ import annotations

import gc
import io
import weakref
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.http import router

from tests.discord_server import DiscordServer

from .judge import Judge, Sent
from .listening import Hearing, listening
from .simcord_rules import NONCE_SECONDS

_NONCE = {"content": "Roll", "nonce": "n", "enforce_nonce": True}


@pytest.fixture
def hearing() -> Iterator[Hearing]:
    with listening() as hearing:
        yield hearing


class TwoServers:
    """A simcord with two servers, the bot in both."""

    def __init__(self) -> None:
        self.backend = Backend()
        self.person = self.backend.make_user("Alice").id
        self.channels = [self._server(name) for name in ("Friends", "Club")]

    def _server(self, name: str) -> int:
        guild = self.backend.create_guild(name, owner_id=self.person).id
        self.backend.add_member(guild, self.backend.bot_user.id)
        return self.backend.create_channel(guild, "backgammon").id

    def post(self, channel: int, **body: Any) -> Any:
        return router.dispatch(self.backend, "POST", f"/channels/{channel}/messages", json=body)


# Nonces


def test_a_nonce_of_another_server_gives_the_first_message_back(hearing: Hearing) -> None:
    discord_ = TwoServers()
    here, there = discord_.channels
    first, again = discord_.post(here, **_NONCE), discord_.post(there, **_NONCE)
    assert first["id"] == again["id"] and again["channel_id"] == str(here)
    assert not discord_.backend.messages[there]
    assert discord_.post(there, content="Roll", nonce="other", enforce_nonce=True)["id"] != first["id"]


def test_a_nonce_is_forgotten_after_some_minutes_and_only_counts_where_it_is_asked_for(hearing: Hearing) -> None:
    discord_ = TwoServers()
    here, there = discord_.channels
    first = discord_.post(here, **_NONCE)
    assert discord_.post(there, content="Roll", nonce="n")["id"] != first["id"]
    discord_.backend.advance_clock(NONCE_SECONDS)
    assert discord_.post(there, **_NONCE)["id"] != first["id"]


@pytest_asyncio.fixture
async def server() -> AsyncIterator[tuple[DiscordServer, aiohttp.ClientSession]]:
    async with DiscordServer() as server:
        agent = "DiscordBot (https://example.org, 1)"
        headers = {"Authorization": f"Bot {server.token}", "User-Agent": agent}
        async with aiohttp.ClientSession(headers=headers) as session:
            yield server, session


async def test_the_server_over_sockets_counts_nonces_by_their_author_too(server: Any) -> None:
    discord_, session = server
    channels = [discord_.guild(name).channel("backgammon") for name in ("Friends", "Club")]
    ids = []
    for channel in channels:
        async with session.post(f"{discord_.api_base}/channels/{channel.id}/messages", json=_NONCE) as response:
            ids.append((await response.json())["id"])
    assert ids[0] == ids[1] and [len(channel.messages) for channel in channels] == [1, 0]


# Refusing


def test_what_is_refused_is_not_done_and_says_where(hearing: Hearing) -> None:
    discord_ = TwoServers()
    with pytest.raises(BackendError) as refused:
        discord_.post(discord_.channels[0], content="x" * 2001)
    assert (refused.value.status, refused.value.code, refused.value.message) == (400, 50035, "Invalid Form Body")
    assert "2001 of at most 2000" in str((refused.value.errors or {})["content"]["_errors"])
    assert not discord_.backend.messages[discord_.channels[0]]
    assert [each.method for each in discord_.backend.http_requests] == ["POST"]


def test_a_planned_failure_comes_before_a_refusal(hearing: Hearing) -> None:
    discord_ = TwoServers()
    discord_.backend.faults.append({"method": "POST", "path": "*", "times": 1, "status": 500, "code": 0, "message": ""})
    for status in (500, 400):
        with pytest.raises(BackendError) as refused:
            discord_.post(discord_.channels[0], content="x" * 2001)
        assert refused.value.status == status


def test_what_was_sent_wrong_on_purpose_is_forgotten(hearing: Hearing) -> None:
    discord_ = TwoServers()
    for body in ({"content": "x" * 2001}, {"content": "x", "nonce": "x" * 26}):
        with pytest.raises(BackendError):
            discord_.post(discord_.channels[0], **body)
    hearing.expects("nonce")
    assert {refusal.fault.where for refusal in hearing.refusals} == {"content"}
    with pytest.raises(AssertionError, match="nothing was refused"):
        hearing.expects("nonce")
    assert hearing.refused == 1, "a request, whatever is wrong with it"
    assert hearing.take() and not hearing.take() and hearing.refused == 1, "told once, counted for good"


def test_a_judge_goes_with_its_discord_and_what_it_has_seen_stays(hearing: Hearing) -> None:
    discord_ = TwoServers()
    discord_.post(discord_.channels[0], content="x" * 7)
    judge = weakref.ref(hearing.judge(discord_.backend))
    del discord_
    gc.collect()
    assert judge() is None
    assert hearing.summary["largest"]["characters of a message"][0] == 7


def test_nobody_listens_afterwards() -> None:
    discord_ = TwoServers()
    with listening() as hearing:
        pass
    router.dispatch(discord_.backend, "GET", "/users/@me")
    assert not hearing.routes


async def test_requests_over_sockets_are_judged_with_their_headers_and_files(hearing: Hearing, server: Any) -> None:
    discord_, session = server
    channel = discord_.guild().channel("backgammon")
    url = f"{discord_.api_base}/channels/{channel.id}/messages"
    async with session.post(url, json={"content": "x"}, headers={"User-Agent": "aiohttp"}) as response:
        assert response.status == 200, "Discord says nothing of it"
    assert [refusal.fault.where for refusal in hearing.refusals] == ["User-Agent"]
    hearing.expects("User-Agent")
    form = aiohttp.FormData()
    form.add_field("payload_json", '{"content": "x"}')
    form.add_field("files[0]", b"xyz", filename="board.png")
    async with session.post(url, data=form) as response:
        assert response.status == 200
    assert not hearing.refusals
    assert hearing.summary["largest"]["bytes of a file"][0] == 3
    async with session.put(f"{discord_.api_base}/applications/{discord_.bot.id}/commands", json=[]) as response:
        assert response.status == 200
    assert not hearing.refusals, "a set of no commands has a body"
    assert sum(hearing.summary["routes"].values()) == 3


async def test_packets_to_the_gateway_are_judged(hearing: Hearing, server: Any) -> None:
    discord_, session = server
    async with session.ws_connect(discord_.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": discord_.token, "intents": 1}})
        await socket.receive()
    assert [refusal.fault.where for refusal in hearing.refusals] == ["d.properties"]
    assert hearing.summary["packets"] == 1


def test_files_are_measured_and_can_still_be_read(hearing: Hearing) -> None:
    discord_ = TwoServers()
    file = discord.File(io.BytesIO(b"xyz"), filename="board.png")
    path = f"/channels/{discord_.channels[0]}/messages"
    made = router.dispatch(discord_.backend, "POST", path, json={"content": "x"}, files=[file])
    assert hearing.summary["largest"]["bytes of a file"][0] == made["attachments"][0]["size"] == 3


# What a judge remembers


def asked(judge: Judge, kind: int = 3, token: str = "t") -> None:
    """Somebody does something with a message of one file."""
    message = {"id": "7", "attachments": [{"id": "9"}]}
    judge.asks({"type": kind, "token": token} | ({"message": message} if kind in (3, 5) else {}))


def told(judge: Judge, method: str, path: str, body: Any, **more: Any) -> list[str]:
    """What is said of a request, in words."""
    return [refusal.fault.what for refusal in judge.sent(Sent(method, path, body=body, **more))]


def test_an_answer_is_given_once_unless_the_bot_cannot_know() -> None:
    judge, path = Judge(), "/interactions/1/t/callback"
    asked(judge)
    assert told(judge, "POST", path, {"type": 6}) == []
    judge.heard(path, well=True)
    assert told(judge, "POST", path, {"type": 6}) == ["has been answered"]
    lost = Judge()
    asked(lost)
    lost.heard(path, well=False)
    assert told(lost, "POST", path, {"type": 6}) == []


def test_what_follows_comes_after_the_answer() -> None:
    judge = Judge()
    asked(judge)
    assert "follows nothing" in told(judge, "POST", "/webhooks/1/t", {"content": "x"})[0]
    judge.heard("/interactions/1/t/callback", well=True)
    assert told(judge, "POST", "/webhooks/1/t", {"content": "x"}) == []


def test_a_press_keeps_files_of_its_message_and_of_no_other() -> None:
    for kept, fault in (("9", False), ("8", True)):
        judge = Judge()
        asked(judge)
        data = {"content": "x", "attachments": [{"id": kept}]}
        assert bool(told(judge, "POST", "/interactions/1/t/callback", {"type": 7, "data": data})) == fault


def test_the_first_thing_said_after_a_promise_is_the_answer_and_after_an_answer_is_not() -> None:
    followup = {"id": "20", "channel_id": "1", "attachments": [{"id": "21"}]}
    for kind, known in ((5, True), (4, False)):
        judge, answer = Judge(), {"type": kind, "data": {"content": "x"} if kind == 4 else {}}
        asked(judge, 2)
        first = Sent("POST", "/interactions/1/t/callback", body=answer)
        judge.sent(first)
        judge.answered(first, None)
        judge.heard(first.path, well=True)
        judge.answered(Sent("POST", "/webhooks/1/t", body={"content": "x"}), followup)
        change = {"content": "x", "attachments": [{"id": "22"}]}
        assert bool(told(judge, "PATCH", "/webhooks/1/t/messages/@original", change)) == known


def test_a_message_nobody_has_told_of_may_have_any_file_and_be_of_any_version() -> None:
    text = [{"type": 10, "content": "x"}]
    row = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}]
    for components in (text, row):
        body = {"attachments": [{"id": "5"}], "components": components}
        assert told(Judge(), "PATCH", "/channels/1/messages/2", body) == []
    known = Judge()
    known.knows({"id": "2", "attachments": [{"id": "5"}], "flags": 0})
    assert told(known, "PATCH", "/channels/1/messages/2", {"components": text})


def test_routes_that_are_none_are_said_and_not_counted() -> None:
    judge = Judge()
    assert told(judge, "POST", "/nowhere", None) == ["there is no such route"]
    assert told(judge, "GET", "/users/@me", None) == []
    assert dict(judge.record.routes) == {"GET /users/@me": 1}


def test_bodies_of_the_wrong_shape_are_refused_by_the_document() -> None:
    for body in ({"content": 5}, {"embeds": "x"}, {"components": [5]}, ["x"], None):
        assert told(Judge(), "POST", "/channels/1/messages", body)


@pytest.mark.parametrize(
    ("packet", "fault"),
    [
        ({"op": 1, "d": 5}, False),
        ({"op": 1, "d": "5"}, True),
        ({"op": 2, "d": {"token": "t", "intents": 1, "properties": {}}}, False),
        ({"op": 2, "d": {"token": "t", "intents": 1, "properties": {}, "large_threshold": 300}}, True),
        ({"op": 3, "d": {"status": "online", "activities": [{"name": "x"}]}}, False),
        ({"op": 3, "d": {"status": "here"}}, True),
        ({"op": 3, "d": {"status": "online", "activities": [{"name": "x" * 129}]}}, True),
        ({"op": 4, "d": {}}, True),
        ({"op": 6, "d": {"token": "t", "session_id": "s", "seq": 1}}, False),
        ({"op": 6, "d": {"token": "t"}}, True),
        ({"op": 8, "d": {"guild_id": "1", "query": "", "limit": 1}}, False),
        ({"op": 8, "d": {"guild_id": "1"}}, True),
        ({"op": 8, "d": {"guild_id": "1", "user_ids": [str(each) for each in range(101)]}}, True),
        ({"op": 0, "d": {}}, True),
        ({"op": 1, "d": 5, "x": "x" * 5000}, True),
    ],
)
def test_packets(packet: dict[str, Any], fault: bool) -> None:
    assert bool(Judge().packet(packet, len(str(packet)))) == fault


def test_what_many_have_seen_is_joined() -> None:
    with listening() as hearing:
        for content in ("x", "xx"):
            discord_ = TwoServers()
            discord_.post(discord_.channels[0], content=content)
    assert hearing.summary["routes"] == {"POST /channels/{channel_id}/messages": 2}
    assert hearing.summary["largest"]["characters of a message"] == (2, 2000)
