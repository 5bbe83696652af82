"""Shows positions of the day: a message that asks, and the next morning one that answers it, for an edit tells nobody.

What may have been posted before is looked for among the last messages, as the nonce is forgotten after some minutes.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.permissions import Use
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, attempt, trouble
from bot.screens.fitting import unbroken
from bot.screens.nonces import nonce_of, posted_before
from bot.screens.openness import as_open
from bot.screens.painter import Painter, of_board
from bot.screens.presenter import Presenter
from bot.screens.refused_posts import known_lacking, refusal
from bot.screens.reviews.day_words import answer_words, day_view, day_words
from bot.screens.reviews.pictures import puzzle_scene, solved_scene
from bot.store.positions import Day
from bot.tables.days import Puzzle
from bot.tables.preferences import Preferences

_log = logging.getLogger(__name__)

_NOBODY = discord.AllowedMentions.none()


class DayPresenter:
    """Shows positions through `client`."""

    def __init__(
        self, client: discord.Client, preferences: Preferences, presenter: Presenter, painter: Painter
    ) -> None:
        self._client, self._preferences = client, preferences
        self._presenter, self._painter = presenter, painter

    async def open_to(self, guild: int, place: int, channel: int) -> bool:
        """Whether all who see `channel` may see what was played at `place`."""
        return await as_open(self._client, guild, place, channel)

    def lacking(self, guild: int, channel: int) -> list[str] | None:
        """Discord's words for what the bot lacks in a channel for positions; None if that is not known here."""
        return known_lacking(self._client, guild, channel, Use.DAY)

    async def found(self, guild: int, number: int, puzzle: Puzzle) -> int | None:
        """The message that asks already; 0 if there is none, None if that cannot be told now."""
        return await self._tried(guild, puzzle.channel, lambda: self._asking(guild, number, puzzle))

    async def post(self, guild: int, number: int, puzzle: Puzzle, until: float) -> int | None:
        """Ask; the message that does, None if that may work later. Raises `PostRefused`."""
        t = await self._presenter.texts_of(guild)
        scene = puzzle_scene(puzzle.verdict, puzzle.length, await self._theme(guild), t)
        file = await self._painter.file(of_board(scene, t), "position.png")
        place = self._place(guild, puzzle.channel)

        async def send() -> int:
            words, under = unbroken(day_words(puzzle, 0, until, t)), day_view(number, puzzle, t)
            nonce = nonce_of(guild, "day", number)
            return (await place.send(words, file=file, view=under, allowed_mentions=_NOBODY, nonce=nonce)).id

        return await self._tried(guild, puzzle.channel, send)

    async def answer(
        self, guild: int, day: Day, puzzle: Puzzle, votes: Mapping[str, int], name: str, *, channel: int, again: bool
    ) -> bool:
        """Answer, and take the buttons from the message that has asked. False if that may work later.

        A reply, but in another `channel` than the one in which was asked. Raises `PostRefused`.
        """
        t = await self._presenter.texts_of(guild)
        scene = solved_scene(puzzle.verdict, puzzle.length, await self._theme(guild), t)
        file = await self._painter.file(of_board(scene, t), "answer.png")
        place = self._place(guild, channel)
        reply: dict[str, Any] = {}
        if channel == puzzle.channel:
            asked = discord.MessageReference(
                message_id=day.message, channel_id=channel, guild_id=guild, fail_if_not_exists=False
            )
            reply = {"reference": asked, "mention_author": False}

        async def send() -> int:
            if again and (there := await self._answering(guild, day, puzzle)):
                return there
            words, nonce = unbroken(answer_words(puzzle, votes, name, t)), nonce_of(guild, "day", day.number, "answer")
            return (await place.send(words, file=file, allowed_mentions=_NOBODY, nonce=nonce, **reply)).id

        message = await self._tried(guild, channel, send)
        if message is None:
            return False
        await self._close(guild, day, puzzle, votes, f"https://discord.com/channels/{guild}/{channel}/{message}")
        return True

    async def end(self, guild: int, day: Day, puzzle: Puzzle, votes: Mapping[str, int]) -> None:
        """Take the buttons from the message that has asked, though there is no answer."""
        await self._close(guild, day, puzzle, votes, "")

    async def _close(self, guild: int, day: Day, puzzle: Puzzle, votes: Mapping[str, int], link: str) -> None:
        t = await self._presenter.texts_of(guild)
        words = unbroken(day_words(puzzle, sum(votes.values()), None, t, link))
        place = self._place(guild, puzzle.channel)
        await attempt(lambda: place.get_partial_message(day.message).edit(content=words, view=None))

    async def _theme(self, guild: int) -> str:
        return (await self._preferences.of_server(guild)).theme

    def _place(self, guild: int, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel, guild_id=guild)

    async def _asking(self, guild: int, number: int, puzzle: Puzzle) -> int:
        def asks(message: discord.Message) -> bool:
            under = (child for row in message.components for child in getattr(row, "children", ()))
            presses = (Press.parse(getattr(child, "custom_id", None) or "") for child in under)
            return any(press and (press.verb, press.question) == ("vote", number) for press in presses)

        return await posted_before(self._client, self._place(guild, puzzle.channel), asks)

    async def _answering(self, guild: int, day: Day, puzzle: Puzzle) -> int:
        def answers(message: discord.Message) -> bool:
            return message.reference is not None and message.reference.message_id == day.message

        return await posted_before(self._client, self._place(guild, puzzle.channel), answers)

    async def _tried(self, guild: int, channel: int, call: Callable[[], Awaitable[int]]) -> int | None:
        """What a call gives; None if it may work later. It may have worked: only the answer was lost.

        Raises `PostRefused`.
        """
        try:
            return await call()
        except DISCORD_ERRORS as error:
            if refused := refusal(error, self._client, guild, channel, Use.DAY):
                raise refused from error
            _log.info("a position of the day: %s: %s", trouble(error).value, error)
            return None
