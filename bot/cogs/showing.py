"""What people ask to see and all may see: shown to all for those who play in the channel, for others only so often."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.faces import face_of
from bot.screens.state_words import link, state_message
from bot.tables.table import Table
from bot.texts import N_

#: Seconds for which a channel is shown nothing more because somebody who does not play there wants to see it.
PAUSE = 15
ALONE = N_("The channel was shown something a moment ago, so only you see this.")


@asynccontextmanager
async def for_all(services: Services, answer: Answer, table: Table) -> AsyncIterator[bool]:
    """Whether somebody has everybody in the channel shown what he asks for, which is of this table; else he alone is.

    True for strangers counts: asked again within `PAUSE` it is False, unless the showing has raised something.
    """
    channel, user = answer.interaction.channel_id, answer.interaction.user.id
    assert channel is not None
    if table.imported or (table.channel == channel and table.has(user)):
        yield not table.imported
        return
    shown = await services.store.may_show(channel, PAUSE)
    kept = False
    try:
        yield shown
        kept = True
    finally:
        if shown and not kept:
            await services.store.not_shown(channel)


async def show_again(services: Services, answer: Answer) -> None:
    """Post the live message anew, or show the board to who asks, if others have just been."""
    assert answer.interaction.channel_id is not None
    table = await services.desk.table(answer.interaction.channel_id)
    async with for_all(services, answer, table) as public:
        if public:
            await services.show_again(table, answer)
        else:
            await _show_alone(services, answer, table)


async def _show_alone(services: Services, answer: Answer, table: Table) -> None:
    """Tell one person how the table stands, a running one with its picture."""
    t, file = answer.t, None
    words = state_message(table, t, t(ALONE)) if table.state else "\n".join((t(ALONE), link(table)))
    if table.state:
        theme = await services.preferences.theme(answer.interaction.user.id, table.about.guild)
        picture = face_of(table).picture(table.public, theme, t)
        file = await services.painter.file(picture, f"{table.id}.png")
    await answer.aside(words, file=file)
