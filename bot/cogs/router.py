"""Every press of a button, choice in a list and filled-in form arrives here, by its custom id, whenever it was sent.

discord.py drops presses on components it does not remember; nothing is remembered here, so none is dropped.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord.ext import commands

from bot.backgammon import Stale
from bot.cogs import chouette_verbs, common_verbs, heads_up_verbs, league_verbs, preferans_verbs
from bot.cogs.services import Interaction, Services, receipt_of
from bot.cogs.table import press_plain
from bot.cogs.verbs import Verb, register, verb_of
from bot.screens.answer import Answer, age
from bot.screens.custom_ids import Press
from bot.supervision import in_background
from bot.tables.faults import TableTrouble
from bot.texts import texts

#: Seconds after which an interaction is acknowledged that has not been answered, whatever the answer waits for.
_IN_TIME = 0.05
#: Seconds after its making, which in a crowd may have been heard late.
_AT_LAST = 2.2

register(
    (
        *common_verbs.VERBS,
        *heads_up_verbs.VERBS,
        *chouette_verbs.VERBS,
        *preferans_verbs.VERBS,
        *league_verbs.VERBS,
    )
)


class Router(commands.Cog):
    """Listens to presses and forms."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @commands.Cog.listener("on_interaction")
    async def heard(self, interaction: Interaction) -> None:
        """Any interaction. Commands are worked on elsewhere; here it is only seen to that each gets an answer."""
        if interaction.type is discord.InteractionType.component:
            verb = _verb(Press.parse(_custom_id(interaction)))
            work = self._services.run(interaction, self._pressed, at_once=verb is not None and verb.asks is not None)
        elif interaction.type is discord.InteractionType.modal_submit:
            work = self._services.run(interaction, self._filled_in)
        elif interaction.type is discord.InteractionType.application_command:
            work = asyncio.sleep(0)
        else:
            return
        nets, loop = self._services.nets, asyncio.get_running_loop()
        nets[interaction] = loop.call_later(_time_left(interaction), self._in_time, interaction)
        await work

    def _in_time(self, interaction: Interaction) -> None:
        nets = self._services.nets
        del nets[interaction]
        if not interaction.response.is_done():
            nets[interaction] = answering = in_background(
                self._see_to_it(interaction), f"answering {interaction.id} in time"
            )
            answering.add_done_callback(lambda _: nets.pop(interaction, None))

    async def _see_to_it(self, interaction: Interaction) -> None:
        """Answer before Discord gives up what nobody has answered: work that takes long, commands nobody knows."""
        if working := self._services.running.get(receipt_of(interaction)):
            verb = _verb(Press.parse(_custom_id(interaction)))
            await working[1].acknowledge(apart=verb is not None and verb.apart)
        else:
            answer = Answer(interaction, texts(interaction.locale.value))
            await answer.say(answer.t("I could not read that. Try again."))

    async def _pressed(self, answer: Answer) -> None:
        press = Press.parse(_custom_id(answer.interaction))
        verb = _verb(press)
        if press is None or verb is None or answer.interaction.channel_id is None:
            raise Stale(TableTrouble.MOVED_ON)
        if verb.private and answer.pressed_public:
            raise Stale(TableTrouble.MOVED_ON)
        if verb.asks:
            await answer.ask(verb.asks(answer, press))
        elif verb.press:
            await verb.press(self._services, answer, press)
        else:
            await press_plain(self._services, answer, press)

    async def _filled_in(self, answer: Answer) -> None:
        press = Press.parse(_custom_id(answer.interaction))
        verb = _verb(press)
        if press is None or verb is None or verb.takes is None or answer.interaction.channel_id is None:
            raise Stale(TableTrouble.MOVED_ON)
        await verb.takes(self._services, answer, press, _typed(answer.interaction.data))


def _time_left(interaction: Interaction) -> float:
    """Seconds until it must be acknowledged."""
    return max(0.0, min(_IN_TIME, _AT_LAST - age(interaction)))


def _verb(press: Press | None) -> Verb | None:
    return None if press is None else verb_of(press)


def _custom_id(interaction: Interaction) -> str:
    return str((interaction.data or {}).get("custom_id", ""))


def _typed(data: Any) -> str:
    """What was typed into a form's only field, wherever Discord puts it."""
    if isinstance(data, list):
        return next((found for each in data if (found := _typed(each))), "")
    if not isinstance(data, dict):
        return ""
    if isinstance(value := data.get("value"), str):
        return value
    return _typed(data.get("components")) or _typed(data.get("component"))
