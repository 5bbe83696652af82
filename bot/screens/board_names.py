"""File names of pictures of boards: they carry the position, so that it can be told of any message that shows one,
also of a board that has been played on from since.

Letters and digits only, because Discord changes other characters in the names of files.
"""

from __future__ import annotations

import re

from bot.backgammon import InvalidId, Xgid, format_xgid, parse_xgid

_THERE, _BACK = str.maketrans("-:", "zx"), str.maketrans("zx", "-:")
#: A side as the owner of the cube or on turn, which has a minus of another meaning.
_BLACK, _NAMED_BLACK = ":-1", "xy1"
_CODE = re.compile(r"_([A-Oa-oz]{26}(?:x(?:y1|[0-9DBR]{1,5})){9})(?![0-9A-Za-z])")


def board_name(stem: str, xgid: Xgid) -> str:
    """A file name, still without its ending, that begins with `stem` and carries a position."""
    said = format_xgid(xgid).removeprefix("XGID=").replace(_BLACK, _NAMED_BLACK)
    return f"{stem}_{said.translate(_THERE)}"


def xgid_in(name: str) -> Xgid | None:
    """The position that a file name carries; None if it carries none."""
    if (found := _CODE.search(name)) is None:
        return None
    said = found[1].replace(_NAMED_BLACK, _BLACK).translate(_BACK)
    try:
        return parse_xgid(said)
    except InvalidId:
        return None
