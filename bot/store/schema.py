"""The schema of stored keys and values: which versions are read, and why others are not."""

from __future__ import annotations

from bot.store.errors import OlderData, StoreError

SCHEMA = 4
"""The schema that is written; raised whenever older code could not read it."""

OLDEST = 3
"""The oldest schema that is read. Nothing was released before."""


def check(what: str, schema: str, todo: str) -> None:
    """Raise `StoreError` if data of this schema are not read: newer ones, or `OlderData` with advice."""
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
    """As `check`, for the store at an address."""
    check(f"The store at {address}", schema, "let DATA_DIR or REDIS_URL name an empty store.")
