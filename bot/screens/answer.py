"""How an interaction is answered: in time, once, and to the person alone unless the pressed message is changed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord
from discord.utils import MISSING

from bot.screens.discord_errors import DISCORD_ERRORS, attempt, persist, trouble
from bot.screens.fitting import LONGEST, shortened
from bot.tables.shelf import Outcome
from bot.texts import Texts

_log = logging.getLogger(__name__)

_NOBODY = discord.AllowedMentions.none()
#: Seconds that Discord waits for an answer.
LOST = 3.0
#: Seconds between tries of an answer: after three it is too late.
_PAUSES = (0.3, 1.0)
_Result = TypeVar("_Result")


class Answer:
    """The answer to one interaction. Every method may be called at any time; what can no longer be said is dropped.

    `t` are the texts of the person's language, `said` the words for what he has done, where words are due. `saved` is
    what he has changed, `refused` names the reason for which nothing was. `acknowledged` and `board` are the seconds
    from his press or command to the first answer and to the board that shows what it led to; None if there was none.
    """

    def __init__(self, interaction: discord.Interaction[discord.Client], t: Texts) -> None:
        self.interaction = interaction
        self.t = t
        self.said = ""
        self.refused = ""
        self.saved: Outcome | None = None
        self.acknowledged: float | None = None
        self.board: float | None = None
        self._made = time.perf_counter() - age(interaction)
        self._told = False
        self._first = asyncio.Lock()

    @property
    def given(self) -> bool:
        """Whether Discord has had an answer."""
        return self.interaction.response.is_done()

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

    async def say(self, text: str, view: discord.ui.View | None = None, file: discord.File | None = None) -> None:
        """Tell the person alone."""
        text = shortened(text, LONGEST)
        self._told = True
        async with self._first:
            if not self.given:
                await attempt(
                    lambda: _surely(
                        lambda: self.interaction.response.send_message(
                            text, ephemeral=True, allowed_mentions=_NOBODY, view=view or MISSING, file=file or MISSING
                        ),
                        file,
                    )
                )
                self.noted()
                return
        await attempt(
            lambda: self.interaction.followup.send(
                text, ephemeral=True, allowed_mentions=_NOBODY, view=view or MISSING, file=file or MISSING
            )
        )

    async def change(
        self, text: str | None, view: discord.ui.View | None = None, file: discord.File | None = None
    ) -> bool:
        """Change the message that was pressed, and be answered by that. False if it is not certain that it is changed.

        `text` None leaves its words; without a view it loses its buttons.
        """
        content = MISSING if text is None else shortened(text, LONGEST)
        attachments = MISSING if text is None else [file] if file else []
        async with self._first:
            edit = self.interaction.edit_original_response if self.given else self.interaction.response.edit_message
            try:
                await _surely(
                    lambda: edit(content=content, attachments=attachments, view=view, allowed_mentions=_NOBODY), file
                )
            except DISCORD_ERRORS as error:
                # An answer that is there already may be the first try of this one, or that of the same press delivered
                # twice, which changed nothing.
                _log.info("the pressed message may not be changed: %s: %s", trouble(error).value, error)
                return False
            self.noted()
            return True

    async def finish(self) -> None:
        """Answer somebody whose action has been accepted: the message he pressed loses its buttons, a command is
        answered in words."""
        if self.pressed_public:
            await self.change(None)
        elif self.pressed is not None:
            await self.change(self.said or self.t("Done."))
        elif not self._told:
            await self.say(self.said or self.t("Done."))

    async def acknowledge(self) -> None:
        """Answer without a word."""
        async with self._first:
            if self.given:
                return
            if self.pressed is not None:
                await attempt(lambda: _surely(self.interaction.response.defer))
            else:
                await attempt(lambda: _surely(lambda: self.interaction.response.defer(ephemeral=True, thinking=True)))
            self.noted()


def age(interaction: discord.Interaction[discord.Client]) -> float:
    """Seconds since it was made: in a crowd it may be heard late. By Discord's clock; where ours differs so much that
    it could not be answered any more, it is not believed, and 0."""
    seconds = time.time() - interaction.created_at.timestamp()
    return seconds if 0 < seconds < LOST else 0.0


async def _surely(call: Callable[[], Awaitable[_Result]], file: discord.File | None = None) -> _Result:
    """Answer, again if the connection is cut: of several answers Discord takes the first."""

    async def with_whole_file() -> _Result:
        if file:
            file.reset()
        return await call()

    return await persist(with_whole_file, _PAUSES)
