"""How a transcript is told: values with a name each, and what of them has changed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.backgammon import Question, Refused
from bot.backgammon.actions import Action
from bot.core.actions import Seat

#: What may be written to a transcript of a line of it; it is told line by line.
Teller = Callable[[str], Iterator[str]]

#: A step whose story stands in the file as a digest at the end of its line.
_DIGESTED = re.compile(r"(?P<step>.*)  # (?P<digest>[0-9a-f]{8})")


class Told(NamedTuple):
    """A step of a transcript, what comes of it, and how both stand in its file.

    `step`: what happens, as it is written. `story`: what comes of it now, line by line.
    """

    step: str
    story: tuple[str, ...]

    def written(self, *, digested: bool) -> tuple[str, ...]:
        """The lines of the file: the step with a digest of its story, or the story in full below it."""
        if not digested:
            return (self.step, *self.in_full)
        digest = hashlib.sha256("\n".join(self.story).encode()).hexdigest()[:8]
        return (f"{self.step}  # {digest}" if self.story else self.step,)

    @property
    def in_full(self) -> tuple[str, ...]:
        """The story as a reader sees it."""
        return tuple(f"  {each}" for each in self.story)


def steps(lines: Iterable[str]) -> Iterator[str]:
    """What happens in a transcript, without what came of it."""
    for line in lines:
        if line and not line.startswith("  "):
            digested = _DIGESTED.fullmatch(line)
            yield digested["step"] if digested else line


def retold(lines: Iterable[str], tell: Teller) -> Iterator[Told]:
    """The steps of a transcript with what comes of them now."""
    for step in steps(lines):
        yield Told(step, tuple(each.replace("\n", "\\n") for each in tell(step)))


def named(value: object, name: str = "") -> dict[str, str]:
    """Every value in what was read from JSON, by the way to it."""
    if isinstance(value, dict):
        return {key: each for part, inner in value.items() for key, each in named(inner, f"{name}.{part}").items()}
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        return {key: each for part, inner in enumerate(value) for key, each in named(inner, f"{name}.{part}").items()}
    return {name.lstrip("."): json.dumps(value, ensure_ascii=False)}


def changed(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    """What is not as it was."""
    told = [f"{name} {value}" for name, value in after.items() if before.get(name) != value]
    gone = [f"{name} -" for name in before if name not in after]
    if told or gone:
        yield ", ".join([*told, *gone])


def compared(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """The lines that are new, and the beginnings of those that are gone."""
    yield from (f"+ {each}" for each in after if each not in before)
    yield from (f"- {' '.join(each.split()[:4])}" for each in before if each not in after)


def question(each: Question) -> str:
    """A question in one line."""
    answers = "|".join(kind.__name__ for kind in each.answers)
    bot = "|".join(kind.__name__ for kind in each.bot)
    more = f"{f' free {seats(each.free)}' if each.free else ''}{f' bot {bot}' if bot else ''}"
    return f"{each.number} {each.ask.value} of {seats(each.of)} {answers or '-'} bets {seats(each.bets)}{more}"


def seats(of: Iterable[object]) -> str:
    """Seats, or bets."""
    return ",".join("bot" if each is None else str(each) for each in of) or "-"


def refusals(tries: Iterable[tuple[str, Seat | None, Action]], apply: Callable[[Action], object]) -> Iterator[str]:
    """What of all this is refused, whom, and in which words."""
    found: dict[str, list[Seat | None]] = {}
    for name, by, action in tries:
        try:
            apply(action)
        except Refused as refusal:
            whom = found.setdefault(f"{name}: {type(refusal).__name__}: {refusal}", [])
            if by not in whom:
                whom.append(by)
    yield from (f"{what} [{seats(whom)}]" for what, whom in found.items())
