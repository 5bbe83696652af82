"""The composer: an ephemeral message in which a play is entered by a button per step.

Its state is in the custom ids: the picks as pairs of a letter (the checker's point) and a digit (the die), grouped by
press.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import discord
from discord.utils import escape_markdown
from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import BAR, Dice, Draft, Pick, Play, Stale, Way
from bot.backgammon.steps import Step
from bot.screens.buttons import BLUE, GREEN, GREY, Item, button, view
from bot.screens.custom_ids import Press
from bot.screens.names import roll_words
from bot.tables.faults import TableTrouble
from bot.texts import Texts

MOST_PLAYS = 8
"""The most legal plays offered as a whole."""
MOST_STEPS = 20
"""The most steps offered: four rows of five, the fifth is for navigation."""
_ROW = 5
_LETTERS = "_abcdefghijklmnopqrstuvwxyz"


class Composed(Struct, frozen=True):
    """The composer's state: the picks of each press, whether the board is turned round, and whether the smaller die is
    to be used first.
    """

    presses: tuple[tuple[Pick, ...], ...] = ()
    flipped: bool = False
    smaller: bool = False

    def __str__(self) -> str:
        picks = "-".join("".join(f"{_LETTERS[start]}{die}" for start, die in press) for press in self.presses)
        return f"{'f' if self.flipped else 'n'}{'s' if self.smaller else ''}.{picks}"

    @classmethod
    def parse(cls, text: str) -> Composed:
        """Parse a draft. Raises `Stale` for any other text."""
        how, _, picks = text.partition(".")
        if how not in ("n", "f", "ns", "fs"):
            raise Stale(TableTrouble.MOVED_ON)
        presses = tuple(_picks(press) for press in picks.split("-")) if picks else ()
        return cls(presses, how[0] == "f", how[1:] == "s")

    @property
    def picks(self) -> tuple[Pick, ...]:
        return tuple(pick for press in self.presses for pick in press)

    def then(self, picks: Sequence[Pick]) -> Composed:
        """After one more press."""
        return replace(self, presses=(*self.presses, tuple(picks)), smaller=False)

    def back(self) -> Composed:
        """Before the last press."""
        return replace(self, presses=self.presses[:-1], smaller=False)

    def turned(self) -> Composed:
        return replace(self, flipped=not self.flipped)

    def pressed(self, verb: str) -> Composed:
        """After a press of **Back** or **Turn the board**; as it is after any other."""
        match verb:
            case "back":
                return self.back()
            case "flip":
                return self.turned()
            case _:
                return self

    def latest(self, draft: Draft) -> tuple[Step, ...]:
        """The steps of the draft made by the last press."""
        return draft.steps[len(self.back().picks) :]


def _picks(text: str) -> tuple[Pick, ...]:
    pairs = [text[index : index + 2] for index in range(0, len(text), 2)]
    if not 0 < len(pairs) <= 4 or any(len(pair) != 2 or pair[1] not in "123456" for pair in pairs):
        raise Stale(TableTrouble.MOVED_ON)
    points = [_LETTERS.find(pair[0]) for pair in pairs]
    if not all(0 < point <= BAR for point in points):
        raise Stale(TableTrouble.MOVED_ON)
    return tuple(Pick(point, int(pair[1])) for point, pair in zip(points, pairs, strict=True))


class _Offer(NamedTuple):
    """What is offered: whole plays, or steps with the die that is used `first`, None: with any."""

    plays: tuple[Play, ...] = ()
    ways: tuple[Way, ...] = ()
    first: int | None = None


def _offer(draft: Draft, composed: Composed) -> _Offer:
    if draft.play is not None:
        return _Offer()
    if not composed.presses and len(plays := draft.completions) <= MOST_PLAYS:
        return _Offer(plays=plays)
    ways, numbers = draft.ways(), set(draft.left)
    if len(ways) <= MOST_STEPS:
        return _Offer(ways=ways)
    if len(numbers) == 1:
        return _Offer(ways=ways[:MOST_STEPS])
    first = min(numbers) if composed.smaller else max(numbers)
    return _Offer(ways=tuple(way for way in ways if way.picks[0].die == first), first=first)


def composer_screen(
    table: str, question: int, draft: Draft, composed: Composed, dice: Dice, t: Texts, *, hints: bool = False
) -> tuple[str, discord.ui.View]:
    """Text and buttons for a draft of these dice, made from `composed`; with the button Hint if there are `hints`."""

    def press(verb: str, then: Composed) -> Press:
        return Press(verb, table, question, str(then))

    words, items = composer_parts(press, draft, composed, dice, t)
    if hints:
        items.append(button(t("Hint"), press("hint", composed), GREY, "💡", row=4))
    return words, view(items)


def composer_parts(
    press: Callable[[str, Composed], Press], draft: Draft, composed: Composed, dice: Dice, t: Texts
) -> tuple[str, list[Item]]:
    """Text and buttons without what stands beside them: two more fit into the last row, 4. `press` makes the custom id
    of a verb of the composer.
    """
    offer = _offer(draft, composed)
    return _words(draft, offer, dice, t), list(_items(press, draft, composed, offer, dice, t))


def _words(draft: Draft, offer: _Offer, dice: Dice, t: Texts) -> str:
    """The roll, the steps chosen, and what to press."""
    roll = roll_words(dice)
    if draft.play is not None:
        if not draft.play.steps:
            return t("{roll}: you cannot move. Confirm to go on.", roll=roll)
        return t("{roll}: **{play}**. Confirm, or go Back.", roll=roll, play=escape_markdown(str(draft.play)))
    if draft.steps:
        left = " ".join(map(str, draft.left))
        return t("{roll}: {play} … left to play: {left}.", roll=roll, play=escape_markdown(draft.notation), left=left)
    if offer.plays:
        return t("{roll}: choose a play.", roll=roll)
    if offer.first is not None:
        return t("{roll}: choose a step. There is no room for the steps of both numbers at once.", roll=roll)
    if len(set(dice)) == 1:
        return t("{roll}: choose a step, of one checker, of two at once, or of one twice.", roll=roll)
    return t(
        "{roll}: choose a step. First come those with the {larger}, then those with the {smaller}.",
        roll=roll,
        larger=max(dice),
        smaller=min(dice),
    )


def _items(
    press: Callable[[str, Composed], Press], draft: Draft, composed: Composed, offer: _Offer, dice: Dice, t: Texts
) -> Iterator[Item]:
    """The buttons: choices in four rows, navigation in the fifth."""
    offered = [(str(play), draft.towards(play).picks, BLUE) for play in offer.plays]
    for way in offer.ways:
        larger = len(way.picks) == 1 and way.picks[0].die == max(dice)
        offered.append((str(way), way.picks, BLUE if larger else GREY))
    for index, (label, picks, style) in enumerate(offered):
        yield button(label, press("step", composed.then(picks)), style, row=index // _ROW)
    if offer.first is not None:
        (number,) = set(draft.left) - {offer.first}
        other = replace(composed, smaller=not composed.smaller)
        yield button(t("Use the {number} first", number=number), press("order", other), row=3)
    yield button(t("Back"), press("back", composed), disabled=not composed.presses, row=4)
    green = GREEN if draft.play else GREY
    yield button(t("Confirm"), press("confirm", composed), green, disabled=draft.play is None, row=4)
    yield button(t("Turn the board"), press("flip", composed), GREY, "🔄", row=4)
