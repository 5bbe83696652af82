"""Shows leagues in their channels: one message each, edited as results come, posted anew at the start, each round and
the end. Nothing is lost if that fails: it is tried again.
"""

from __future__ import annotations

import io
import logging
import time
from collections.abc import Callable
from functools import partial

import discord
from msgspec.structs import replace

from bot.permissions import Use
from bot.screens.discord_errors import DISCORD_ERRORS, persist, trouble
from bot.screens.fitting import unbroken
from bot.screens.leagues.scenes import Paper, paper_alt, papers
from bot.screens.leagues.words import (
    league_buttons,
    league_words,
    mentioned,
    reminder_words,
)
from bot.screens.nonces import nonce_of
from bot.screens.painter import Painter
from bot.screens.presenter import Presenter
from bot.screens.refused_posts import known_lacking, refusal
from bot.tables.leagues import HeldLeague, Leagues
from bot.tables.preferences import Preferences
from bot.tables.table import Screen
from render.bracket import Bracket, draw_bracket
from render.crosstable import draw_crosstable

_log = logging.getLogger(__name__)


class LeaguePresenter:
    """Shows leagues through `client`."""

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
        self._presenter, self._painter, self._now = presenter, painter, now

    def lacking(self, held: HeldLeague) -> list[str] | None:
        """Discord's words for what the bot lacks in the channel of a league; None if that is not known here."""
        return known_lacking(self._client, held.guild, held.league.opened.channel, Use.LEAGUE)

    async def show(self, held: HeldLeague) -> bool:
        """Bring the channel up to date; a new chapter is told in a message of its own, and mentions who has to play.

        False if that may work later. Raises `PostRefused`.
        """
        chapter = held.league.chapters
        screen = replace(held.screen, shown=held.version, game=chapter)
        if held.screen.message and chapter <= held.screen.game and await self._edit(held):
            await self._leagues.shown(held, screen)
            return True
        return await self._post(held, screen, aloud=chapter > held.screen.game and not held.league.over)

    async def remind(self, held: HeldLeague) -> bool:
        """Mention those who owe a match, where the league is shown. As `show`."""
        t = await self._presenter.texts_of(held.guild)
        count, notified = held.reminders, await self._notified(held)
        nonce = nonce_of(held.guild, held.id, held.version, "reminder", count)
        try:
            await persist(
                lambda: self._channel(held).send(
                    unbroken(reminder_words(held, t)), allowed_mentions=notified, nonce=nonce
                )
            )
        except DISCORD_ERRORS as error:
            return self._later(held, error)
        screen = replace(held.screen, reminders=count + 1, posted_at=self._now())
        await self._leagues.shown(held, screen)
        return True

    async def _notified(self, held: HeldLeague) -> discord.AllowedMentions:
        users = [user for user in mentioned(held) if (await self._preferences.of_person(user)).mentions]
        return discord.AllowedMentions(users=[discord.Object(user) for user in users], everyone=False, roles=False)

    async def _edit(self, held: HeldLeague) -> bool:
        """Edit the message; False if it must be posted anew."""
        t, now = await self._presenter.texts_of(held.guild), self._now()
        files = await self.files(held)
        message = self._channel(held).get_partial_message(held.screen.message)
        try:
            await persist(
                lambda: message.edit(
                    content=unbroken(league_words(held, t)),
                    attachments=[file() for file in files],
                    view=league_buttons(held, now, t),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            )
        except DISCORD_ERRORS as error:
            _log.info("league %s: cannot edit, posting anew: %s", held.id, error)
            return False
        return True

    async def _post(self, held: HeldLeague, screen: Screen, *, aloud: bool) -> bool:
        t, now = await self._presenter.texts_of(held.guild), self._now()
        files = await self.files(held)
        told = aloud and bool(mentioned(held))
        notified = await self._notified(held) if told else discord.AllowedMentions.none()
        try:
            sent = await persist(
                lambda: self._channel(held).send(
                    unbroken(league_words(held, t, aloud=told)),
                    files=[file() for file in files],
                    view=league_buttons(held, now, t),
                    allowed_mentions=notified,
                    nonce=nonce_of(held.guild, held.id, held.version, screen.posts),
                )
            )
        except DISCORD_ERRORS as error:
            return self._later(held, error)
        await self._leagues.shown(
            held, replace(screen, message=sent.id, posted_at=now, posts=screen.posts + 1, reminders=held.reminders)
        )
        if held.screen.message:
            self._presenter.leftovers.take(held.league.opened.channel, held.screen.message)
        return True

    def _later(self, held: HeldLeague, error: BaseException) -> bool:
        """Never true: what failed may work later. Raises `PostRefused` if not."""
        if refused := refusal(error, self._client, held.guild, held.league.opened.channel, Use.LEAGUE):
            raise refused from error
        _log.warning("league %s is shown later: %s: %s", held.id, trouble(error).value, error)
        return False

    async def files(self, held: HeldLeague) -> list[Callable[[], discord.File]]:
        """Its pictures, each made into a file as often as it is sent."""
        settings = await self._preferences.of_server(held.guild)
        t = await self._presenter.texts_of(held.guild)
        made: list[Callable[[], discord.File]] = []
        for number, paper in enumerate(papers(held, settings.theme, t)):
            picture = await self._painter.animate(partial(_drawn, paper))
            name = f"league-{held.id}-{held.version}-{number}.png"
            made.append(partial(_file, picture, name, paper_alt(paper, t)))
        return made

    def _channel(self, held: HeldLeague) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(held.league.opened.channel, guild_id=held.guild)


def _drawn(paper: Paper) -> bytes:
    return draw_bracket(paper) if isinstance(paper, Bracket) else draw_crosstable(paper)


def _file(picture: bytes, name: str, described: str) -> discord.File:
    return discord.File(io.BytesIO(picture), name, description=described)
