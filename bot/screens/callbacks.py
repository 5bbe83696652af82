"""An HTTP adapter for first answers to interactions: each try is made once.

discord.py itself waits a second after a server error, and longer each time, before it retries. An answer has three
seconds in all; `Answer` retries at once.
"""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
from discord.http import Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_CALLBACK = "/callback"


class PromptAdapter(AsyncWebhookAdapter):
    """Sends interaction responses, the first ones without discord.py's retries."""

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        multipart: list[dict[str, Any]] | None = None,
        **how: Any,
    ) -> Any:
        """As discord.py's own, except for a first answer. Raises `discord.HTTPException` if Discord refuses it."""
        if not route.path.endswith(_CALLBACK):
            return await super().request(route, session, payload=payload, multipart=multipart, **how)
        form = aiohttp.FormData(quote_fields=False) if multipart else None
        for part in multipart or ():
            assert form is not None
            form.add_field(**part)
        async with session.request(
            route.method,
            route.url,
            data=form,
            json=None if multipart else payload,
            params=how.get("params"),
            proxy=how.get("proxy"),
            proxy_auth=how.get("proxy_auth"),
        ) as response:
            data = await json_or_text(response)
        if response.status >= 300:
            raise discord.HTTPException(response, data)
        return data


def answer_promptly() -> None:
    """Use this adapter for everything started in the current context."""
    async_context.set(PromptAdapter())
