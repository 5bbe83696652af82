"""How an interaction is answered: in time, once, and to the person alone unless the pressed message is changed."""

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
from bot.screens.fitting import shortened, unbroken
from bot.supervision import in_background
from bot.tables.repository import Outcome
from bot.texts import Texts

_log = logging.getLogger(__name__)

_NOBODY = discord.AllowedMentions.none()
#: Seconds between tries of an answer: the second is made at once, and after three seconds in all it is too late.
_PAUSES = (0.0, 0.3, 1.0)
_Result = TypeVar("_Result")


class Answer:
    """The answer to one interaction. Every method may be called at any time; what can no longer be said is dropped.

    `t` are the texts of the person's language, `said` the words for what he has done, where words are due. `saved` is
    what he has changed, `refused` names the reason for which nothing was, `sealed` says whether the others must not
    learn of it yet. `acknowledged` and `board` are the seconds from his press or command to the first answer and to the
    board that shows what it led to; None if there was none.
    `asides` remembers what the person is told alone.
    """

    def __init__(
        self, interaction: discord.Interaction[discord.Client], t: Texts, asides: Asides | None = None
    ) -> None:
        self.interaction = interaction
        self._asides = asides
        self.t = t
        self.said = ""
        self.refused = ""
        self.sealed = False
        self.saved: Outcome | None = None
        self.acknowledged: float | None = None
        self.board: float | None = None
        self._made = time.perf_counter() - age(interaction)
        self._told = False
        self._answered = False
        self._promised_all = False
        #: Whether the first answer is a message to the person alone, and not the one that was pressed.
        self._apart = interaction.message is None
        #: The first message to the person alone, 0 while there is none.
        self._own = 0
        self._first = asyncio.Lock()
        self._concluding: asyncio.Task[None] | None = None

    @property
    def given(self) -> bool:
        """Whether Discord has had an answer."""
        return self._answered or self.interaction.response.is_done()

    @property
    def pressed(self) -> discord.Message | None:
        """The message whose button was pressed."""
        return self.interaction.message

    @property
    def pressed_public(self) -> bool:
        """Whether it is one that everybody sees."""
        return self.pressed is not None and not self.pressed.flags.ephemeral

    def noted(self) -> None:
        """Take the time of the first answer, if Discord has had one by now."""
        if self.acknowledged is None and self.given:
            self.acknowledged = time.perf_counter() - self._made

    def shown(self) -> None:
        """The board is out."""
        self.noted()
        self.board = time.perf_counter() - self._made

    async def _answers(
        self,
        first: Callable[[], Awaitable[_Result]],
        later: Callable[[], Awaitable[_Result]] | None = None,
        file: discord.File | None = None,
    ) -> _Result | None:
        """Give the first answer; if there has been one, do what comes `later`, or nothing. Raises one of
        `DISCORD_ERRORS`."""
        async with self._first:
            if not self.given:
                try:
                    result = await _surely(first, file)
                except DISCORD_ERRORS as error:
                    # An answer that is there already may be the first try of this one, or that of the same press
                    # delivered twice.
                    self._answered = trouble(error) is Trouble.ANSWERED
                    raise
                self.noted()
                return result
        return await later() if later else None

    async def say(
        self,
        text: str,
        view: discord.ui.View | None = None,
        file: discord.File | None = None,
        *,
        passing: bool = False,
    ) -> None:
        """Tell the person alone. `passing`: it goes as soon as they have done something at the table."""
        text = unbroken(shortened(text, limits.MESSAGE))
        self._told = True
        response, followup = self.interaction.response, self.interaction.followup
        said: dict[str, Any] = {"ephemeral": True, "allowed_mentions": _NOBODY}
        said |= {"view": view or MISSING, "file": file or MISSING}

        async def first() -> int:
            return (await response.send_message(text, **said)).message_id or 0

        async def later() -> int:
            return (await followup.send(text, wait=True, **said)).id

        if message := await attempt(lambda: self._answers(first, later, file)):
            self._own = self._own or message
            self._keep(message, passing=passing)

    def _keep(self, message: int, *, passing: bool) -> None:
        """Remember that the person has a message before them."""
        if self._asides is not None:
            self._asides.said(self.interaction, message, passing=passing)

    async def aside(
        self,
        text: str,
        view: discord.ui.View | None = None,
        file: discord.File | None = None,
        *,
        passing: bool = False,
    ) -> None:
        """Tell the person alone: in the private message that was pressed, if one was. `passing` as in `say`."""
        if self.pressed is not None and not self.pressed_public:
            if await self.change(text, view, file):
                self._keep(self.pressed.id, passing=passing)
        else:
            await self.say(text, view, file, passing=passing)

    async def announce(
        self,
        text: str,
        view: discord.ui.View | None = None,
        file: discord.File | None = None,
        mentions: discord.AllowedMentions = _NOBODY,
    ) -> int:
        """Answer with a message that everybody sees; its id, also if it was posted and only Discord's word of it was
        lost. 0 if there has been another answer. Raises one of `DISCORD_ERRORS`."""
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
        """Tell everybody, whatever has been answered. Raises one of `DISCORD_ERRORS`."""
        if self._promised_all:
            await self._keep_promise(text, view, file)
            return
        if await self.announce(text, view, file):
            return
        if self._apart and not self._told:
            await self.say(self.t("Here it is."))  # what is sent first completes what was promised to one alone
        shown: dict[str, Any] = {"view": view or MISSING, "file": file or MISSING}
        await self.interaction.followup.send(unbroken(text), allowed_mentions=_NOBODY, **shown)
        if self._apart:
            await self.remove()

    async def promise_all(self) -> None:
        """Have everybody shown that an answer comes, unless there has been an answer or a private message was pressed.
        `tell_all` then gives it."""
        if self.pressed is not None and not self.pressed_public:
            await self.acknowledge()
            return
        response = self.interaction.response
        self._promised_all = await attempt(lambda: self._answers(lambda: response.defer(thinking=True))) is not None

    async def _keep_promise(self, text: str, view: discord.ui.View | None, file: discord.File | None) -> None:
        files = [file] if file else []
        edit = self.interaction.edit_original_response
        said = unbroken(text)
        await _surely(lambda: edit(content=said, view=view, attachments=files, allowed_mentions=_NOBODY), file)

    async def remove(self) -> None:
        """Leave the person nothing: what a command was answered with goes, or the private message that was pressed."""
        await self.acknowledge()
        if not self._apart and self.pressed_public:
            return
        own = self._own if self._apart or self.pressed is None else self.pressed.id
        gone = await removed(self.interaction.delete_original_response, _PAUSES)
        if own and self._asides is not None:
            if gone:
                self._asides.gone(self.interaction, own)
            else:
                self._keep(own, passing=False)

    async def change(
        self, text: str | None, view: discord.ui.View | None = None, file: discord.File | None = None
    ) -> bool:
        """Change the message that was pressed, and be answered by that. False if it is not certain that it is changed.

        `text` None leaves its words; without a view it loses its buttons.
        """
        interaction = self.interaction
        after: dict[str, Any] = {"view": view, "allowed_mentions": _NOBODY, "content": MISSING, "attachments": MISSING}
        if text is not None:
            after |= {"content": unbroken(shortened(text, limits.MESSAGE)), "attachments": [file] if file else []}
        try:
            await self._answers(
                lambda: interaction.response.edit_message(**after),
                lambda: _surely(lambda: interaction.edit_original_response(**after), file),
                file,
            )
        except DISCORD_ERRORS as error:
            _log.info("the pressed message may not be changed: %s: %s", trouble(error).value, error)
            return False
        return True

    async def reword(self, text: str) -> None:
        """Change the words of the message that was pressed, and be answered by that; its picture and buttons stay."""
        interaction, text = self.interaction, unbroken(shortened(text, limits.MESSAGE))
        await attempt(
            lambda: self._answers(
                lambda: interaction.response.edit_message(content=text, allowed_mentions=_NOBODY),
                lambda: interaction.edit_original_response(content=text, allowed_mentions=_NOBODY),
            )
        )

    async def ask(self, form: discord.ui.Modal) -> None:
        """Answer with a form, which is possible only at once."""
        await attempt(lambda: self._answers(lambda: self.interaction.response.send_modal(form)))

    async def acknowledge(self, apart: bool = False) -> None:
        """Answer without a word, unless there has been an answer. A press: that its message will be changed, or
        `apart`, as a command, that there will be another one for the person alone."""
        response, apart = self.interaction.response, apart or self.pressed is None
        how = {"ephemeral": True, "thinking": True} if apart else {}
        if await attempt(lambda: self._answers(lambda: response.defer(**how))) is not None:
            self._apart = apart

    async def finish(self) -> None:
        """Answer somebody whose action has been accepted: a message that all see and that was pressed loses its
        buttons; otherwise the person is told what there is to be told to them alone, and of what all see, nothing."""
        if self.pressed_public:
            await self.change(None)
        elif self.said:
            await self.aside(self.said)
        elif self.pressed is not None or not self._told:
            await self.remove()

    def conclude(self, after: asyncio.Future[None] | None = None) -> None:
        """Have it finished without anybody waiting for that: once `after` is done, never if that is cancelled."""
        if self._concluding is None:
            self._concluding = in_background(self._conclude(after), f"concluding {self.interaction.id}")

    async def _conclude(self, after: asyncio.Future[None] | None) -> None:
        if after is None:
            await asyncio.sleep(0)  # what has been begun before is sent first
        else:
            await asyncio.wait([after])
            if after.cancelled():
                return
        await self.finish()

    async def concluded(self) -> None:
        """Wait until it is finished, if it is to be."""
        if self._concluding is not None:
            await self._concluding

    def give_up(self) -> None:
        """Suppress further replies."""
        if self._concluding is not None:
            self._concluding.cancel()


def age(interaction: discord.Interaction[discord.Client]) -> float:
    """Seconds since it was made: in a crowd it may be heard late. By Discord's clock; where ours differs so much that
    it could not be answered any more, it is not believed, and 0."""
    seconds = time.time() - interaction.created_at.timestamp()
    return seconds if 0 < seconds < limits.ANSWER else 0.0


async def _surely(call: Callable[[], Awaitable[_Result]], file: discord.File | None = None) -> _Result:
    """Answer, again if the connection is cut: of several answers Discord takes the first."""

    async def with_whole_file() -> _Result:
        if file:
            file.reset()
        return await call()

    return await persist(with_whole_file, _PAUSES, limits.ANSWER)
