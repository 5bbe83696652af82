"""Why something is not possible, or cannot be shown, and how a table stands, as sentences for one person.

What people have typed is written back in one way only: `plain`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.backgammon import Refused, RefusedPlay
from bot.backgammon.record_faults import InvalidRecord
from bot.backgammon.refused_plays import PlayFault
from bot.screens.discord_errors import Trouble
from bot.screens.faces import face_of
from bot.screens.fitting import fitted
from bot.screens.names import MOST, bold_names, plain
from bot.tables.table import Table
from bot.texts import Texts

#: Details that are written by the bot itself, markup and all; anything else may come from people.
_OURS = ("when",)
#: Details that are texts of ours, told in the person's language.
_TEXTS = ("rule",)
#: Legal plays that are named.
_NEAREST = 10


def refusal_words(error: Refused | InvalidRecord, t: Texts, table: Table | None = None) -> str:
    """The reason of a refusal, short and harmless whatever was typed. Seats are named as `table` has them.

    With the refusal of a play stand the legal plays nearest to it, however it was entered, if it was one at all.
    """
    details = {name: _detail(name, value, t) for name, value in error.details.items()}
    if isinstance(named := details.get("names"), tuple):
        people = [table.person(each).name if table and isinstance(each, int) else str(each) for each in named]
        details["names"] = t.listed(f"**{plain(name)}**" for name in people)
    words = t(str(error.reason.value), **details)
    if isinstance(error, RefusedPlay) and _has_something_of_a_play(error):
        nearest = [f"`{play}`" for play in error.nearest[:_NEAREST] if play.steps]
        return "\n".join([words, t("Legal and near to it: {plays}", plays=" · ".join(nearest))] if nearest else [words])
    return words


def _has_something_of_a_play(error: RefusedPlay) -> bool:
    """Of what cannot be read and names no number, no play is nearer to it than any other."""
    unread = error.reason in (PlayFault.UNREADABLE, PlayFault.NOT_READ)
    return not unread or any(each.isdigit() for each in str(error.details.get("text", "")))


def _detail(name: str, value: object, t: Texts) -> object:
    """A detail as it is written; a reason may have another one behind it."""
    if isinstance(value, Refused | InvalidRecord):
        return refusal_words(value, t)
    if name in _TEXTS:
        return t(str(value))
    return plain(value) if isinstance(value, str) and name not in _OURS else value


def state_message(table: Table, t: Texts, *before: str) -> str:
    """How a table stands as a message, behind what else is to be said."""
    return fitted(lambda most: ((), (*before, *state_words(table, t, most))))


def state_words(table: Table, t: Texts, most: int = MOST) -> list[str]:
    """What is waited for, the score, and where the board is; lines with names of at most so many characters."""
    table = table.public
    face, state = face_of(table), table.state
    if state is None:
        return []
    names = bold_names(table, most)
    said = face.closed(state, names, t), *face.asked(state, names, names, t), face.score(state, names, t)
    lines = [line for line in said if line]
    if table.screen.message:
        lines.append(link(table))
    return lines


def link(table: Table) -> str:
    """Where the live message is."""
    return f"https://discord.com/channels/{table.about.guild}/{table.channel}/{table.screen.message}"


def unshown_words(why: Trouble, lacking: Sequence[str], t: Texts) -> str:
    """`why` a board does not come, and what may be done about it. `lacking`: Discord's words for permissions."""
    if why not in (Trouble.FORBIDDEN, Trouble.GONE):
        return t("What you did is kept. Discord is not answering well: the board comes when it does, or with /board.")
    if lacking:
        return t(
            "What you did is kept, but I cannot show it here. I lack these permissions: {permissions}. "
            "As soon as I have them, the board comes by itself.",
            permissions=t.listed(f"**{t(each)}**" for each in lacking),
        )
    return t(
        "What you did is kept, but I may not post here; perhaps the thread is locked. "
        "Ask a moderator: as soon as I may, the board comes by itself."
    )
