"""The value of a hand in words: each player's balance and its parts."""

from __future__ import annotations

from fractions import Fraction

from bot.preferans.conventions import Convention
from bot.preferans.hands import AllPass, Hand
from bot.preferans.records import Record, balances, record
from bot.preferans.sheet import Options
from bot.screens.preferans.option_words import preset_name
from bot.screens.preferans.words import signed_figure
from bot.texts import Texts


def value_words(hand: Hand, options: Options, t: Texts) -> str:
    """The value of a hand for each player. Raises `Illegal` for an impossible one."""
    convention = options.convention
    what = record(hand, convention)
    head = t("By the convention {name}, in whists:", name=preset_name(options.preset, t))
    worth = balances(what, convention)
    lines = (
        _line(name, worth[seat], what, seat, convention, t) for seat, name in enumerate(_names(hand, convention, t))
    )
    return "\n".join((head, *lines))


def _names(hand: Hand, convention: Convention, t: Texts) -> list[str]:
    if isinstance(hand, AllPass):
        return [t("hand {number}", number=number) for number in range(1, convention.players + 1)]
    names = [t("declarer"), t("first defender"), t("second defender"), t("dealer")]
    return names[: convention.players]


def _line(name: str, worth: Fraction, what: Record, seat: int, convention: Convention, t: Texts) -> str:
    """A balance and its parts: bullet and mountain are shared among all, whists between two."""
    parts = (
        (t("pool"), _shared(what.bullet, seat) * convention.bullet),
        (t("dump"), -_shared(what.mountain, seat) * convention.mountain),
        (
            t("whists"),
            sum((each * ((writer == seat) - (on == seat)) for (writer, on), each in what.whists.items()), Fraction()),
        ),
    )
    said = ", ".join(f"{word} {signed_figure(part, t)}" for word, part in parts if part)
    return f"- **{name}: {signed_figure(worth, t)}**" + (f" = {said}" if said else "")


def _shared(points: tuple[Fraction, ...], seat: int) -> Fraction:
    """One's own points minus the mean of all."""
    return points[seat] - Fraction(sum(points), len(points))
