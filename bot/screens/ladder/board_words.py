"""A page of a board: texts and buttons."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.ladder.listing import Board
from bot.screens.buttons import BLUE, GREY, Item, button, view
from bot.screens.custom_ids import Press
from bot.screens.faces import boards
from bot.screens.ladder.common_words import (
    ALL_TIME,
    NO_TABLE,
    arrow,
    joined,
    person,
    season_words,
    shown_variant,
)
from bot.screens.ladder.listing import BoardWords
from bot.screens.names import apart, called
from bot.tables import games
from bot.tables.ladder_pages import BoardPage, Line
from bot.texts import Texts
from render import Placed, Ranking

_MEDALS = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}
#: Characters of a name in an alt text.
_NAME = 40


def title_words(page: BoardPage, t: Texts) -> str:
    return joined((_title(page, t), season_words(page.season, t)))


def _title(page: BoardPage, t: Texts) -> str:
    return joined((t(_words(page).title), shown_variant(page.variant, t) if page.board.by_variant else ""))


def _words(page: BoardPage) -> BoardWords:
    return boards()[page.board.key]


def board_words(page: BoardPage, t: Texts, missing: int = 0, *, rows: bool = True) -> str:
    """A page of a board; without `rows` where a picture shows them. `missing`: games not counted yet."""
    lines, words = [f"**{title_words(page, t)}**"], _words(page)
    if not page.lines:
        lines.append(t(words.empty))
    if rows:
        lines += [line_words(words, line, t) for line in page.lines]
    if page.own is not None and not (rows and page.own in page.lines):
        lines.append(t("You: {line}", line=line_words(words, page.own, t)))
    if page.unlisted is not None:
        lines.append(t("You: {line}", line=unlisted_words(words, page.unlisted, t)))
    if page.lines:
        lines.append(_small_print(page, t))
    if missing:
        lines.append(t.many("-# {number} game is not counted yet.", "-# {number} games are not counted yet.", missing))
    return "\n".join(lines)


def podium_title(season: str, t: Texts) -> str:
    return t("🏆 **{season}** is over. The first of its leaderboard:", season=season_words(season, t))


def podium_words(page: BoardPage, t: Texts) -> str:
    """The public podium of a finished season."""
    lines = [podium_title(page.season, t)]
    lines += [_MEDALS.get(line.rank, "") + line_words(_words(page), line, t) for line in page.lines]
    return "\n".join(filter(None, (*lines, f"-# {title_words(page, t)}")))


def _small_print(page: BoardPage, t: Texts) -> str:
    parts = [t.many("{number} player", "{number} players", page.size)]
    if page.pages > 1:
        parts.append(t("page {number} of {all}", number=page.page + 1, all=page.pages))
    if any(line.provisional for line in page.lines):
        parts.append(t(_words(page).few))
    if _words(page).reading:
        parts.append(t(_words(page).reading))
    return f"-# {joined(parts)}"


def line_words(words: BoardWords, line: Line, t: Texts) -> str:
    beside = arrow(line.change), words.counted(line.count, t)
    return f"{line.rank}\\. {person(line.user, t)} {joined((f'**{words.value(line, t)}**', *beside))}"


def unlisted_words(words: BoardWords, line: Line, t: Texts) -> str:
    """The line of a member with too few games to be listed."""
    value = words.value(line, t)
    missing = words.missing(words.board.needs - line.count, t) if words.missing else ""
    return joined((f"**{value}**" if value else "", words.counted(line.count, t), missing))


def ranking(page: BoardPage, names: Mapping[int, str | None], theme: str, t: Texts) -> Ranking:
    """The picture of a page that is not empty."""
    words = _words(page)

    def row(line: Line) -> Placed:
        name, change = called(names.get(line.user or 0) or t("a player")), round(line.change or 0)
        # In place of form and change: the number of games.
        note = "" if line.form or change else words.counted(line.count, t)
        return Placed(line.rank, name, words.value(line, t), line.form, change, note)

    return Ranking(_title(page, t), tuple(map(row, page.lines)), season_words(page.season, t), theme)


def described_ranking(shown: Ranking) -> str:
    """The alt text of a page's picture."""
    rows = (
        " ".join(
            filter(
                None,
                (
                    f"{row.rank}. {apart(row.name, _NAME)}",
                    row.value,
                    arrow(row.change),
                    f"({row.note})" if row.note else "",
                ),
            )
        )
        for row in shown.rows
    )
    return f"{joined((shown.title, shown.note))}: {'; '.join(rows)}."


def board_press(page: BoardPage, verb: str, number: int) -> Press:
    """A press that leads to a page of the same board."""
    return Press(verb, NO_TABLE, number, f"{page.board.key}/{page.variant}/{page.season or ALL_TIME}")


def read_press(press: Press) -> tuple[Board, str, str] | None:
    """Board, variant and season of such a press; None for any other."""
    key, _, rest = press.extra.partition("/")
    variant, slash, season = rest.partition("/")
    board = games.boards().get(key)
    if not slash or board is None:
        return None
    return board, variant, "" if season == ALL_TIME else season


def board_view(page: BoardPage, t: Texts) -> discord.ui.View:
    """The buttons of an ephemeral page."""
    last = page.pages - 1

    def turn(emoji: str, name: str, to: int, blocked: bool) -> Item:
        # Different verbs, because two of these buttons may lead to the same page, and custom ids must be unique.
        return button("", board_press(page, name, to), GREY, emoji, disabled=blocked)

    items: list[Item] = []
    if last:
        items += [
            turn("⏮️", "board_first", 0, page.page == 0),
            turn("◀️", "board_page", max(0, page.page - 1), page.page == 0),
            turn("▶️", "board_next", min(last, page.page + 1), page.page == last),
        ]
    if page.own is not None:
        items.append(button(t("My rank"), board_press(page, "board_mine", 0), BLUE))
    if page.lines:
        items.append(button(t("Show everybody"), board_press(page, "board_show", page.page), GREY))
    return view(items)
