"""Discord's limits and errors, asked for directly: what no well-behaved library would send."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from . import Channel, ClientRefuses, DiscordServer, Guild
from .controls import Modal
from .errors import Json
from .interactions import COMMAND, Interaction
from .world import permission_bits


@dataclass
class Api:
    """A guild with one channel, and plain requests about it."""

    discord: DiscordServer
    guild: Guild
    channel: Channel
    session: aiohttp.ClientSession

    async def ask(self, method: str, path: str, **request: Any) -> tuple[int, Any]:
        """The status and JSON of a request; `{channel}` in the path is the channel."""
        url = self.discord.api_base + path.format(channel=f"/channels/{self.channel.id}")
        async with self.session.request(method, url, **request) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def post(self, **form: Any) -> tuple[int, Any]:
        return await self.ask("POST", "{channel}/messages", json=form)


@pytest_asyncio.fixture
async def api(request: pytest.FixtureRequest) -> AsyncIterator[Api]:
    async with DiscordServer(**getattr(request, "param", {})) as discord:
        guild = discord.guild()
        headers = {"Authorization": f"Bot {discord.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            yield Api(discord, guild, guild.channel("backgammon"), session)


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def button(custom_id: str = "a", label: str = "A") -> Json:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label}


def select(*values: str) -> Json:
    return {"type": 3, "custom_id": "s", "options": [{"label": value, "value": value} for value in values]}


@pytest.mark.parametrize(
    ("form", "where"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"components": [row(button("x" * 101))]}, "components.0.components.0.custom_id"),
        ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label"),
        ({"components": [row(button(), button())]}, "components"),
        ({"components": [row(button(str(n))) for n in range(6)]}, "components"),
        ({"components": [row(*(button(str(n)) for n in range(6)))]}, "components.0.components"),
        ({"components": [row(select("a"), button())]}, "components.0.components"),
        ({"components": [row(select(*map(str, range(26))))]}, "components.0.components.0.options"),
        ({"components": [row(select("a", "a"))]}, "components.0.components.0.options.1.value"),
        ({"components": [row()]}, "components.0.components"),
        ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description"),
        ({"content": "", "flags": 1 << 15, "embeds": [{"title": "old"}]}, "embeds"),
        ({"nonce": "x" * 26}, "nonce"),
        ({"attachments": [{"id": 0}]}, "attachments.0.id"),
    ],
)
async def test_what_a_message_may_not_be(api: Api, form: Json, where: str) -> None:
    status, body = await api.post(**({"content": "words"} | form))
    assert (status, body["code"], body["message"]) == (400, 50035, "Invalid Form Body")
    place = body["errors"]
    for step in where.split("."):
        place = place[step]
    assert place["_errors"][0].keys() == {"code", "message"}
    assert not api.channel.messages


async def test_files_come_with_alternative_text_within_limits(api: Api) -> None:
    for length, expected in ((1024, 200), (1025, 400)):
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps({"attachments": [{"id": 0, "description": "x" * length}]}))
        form.add_field("files[0]", b"picture", filename="board.png")
        status, _ = await api.ask("POST", "{channel}/messages", data=form)
        assert status == expected
    file = api.channel.messages[0].attachments[0]
    assert (file.bytes, len(file.description or "")) == (b"picture", 1024)
    async with api.session.get(file.url) as response:
        assert await response.read() == b"picture"


async def test_nonces_grow_old(api: Api) -> None:
    form = {"content": "words", "nonce": "n", "enforce_nonce": True}
    first, again = [(await api.post(**form))[1]["id"] for _ in range(2)]
    api.discord.advance(600)
    assert first == again != (await api.post(**form))[1]["id"]


async def test_errors_by_their_codes(api: Api) -> None:
    assert await api.post() == (400, {"code": 50006, "message": "Cannot send an empty message"})
    assert (await api.ask("GET", "{channel}/messages/1"))[1]["code"] == 10008
    assert (await api.ask("GET", "/channels/1"))[1]["code"] == 10003
    assert (await api.ask("GET", "/users/@me", headers={"Authorization": "Bot wrong"}))[0] == 401
    theirs = api.guild.member("Alice").say(api.channel, "hello")
    status, body = await api.ask("PATCH", f"{{channel}}/messages/{theirs.id}", json={"content": "no"})
    assert (status, body["code"]) == (403, 50005)
    api.channel.deny(api.discord.bot, "manage_messages", "attach_files")
    assert (await api.ask("DELETE", f"{{channel}}/messages/{theirs.id}"))[1]["code"] == 50013
    assert (await api.ask("GET", "/webhooks/1/token/messages/@original"))[1]["code"] == 50027
    api.guild.leave(api.discord.bot)
    assert (await api.ask("GET", "{channel}"))[1]["code"] == 10003
    assert (await api.ask("GET", "/nowhere"))[0] == 404
    assert [request.path for request in api.discord.requests if request.unmodelled] == ["/nowhere"]


async def test_roles_let_the_bot_do_what_channels_do_not_forbid_them(api: Api) -> None:
    bot, guild, channel = api.discord.bot, api.guild, api.channel
    everyone, own = guild.roles[0], guild.members[bot.id].roles[0]
    for role in (everyone, own):
        guild.change_role(role, role.permissions & ~permission_bits("send_messages"))
    assert (await api.post(content="no"))[1]["code"] == 50013
    writers = guild.new_role("writers", "send_messages")
    assert (await api.post(content="no"))[1]["code"] == 50013
    guild.give(bot, writers)
    assert (await api.post(content="yes"))[0] == 200
    channel.deny(writers, "send_messages")
    assert (await api.post(content="no"))[1]["code"] == 50013
    guild.delete_role(writers)
    assert not channel.allows(bot, "send_messages") and not channel.denied


@pytest.mark.parametrize("api", [{"limits": True, "limit_seconds": 60}], indirect=True)
async def test_rate_limits(api: Api) -> None:
    statuses = [(await api.post(content=str(number)))[0] for number in range(6)]
    assert statuses == [200] * 5 + [429]
    status, body = await api.post(content="still")
    assert status == 429 and 0 < body["retry_after"] <= 60
    other = api.guild.channel("other")
    assert (await api.ask("POST", f"/channels/{other.id}/messages", json={"content": "elsewhere"}))[0] == 200


async def test_the_global_limit_is_that_of_what_carries_the_bot_s_token(api: Api) -> None:
    api.discord.traffic.global_limit = 3
    other = api.guild.channel("other")
    paths = [f"/channels/{each.id}/messages" for each in (api.channel, other)] * 2
    asked = [await api.ask("POST", path, json={"content": "now"}) for path in paths]
    assert [status for status, _ in asked] == [200] * 3 + [429]
    assert asked[-1][1]["global"] is True and 0 < asked[-1][1]["retry_after"] <= 1
    status, _ = await api.ask("POST", f"/webhooks/{api.discord.bot.id}/unknown", json={}, headers={"Authorization": ""})
    assert status != 429, "answers to interactions carry no token"


async def test_commands_are_checked_and_keep_their_ids(api: Api) -> None:
    path = f"/applications/{api.discord.bot.id}/commands"
    form = {"name": "play", "description": "Play", "name_localizations": {"de": "spielen"}}
    (_, [first]), (_, [again]) = [await api.ask("PUT", path, json=[form]) for _ in range(2)]
    assert first["id"] == again["id"]
    for wrong in ({"name": "Play"}, {"description": ""}, {"name_localizations": {"xx": "play"}}):
        assert (await api.ask("PUT", path, json=[form | wrong]))[0] == 400
    assert (await api.ask("PUT", path, json=[form, form]))[0] == 400
    assert api.discord.commands[0]["name_localizations"] == {"de": "spielen"}


async def test_every_field_of_a_form_can_be_filled_in(api: Api) -> None:
    api.discord.world.response_seconds = 0.01
    alice = api.guild.member("Alice")
    opened = Interaction(COMMAND, alice, api.channel, {"name": "play", "type": 1})
    choices = [{"label": name, "value": name[0]} for name in ("Red", "Green", "Blue")]
    fields = [
        {"type": 21, "custom_id": "colour", "options": choices},
        {"type": 22, "custom_id": "colours", "options": choices, "min_values": 0, "required": False},
        {"type": 23, "custom_id": "sure", "default": True},
        {"type": 4, "custom_id": "words", "style": 1},
    ]
    tops = [{"type": 18, "label": f"{each['custom_id']}?", "component": each} for each in fields]
    modal = Modal({"title": "Play", "custom_id": "form", "components": tops}, opened)
    sent = await alice.submit(modal, {"colour?": "Green", "colours?": ["Red", "B"], "words?": "x"})
    told = [top["component"] for top in sent.data["components"]]
    assert [one.get("value", one.get("values")) for one in told] == ["G", ["R", "B"], True, "x"]
    for wrong in ({"colour": "Pink"}, {"colours": ["Pink"], "colour": "Red"}, {"words": "x"}):
        with pytest.raises(ClientRefuses):
            await alice.submit(modal, {"words": "x"} | wrong)


async def test_a_reply_needs_to_read_what_it_answers(api: Api) -> None:
    reply = {
        "content": "yes",
        "message_reference": {"message_id": str(api.guild.member("Alice").say(api.channel, "?").id)},
    }
    assert (await api.post(**reply))[0] == 200
    api.channel.deny(api.discord.bot, "read_message_history")
    status, body = await api.post(**reply)
    assert (status, body["code"]) == (403, 160002)


async def test_who_may_come_to_the_gateway(api: Api) -> None:
    for token, intents, code in (("wrong", 1, 4004), (api.discord.token, 1 << 15, 4014)):
        async with api.session.ws_connect(api.discord.gateway_url) as socket:
            assert (await socket.receive_json())["op"] == 10
            await socket.send_json({"op": 2, "d": {"token": token, "intents": intents}})
            assert (await socket.receive()).data == code


async def test_shards_and_members_by_name(api: Api) -> None:
    shard = (api.guild.id >> 22) % 2
    alice = api.guild.member("Alice")
    async with api.session.ws_connect(api.discord.gateway_url) as socket:
        await socket.receive_json()
        identify = {"token": api.discord.token, "intents": 1, "shard": [shard, 2]}
        await socket.send_json({"op": 2, "d": identify})
        assert (await socket.receive_json())["d"]["shard"] == [shard, 2]
        guild = (await socket.receive_json())["d"]
        assert [member["user"]["id"] for member in guild["members"]] == [str(api.discord.bot.id)]
        await socket.send_json({"op": 8, "d": {"guild_id": guild["id"], "query": "al", "limit": 5}})
        found = (await socket.receive_json())["d"]["members"]
        assert [member["user"]["id"] for member in found] == [str(alice.id)]
