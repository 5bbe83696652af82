"""What somebody learns from the answer to his command or press."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

from tests.play.bot import said

#: Words by which somebody is told that what he wished is done, where others do not see it.
_DONE = re.compile(
    r"(?m:^(Done|Noted)\.|^You (pass\.|double\.|have left\.)|^The captain (waits|need not)"
    r"|^Nobody decides for you|may decide about your cubes|^You have joined|What you did is kept"
    r"|^[1-6]-[1-6]: choose a )"  # the composer opens for whoever has rolled
)


class Told(Enum):
    """What somebody learns from the answer to his command or press."""

    DONE = "done"
    NOT_DONE = "not done"
    NOTHING = "nothing"


def told(result: Any) -> tuple[Told, str]:
    """What an answer says, and its words."""
    words = said(result)
    interaction = result._interaction
    if not result.acknowledged:
        return Told.NOTHING, ""
    left_nothing = result.response is None and not result.followups
    if left_nothing or interaction.response_kind == "update" or _DONE.search(words):
        return Told.DONE, words
    if "memory cannot be reached" in words:
        return Told.NOTHING, words
    if result.deferred and not result.followups:
        return Told.NOTHING, words
    return Told.NOT_DONE, words
