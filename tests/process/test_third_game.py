"""A third game that is plugged in when the process starts is killed with -9 in the middle, and goes on."""

from __future__ import annotations

import random
import sys
from functools import partial
from pathlib import Path

import pytest

from bot.core.actions import End
from bot.ladder.facts import read_fact
from bot.screens import faces
from bot.store import open_store
from bot.tables.kept_games import replay
from bot.tables.table import Stage
from tests.discord_server import Person
from tests.toy.face import HIGHEST_ROLL_FACE
from tests.toy.game import HIGHEST_ROLL
from tests.toy.rules import CODEC, Duel, Throw

from .bots import posted, running_bots
from .test_killed import Step, after_it, in_the_middle

TOY = (sys.executable, "-m", "tests.known_dice", "tests.toy", "run")


async def test_it_is_killed_in_the_middle_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed when a throw is answered, and while one is under way: nothing is lost, and nothing done twice."""
    monkeypatch.setattr(faces, "_FACES", dict(faces._FACES))
    faces.register(HIGHEST_ROLL, HIGHEST_ROLL_FACE)
    chance, thrown = random.Random(15), list[Person]()
    async with running_bots(tmp_path, TOY) as bots:
        played = bots.table()
        one, other = played.people
        challenge = await posted(one.slash(played.channel, "highest_roll", opponent=other, points=3))
        accepting = partial(other.press, challenge, "Accept challenge", stale=True)
        await after_it(bots, played, Step(other, Throw, accepting))
        while "Throw" in played.labels:
            who = played.asked()
            step = Step(who, Throw, partial(who.press, played.live, "Throw", stale=True))
            await (after_it(bots, played, step) if len(thrown) % 2 else in_the_middle(bots, played, step, chance))
            thrown.append(who)
        assert played.labels[:1] == ["Rematch"]
        table = await bots.stored(played)
        assert await bots.process.terminate() == 0
        bots.check_well()
        nonces = bots.nonces(played)
    assert table is not None and table.stage is Stage.CLOSED and isinstance(table.state, Duel)
    assert len(nonces) >= len(played.boards) == len(set(nonces)) == len(thrown) + 1
    store = await open_store(None, tmp_path)
    try:
        entries = await store.log(table.channel, table.id)
        entered = await store.ladder.entries(bots.guild.id)
    finally:
        await store.close()
    throws = [Throw(by=played.people.index(who), dice=table.roll(n)) for n, who in enumerate(thrown, 1)]
    assert list(map(CODEC.action, entries[1:])) == [*throws, End()]
    assert replay(HIGHEST_ROLL, entries) == table.state
    [fact] = map(read_fact, (each.says for each in entered))
    assert (fact.id, fact.kind) == (f"{table.id}:1", "highest_roll")
