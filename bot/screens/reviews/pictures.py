"""The picture of a decision, as it was at the table, or as a puzzle for anyone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from msgspec import structs

from bot.analysis.course import decider_side
from bot.analysis.report import Placed
from bot.analysis.verdicts import DOUBLE, Kind, Verdict
from bot.backgammon import OfferStage, Position, Reply, Seat, Side, Xgid, legal_plays
from bot.engine.thoughts import Owner
from bot.screens.names import label_names
from bot.screens.reference.candidate_words import candidates_scene
from bot.screens.reference.hint_words import hint_scene
from bot.screens.reference.position_words import position_scene
from bot.screens.reviews.words import by_loss
from bot.tables.table import Table
from bot.texts import Texts
from render import Scene, Step, Way

_OFFERS = {OfferStage.DOUBLE: "D", OfferStage.BEAVER: "B", OfferStage.RACCOON: "R"}


def xgid_of_verdict(verdict: Verdict, length: int) -> Xgid:
    """The position of a decision; `length` of the match, 0 for money."""
    side, stakes = verdict.side, verdict.stakes
    position = Position.from_id(verdict.position)
    owners = {Owner.NOBODY: None, Owner.MOVER: side, Owner.OPPONENT: side.other}
    away = stakes.away if length else None
    score = (0, 0) if away is None else (length - away[side], length - away[side.other])
    return Xgid(
        position=position if side is Side.WHITE else position.mirrored(),
        cube=stakes.cube,
        owner=owners[stakes.owner],
        turn=side,
        dice=verdict.dice,
        offer=_OFFERS[verdict.stage] if verdict.kind is Kind.ANSWER else "",
        score=score,
        crawford=stakes.crawford,
        jacoby=stakes.jacoby,
        beavers=stakes.beavers,
        length=length if away else 0,
    )


def decision_scene(
    table: Table,
    placed: Placed,
    verdicts: Iterable[Placed],
    length: int,
    theme: str,
    t: Texts,
    *,
    played: str = "",
    best: str = "",
) -> Scene:
    """The picture of a decision, with the players of this game. `played` and `best` are plays to compare, if given."""
    verdict = placed.verdict
    scene = position_scene(xgid_of_verdict(verdict, length), theme, t)
    seats: dict[Side, dict[Seat, None]] = {Side.WHITE: {}, Side.BLACK: {}}
    for each in verdicts:
        if each.game == placed.game:
            seats[decider_side(each.verdict)][each.verdict.seat] = None
    names, called = label_names(table), list(scene.names)
    for side, there in seats.items():
        if there:
            others = f" + {len(there) - 1}" if len(there) > 1 else ""
            called[side] = names(next(iter(there))) + others
    own = decider_side(verdict)
    called[own] = names(verdict.seat)
    ways = [*_ways(verdict, played, best=False), *_ways(verdict, best, best=True)]
    return replace(scene, names=(called[0], called[1]), ways=tuple(ways))


def _ways(verdict: Verdict, text: str, *, best: bool) -> Iterator[Way]:
    """A play as arrows; a dance, or a cube decision, has none."""
    if verdict.dice is not None:
        for play in legal_plays(Position.from_id(verdict.position), verdict.dice):
            if str(play) == text:
                yield Way(tuple(Step(*step) for step in play.steps), best)


def answered_scene(
    table: Table, placed: Placed, verdicts: Iterable[Placed], length: int, theme: str, t: Texts
) -> Scene:
    """The picture of a decision that has been practised: all candidate plays of which the loss is known, as arrows in
    the order of `by_loss`.
    """
    return _compared(decision_scene(table, placed, verdicts, length, theme, t), placed.verdict)


def _compared(scene: Scene, verdict: Verdict) -> Scene:
    """The board with all candidate plays of which the loss is known; of a cube unchanged."""
    if verdict.dice is None:
        return scene
    plays = {str(play): play for play in legal_plays(Position.from_id(verdict.position), verdict.dice)}
    named = [(plays[text], loss) for text, loss in by_loss(verdict) if loss is not None]
    return candidates_scene(scene, verdict.side, named)


def puzzle_scene(verdict: Verdict, length: int, theme: str, t: Texts) -> Scene:
    """The picture of a puzzle: the reader decides, at the bottom, and nobody is named."""
    return _yours(puzzle_xgid(verdict, length), theme, t)


def puzzle_xgid(verdict: Verdict, length: int) -> Xgid:
    """The position of a puzzle as its picture shows it."""
    return xgid_of_verdict(_from_below(verdict), length)


def solved_scene(verdict: Verdict, length: int, theme: str, t: Texts) -> Scene:
    """The same with the best choice carried out: the play with its path, or the cube turned."""
    seen = _from_below(verdict)
    xgid = xgid_of_verdict(seen, length)
    if seen.dice is not None:
        plays = legal_plays(Position.from_id(seen.position), seen.dice)
        best = next(play for play in plays if str(play) == seen.best)
        return hint_scene(_yours(xgid, theme, t), seen.side, best)
    if seen.best == DOUBLE:
        xgid = structs.replace(xgid, offer=_OFFERS[OfferStage.DOUBLE])
    elif seen.best == Reply.TAKE.value and seen.stage is OfferStage.DOUBLE:
        xgid = structs.replace(xgid, offer="", cube=2 * xgid.cube, owner=decider_side(seen))
    return _yours(xgid, theme, t)


def card_scene(verdict: Verdict, length: int, theme: str, t: Texts, *, answered: bool, other: bool) -> Scene:
    """The picture of a card to its reader, once it is `answered` with the candidate plays; `other`: seen from the other
    side, the colours changed.
    """
    seen = _from_below(verdict)
    if not other:
        scene = _yours(xgid_of_verdict(seen, length), theme, t)
    else:
        seen = structs.replace(seen, side=seen.side.other)
        scene = replace(position_scene(xgid_of_verdict(seen, length), theme, t), names=(t("Opponent"), t("You")))
    return _compared(scene, seen) if answered else scene


def _from_below(verdict: Verdict) -> Verdict:
    """The same decision with the deciding side at the bottom."""
    return structs.replace(verdict, side=verdict.side if not decider_side(verdict) else verdict.side.other)


def _yours(xgid: Xgid, theme: str, t: Texts) -> Scene:
    return replace(position_scene(xgid, theme, t), names=(t("You"), t("Opponent")))
