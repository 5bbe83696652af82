"""Answering an interaction: in time, once, and ephemerally unless the pressed message is changed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
from discord.utils import MISSING

from bot import limits
from bot.screens.asides import Asides
from bot.screens.discord_errors import DISCORD_ERRORS, Trouble, attempt, persist, removed, trouble
from bot.screens.first_answer import PAUSES, FirstAnswer, surely
from bot.screens.fitting import shortened, unbroken
from bot.screens.follow_ups import FollowUps
from bot.screens.press_webhooks import PressWebhooks
from bot.screens.private_words import Above
from bot.supervision import in_background
from bot.tables.repository import Outcome
from bot.texts import Texts

_log = logging.getLogger(__name__)

_NOBODY = discord.AllowedMentions.none()
_Result = TypeVar("_Result")


class Answer:
    """The answer to one interaction. Every method may be called at any time; what comes too late is dropped.

    `t` are the texts of the user's language, `said` the words for what they have done, if any are due. `saved` is what
    they changed, `refused` the reason of a refusal, `sealed` whether others must not learn of it yet. `acknowledged`
    and `board` are the seconds from the press or command to the first answer and to the board that shows the result;
    None if there was none. `asides` remembers ephemeral messages; `above`: what stands above the first of them.
    `limited` as of `FollowUps`. `webhooks` keeps the press, if its answer updates the pressed public message.
    """

    def __init__(
        self,
        interaction: discord.Interaction[discord.Client],
        t: Texts,
        asides: Asides | None = None,
        above: Above | None = None,
        *,
        limited: bool = False,
        webhooks: PressWebhooks | None = None,
    ) -> None:
        self.interaction = interaction
        self._webhooks = webhooks
        self._asides, self._above = asides, above
        self._follow_ups = FollowUps(interaction, limited=limited)
        self.t = t
        self.said = ""
        self.refused = ""
        self.sealed = False
        self.saved: Outcome | None = None
        self.acknowledged: float | None = None
        self.board: float | None = None
        self._made = time.perf_counter() - age(interaction)
        self._told = False
        self._first = FirstAnswer(interaction)
        self._promised_all = False
        #: Whether the first answer is an ephemeral message, not an update of the pressed one.
        self._apart = interaction.message is None
        #: The id of the first ephemeral message, 0 while there is none.
        self._own = 0
        self._concluding: asyncio.Task[None] | None = None

    @property
    def given(self) -> bool:
        return self._first.given

    @property
    def pressed(self) -> discord.Message | None:
        return self.interaction.message

    @property
    def pressed_public(self) -> bool:
        """Whether a message visible to everyone was pressed."""
        return self.pressed is not None and not self.pressed.flags.ephemeral

    def noted(self) -> None:
        """Record the time of the first answer, if there has been one."""
        if self.acknowledged is None and self.given:
            self.acknowledged = time.perf_counter() - self._made

    def shown(self) -> None:
        """Record the time at which the board was shown."""
        self.noted()
        self.board = time.perf_counter() - self._made

    async def _answers(
        self,
        first: Callable[[], Awaitable[_Result]],
        later: Callable[[], Awaitable[_Result]] | None = None,
        file: discord.File | None = None,
    ) -> _Result | None:
        """Give the first answer; if there has been one, call `later` if given. Raises one of `DISCORD_ERRORS`."""
        result = await self._first.give(first, later, file)
        self.noted()
        return result

    async def say(
        self,
        text: str,
        view: discord.ui.View | None = None,
        file: discord.File | None = None,
        *,
        passing: bool = False,
        shared: bool = False,
    ) -> None:
        """Send an ephemeral message. `passing`: it is deleted at the user's next action at the table. `shared`: it may
        be shown to everybody, so nothing stands above it.
        """
        self._told = True
        text, above = (shortened(text, limits.MESSAGE), False) if shared else await self._below(text)
        text = unbroken(text)
        response = self.interaction.response
        said: dict[str, Any] = {"ephemeral": True, "allowed_mentions": _NOBODY}
        said |= {"view": view or MISSING, "file": file or MISSING}

        async def first() -> int:
            return (await response.send_message(text, **said)).message_id or 0

        async def later() -> int:
            return 0 if self._first.elsewhere else await self._follow_ups.send(text, self.t, **said)

        message = await attempt(lambda: self._answers(first, later, file))
        await self._settle(told=above and message is not None)
        if message:
            self._own = self._own or message
            self._keep(message, passing=passing)
        if shared:
            await self._say_above()

    async def _say_above(self) -> None:
        """Say by itself what would stand above an answer that may be shown to everybody."""
        if self._above and (text := await self._above.given(self.t)):
            said: dict[str, Any] = {"ephemeral": True, "allowed_mentions": _NOBODY}
            sent = await attempt(lambda: self._follow_ups.send(text, self.t, **said))
            await self._settle(told=bool(sent))

    async def look(self) -> None:
        """Find out whether anything may stand above the answer."""
        if self._above:
            await self._above.look()

    async def room(self) -> int:
        """The most characters of a private answer."""
        above = await self._above.text(self.t) if self._above else ""
        return limits.MESSAGE - len(above) - bool(above)

    async def _below(self, text: str) -> tuple[str, bool]:
        """A private answer with what stands above it; and whether that does, for which there may be no room."""
        above = await self._above.given(self.t) if self._above else ""
        if above and len(above) + 1 + len(text) <= limits.MESSAGE:
            return f"{above}\n{text}", True
        return shortened(text, limits.MESSAGE), False

    async def _settle(self, *, told: bool) -> None:
        if self._above:
            await self._above.settle(told=told)

    def alone(self) -> None:
        """Nothing stands above it, because the store is not to be asked."""
        if self._above:
            self._above.nothing()

    def _keep(self, message: int, *, passing: bool) -> None:
        """Remember an ephemeral message of the user."""
        if self._asides is not None:
            self._asides.said(self.interaction, message, passing=passing)

    async def aside(
        self,
        text: str,
        view: discord.ui.View | None = None,
        file: discord.File | None = None,
        *,
        passing: bool = False,
        shared: bool = False,
    ) -> None:
        """Reply ephemerally: in the ephemeral message that was pressed, if one was. `passing` and `shared` as in
        `say`. What passes leaves the press of a public message to edit that message.
        """
        if self.pressed is not None and not self.pressed_public:
            if await self.change(text, view, file, shared=shared):
                self._keep(self.pressed.id, passing=passing)
        else:
            if passing:
                await self.lend()
            await self.say(text, view, file, passing=passing, shared=shared)

    async def announce(
        self,
        text: str,
        view: discord.ui.View | None = None,
        file: discord.File | None = None,
        mentions: discord.AllowedMentions = _NOBODY,
    ) -> int:
        """Answer with a public message; returns its id, also if only Discord's answer was lost. 0 if there has been
        another answer. Raises one of `DISCORD_ERRORS`.
        """
        response = self.interaction.response
        posted: dict[str, Any] = {"view": view or MISSING, "file": file or MISSING, "allowed_mentions": mentions}
        try:
            message = await self._answers(lambda: response.send_message(unbroken(text), **posted), file=file)
        except DISCORD_ERRORS as error:
            if trouble(error) is not Trouble.ANSWERED:
                raise
            there = await persist(self.interaction.original_response)
            return 0 if there.flags.ephemeral or there.flags.loading else there.id
        return message.message_id or 0 if message else 0

    async def tell_all(self, text: str, view: discord.ui.View | None = None, file: discord.File | None = None) -> None:
        """Send a public message, whatever has been answered. Raises one of `DISCORD_ERRORS`."""
        if self._promised_all:
            await self._keep_promise(text, view, file)
            return
        if await self.announce(text, view, file):
            return
        if self._apart and not self._told:
            await self.say(
                self.t("Here it is.")
            )  # the first follow-up completes a deferred ephemeral answer, which has to come first
        shown: dict[str, Any] = {"view": view or MISSING, "file": file or MISSING}
        await self._follow_ups.send(text, self.t, allowed_mentions=_NOBODY, **shown)
        if self._apart:
            await self.remove()

    async def promise_all(self) -> None:
        """Defer publicly (“is thinking”), unless there has been an answer or an ephemeral message was pressed.
        `tell_all` then completes it.
        """
        if self.pressed is not None and not self.pressed_public:
            await self.acknowledge()
            return
        response = self.interaction.response
        self._promised_all = await attempt(lambda: self._answers(lambda: response.defer(thinking=True))) is not None

    async def _keep_promise(self, text: str, view: discord.ui.View | None, file: discord.File | None) -> None:
        files = [file] if file else []
        edit = self.interaction.edit_original_response
        said = unbroken(text)
        await surely(lambda: edit(content=said, view=view, attachments=files, allowed_mentions=_NOBODY), file)

    async def remove(self) -> None:
        """Delete the ephemeral answer of a command, or the ephemeral message that was pressed."""
        await self.acknowledge()
        if not self._apart and self.pressed_public:
            return
        own = self._own if self._apart or self.pressed is None else self.pressed.id
        gone = await removed(self.interaction.delete_original_response, PAUSES)
        if own and self._asides is not None:
            if gone:
                self._asides.gone(self.interaction, own)
            else:
                self._keep(own, passing=False)

    async def change(
        self,
        text: str | None,
        view: discord.ui.View | None = None,
        file: discord.File | None = None,
        *,
        shared: bool = False,
    ) -> bool:
        """Edit the pressed message as the answer. False if it is uncertain whether it was edited.

        `text` None keeps its text; without a view it loses its buttons. `shared` as in `say`.
        """
        interaction, above = self.interaction, False
        after: dict[str, Any] = {"view": view, "allowed_mentions": _NOBODY, "content": MISSING, "attachments": MISSING}
        if text is not None:
            alone = shared or self.pressed_public
            text, above = (shortened(text, limits.MESSAGE), False) if alone else await self._below(text)
            after |= {"content": unbroken(text), "attachments": [file] if file else []}

        async def first() -> None:
            await interaction.response.edit_message(**after)
            if view is not None:
                self._keep_press()

        try:
            await self._answers(
                first,
                lambda: surely(lambda: interaction.edit_original_response(**after), file),
                file,
            )
        except DISCORD_ERRORS as error:
            _log.info("the pressed message may not be changed: %s: %s", trouble(error).value, error)
            await self._settle(told=False)
            return False
        await self._settle(told=above)
        if shared:
            await self._say_above()
        return True

    async def reword(self, text: str) -> None:
        """Edit the text of the pressed message as the answer; picture and buttons stay."""
        interaction, text = self.interaction, unbroken(shortened(text, limits.MESSAGE))
        await attempt(
            lambda: self._answers(
                lambda: interaction.response.edit_message(content=text, allowed_mentions=_NOBODY),
                lambda: interaction.edit_original_response(content=text, allowed_mentions=_NOBODY),
            )
        )

    async def ask(self, form: discord.ui.Modal) -> None:
        """Open a form, which has to be the first answer."""
        await attempt(lambda: self._answers(lambda: self.interaction.response.send_modal(form)))

    async def acknowledge(self, apart: bool = False) -> None:
        """Defer, unless there has been an answer: for a press an update of its message, or if `apart`, as for a
        command, an ephemeral message.
        """
        response, apart = self.interaction.response, apart or self.pressed is None
        how = {"ephemeral": True, "thinking": True} if apart else {}

        async def first() -> bool:
            await response.defer(**how)
            self._apart = apart
            if not apart:
                self._keep_press()
            return True

        await attempt(lambda: self._answers(first))

    async def lend(self) -> None:
        """Answer the press of a public message with a deferred update, unless there has been an answer, so that the
        press can edit that message. Private words follow up.
        """
        if self.pressed_public:
            await self.acknowledge()

    def _keep_press(self) -> None:
        """The original response is the pressed message: keep its press, if everybody sees it."""
        if self._webhooks is not None and self.pressed_public:
            self._webhooks.keep(self.interaction)

    async def finish(self) -> None:
        """Finish the answer to an accepted action: a pressed public message loses its buttons; otherwise ephemeral
        words are sent, if there are any.
        """
        if self.pressed_public:
            await self.change(None)
        elif self.said:
            await self.aside(self.said)
        elif self.pressed is not None or not self._told:
            await self.remove()

    def conclude(self, after: asyncio.Future[None] | None = None) -> None:
        """Finish in the background: after `after`, never if that is cancelled."""
        if self._concluding is None:
            self._concluding = in_background(self._conclude(after), f"concluding {self.interaction.id}")

    async def _conclude(self, after: asyncio.Future[None] | None) -> None:
        if after is None:
            await asyncio.sleep(0)  # let what was started before be sent first
        else:
            await asyncio.wait([after])
            if after.cancelled():
                return
        await self.finish()

    async def concluded(self) -> None:
        """Wait for `conclude`."""
        if self._concluding is not None:
            await self._concluding

    def give_up(self) -> None:
        """Suppress further replies."""
        if self._concluding is not None:
            self._concluding.cancel()


def age(interaction: discord.Interaction[discord.Client]) -> float:
    """Seconds since the interaction was created, which may be received late under load. By Discord's clock; 0 if ours
    differs so much that the interaction would have expired.
    """
    seconds = time.time() - interaction.created_at.timestamp()
    return seconds if 0 < seconds < limits.ANSWER else 0.0
