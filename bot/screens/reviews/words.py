"""Texts of a game's review: report, mistakes, practice, the whole list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from discord.utils import escape_markdown

from bot import limits
from bot.analysis.report import FEW, Evening, Grade, Placed, Sums, evening, standard_errors, sums
from bot.analysis.verdicts import BLUNDER, DOUBLE, ERROR, ROLL, Kind, Verdict, candidates
from bot.analysis.why import why, why_pick
from bot.backgammon import Reply, Seat
from bot.engine.reviews import PRESET
from bot.engine.thoughts import Chances
from bot.screens.fitting import shortened
from bot.screens.ladder.common_words import performance_words
from bot.screens.names import bold_names, label_names, plain, roll_words
from bot.screens.reference.candidate_words import loss_mark
from bot.screens.reference.figures import number, percent
from bot.screens.remarks import quoted
from bot.screens.reviews.value_words import (
    NO_DOUBLE,
    SIGNED,
    luck_words,
    outcome_words,
    short_depth,
    signed_percent,
    unit_and_depth,
    unit_words,
)
from bot.screens.reviews.why_words import with_why
from bot.tables.reviews import Review, range_of
from bot.tables.table import Table
from bot.texts import N_, Texts

GRADES: dict[Grade, str] = {
    Grade.WORLD_CLASS: N_("world class"),
    Grade.EXPERT: N_("expert"),
    Grade.ADVANCED: N_("advanced"),
    Grade.INTERMEDIATE: N_("intermediate"),
    Grade.CASUAL: N_("casual player"),
    Grade.BEGINNER: N_("beginner"),
}
WORDS: dict[str, str] = {
    DOUBLE: N_("double"),
    ROLL: NO_DOUBLE,
    Reply.TAKE.value: N_("take"),
    Reply.DROP.value: N_("drop"),
    Reply.BEAVER.value: N_("beaver"),
    Reply.RACCOON.value: N_("raccoon"),
}
PRESETS: dict[str, str] = {PRESET: N_("3-ply, worst mistakes 4-ply")}
"""The descriptions of search depths; unknown ones of older reviews are shown as stored."""

MADE, BEST = "🔵", "🟡"
"""Marks of the choice made, and of the best one: the colours of the arrows on the board."""

_SHORT = 8
_JOKER = 0.3
"""Luck, in units of the cube, from which a roll is mentioned."""
_SEEN = 0.0005
"""Smaller errors are shown as 0.000."""


def named(table: str, games: Sequence[int], part: int = 0) -> str:
    """The analysed games, by id; `part`: as of `part_of`, if it is neither the whole table nor one game."""
    if games_of := range_of(part):
        return f"{table}-{games_of[0]}-{games_of[1]}"
    return f"{table}-{games[0]}" if len(games) == 1 else table


def report_words(
    table: Table,
    games: Sequence[int],
    verdicts: Sequence[Placed],
    review: Review,
    t: Texts,
    own: Seat | None = None,
    part: int = 0,
) -> str:
    """The report without the mistakes: each player's figures, and the engine. The reader's seat `own` comes first."""
    names = bold_names(table)
    found, errors = sums(each.verdict for each in verdicts), standard_errors(verdicts)
    lines = [t("### Analysis of {game}", game=named(table.id, games, part))]
    for seat, each in sorted(found.items(), key=lambda item: (item[0] != own, _order(item[1]))):
        lines += player_lines(names(seat), each, errors.get(seat), t)
    if len(games) > 1 and (remembered := evening(verdicts)):
        lines += evening_lines(table, remembered, games, t)
    if not verdicts:
        lines.append(t("Nothing was played in it, so there is nothing to judge."))
    by = f"{review.engine}, {preset_words(review.preset, t)}."
    units = unit_words([each.verdict for each in verdicts], t)
    rated = any(each.rating is not None for each in found.values())
    reading = [t("PR: the lower, the better; ± standard error.")] if rated else []
    lines.append("-# " + " ".join((*reading, *units, by)))
    return "\n".join(lines)


def _order(found: Sums) -> tuple[bool, float]:
    return found.rating is None, found.rating or 0.0


def evening_lines(table: Table, found: Evening, games: Sequence[int], t: Texts) -> list[str]:
    """The highlights of several games; of money games in points."""
    names = bold_names(table)
    name, lines = names(found.luckiest), [t("**The evening**") if found.money else t("**The match**")]
    if found.money:
        luck = number(found.luck, t, SIGNED)
        lines.append(t("🍀 Luckiest: {name}, {points} points by the dice", name=name, points=luck))
    else:
        luck = signed_percent(found.luck, t)
        lines.append(t("🍀 Luckiest: {name}, {percent} % of the match by the dice", name=name, percent=luck))
    if found.cube is not None:
        verdict = found.cube.verdict
        name, where = names(verdict.seat), where_words(found.cube, games, t)
        said = {
            "chosen": chosen_text(verdict.chosen, t),
            "best": chosen_text(verdict.best, t),
        }
        if found.money:
            cost = number(found.cost, t, "0.00")
            words = t("{chosen} instead of {best} has cost {cost} points", cost=cost, **said)
        else:
            cost = percent(found.cost, t)
            words = t("{chosen} instead of {best} has cost {cost} % of the match", cost=cost, **said)
        lines.append(t("💸 Costliest cube: {name}, {where}: {cost}", name=name, where=where, cost=words))
        lines += [f"-# {outcomes}" for outcomes in outcome_lines(verdict, t)]
    if found.play is not None:
        verdict = found.play.verdict
        lines.append(
            t(
                "💎 Best play: {name}, {where}: {play}, {gain} better than any other",
                name=names(verdict.seat),
                where=where_words(found.play, games, t),
                play=chosen_text(verdict.chosen, t),
                gain=number(verdict.unseen, t, "0.000"),
            )
            + looked_words(verdict, t)
        )
    return lines


def player_lines(name: str, found: Sums, error: float | None, t: Texts) -> list[str]:
    """A player's figures; `error`: the standard error of the rating, shown together with the number of decisions."""
    if found.rating is None:
        return [t("{name}: nothing to decide", name=name)]
    word = t(GRADES[found.grade]) if found.grade else t("too few decisions")
    rating = performance_words(found.rating, error, t)
    head = t("{name}: PR **{rating}**, {grade}", name=name, rating=rating, grade=word)
    decisions = t.many("{number} decision", "{number} decisions", found.decisions)
    plays = t.many("{number} play", "{number} plays", found.plays)
    cubes = t.many("{number} cube", "{number} cubes", found.cubes)
    faults = [
        t.many("{number} error", "{number} errors", found.errors),
        t.many("{number} blunder", "{number} blunders", found.blunders),
        *luck_words(found, t),
    ]
    return [head, f"-# {decisions}: {plays}, {cubes}", "-# " + " · ".join(faults)]


