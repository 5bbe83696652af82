"""Errors of the store, and why a store or a backup is not used, in words."""

from __future__ import annotations


class StoreError(Exception):
    """The store, or a backup, is unavailable, refuses or must not be used; the text is English, for the host of the
    bot.

    After a `StoreError` from a writing method it is unknown whether the write was made. Every method may be called
    again: `Store.save` with the receipt of the first call, the others as they are.

    `todo`: advice to the host, where the kind of error allows any.
    """

    def __init__(self, text: str, todo: str = "") -> None:
        super().__init__(text)
        self.todo = todo


class StoreFull(StoreError):
    """There is not enough memory; nothing was written."""


class OlderData(StoreError):
    """A store or a backup has a schema that is no longer read."""


class OthersStore(StoreError):
    """The store belongs to another bot account."""

    def __init__(self, address: str, owner: str, account: int) -> None:
        super().__init__(
            f"The store at {address} belongs to another bot account ({owner}; this one is {account}): set DATA_DIR or "
            "REDIS_URL to a store of its own, or let it take that one over with all its tables: python -m bot adopt."
        )


def half_restored(address: str) -> StoreError:
    """The error for a store with the mark of an unfinished restore."""
    return StoreError(f"The store at {address} is only half restored: a restore broke off. Run it again.")


def in_use(address: str) -> StoreError:
    """The error for a store of which a running process holds a lease."""
    return StoreError(f"A bot is using the store at {address}. Stop it, and try again in ten seconds.")
