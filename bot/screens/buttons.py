"""Buttons and selects as plain components: they carry custom ids and hold no state.

discord.py keeps a view in memory to dispatch its interactions. Here the router handles every interaction by its custom
id, so a view is stopped before it is sent and nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord

from bot import limits
from bot.screens.custom_ids import Press
from bot.screens.fitting import shortened
from bot.texts import Texts

Item = discord.ui.Item[discord.ui.View]

GREY, BLUE, GREEN, RED = (
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)


def button(
    label: str,
    press: Press,
    style: discord.ButtonStyle = GREY,
    emoji: str | None = None,
    *,
    row: int | None = None,
    disabled: bool = False,
) -> discord.ui.Button[discord.ui.View]:
    """A button, identified by its custom id alone."""
    return discord.ui.Button(
        label=shortened(label, limits.LABEL), custom_id=str(press), style=style, emoji=emoji, row=row, disabled=disabled
    )


def message_link(guild: int, channel: int, message: int) -> str:
    """The address of a message; with 0 that of its channel. In a direct message there is no server (0)."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}" + (f"/{message}" if message else "")


def link_button(label: str, url: str) -> discord.ui.Button[discord.ui.View]:
    """A button that leads somewhere and does nothing else."""
    return discord.ui.Button(label=shortened(label, limits.LABEL), url=url, style=discord.ButtonStyle.link)


def select(
    placeholder: str,
    press: Press,
    options: Sequence[discord.SelectOption],
    *,
    row: int | None = None,
    several: bool = False,
) -> discord.ui.Select[discord.ui.View]:
    """A select, for one or `several` options."""
    return discord.ui.Select(
        placeholder=placeholder[: limits.PLACEHOLDER],
        custom_id=str(press),
        options=list(options),
        row=row,
        max_values=len(options) if several else 1,
    )


def choice(label: str, value: str, description: str | None = None, *, default: bool = False) -> discord.SelectOption:
    return discord.SelectOption(
        label=shortened(label, limits.CHOICE),
        value=value,
        description=shortened(description, limits.CHOICE) if description else None,
        default=default,
    )


def pager(press: Press, page: int, count: int, t: Texts, row: int | None = None) -> list[Item]:
    """Buttons to the previous and next page of `count`, counted from 0; `press` gets the page number appended to its
    `extra`.
    """

    def to(other: int, emoji: str) -> Item:
        led = press._replace(extra=f"{press.extra}{other}")
        return button(t("Page {number} of {all}", number=other + 1, all=count), led, GREY, emoji, row=row)

    before = [to(page - 1, "◀️")] if page > 0 else []
    return before + ([to(page + 1, "▶️")] if page + 1 < count else [])


def view(items: Iterable[discord.ui.Item[discord.ui.View]]) -> discord.ui.View:
    """A view of these items; without any it removes existing ones."""
    made = discord.ui.View(timeout=None)
    for item in items:
        made.add_item(item)
    made.stop()
    return made


def form(title: str, press: Press, asked: str, field: discord.ui.TextInput[discord.ui.Modal]) -> discord.ui.Modal:
    """A modal with one field labelled `asked`; it is submitted as `press`."""
    made = discord.ui.Modal(title=title, timeout=None, custom_id=str(press))
    made.add_item(discord.ui.Label(text=asked, component=field))
    made.stop()
    return made
