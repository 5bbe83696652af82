"""**Show everybody**: what somebody has looked up is posted as they see it, wherever they may write. Only answers with
nothing of a person or of another server have the button.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

import discord

from bot.backgammon import Illegal, InvalidPosition, Position
from bot.cogs.context import Context, moved_on
from bot.cogs.engine_guard import check_may_be_told
from bot.cogs.places import EVERYWHERE, why_not_shown
from bot.cogs.verbs import Verb
from bot.screens.buttons import Item, view
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.show_items import everybody_item, shown_by

_log = logging.getLogger(__name__)


async def tell(
    ctx: Context,
    text: str,
    items: Iterable[Item] = (),
    file: discord.File | None = None,
    *,
    judged: Position | None = None,
) -> None:
    """Answer privately, with a button that shows it to everybody. `judged`: the position of which it has the engine's
    opinion.
    """
    await ctx.aside(text, view([*items, *show_items(ctx, judged)]), file, shared=True)


def show_items(ctx: Context, judged: Position | None = None) -> list[Item]:
    """That button, where the user may write; `judged` as in `tell`."""
    return [] if why_not_shown(ctx.interaction) else [everybody_item(judged, ctx.t)]


def check_may_show(ctx: Context) -> None:
    """Raise `Illegal` if the user may not write here for everybody."""
    if why := why_not_shown(ctx.interaction):
        raise Illegal(why)


async def press_everybody(ctx: Context) -> None:
    """Post the pressed message, which loses the button first, so that it is posted once. Raises `Illegal` if the user
    may not write here, or as the guard of what the engine says.
    """
    shown = ctx.pressed
    if shown is None:
        raise moved_on()
    check_may_show(ctx)
    if ctx.press.extra:
        await check_may_be_told(ctx, _judged(ctx))
    await ctx.change(None, _without(shown, ctx.press))
    try:
        file = await shown.attachments[0].to_file() if shown.attachments else None
        await ctx.tell_all(shown_by(shown.content, ctx.user, ctx.t), file=file)
    except DISCORD_ERRORS as error:
        _log.info("an answer was not shown to everybody: %s", error)
        await ctx.say(ctx.t("I could not post it here."))


def _judged(ctx: Context) -> Position:
    try:
        return Position.from_id(ctx.press.extra)
    except InvalidPosition as error:
        raise moved_on() from error


def _without(message: discord.Message, press: Press) -> discord.ui.View:
    """The buttons of a message without the one that was pressed."""
    kept = discord.ui.View.from_message(message, timeout=None)
    return view([each for each in kept.children if getattr(each, "custom_id", None) != str(press)])


VERBS = (Verb("everybody", press=press_everybody, private=True, where=EVERYWHERE),)
