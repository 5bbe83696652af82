"""The number of the shape in which keys and values are stored: which ones are read, and why another one is not."""

from __future__ import annotations

from bot.store.errors import OlderData, StoreError

SCHEMA = 3
"""Number of the shape that is written; raised whenever older code could not read it."""

OLDEST = 3
"""The oldest that is read. Nothing was released before."""


def check(what: str, schema: str, todo: str) -> None:
    """Raises `StoreError` if data of this schema are not read: a newer one's, or `OlderData` with what to do then."""
    if not schema.isdecimal() or int(schema) > SCHEMA:
        raise StoreError(
            f"{what} was written by a newer version of the bot (schema {schema}; this version knows {SCHEMA}). Use "
            "that version."
        )
    if int(schema) < OLDEST:
        raise OlderData(
            f"{what} was written before the first release (schema {schema}; {OLDEST} and newer are read): {todo}"
        )


def check_store(address: str, schema: str) -> None:
    """As `check`, of the store at an address."""
    check(f"The store at {address}", schema, "let DATA_DIR or REDIS_URL name an empty store.")
