"""What a session is at one moment. What it asks is in `questions`, how it goes on in `session`."""

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

#: Games that somebody may sit out before he goes to the end of the line.
SITS_OUT = 3


class Player(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One seat. `points` is his balance, which he keeps when he leaves.

    `sat_out`: games in a row. `out`: sits out from the next game on.
    """

    points: int = 0
    auto_pass: bool = True
    delegate: Seat | None = None
    out: bool = False
    sat_out: int = 0


class Proposal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one seat has proposed; `number` is its question, `of` those who still have to agree.

    Several bets are proposed each for itself: `offer` is the number of the first of them, `agreed` the members whose
    bets of it are settled or resigned already.
    """

    number: int
    what: Resign | Settle | Undo | Abort
    of: tuple[Seat, ...]
    offer: int = 0
    agreed: tuple[Seat, ...] = ()


def bets_of(proposal: Proposal) -> tuple[BetIndex, ...]:
    """The bets that a proposal is about; none for one about the table."""
    return proposal.what.bets if isinstance(proposal.what, Resign | Settle) else ()


class Payment(Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat pays another when the session is over."""

    transfer: Transfer
    paid: bool = False


class Partnering(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The box is asked whether it wants a partner (`asked` None), then one after the other whether he will be it."""

    asked: Seat | None = None
    left: tuple[Seat, ...] = ()


class Computers(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The seats in which no people sit; `apart`: what of each seat's balance stands between it and computers, by
    seat, those of the computers too. It is not paid.
    """

    seats: tuple[Seat, ...] = ()
    apart: tuple[tuple[Seat, int], ...] = ()


class Session(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chouette session. Seats are given in the order in which people sit down.

    `line`: those seated, box first; before the first game empty. `game` is the running or last game and `number` counts
    games from 1. `joining` and `leaving` wait for the end of the game; `newcomers` have come in since it began, once it
    is over. `partner` shares the box until it is lost;
    `partner_settled`: the question has been put to this box. `ends_at`: seconds since 1970. `ending`: the running game
    is the last. `with_computers`: where there are any. The rest is as in a match.
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
        """The seats in which no people sit."""
        return () if self.with_computers is UNSET else self.with_computers.seats

    @property
    def apart(self) -> dict[Seat, int]:
        """What of the balances is not paid, by seat; nothing of those that are not named."""
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
        """What the session waits for: whoever is asked about a partner, else what its game does."""
        return Phase.PARTNER if self.partnering else self.game.phase

    @property
    def active(self) -> tuple[Seat, ...]:
        """Those of the line who do not sit out, in its order."""
        return tuple(seat for seat in self.line if not self.players[seat].out)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who plays the next game: box, captain, the rest; without the partner."""
        return tuple(seat for seat in self.active if seat != self.partner)

    def is_seated(self, seat: Seat) -> bool:
        """Whether somebody is at the table, also if only from the next game on."""
        return (seat in self.line and seat not in self.leaving) or seat in self.joining

    def has_left(self, seat: Seat) -> bool:
        """Whether somebody has no say any more: not in the running game though he comes back for the next one."""
        return seat in self.leaving or not self.is_seated(seat)

    def is_silent(self, seat: Seat) -> bool:
        """Whether nothing is heard of somebody in the running game, as one who is asked or as a delegate."""
        return seat in self.game.away or self.has_left(seat)

    def deciders(self, seat: Seat) -> tuple[Seat, ...]:
        """Who may decide somebody's cubes: he himself and his delegate."""
        delegate = self.players[seat].delegate
        return (seat,) if delegate is None else (seat, delegate)

    def proposed(self, kind: type[Resign | Settle | Undo | Abort]) -> tuple[Proposal, ...]:
        """The open proposals of this kind."""
        return tuple(proposal for proposal in self.proposals if type(proposal.what) is kind)

    def with_player(self, seat: Seat, **changes: object) -> Session:
        """The session with something changed about one player."""
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))
