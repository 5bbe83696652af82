"""Every press of a button, choice in a list and filled-in form arrives here, by its custom id, whenever it was sent.

discord.py drops presses on components it does not remember; nothing is remembered here, so none is dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord.ext import commands

from bot.backgammon import Stale
from bot.cogs import composing, cubes, lobby, more, play, preference_panel, records, setting_panel, sheets, table
from bot.cogs.services import Interaction, Services
from bot.screens.answer import Answer, age
from bot.screens.custom_ids import Press
from bot.tables.faults import TableTrouble
from bot.texts import texts

#: Seconds after which an interaction is acknowledged that has not been answered, whatever the answer waits for.
_IN_TIME = 0.05
#: Seconds after its making, which in a crowd may have been heard late.
_AT_LAST = 2.2

Handler = Callable[[Services, Answer, Press], Awaitable[None]]

_PRESSES: dict[str, Handler] = {
    **dict.fromkeys(("roll", "take", "drop", "beaver", "raccoon", "next", "end"), table.press_plain),
    **dict.fromkeys(("pass", "hold", "extra_give", "extra_keep", "stay", "leave_cube"), table.press_plain),
    **dict.fromkeys(("share", "alone", "decline_box", "sit_out", "auto_pass"), table.press_plain),
    **dict.fromkeys(("leave", "pause", "resume"), table.press_plain),
    "double": cubes.press_double,
    "double_to": cubes.press_double_to,
    "answers": cubes.press_answers,
    "extras": cubes.press_extras,
    "paid": cubes.press_paid,
    "payments": sheets.press_payments,
    "score": sheets.press_score,
    "history": sheets.press_history,
    **dict.fromkeys(("undo", "abort", "claim"), table.press_plain),
    **dict.fromkeys(("resign_single", "resign_gammon", "resign_backgammon", "resign_match"), table.press_plain),
    "sure": table.press_sure,
    "cancel": table.press_cancel,
    "accept": table.press_reply,
    "decline": table.press_reply,
    "move": composing.open_composer,
    **dict.fromkeys(("checker", "land", "back", "flip", "confirm"), composing.compose),
    "more": more.open_more,
    "board": more.press_board,
    "pips": more.press_pips,
    "settle_with": more.press_settle_with,
    "settle_even": more.press_settle_even,
    "join": play.press_join,
    "refuse": play.press_refuse,
    "thread": play.press_thread,
    "rematch": play.press_rematch,
    "lobby_join": lobby.press_join,
    "lobby_leave": lobby.press_leave,
    "lobby_agree": lobby.press_agree,
    "lobby_rules": lobby.press_rules,
    "lobby_start": lobby.press_start,
    "lobby_options": lobby.press_options,
    **dict.fromkeys(("lobby_preset", "lobby_option", "lobby_value"), lobby.press_panel),
    "show": records.press_show,
    "preference": preference_panel.press_preference,
    "personal": preference_panel.press_personal,
    "setting": setting_panel.press_setting,
}
#: What stands only in messages that one person sees; pressed elsewhere it would change what everybody sees.
_PRIVATE = frozenset(
    (
        *("sure", "cancel", "checker", "land", "back", "flip", "confirm", "board", "pips", "show", "thread"),
        "settle_even",
        *("preference", "personal", "setting", "lobby_preset", "lobby_option", "lobby_value"),
    )
)
#: What is answered by a message to one person.
_APART = frozenset(("move", "more", "lobby_rules", "lobby_options", "settle_with"))
#: What is answered by a form: at once, or it could not be. So it is refused, if need be, when the form is filled in.
_ASKS: dict[str, Callable[[Answer, Press], discord.ui.Modal]] = {
    "word": play.word,
    "lobby_word": lobby.word,
    "settle": more.settlement,
    "setting:zone": setting_panel.zone,
}
_FORMS: dict[str, Callable[[Services, Answer, Press, str], Awaitable[None]]] = {
    "word": play.take_word,
    "lobby_word": lobby.take_word,
    "settle": more.take_settlement,
    "zone": setting_panel.take_zone,
}


class Router(commands.Cog):
    """Listens to presses and forms."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @commands.Cog.listener("on_interaction")
    async def heard(self, interaction: Interaction) -> None:
        """Any interaction. Commands are worked on elsewhere; here it is only seen to that each gets an answer."""
        if interaction.type is discord.InteractionType.component:
            press = Press.parse(_custom_id(interaction))
            work = self._services.run(interaction, self._pressed, at_once=_form_for(press) is not None)
        elif interaction.type is discord.InteractionType.modal_submit:
            work = self._services.run(interaction, self._filled_in)
        elif interaction.type is discord.InteractionType.application_command:
            work = asyncio.sleep(0)
        else:
            return
        nets, loop = self._services.nets, asyncio.get_running_loop()
        nets[interaction] = loop.call_later(_time_left(interaction), self._in_time, interaction)
        try:
            await work
        finally:
            if interaction.response.is_done() and (net := nets.pop(interaction, None)):
                net.cancel()

    def _in_time(self, interaction: Interaction) -> None:
        nets = self._services.nets
        del nets[interaction]
        if not interaction.response.is_done():
            nets[interaction] = answering = asyncio.create_task(self._see_to_it(interaction))
            answering.add_done_callback(lambda _: nets.pop(interaction, None))

    async def _see_to_it(self, interaction: Interaction) -> None:
        """Answer before Discord gives up what nobody has answered: work that takes long, commands nobody knows."""
        if working := self._services.running.get(interaction.id):
            press = Press.parse(_custom_id(interaction))
            await working[1].acknowledge(apart=press is not None and press.verb in _APART)
        else:
            answer = Answer(interaction, texts(interaction.locale.value))
            await answer.say(answer.t("I could not read that. Try again."))

    async def _pressed(self, answer: Answer) -> None:
        press = Press.parse(_custom_id(answer.interaction))
        if press is None or answer.interaction.channel_id is None:
            raise Stale(TableTrouble.MOVED_ON)
        if press.verb in _PRIVATE and answer.pressed_public:
            raise Stale(TableTrouble.MOVED_ON)
        if asked := _form_for(press):
            await answer.ask(asked(answer, press))
        elif handler := _PRESSES.get(press.verb):
            await handler(self._services, answer, press)
        else:
            raise Stale(TableTrouble.MOVED_ON)

    async def _filled_in(self, answer: Answer) -> None:
        press = Press.parse(_custom_id(answer.interaction))
        handler = _FORMS.get(press.verb) if press else None
        if press is None or handler is None or answer.interaction.channel_id is None:
            raise Stale(TableTrouble.MOVED_ON)
        await handler(self._services, answer, press, _typed(answer.interaction.data))


def _time_left(interaction: Interaction) -> float:
    """Seconds until it must be acknowledged."""
    return max(0.0, min(_IN_TIME, _AT_LAST - age(interaction)))


def _form_for(press: Press | None) -> Callable[[Answer, Press], discord.ui.Modal] | None:
    """What makes the form that a press asks for; None if it asks for something else."""
    return None if press is None else _ASKS.get(press.verb) or _ASKS.get(f"{press.verb}:{press.extra}")


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
