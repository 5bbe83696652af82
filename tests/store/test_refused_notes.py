"""What is noted of refused posts in the store: by server and name, in backups too."""

from __future__ import annotations

from pathlib import Path

import fakeredis

from bot.store import Store, keys
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.store.connection import Connection
from tests.store.servers import Line

G = 7


async def test_a_note_is_kept_until_it_is_dropped(store: Store, line: Line) -> None:
    notes = store.refused_notes
    assert await notes.find(G, "answer") is None
    line.losses = 1
    await notes.put(G, "answer", b"one")
    await notes.put(G, "answer", b"two")
    await notes.put(G, "league:abc", b"three")
    assert await notes.find(G, "answer") == b"two" and await notes.find(G + 1, "answer") is None
    line.losses = 1
    await notes.drop(G, "answer")
    assert await notes.find(G, "answer") is None and await notes.find(G, "league:abc") == b"three"
    await notes.clear(G)
    assert await notes.find(G, "league:abc") is None


async def test_a_backup_carries_it(tmp_path: Path) -> None:
    assert keys.is_ours(keys.refused_posts(G)) and keys.lasts(keys.refused_posts(G))
    first = Connection(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "old")
    old = Store(first._client, "old")
    await old.check_version()
    await old.refused_notes.put(G, "answer", b"one")
    await write_archive(first, tmp_path / "file")
    second = Connection(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "new")
    with open_archive(tmp_path / "file") as whole:
        await fill(second, whole)
    assert await Store(second._client, "new").refused_notes.find(G, "answer") == b"one"
