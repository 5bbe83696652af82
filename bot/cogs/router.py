"""The router: every press of a button, choice in a select and submitted modal arrives here, by its custom id, whenever
it was sent.

discord.py only dispatches components of views it keeps in memory; none are kept here, so that presses survive restarts.
"""

from __future__ import annotations

import asyncio

import discord
from discord.ext import commands

from bot.cogs import (
    asking,
    chouette_lobby,
    chouette_verbs,
    common_verbs,
    imports,
    league_verbs,
    learning,
    looking,
    looking_settings,
    night_table,
    night_verbs,
    notes,
    own_profile,
    preferans,
    preferans_gathering,
    showing,
    training,
    waiting,
)
from bot.cogs.challenging import begins_again
from bot.cogs.context import Context, ServingCog, moved_on, press_of, run, working_on
from bot.cogs.places import check_usable
from bot.cogs.services import Interaction
from bot.cogs.table import press_plain
from bot.cogs.verbs import register, verb_of
from bot.screens.answer import Answer, age
from bot.supervision import in_background
from bot.tables.games import CHOUETTE, PREFERANS
from bot.texts import texts

#: Seconds after which an unanswered interaction is acknowledged (deferred), whatever the answer waits for.
_IN_TIME = 0.05
#: The same since its creation, because it may have been received late under load.
_AT_LAST = 2.2

for _rows in (
    asking,
    common_verbs,
    imports,
    chouette_verbs,
    preferans,
    league_verbs,
    learning,
    looking,
    looking_settings,
    night_table,
    night_verbs,
    notes,
    own_profile,
    showing,
    training,
    waiting,
):
    register(_rows.VERBS)
begins_again(CHOUETTE, chouette_lobby.open_again)
begins_again(PREFERANS, preferans_gathering.open_again)


class Router(ServingCog):
    """Listens to component interactions and modals."""

    @commands.Cog.listener("on_interaction")
    async def heard(self, interaction: Interaction) -> None:
        """Any interaction. Commands are handled by discord.py; here each interaction gets an acknowledgement in
        time.
        """
        if interaction.type is discord.InteractionType.component:
            verb = verb_of(press_of(interaction))
            work = run(self.services, interaction, _pressed, at_once=verb is not None and verb.asks is not None)
        elif interaction.type is discord.InteractionType.modal_submit:
            work = run(self.services, interaction, _filled_in)
        elif interaction.type is discord.InteractionType.application_command:
            work = asyncio.sleep(0)
        else:
            return
        ack_timers, loop = self.services.ack_timers, asyncio.get_running_loop()
        ack_timers[interaction] = loop.call_later(_time_left(interaction), self._in_time, interaction)
        await work

    def _in_time(self, interaction: Interaction) -> None:
        ack_timers = self.services.ack_timers
        del ack_timers[interaction]
        if not interaction.response.is_done():
            ack_timers[interaction] = answering = in_background(
                self._acknowledge_in_time(interaction), f"answering {interaction.id} in time"
            )
            answering.add_done_callback(lambda _: ack_timers.pop(interaction, None))

    async def _acknowledge_in_time(self, interaction: Interaction) -> None:
        """Defer an interaction that would otherwise expire: slow work, or an unknown command."""
        if answer := working_on(self.services, interaction):
            verb = verb_of(press_of(interaction))
            await answer.acknowledge(apart=verb is not None and verb.apart)
        else:
            answer = Answer(interaction, texts(interaction.locale.value))
            await answer.say(answer.t("I could not read that. Try again."))


async def _pressed(ctx: Context) -> None:
    verb = verb_of(ctx.press)
    if verb is None or (verb.private and ctx.pressed_public):
        raise moved_on()
    check_usable(ctx.place, verb.where)
    if verb.asks:
        await ctx.ask(verb.asks(ctx))
    else:
        await (verb.press or press_plain)(ctx)


async def _filled_in(ctx: Context) -> None:
    verb = verb_of(ctx.press)
    if verb is None or verb.takes is None:
        raise moved_on()
    check_usable(ctx.place, verb.where)
    await verb.takes(ctx)


def _time_left(interaction: Interaction) -> float:
    return max(0.0, min(_IN_TIME, _AT_LAST - age(interaction)))
