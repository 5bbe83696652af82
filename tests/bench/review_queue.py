"""How long a look at a long queue of reviews takes: `python -m tests.bench.review_queue [REQUESTS [SERVERS [LOOKS]]]`.

So many requests stand in the store that the bot brings along, of a few games each. A look is whose game is next: by the
ends of the queue, as the bot looks, and as a whole, the stored hash read and sorted anew, as it once did. Besides: how
long it is until a request is done, for the last of them, and the store's page that stops the event loop longest when a
bot starts. All is time of this process's thread, so that a busy machine does not count. Exit 1 if a look, such an
estimate or a page takes more than `BAR`.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import msgspec

from bot.store import Store, open_store
from bot.tables.review_queue import ReviewQueue
from bot.tables.review_requests import Job, Request

REQUESTS, SERVERS, LOOKS = 10_000, 500, 20
BAR = 5.0
"""Milliseconds of a look."""


def _requests(number: int, servers: int) -> list[Request]:
    games, token = (1, 2, 3), "x" * 200
    return [
        Request(
            name=str(10**18 + each),
            user=10**17 + each,
            guild=1 + each % servers,
            channel=8000 + each,
            table=f"t{each}",
            games=games,
            language="en-US",
            app=1,
            token=token,
            message=1,
            at=0.0,
            decisions=dict.fromkeys(games, 40 + each % 30),
        )
        for each in range(number)
    ]


async def _whole(store: Store) -> Request:
    """Whose game is next by all that is stored."""
    found = [msgspec.json.decode(data, type=Request) for data in (await store.reviews.asked()).values()]
    queues: dict[int, deque[Request]] = {}
    for each in sorted(found, key=lambda each: (len(each.name), each.name)):
        queues.setdefault(each.guild or -each.user, deque()).append(each)
    return queues[min(queues, key=lambda guild: queues[guild][0].name)][0]


async def _taken_up(store: Store) -> tuple[ReviewQueue, float]:
    """The queue of a bot that starts, and the milliseconds of the page that stopped its loop longest."""
    queue, jobs, longest = ReviewQueue(), dict[str, Job](), 0.0
    async for page in store.reviews.pages():
        begun = time.thread_time()
        for data in page.values():
            request = msgspec.json.decode(data, type=Request)
            jobs[request.name] = Job(request, dict(request.decisions))
        longest = max(longest, 1000 * (time.thread_time() - begun))
    for name in sorted(jobs):
        queue.add(jobs[name])
    return queue, longest


def _timed(looks: int, look: Callable[[], object]) -> float:
    """The median of milliseconds."""
    took: list[float] = []
    for _ in range(looks):
        begun = time.thread_time()
        look()
        took.append(1000 * (time.thread_time() - begun))
    return statistics.median(took)


async def measure(store: Store, requests: int, servers: int, looks: int) -> bool:
    for each in _requests(requests, servers):
        await store.reviews.ask(each.name, msgspec.json.encode(each))
    gc.collect()
    gc.freeze()  # as the bot does
    took, first = list[float](), await _whole(store)
    for _ in range(max(1, looks // 5)):
        begun = time.thread_time()
        await _whole(store)
        took.append(1000 * (time.thread_time() - begun))
    before = statistics.median(took)
    queue, page = await _taken_up(store)
    assert next(iter(queue)).request == first, "both say the same"

    def look() -> None:
        queue.put_back(queue.take())
        assert next(iter(queue.waiting)).left

    after = _timed(looks, look)
    last = deque(queue, maxlen=1)[0]
    estimate = _timed(looks, lambda: queue.until_done(last))
    told = _timed(looks, lambda: [queue.until_done(each) for each in islice(queue.waiting, 20)])
    print(
        f"{requests} requests of {servers} servers wait: a look by the ends {after:.3f} ms, as a whole {before:.1f} ms"
    )
    print(f"as a whole takes {before / after:,.0f} times as long")
    print(f"until the last is done: {estimate:.2f} ms; until each of the next twenty is: {told:.1f} ms together")
    print(f"a bot that starts: no page of the store takes more than {page:.1f} ms")
    met = max(after, estimate, page) <= BAR
    print(f"each within {BAR:.0f} ms: {'met' if met else 'MISSED'}")
    return met


async def _run(requests: int, servers: int, looks: int, folder: Path) -> bool:
    store = await open_store(None, folder)
    try:
        return await measure(store, requests, servers, looks)
    finally:
        await store.close()


def main(requests: int = REQUESTS, servers: int = SERVERS, looks: int = LOOKS) -> bool:
    """Whether a look is short."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run(requests, servers, looks, Path(folder)))


if __name__ == "__main__":
    sys.exit(not main(*map(int, sys.argv[1:])))
