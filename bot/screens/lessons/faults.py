"""Why an answer to a lesson cannot be read."""

from __future__ import annotations

from enum import Enum


class LessonFault(Enum):
    NOT_A_NUMBER = "“{text}” is not a number. Write one like 12, or 2.5."
    NOT_TYPED = "This question is answered by a button."
