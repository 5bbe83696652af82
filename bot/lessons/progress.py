"""How far somebody has come, from the names of the steps answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.lessons.lesson import Lesson


class Place(NamedTuple):
    """A step: the places of lesson and step, from 0."""

    lesson: int
    step: int


class Progress(NamedTuple):
    """The lessons, and the names of the steps `answered`, the earliest first."""

    lessons: Sequence[Lesson]
    answered: Sequence[str]

    def count(self, lesson: Lesson) -> int:
        """The steps of a lesson that have been answered."""
        return len({lesson.named(place) for place in range(len(lesson.steps))} & set(self.answered))

    def done(self, lesson: Lesson) -> bool:
        return self.count(lesson) == len(lesson.steps)

    def open_step(self, lesson: Lesson) -> int:
        """The place of the first step that has not been answered; 0 if all have."""
        places = range(len(lesson.steps))
        return next((place for place in places if lesson.named(place) not in self.answered), 0)

    @property
    def goes_on(self) -> Place | None:
        """Where one was: the lesson of the last answer, if it is not done; else the first that is not. None if all
        are.
        """
        begun = [self.lessons.index(each) for name in reversed(self.answered) if (each := self._of(name))]
        for place in (*begun[:1], *range(len(self.lessons))):
            if not self.done(lesson := self.lessons[place]):
                return Place(place, self.open_step(lesson))
        return None

    def _of(self, name: str) -> Lesson | None:
        return next((each for each in self.lessons if each.name == name.rpartition(".")[0]), None)
