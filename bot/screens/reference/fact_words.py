"""What the informing commands say: a race, the proof of the dice. Chances are in `odds_words`, topics in `topics`.

Tables are monospaced and narrow enough for a phone; what their columns mean is said above them, since words are of
another length in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import TypeVar

from bot.backgammon import Dice, Illegal, Match, Phase, Side
from bot.backgammon.actions import OpeningRoll, Roll
from bot.backgammon.odds import RaceFault, Thorp, thorp
from bot.chouette import Session
from bot.screens.board_words import sides
from bot.screens.fitting import LONGEST
from bot.screens.names import Names, bold_names
from bot.screens.reference.figures import block, number
from bot.screens.refusal_words import refusal_words
from bot.tables.rulebook import Action, State, apply
from bot.tables.table import Table
from bot.texts import Texts

#: Characters of a line that a phone shows without wrapping.
WIDTH = 34

_ID = re.compile(r"([0-9a-z]{6})(?:-([1-9][0-9]{0,4}))?")


class FactFault(Enum):
    """Why something cannot be looked up."""

    NOT_AN_ID = "“{text}” is neither a table nor a game. They are written like k7f3q2 and k7f3q2-4."
    UNKNOWN = "I know no table {table} that you can see."
    NO_SUCH_GAME = "Table {table} has no game {game}."
    NO_TABLE_HERE = "You have not played in this channel yet. Name a table, such as k7f3q2."
    NOT_OURS = "The dice of {table} were not mine: it was brought from elsewhere."
    STILL_PLAYED = "Game {game} of table {table} is still being played. Wait until it is over."
    NONE_FINISHED = "No game of table {table} is finished yet."
    VOIDED = "Game {game} of table {table} was voided; there is nothing of it to show."
    ELSEWHERE = "Table {table} belongs to another server. Its games are shown only there."
    TWO_PLAYERS_ONLY = (
        "This format knows two players. Name one game, such as {game}: it is given as its captain played it against "
        "the box. `.txt` has all games and everybody."
    )
    STILL_MADE = "What you asked for last is still being made. Wait until it is there."
    TOO_MANY_WAIT = "Too many people here are waiting for replays and files. Try again in a few minutes."
    NOT_MADE = "This could not be made. Nothing is lost; try again later."
    HALF_A_SCORE = "A score needs both numbers: `away` and `opponent_away`."


# A race


def race_words(table: Table, t: Texts) -> str:
    """Pip counts and, in a pure race, Thorp's counts and what they advise; else why there are none."""
    state = table.state
    assert state is not None
    board, phase = state.game.board, state.game.phase
    names = bold_names(table)
    turn = board.turn or Side.WHITE
    seats = sides(table)[turn], sides(table)[turn.other]
    pips = [
        t.many("{who}: {number} pip", "{who}: {number} pips", count, who=names(seat))
        for seat, count in zip(seats, board.position.pips, strict=True)
    ]
    if phase is Phase.OVER:
        return "\n".join([*pips, t(RaceFault.OVER.value)])
    try:
        count = thorp(board.position)
    except Illegal as error:
        return "\n".join([*pips, refusal_words(error, t)])
    thorps = [t("Thorp count {count}", count=number(value, t)) for value in (count.roller, count.opponent)]
    lines = [f"{side}, {counted}" for side, counted in zip(pips, thorps, strict=True)]
    lines += _advice(count, names(seats[0]), names(seats[1]), t)
    lines += (
        _session_reservations(state, turn, names, t)
        if isinstance(state, Session)
        else _reservations(state, turn, names(seats[1]), t)
    )
    if phase is Phase.PLAY:
        lines.append(t("It holds before the roll that lies on the board."))
    lines.append(
        t(
            "-# Pips, 2 more for each checker left and 1 for each on the ace point, 1 less for each occupied home "
            "point; of the side on turn a tenth more if that is above 30."
        )
    )
    return "\n".join(lines)


