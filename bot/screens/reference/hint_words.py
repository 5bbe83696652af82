"""The engine's advice: text, picture, and buttons that carry it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord.utils import escape_markdown

from bot.analysis.why import why_second
from bot.backgammon import Ask, Draft, OfferStage, Play, Question, Reply, Seat, Side
from bot.engine.exchange import best_answer, worths
from bot.engine.thoughts import Chances, CubeThought
from bot.screens.board_face import AnyBoardFace
from bot.screens.buttons import BLUE, GREY, Item, button
from bot.screens.composer import Composed
from bot.screens.custom_ids import Press
from bot.screens.reference.candidate_words import all_depth_words, candidates_scene, loss_mark
from bot.screens.reference.figures import depth_words, number, percent
from bot.screens.reviews.why_words import with_why
from bot.tables.advice import Decision, Hint
from bot.tables.table import Table
from bot.texts import Texts
from render import LastPlay, Scene, Step

#: The meanings of cube decisions, and of leaving the cube.
_CUBES = (Ask.CUBE, Ask.OFFER, Ask.ROLL)


def hint_words(hint: Hint, plays: Sequence[Play], t: Texts, *, figures: bool = True) -> str:
    """The best plays, one per line, marked in the colours of their arrows, or the cube decision; and why the second
    play is worse than the first. With `figures` also equities, chances and search depth. `plays`: the legal ones.
    """
    if hint.cube is not None:
        told = cube_words(hint.decision, hint.cube, t) if figures else []
        return "\n".join((f"**{cube_advice(hint.decision, hint.cube, t)}**", *told))
    named = {play.packed: escape_markdown(_named(play, t)) for play in plays}
    best = hint.plays[0]
    lines: list[str] = []
    for place, each in enumerate(hint.plays, 1):
        equity = _signed(each.equity, t) + (f" ({_signed(each.equity - best.equity, t)})" if place > 1 else "")
        play = f"**{named[each.packed]}**" if place == 1 else named[each.packed]
        mark = f" {loss_mark(best.equity - each.equity)}" if len(hint.plays) > 1 else ""
        lines.append(f"{place}. {play}  {equity}{mark}" if figures else f"{place}. {play}{mark}")
    chances = t("Best play: {chances}", chances=chances_words(best.chances, t))
    depth = all_depth_words(best.plies, t) if len(hint.plays) > 1 else depth_words(best.plies, t)
    text = "\n".join((*lines, f"-# {chances} · {depth}") if figures else lines)
    if len(hint.plays) < 2:
        return text
    second = hint.plays[1]
    reasons = why_second(hint.decision.position, best, second, hint.decision.stakes)
    return with_why(text, reasons, t, of=named[second.packed])


def play_items(hint: Hint, plays: Sequence[Play], table: str, question: int, t: Texts) -> list[Item]:
    """A button for each of the best plays that makes it, like Confirm in the composer."""
    assert hint.decision.dice is not None
    draft, by_result = Draft(hint.decision.position, hint.decision.dice), {play.packed: play for play in plays}
    items: list[Item] = []
    for each in hint.plays:
        play = by_result[each.packed]
        made = Press("confirm", table, question, str(Composed().then(draft.towards(play).picks)))
        items.append(button(_named(play, t), made, GREY if items else BLUE))
    return items


def cube_items(face: AnyBoardFace, table: Table, questions: Sequence[Question], seat: Seat, t: Texts) -> list[Item]:
    """The board's buttons for a player's cube decision."""
    asked = [each for each in questions if seat in each.of and each.ask in _CUBES]
    return [item for question in asked for item in face.items(table, question, t)]


def back_item(table: str, question: int, composed: str, t: Texts) -> Item:
    """The button back to the composer from which a hint was requested."""
    return button(t("Back"), Press("draft", table, question, composed), row=4)


def figures_item(table: str, question: int, composed: str, t: Texts) -> Item:
    """The button that shows the figures behind a hint; `composed` as for `back_item`."""
    return button(t("Figures"), Press("figures", table, question, composed), row=4)


def _named(play: Play, t: Texts) -> str:
    return str(play) or t("no play")


def cube_words(decision: Decision, thought: CubeThought, t: Texts) -> list[str]:
    """The cube equities, in units of the cube before, and the chances, for the side on roll; of a cube that has been
    turned over again, the equity of each answer for the side that gives it. And the search depth.
    """
    if decision.stage is OfferStage.BEAVER or decision.stage is OfferStage.RACCOON:
        sign = 1 if decision.stage is OfferStage.BEAVER else -1
        found = worths(thought, decision.stakes, decision.stage, decision.ways)
        lines = [f"{_answer_words(reply, t)}: {_signed(sign * worth, t)}" for reply, worth in found.items()]
    elif decision.stakes.cube_in_play:
        lines = [
            t("No double: {equity}", equity=_signed(thought.stays, t)),
            t("Double, take: {equity}", equity=_signed(thought.taken, t)),
            t("Double, drop: {equity}", equity=_signed(thought.dropped, t)),
        ]
    else:
        lines = [t("Equity: {equity}", equity=_signed(thought.stays, t))]
    chances = t("On roll: {chances}", chances=chances_words(thought.chances, t))
    return [*lines, f"-# {chances} · {depth_words(thought.plies, t)}"]


def cube_advice(decision: Decision, thought: CubeThought, t: Texts) -> str:
    match decision.stage:
        case OfferStage() as stage:
            return _advised(best_answer(thought, decision.stakes, stage, decision.ways), t)
        case None if not decision.stakes.cube_in_play:
            return t("Roll.")
        case None if not decision.may_double:
            return t("Roll: you cannot double.")
        case None if thought.double:
            return (
                t("Double; the other side should take.") if thought.take else t("Double; the other side should drop.")
            )
        case None if thought.stays > thought.dropped and not thought.take:
            return t("Too good to double: play on for a gammon.")
        case None:
            return t("Do not double yet.")


def _advised(reply: Reply, t: Texts) -> str:
    match reply:
        case Reply.TAKE:
            return t("Take.")
        case Reply.DROP:
            return t("Drop.")
        case Reply.BEAVER:
            return t("Beaver.")
        case Reply.RACCOON:
            return t("Raccoon.")


def _answer_words(reply: Reply, t: Texts) -> str:
    match reply:
        case Reply.TAKE:
            return t("Take")
        case Reply.DROP:
            return t("Drop")
        case Reply.BEAVER:
            return t("Beaver")
        case Reply.RACCOON:
            return t("Raccoon")


def chances_words(chances: Chances, t: Texts) -> str:
    """Winning and losing chances, with gammons and backgammons."""
    return t(
        "wins {win} % (gammon {gammon} %, backgammon {backgammon} %), loses {loss} % (gammon {lost_gammon} %, "
        "backgammon {lost_backgammon} %)",
        win=percent(chances.win, t), gammon=percent(chances.gammon, t), backgammon=percent(chances.backgammon, t),
        loss=percent(1 - chances.win, t), lost_gammon=percent(chances.lose_gammon, t),
        lost_backgammon=percent(chances.lose_backgammon, t),
    )  # fmt: skip


def compared_scene(scene: Scene, hint: Hint, plays: Sequence[Play]) -> Scene:
    """The board with the best plays as arrows; for a cube decision unchanged. `plays`: the legal ones."""
    if not hint.plays:
        return scene
    by_result, best = {play.packed: play for play in plays}, hint.plays[0]
    named = [(by_result[each.packed], best.equity - each.equity) for each in hint.plays]
    return candidates_scene(scene, hint.decision.side, named)


def hint_scene(scene: Scene, side: Side, best: Play | None) -> Scene:
    """The board after the best play of a side, with its path marked; without one unchanged."""
    if best is None:
        return scene
    position = best.result if side is Side.WHITE else best.result.mirrored()
    last = LastPlay(side, tuple(Step(*step) for step in best.steps)) if best.steps else None
    return replace(scene, bottom=position.own, top=position.opponent, last=last, movable=(), banner="")


def _signed(equity: float, t: Texts) -> str:
    return number(equity, t, "+0.000;\u22120.000")
