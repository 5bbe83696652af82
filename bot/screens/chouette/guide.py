"""The topic of `/help` about the chouette."""

from __future__ import annotations

from functools import cache, reduce

from bot.backgammon import Reply
from bot.backgammon.actions import Move, OpeningRoll, Roll
from bot.chouette import Options, Order, Session, apply, start
from bot.chouette.actions import Answer, AnyAction, Arrange, Double, Hold
from bot.core.actions import BetIndex
from bot.screens.chouette.scene import session_scene
from bot.screens.face import Lesson, Shown
from bot.screens.painter import of_board
from bot.texts import Texts
from render import LastPlay, Scene, Step

#: The players in the picture, by seat, after the reader.
_OTHERS = ("Anna", "Bořek", "Petra")
#: The bet of the third in line.
_THIRD = BetIndex(1)
#: The captain's side has opened; the third in line has doubled and the box has taken; now the last one holds.
_PLAYED: tuple[AnyAction, ...] = (
    Arrange(line=(1, 0, 2, 3)),
    OpeningRoll(dice=(3, 1)),
    Move(by=0, play="8/5 6/5"),
    Roll(by=1, dice=(6, 2)),
    Move(by=1, play="13/5"),
    Double(by=2, bets=(_THIRD,)),
    Roll(by=0, dice=(3, 1)),
    Answer(by=1, replies=((_THIRD, Reply.TAKE),)),
    Roll(by=0, dice=(6, 4)),
    Move(by=0, play="24/14"),
    Roll(by=1, dice=(5, 3)),
    Move(by=1, play="13/5"),
    Hold(by=3),
)
_LAST = LastPlay(1, (Step(13, 5),))


def _words(t: Texts, shown: Shown) -> list[str]:
    """How a chouette works, one paragraph per line."""
    return [
        t("**A chouette**: one against all, on one board, for three to ten people"),
        t(
            "Open: `/chouette open`. The others press **{join}**, which is accepting the rules; **{rules}** shows "
            "them, the host changes them under **{options}** and presses **{start}**.",
            join=shown.before("Join"), rules=shown.before("Rules"), options=shown.before("Options"),
            start=shown.before("Start"),
        ),
        t(
            "The team: the captain presses **{roll}** and moves. Before the roll, each member may press "
            "**{double}**, **{hold}** or **{pass_}**; usually nobody is told who doubles until the captain rolls.",
            roll=shown.board("Roll"), double=shown.board("Double"), hold=shown.board("Hold"), pass_=shown.board("Pass"),
        ),
        t(
            "The box rolls and moves for itself and may double all of the team or some. All cubes it is offered it "
            "answers in one list: what it does not take there is dropped."
        ),
        t(
            "`/chouette score` and `/chouette history` have the points. `/chouette join` and `/chouette sit_out` "
            "hold from the next game on, `/chouette leave` at once. `/rules` tells the rest, by topic: also about "
            "banks and fixed turns."
        ),
    ]  # fmt: skip


@cache
def example() -> Session:
    """The session in the picture, before the captain's roll."""
    session = start(Options(order=Order.MANUAL), 1 + len(_OTHERS))
    return reduce(apply, _PLAYED, session)


def chouette_scene(theme: str, t: Texts) -> Scene:
    """The board and the cubes of the example."""
    return session_scene(example(), (t("You"), *_OTHERS).__getitem__, _LAST, theme, t)


def chouette_lesson(theme: str, t: Texts, shown: Shown) -> Lesson:
    caption = t(
        "The picture: {box} is the box and plays against the three of you; you are the captain and are on roll. "
        "{doubler} has doubled, and {box} has taken: that cube is with the box at 2, the others are in the middle "
        "at 1. {holder} asks you to wait before you roll.",
        box=_OTHERS[0], doubler=_OTHERS[1], holder=_OTHERS[2],
    )  # fmt: skip
    return Lesson(t("Chouette"), "\n".join((*_words(t, shown), caption)), of_board(chouette_scene(theme, t), t))
