"""Texts of a private thread of a table: who reads there and should not, who is back, where it has moved."""

from __future__ import annotations

from collections.abc import Iterable

from bot.screens.names import plain
from bot.tables.table import Table
from bot.texts import Texts


def warning(table: Table, thread: int, intruders: set[int], told: int | None, t: Texts) -> str:
    """The warning to a user about intruders, or to nobody."""
    words = t(
        "{people} can read {thread} and I cannot take them out: do not talk there.",
        people=people_named(table, intruders, t), thread=thread_link(thread),
    )  # fmt: skip
    return words if told is None else f"<@{told}>, {words}"


def taken_out(table: Table, people: set[int], t: Texts) -> str:
    """Members who were added by another member and removed by the bot."""
    return t(
        "{people} was let in here and should not read. I have taken them out again.",
        people=people_named(table, people, t),
    )


def let_in_again(table: Table, people: set[int], t: Texts) -> str:
    """Members who were removed, or had been away, and are added again."""
    return t("{people} is back in here: I have let them in again.", people=people_named(table, people, t))


def moved(thread: int, told: int | None, t: Texts) -> str:
    """The announcement of a new thread without intruders."""
    words = t("The team talks in {thread} from now on.", thread=thread_link(thread))
    return words if told is None else f"<@{told}>, {words}"


def thread_link(place: int) -> str:
    """A link to a thread or channel."""
    return f"<#{place}>"


def people_named(table: Table, users: Iterable[int], t: Texts) -> str:
    """Users by name: a mention in a thread would add them."""
    names = {person.user: f"**{plain(person.name)}**" for person in table.people.everybody}
    users = list(users)
    there = [names[user] for user in users if user in names]
    return t.listed(there if len(there) == len(users) else [*there, t("somebody who does not play here")])
