"""What is said of games in a direct message with the bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

import discord

from bot import limits
from bot.screens.buttons import GREEN, Item, button
from bot.screens.computer_words import computer_item
from bot.screens.custom_ids import Press
from bot.screens.faces import face_of
from bot.screens.fitting import shortened
from bot.screens.ladder.common_words import joined
from bot.screens.ladder.game_words import games_view, games_words
from bot.screens.names import plain
from bot.tables.direct_games import MOST_OPEN
from bot.tables.ladder_pages import GamePage
from bot.tables.table import Table
from bot.texts import Texts

_NAMED = 24


def direct_words(running: Sequence[Table], page: GamePage, t: Texts) -> str:
    """Somebody's open games, then a page of the finished ones."""
    lines = [t("**Open games**"), *(_line(each, t) for each in running)] if running else []
    return "\n".join((*lines, games_words(page, t, direct=True)))


def _line(game: Table, t: Texts) -> str:
    return joined((f"`{game.id}` {_standing(game, t)}", f"<t:{int(game.about.made_at)}:R>"))


def _standing(game: Table, t: Texts) -> str:
    """Against which computer, and the score."""
    computers = [plain(game.person(seat).name, _NAMED) for seat in game.computers]
    own = game.seat_of(game.owner)
    assert own is not None
    return " · ".join(filter(None, (*computers, face_of(game).standing(game.public, own, t))))


def direct_view(
    running: Sequence[Table], page: GamePage, days: Mapping[int, date], t: Texts, whole: Sequence[Item] = ()
) -> discord.ui.View:
    """A button back to each open game, and one to another game while there may be one more; `days` as of
    `games_view`. `whole`: the button for all games at once, if there are any.
    """
    back: list[Item] = [button(_back_label(each, t), Press("direct_go", each.id, 0), GREEN, row=3) for each in running]
    more = [computer_item(t, row=3)] if len(running) < MOST_OPEN else []
    return games_view(page, {}, days, t, [*whole, *back, *more])


def _back_label(game: Table, t: Texts) -> str:
    return shortened(t("Go on: {game}", game=f"{_standing(game, t)} ({game.id})"), limits.LABEL)


def record_words(won: int, lost: int, t: Texts) -> str:
    """How somebody stands against the computer in direct messages."""
    begin = t("None is over yet. In a direct message with me `/play` begins one.")
    stands = t("won–lost **{won}–{lost}**", won=won, lost=lost) if won + lost else begin
    return "\n".join((t("**Games in direct messages**"), stands))
