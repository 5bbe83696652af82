"""Lessons in words: the list, a step with its question, and what is said of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from discord.utils import escape_markdown

from bot.analysis.themes import Reason
from bot.analysis.why import why_play
from bot.lessons.judging import Judged, Mark, check_play, solution
from bot.lessons.lesson import BestPlay, Choice, Count, CubeChoice, Legal, Step
from bot.lessons.progress import Progress
from bot.screens.lessons.place import Asked
from bot.screens.preferans.words import figure
from bot.screens.reference.figures import number
from bot.screens.refusal_words import refusal_words
from bot.screens.reviews.why_words import sentence
from bot.texts import N_, Texts

ACTIONS = {"double": N_("Double"), "roll": N_("Roll"), "take": N_("Take"), "drop": N_("Drop")}


def lessons_offer(t: Texts) -> str:
    """What is said once before a first game against the computer."""
    return t("New to backgammon? **{learn}** teaches it in short lessons.", learn=t("Learn to play"))


def list_words(progress: Progress, t: Texts) -> str:
    """All lessons; what is done is ticked, of what is begun the steps are counted."""
    lines = [t("**Learn to play**: short lessons, two or three minutes each. Only you see them.")]
    for place, lesson in enumerate(progress.lessons, 1):
        count, of = progress.count(lesson), len(lesson.steps)
        so_far = "✅" if count == of else t("({count} of {all})", count=count, all=of) if count else ""
        lines.append(f"{place}. {t(lesson.title)} {so_far}".rstrip())
    return "\n".join(lines)


def step_words(asked: Asked, composer: str, t: Texts, *, solved: bool = False) -> str:
    """A step and its question; `composer`: the words of a play that is being put together. If `solved`, with the
    answer.
    """
    answer = ""
    if solved:
        best = answer_words(asked.step, solution(asked.step, asked.losses), t)
        answer = t("💡 The answer: **{answer}**", answer=escape_markdown(best))
    return "\n".join(filter(None, (head_words(asked, t), t(asked.step.text), answer, composer)))


def head_words(asked: Asked, t: Texts) -> str:
    lesson, step = asked.place
    title, all_steps = t(asked.lesson.title), len(asked.lesson.steps)
    head = t("**Lesson {number}: {title}**", number=lesson + 1, title=title)
    return f"{head} · {step + 1}/{all_steps}"


def right_words(asked: Asked, answer: str, t: Texts) -> str:
    """What is said after a right answer; after the last step also that the lesson is done."""
    said = [head_words(asked, t), f"✅ **{escape_markdown(answer_words(asked.step, answer, t))}**", t(asked.step.right)]
    if asked.ends:
        said.append(t("🎓 That was lesson {number}.", number=asked.place.lesson + 1))
    return "\n".join(said)


def missed_words(asked: Asked, answer: str, judged: Judged, t: Texts) -> str:
    """What is said after an answer that is not right: why, by the rules or by the facts of the board."""
    step, shown = asked.step, escape_markdown(answer_words(asked.step, answer, t))
    if judged.refusal is not None:
        return refused_words(asked, refusal_words(judged.refusal, t).splitlines()[0], t)
    lines = [head_words(asked, t)]
    if judged.lost is None:
        lines.append(f"❌ **{shown}**")
    elif judged.mark is Mark.NEARLY:
        lost = number(judged.lost, t, "0.00")
        lines.append(
            t("🟡 **{answer}**: nearly. It loses {lost}, something is a little better.", answer=shown, lost=lost)
        )
    else:
        lost = number(judged.lost, t, "0.00")
        lines.append(t("❌ **{answer}** loses {lost} points on average.", answer=shown, lost=lost))
    facts = [sentence(each, t) for each in reasons(step, answer, judged, asked.losses) if each.numbers]
    if isinstance(step.question, Choice):
        lines.append(t(step.question.options[int(answer)].why))
    elif facts:
        lines += [f"💡 {each}" for each in facts]
    elif judged.mark is Mark.WRONG:
        lines.append(t(step.wrong))
    return "\n".join(lines)


def refused_words(asked: Asked, why: str, t: Texts) -> str:
    """What is said of an illegal answer."""
    return "\n".join((head_words(asked, t), f"❌ {why}"))


def reasons(step: Step, answer: str, judged: Judged, losses: dict[str, float]) -> Sequence[Reason]:
    """The facts of the board that say why a play is worse than the best; empty for any other answer."""
    if not isinstance(step.question, BestPlay) or judged.lost is None:
        return ()
    made, best = check_play(step, answer).result, check_play(step, solution(step, losses)).result
    return why_play(step.board, made, best, judged.lost)


def answer_words(step: Step, answer: str, t: Texts) -> str:
    """An answer as its button says it."""
    match step.question:
        case CubeChoice():
            return t(ACTIONS[answer])
        case Choice(options):
            return t(options[int(answer)].text)
        case Count():
            return figure(Fraction(answer), t)
        case Legal():
            return answer
        case _:
            return str(check_play(step, answer)) or t("no play")
