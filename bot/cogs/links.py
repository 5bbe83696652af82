"""The links that people are shown: what the host has set, and what Discord knows of the application."""

from __future__ import annotations

from bot.cogs.context import Context
from bot.screens.links import Links


def support_link(ctx: Context) -> Links:
    """The link to support alone."""
    return Links(support=ctx.services.support_url)


def all_links(ctx: Context) -> Links:
    """Support, and terms and privacy policy as Discord had them for the application when the bot connected."""
    about = ctx.interaction.client.application
    if about is None:
        return support_link(ctx)
    return Links(ctx.services.support_url, about.terms_of_service_url, about.privacy_policy_url)
