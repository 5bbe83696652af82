"""State of a session. Its questions are in `questions`, its transitions in `session`."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.backgammon import BoardState, Phase, Rules, Seat
from bot.backgammon.actions import Abort, Roll, Undo
from bot.core.actions import Action, BetIndex
from bot.core.refusal import Foreign, Illegal
from bot.core.transfers import Transfer

from .actions import Pause, Resign, Settle
from .bank import cover, with_cover
from .faults import ChouetteFault
from .fixed_turns import Turns
from .house import StartCube
from .options import RULES_VERSION, Consult, Options, Window
from .round import Round
from .units import unit_of

NO_HOST: Seat = -1
"""In place of the host's seat at a table of a night: what a host may, its opener and moderators may."""

#: Games a player may sit out before moving to the end of the line.
SITS_OUT = 3


class Player(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One seat. `points` is the player's balance, kept after leaving.

    `sat_out`: games in a row. `out`: sits out from the next game on. `bank`: what the player sat down with, in units;
    `end`: with a bank, the game after which they were out or in which they left, and what they had before it. `boxes`:
    games as box that counted. `stake`: what the player's bets begin at, at most.
    """

    points: int = 0
    auto_pass: bool = True
    delegate: Seat | None = None
    out: bool = False
    sat_out: int = 0
    bank: int = 0
    end: tuple[int, int] | None = None
    boxes: int = 0

    stake: int = 1

    @property
    def balance(self) -> int:
        """What the player has, in units, with a bank."""
        return self.bank + self.points


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


class Session(BoardState, Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chouette session. Seats are numbered in the order of arrival.

    `line`: those seated, box first; before the first game empty. `game` is the running or last game and `number` counts
    games from 1. `joining` and `leaving` wait for the end of the game; `newcomers` have come in since it began, once it
    is over. `host`: perhaps `NO_HOST`. `partner` shares the box until it is lost; `partner_settled`: the question has
    been put to this box. `ends_at`: seconds since 1970. `ending`: the running game is the last. `with_computers`: where
    there are any. `turns`: the schedule of fixed turns. `stay`: games that counted with this box in a row. `since`:
    from when the minutes of a start cube count, and `at`: when the game was set up, as far as it is known. `knocking`:
    who has asked to be let in; `refused`: who was not, and when. `used`: milliseconds of the reserve by seat,
    `spent_now`: those for a question, by its number. The rest is as in a match.
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
    knocking: tuple[Seat, ...] = ()
    refused: tuple[tuple[Seat, float], ...] = ()
    used: tuple[tuple[Seat, int], ...] = ()
    spent_now: tuple[int, int] = (0, 0)
    with_computers: Computers | UnsetType = UNSET
    turns: Turns | None = None
    stay: int = 0
    since: float = 0.0
    at: float = 0.0
    rules_version: int = RULES_VERSION

    seals = True

    def rest(self, seat: Seat) -> Pause:
        """Only the host may. Raises `Illegal` if it rests already; the rules ignore a repeated wish."""
        return self._pause(seat, True)

    def only_host(self) -> Foreign:
        """Why others than the host may not do something."""
        if self.host == NO_HOST:
            return Foreign(ChouetteFault.NO_HOST)
        return Foreign(ChouetteFault.NOT_HOST, names=(self.host,))

    def go_on(self, seat: Seat) -> Pause:
        return self._pause(seat, False)

    def _pause(self, seat: Seat, on: bool) -> Pause:
        if self.paused is on and seat == self.host:
            raise Illegal(ChouetteFault.PAUSED_ALREADY if on else ChouetteFault.NOT_PAUSED)
        return Pause(by=seat, on=on)

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
    def unit(self) -> int:
        """How many of its points are one point of a cube."""
        return unit_of(self.options)

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
        return tuple(seat for seat in self.coming if seat != self.partner and not self.players[seat].out)

    @property
    def banked(self) -> bool:
        """Whether everybody has a bank."""
        return self.options.house_rules.bank > 0

    def is_broke(self, seat: Seat) -> bool:
        """Whether a seat is out of the session: its bank is empty."""
        return self.banked and self.players[seat].balance <= 0

    @property
    def broke(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(len(self.players)) if self.is_broke(seat))

    @property
    def coming(self) -> tuple[Seat, ...]:
        """The line as the next game will find it, with those who sit out: by fixed turns, or with cover for the box."""
        if self.turns is not None:
            line = [seat for seat in self.turns_left.next_line() if seat in self.active]
            return (*line, *(seat for seat in self.line if seat not in line))
        if not self.banked:
            return self.line
        there = self.active
        has = {seat: self.players[seat].balance for seat in there}
        line = with_cover(there, has, {seat: self.needed_as_box(seat) for seat in there})
        return (*line[:2], *(seat for seat in self.line if seat not in line[:2]))

    def needed_as_box(self, seat: Seat) -> int:
        """What a seat needs to be box of the next game, in units, with a bank."""
        return cover(self.cubes_begin(seat), len(self.active)) * self.unit

    @property
    def turns_left(self) -> Turns:
        """The schedule as the next game will find it; nothing left if it is over."""
        turns = self.turns
        assert turns is not None
        there = [seat for seat in self.active if seat not in self.leaving]
        resting = [seat for seat in self.line if seat not in there and seat not in self.leaving]
        while True:
            turns = turns.settled(there, resting)
            if turns.left or turns.last_round:
                return turns
            turns = turns.next_round(self.points)

    def cubes_begin(self, box: Seat) -> int:
        """The value at which the cubes of a game of this box begin."""
        house = self.options.house_rules
        match house.start_cube:
            case StartCube.NONE:
                return 1
            case StartCube.BOX_GAME:
                step = self.players[box].boxes if self.turns else self.stay if box == self.game.box else 0
            case StartCube.MINUTES:
                step = int(self.at - self.since) // (60 * house.start_every)
            case StartCube.OUT:
                step = len(self.broke)
        return house.start_steps[min(step, len(house.start_steps) - 1)]

    @property
    def is_ending(self) -> bool:
        """Whether no game follows the running or last one."""
        return self.ending or self.exhausted

    @property
    def exhausted(self) -> bool:
        """Whether a game is over and no other can follow: with a bank one is left, or all fixed turns are played."""
        if not self.begun or self.game.phase is not Phase.OVER:
            return False
        return (self.banked and len(self.line) < 2) or (self.turns is not None and not self.turns_left.left)

    @property
    def has_room(self) -> bool:
        """Whether another player may sit down."""
        return len(self.line) + len(self.joining) - len(self.leaving) < self.options.room

    def is_seated(self, seat: Seat) -> bool:
        """Whether a seat is occupied, also if only from the next game on."""
        return (seat in self.line and seat not in self.leaving) or seat in self.joining

    def has_left(self, seat: Seat) -> bool:
        """Whether a seat has no say in the running game, even if its player returns for the next one."""
        return seat in self.leaving or not (self.is_seated(seat) or self.just_out(seat))

    def just_out(self, seat: Seat) -> bool:
        """Whether a seat is out by the result that can still be taken back, about which its player is asked."""
        return self.is_broke(seat) and self.before is not None and self.before.is_seated(seat)

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

    def public(self) -> Session:
        """The session without what is still sealed; where the window is open, unchanged.

        Left of the window: how many have spoken, as passes of the first in line, and who holds. Left of answers to
        offered cubes: which bets have one, each shown as a drop. Left of extras: whose giver has not answered. Messages
        for a channel are made of this alone, so that none can leak a sealed word even by mistake.
        """
        if self.options.window is Window.OPEN:
            return self
        game, rules = self.game, self.options.cube
        free = tuple(seat for seat in game.window(rules) if seat not in game.holding)
        exchange = game.exchange and game.exchange.sealed
        game = replace(game, doubled=(), passed=free[: len(game.spoken(rules))], exchange=exchange)
        return replace(self, game=game, before=self.before and self.before.public())

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(player.points for player in self.players)

    @property
    def mover(self) -> Seat | None:
        return self.game.on_roll

    @property
    def values_offers(self) -> bool:
        return self.options.house_rules.half_points

    @property
    def discussed(self) -> bool:
        return self.options.consult is Consult.FULL

    @property
    def must_act(self) -> tuple[Seat, ...]:
        """In the window the roller, and the others who want to be asked."""
        game = self.game
        if game.exchange is not None:
            speakers = (self.speakers(seat)[:1] for seat in game.asked_about)
            return tuple(dict.fromkeys(seat for first in speakers for seat in first))
        if not self.begun or self.closed:
            return ()
        window = (seat for seat in game.window(self.options.cube) if not self.is_silent(seat))
        wanting = (seat for seat in window if not self.players[seat].auto_pass)
        return tuple(dict.fromkeys((*self.questions[0].of, *wanting)))

    def speakers(self, seat: Seat) -> tuple[Seat, ...]:
        """Who may decide a seat's cubes and is not silent: its player, else the delegate first."""
        return tuple(each for each in self.deciders(seat) if not self.is_silent(each))

    def ends(self, now: float) -> bool:
        return self.over and (self.is_ending or (self.ends_at is not None and now >= self.ends_at))

    def proposal_meant(self, seat: Seat, number: int) -> int:
        alike = [each for each in self.proposals if number in (each.number, each.offer)]
        return next((each.number for each in alike if seat in each.of), number)

    def still_seated(self, seat: Seat) -> bool:
        return self.closed or self.is_seated(seat)

    def in_game(self, seat: Seat) -> bool:
        return seat in (*self.game.line, self.game.partner)

    @property
    def missed(self) -> tuple[Seat, ...]:
        held = (*self.game.holding, *([] if self.heir is None else [self.host]))
        return tuple(seat for seat in self._people if seat in held or not self.players[seat].out)

    @property
    def heir(self) -> Seat | None:
        """The next host if the host is gone: the first in line among the players."""
        return next((seat for seat in self._people if seat != self.host and not self.players[seat].out), None)

    @property
    def _people(self) -> tuple[Seat, ...]:
        """Seated players other than computers, in the order of the line."""
        there = dict.fromkeys((*self.line, *self.joining))
        return tuple(seat for seat in there if seat not in self.computers and self.is_seated(seat))

    def looked_for(self, action: Action) -> tuple[Seat, ...]:
        """Before a roll also those who ask to wait."""
        holders = self.game.holding if isinstance(action, Roll) else ()
        return super().looked_for(action) or tuple(seat for seat in holders if seat != action.by)

    @property
    def urgent(self) -> tuple[Seat, ...]:
        asked = {*self.waited_for, *self.game.holding, self.host}
        return tuple(seat for seat in self.missed if seat in asked)
