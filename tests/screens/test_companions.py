"""What follows tables beside their live messages is made once a game, and hears of what concerns it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.backgammon import Rules
from bot.screens import faces
from bot.screens.companion import Surroundings
from bot.screens.companions import Companions
from bot.screens.heads_up.face import HeadsUpFace
from bot.screens.private_threads import SeveralThreads
from bot.tables import games
from bot.tables.table import Table
from tests.screens.states import OPENING, after, opened

AROUND = Surroundings(*cast("tuple[Any, Any, Any, Any]", (None, None, None, None)))


class _Shadow:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def follow(self, table: Table) -> None:
        self.told.append(table)

    def heard(self, message: object) -> None:
        self.told.append(message)

    def met(self, person: object, channel: int) -> None:
        self.told.append((person, channel))

    async def rest(self, timeout: float) -> None:
        self.told.append(timeout)


class _Followed(HeadsUpFace):
    def __init__(self) -> None:
        self.made: list[_Shadow] = []

    def companion(self, around: Surroundings) -> _Shadow:
        assert around is AROUND
        self.made.append(_Shadow())
        return self.made[-1]


async def test_it_is_made_with_the_first_table_and_told_of_all_that_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    face, table = _Followed(), after(opened(Rules()), OPENING)
    monkeypatch.setattr(faces, "_FACES", {**faces._FACES, games.HEADS_UP.name: face})
    companions, message = Companions(AROUND), cast(Any, object())
    companions.heard(message)
    assert not face.made, "there is no table yet"
    for _ in range(2):
        companions.follow(table)
    companions.heard(message)
    companions.met(ann := cast(Any, object()), 8)
    await companions.rest(5.0)
    (shadow,) = face.made
    assert shadow.told == [table, table, message, (ann, 8), 5.0]


async def test_games_with_private_threads_have_one_and_others_none() -> None:
    companions = Companions(AROUND)
    companions.follow(after(opened(Rules()), OPENING))
    await companions.rest(0.0)
    assert faces.named(games.PREFERANS.name).companion(AROUND) is None
    assert isinstance(faces.named(games.HEADS_UP.name).companion(AROUND), SeveralThreads)
    assert isinstance(faces.named(games.CHOUETTE.name).companion(AROUND), SeveralThreads)
