"""Refusals: why an action is not possible, in words a player understands.

A reason is an enum member: its name is stable, may be stored and compared; its value is the English sentence, in which
`{…}` stands for a detail. Sentences are translated elsewhere, by this value.
"""

from __future__ import annotations

from enum import Enum


class Reasoned(Exception):
    """An error with a reason a player understands.

    `reason` names the reason, `details` fills the placeholders of its sentence; `str` is the whole sentence in English.
    """

    def __init__(self, reason: Enum, **details: object) -> None:
        super().__init__(reason, details)
        self.reason = reason
        self.details = details

    def __str__(self) -> str:
        return str(self.reason.value).format(**self.details)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by class, arguments and attributes, so that the error survives the way out of a worker process."""
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[Reasoned], args: tuple[object, ...]) -> Reasoned:
    return kind.__new__(kind, *args)


class Refused(Reasoned):
    """An action that is not possible; the state is unchanged."""


class Foreign(Refused):
    """The question is open, but not this player's to answer."""


class Stale(Refused):
    """The question has been answered or never existed: the table has moved on."""


class Illegal(Refused):
    """The right player at the right moment, but the rules forbid this answer."""
