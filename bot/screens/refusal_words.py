"""Why something is not possible, as a sentence. What people have typed is written back in one way only: `plain`."""

from __future__ import annotations

from bot.backgammon import Refused, RefusedPlay
from bot.backgammon.record_faults import InvalidRecord
from bot.backgammon.refused_plays import PlayFault
from bot.screens.names import plain
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
