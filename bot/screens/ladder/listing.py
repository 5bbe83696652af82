"""Texts of a board of the ladder as a value, and those of the boards shared by all games.

A game's face provides those of its own boards (`Face.boards`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from bot.analysis.report import FEW
from bot.engine.thoughts import LEVELS_BY_TAG
from bot.ladder.facts import Account
from bot.ladder.listing import COMPUTER, PERFORMANCE, Board
from bot.ladder.tallies import Sum, Tally
from bot.screens.computer_words import LEVELS
from bot.screens.ladder.common_words import performance_words, signed_words
from bot.tables.ladder_pages import Line, line_of
from bot.texts import N_, Texts
from render import Figure

Counted = Callable[[int, Texts], str]
"""Formats a number of games, bets or hands."""


def signed_value(line: Line, t: Texts) -> str:
    """Points; with a question mark if provisional."""
    return signed_words(line.value) + ("?" if line.provisional else "")


def games(number: int, t: Texts) -> str:
    return t.many("{number} game", "{number} games", number)


class BoardWords(Struct, frozen=True, kw_only=True):
    """Texts of `board`: its `title`, the text while it is `empty`, the format of what it has `counted`.

    `few`: the meaning of a question mark; `reading`: how to read its figures; `missing`: how many more are needed to be
    listed. `played`: the kind of games that count, if not matches or money games of two. In a profile it is `totalled`
    among the figures of the card, has a `row` of its own there, or a `line` below.
    """

    board: Board
    title: str
    empty: str
    counted: Counted
    value: Callable[[Line, Texts], str] = signed_value
    few: str = N_("? few games yet")
    reading: str = ""
    missing: Counted | None = None
    played: Callable[[Account, Texts], str] | None = None
    totalled: bool = False
    row: Callable[[Tally, Texts], Sequence[Figure]] | None = None
    line: Callable[[Tally, Texts], str] | None = None

    def told(self, tally: Tally, t: Texts) -> tuple[str, str]:
        """A tally's figure on this board, and the number of games behind it."""
        line = line_of(self.board, "", tally)
        return self.value(line, t), self.counted(line.count, t)

    def figures(self, tally: Tally, t: Texts) -> tuple[Figure, ...]:
        """The same on a card; empty without games."""
        return (Figure(t(self.title), *self.told(tally, t)),) if self.board.count(tally, "") else ()


def _performance(line: Line, t: Texts) -> str:
    """No rating for too few decisions."""
    if line.count < FEW:
        return t("too few") if line.count else ""
    return performance_words(line.value, line.error, t)


def _computers(tally: Tally, t: Texts) -> str:
    by_level: dict[str, Sum] = tally.bets.get(COMPUTER.key, {})
    said = [f"{t(LEVELS[LEVELS_BY_TAG[tag]])} {signed_words(each.points)}" for tag, each in by_level.items()]
    if not said:
        return ""
    points, games = _COMPUTER.told(tally, t)
    return t("Against the computer: **{points}** in {games} ({levels})",
             points=points, games=games, levels=", ".join(said))  # fmt: skip


_PERFORMANCE = BoardWords(
    board=PERFORMANCE,
    title=N_("Performance"),
    empty=N_("Nobody is listed yet. Games between people that are analysed count here: `/analyze`."),
    counted=lambda number, t: t.many("{number} decision", "{number} decisions", number),
    value=_performance,
    reading=N_("the lower, the better; ± standard error"),
    missing=lambda number, t: t.many(
        "{number} more analysed decision, and you are listed",
        "{number} more analysed decisions, and you are listed",
        number,
    ),
    row=lambda tally, t: _PERFORMANCE.figures(tally, t),
)
_COMPUTER = BoardWords(
    board=COMPUTER,
    title=N_("Against the computer"),
    empty=N_("Nobody is listed yet: nobody has played against the computer on this server."),
    counted=games,
    line=_computers,
)
SHARED = (_PERFORMANCE, _COMPUTER)
"""The texts of boards that belong to no game."""