def _advice(count: Thorp, who: str, other: str, t: Texts) -> list[str]:
    return [
        t("Cube in the middle: {who} should double.", who=who)
        if count.double
        else t("Cube in the middle: {who} should not double yet.", who=who),
        t("Cube with {who}: redouble.", who=who)
        if count.redouble
        else t("Cube with {who}: do not redouble yet.", who=who),
        t("If doubled, {who} should take.", who=other)
        if count.take
        else t("If doubled, {who} should drop.", who=other),
    ]


def _reservations(match: Match, turn: Side, other: str, t: Texts) -> list[str]:
    """What keeps the advice from being the whole truth at this table."""
    found: list[str] = []
    if not match.rules.bet.cube:
        found.append(t("There is no cube in this game."))
    elif match.game.score and match.game.score.crawford:
        found.append(t("This is the Crawford game: nobody may double in it."))
    elif match.game.bet.owner is turn.other:
        found.append(t("The cube is with {who} now.", who=other))
    if match.rules.length:
        found.append(t("This is what holds for money; the score of the match may ask for something else."))
    return found


def _session_reservations(session: Session, turn: Side, names: Names, t: Texts) -> list[str]:
    """The same at a chouette, where each bet has a cube of its own."""
    game = session.game
    if not session.options.cube.cube:
        return [t("There is no cube in this game.")]
    bets = [game.bets[index] for index in game.open_bets]
    found: list[str] = []
    if len(bets) > 1:
        found.append(t("Every bet has a cube of its own: the advice is for each of them, by where it lies."))
    others = tuple(dict.fromkeys(bet.seat(turn.other) for bet in bets if bet.owner is turn.other))
    if others and len(bets) == 1:
        found.append(t("The cube is with {who} now.", who=names(others[0])))
    elif others:
        found.append(t("Of these cubes some are on the other side now, with {who}.", who=t.listed(map(names, others))))
    return found


def parse_game(text: str) -> tuple[str, int | None]:
    """Table and number of the game, None for the whole table. Raises `Illegal` for what cannot be an id."""
    found = _ID.fullmatch(text.strip().strip("`").lower())
    if found is None:
        raise Illegal(FactFault.NOT_AN_ID, text=text)
    return found[1], int(found[2]) if found[2] else None


def game_rolls(state: State, actions: Iterable[Action], game: int) -> list[tuple[int, Dice]]:
    """The rolls of one game of a log that begins with `state`: number and dice as they fell, those that an undo has
    discarded too; not those that made the order of a chouette.
    """
    found: list[tuple[int, Dice]] = []
    for action in actions:
        before, state = state.rolls, apply(state, action)
        # A roll that meets a double at a chouette lets no dice fall.
        if isinstance(action, OpeningRoll | Roll) and state.rolls > before and state.number == game:
            found.append((state.rolls, action.dice))
    return found


def rolls_words(table: str, game: int, rolls: Sequence[tuple[int, Dice]], t: Texts) -> list[str]:
    """All rolls of a game as a list, in as many messages as it takes."""
    width = len(str(rolls[-1][0])) if rolls else 1
    cells = [f"{number:>{width}} {first}-{second}" for number, (first, second) in rolls]
    lines = ["  ".join(row) for row in _chunks(cells, (WIDTH + 2) // (width + 6))]
    caption = t(
        "**Rolls of game `{game}`**: number and dice, in an opening roll first the die of who sits at the bottom",
        game=f"{table}-{game}",
    )
    # Every line is at most `WIDTH` and a line break long; the caption and the fences take the rest.
    pages = _chunks(lines, (LONGEST - len(caption) - 10) // (WIDTH + 1))
    return [f"{caption}\n{block(page)}" if not number else block(page) for number, page in enumerate(pages)]


# Shared


_Item = TypeVar("_Item")


def _chunks(items: Sequence[_Item], size: int) -> list[Sequence[_Item]]:
    return [items[index : index + size] for index in range(0, len(items), size)]
