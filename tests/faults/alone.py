"""Games against the computer in a direct message with the bot: how they are opened, and what must then hold there."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from bot.backgammon import Xgid, format_xgid
from bot.engine.thoughts import Level
from bot.tables.direct_games import DirectGames
from bot.tables.repository import TableRepository
from tests.backgammon.positions import board
from tests.play.thinking import FakeEngine

if TYPE_CHECKING:
    from .game import Game

#: A position in which all go home, so that games come to their ends.
_RACE = format_xgid(Xgid(position=board({6: 1, 4: 1, 2: 2, 1: 1}, {5: 1, 3: 2, 1: 2}), length=1))
#: Openings that come to nothing.
_ENDLESS = 100


def engine_of(seed: int) -> FakeEngine:
    """What the computer of a game thinks with: as a rule one that answers, in some games one that is silent, without
    which the computer goes on.
    """
    engine = FakeEngine()
    engine.silent = random.Random(f"{seed} engine").random() < 0.2
    return engine


async def begin_alone(game: Game) -> None:
    """Ann has a game against the computer, whatever goes wrong; in some games of the storm another one lies beside it.

    Each is opened once, though it is asked for again where nothing came of it.
    """
    if game.chance.random() < 0.5:
        game.other = await _opened(game, length=3)
    race = game.chance.random() < 0.4
    game.name = await _opened(game, **({"position": _RACE} if race else {"length": game.chance.choice((0, 1, 1, 2))}))
    await _check_open(game, game.other, game.name)


async def _opened(game: Game, **rules: Any) -> str:
    """Another table that holds the channel."""
    before, level = await game.truth.held(game.channel), game.chance.choice(list(Level)).value
    for _ in range(_ENDLESS):
        await game.slash("Ann", "play", level=level, **rules)
        await game.rise()
        held = await game.truth.held(game.channel)
        if held not in (None, before):
            return held
        game.figures["openings repeated"] += 1
    raise AssertionError("no game is ever opened")


async def check_other(game: Game) -> None:
    """The other table is still open and holds the channel, as `check_end` has seen, and there is room for another."""
    await _check_open(game, game.other)
    assert await game.bot.services.store.held(game.channel) == game.other
    await game.slash("Ann", "play", length=1)
    game.figures["direct games"] += 1
    game.figures["direct games: killed"] += game.figures["kills"] > 0
    game.figures["direct games: silent engine"] += engine_of(game.seed).silent
    game.figures["direct games: another one goes on"] += game.other is not None
    moves = [game.read(line) for line in (await game.entries())[1:]]
    game.figures["direct games: actions of computers"] += sum(each.by in game.computers for each in moves)


async def _check_open(game: Game, *names: str | None) -> None:
    """These are open, and no others."""
    games = DirectGames(game.truth, TableRepository(game.truth))
    found = {table.id for table in await games.open_ones(game.bot.people["Ann"].id)}
    assert found == {name for name in names if name}, f"open are {found}, not {names}"
