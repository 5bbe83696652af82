"""Texts and buttons of `/train`: a card as a task, after the answer, why, and what stands when all is done."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.analysis.verdicts import Kind, Verdict
from bot.analysis.why import why_pick
from bot.screens.buttons import BLUE, GREEN, GREY, Item, button, view
from bot.screens.custom_ids import Press
from bot.screens.reference.candidate_words import loss_mark
from bot.screens.reference.figures import number, percent
from bot.screens.reviews.day_words import asked_words, stakes_words
from bot.screens.reviews.value_words import unit_and_depth
from bot.screens.reviews.why_words import with_why
from bot.screens.reviews.words import BEST, by_loss, choice_label, chosen_text, loss_words, outcome_lines
from bot.texts import Texts
from bot.training.deck import Deck, Entry, Origin
from bot.training.memory import Grade

SIDES = ("n", "o")
"""How a card is shown, in custom ids: from one's own side, or from the other one."""

_SHORT = 8


def pressed(deck: Deck, verb: str, extra: str) -> Press:
    """A press on the card that a deck shows."""
    return Press(verb, deck.shown[:_SHORT], deck.showing, extra)


def is_shown(deck: Deck, press: Press) -> bool:
    """Whether a press is on the card that a deck shows, at this showing."""
    return bool(deck.shown) and (press.table, press.question) == (deck.shown[:_SHORT], deck.showing)


def task_words(verdict: Verdict, length: int, deck: Deck, a_day: int, t: Texts) -> str:
    """A card as a task."""
    if deck.shown in deck.again:
        head = t("**Training:** once more what was wrong today")
    else:
        head = t("**Training:** card {place} of {count} today", place=deck.done + 1, count=max(a_day, deck.done + 1))
    return "\n".join((head, f"**{asked_words(verdict, t)}**", stakes_words(verdict, length, t)))


def task_view(deck: Deck, choices: Sequence[tuple[str, float | None]], side: str, t: Texts) -> discord.ui.View:
    """The choices, and what else can be done with the card."""
    picks: list[Item] = [
        button(choice_label(choice, t), pressed(deck, "train_pick", f"{side}{place}"), GREY, row=0)
        for place, (choice, _) in enumerate(choices)
    ]
    return view([*picks, *_around(deck, side, t)])


def solution_words(verdict: Verdict, deck: Deck, entry: Entry, grade: Grade, t: Texts) -> str:
    """The result of an answer, and when the card comes again."""
    picked, losses = deck.picked or "", dict(by_loss(verdict))
    best, loss = chosen_text(verdict.best, t), losses.get(picked)
    lost = "" if loss is None else number(loss, t, "0.000")
    match grade:
        case Grade.GOOD:
            head = t("**Right:** {best}", best=best)
        case Grade.HARD:
            head = t(
                "**Nearly:** {picked} loses only {lost}; {best} is best.",
                picked=chosen_text(picked, t),
                lost=lost,
                best=best,
            )
        case Grade.AGAIN if lost:
            head = t(
                "**No:** {best} is best; {picked} loses {lost}.", best=best, picked=chosen_text(picked, t), lost=lost
            )
        case Grade.AGAIN:
            head = t("**No:** {best} is best.", best=best)
    lines = [head]
    if entry.origin is Origin.MISTAKE and verdict.chosen not in (verdict.best, picked):
        made = f"{chosen_text(verdict.chosen, t)}{loss_words(losses.get(verdict.chosen), t)}"
        lines.append(t("In your game: {chosen}", chosen=made))
    if deck.shown in deck.again:
        lines.append("-# " + t("It comes once more today."))
    elif entry.memory is not None:
        days = entry.memory.due - deck.day
        lines.append("-# " + t.many("It comes again in {number} day.", "It comes again in {number} days.", days))
    return "\n".join(lines)


def why_text(text: str, verdict: Verdict, picked: str, t: Texts) -> str:
    """The result with every choice and what it loses, and why what was wrong is worse."""
    lines = [text]
    for place, (each, lost) in enumerate(by_loss(verdict), 1):
        known = verdict.kind is Kind.PLAY and lost is not None
        mark = f"{place}. {loss_mark(lost or 0.0)}" if known else BEST if each == verdict.best else "▫️"
        own = " · " + t("your choice") if each == picked else ""
        lines.append(f"{mark} {chosen_text(each, t)}{loss_words(lost, t)}{own}")
    lines += [*outcome_lines(verdict, t), f"-# {unit_and_depth(verdict, t)}"]
    wrong = _wrong(verdict, picked)
    return with_why(
        "\n".join(lines), why_pick(verdict, wrong, dict(by_loss(verdict)).get(wrong)), t, of=chosen_text(wrong, t)
    )


def _wrong(verdict: Verdict, picked: str) -> str:
    """The choice to speak against: the answer, else the mistake once made, else the worst with a known loss."""
    if picked != verdict.best:
        return picked
    if verdict.chosen != verdict.best:
        return verdict.chosen
    return max(by_loss(verdict), key=lambda each: each[1] or 0.0)[0]


def solution_view(deck: Deck, side: str, t: Texts, *, why: bool) -> discord.ui.View:
    """The buttons below a result; `why`: the reasons are not shown yet."""
    items: list[Item] = [button(t("Next"), pressed(deck, "train_next", side), GREEN, row=0)]
    if why:
        items.append(button(t("Why"), pressed(deck, "train_why", side), BLUE, row=0))
    return view([*items, *_around(deck, side, t)])


def _around(deck: Deck, side: str, t: Texts) -> list[Item]:
    other = SIDES[1 - SIDES.index(side)]
    return [
        button(t("Turn the board"), pressed(deck, "train_side", other), GREY, row=1),
        button(t("Not this one"), pressed(deck, "train_drop", side), GREY, row=1),
    ]


def done_words(deck: Deck, entries: Sequence[Entry], a_day: int, t: Texts) -> str:
    """What stands when nothing is left for the day: nobody else is told."""
    if not a_day:
        return t("You have set 0 cards a day: `/preferences`, **Reminders**, changes that.")
    small = t("How many a day, and a reminder: `/preferences`, **Reminders**. Only you see any of this.")
    return "\n".join((t("**That is all for today.**"), standing_words(deck, entries, t), f"-# {small}"))


def standing_words(deck: Deck, entries: Sequence[Entry], t: Texts) -> str:
    """How somebody stands in training, in a line."""
    streak = t.many("{number} day in a row", "{number} days in a row", deck.streak_on(deck.day))
    known = sum(each.memory is not None for each in entries)
    told = [streak, t.many("{number} card known", "{number} cards known", known)]
    if deck.retention is not None:
        told.append(t("{percent} % right of what came again", percent=percent(deck.retention, t)))
    return " · ".join(told)