def where_words(placed: Placed, games: Sequence[int], t: Texts) -> str:
    """The place in the game, or in which of several."""
    if len(games) == 1:
        return t("roll {number}", number=placed.verdict.turn)
    return t("game {game}, roll {number}", game=placed.game, number=placed.verdict.turn)


def chosen_words(chosen: str, t: Texts) -> str:
    """A play in notation, or a cube decision, as plain text."""
    return t(WORDS[chosen]) if chosen in WORDS else chosen or t("no play")


def choice_label(choice: str, t: Texts) -> str:
    """The same on a button."""
    words = chosen_words(choice, t)
    return words[:1].upper() + words[1:] if choice in WORDS else words


def chosen_text(chosen: str, t: Texts) -> str:
    return escape_markdown(chosen_words(chosen, t))


def error_words(
    table: Table, errors: Sequence[Placed], shown: int, games: Sequence[int], t: Texts, own: Seat | None = None
) -> str:
    """One of these mistakes above its picture: whose, its cost, the better choice, and the chances after both. The
    colours are those of the arrows.
    """
    if not errors:
        return t("No mistake was made in it.")
    placed = errors[shown]
    verdict = placed.verdict
    lines = [_error_head(table, errors, shown, games, t, own)]
    chosen, best = chosen_text(verdict.chosen, t), chosen_text(verdict.best, t)
    made = t("played: {play}", play=chosen) if verdict.kind is Kind.PLAY else t("chosen: {word}", word=chosen)
    right = t("best: {play}", play=f"**{best}**")
    if verdict.kind is Kind.PLAY:
        lines += [f"{MADE} {made}", f"-# {short_chances(verdict.after, t)}"]
        lines += [f"{BEST} {right}", f"-# {short_chances(verdict.after_best, t)}"]
    else:
        lines += [f"{MADE} {made}", f"{BEST} {right}", *outcome_lines(verdict, t)]
        lines.append("-# " + t("On roll: {chances}", chances=short_chances(verdict.after, t)))
    return "\n".join([*lines, *_remark_lines(table, placed)])


