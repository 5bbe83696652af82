"""State of a session. Its questions are in `questions`, its transitions in `session`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.backgammon import Phase, Rules, Seat
from bot.backgammon.actions import Abort, Undo
from bot.core.actions import BetIndex
from bot.core.transfers import Transfer

from .actions import Resign, Settle
from .options import RULES_VERSION, Options
from .round import Round

#: Games a player may sit out before moving to the end of the line.
SITS_OUT = 3


class Player(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One seat. `points` is the player's balance, kept after leaving.

    `sat_out`: games in a row. `out`: sits out from the next game on.
    """

    points: int = 0
    auto_pass: bool = True
    delegate: Seat | None = None
    out: bool = False
    sat_out: int = 0


class Proposal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A proposal of one seat; `number` is its question, `of` the seats whose consent is missing.

    Several bets are proposed separately: `offer` is the number of the first of them, `agreed` the members whose bets of
    it are settled or resigned already.
    """

    number: int
    what: Resign | Settle | Undo | Abort
    of: tuple[Seat, ...]
    offer: int = 0
    agreed: tuple[Seat, ...] = ()


def bets_of(proposal: Proposal) -> tuple[BetIndex, ...]:
    """The bets that a proposal is about; none if it is about the table."""
    return proposal.what.bets if isinstance(proposal.what, Resign | Settle) else ()


class Payment(Struct, frozen=True, forbid_unknown_fields=True):
    """A payment between two seats when the session is over."""

    transfer: Transfer
    paid: bool = False


class Partnering(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The box is asked whether it wants a partner (`asked` None), then one candidate after the other."""

    asked: Seat | None = None
    left: tuple[Seat, ...] = ()


class Computers(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The seats of computers; `apart`: the part of each seat's balance that was won from or lost to computers, by seat.
    It is not paid.
    """

    seats: tuple[Seat, ...] = ()
    apart: tuple[tuple[Seat, int], ...] = ()


class Session(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chouette session. Seats are numbered in the order of arrival.

    `line`: those seated, box first; before the first game empty. `game` is the running or last game and `number` counts
    games from 1. `joining` and `leaving` wait for the end of the game; `newcomers` have come in since it began, once it
    is over. `partner` shares the box until it is lost; `partner_settled`: the question has been put to this box.
    `ends_at`: seconds since 1970. `ending`: the running game is the last. `with_computers`: where there are any. The
    rest is as in a match.
    """

    options: Options
    players: tuple[Player, ...]
    host: Seat = 0
    line: tuple[Seat, ...] = ()
    game: Round
    number: int = 1
    joining: tuple[Seat, ...] = ()
    leaving: tuple[Seat, ...] = ()
    newcomers: tuple[Seat, ...] = ()
    partner: Seat | None = None
    partnering: Partnering | None = None
    partner_settled: bool = False
    question: int = 1
    table_question: int = 2
    asked: int = 2
    rolls: int = 0
    proposals: tuple[Proposal, ...] = ()
    ends_at: float | None = None
    ending: bool = False
    paused: bool = False
    closed: bool = False
    payments: tuple[Payment, ...] = ()
    before: Session | None = None
    with_computers: Computers | UnsetType = UNSET
    rules_version: int = RULES_VERSION

    @property
    def computers(self) -> tuple[Seat, ...]:
        """The seats of computers."""
        return () if self.with_computers is UNSET else self.with_computers.seats

    @property
    def apart(self) -> dict[Seat, int]:
        """The part of balances that is not paid, by seat; zero for seats not named."""
        return {} if self.with_computers is UNSET else dict(self.with_computers.apart)

    @property
    def rules(self) -> Rules:
        """The rules of the board and of every bet."""
        return self.options.rules

    @property
    def begun(self) -> bool:
        """Whether the first line has been found."""
        return bool(self.line)

    @property
    def phase(self) -> Phase:
        """The phase: the partner question, else that of the game."""
        return Phase.PARTNER if self.partnering else self.game.phase

    @property
    def active(self) -> tuple[Seat, ...]:
        """Those of the line who do not sit out, in order."""
        return tuple(seat for seat in self.line if not self.players[seat].out)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The players of the next game: box, captain, crew; without the partner."""
        return tuple(seat for seat in self.active if seat != self.partner)

    def is_seated(self, seat: Seat) -> bool:
        """Whether a seat is occupied, also if only from the next game on."""
        return (seat in self.line and seat not in self.leaving) or seat in self.joining

    def has_left(self, seat: Seat) -> bool:
        """Whether a seat has no say in the running game, even if its player returns for the next one."""
        return seat in self.leaving or not self.is_seated(seat)

    def is_silent(self, seat: Seat) -> bool:
        """Whether a seat gives no answers in the running game, neither its own nor as a delegate."""
        return seat in self.game.away or self.has_left(seat)

    def deciders(self, seat: Seat) -> tuple[Seat, ...]:
        """Who may decide a seat's cubes: its player and the delegate."""
        delegate = self.players[seat].delegate
        return (seat,) if delegate is None else (seat, delegate)

    def proposed(self, kind: type[Resign | Settle | Undo | Abort]) -> tuple[Proposal, ...]:
        return tuple(proposal for proposal in self.proposals if type(proposal.what) is kind)

    def with_player(self, seat: Seat, **changes: object) -> Session:
        """The session with changed fields of one player."""
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))
