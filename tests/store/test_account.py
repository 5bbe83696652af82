"""A store is one bot account's: that of the first that starts, until another one adopts it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from redis.asyncio import Redis, RedisCluster

from bot.store import Adopted, Hold, Store, StoreError, adopt, keys, lease, open_store
from bot.store.adoption import take_over
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.store.connection import Connection
from bot.store.lease import Lease
from tests.store.servers import Line

NewClient = Callable[[], Redis | RedisCluster]
NewStore = Callable[[], tuple[Store, Line]]
OURS, THEIRS = 700_000_000_000_000_001, 700_000_000_000_000_002


def connection(client: Redis | RedisCluster) -> Connection:
    return Connection(client, "the test", 30)


async def furnish(store: Store) -> None:
    """Ours, with a table that is being played."""
    await store.check_version()
    await store.claim(OURS)
    await store.save(1, "abc", 0, {"state": b"1"}, [b"a"], hold=Hold.TAKE)
    await store.open_tables.add(7, 1, "abc")


async def test_it_is_that_of_the_first_that_starts(new_store: NewStore) -> None:
    store, other = new_store()[0], new_store()[0]
    for _ in range(2):  # as often as it starts, in as many processes as it has
        await store.claim(OURS)
        await other.claim(OURS)
        with pytest.raises(StoreError, match=rf"^The store at the test belongs to .* \({OURS}; this one is {THEIRS}\)"):
            await other.claim(THEIRS)


async def test_of_many_that_start_at_once_it_is_one_s(new_store: NewStore) -> None:
    """Three processes each of ten accounts."""
    accounts = [OURS + number for number in range(10)] * 3
    starts = [new_store()[0].claim(account) for account in accounts]
    ends = await asyncio.gather(*starts, return_exceptions=True)
    let_in = [account for account, end in zip(accounts, ends, strict=True) if end is None]
    assert len(let_in) == 3 and len(set(let_in)) == 1
    assert all(isinstance(end, StoreError) for end in ends if end is not None)


async def test_a_lost_answer_changes_nothing(new_store: NewStore) -> None:
    store, line = new_store()
    line.losses = 1
    await store.claim(OURS)
    await store.claim(OURS)


async def test_a_backup_carries_it(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    await furnish(Store(client, "the test"))
    made = await write_archive(connection(client), tmp_path / "file")
    assert made.account == OURS
    async for key in client.scan_iter():
        await client.execute_command("DEL", key)
    # The new bot has been started once, to see whether it runs.
    store = Store(client, "the test")
    await store.check_version()
    await store.claim(THEIRS)
    with open_archive(tmp_path / "file") as whole:
        assert await fill(connection(client), whole) == made
    with pytest.raises(StoreError, match="another bot account"):
        await store.claim(THEIRS)
    await store.claim(OURS)
    await client.aclose()


async def test_one_from_a_backup_of_before_is_that_of_the_first_that_starts(
    new_client: NewClient, tmp_path: Path
) -> None:
    client = new_client()
    store = Store(client, "the test")
    await furnish(store)
    await client.execute_command("DEL", keys.ACCOUNT)
    assert (await write_archive(connection(client), tmp_path / "file")).account is None
    async for key in client.scan_iter():
        await client.execute_command("DEL", key)
    await store.claim(OURS)
    with open_archive(tmp_path / "file") as whole:
        assert (await fill(connection(client), whole)).account is None
    await store.claim(THEIRS)
    await client.aclose()


async def test_another_account_takes_it_over(new_client: NewClient) -> None:
    client = new_client()
    store = Store(client, "the test")
    await furnish(store)
    assert await take_over(connection(client), OURS) == Adopted("the test", OURS, 1)
    assert await take_over(connection(client), THEIRS) == Adopted("the test", OURS, 1)
    await store.claim(THEIRS)
    with pytest.raises(StoreError, match="another bot account"):
        await store.claim(OURS)
    assert await store.held(1) == "abc" and await store.log(1, "abc") == [b"a"]
    await client.execute_command("DEL", keys.ACCOUNT)
    assert await take_over(connection(client), OURS) == Adopted("the test", None, 1)
    await store.claim(OURS)
    await client.aclose()


async def test_nobody_takes_it_over_while_a_bot_uses_it(new_client: NewClient) -> None:
    client = new_client()
    store = Store(client, "the test")
    await furnish(store)
    running = Lease(store, OURS, 4, [3])
    await running.take()
    with pytest.raises(StoreError, match=r"^A bot is using the store at the test\. Stop it"):
        await take_over(connection(client), THEIRS)
    await store.claim(OURS)
    await running.release()
    await take_over(connection(client), THEIRS)
    await client.aclose()


async def test_nobody_takes_over_what_no_bot_may_use(new_client: NewClient) -> None:
    client = new_client()
    with pytest.raises(StoreError, match="the test holds nothing of the bot"):
        await take_over(connection(client), THEIRS)
    await furnish(Store(client, "the test"))
    await client.execute_command("SET", keys.SCHEMA, "5")
    with pytest.raises(StoreError, match="written by a newer version"):
        await take_over(connection(client), THEIRS)
    await client.execute_command("SET", keys.RESTORING, "")
    with pytest.raises(StoreError, match="only half restored"):
        await take_over(connection(client), THEIRS)
    assert await client.execute_command("GET", keys.ACCOUNT) == b"%d" % OURS
    await client.aclose()


async def test_who_hung_while_another_account_took_it_over_gives_way(
    new_store: NewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease, "LIFE", 60.0)
    monkeypatch.setattr(lease, "PERIOD", 0.1)
    store, line = new_store()
    await store.claim(OURS)
    hung = Lease(store, OURS, None, None)
    await hung.take()
    await line.execute_command("SET", keys.ACCOUNT, str(THEIRS))
    with pytest.raises(StoreError, match="another bot account"):
        await hung.keep()


@pytest.mark.usefixtures("binary")
async def test_a_data_directory_is_taken_over(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with pytest.raises(StoreError, match="There is no store in"):
        await adopt(None, data, THEIRS)
    assert not data.exists()
    bot = await open_store(None, data)
    await furnish(bot)
    with pytest.raises(StoreError, match=r"Another bot .* stop it"):
        await adopt(None, data, THEIRS)
    await bot.close()
    assert await adopt(None, data, THEIRS) == Adopted(str(data), OURS, 1)
    bot = await open_store(None, data)
    await bot.claim(THEIRS)
    assert await bot.held(1) == "abc"
    await bot.close()
