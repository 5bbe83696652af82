"""Custom ids of lessons: which step a button answers, and whether it is still the step that was shown."""

from __future__ import annotations

from typing import NamedTuple

from bot.core.refusal import Stale
from bot.lessons.lesson import Lesson, Step
from bot.lessons.progress import Place
from bot.lessons.reading import lessons, losses
from bot.screens.custom_ids import Press
from bot.tables.faults import TableTrouble

_STEPS = 100
"""In a custom id the question is the number of the lesson times this and that of the step."""


class Asked(NamedTuple):
    """A step that is asked."""

    place: Place

    @property
    def lesson(self) -> Lesson:
        return lessons()[self.place.lesson]

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.place.step]

    @property
    def name(self) -> str:
        """The name of the step as it is stored."""
        return self.lesson.named(self.place.step)

    @property
    def losses(self) -> dict[str, float]:
        """What its answers lose; empty where the engine has not judged them."""
        return dict(losses().get(self.name, {}))

    @property
    def following(self) -> Asked | None:
        """The next step, perhaps of the next lesson; None after the last one."""
        lesson, step = self.place
        if step + 1 < len(self.lesson.steps):
            return Asked(Place(lesson, step + 1))
        return Asked(Place(lesson + 1, 0)) if lesson + 1 < len(lessons()) else None

    @property
    def ends(self) -> bool:
        """Whether it is the last step of its lesson."""
        return self.place.step + 1 == len(self.lesson.steps)

    def press(self, verb: str, extra: str = "") -> Press:
        number = _STEPS * (self.place.lesson + 1) + self.place.step + 1
        return Press(verb, self.step.digest, number, extra)

    @classmethod
    def of(cls, press: Press) -> Asked:
        """The step that a press is about. Raises `Stale` if there is none, or it has been rewritten since."""
        lesson, step = press.question // _STEPS - 1, press.question % _STEPS - 1
        if not (0 <= lesson < len(lessons()) and 0 <= step < len(lessons()[lesson].steps)):
            raise Stale(TableTrouble.MOVED_ON)
        asked = cls(Place(lesson, step))
        if asked.step.digest != press.table:
            raise Stale(TableTrouble.MOVED_ON)
        return asked