def _remark_lines(table: Table, placed: Placed) -> list[str]:
    """The first comment about the decision, if there is one."""
    turn, cube = placed.verdict.turn, placed.verdict.kind is not Kind.PLAY
    asked = placed.game, turn, cube
    said = (each for each in table.remarks or () if (each.game, each.turn, each.cube) == asked)
    return [f"-# {quoted(each)}" for each in islice(said, 1)]


def report_text(head: str, under: str, errors: Sequence[Placed], shown: int, t: Texts) -> str:
    """A report and one of its mistakes as one message: the reasons are left out first, then the report is shortened."""
    text = f"{shortened(head, limits.MESSAGE - len(under) - 1)}\n{under}".rstrip()
    return with_why(text, why(errors[shown].verdict), t) if errors else text


def _error_head(
    table: Table, errors: Sequence[Placed], shown: int, games: Sequence[int], t: Texts, own: Seat | None
) -> str:
    verdict = errors[shown].verdict
    loss = number(verdict.error, t, "0.000")
    word = t("blunder") if verdict.error >= BLUNDER else t("error")
    name = plain(table.person(verdict.seat).name, 20)
    where = name, where_words(errors[shown], games, t), short_depth(verdict.plies, t)
    lines = ["-# " + " · ".join(filter(None, where))]
    if shown:
        place, count = shown + 1, len(errors)
        head = t("**Mistake {place} of {count}: −{loss}** ({word})", place=place, count=count, loss=loss, word=word)
    elif verdict.seat == own:
        head = t("**Your worst mistake: −{loss}** ({word})", loss=loss, word=word)
    else:
        head = t("**The worst mistake: −{loss}** ({word})", loss=loss, word=word)
        lines += [t("You made no mistake.")] if own is not None else []
    return "\n".join([head, *lines])


def short_chances(chances: Chances, t: Texts) -> str:
    return t(
        "wins {win} %, gammons {gammon} % to {lost} %",
        win=percent(chances.win, t),
        gammon=percent(chances.gammon, t),
        lost=percent(chances.lose_gammon, t),
    )


def preset_words(preset: str, t: Texts) -> str:
    return t(PRESETS.get(preset, preset))


def made_by(review: Review, t: Texts) -> str:
    """The engine, and how errors are classified."""
    return t(
        "{engine}, {preset}. PR: 500 × the mean error of a decision, counted as XG does; fewer than {few} are too few. "
        "An error costs 0.02 or more, a blunder 0.08.",
        engine=review.engine,
        preset=preset_words(review.preset, t),
        few=FEW,
    )


def task_words(placed: Placed, place: int, count: int, name: str, t: Texts, *, own: bool = False) -> str:
    """A mistake as a task, without the answer; `own`: it was the reader's."""
    verdict = placed.verdict
    if own:
        head = t("**Practice {place} of {count}**, your own mistake.", place=place, count=count)
    else:
        head = t("**Practice {place} of {count}**, mistake of {name}.", place=place, count=count, name=name)
    match verdict.kind:
        case Kind.PLAY:
            assert verdict.dice is not None
            dice = roll_words(verdict.dice)
            return head + " " + t("{name} has rolled {dice}. What is the best play?", name=name, dice=dice)
        case Kind.CUBE:
            return head + " " + t("{name} is on roll. Double or not?", name=name)
        case Kind.ANSWER:
            return head + " " + t("{name} has been offered the cube. What is the best answer?", name=name)


