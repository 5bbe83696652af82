"""A page of a board in words and buttons."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.analysis.report import FEW
from bot.ladder.boards import Board
from bot.ladder.performance import ENOUGH, Performance
from bot.screens.buttons import BLUE, GREY, Item, button, view
from bot.screens.custom_ids import Press
from bot.screens.ladder.common_words import (
    ALL_TIME,
    BOARDS,
    NO_TABLE,
    arrow,
    joined,
    performance_words,
    person,
    rating_words,
    season_words,
    shown_variant,
    signed_words,
)
from bot.screens.names import apart, called
from bot.tables.ladder_pages import BoardPage, Line
from bot.texts import N_, Texts
from render import Placed, Ranking

_MEDALS = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}
#: Characters of a name in the words for a picture, of which there are few.
_NAME = 40
_EMPTY = {
    Board.RATING: N_("Nobody is listed yet. A match between two people that says “rated” changes that: `/play`."),
    Board.POINTS: N_("Nobody is listed yet. Games for money between two count here: `/play length: 0`."),
    Board.BETS: N_("Nobody is listed yet. The bets of chouettes count here: `/chouette open`."),
    Board.SHEETS: N_("Nobody is listed yet. Sheets of Preferans that are settled count here: `/preferans open`."),
    Board.PERFORMANCE: N_("Nobody is listed yet. Games between people that are analysed count here: `/analyze`."),
    Board.COMPUTER: N_("Nobody is listed yet: nobody has played against the computer on this server."),
}


def title_words(page: BoardPage, t: Texts) -> str:
    """Which board of which season it is."""
    variant = shown_variant(page.variant, t) if page.board is Board.RATING else ""
    return joined((t(BOARDS[page.board]), variant, season_words(page.season, t)))


def board_words(page: BoardPage, t: Texts, missing: int = 0, *, rows: bool = True) -> str:
    """A page of a board; without `rows` where a picture shows them. `missing`: games that are not counted yet."""
    lines = [f"**{title_words(page, t)}**"]
    if not page.lines:
        lines.append(t(_EMPTY[page.board]))
    if rows:
        lines += [line_words(page.board, line, t) for line in page.lines]
    if page.own is not None and not (rows and page.own in page.lines):
        lines.append(t("You: {line}", line=line_words(page.board, page.own, t)))
    if page.unlisted is not None:
        lines.append(t("You: {line}", line=unlisted_words(page.unlisted, t)))
    if page.lines:
        lines.append(_small_print(page, t))
    if missing:
        lines.append(t.many("-# {number} game is not counted yet.", "-# {number} games are not counted yet.", missing))
    return "\n".join(lines)


def podium_title(season: str, t: Texts) -> str:
    """The first line of the podium of a season."""
    return t("🏆 **{season}** is over. The first of its leaderboard:", season=season_words(season, t))


def podium_words(page: BoardPage, t: Texts) -> str:
    """The first of a season that is over, for everybody."""
    lines = [podium_title(page.season, t)]
    lines += [_MEDALS.get(line.rank, "") + line_words(page.board, line, t) for line in page.lines]
    return "\n".join(filter(None, (*lines, f"-# {title_words(page, t)}")))


def _small_print(page: BoardPage, t: Texts) -> str:
    parts = [t.many("{number} player", "{number} players", page.size)]
    if page.pages > 1:
        parts.append(t("page {number} of {all}", number=page.page + 1, all=page.pages))
    if any(line.provisional for line in page.lines):
        few = t("? few matches or opponents yet") if page.board is Board.RATING else t("? few games yet")
        parts.append(few)
    if page.board is Board.PERFORMANCE:
        parts.append(t("the lower, the better; ± standard error"))
    return f"-# {joined(parts)}"


def line_words(board: Board, line: Line, t: Texts) -> str:
    """Somebody's line."""
    value = f"**{value_words(board, line, t)}**"
    return f"{line.rank}\\. {person(line.user, t)} {joined((value, *_beside(board, line, t)))}"


def unlisted_words(found: Performance, t: Texts) -> str:
    """The line of somebody who has not decided enough yet."""
    words = performance_words(found.rating, found.error, t) if found.rating is not None else ""
    if found.decisions < FEW:
        words = t("too few") if found.decisions else ""
    return joined(
        (
            f"**{words}**" if words else "",
            t.many("{number} decision", "{number} decisions", found.decisions),
            t.many(
                "{number} more analysed decision, and you are listed",
                "{number} more analysed decisions, and you are listed",
                ENOUGH - found.decisions,
            ),
        )
    )


def value_words(board: Board, line: Line, t: Texts) -> str:
    """What somebody is in order by."""
    if board is Board.PERFORMANCE:
        return performance_words(line.value, line.error, t)
    if board is Board.RATING:
        return rating_words(line.value, provisional=line.provisional)
    return signed_words(line.value) + ("?" if line.provisional else "")


def _beside(board: Board, line: Line, t: Texts) -> list[str]:
    if board is Board.RATING:
        return [arrow(line.change), t.many("{number} match", "{number} matches", line.count)]
    if board in (Board.POINTS, Board.COMPUTER):
        return [arrow(line.change), t.many("{number} game", "{number} games", line.count)]
    if board is Board.SHEETS:
        return [t.many("{number} hand", "{number} hands", line.count)]
    if board is Board.PERFORMANCE:
        return [t.many("{number} decision", "{number} decisions", line.count)]
    return [t.many("{number} bet", "{number} bets", line.count)]


def ranking(page: BoardPage, names: Mapping[int, str | None], theme: str, t: Texts) -> Ranking:
    """The picture of a page on which there is somebody."""
    variant = shown_variant(page.variant, t) if page.board is Board.RATING else ""

    def row(line: Line) -> Placed:
        name, value = called(names.get(line.user or 0) or t("a player")), value_words(page.board, line, t)
        form = line.form if page.board in (Board.RATING, Board.POINTS) else ""
        change = round(line.change or 0)
        # In the place of both: of how many games that is.
        note = "" if form or change else joined(_beside(page.board, line, t))
        return Placed(line.rank, name, value, form, change, note)

    rows = tuple(map(row, page.lines))
    return Ranking(joined((t(BOARDS[page.board]), variant)), rows, season_words(page.season, t), theme)


def described_ranking(shown: Ranking) -> str:
    """The same in words, for who does not see it."""
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
    return Press(verb, NO_TABLE, number, f"{page.board.value}/{page.variant}/{page.season or ALL_TIME}")


def read_press(press: Press) -> tuple[Board, str, str] | None:
    """Board, variant and season of such a press; None for what is none of ours."""
    board, _, rest = press.extra.partition("/")
    variant, slash, season = rest.partition("/")
    if not slash or board not in [each.value for each in Board]:
        return None
    return Board(board), variant, "" if season == ALL_TIME else season


def board_view(page: BoardPage, t: Texts) -> discord.ui.View:
    """The buttons under a page that one person sees alone."""
    last = page.pages - 1

    def turn(emoji: str, name: str, to: int, blocked: bool) -> Item:
        # By several verbs, for two of these buttons may lead to the same page.
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
