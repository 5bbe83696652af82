"""The page of `/settings` about who wants to play: the channel of the list, and the role that is mentioned there."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.screens.buttons import GREY, button, view
from bot.screens.panels.lists import press
from bot.screens.panels.settings import channel_select, role_select
from bot.tables.preferences import ServerSettings
from bot.texts import Texts


def looking_words(settings: ServerSettings, warnings: Sequence[str], t: Texts) -> str:
    """What is set. `warnings`: what prevents the list from being shown, or the role from being given."""
    lines = [t("**Settings of this server.** Who wants to play:")]
    if settings.looking:
        lines.append(
            t(
                "The list is in <#{channel}>. With `/looking` people put themselves on it; two who fit get a thread "
                "there and play.",
                channel=settings.looking,
            )
        )
    else:
        lines.append(t("There is no list. Choose a channel for it: two who want to play the same find each other."))
    if settings.looking and settings.looking_role:
        lines.append(
            t(
                "<@&{role}> is mentioned there when somebody waits for a minute: at most once an hour, never between "
                "22:00 and 8:00. Everybody takes it and gives it back by a button.",
                role=settings.looking_role,
            )
        )
    elif settings.looking:
        lines.append(t("Nobody is mentioned when somebody waits. Choose a role for that, if you like."))
    return "\n".join((*lines, *warnings))


def looking_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    """The two lists of the page."""
    channel, role = t("Channel of the list"), t("Role to be mentioned")
    return view(
        [
            channel_select(channel, press("look_setting", "channel", settings), settings.looking, row=0),
            role_select(role, press("look_setting", "role", settings), settings.looking_role, row=1),
            button(t("Back"), press("setting", "first_page"), GREY, row=2),
        ]
    )


def silent_words(role: int, t: Texts) -> str:
    """The role can be given, but its mention would notify nobody."""
    return t(
        "⚠ A mention of <@&{role}> notifies nobody: allow everybody to mention it in the server's settings, or give me "
        "**Mention Everyone**.",
        role=role,
    )
