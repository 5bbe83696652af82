"""Why a decision was wrong: the themes of its verdict that are said, at most two. Pure."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from bot.analysis.cube_themes import cube_reasons
from bot.analysis.take_points import gammon_worth
from bot.analysis.themes import SECOND, Reason, play_reasons
from bot.analysis.verdicts import BLUNDER, ERROR, Kind, Verdict
from bot.backgammon import Position, legal_plays
from bot.engine.thoughts import Chances, Judged, Stakes

GAMMONS = 1 / 2
"""The least share of the loss that a difference in gammons makes up, to be named beside what is on the board."""

CLOSE, UNEXPLAINED = "close call", "unexplained"
"""What is said of an error, and of a blunder, that no theme explains."""

_CACHED = 256


@lru_cache(_CACHED)
def why(verdict: Verdict) -> tuple[Reason, ...]:
    """The reasons of an error, at most two, the first one first; empty for what is no error."""
    if verdict.error < ERROR:
        return ()
    if verdict.kind is not Kind.PLAY:
        return cube_reasons(verdict)
    after = _results(verdict)
    if verdict.chosen not in after or verdict.best not in after:
        return ()
    gammons = gammon_reasons(verdict.after, verdict.after_best, verdict.stakes, verdict.error)
    position, made, right = Position.from_id(verdict.position), after[verdict.chosen], after[verdict.best]
    return why_play(position, made, right, verdict.error, gammons)


def why_pick(verdict: Verdict, picked: str, lost: float | None) -> tuple[Reason, ...]:
    """The reasons against a pick in a quiz about this verdict, which loses so much, if known; empty for what is no
    error.
    """
    if picked == verdict.chosen:
        return why(verdict)
    if verdict.kind is not Kind.PLAY:
        return why(replace(verdict, chosen=picked, error=lost)) if lost else ()
    after = _results(verdict)
    if lost is None or lost < ERROR or picked not in after or verdict.best not in after:
        return ()
    return why_play(Position.from_id(verdict.position), after[picked], after[verdict.best], lost)


def why_second(position: Position, best: Judged, second: Judged, stakes: Stakes) -> tuple[Reason, ...]:
    """The reasons why the second best play is worse than the best; empty if it is no error, or none explains it."""
    lost = best.equity - second.equity
    if lost < ERROR:
        return ()
    gammons = gammon_reasons(second.chances, best.chances, stakes, lost)
    found = why_play(position, Position(second.packed), Position(best.packed), lost, gammons)
    return tuple(each for each in found if each.numbers)


def why_play(
    position: Position, made: Position, right: Position, lost: float, gammons: tuple[Reason, ...] = ()
) -> tuple[Reason, ...]:
    """The reasons why a play that led to `made` lost so much to one that led to `right`, all seen by the mover; if none
    explains enough, that this is so.
    """
    first, *others = sorted((*play_reasons(position, made, right, lost), *gammons), key=lambda each: -each.worth) or [
        Reason(CLOSE if lost < BLUNDER else UNEXPLAINED, ())
    ]
    return (first, *(each for each in others[:1] if each.worth >= SECOND * first.worth))


def _results(verdict: Verdict) -> dict[str, Position]:
    """The positions after all legal plays, by their notation."""
    assert verdict.dice is not None
    return {str(play): play.result for play in legal_plays(Position.from_id(verdict.position), verdict.dice)}


def gammon_reasons(made: Chances, right: Chances, stakes: Stakes, lost: float) -> tuple[Reason, ...]:
    """Gammons as reasons, where they make up half of the loss; the number is the difference in whole per cent."""
    won, given = gammon_worth(stakes)
    found = (
        ("fewer gammons", right.gammon - made.gammon, won),
        ("more gammons lost", made.lose_gammon - right.lose_gammon, given),
    )
    return tuple(
        Reason(name, (round(100 * difference),), difference * each)
        for name, difference, each in found
        if round(100 * difference) > 0 and difference * each >= GAMMONS * lost
    )
