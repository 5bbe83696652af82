"""The buttons and lists under an analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord

from bot.analysis.report import Placed
from bot.screens.buttons import BLUE, GREEN, GREY, RED, Item, button, choice, select, view
from bot.screens.custom_ids import Press
from bot.screens.names import label_names
from bot.screens.reference.figures import number
from bot.screens.reviews.words import candidates, chosen_words, where_words
from bot.tables.table import Table
from bot.texts import Texts


def whole(games: Sequence[int]) -> int:
    """What a press carries of the games: the number of one, 0 for all of a table."""
    return games[0] if len(games) == 1 else 0


def cancel_view(table: str, request: str, t: Texts) -> discord.ui.View:
    """Under an analysis that is not there yet."""
    return view([button(t("Cancel"), Press("review_cancel", table, 0, request), RED)])


def ready_view(table: str, games: Sequence[int], user: int, t: Texts) -> discord.ui.View:
    """Under the word that an analysis is there, which somebody has waited for so long that it must be said anew."""
    return view([button(t("Show it to me"), Press("review_ready", table, whole(games), str(user)), BLUE)])


def report_view(
    table: Table,
    games: Sequence[int],
    errors: Mapping[int, Placed],
    shown: int,
    t: Texts,
    *,
    private: bool = True,
) -> discord.ui.View:
    """Under a report: mistakes to look at, by their places among all decisions, the `shown` one chosen; practice, the
    whole list, Show.
    """
    game, names = whole(games), label_names(table, 20)
    items: list[Item] = []
    if errors:
        choices = [
            choice(
                f"−{number(each.verdict.error, t, '0.000')} {names(each.verdict.seat)}: "
                f"{chosen_words(each.verdict.chosen, t)}",
                str(place),
                f"{where_words(each, games, t)} · " + t("best: {play}", play=chosen_words(each.verdict.best, t)),
                default=index == shown,
            )
            for index, (place, each) in enumerate(errors.items())
        ]
        items.append(select(t("Show a mistake"), Press("review_error", table.id, game), choices, row=0))
        items.append(button(t("Practise these"), Press("practise", table.id, game, "0"), BLUE, row=1))
    items.append(button(t("The whole list"), Press("review_list", table.id, game), GREY, row=1))
    if private:
        items.append(button(t("Show everybody"), Press("review_show", table.id, game), GREY, row=1))
    return view(items)


def task_view(table: str, game: int, placed: Placed, place: int, t: Texts) -> discord.ui.View:
    """What one may choose from in practice."""
    return view(
        [
            button(chosen_words(each, t), Press("practise_pick", table, game, f"{place}.{index}"), GREY)
            for index, (each, _) in enumerate(candidates(placed.verdict))
        ]
    )


def solution_view(table: str, game: int, place: int, count: int, t: Texts) -> discord.ui.View:
    """On to the next task, as long as there is one."""
    if place + 1 >= count:
        return view([])
    return view([button(t("Next one"), Press("practise", table, game, str(place + 1)), GREEN)])
