"""Buttons and selects of an analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord
from msgspec.structs import replace

from bot import limits
from bot.analysis.course import decider_side
from bot.analysis.report import Placed
from bot.backgammon import BoardState
from bot.screens.buttons import BLUE, GREEN, GREY, RED, Item, button, choice, pager, select, view
from bot.screens.custom_ids import Press
from bot.screens.names import label_names
from bot.screens.reference.figures import number
from bot.screens.reference.from_words import from_here_item
from bot.screens.reviews.pictures import xgid_of_verdict
from bot.screens.reviews.words import candidates, choice_label, chosen_words, looked_words, where_words
from bot.tables.table import Table
from bot.texts import Texts


def whole(games: Sequence[int], part: int = 0) -> int:
    """The games in a custom id: the number of one, 0 for all of a table, or `part`, as of `part_of`."""
    return part or (games[0] if len(games) == 1 else 0)


def cancel_view(table: str, request: str, t: Texts) -> discord.ui.View:
    return view([button(t("Cancel"), Press("review_cancel", table, 0, request), RED)])


def ready_view(table: str, game: int, user: int, t: Texts) -> discord.ui.View:
    """The button of the message that announces an analysis after a long wait."""
    return view([button(t("Show it to me"), Press("review_ready", table, game, str(user)), BLUE)])


def parts_view(table: str, game: int, groups: Sequence[tuple[int, int, int]], page: int, t: Texts) -> discord.ui.View:
    """A select of parts of a table to analyse: first and last game, and decisions. `game`: the original request."""
    count = -(-len(groups) // limits.CHOICES)
    page = min(page, count - 1)
    choices = [
        choice(
            t("Game {number}", number=first) if first == last else t("Games {first}–{last}", first=first, last=last),
            f"{first}-{last}",
            t.many("{number} decision", "{number} decisions", decisions),
        )
        for first, last, decisions in groups[page * limits.CHOICES :][: limits.CHOICES]
    ]
    # A client keeps the chosen option while the custom id is the same.
    chosen = Press("review_part", table, game, str(page))
    return view(
        [
            select(t("Games to analyse"), chosen, choices, row=0),
            *pager(Press("review_parts", table, game), page, count, t, row=1),
        ]
    )


def run_view(listed: Sequence[tuple[str, str]], request: tuple[str, str] | None, t: Texts) -> discord.ui.View:
    """Selects of the analysed matches of a run: id and description of each, to see the report. `request`: table and
    name of the request while it is made, to cancel it.
    """
    shown: list[Item] = [
        select(
            t("Show the report of a match"),
            Press("review_match", page[0][0], first + len(page)),
            [choice(words, table) for table, words in page],
            row=first // limits.CHOICES,
        )
        for first in range(0, len(listed), limits.CHOICES)
        if (page := listed[first : first + limits.CHOICES])
    ]
    if request is not None:
        shown.append(button(t("Cancel"), Press("review_cancel", request[0], 0, request[1]), RED, row=4))
    return view(shown)


def run_ready_view(table: str, user: int, t: Texts) -> discord.ui.View:
    """The button of the message that announces the end of a run after a long wait."""
    return view([button(t("Show it to me"), Press("review_ready_run", table, 0, str(user)), BLUE)])


def queue_view(listed: Sequence[tuple[str, str]], t: Texts) -> discord.ui.View:
    """A select of a server's requests, by name and description; the chosen one is cancelled."""
    choices = [choice(words, name) for name, words in listed[: limits.CHOICES]]
    return view([select(t("Cancel an analysis"), Press("review_stop", "server", 0), choices)] if choices else [])


