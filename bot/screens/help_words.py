"""What `/help` shows: a few sentences and two pictures."""

from __future__ import annotations

from bot.backgammon import Position, parse_play
from bot.texts import Texts
from render import Cube, Die, LastPlay, Scene, Step

_ROLL = (3, 1)
_PLAY = "8/5 6/5"


def help_words(t: Texts) -> str:
    """How to start, how to move, and where the rest is."""
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
            t("`/board` brings the board back to the bottom, `/pips` and `/race` count."),
            t("`/rules` explains the rules, `/odds` has the chances, `/fairness` proves the dice."),
            t("Afterwards `/replay` shows a finished game move by move, and `/export` gives you its record."),
            t("`/preferences` is for you, `/settings` for who manages the server."),
        )
    )  # fmt: skip


def help_scenes(theme: str, t: Texts) -> tuple[Scene, Scene]:
    """The starting board with a roll, and the same board when it has been played."""
    before = Position.start()
    after = parse_play(_PLAY, before, _ROLL).result
    steps = tuple(Step(int(origin), int(landing)) for origin, landing in (each.split("/") for each in _PLAY.split()))

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

    return scene(before, 0, tuple(map(Die, _ROLL)), None), scene(after, 1, (), LastPlay(0, steps))


def help_captions(t: Texts) -> tuple[str, str]:
    """What the two pictures teach."""
    return (
        t(
            "The start. You sit at the bottom with two checkers on 24, five on 13, three on 8 and five on 6; your "
            "opponent has the same on his side. Your checkers run from 24 down to 1 and off the board. You have "
            "rolled 3-1."
        ),
        t(
            "The same board when 8/5 6/5 has been played: with the 3 a checker has gone from 8 to 5, with the 1 "
            "another one from 6 to 5. It is your opponent's turn."
        ),
    )
