"""Checks of Discord: token, API, clock, gateway, servers, and the invitation link.

Each request is made once, with a timeout of seconds; discord.py would retry.
"""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import aiohttp
import discord
import msgspec
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from msgspec import Struct

from bot.hosting.findings import Finding, advice, good, must
from bot.permissions import FOR_ADVICE, FOR_THREADS, INVITED, NEEDED, missing, permissions
from bot.settings import Settings
from bot.store.connection import without_password
from bot.user_agent import USER_AGENT

ANSWER_TIME = 5.0
"""Timeout in seconds per answer of Discord."""

LARGEST_SKEW = 1.0
"""Tolerated clock difference in seconds; Discord's Date header has whole seconds."""

MOST_SERVERS = 200
"""Servers checked: one page of Discord's answer."""

MOST_NAMED = 10

_COPY_TOKEN = (
    "Copy it from Discord's developer portal: your application, Bot, Reset Token; without quotes or spaces. Client "
    "secret, public key and application id are something else."
)
_AGAIN = "Wait a few minutes and run the doctor again. Discord's own troubles are told on discordstatus.com."
_HELLO = 10
_BY_PERSON = "1"
_T = TypeVar("_T")


class Account(Struct):
    """The bot account of a token."""

    id: str
    username: str


class _Application(Struct):
    """`integration_types_config`: by whom the application can be installed, by Discord's numbers; None if Discord does
    not say.
    """

    id: str
    bot_require_code_grant: bool = False
    interactions_endpoint_url: str | None = None
    integration_types_config: dict[str, Any] | None = None


class _Starts(Struct):
    total: int
    remaining: int
    reset_after: int


class _Gateway(Struct):
    url: str
    shards: int
    session_start_limit: _Starts


class Server(Struct):
    """A server of the bot. `permissions`: those of its roles, as Discord's number."""

    id: str
    name: str
    permissions: str
    owner: bool = False


class _Packet(Struct):
    op: int


class Trouble(Exception):
    """An unusable answer, as a finding; `status` is the HTTP status, 0 without one."""

    def __init__(self, finding: Finding, status: int = 0) -> None:
        super().__init__(finding.found)
        self.finding, self.status = finding, status


async def token(settings: Settings) -> AsyncIterator[Finding]:
    """Whether the token has the form of one."""
    if not settings.token:
        yield must("DISCORD_TOKEN is not set.", _COPY_TOKEN)
    elif not sendable(settings.token):
        yield must("DISCORD_TOKEN is no token: there are spaces, line breaks or foreign letters in it.", _COPY_TOKEN)
    elif bot_id(settings.token) is not None:
        yield good("DISCORD_TOKEN has the form of a token.")
    elif settings.api_base:
        yield advice("DISCORD_TOKEN has not the form of Discord's tokens.", f"If it should be one: {_COPY_TOKEN}")
    else:
        yield must("DISCORD_TOKEN has not the form of a token.", _COPY_TOKEN)


def bot_id(text: str) -> int | None:
    """The user id in the first of a token's three parts; None for any other text."""
    parts = text.split(".")
    if len(parts) != 3 or not all(parts):
        return None
    try:
        told = base64.urlsafe_b64decode(parts[0] + "=" * (-len(parts[0]) % 4)).decode("ascii")
    except ValueError:
        return None
    return int(told) if told.isdecimal() else None


def sendable(text: str) -> bool:
    return bool(text) and text.isascii() and text.isprintable() and " " not in text


async def api(settings: Settings) -> AsyncIterator[Finding]:
    """Whether Discord answers, and its clock agrees with ours."""
    begun = time.time()
    try:
        async with _asked(settings, "/gateway") as response:
            taken = time.time() - begun
            if response.status >= 500:
                raise Trouble(_unusable(settings, "/gateway", response.status))
            date = response.headers.get("Date", "")
    except Trouble as trouble:
        yield trouble.finding
        return
    yield good(f"Discord answers at {_base(settings)}.")
    try:
        theirs = parsedate_to_datetime(date).timestamp() + 0.5
    except ValueError:
        return
    ahead = begun + taken / 2 - theirs
    if abs(ahead) > LARGEST_SKEW + taken / 2:
        yield advice(
            f"This machine's clock is {abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} Discord's.",
            "Have it set over the network (NTP): how old a press is and when something is due is told by it.",
        )
    else:
        yield good("This machine's clock agrees with Discord's.")


