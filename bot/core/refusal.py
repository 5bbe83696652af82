"""Why something a person wants to do is not possible.

A reason is an enum member: its name is stable and stored or compared by other code, its value is the English sentence,
in which `{…}` stands for a detail. Sentences are translated elsewhere, by this value.
"""

from __future__ import annotations

from enum import Enum


class Reasoned(Exception):
    """An error with a reason a person understands.

    `reason` names the reason, `details` fills the places of its sentence; `str` is the whole sentence in English.
    """

    def __init__(self, reason: Enum, **details: object) -> None:
        super().__init__(reason, details)
        self.reason = reason
        self.details = details

    def __str__(self) -> str:
        return str(self.reason.value).format(**self.details)

    def __reduce__(self) -> tuple[object, ...]:
        """The same error in another process, of whatever class it is."""
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[Reasoned], args: tuple[object, ...]) -> Reasoned:
    return kind.__new__(kind, *args)


class Refused(Reasoned):
    """An action that is not possible. Nothing has changed."""


class Foreign(Refused):
    """The question is open, but not this person's to answer."""


class Stale(Refused):
    """The question has been answered or was never asked: the table has moved on."""


class Illegal(Refused):
    """The right person at the right moment, but the rules forbid this answer."""
