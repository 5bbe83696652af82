"""The toy as tables play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import NoneType

from bot.core.actions import End, Seat
from bot.core.intent import Dice, Intent
from bot.ladder.facts import Account, Row
from bot.ladder.listing import Board
from bot.tables import games
from bot.tables.computer_player import ComputerPlayer
from bot.tables.game import Game
from bot.tables.preferences import PersonPreferences

from .rules import CODEC, AnyAction, Duel, Finished, Header, Stakes, Throw, Told, apply

#: The board of points won in duels.
DUELS = Board("highest_roll", current=True)


class HighestRoll(Game[Stakes, Duel, AnyAction, Told, Finished, None]):
    name = "highest_roll"
    setup, state, news, course = Stakes, Duel, Told, NoneType
    codec = CODEC
    boards = (DUELS,)

    def start(self, setup: Stakes, people: int) -> Duel:
        return self.state(stakes=Stakes(setup.points))

    def header(self, state: Duel) -> bytes:
        return self.codec.encode(Header(rules_version=state.rules_version, stakes=state.stakes))

    def begun(self, header: bytes) -> Duel:
        head: Header = self.codec.header(header)
        return self.state(stakes=head.stakes, rules_version=head.rules_version)

    def apply(self, state: Duel, action: AnyAction) -> Duel:
        return apply(state, action)

    def by_itself(
        self, state: Duel, preferences: Mapping[Seat, PersonPreferences], throw: Callable[[Duel], Dice], now: float
    ) -> AnyAction | None:
        return End() if state.over and not state.closed else None

    computer_needs_engine = False

    def check_computer(self, setup: Stakes) -> None:
        """It throws for whatever it is."""

    def computer_waits(self, state: Duel, seat: Seat) -> float | None:
        return 0.0 if state.to_throw == seat else None

    async def computer_decides(self, state: Duel, seat: Seat, player: ComputerPlayer) -> Intent | None:
        return throw() if state.to_throw == seat else None

    def kind(self, setup: Stakes) -> str:
        return "highest roll"

    def told(self, before: Duel, action: AnyAction, after: Duel, version: int) -> Told:
        alike = isinstance(action, Throw) and not after.over and before.thrown is not None
        return Told(version, action, alike, None if before.over else after.winner)

    def finished(self, state: Duel, course: None) -> Finished | None:
        return Finished(state.number, state.winner, state.stakes.points) if state.over else None

    def history_from(self, state: Duel, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
        for action in actions:
            state = apply(state, action)
        end = self.finished(state, None)
        return () if end is None else (end,)

    def counts(self, game: Finished) -> bool:
        return game.winner is not None

    def account(self, setup: Stakes, game: Finished) -> Account | None:
        if game.winner is None:
            return None
        row = Row(payer=1 - game.winner, payee=game.winner, points=(game.points, 1), reason="higher")
        roles = ((0, "thrower"), (1, "thrower"))
        return Account(board=DUELS.key, variant="", length=0, score=None, roles=roles, rows=(row,), hands=1)


HIGHEST_ROLL = HighestRoll()
games.register(HIGHEST_ROLL)


def throw() -> Intent:
    return lambda state, seat, dice: Throw(by=seat, dice=dice())
