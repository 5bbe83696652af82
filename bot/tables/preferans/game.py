"""Preferans as tables play it: a score sheet without turns, one game until it is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import NoneType

from bot.core.actions import Seat
from bot.core.intent import Dice
from bot.ladder.facts import Account, Row
from bot.ladder.listing import Average
from bot.preferans.sheet import (
    CODEC,
    AnyAction,
    Finished,
    Header,
    Lot,
    Options,
    Sheet,
    apply,
    finished,
    settled,
)
from bot.tables.game import Game
from bot.tables.preferans.faults import PreferansFault
from bot.tables.preferans.news import SheetNews, sheet_news
from bot.tables.preferences import PersonPreferences

SHEETS = Average("preferans", few=100)
"""Whists per hand; established after some three evenings."""


class Preferans(Game[Options, Sheet, AnyAction, SheetNews, Finished, None]):
    """A score sheet for three or four."""

    name = "preferans"
    setup, state, news, course = Options, Sheet, SheetNews, NoneType
    codec = CODEC
    elsewhere, not_begun = PreferansFault.NOT_A_SHEET, PreferansFault.NOT_BEGUN
    gathers = True
    boards = (SHEETS,)

    def start(self, setup: Options, people: int) -> Sheet:
        return Sheet(options=setup)

    def header(self, state: Sheet) -> bytes:
        return CODEC.encode(Header(rules_version=state.rules_version, options=state.options))

    def begun(self, header: bytes) -> Sheet:
        head = CODEC.header(header)
        return Sheet(options=head.options, rules_version=head.rules_version)

    def apply(self, state: Sheet, action: AnyAction) -> Sheet:
        return apply(state, action)

    def by_itself(
        self, state: Sheet, preferences: Mapping[Seat, PersonPreferences], throw: Callable[[Sheet], Dice], now: float
    ) -> AnyAction | None:
        return Lot(dice=throw(state)) if state.first is None and not state.closed else None

    def kind(self, setup: Options) -> str:
        return "Preferans sheet"

    def told(self, before: Sheet, action: AnyAction, after: Sheet, version: int) -> SheetNews:
        return sheet_news(before, action, after, version)

    def finished(self, state: Sheet, course: None) -> Finished | None:
        return finished(state)

    def history_from(self, state: Sheet, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
        for action in actions:
            state = apply(state, action)
        end = finished(state)
        return () if end is None else (end,)

    def counts(self, game: Finished) -> bool:
        return game.hands > 0 and not game.void

    def account(self, setup: Options, game: Finished) -> Account | None:
        """The payments that settle it, and the number of hands."""
        if not self.counts(game):
            return None
        rows = tuple(
            Row(payer=payer, payee=payee, points=whists.as_integer_ratio(), reason="settled")
            for payer, payee, whists in settled(game.balances)
        )
        roles = tuple((seat, "player") for seat in range(len(game.balances)))
        return Account(
            board=SHEETS.key, variant=setup.preset, length=0, score=None, roles=roles, rows=rows, hands=game.hands
        )
