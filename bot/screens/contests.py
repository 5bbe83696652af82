"""Shows leagues and nights in their channels: one message each, edited as results come in, posted anew with each
chapter. Failures are retried.
"""

from __future__ import annotations

import io
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import discord
from msgspec.structs import replace

from bot.permissions import Use
from bot.screens.nonces import nonce_of
from bot.screens.painter import Painter
from bot.screens.posted import NOBODY, Post, notifying
from bot.screens.presenter import Presenter
from bot.screens.refused_posts import known_lacking
from bot.tables.contests import Contests, HeldContest
from bot.tables.preferences import Preferences
from bot.texts import Texts

_Held = TypeVar("_Held", bound=HeldContest[Any])


class ContestPresenter(ABC, Generic[_Held]):
    """The messages of contests of a kind, made by its words and pictures. `use`: that of their channels."""

    use = Use.LEAGUE

    def __init__(
        self,
        client: discord.Client,
        contests: Contests[_Held, Any, Any, Any],
        preferences: Preferences,
        presenter: Presenter,
        painter: Painter,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._client, self._contests, self._preferences = client, contests, preferences
        self._presenter, self._painter, self._now, self._posts = presenter, painter, now, presenter.posts

    @abstractmethod
    def _called(self, held: _Held) -> Sequence[int]:
        """The users whom the latest chapter concerns, at most as many as one message mentions."""

    @abstractmethod
    def _message(self, held: _Held, t: Texts, *, aloud: bool) -> tuple[str, discord.ui.View]:
        """Words and buttons; `aloud`: the words mention whom the chapter concerns."""

    @abstractmethod
    def _reminder(self, held: _Held, t: Texts) -> tuple[str, Sequence[int]]:
        """The words of a reminder, and the users whom they mention."""

    @abstractmethod
    def _pictures(self, held: _Held, theme: str, t: Texts) -> Iterable[tuple[Callable[[], bytes], str]]:
        """Its pictures: a function for another process that draws each, and its alt text."""

    async def files(self, held: _Held) -> list[Callable[[], discord.File]]:
        """Its pictures, each as a function that makes a new file per send."""
        settings, t = await self._preferences.of_server(held.guild), await self._texts(held)
        made: list[Callable[[], discord.File]] = []
        for number, (drawn, described) in enumerate(self._pictures(held, settings.theme, t)):
            picture = await self._painter.animate(drawn)
            made.append(partial(_file, picture, f"{held.id}-{held.version}-{number}.png", described))
        return made

    def lacking(self, held: _Held) -> list[str] | None:
        """Discord's names of missing permissions in its channel; None if not known here."""
        return known_lacking(self._client, held.guild, held.channel, self.use)

    def _past(self, held: _Held, chapter: int, t: Texts) -> str | None:
        """What the message of an earlier chapter becomes; None: it only loses its buttons."""
        return None

    async def show(self, held: _Held) -> bool:
        """Bring the channel up to date; a new chapter has a message of its own, which mentions whom it concerns.

        False if that may work later. Raises `PostRefused`.
        """
        return await self._bring(held, self._message)

    async def _bring(self, held: _Held, made: Callable[..., tuple[str, discord.ui.View]]) -> bool:
        """As `show`, with the words and buttons that are `made` as by `_message`."""
        before, t, now = held.screen, await self._texts(held), self._now()
        new = held.chapters > before.game
        called = self._called(held) if new else ()
        words, view = made(held, t, aloud=bool(called))
        post = Post(
            guild=held.guild,
            channel=held.channel,
            words=words,
            nonce=nonce_of(held.guild, held.id, held.version, before.posts),
            view=view,
            files=await self.files(held),
            mentions=await self._notified(called) if called else NOBODY,
        )
        message = await self._posts.keep(post, 0 if new else before.message, self.use)
        if message is None:
            return False
        screen = replace(before, shown=held.version, game=held.chapters)
        if message != before.message:
            screen = replace(screen, message=message, posted_at=now, posts=before.posts + 1, reminders=held.reminders)
        await self._contests.shown(held, screen)
        if message != before.message and before.message:
            past = self._past(held, before.game, t) if new else None
            if past is None or not await self._posts.edit(
                Post(held.guild, held.channel, past, post.nonce), before.message
            ):
                self._presenter.stale_buttons.take(post.channel, before.message)
        return True

    async def remind(self, held: _Held) -> bool:
        """Remind people where it is shown. As `show`."""
        words, users = self._reminder(held, await self._texts(held))
        post = Post(
            guild=held.guild,
            channel=held.channel,
            words=words,
            nonce=nonce_of(held.guild, held.id, held.version, "reminder", held.reminders),
            mentions=await self._notified(users),
        )
        if await self._posts.keep(post, 0, self.use) is None:
            return False
        now = self._now()
        screen = replace(held.screen, reminders=held.reminders + 1, posted_at=now, mentioned_at=now)
        await self._contests.shown(held, screen)
        return True

    async def _notified(self, users: Sequence[int]) -> discord.AllowedMentions:
        return notifying([user for user in users if (await self._preferences.of_person(user)).mentions])

    async def _texts(self, held: _Held) -> Texts:
        return await self._presenter.texts_of(held.guild)


def _file(picture: bytes, name: str, described: str) -> discord.File:
    return discord.File(io.BytesIO(picture), name, description=described)