def report_view(
    table: Table,
    games: Sequence[int],
    errors: Mapping[int, Placed],
    shown: int | None,
    t: Texts,
    *,
    private: bool = True,
    part: int = 0,
    course: int | None = None,
    courses: Sequence[int] = (),
    told: int | None = None,
) -> discord.ui.View:
    """The items of a report: a select of mistakes, by their places among all decisions, with the `shown` one chosen;
    practice, the course of the game, the whole list, Show. If the `course` of a game is shown, a select of the games
    whose courses are known, where there are several. `told`: the place of the mistake that is told in words, which
    practice leaves out.
    """
    game, names = whole(games, part), label_names(table, 20)
    items: list[Item] = []
    if errors:
        choices = [
            choice(
                f"−{number(each.verdict.error, t, '0.000')} {names(each.verdict.seat)}: "
                f"{chosen_words(each.verdict.chosen, t)}",
                str(place),
                f"{where_words(each, games, t)} · "
                + t("best: {play}", play=chosen_words(each.verdict.best, t))
                + looked_words(each.verdict, t),
                default=index == shown,
            )
            for index, (place, each) in enumerate(errors.items())
        ]
        # A client keeps the chosen option while the custom id is the same: in a course none is chosen.
        chosen = Press("review_error", table.id, game, "" if course is None else "c")
        items.append(select(t("Show a mistake"), chosen, choices, row=0))
        if told is None or len(errors) > 1:
            task = Press("practise", table.id, game, task_id(0, told))
            items.append(button(t("Practise these"), task, BLUE, row=1))
    if course is None and errors and shown is not None:
        led = Press("review_course", table.id, game, str(list(errors.values())[shown].game))
        items.append(button(t("Course of the game"), led, GREY, row=1))
    if errors and shown is not None and (here := _from_mistake(table, list(errors.values())[shown], t)):
        items.append(here)
    items.append(button(t("The whole list"), Press("review_list", table.id, game), GREY, row=1))
    if private:
        items.append(button(t("Show everybody"), Press("review_show", table.id, game), GREY, row=1))
    if course is not None and len(courses) > 1:
        items += _course_items(table.id, game, course, courses, t)
    return view(items)


def _from_mistake(table: Table, placed: Placed, t: Texts) -> Item | None:
    """The button to play on from the position of a mistake; where a cube was answered, from before it was offered."""
    verdict, state = placed.verdict, table.state
    if not isinstance(state, BoardState):
        return None
    xgid = replace(xgid_of_verdict(verdict, state.rules.length), offer="")
    return from_here_item(xgid, t, on_turn=decider_side(verdict) is verdict.side, row=1)


def _course_items(table: str, game: int, course: int, courses: Sequence[int], t: Texts) -> list[Item]:
    """A select of the games near the one shown, and buttons to its other pages."""
    page, count = courses.index(course) // limits.CHOICES, -(-len(courses) // limits.CHOICES)
    choices = [
        choice(t("Game {number}", number=each), str(each), default=each == course)
        for each in courses[page * limits.CHOICES :][: limits.CHOICES]
    ]
    led = Press("review_course", table, game)
    return [
        select(t("Course of another game"), led._replace(extra=f"s{course}"), choices, row=2),
        *pager(led._replace(extra="p"), page, count, t, row=3),
    ]


def task_id(place: int, told: int | None, pick: int | None = None) -> str:
    """A task in custom ids: its place among those of the reader, the mistake that is left out, the choice picked."""
    return ".".join(("" if each is None else str(each)) for each in (place, told, pick)).rstrip(".")


def read_task(text: str) -> tuple[int, int | None, int | None]:
    """The inverse; of an older bot's `place.pick` nothing is left out. Raises `ValueError` for any other text."""
    place, told, pick = (*text.split("."), "", "")[:3]
    return int(place or 0), int(told) if told else None, int(pick) if pick else None


def task_view(table: str, game: int, placed: Placed, place: int, told: int | None, t: Texts) -> discord.ui.View:
    return view(
        [
            button(choice_label(each, t), Press("practise_pick", table, game, task_id(place, told, index)), GREY)
            for index, (each, _) in enumerate(candidates(placed.verdict))
        ]
    )


def solution_view(table: str, game: int, place: int, count: int, told: int | None, t: Texts) -> discord.ui.View:
    """The button to the next task, if there is one."""
    if place + 1 >= count:
        return view([])
    return view([button(t("Next one"), Press("practise", table, game, task_id(place + 1, told)), GREEN)])
