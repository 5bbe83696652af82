"""The pictures of `/help` for beginners: the starting position with a roll, and after playing it."""

from __future__ import annotations

from bot.backgammon import Position, parse_play
from bot.screens.face import Lesson
from bot.screens.painter import Picture, of_board
from bot.texts import Texts
from render import Cube, Die, LastPlay, Scene, Step

_ROLL = (3, 1)
_PLAY = "8/5 6/5"
_PLAYED = LastPlay(0, (Step(8, 5), Step(6, 5)))


def first_lessons(theme: str, t: Texts) -> list[Lesson]:
    """The topics about set-up and moves."""
    before = Position.start()
    after = parse_play(_PLAY, before, _ROLL).result

    def picture(position: Position, turn: int, dice: tuple[Die, ...], last: LastPlay | None) -> Picture:
        shown = Scene(
            bottom=position.own,
            top=position.opponent,
            names=(t("You"), t("Opponent")),
            turn=turn,
            dice=dice,
            cube=Cube(1),
            last=last,
            pips_label=t("pips"),
            theme=theme,
        )
        return of_board(shown, t)

    return [
        Lesson(
            t("The board"),
            t(
                "The start. You sit at the bottom with two checkers on 24, five on 13, three on 8 and five on 6; your "
                "opponent has the same on their side. Your checkers run from 24 down to 1 and off the board. You have "
                "rolled 3-1."
            ),
            picture(before, 0, tuple(map(Die, _ROLL)), None),
        ),
        Lesson(
            t("A play"),
            t(
                "The same board when 8/5 6/5 has been played: with the 3 a checker has gone from 8 to 5, with the 1 "
                "another one from 6 to 5. It is your opponent's turn."
            ),
            picture(after, 1, (), _PLAYED),
        ),
    ]
