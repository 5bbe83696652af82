"""Every message of the lessons, as it would be sent: each step, and what is said of each of its answers."""

from __future__ import annotations

from collections.abc import Iterator

from bot import limits
from bot.analysis.themes import Reason
from bot.backgammon import Draft, Position, legal_plays
from bot.lessons.judging import Mark, answers, check_play, judge
from bot.lessons.lesson import BestPlay, PlayGoal
from bot.lessons.progress import Place, Progress
from bot.lessons.reading import lessons
from bot.screens import aid_words
from bot.screens.buttons import view
from bot.screens.composer import Composed
from bot.screens.lessons import items, pictures, words
from bot.screens.lessons.place import Asked
from bot.texts import Texts

from .every_screen import Message

_ANSWERS = 12
"""Answers of a step that are looked at."""


def of_lessons(t: Texts) -> Iterator[Message]:
    everything = [lesson.named(place) for lesson in lessons() for place in range(len(lesson.steps))]
    for answered in ([], everything[:8], everything):
        progress = Progress(lessons(), answered)
        yield Message("lessons", words.list_words(progress, t), items.list_view(progress, t))
        assert items.place_of(lessons()[0], progress) == Place(0, 0)
    yield Message("learn", words.lessons_offer(t), view([items.learn_item(t)]))
    yield from of_aid(t)
    for number, lesson in enumerate(lessons()):
        for place in range(len(lesson.steps)):
            yield from of_step(Asked(Place(number, place)), t)


def of_aid(t: Texts) -> Iterator[Message]:
    """What the teaching aid asks and says."""
    play = legal_plays(Position.start(), (6, 6))[0]
    composed = Composed().then(Draft(Position.start(), (6, 6)).towards(play).picks)
    buttons = view(aid_words.aid_items("k7f3q2", 99999, composed, t))
    for reason in (None, Reason("they make a point", (20, 16))):
        yield Message("aid", aid_words.aid_words(play, reason, 0.1234, t), buttons)
    begun, stop = aid_words.aid_begun("k7f3q2", t)
    yield Message("aid", begun, view(stop))
    yield Message("aid", aid_words.aid_stopped(t))


def of_step(asked: Asked, t: Texts) -> Iterator[Message]:
    step = asked.step
    picture = pictures.step_picture(step, "wood", t).words
    form = items.answer_form(asked.press("learn_type"), t)
    assert len(form.title) <= limits.TITLE and len(form.custom_id) <= limits.CUSTOM_ID
    is_play = isinstance(step.question, PlayGoal | BestPlay)
    if is_play:
        draft = Draft(step.board, step.roll).completed()
        composer, buttons = items.play_parts(asked, draft, Composed(), t)
        described = pictures.step_picture(step, "wood", t, draft, Composed()).words
        yield Message("step", words.step_words(asked, composer, t, solved=True), buttons, "lesson.png", described)
    else:
        shown = words.step_words(asked, "", t, solved=True)
        yield Message("step", shown, items.choice_view(asked, t), "lesson.png", picture)
    yield Message("refused", words.refused_words(asked, "x" * 200, t), items.missed_view(asked, t))
    for answer in answers(step)[:_ANSWERS]:
        judged = judge(step, answer, asked.losses)
        if judged.mark is Mark.RIGHT:
            if is_play:
                picture = pictures.played_picture(step, check_play(step, answer), "wood", t).words
            said = words.right_words(asked, answer, t)
            yield Message("right", said, view(items.right_items(asked, t)), "lesson.png", picture)
        else:
            assert len(words.reasons(step, answer, judged, asked.losses)) <= 2
            yield Message("missed", words.missed_words(asked, answer, judged, t), items.missed_view(asked, t))
