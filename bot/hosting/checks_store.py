"""Checks of the store: the configured server, or the embedded one with its data directory."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from bot.hosting.checks_discord import bot_id
from bot.hosting.findings import Finding, advice, good, must
from bot.settings import STORE_LIMIT, Settings
from bot.store import EmbeddedServer, StoreError, files, schema
from bot.store.inspection import Inspection, Node, inspect
from bot.store.room import NEARLY

OLDEST_VERSION = 7
LEAST_SPACE = 200 << 20
"""Bytes that should be free for the data."""

NO_SPACE = 20 << 20
"""Bytes below which the server soon fails, or does not start."""

SLOW = 0.1
"""Seconds per answer from which users notice."""


async def store(settings: Settings) -> AsyncIterator[Finding]:
    """The server, its persistence, and its contents."""
    account = bot_id(settings.token)
    limit = settings.store_limit
    looking = (
        _told(settings.redis_url, account, limit)
        if settings.redis_url
        else _own(settings.data_dir.resolve(), account, limit)
    )
    async for finding in looking:
        yield finding


async def _told(url: str, account: int | None, limit: int) -> AsyncIterator[Finding]:
    try:
        urlsplit(url).port  # noqa: B018  raises for an invalid port
    except ValueError:
        yield must(
            "REDIS_URL cannot be read as an address.",
            "It should look like redis://user:password@host:6379/0. In the password, letters such as / # ? @ [ are "
            "written as %2F %23 %3F %40 %5B.",
        )
        return
    try:
        inspection = await inspect(url)
    except StoreError as error:
        otherwise = "Start that server, or correct REDIS_URL; or leave it unset and have a server of its own."
        yield must(str(error), error.todo or otherwise)
        return
    for finding in findings(inspection, account, limit):
        yield finding


def findings(inspection: Inspection, account: int | None = None, limit: int = STORE_LIMIT) -> Iterator[Finding]:
    """Findings about a store; `account`: that of the token, None if unknown. `limit`: bytes that a server without a
    limit of its own should take.
    """
    first = inspection.nodes[0]
    server = f"{first.product} {first.version}".strip()
    if first.clustered:
        server = f"a cluster of {len(inspection.nodes)} × {server}"
    yield good(f"The store is {server}. Open tables: {inspection.open_tables}.")
    for node in inspection.nodes:
        yield from _about(node)
    yield from _room(inspection.nodes, limit)
    if inspection.unwritable:
        yield must(inspection.unwritable, "Give the account the rights that docs/hosting.md has.")
    yield _whose((inspection.account or b"").decode(), account)
    stored = "" if inspection.schema is None else inspection.schema.decode(errors="replace")
    if stored.isdecimal() and int(stored) < schema.OLDEST:
        yield must(
            f"The store was written before the first release (schema {stored}; {schema.OLDEST} and newer are read).",
            "Let DATA_DIR or REDIS_URL name an empty store.",
        )
    elif stored and not (stored.isdecimal() and int(stored) <= schema.SCHEMA):
        yield must(
            f"A newer version of the bot has written to the store (schema {stored}; this one knows {schema.SCHEMA}).",
            "Start the newer version, or use another store.",
        )
    if inspection.half_restored:
        yield must("The store is only half restored: a restore broke off.", "Run the restore again.")
    if inspection.seconds > SLOW:
        yield advice(
            f"The store takes {inspection.seconds * 1000:.0f} ms to answer.",
            "Have it near the bot: each thing done asks it several times.",
        )


def _whose(owner: str, account: int | None) -> Finding:
    if not owner:
        return good("The store is no bot account's yet: it will be that of the first bot that starts on it.")
    if account is None or owner == str(account):
        return good(f"The store belongs to {'the' if account is None else 'this'} bot account ({owner}).")
    return must(
        f"The store belongs to another bot account ({owner}; DISCORD_TOKEN is that of {account}).",
        "Let DATA_DIR or REDIS_URL name this bot's own store; or let it take this one over: python -m bot adopt.",
    )


def _about(node: Node) -> Iterator[Finding]:
    if not node.version:
        yield advice(
            "The store does not tell its version nor how it keeps its data.",
            "Make sure that it is Redis 7 or newer, or Valkey, with an append-only file and without eviction.",
        )
        return
    if int(node.version.partition(".")[0]) < OLDEST_VERSION:
        yield must(f"{node.product} {node.version} is too old.", f"Use Redis {OLDEST_VERSION} or newer, or Valkey.")
    if node.replica:
        yield must("The store is a replica, which cannot be written to.", "Let REDIS_URL name the primary server.")
    if node.writing_fails:
        yield must("The store cannot write its data to the disk.", "Look in its log; often the disk is full.")
    if node.append_only is False:
        yield advice(
            "The store has no append-only file: when it ends, the last minutes of play may be lost.",
            "Set appendonly yes on the server.",
        )
    elif node.synchronised in ("everysec", "no"):
        yield advice(
            "The store writes to the disk now and then: if its machine fails, the last actions may be lost.",
            "Set appendfsync always on the server.",
        )
    elif not node.synchronised:
        yield advice(
            "The store does not tell when it writes to the disk.",
            "If it is a rented one, choose a plan that keeps data (append-only file, best with each write).",
        )
    if node.eviction not in ("noeviction", ""):
        yield advice(
            f"The store throws data away when its memory is full (maxmemory-policy {node.eviction}).",
            "Set maxmemory-policy noeviction on the server.",
        )


def _room(nodes: Sequence[Node], usual: int) -> Iterator[Finding]:
    """Memory use; of several servers, of the fullest."""
    if any(node.version and not node.limit for node in nodes):
        yield advice(
            f"The store has no limit of memory: the bot takes it to be {usual >> 20} MB (STORE_LIMIT).",
            "Set maxmemory on the server to what it can have, with maxmemory-policy noeviction.",
        )
    told = [(node.used, node.limit or usual) for node in nodes if node.used is not None]
    if not told:
        return
    used, limit = max(told, key=lambda each: each[0] / each[1])
    found = f"The store uses {used >> 20} MB of {limit >> 20} MB."
    if used >= limit:
        yield must(found, f"Nothing can be saved any more. {_MORE_ROOM}")
    elif used >= NEARLY * limit:
        yield advice(found, f"New tables, imports and analyses are refused until there is more room. {_MORE_ROOM}")
    else:
        yield good(found)


_MORE_ROOM = "Raise maxmemory of the server, or STORE_LIMIT where it is the bot's own or has no limit."


async def _own(directory: Path, account: int | None, limit: int) -> AsyncIterator[Finding]:
    """The data directory, and the server in it: that of a running bot, or one started for the check."""
    place = await asyncio.to_thread(_nearest, directory)
    try:
        await asyncio.to_thread(files.make_directory, place)  # it exists: only its usability is checked
    except StoreError as error:
        yield must(str(error), "Let DATA_DIR name a directory in which the bot's user may write.")
        return
    free = (await asyncio.to_thread(shutil.disk_usage, place)).free
    if free < NO_SPACE:
        yield must(
            f"On the disk of {directory}, {free >> 20} MB are free.",
            "Make room: what cannot be written is refused, so nobody can play.",
        )
    elif free < LEAST_SPACE:
        yield advice(f"On the disk of {directory}, {free >> 20} MB are free.", "Make room: a full disk stops all play.")
    try:
        process = _running(directory)
    except StoreError as error:
        yield must(str(error), "Let the directory and all that is in it belong to the bot's user.")
        return
    if place != directory:
        yield good(f"The data directory {directory} is made when the bot starts.")
    elif process:
        yield good(f"The data directory {directory} is in use by the bot that runs as process {process}.")
        async for finding in _inside(EmbeddedServer(directory), account, limit):
            yield finding
        return
    else:
        yield good(f"The data directory {directory} can be written.")
    if files.holds_data(directory):
        async for finding in _started(directory, account, limit):
            yield finding
    else:  # checked in a temporary place, without leaving anything
        with tempfile.TemporaryDirectory(dir=place, prefix=".doctor-") as trial:
            async for finding in _started(Path(trial), account, limit):
                yield finding


def _nearest(directory: Path) -> Path:
    """The directory itself, or its nearest existing parent."""
    return next((each for each in (directory, *directory.parents) if os.path.lexists(each)), directory)


def _running(directory: Path) -> str:
    """The process that locks the directory; empty if none does."""
    path = directory / "lock"
    if not path.exists() or not files.in_use(directory):
        return ""
    return str(files.read_number(path) or "unknown")


async def _started(directory: Path, account: int | None, limit: int) -> AsyncIterator[Finding]:
    try:
        async with EmbeddedServer(directory, limit) as server:
            async for finding in _inside(server, account, limit):
                yield finding
    except StoreError as error:
        yield must(str(error), "Do as this says, then run the doctor again.")


async def _inside(server: EmbeddedServer, account: int | None, limit: int) -> AsyncIterator[Finding]:
    try:
        inspection = await inspect(server.url)
    except StoreError as error:
        yield must(str(error), "Run the doctor again; if it stays so, start the bot anew and look into its log.")
        return
    for finding in findings(inspection, account, limit):
        yield finding
