"""A bot reduced to its store, to be run as a process and killed.

Arguments: the data directory; `orphan` if the server is to outlive this process, as it does outside Linux. Saves
without end and prints the version of each save that was accepted; the first line is the server's process number.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from bot.store import Saved, embedded, open_store
from bot.store.connection import client_for


async def save_for_ever(directory: Path) -> None:
    store = await open_store(None, directory)
    client = client_for(embedded.EmbeddedServer(directory).url)
    print((await client.info("server"))["process_id"], flush=True)
    record = await store.load(1, "abc")
    version = record.version if record else 0
    tests = os.getppid()
    while os.getppid() == tests:
        version += 1
        assert await store.save(1, "abc", version - 1, {"state": b"%d" % version}, [b"%d" % version]) is Saved.DONE
        print(version, flush=True)


if __name__ == "__main__":
    if "orphan" in sys.argv:
        embedded._end_with_bot = lambda: None
    asyncio.run(save_for_ever(Path(sys.argv[1])))
