"""Refusals and table summaries as ephemeral sentences.

Typed text is only repeated through `plain`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.backgammon import Refused, RefusedPlay
from bot.backgammon.record_faults import InvalidRecord
from bot.backgammon.refused_plays import PlayFault
from bot.screens.buttons import message_link
from bot.screens.discord_errors import Trouble
from bot.screens.faces import face_of
from bot.screens.fitting import fitted
from bot.screens.names import MOST, bold_names, plain
from bot.tables.table import Table
from bot.texts import Texts

#: Details written by the bot itself, including markup; all others may be typed text.
_OURS = ("when", "one", "another")
#: Details that are texts of the bot, translated for the reader.
_TEXTS = ("rule",)
#: Legal plays that are named.
_NEAREST = 10


def refusal_words(error: Refused | InvalidRecord, t: Texts, table: Table | None = None) -> str:
    """A refusal's reason, short and free of markup. Seats are named as at `table`.

    With the refusal of a play come the most similar legal plays, if it resembles any.
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
    """Whether a play resembles any: an unreadable text without a number does not."""
    unread = error.reason in (PlayFault.UNREADABLE, PlayFault.NOT_READ)
    return not unread or any(each.isdigit() for each in str(error.details.get("text", "")))


def _detail(name: str, value: object, t: Texts) -> object:
    """A formatted detail; a reason may contain another one."""
    if isinstance(value, Refused | InvalidRecord):
        return refusal_words(value, t)
    if name in _TEXTS:
        return t(str(value))
    return plain(value) if isinstance(value, str) and name not in _OURS else value


def state_message(table: Table, t: Texts, *before: str) -> str:
    """A table's summary as a message, after the lines `before`."""
    return fitted(lambda most: ((), (*before, *state_words(table, t, most))))


def state_words(table: Table, t: Texts, most: int = MOST) -> list[str]:
    """The questions, the score, and a link to the board; lines with names of at most this length."""
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
    return message_link(table.about.guild, table.channel, table.screen.message)


def unshown_words(why: Trouble, lacking: Sequence[str], t: Texts) -> str:
    """Why a board does not appear, and what may help. `lacking`: Discord's names of permissions."""
    if why is Trouble.NO_DIRECT:
        return t(
            "What you did is kept, but Discord lets me send you no direct message. As soon as I may, the board comes "
            "by itself, or with /board."
        )
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
