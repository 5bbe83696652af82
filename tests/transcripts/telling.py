"""How a transcript is told: values with a name each, and what of them has changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence

from bot.backgammon import Question, Refused
from bot.backgammon.actions import Action
from bot.core.actions import Seat

#: What may be written to a transcript of a line of it; it is told line by line.
Teller = Callable[[str], Iterator[str]]


def retold(text: str, tell: Teller) -> Iterator[str]:
    """The lines of a transcript with what comes of them now."""
    for line in text.splitlines():
        if line and not line.startswith("  "):
            yield line
            yield from ("  " + each.replace("\n", "\\n") for each in tell(line))


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
