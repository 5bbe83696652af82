"""The topic of `/help` about Preferans."""

from __future__ import annotations

from functools import cache, reduce

from bot.preferans.hands import AllPass, Game, Misere, Role
from bot.preferans.lines import Played
from bot.preferans.sheet import AnyAction, Lot, Options, Sheet, Write, apply
from bot.screens.face import Lesson, Shown
from bot.screens.preferans.pictures import sheet_picture
from bot.texts import Texts

_OTHERS = ("Anna", "Bořek", "Petra")
#: A seven with two whisters, a misère, an all-pass.
_PLAYED: tuple[AnyAction, ...] = (
    Lot(dice=(1, 1)),
    Write(by=0, line=Played(0, 1, Game(7, 7, ((Role.WHIST, 2), (Role.WHIST, 1)), 1))),
    Write(by=1, line=Played(1, 2, Misere(0))),
    Write(by=0, line=Played(2, None, AllPass((3, 0, 5, 2)))),
)


@cache
def example() -> Sheet:
    return reduce(apply, _PLAYED, Sheet(options=Options()))


def preferans_lesson(theme: str, t: Texts, shown: Shown) -> Lesson:
    """How a sheet is kept, with one after three hands."""
    words = [
        t("**A Preferans sheet**: you play with real cards, I keep the score for three or four"),
        t(
            "Open: `/preferans open` with a convention and the pool. The others press **{join}**; when all are "
            "there, the dice say who deals first.",
            join=shown.before("Join"),
        ),
        t(
            "After each hand anybody on the sheet presses **{hand}**: who played, what, who whisted, the tricks. The "
            "balances are shown before **{save}**.",
            hand=shown.board("Hand"), save=t("Save"),
        ),
        t(
            "A mistake: `/undo` takes back the last line, `/preferans edit` enters any hand anew, `/preferans correct` "
            "writes an agreed penalty. `/preferans end` settles with the fewest payments."
        ),
        t(
            "Without a sheet: `/preferans value` says what a hand is worth, and compares playing with passing; "
            "`/preferans table` has the tables."
        ),
        t(
            "The picture: from the edge to the middle each has whists on the others, the pool and the dump. The "
            "number at the name is the balance, the disc marks who deals next."
        ),
        t("Elsewhere the pool is called bullet, the dump mountain, and half whist is taken “for own”."),
    ]  # fmt: skip
    picture = sheet_picture(example(), (t("You"), *_OTHERS), theme, t)
    return Lesson(t("Preferans"), "\n- ".join(words), picture)
