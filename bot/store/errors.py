"""The one error of the store."""

from __future__ import annotations


class StoreError(Exception):
    """The store, or a backup, is gone, refuses or must not be used; the text is English for whoever runs the bot.

    After a `StoreError` from a writing method it is unknown whether the write was made. Every method may be called
    again: `Store.save` with the receipt of the first call, the others as they are.
    """