async def account(settings: Settings) -> AsyncIterator[Finding]:
    """Whether Discord accepts the token, and its account."""
    if sendable(settings.token):
        try:
            found = await whose(settings)
        except Trouble as trouble:
            yield trouble.finding
        else:
            yield good(f"Discord accepts the token: it is that of {found.username} ({found.id}).")


async def whose(settings: Settings) -> Account:
    """The bot account of the token. Raises `Trouble`."""
    return await get(settings, "/users/@me", Account)


async def gateway(settings: Settings) -> AsyncIterator[Finding]:
    """Shards and session starts, and whether the gateway sends its greeting."""
    address = settings.gateway_url or str(DiscordWebSocket.DEFAULT_GATEWAY)
    if sendable(settings.token):
        try:
            told = await get(settings, "/gateway/bot", _Gateway)
        except Trouble as trouble:
            yield trouble.finding
        else:
            address = settings.gateway_url or told.url
            for finding in _starts(settings, told):
                yield finding
    yield await _greeting(address)


def _starts(settings: Settings, told: _Gateway) -> Iterator[Finding]:
    limit = told.session_start_limit
    needed = len(settings.shard_ids or ()) or settings.shard_count or told.shards
    hours = f"{limit.reset_after / 3_600_000:.1f} hours"
    if limit.remaining < needed:
        yield must(
            f"Discord lets the bot connect only {limit.remaining} more times; it needs {needed}.",
            f"Wait {hours}, and find out from its log why it connects so often.",
        )
    elif limit.remaining < limit.total / 10:
        yield advice(
            f"Discord lets the bot connect only {limit.remaining} more times within {hours}.",
            "Find out from its log why it connects so often.",
        )
    else:
        yield good(f"Shards advised by Discord: {told.shards}; connections left today: {limit.remaining}.")
    if settings.shard_count and settings.shard_count < told.shards:
        yield advice(
            f"Shards advised by Discord: {told.shards}; SHARD_COUNT is {settings.shard_count}.",
            "Raise SHARD_COUNT, or leave it unset: with too few shards Discord refuses the bot.",
        )


async def _greeting(address: str) -> Finding:
    named = without_password(address)
    try:
        async with asyncio.timeout(ANSWER_TIME), _session() as session:
            url = yarl.URL(address).with_query(v="10", encoding="json")
            async with session.ws_connect(url) as socket:
                if msgspec.json.decode(await socket.receive_str(), type=_Packet).op == _HELLO:
                    return good(f"The gateway answers at {named}.")
                why = "it does not greet"
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError, TypeError, msgspec.MsgspecError) as error:
        why = _why(error)
    return must(
        f"The gateway {named} does not answer as it should: {why}.",
        "Let websockets (wss) through to it; if DISCORD_GATEWAY_URL is set, see whether it is right.",
    )


async def servers(settings: Settings) -> AsyncIterator[Finding]:
    """Missing permissions in the bot's servers. Channels may deny more."""
    if not sendable(settings.token):
        return
    try:
        found = await joined(settings)
    except Trouble as trouble:
        yield trouble.finding
        return
    if not found:
        yield advice("The bot is in no server yet.", "Open the invite link.")
        return
    worse = [finding for server in found for finding in _lacking(server)]
    first = "the first " if len(found) == MOST_SERVERS else ""
    yield good(f"Servers that give the bot all it needs: {len(found) - len(worse)} of {first}{len(found)}.")
    for finding in worse[:MOST_NAMED]:
        yield finding
    if len(worse) > MOST_NAMED:
        yield advice(
            f"Servers in which something is missing too: {len(worse) - MOST_NAMED}.",
            "Look at the permissions there too.",
        )


async def joined(settings: Settings) -> list[Server]:
    """The bot's servers, `MOST_SERVERS` at most. Raises `Trouble`."""
    return await get(settings, f"/users/@me/guilds?limit={MOST_SERVERS}", list[Server])


def _lacking(server: Server) -> Iterator[Finding]:
    may = discord.Permissions(int(server.permissions))
    if server.owner or may.administrator:
        return
    place = f"In {server.name} ({server.id})"
    give = "Give its role there these permissions, or invite it again with the link."
    if missing(may, NEEDED | FOR_THREADS):
        yield advice(f"{place} the bot lacks what tables need: {', '.join(missing(may, INVITED))}.", give)
    elif lacking := missing(may, FOR_ADVICE):
        yield advice(f"{place} the team of a chouette has no thread of its own: {', '.join(lacking)}.", give)


