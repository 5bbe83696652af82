"""What the program of a proof prints, as somebody runs it who checks the dice."""

from __future__ import annotations

import contextlib
import io


def printed_rolls(program: str) -> list[tuple[int, int]]:
    """The rolls that a program of `/fairness`, or of a night, prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program, {})
    rolls = [line.partition(" ")[2] for line in out.getvalue().splitlines()[1:]]
    return [(int(each[1]), int(each[4])) for each in rolls]
