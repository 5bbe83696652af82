"""Texts and buttons of the position of the day: task, vote, answer. Members are named only with their consent."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.analysis.verdicts import Kind, Verdict
from bot.analysis.why import why
from bot.screens.buttons import GREY, button, view
from bot.screens.custom_ids import Press
from bot.screens.names import plain, roll_words
from bot.screens.reviews.value_words import unit_and_depth
from bot.screens.reviews.why_words import with_why
from bot.screens.reviews.words import (
    by_loss,
    choice_label,
    chosen_text,
    loss_words,
    outcome_lines,
    preset_words,
    short_chances,
)
from bot.tables.days import Puzzle
from bot.texts import Texts

#: The table in custom ids: votes have none.
_NO_TABLE = "0"
_BAR = 6


def day_words(puzzle: Puzzle, votes: int, until: float | None, t: Texts, link: str = "") -> str:
    """The task. `until`: when it is answered, in seconds since 1970; None once it is, with a `link` to the answer if
    there is one.
    """
    voted = t.many("{number} vote", "{number} votes", votes)
    if until is not None:
        when = t("answer {when}", when=f"<t:{until:.0f}:R>")
    else:
        when = t("answered: {link}", link=link) if link else t("the answer could not be posted")
    head, task = t("## Position of the day"), f"**{asked_words(puzzle.verdict, t)}**"
    return "\n".join((head, task, stakes_words(puzzle.verdict, puzzle.length, t), f"-# {voted} · {when}"))


def asked_words(verdict: Verdict, t: Texts) -> str:
    """The question of a decision to its reader, in a line."""
    match verdict.kind:
        case Kind.PLAY:
            assert verdict.dice is not None
            return t("You have rolled {dice}. Your play?", dice=roll_words(verdict.dice))
        case Kind.CUBE:
            return t("You are on roll. Do you double?")
        case Kind.ANSWER:
            return t("The cube is offered to you. What do you say?")


def stakes_words(verdict: Verdict, length: int, t: Texts) -> str:
    """What the reader plays for; `length` of the match, 0 for money."""
    away = verdict.stakes.away
    if not length or away is None:
        return t("A money game.")
    own, other = away if verdict.kind is not Kind.ANSWER else reversed(away)
    return t("Match to {length}: you need {own}, they need {other}.", length=length, own=own, other=other)


def day_view(number: int, puzzle: Puzzle, t: Texts) -> discord.ui.View:
    return view(
        [
            button(choice_label(choice, t), Press("vote", _NO_TABLE, number, str(place)), GREY)
            for place, choice in enumerate(puzzle.choices)
        ]
    )


def vote_words(choice: str, until: float, t: Texts) -> str:
    return t(
        "Your vote: **{choice}**. Nobody sees it; you can change it until the answer comes, {when}.",
        choice=chosen_text(choice, t),
        when=f"<t:{until:.0f}:R>",
    )


def answer_words(puzzle: Puzzle, votes: Mapping[str, int], name: str, t: Texts) -> str:
    """The answer: the best choice, the loss and votes of every other one, the choice in the game.

    `name`: the player, if they may be named.
    """
    verdict, most = puzzle.verdict, max(votes.values(), default=0)
    lines = [t("## The answer: {best}", best=chosen_text(verdict.best, t)), _found_words(votes, verdict.best, t)]
    for choice, lost in by_loss(verdict):
        full = round(_BAR * votes.get(choice, 0) / most) if most else 0
        words = f"{chosen_text(choice, t)}{loss_words(lost, t)}"
        bar = "▰" * full + "▱" * (_BAR - full)
        lines.append(f"{bar} {votes.get(choice, 0)} · " + (f"**{words}**" if choice == verdict.best else words))
    chosen = chosen_text(verdict.chosen, t)
    lines.append(
        t("In the game, {name}: {chosen}", name=f"**{plain(name)}**", chosen=chosen)
        if name
        else t("In the game: {chosen}", chosen=chosen)
    )
    lines += [*outcome_lines(verdict, t), *_chances(verdict, t)]
    by = puzzle.engine if verdict.plies else f"{puzzle.engine}, {preset_words(puzzle.preset, t)}"
    lines.append(f"-# {unit_and_depth(verdict, t)} · {by}")
    return with_why("\n".join(lines), why(verdict), t, of=chosen)


def _chances(verdict: Verdict, t: Texts) -> list[str]:
    """The chances after the choice made and after the best one; of cubes before the roll."""
    if verdict.kind is not Kind.PLAY:
        return ["-# " + t("On roll: {chances}", chances=short_chances(verdict.after, t))]
    return [
        f"-# {chosen_text(verdict.chosen, t)}: {short_chances(verdict.after, t)}",
        f"-# {chosen_text(verdict.best, t)}: {short_chances(verdict.after_best, t)}",
    ]


def _found_words(votes: Mapping[str, int], best: str, t: Texts) -> str:
    voted = sum(votes.values())
    if not voted:
        return t("Nobody has voted.")
    return t.many("{number} of {all} has found it.", "{number} of {all} have found it.", votes.get(best, 0), all=voted)