def solution_words(placed: Placed, picked: str, t: Texts) -> str:
    """The result of a pick in practice, with all other choices. Plays are numbered and marked as their arrows are."""
    verdict = placed.verdict
    right = picked == verdict.best
    best, known = chosen_text(verdict.best, t), dict(by_loss(verdict)).get(picked)
    if right:
        head = t("**Right.**")
    elif known is not None and known < ERROR:
        head = t(
            "**Nearly:** {picked} loses only {lost}; {best} is best.",
            picked=chosen_text(picked, t),
            lost=number(known, t, "0.000"),
            best=best,
        )
    else:
        head = t("**No:** {best} is best.", best=best)
    lines = [head]
    for place, (each, lost) in enumerate(by_loss(verdict), 1):
        if verdict.kind is Kind.PLAY and lost is not None:
            mark = f"{place}. {loss_mark(lost)}"
        else:
            mark = BEST if each == verdict.best else MADE if each == picked else "▫️"
        loss = "" if each == verdict.best else loss_words(lost, t)
        chosen = " · " + t("your choice") if each == picked and not right else ""
        made = " · " + t("played in the game") if each == verdict.chosen else ""
        lines.append(f"{mark} {chosen_text(each, t)}{loss}{chosen}{made}")
    lines += [*outcome_lines(verdict, t), f"-# {unit_and_depth(verdict, t)}"]
    wrong = verdict.chosen if right else picked
    reasons = why_pick(verdict, wrong, dict(candidates(verdict)).get(wrong))
    return with_why("\n".join(lines), reasons, t, of=chosen_text(wrong, t))


def outcome_lines(verdict: Verdict, t: Texts) -> list[str]:
    """A line with a cube's equity after each answer; none for plays, and if not stored."""
    return [said] if (said := outcome_words(verdict, t)) else []


def looked_words(verdict: Verdict, t: Texts) -> str:
    """The search depth, appended to a comparison."""
    depth = short_depth(verdict.plies, t)
    return f" ({depth})" if depth else ""


def by_loss(verdict: Verdict) -> list[tuple[str, float | None]]:
    """The choices, the best first, with the loss of each."""
    return sorted(candidates(verdict), key=lambda item: (item[1] is None, item[1] or 0.0))


def loss_words(lost: float | None, t: Texts) -> str:
    """The loss of a choice, appended to it; empty if not known."""
    return "" if lost is None else f" −{number(lost, t, '0.000')}" if lost else " ✓"


def whole_list(
    table: Table, games: Sequence[int], verdicts: Sequence[Placed], review: Review, t: Texts, part: int = 0
) -> str:
    """Every decision in a line, for a text file. Lines are short, as for a phone."""
    names = label_names(table, _SHORT)
    lines = [t("Analysis of {game}", game=named(table.id, games, part)), made_by(review, t)]
    lines += unit_words([each.verdict for each in verdicts], t)
    lines += [t("?: an error. ??: a blunder. A dot: it does not count, as there was nothing to decide.")]
    game = 0
    for each in verdicts:
        if each.game != game:
            game = each.game
            lines += ["", t("Game {number}", number=game)]
        verdict = each.verdict
        dice = roll_words(verdict.dice).replace("-", "") if verdict.dice else "  "
        counted = " " if verdict.counted else "·"
        row = f"{verdict.turn:>3}{counted}{names(verdict.seat):<{_SHORT}} {dice} {chosen_words(verdict.chosen, t)}"
        if verdict.error >= _SEEN:
            mark = " ??" if verdict.error >= BLUNDER else " ?" if verdict.error >= ERROR else ""
            best = t("best: {play}", play=chosen_words(verdict.best, t))
            row += f"{mark} −{number(verdict.error, t, '0.000')}, {best}{looked_words(verdict, t)}"
        if abs(verdict.luck) >= _JOKER:
            row = " · ".join((row, *luck_words(sums([verdict])[verdict.seat], t)))
        lines.append(row)
        if verdict.error >= _SEEN:
            lines += [f"      {outcomes}" for outcomes in outcome_lines(verdict, t)]
    lines.append("")
    errors = standard_errors(verdicts)
    for seat, found in sums(each.verdict for each in verdicts).items():
        told = player_lines(label_names(table)(seat), found, errors.get(seat), t)
        lines += [line.replace("**", "").removeprefix("-# ") for line in told]
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ") + "\n"
