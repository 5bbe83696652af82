"""What `/help` shows: how to play and where everything is, and what each game has to say and to show of itself."""

from __future__ import annotations

from bot.screens import faces
from bot.screens.face import Lesson
from bot.screens.fitting import pages
from bot.texts import Texts


def help_words(t: Texts) -> list[str]:
    """How to start, how to move, where the rest is, and how each game runs that needs more words; in as few messages as
    that takes."""
    return pages(
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
            *(line for face in faces.registered() for line in face.guide(t)),
        )
    )  # fmt: skip


def help_lessons(theme: str, t: Texts) -> list[Lesson]:
    """The pictures, each with what it teaches."""
    return [lesson for face in faces.registered() for lesson in face.lessons(theme, t)]
