"""What `/help` shows: a few sentences and three pictures."""

from __future__ import annotations

from functools import cache, reduce

from bot.backgammon import Position, Reply, parse_play
from bot.backgammon.actions import Move, OpeningRoll, Roll
from bot.chouette import Options, Order, Session, apply, start
from bot.chouette.actions import Answer, AnyAction, Arrange, Double, Hold
from bot.screens.chouette.scene import session_scene
from bot.texts import Texts
from render import Cube, Die, LastPlay, Scene, Step

_ROLL = (3, 1)
_PLAY = "8/5 6/5"
#: The people of the chouette in the picture, by seat, behind the one who looks at it.
_OTHERS = ("Anna", "Bořek", "Petra")
_BOX_PLAY = "13/5"
#: The captain's side has opened; the third in line has doubled and the box has taken; now the last one holds.
_CHOUETTE: tuple[AnyAction, ...] = (
    Arrange(line=(1, 0, 2, 3)),
    OpeningRoll(dice=_ROLL),
    Move(by=0, play=_PLAY),
    Roll(by=1, dice=(6, 2)),
    Move(by=1, play="13/5"),
    Double(by=2, bets=(1,)),
    Roll(by=0, dice=_ROLL),
    Answer(by=1, replies=((1, Reply.TAKE),)),
    Roll(by=0, dice=(6, 4)),
    Move(by=0, play="24/14"),
    Roll(by=1, dice=(5, 3)),
    Move(by=1, play=_BOX_PLAY),
    Hold(by=3),
)


def help_words(t: Texts) -> str:
    """How to start, how to move, how a chouette runs, and where the rest is."""
    return "\n".join(
        (
            t("**How to play**"),
            t(
                "Start: `/play` with an opponent, or without one for whoever presses **{accept}**. `length` 0 is a "
                "money session, 1 to 25 a match to so many points.",
                accept=t("Accept"),
            ),
            t(
                "Move: press **{move}**, choose a checker and where it goes, then **{confirm}**. Or type the play, as "
                "in `/move play: 8/5 6/5`. The picture below shows it.",
                move=t("Move"), confirm=t("Confirm"),
            ),
            t(
                "The cube, rolling and everything else have buttons under the board, the rarer ones under **{more}**; "
                "each is a command as well: `/roll`, `/double`, `/take`, `/drop`, `/resign`, `/undo` …",
                more=t("More"),
            ),
            t("`/board` brings the board back to the bottom, `/pips` and `/race` count, `/position` has it to copy."),
            t("`/rules` explains the rules, `/odds` has the chances, `/fairness` proves the dice."),
            t("Afterwards `/replay` shows a finished game move by move, and `/export` gives you its record."),
            t(
                "`/preferences` is for you, also to have or delete what I keep of you; `/settings` is for who manages "
                "the server."
            ),
            t("**A chouette**: one against all, on one board, for three to ten people"),
            t(
                "Open: `/chouette open`. The others press **{join}**, which is accepting the rules; **{rules}** shows "
                "them, the host changes them under **{options}** and presses **{start}**.",
                join=t("Join"), rules=t("Rules"), options=t("Options"), start=t("Start"),
            ),
            t(
                "The team: the captain presses **{roll}** and moves. Before the roll, each member may press "
                "**{double}**, **{hold}** or **{pass_}**; usually nobody is told who doubles until the captain rolls.",
                roll=t("Roll"), double=t("Double"), hold=t("Hold"), pass_=t("Pass"),
            ),
            t(
                "The box rolls and moves for itself and may double all of the team or some. All cubes it is offered it "
                "answers in one list: what it does not take there is dropped."
            ),
            t(
                "`/chouette score` and `/chouette history` have the points. `/chouette join` and `/chouette sit_out` "
                "hold from the next game on, `/chouette leave` at once. `/rules` tells the rest, by topic."
            ),
        )
    )  # fmt: skip


def help_scenes(theme: str, t: Texts) -> tuple[Scene, ...]:
    """The starting board with a roll, the same board when it has been played, and a chouette before its roll."""
    before = Position.start()
    after = parse_play(_PLAY, before, _ROLL).result

    def scene(position: Position, turn: int, dice: tuple[Die, ...], last: LastPlay | None) -> Scene:
        return Scene(
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

    return (
        scene(before, 0, tuple(map(Die, _ROLL)), None),
        scene(after, 1, (), _last(0, _PLAY)),
        session_scene(chouette(), (t("You"), *_OTHERS).__getitem__, _last(1, _BOX_PLAY), theme, t),
    )


def _last(side: int, play: str) -> LastPlay:
    """A play that hits nothing."""
    steps = (each.split("/") for each in play.split())
    return LastPlay(side, tuple(Step(int(origin), int(landing)) for origin, landing in steps))


@cache
def chouette() -> Session:
    """The chouette in the picture."""
    session = start(Options(order=Order.MANUAL), 1 + len(_OTHERS))
    return reduce(apply, _CHOUETTE, session)


def help_captions(t: Texts) -> tuple[str, ...]:
    """What the pictures teach."""
    return (
        t(
            "The start. You sit at the bottom with two checkers on 24, five on 13, three on 8 and five on 6; your "
            "opponent has the same on their side. Your checkers run from 24 down to 1 and off the board. You have "
            "rolled 3-1."
        ),
        t(
            "The same board when 8/5 6/5 has been played: with the 3 a checker has gone from 8 to 5, with the 1 "
            "another one from 6 to 5. It is your opponent's turn."
        ),
        t(
            "A chouette. {box} is the box and plays against the three of you; you are the captain and are on roll. "
            "{doubler} has doubled, and {box} has taken: that cube is with the box at 2, the others are in the middle "
            "at 1. {holder} asks you to wait before you roll.",
            box=_OTHERS[0], doubler=_OTHERS[1], holder=_OTHERS[2],
        ),
    )  # fmt: skip
