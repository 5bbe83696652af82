"""The form of what somebody would play: lists to choose from, whose draft lives in their custom ids."""

from __future__ import annotations

import re
from typing import NamedTuple

import discord

from bot.core.looking import LENGTHS, Rated, Seeker, Wish
from bot.core.pace import WantedPace
from bot.screens.buttons import GREEN, GREY, Item, button, choice, select, view
from bot.screens.custom_ids import Press, number_of
from bot.screens.looking.words import RATED
from bot.screens.pace_words import OFFERED, wanted_words
from bot.texts import Texts

PACES: tuple[WantedPace | None, ...] = (*reversed(OFFERED), None)
"""What can be chosen, the quickest first: so many minutes before so many days."""
WIDTHS = (0, 100, 200, 300, 500)
"""How far the rating of an opponent may be from the own one; 0: whatever it is."""
HOURS = (1, 2, 4, 8, 24)
_LIKE_DRAFT = re.compile(r"(\d{1,4})\.(\d{1,4})\.(\d{1,3})\.([a-z]{1,8})\.(\d{1,2})")
_NO_TABLE = "0"


class Draft(NamedTuple):
    """What is chosen so far: indices of `LENGTHS` and `PACES`, one of `WIDTHS`, and for how many hours."""

    lengths: tuple[int, ...] = (2, 3)
    paces: tuple[int, ...] = (2,)
    width: int = 0
    rated: Rated = Rated.EITHER
    hours: int = 2

    def __str__(self) -> str:
        return f"{_mask(self.lengths)}.{_mask(self.paces)}.{self.width}.{self.rated.value}.{self.hours}"

    @classmethod
    def parse(cls, text: str) -> Draft | None:
        """The inverse of `str`; None for anything else."""
        found = _LIKE_DRAFT.fullmatch(text)
        if found is None or found[4] not in [each.value for each in Rated]:
            return None
        lengths, paces = (_of_mask(int(found[group])) for group in (1, 2))
        width, hours = int(found[3]), int(found[5])
        fits = max(lengths, default=0) < len(LENGTHS) and max(paces, default=0) < len(PACES)
        return (
            cls(lengths, paces, width, Rated(found[4]), hours) if fits and width in WIDTHS and hours in HOURS else None
        )

    def wish(self, rating: int) -> Wish:
        """What is looked for by somebody with this rating."""
        return Wish(
            lengths=tuple(LENGTHS[each] for each in self.lengths),
            paces=tuple(PACES[each] for each in self.paces),
            rated=self.rated,
            lowest=rating - self.width if self.width else None,
            highest=rating + self.width if self.width else None,
        )

    @classmethod
    def of(cls, seeker: Seeker) -> Draft:
        """The draft of who is on the list, as far as the form has it."""
        wish = seeker.wish
        width = 0 if wish.highest is None else wish.highest - seeker.rating
        hours = round((seeker.until - seeker.at) / 3600)
        return cls(
            tuple(number for number, length in enumerate(LENGTHS) if length in wish.lengths),
            tuple(number for number, pace in enumerate(PACES) if pace in wish.paces),
            width if width in WIDTHS else 0,
            wish.rated,
            hours if hours in HOURS else cls().hours,
        )

    def changed(self, field: str, chosen: list[str]) -> Draft | None:
        """The draft after a choice in the list of a field; None for a choice that is not offered."""
        numbers = [int(each) for each in chosen if each.isdecimal() and len(each) < 4]
        match field:
            case "lengths" if numbers and max(numbers) < len(LENGTHS):
                return self._replace(lengths=tuple(sorted(numbers)))
            case "paces" if numbers and max(numbers) < len(PACES):
                return self._replace(paces=tuple(sorted(numbers)))
            case "width" if numbers and numbers[0] in WIDTHS:
                return self._replace(width=numbers[0])
            case "hours" if numbers and numbers[0] in HOURS:
                return self._replace(hours=numbers[0])
            case "rated":
                order = list(Rated)
                return self._replace(rated=order[(order.index(self.rated) + 1) % len(order)])
            case _:
                return None


def _mask(numbers: tuple[int, ...]) -> int:
    return sum(1 << each for each in numbers)


def _of_mask(mask: int) -> tuple[int, ...]:
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


def form_words(rating: int, t: Texts) -> str:
    """What the form asks."""
    return t(
        "**What would you play?** Choose all that you like, then press **Look**. Your rating here is {rating}.",
        rating=rating,
    )


def form_view(draft: Draft, t: Texts) -> discord.ui.View:
    """The lists of the form, and the button that brings one on the list."""

    def setting(field: str) -> Press:
        return Press("look_set", _NO_TABLE, number_of(draft), f"{field}/{draft}")

    lengths = [
        choice(t.many("{number} point", "{number} points", length), str(number), default=number in draft.lengths)
        for number, length in enumerate(LENGTHS)
    ]
    paces = [
        choice(wanted_words(pace, None, t), str(number), default=number in draft.paces)
        for number, pace in enumerate(PACES)
    ]
    against = [
        choice(
            t("at most {number} points away from me", number=each) if each else t("against anybody"),
            str(each),
            default=each == draft.width,
        )
        for each in WIDTHS
    ]
    lasting = [
        choice(t.many("for {number} hour", "for {number} hours", each), str(each), default=each == draft.hours)
        for each in HOURS
    ]
    items: list[Item] = [
        select(t("Lengths"), setting("lengths"), lengths, row=0, several=True),
        select(t("Paces"), setting("paces"), paces, row=1, several=True),
        select(t("Opponent"), setting("width"), against, row=2),
        select(t("How long"), setting("hours"), lasting, row=3),
        button(t(RATED[draft.rated]).capitalize(), setting("rated"), GREY, "🔁", row=4),
        button(t("Look"), Press("look_enter", _NO_TABLE, 0, str(draft)), GREEN, row=4),
    ]
    return view(items)
