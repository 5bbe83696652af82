"""Texts of the review queue: progress, end, choices, requests of others."""

from __future__ import annotations

from collections.abc import Sequence

from bot import limits
from bot.screens.fitting import shortened
from bot.screens.names import plain
from bot.screens.reviews.words import named
from bot.tables.review_requests import End, Progress, Request
from bot.texts import Texts

_BAR = 12
_NAMED = 6
"""Matches named in a message."""


def progress_words(game: str, progress: Progress, t: Texts) -> str:
    """The progress of an analysis, or its end."""
    match progress.end:
        case End.FAILED:
            return t("The analysis of `{game}` did not succeed: my engine does not answer. Try again later.", game=game)
        case End.FULL:
            return t("The analysis of `{game}` ends here: my memory is full. What is done of it is kept.", game=game)
        case End.SPENT:
            return t("The analysis of `{game}` is too much for you today. Try again tomorrow.", game=game)
        case End.CANCELLED | End.STOPPED:
            return cancelled_words(game, progress, t)
        case End.MOVED:
            return t("You have asked for this again. It goes on there.")
        case End.MADE | None:
            pass
    lines = [t("`{game}` waits for its turn.", game=game) if progress.waits else _bar_words(game, progress, t)]
    if progress.matches:
        lines.insert(0, t("Match {number} of {all}:", number=progress.match, all=progress.matches))
    if progress.others:
        lines.append(
            t.many(
                "I take turns with {number} other analysis, a game each.",
                "I take turns with {number} other analyses, a game each.",
                progress.others,
            )
        )
    if progress.seconds:
        lines.append(minutes_words(progress.seconds, t))
    return " ".join(lines)


def _bar_words(game: str, progress: Progress, t: Texts) -> str:
    filled = round(_BAR * progress.done / progress.all) if progress.all else 0
    bar = "▰" * filled + "▱" * (_BAR - filled)
    return t("I am analysing `{game}`: {bar} {percent} %", game=game, bar=bar, percent=percents(progress))


def percents(progress: Progress) -> int:
    return int(100 * progress.done / progress.all) if progress.all else 0


def minutes_words(seconds: float, t: Texts) -> str:
    return t.many("About {number} minute more.", "About {number} minutes more.", max(1, round(seconds / 60)))


def cancelled_words(game: str, progress: Progress, t: Texts) -> str:
    """To the requester: cancelled by themselves, or by another member."""
    if progress.end is End.STOPPED:
        return t("Whoever runs me has cancelled the analysis of `{game}`. What is done of it is kept.", game=game)
    if progress.by:
        name = plain(progress.by)
        return t(
            "{name}, who moderates here, has cancelled the analysis of `{game}`. What is done of it is kept.",
            name=name,
            game=game,
        )
    return t("The analysis is cancelled. What is done of it is kept.")


def parts_words(game: str, decisions: int, most: int, left: int, t: Texts) -> str:
    """To a requester of too much, above the choice of parts."""
    lines = [
        t.many(
            "`{game}` has {number} decision that is not analysed yet. I analyse at most {most} at a time.",
            "`{game}` has {number} decisions that are not analysed yet. I analyse at most {most} at a time.",
            decisions,
            game=game,
            most=most,
        )
    ]
    if left < most:
        lines.append(
            t.many(
                "Of your decisions of 24 hours {number} is left.",
                "Of your decisions of 24 hours {number} are left.",
                left,
            )
        )
    lines.append(t("Choose with what I begin; come back for the rest. Nothing has begun."))
    return " ".join(lines)


def run_words(request: Request, end: End, t: Texts) -> str:
    """The end of a run through several matches."""
    done, missed = run_done(request, end), request.missed
    words = t.many(
        "{number} match of this file is analysed: choose it to see its report.",
        "{number} matches of this file are analysed: choose one to see its report.",
        len(done),
    )
    lines = [words if done else t("No match of this file is analysed.")]
    if missed:
        ids = ", ".join(f"`{name}`" for name in missed[:_NAMED]) + (" …" if missed[_NAMED:] else "")
        lines.append(
            t("Not analysed: {ids}.", ids=ids)
            + " "
            + t("Try again tomorrow with `/analyze`, or later if my engine was busy.")
        )
    if end in (End.CANCELLED, End.STOPPED):
        lines.append(t("The analysis is cancelled. What is done of it is kept."))
    if end is End.FULL:
        lines.append(t("My memory is full, so the rest is not analysed."))
    return "\n".join(lines)


def run_done(request: Request, end: End | None) -> list[tuple[int, str]]:
    """The tables of a run that are reviewed, by channel and id."""
    through = len(request.tables) - len(request.later) - (end is not End.MADE)
    return [each for each in request.tables[:through] if each[1] not in request.missed]


def queue_words(listed: Sequence[tuple[Request, Progress]], t: Texts) -> str:
    """The queue of a server, for its moderators."""
    lines = [t("**Analyses asked for in this server**")]
    for request, progress in listed[: limits.CHOICES]:
        words = t(
            "`{game}` for {who}: {percent} % of {decisions} decisions.",
            game=named(request.table, request.games, request.part),
            who=f"<@{request.user}>",
            percent=percents(progress),
            decisions=progress.all,
        )
        lines.append(f"- {words} " + minutes_words(progress.seconds, t))
    if len(listed) > limits.CHOICES:
        lines.append("- …")
    return shortened("\n".join(lines), limits.MESSAGE)


def later_words(*, mentioned: bool, t: Texts) -> str:
    """How the requester learns of an analysis that takes longer than an answer can be edited."""
    if mentioned:
        return t("Should it take more than a quarter of an hour, I mention you here when it is done.")
    return t("Should it take more than a quarter of an hour, type `/analyze` again: I cannot write here by myself.")


def ready_words(user: int, end: End, t: Texts) -> str:
    """The announcement to a requester after a long wait, publicly."""
    who = f"<@{user}>"
    if end is End.MADE:
        return t("{who}, the analysis you asked for is done.", who=who)
    if end in (End.CANCELLED, End.STOPPED):
        return t("{who}, the analysis you asked for has been cancelled.", who=who)
    return t("{who}, the analysis you asked for did not succeed: my engine does not answer. Try again later.", who=who)
