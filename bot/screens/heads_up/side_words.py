"""Texts of two against two: who sits, and what the private thread of a side is for."""

from __future__ import annotations

from bot.core.actions import Seat
from bot.screens.names import plain
from bot.screens.private_thread_words import thread_link
from bot.tables.table import Person, Table
from bot.texts import Texts

#: Characters of a name in small print.
_NAME = 16


def sitter(table: Table, seat: Seat) -> Person:
    """Who sits at a seat that two share, by their own name."""
    assert table.people.teams
    return table.people.teams[seat].people[table.state.sitter(seat) if table.state else 0]


def sitting_line(table: Table, t: Texts) -> list[str]:
    """Who sits, in small print; nothing where nobody shares a seat, or once the table is closed."""
    if not table.people.teams or table.state is None or table.state.closed:
        return []
    one, other = (plain(sitter(table, seat).name, _NAME) for seat in (0, 1))
    return [t("-# {one} and {other} sit.", one=one, other=other)]


def first_words(table: Table, seat: Seat, t: Texts) -> str:
    """The purpose of a side's thread, and who can read it."""
    side = plain(table.person(seat).name)
    return "\n".join(
        (
            t("Here **{side}** talk about their game in {channel}.", side=side, channel=thread_link(table.channel)),
            t("Who sits presses for both and has the last word. The other side cannot read this."),
            t(
                "If whoever sits is silent for half of the time for a claim, or has left, the other one has **Sit "
                "down** under **More**."
            ),
            t("Moderators can always read along."),
        )
    )


def missing_words(t: Texts) -> str:
    """That the sides have no threads."""
    return t("-# I may not make private threads here, so the sides have none. The game goes on without them.")
