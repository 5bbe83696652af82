"""Checks of what people and directories can open: support, terms of service, privacy policy."""

from __future__ import annotations

from collections.abc import AsyncIterator

from msgspec import Struct

from bot.hosting.checks_discord import Trouble, get, sendable
from bot.hosting.findings import Finding, good
from bot.settings import Settings


class _Application(Struct):
    terms_of_service_url: str | None = None
    privacy_policy_url: str | None = None


async def links(settings: Settings) -> AsyncIterator[Finding]:
    """Which links there are. None is needed, so that a missing one is no fault."""
    yield good(f"Link to support (SUPPORT_URL): {settings.support_url or 'none'}.")
    if not sendable(settings.token):
        return
    try:
        found = await get(settings, "/applications/@me", _Application)
    except Trouble as trouble:
        yield trouble.finding
        return
    yield good(
        "Links in the developer portal, General Information: terms of service "
        f"{found.terms_of_service_url or 'none'}, privacy policy {found.privacy_policy_url or 'none'}."
    )
