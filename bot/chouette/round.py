"""One game of a chouette: one board, a bet between the box and every member, and who may act for which bets.

The team is white and the box black. Everything about a single cube is in `bot.backgammon.bet`; here is who may speak
for which bets, and when several answers take effect together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Bet, Board, CubeRules, Offer, Phase, Play, Reply, Rules, Seat, Side
from bot.backgammon import bet as cube
from bot.core.actions import BetIndex

from .bank import settled_with_bank
from .units import closed_in_units

TEAM, BOX = Side.WHITE, Side.BLACK


class Fee(Struct, frozen=True, forbid_unknown_fields=True):
    """The fee of an extra: `payer` gives it to the taker of the extra."""

    payer: Seat
    payee: Seat
    points: int


class Extras(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Before the answers of members take effect: each dropper may offer the lone taker an extra.

    `bet` is the taker's, `droppers` those of the others in line order, `given` those for which an extra is offered,
    `asked` those that have not answered yet. `forced`: no extras; the taker must beaver or drop.
    """

    bet: BetIndex
    droppers: tuple[BetIndex, ...] = ()
    given: tuple[BetIndex, ...] = ()
    asked: tuple[BetIndex, ...] = ()
    forced: bool = False


class Exchange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Offered cubes, all at the same stage. No answer takes effect before all are there; until then each may be
    changed.

    `doubled`: the bets whose cubes were turned when the exchange began, `captain` the acting captain then.
    """

    offer: Offer
    doubled: tuple[BetIndex, ...]
    bets: tuple[BetIndex, ...]
    replies: tuple[tuple[BetIndex, Reply], ...] = ()
    extras: Extras | None = None
    captain: Seat | None = None

    def reply(self, bet: BetIndex) -> Reply | None:
        return dict(self.replies).get(bet)

    @property
    def unanswered(self) -> tuple[BetIndex, ...]:
        """The bets without an answer."""
        return tuple(bet for bet in self.bets if self.reply(bet) is None)

    @property
    def sealed(self) -> Exchange:
        """The exchange without what is still secret: that a cube has an answer is shown, as a drop, but not which."""
        extras = self.extras
        if extras is not None and extras.asked:
            extras = replace(extras, given=())
        return replace(self, replies=tuple((bet, Reply.DROP) for bet, _ in self.replies), extras=extras)


class Round(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The state of one game.

    `line`: who plays, box and captain first; `partner` is not among them. `bets`: the members' in line order, then the
    extras. `window`: the roll waits for words about doubling; `doubled` (bets), `passed` and `holding` (seats) hold
    what was said. `away`: seats silent for the rest of the game. `settlements`: bets for which one has been offered in
    this turn. `decider`: the acting captain when the last open bets with the box closed; an exchange of cubes counts as
    one moment, and so do bets that were offered together to be settled or resigned. `forfeited`: by the box.
    `unit`: how many of its points are one point of a cube (see `units`). `balances`: what each in the line had before
    it, in units; empty without a bank.
    """

    line: tuple[Seat, ...]
    partner: Seat | None = None
    board: Board
    bets: tuple[Bet, ...]
    phase: Phase = Phase.OPENING
    doubled: tuple[BetIndex, ...] = ()
    passed: tuple[Seat, ...] = ()
    holding: tuple[Seat, ...] = ()
    exchange: Exchange | None = None
    automatics: int = 0
    settlements: tuple[BetIndex, ...] = ()
    fees: tuple[Fee, ...] = ()
    away: tuple[Seat, ...] = ()
    decider: Seat | None = None
    forfeited: bool = False
    void: bool = False
    unit: int = 1
    balances: tuple[int, ...] = ()

    @classmethod
    def start(cls, line: tuple[Seat, ...], partner: Seat | None, rules: Rules) -> Round:
        box, *team = line
        board, bets = Board.start(rules.variant), tuple(Bet(seat, box) for seat in team)
        return cls(line=line, partner=partner, board=board, bets=bets)

    @property
    def box(self) -> Seat:
        """The player against all others."""
        return self.line[0]

    @property
    def captain(self) -> Seat:
        """The captain at the start of the game."""
        return self.line[1]

    @property
    def team(self) -> tuple[Seat, ...]:
        """The members in line order, the captain first."""
        return self.line[1:]

    @property
    def extras(self) -> range:
        """The indices of the extras."""
        return range(len(self.line) - 1, len(self.bets))

    def is_extra(self, bet: BetIndex) -> bool:
        return bet in self.extras

    def own_bet(self, seat: Seat) -> BetIndex | None:
        """A member's bet with the box; None for any other seat."""
        return BetIndex(self.line.index(seat) - 1) if seat in self.team else None

    @property
    def open_bets(self) -> tuple[BetIndex, ...]:
        return tuple(BetIndex(index) for index, bet in enumerate(self.bets) if bet.result is None)

    def held(self, seat: Seat) -> tuple[BetIndex, ...]:
        """The open bets in which a seat has a side."""
        return tuple(index for index in self.open_bets if seat in (self.bets[index].white, self.bets[index].black))

    def players(self, side: Side) -> tuple[Seat, ...]:
        """The seats with an open bet on that side of the board, in line order."""
        there = {self.bets[index].seat(side) for index in self.open_bets}
        return tuple(seat for seat in self.line if seat in there)

    def roller(self, side: Side) -> Seat | None:
        """The seat that rolls and moves for that side: acting captain, box or acting box. None once all is over.

        Silent seats are passed over as long as there is another one.
        """
        return self._first(self.players(side))

    def _first(self, seats: Iterable[Seat]) -> Seat | None:
        """The first in line that is not silent, else the first."""
        there = sorted(seats, key=self.line.index)
        return next((seat for seat in there if seat not in self.away), there[0] if there else None)

    @property
    def acting_captain(self) -> Seat | None:
        """The seat that rolls and moves for the team."""
        return self.roller(TEAM)

    @property
    def acting_box(self) -> Seat | None:
        """The seat that rolls and moves for the box's side."""
        return self.roller(BOX)

    @property
    def on_roll(self) -> Seat | None:
        """The seat on roll; None before the opening roll and after the end."""
        if self.board.turn is None or self.phase is Phase.OVER:
            return None
        return self.roller(self.board.turn)

    def side(self, bet: BetIndex, seat: Seat) -> Side:
        return TEAM if self.bets[bet].white == seat else BOX

    def settled(self) -> dict[Seat, int]:
        """What each in the line has if only the bets that are closed count; with a bank."""
        closed = ((bet.white, -bet.result.points) for bet in self.bets if bet.result)
        return settled_with_bank(dict(zip(self.line, self.balances, strict=True)), self.box, closed, self.line)

    def overdrawn(self, seat: Seat, values: Mapping[BetIndex, int]) -> tuple[int, int] | None:
        """What a seat's open bets would stand at, these at other values, and what it has for them, in units; None if
        that is enough, or there is no bank. A bet that is closed by then is not to be open here.
        """
        if not self.balances:
            return None
        stand = self.unit * sum(values.get(index, self.bets[index].value) for index in self.held(seat))
        # A member has one bet, and so all of their balance for it.
        has = self.settled()[seat] if seat == self.box else self.balances[self.line.index(seat)]
        return (stand, has) if stand > has else None

    def accessible(self, seat: Seat, rules: CubeRules) -> tuple[BetIndex, ...]:
        """The bets in which a seat of the side on turn may double."""
        side = self.board.turn
        if side is None:
            return ()
        return tuple(
            index
            for index in self.open_bets
            if self.bets[index].seat(side) == seat
            and cube.double_fault(self.bets[index], side, rules) is None
            and not self.overdrawn(seat, {index: 2 * self.bets[index].value})
        )

    def window(self, rules: CubeRules) -> tuple[Seat, ...]:
        """The seats of the side on turn that may speak in the window, in line order.

        Without the box, which doubles or rolls.
        """
        if self.phase is not Phase.CUBE or self.board.turn is None:
            return ()
        there = self.players(self.board.turn)
        return tuple(seat for seat in there if seat != self.box and self.accessible(seat, rules))

    def spoken(self, rules: CubeRules) -> tuple[Seat, ...]:
        """Those who have spoken in the window; a hold does not count."""
        side = self.board.turn
        if side is None:
            return ()
        doubling = {self.bets[index].seat(side) for index in self.doubled}
        return tuple(seat for seat in self.window(rules) if seat in doubling or seat in self.passed)

    def answerer(self, bet: BetIndex) -> Seat:
        """The seat that answers for a bet of the exchange."""
        assert self.exchange is not None
        return self.bets[bet].seat(self.exchange.offer.answerer)

    @property
    def asked_about(self) -> tuple[Seat, ...]:
        """The seats whose cubes are answered in the exchange, or who are asked for extras or offered them, whether or
        not that has been answered."""
        exchange = self.exchange
        if exchange is None:
            return ()
        if exchange.extras is None:
            return tuple(dict.fromkeys(map(self.answerer, exchange.bets)))
        extras = exchange.extras
        return tuple(self.bets[index].white for index in (extras.droppers if extras.asked else (extras.bet,)))

    def plays(self, rules: Rules) -> tuple[Play, ...]:
        """The legal plays of the roll on the board."""
        return self.board.plays(rules.max_on_point)

    def plays_itself(self, rules: Rules) -> bool:
        """Whether the bot may play the roll: there is one legal play, or it is a bear-off in which plays may be equal
        and nobody on that side can turn a cube.
        """
        if len(self.plays(rules)) == 1:
            return True
        assert self.board.turn is not None
        there = self.players(self.board.turn)
        return self.board.is_bear_off and not any(self.accessible(seat, rules.bet) for seat in there)

    @property
    def any_turned(self) -> bool:
        """Whether any cube on this board has been turned."""
        return any(bet.turned for bet in self.bets)

    @property
    def _deciding(self) -> tuple[Seat, ...]:
        """The members whose open bet may be the last that decides about the box; extras do not count."""
        return tuple(self.bets[index].white for index in self.open_bets if not self.is_extra(index))

    def with_bets(self, changed: Iterable[tuple[int, Bet]], together: Iterable[Seat] = ()) -> Round:
        """The round with some bets replaced. Over once none is open.

        `together`: members whose bets have closed before these, but count as closed at the same moment.
        """
        new = dict(changed)
        bets = tuple(closed_in_units(bet, new.get(index, bet), self.unit) for index, bet in enumerate(self.bets))
        playing = self._deciding
        decider = self._first({*together, *playing}) if playing else self.decider
        after = replace(self, bets=bets, decider=decider)
        return after if after.open_bets else after.with_window_closed(Phase.OVER)

    def with_window_closed(self, phase: Phase) -> Round:
        """The round in another phase, without any words about cubes."""
        return replace(self, phase=phase, doubled=(), passed=(), holding=(), exchange=None)

    @property
    def points(self) -> tuple[tuple[Seat, int], ...]:
        """Each player's points so far, the partner aside: sums to zero."""
        totals = dict.fromkeys(self.line, 0)
        for bet in self.bets:
            if bet.result:
                totals[bet.white] += bet.result.points
                totals[bet.black] -= bet.result.points
        for fee in self.fees:
            totals[fee.payer] -= fee.points
            totals[fee.payee] += fee.points
        return tuple(totals.items())
