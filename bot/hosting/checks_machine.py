"""Checks of this machine: settings, versions, pictures, metrics, languages."""

from __future__ import annotations

import asyncio
import errno
import platform
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from http.client import HTTPException
from importlib import metadata
from urllib.request import urlopen

import render
from bot.backgammon import Position
from bot.hosting.findings import Finding, advice, good, must
from bot.locale import catalogue
from bot.settings import Settings, SettingsError
from bot.texts import ENGLISH, LANGUAGES, Texts
from bot.user_agent import own_version
from render.text import MISSING, label

_PACKAGE = "chouette"
_INSTALL = "Install the bot and all it needs anew: pip install --force-reinstall . in its directory."
#: A minimum version in a package's metadata.
_AT_LEAST = re.compile(r"([\w.-]+).*>=([\d.]+)")
_NAMES = ("Příliš žluťoučký kůň", "Съешь ещё этих мягких булок")
_LETTERS = "áčďéěíňóřšťúůýž" + "".join(map(chr, range(ord("а"), ord("я") + 1))) + "ё"


def readable(environ: Mapping[str, str]) -> tuple[Settings, list[Finding]]:
    """The settings without invalid variables, and the findings about these."""
    kept: dict[str, str] = {}
    faults: list[Finding] = []
    for name in sorted(environ):  # SHARD_COUNT before SHARD_IDS, which need it
        try:
            Settings.from_env(kept | {name: environ[name]})
        except SettingsError as error:
            faults.append(must(str(error), f"Correct {name}, or leave it unset."))
        else:
            kept[name] = environ[name]
    settings = Settings.from_env(kept)
    if faults:
        return settings, faults
    found = "The settings can be read."
    if settings.shard_ids:
        found += f" This process serves {_shards(settings.shard_ids)} of {settings.shard_count}."
    return settings, [good(found)]


def _shards(ids: tuple[int, ...]) -> str:
    return f"shard {ids[0]}" if len(ids) == 1 else f"shards {', '.join(map(str, ids))}"


async def versions(settings: Settings) -> AsyncIterator[Finding]:
    """Versions of Python and of required packages."""
    installed: list[str] = []
    for name, wanted in _wanted():
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield must(f"The package {name} is not installed.", _INSTALL)
            continue
        installed.append(f"{name} {version}")
        if _ordered(version) < _ordered(wanted):
            yield must(f"{name} is installed in version {version}; the bot needs {wanted} or newer.", _INSTALL)
    yield good(f"{', '.join([f'Bot {own_version()}', f'Python {platform.python_version()}', *installed])}.")


def _wanted() -> Iterator[tuple[str, str]]:
    """Required packages and their lowest versions; none if the bot is not installed."""
    try:
        requirements = metadata.requires(_PACKAGE) or []
    except metadata.PackageNotFoundError:
        return
    for requirement in requirements:
        what, _, condition = requirement.partition(";")
        if "extra" not in condition and (found := _AT_LEAST.match(what)):
            yield found[1], found[2]


def _ordered(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


async def pictures(settings: Settings) -> AsyncIterator[Finding]:
    """Whether a board can be drawn, with names in every script."""
    try:
        missing = await asyncio.to_thread(_draw)
    except OSError as error:
        yield must(f"No board can be drawn: {error}.", _INSTALL)
        return
    if missing:
        yield must(f"The typeface of the pictures lacks {missing}.", _INSTALL)
    else:
        yield good(f"A board is drawn, with the letters of all languages (Pillow {metadata.version('pillow')}).")


def _draw() -> str:
    """The characters missing in the typeface, after drawing a board. Raises `OSError`."""
    start = Position.start()
    render.draw(render.Scene(start.own, start.opponent, _NAMES))
    dot = label(MISSING, 26).mask.tobytes()
    return "".join(letter for letter in _LETTERS if label(letter, 26).mask.tobytes() == dot)


async def figures(settings: Settings) -> AsyncIterator[Finding]:
    """Whether the metrics address, if set, is usable."""
    if settings.metrics_address is None:
        return
    host, port = settings.metrics_address
    where = f"METRICS_ADDRESS {host}:{port}"
    try:
        server = await asyncio.start_server(lambda *_: None, host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and await asyncio.to_thread(_answers, host, port):
            yield good(f"A bot that runs gives its figures at {where}.")
        elif error.errno == errno.EADDRINUSE:
            yield must(f"{where} is taken by another program.", "Give METRICS_ADDRESS a port that is free.")
        else:
            yield must(
                f"{where} cannot be used: {error.strerror or error}.",
                "Give METRICS_ADDRESS an address of this machine, and a port from 1024 on.",
            )
        return
    server.close()
    await server.wait_closed()
    yield good(f"{where} is free.")


def _answers(host: str, port: int) -> bool:
    """Whether a bot listens there."""
    shown = f"[{host}]" if ":" in host else host
    try:
        with urlopen(f"http://{shown}:{port}/metrics", timeout=2) as answer:
            return b"\nchouette_" in answer.read(1 << 20)
    except (OSError, HTTPException):
        return False


async def languages(settings: Settings) -> AsyncIterator[Finding]:
    """Whether each catalogue can be read and is complete."""
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        try:
            await asyncio.to_thread(Texts, language)
        except Exception as error:  # noqa: BLE001  a damaged file may raise anything
            yield must(f"The texts in {language} cannot be read: {error}.", _INSTALL)
            continue
        entries = [entry for entry in await asyncio.to_thread(catalogue.read, language) if entry.id]
        waiting = sum(entry.fuzzy or not entry.string or not all(entry.string) for entry in entries)
        if waiting:
            yield advice(
                f"{waiting} of {len(entries)} texts in {language} are not translated and appear in English.",
                f"Translate them in {catalogue.path(language)}.",
            )
        else:
            yield good(f"The texts in {language} are complete: {len(entries)}.")
