"""The names of all keys, and with them the slot of each on a cluster.

The part in braces decides the slot: what a channel, a server or a person owns lies together, and a script is only ever
given keys of one owner. Keys without braces stand alone.
"""

from __future__ import annotations

SCHEMA = "chouette:schema"
DUE = "chouette:due"
OPEN = "chouette:open"


def record(channel: int, table: str) -> str:
    """Hash: the fields of a table and its version."""
    return f"{{{channel}}}:table:{table}"


def log(channel: int, table: str) -> str:
    """Stream: the log entries of a table."""
    return f"{{{channel}}}:log:{table}"


def held(channel: int) -> str:
    """String: the table the channel holds open."""
    return f"{{{channel}}}:held"


def receipt(channel: int, name: str) -> str:
    """String: the call that was given this receipt."""
    return f"{{{channel}}}:receipt:{name}"


def call(channel: int, token: str) -> str:
    """String: a call without a receipt, remembered only until its last repetition."""
    return f"{{{channel}}}:call:{token}"


def whereabouts(table: str) -> str:
    """Hash: who claimed this id, the table's channel and its people."""
    return f"{{t{table}}}:at"


def tables(person: int) -> str:
    """Sorted set: a person's tables by time."""
    return f"{{u{person}}}:tables"


def preferences(person: int) -> str:
    """String: a person's preferences."""
    return f"{{u{person}}}:preferences"


def settings(guild: int) -> str:
    """String: a server's settings."""
    return f"{{g{guild}}}:settings"


def open_challenges(guild: int, person: int) -> str:
    """Sorted set: a person's open challenges by the time they lapse."""
    return f"{{g{guild}}}:open:{person}"


def sent_challenges(guild: int, person: int) -> str:
    """Sorted set: a person's recent challenges by the time they were made."""
    return f"{{g{guild}}}:sent:{person}"


def declined(guild: int, one: int, other: int) -> str:
    """String: until when two people, in either order, have to wait after a declined challenge."""
    return f"{{g{guild}}}:declined:{min(one, other)}:{max(one, other)}"
