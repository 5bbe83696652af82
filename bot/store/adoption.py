"""Adoption: handing a store over to another bot account."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from bot.store import files, keys
from bot.store.backup import account_of, connected, schema_of
from bot.store.connection import Connection
from bot.store.errors import StoreError, half_restored, in_use
from bot.store.open_tables import count_open


class Adopted(Struct, frozen=True):
    """The store at `address` belonged to the account `before`, None if to nobody. It has `open_tables` open tables."""

    address: str
    before: int | None
    open_tables: int


async def adopt(redis_url: str | None, data_dir: Path, account: int) -> Adopted:
    """Hand the store that `open_store` opens over to this bot account. Must be called in the main thread.

    Raises `StoreError` if there is no store, a bot is using it, or no bot may; then nothing was changed.
    """
    if redis_url is None and not files.holds_data(data_dir):
        raise StoreError(f"There is no store in {data_dir.resolve()}. Set DATA_DIR or REDIS_URL as the bot has it.")
    async with connected(redis_url, data_dir) as connection:
        return await take_over(connection, account)


async def take_over(connection: Connection, account: int) -> Adopted:
    """`adopt` for a connected store. A bot that starts at this very moment gives up when it renews its lease."""
    if await connection.ask("EXISTS", keys.RESTORING):
        raise half_restored(connection.address)
    if await schema_of(connection) is None:
        raise StoreError(f"The store at {connection.address} holds nothing of the bot.")
    before = await account_of(connection)
    if before != account:
        if await connection.names(keys.LEASES):
            raise in_use(connection.address)
        await connection.ask("SET", keys.ACCOUNT, account)
    return Adopted(connection.address, before, await count_open(connection))
