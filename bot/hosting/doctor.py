"""The doctor: checks everything the bot needs and prints findings with advice. It changes nothing, unless it is asked
to upload the emoji of the application.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from urllib.parse import urlsplit

from bot.hosting import checks_channels, checks_discord, checks_engine, checks_links, checks_machine, checks_store
from bot.hosting.emoji import upload, uploaded
from bot.hosting.findings import Check, Finding, State, must
from bot.settings import Settings

PATIENCE = 20.0
"""Timeout in seconds per check."""

#: The checks in the order of output.
CHECKS: dict[str, Check] = {
    "versions": checks_machine.versions,
    "pictures": checks_machine.pictures,
    "languages": checks_machine.languages,
    "figures": checks_machine.figures,
    "store": checks_store.store,
    "engine": checks_engine.engine,
    "token": checks_discord.token,
    "API": checks_discord.api,
    "account": checks_discord.account,
    "gateway": checks_discord.gateway,
    "servers": checks_discord.servers,
    "channels": checks_channels.channels,
    "links": checks_links.links,
    "invitation": checks_discord.invitation,
    "emoji": uploaded,
}


def doctor(environ: Mapping[str, str], *, emoji: bool = False) -> int:
    """Print the findings for these environment variables; 0 if the bot can run, else 1. With `emoji` the application's
    emoji are uploaded instead; 0 if they are there then.
    """
    return asyncio.run(report_emoji(environ) if emoji else report(environ))


async def report(environ: Mapping[str, str]) -> int:
    """`doctor` inside an event loop, which must be that of the main thread."""
    states: list[State] = []
    async for finding in examine(environ):
        states.append(finding.state)
        _tell(finding)
    wrong, better = states.count(State.MUST), states.count(State.ADVICE)
    said = f"{wrong} to be mended (!!), {better} that could be better (!), {states.count(State.GOOD)} well."
    _say(f"The bot {'cannot' if wrong else 'can'} run: {said}")
    return 1 if wrong else 0


async def report_emoji(environ: Mapping[str, str]) -> int:
    """`doctor` with `emoji`, inside an event loop."""
    settings, findings = checks_machine.readable(environ)
    found = [_clean(each, settings) for each in findings if each.state is State.MUST]
    found = found or [_clean(each, settings) async for each in upload(settings)]
    for finding in found:
        _tell(finding)
    return 0 if all(each.state is State.GOOD for each in found) else 1


def _tell(finding: Finding) -> None:
    _say(f"{finding.state.value:<2}  {finding.found}")
    if finding.todo:
        _say(f"    {finding.todo}")


def _say(line: str) -> None:
    """Print a line without control characters and characters the terminal cannot encode."""
    code = sys.stdout.encoding or "ascii"
    shown = "".join(letter if letter.isprintable() else "?" for letter in line)
    print(shown.encode(code, "replace").decode(code), flush=True)


async def examine(environ: Mapping[str, str]) -> AsyncIterator[Finding]:
    """All findings, without repetitions or secrets. A failing check does not stop the others."""
    settings, findings = checks_machine.readable(environ)
    for finding in findings:
        yield _clean(finding, settings)
    told: set[Finding] = set()
    for subject, check in CHECKS.items():
        for finding in await _made(subject, check, settings):
            if finding not in told:  # several checks find that Discord cannot be reached
                told.add(finding)
                yield _clean(finding, settings)


async def _made(subject: str, check: Check, settings: Settings) -> list[Finding]:
    """The findings of a check, and its failure if it could not finish."""
    found: list[Finding] = []
    try:
        async with asyncio.timeout(PATIENCE):
            async for finding in check(settings):
                found.append(finding)
    except TimeoutError:
        found.append(must(f"Looking at the {subject} took more than {PATIENCE:g} seconds.", _AGAIN))
    except Exception as error:  # noqa: BLE001  a failing check must not stop the others
        found.append(must(f"Looking at the {subject} failed: {type(error).__name__}: {error}", _AGAIN))
    return found


_AGAIN = "Run the doctor again; if it stays so, tell the makers of the bot."


def _clean(finding: Finding, settings: Settings) -> Finding:
    """A finding without the token and passwords in addresses."""
    addresses = (settings.redis_url, settings.api_base, settings.gateway_url)
    found, todo = finding.found, finding.todo
    for secret in (settings.token, *(_password(address) for address in addresses if address)):
        if secret:
            found, todo = found.replace(secret, "***"), todo.replace(secret, "***")
    return Finding(finding.state, found, todo)


def _password(address: str) -> str | None:
    try:
        return urlsplit(address).password
    except ValueError:
        return None
