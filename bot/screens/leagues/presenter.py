"""Shows leagues in their channels: one message each, edited as results come in, posted again at the start, each round
and the end. Failures are retried.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from functools import partial

import discord
from msgspec.structs import replace

from bot.permissions import Use
from bot.screens.leagues.scenes import Paper, paper_alt, papers
from bot.screens.leagues.words import called_up, league_buttons, league_words, mentioned, reminder_words
from bot.screens.nonces import nonce_of
from bot.screens.painter import Painter
from bot.screens.posted import NOBODY, Post, notifying
from bot.screens.presenter import Presenter
from bot.screens.refused_posts import known_lacking
from bot.tables.held_league import HeldLeague
from bot.tables.leagues import Leagues
from bot.tables.preferences import Preferences
from bot.texts import Texts
from render.bracket import Bracket, draw_bracket
from render.crosstable import draw_crosstable


class LeaguePresenter:
    def __init__(
        self,
        client: discord.Client,
        leagues: Leagues,
        preferences: Preferences,
        presenter: Presenter,
        painter: Painter,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._client, self._leagues, self._preferences = client, leagues, preferences
        self._presenter, self._painter, self._now, self._posts = presenter, painter, now, presenter.posts

    def lacking(self, held: HeldLeague) -> list[str] | None:
        """Discord's names of missing permissions in a league's channel; None if not known here."""
        return known_lacking(self._client, held.guild, held.league.opened.channel, Use.LEAGUE)

    async def show(self, held: HeldLeague) -> bool:
        """Bring the channel up to date; a new chapter has a message of its own, which mentions those who have to play.

        False if that may work later. Raises `PostRefused`.
        """
        chapter, before, t, now = held.league.chapters, held.screen, await self._texts(held), self._now()
        new = chapter > before.game
        called = called_up(held) if new else ()
        post = Post(
            guild=held.guild,
            channel=held.league.opened.channel,
            words=league_words(held, t, aloud=bool(called)),
            nonce=nonce_of(held.guild, held.id, held.version, before.posts),
            view=league_buttons(held, now, t),
            files=await self.files(held),
            mentions=await self._notified(called) if called else NOBODY,
        )
        message = await self._posts.keep(post, 0 if new else before.message, Use.LEAGUE)
        if message is None:
            return False
        screen = replace(before, shown=held.version, game=chapter)
        if message != before.message:
            screen = replace(screen, message=message, posted_at=now, posts=before.posts + 1, reminders=held.reminders)
        await self._leagues.shown(held, screen)
        if message != before.message and before.message:
            self._presenter.stale_buttons.take(post.channel, before.message)
        return True

    async def remind(self, held: HeldLeague) -> bool:
        """Mention those who owe a match, where the league is shown. As `show`."""
        post = Post(
            guild=held.guild,
            channel=held.league.opened.channel,
            words=reminder_words(held, await self._texts(held)),
            nonce=nonce_of(held.guild, held.id, held.version, "reminder", held.reminders),
            mentions=await self._notified(mentioned(held)),
        )
        if await self._posts.keep(post, 0, Use.LEAGUE) is None:
            return False
        now = self._now()
        screen = replace(held.screen, reminders=held.reminders + 1, posted_at=now, mentioned_at=now)
        await self._leagues.shown(held, screen)
        return True

    async def _notified(self, users: Sequence[int]) -> discord.AllowedMentions:
        return notifying([user for user in users if (await self._preferences.of_person(user)).mentions])

    async def _texts(self, held: HeldLeague) -> Texts:
        return await self._presenter.texts_of(held.guild)

    async def files(self, held: HeldLeague) -> list[Callable[[], discord.File]]:
        """Its pictures, each as a function that makes a new file per send."""
        settings = await self._preferences.of_server(held.guild)
        t = await self._texts(held)
        made: list[Callable[[], discord.File]] = []
        for number, paper in enumerate(papers(held, settings.theme, t)):
            picture = await self._painter.animate(partial(_drawn, paper))
            name = f"league-{held.id}-{held.version}-{number}.png"
            made.append(partial(_file, picture, name, paper_alt(paper, t)))
        return made


def _drawn(paper: Paper) -> bytes:
    return draw_bracket(paper) if isinstance(paper, Bracket) else draw_crosstable(paper)


def _file(picture: bytes, name: str, described: str) -> discord.File:
    return discord.File(io.BytesIO(picture), name, description=described)