async def invitation(settings: Settings) -> AsyncIterator[Finding]:
    """The links by which the bot is invited, with exactly the required permissions, or installed by a person, and
    settings that would prevent their use.
    """
    number = bot_id(settings.token)
    if sendable(settings.token):
        try:
            found = await get(settings, "/applications/@me", _Application)
        except Trouble as trouble:
            yield trouble.finding
        else:
            number = int(found.id)
            if found.bot_require_code_grant:
                yield advice(
                    "Nobody can invite the bot.", "Switch off “Requires OAuth2 Code Grant” in the portal, Bot."
                )
            if found.interactions_endpoint_url:
                yield must(
                    "Discord sends what people type and press to a web address instead of the bot.",
                    "In the portal, General Information, empty “Interactions Endpoint URL”.",
                )
            if found.integration_types_config is not None:
                yield _installed_by_people(number, found.integration_types_config)
    wanted = ", ".join(INVITED.values())
    if number is None:
        yield good(f"The bot needs in a server: {wanted}. The link that asks for these needs DISCORD_TOKEN.")
        return
    link = discord.utils.oauth_url(number, permissions=permissions(INVITED), scopes=("bot", "applications.commands"))
    yield good(f"Invite link, with exactly what the bot needs ({wanted}): {link}")


def _installed_by_people(number: int, by: Mapping[str, Any]) -> Finding:
    """Whether people can install the bot for themselves, and the link for that."""
    if _BY_PERSON not in by:
        return advice(
            "Nobody can install the bot for themselves, to use it in other servers, groups and direct messages.",
            "In the portal, Installation, switch on “User Install”; its only scope is applications.commands.",
        )
    link = yarl.URL(discord.utils.oauth_url(number, scopes=("applications.commands",)))
    return good(f"Link by which people install the bot for themselves: {link % {'integration_type': _BY_PERSON}}")


@asynccontextmanager
async def _session() -> AsyncIterator[aiohttp.ClientSession]:
    limit = aiohttp.ClientTimeout(total=ANSWER_TIME)
    async with aiohttp.ClientSession(timeout=limit, headers={"User-Agent": USER_AGENT}) as session:
        yield session


@asynccontextmanager
async def _asked(settings: Settings, path: str) -> AsyncIterator[aiohttp.ClientResponse]:
    """The response to a GET, its body not read yet. Raises `Trouble` if Discord cannot be reached."""
    base = settings.api_base or Route.BASE
    headers = {"Authorization": f"Bot {settings.token}"} if sendable(settings.token) else {}
    try:
        async with _session() as session, session.get(f"{base}{path}", headers=headers) as response:
            yield response
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        todo = "Let HTTPS to discord.com through: look at network, DNS, firewall."
        if settings.api_base:
            todo = "Start the server that DISCORD_API_BASE names, or correct it."
        raise Trouble(must(f"Discord cannot be reached at {_base(settings)}: {_why(error)}.", todo)) from error


async def get(settings: Settings, path: str, kind: type[_T]) -> _T:
    """A decoded answer of Discord's API. Raises `Trouble`."""
    async with _asked(settings, path) as response:
        status, body = response.status, await response.read()
    if status == 200:
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.MsgspecError as error:
            raise Trouble(_unusable(settings, path, "something unreadable")) from error
    if status == 401:
        raise Trouble(must("Discord does not accept DISCORD_TOKEN.", _COPY_TOKEN))
    if status == 429:
        raise Trouble(advice("Discord is asked too much just now.", _AGAIN))
    raise Trouble(_unusable(settings, path, status), status)


def _unusable(settings: Settings, path: str, answer: Any) -> Finding:
    todo = "See whether DISCORD_API_BASE is right." if settings.api_base else _AGAIN
    return must(f"Discord at {_base(settings)} answers {path.partition('?')[0]} with {answer}.", todo)


def _base(settings: Settings) -> str:
    return without_password(settings.api_base or Route.BASE)


def _why(error: Exception) -> str:
    """An error's text, without addresses that may contain a password."""
    if isinstance(error, TimeoutError):
        return f"no answer within {ANSWER_TIME:g} seconds"
    if isinstance(error, aiohttp.ClientResponseError):
        return f"status {error.status}"
    if isinstance(error, ValueError):
        return "the address cannot be used"
    if isinstance(error, aiohttp.ClientConnectionError | OSError):
        return str(error).rstrip(".") or type(error).__name__
    return type(error).__name__
