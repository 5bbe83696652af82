"""For how long something has been wrong with Discord, as requests and the gateway tell."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.serving import LATEST, SILENT, Signs


class Watched:
    """Signs of a client that a test plays: its gateway, its requests, its clock."""

    def __init__(self) -> None:
        self.at = 1000.0
        self.heard, self.open, self.ready = 1000.0, True, True
        keeping = SimpleNamespace()
        shard = SimpleNamespace(is_closed=lambda: not self.open, _parent=SimpleNamespace(ws=SimpleNamespace()))
        shard._parent.ws._keep_alive = keeping
        self._keeping = keeping
        client = SimpleNamespace(is_ready=lambda: self.ready, shards={0: shard})
        self.signs = Signs(cast("Any", client), lambda: self.at)

    def wrong_for(self) -> int:
        self._keeping._last_recv = self.heard
        return self.signs.wrong_for()

    async def request(self, status: int | None, method: str = "POST", after: float = 0.0) -> None:
        """A request ends, or is cut off."""
        self.at += after
        self.heard = self.at
        if status is None:
            await self.signs._cut(cast("Any", None), SimpleNamespace(), cast("Any", SimpleNamespace(method=method)))
            return
        ended = SimpleNamespace(method=method, response=SimpleNamespace(status=status))
        await self.signs._ended(cast("Any", None), SimpleNamespace(), cast("Any", ended))


@pytest.fixture
def watched() -> Watched:
    return Watched()


async def test_a_gateway_that_is_heard_is_well_and_a_silent_one_has_been_lost_since(watched: Watched) -> None:
    assert watched.wrong_for() == 0
    watched.at += SILENT - 1
    assert watched.wrong_for() == 0
    watched.at += 2
    assert watched.wrong_for() == round(1000 * (SILENT + 1))


async def test_a_closed_gateway_and_a_bot_that_is_not_ready_are_wrong_at_once(watched: Watched) -> None:
    watched.open = False
    assert watched.wrong_for() > 0
    watched.open, watched.ready = True, False
    assert watched.wrong_for() > 0


@pytest.mark.parametrize("status", [500, 503, None])
async def test_discord_takes_nothing_from_the_first_of_several_failures_to_the_next_success(
    watched: Watched, status: int | None
) -> None:
    await watched.request(status)
    assert watched.wrong_for() == 0  # one may fail
    await watched.request(status, after=3)
    await watched.request(200, "GET", after=1)
    assert watched.wrong_for() == 4000
    await watched.request(404, "PATCH", after=1)
    assert watched.wrong_for() == 0


async def test_an_old_failure_says_nothing_any_more(watched: Watched) -> None:
    await watched.request(502)
    await watched.request(502, after=1)
    watched.at += LATEST + 1
    watched.heard = watched.at
    assert watched.wrong_for() == 0
    await watched.request(502)
    assert watched.wrong_for() == 0
