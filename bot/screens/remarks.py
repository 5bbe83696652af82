"""Comments of imported games, as quotations: they are not the bot's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot import limits
from bot.screens.names import plain
from bot.tables.remarks import Remark
from bot.texts import Texts

_LONGEST = 240
"""Maximum characters shown of a comment."""
_SHOWN = 8
"""Maximum comments under a replay."""
_ROOM = 400
"""Characters left for what a message says besides."""


def quoted(remark: Remark) -> str:
    """A comment on one line, without what Discord would take for formatting."""
    return f"“{plain(remark.text, _LONGEST)}”"


def comments_at(remarks: Sequence[Remark], turn: int, *, cube: bool) -> Iterator[str]:
    """The comments about the play of a roll, or about the cube before it, as plain text."""
    return (f"“{' '.join(each.text.split())}”" for each in remarks if each.turn == turn and each.cube is cube)


def with_remarks(text: str, remarks: Sequence[Remark], t: Texts) -> str:
    """A text and under it the first comments, each with the number of its roll, as far as they fit."""
    lines = [text]
    for number, remark in enumerate(remarks):
        line = _line(remark, t)
        if number == _SHOWN or len("\n".join([*lines, line])) > limits.MESSAGE - _ROOM:
            left = len(remarks) - number
            lines.append("-# " + t.many("And {number} more comment.", "And {number} more comments.", left))
            break
        lines.append(line)
    return "\n".join(lines)


def _line(remark: Remark, t: Texts) -> str:
    if not remark.turn:
        return f"-# {quoted(remark)}"
    if remark.cube:
        return "-# " + t("Cube before roll {number}: {comment}", number=remark.turn, comment=quoted(remark))
    return "-# " + t("Roll {number}: {comment}", number=remark.turn, comment=quoted(remark))
