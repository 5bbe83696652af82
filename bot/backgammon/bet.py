"""One cube between two players: who may double, what may be answered, what a bet comes to.

Code about cubes is here and nowhere else. A bet knows its two sides and their seats; whether a side is a box, a captain
or an opponent makes no difference. The rules are in `docs/rules.md`, “The cube”, and `docs/chouette.md`, “Cubes”.
"""

from __future__ import annotations

from enum import Enum, IntEnum

from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.refusal import Illegal

from .position import Kind, Side
from .rules import Beavers, CubeRules, Jacoby

#: Most settlements offered for one bet in one turn, and the most points of one.
SETTLEMENTS_A_TURN = 2
SETTLEMENT_LIMIT = 9999


class CubeFault(Enum):
    """Why a cube cannot be turned, or an offer not be answered this way."""

    NO_CUBE = "There is no cube in this game."
    CRAWFORD = "This is the Crawford game: nobody may double in it."
    BET_CLOSED = "This bet is already decided."
    NOT_OWNER = "The cube is on the other side: only its owner may double."
    CAPPED = "The cube may not go above {cap}."
    DEAD_CUBE = "The cube is dead for you: this game already wins you the match at its present value."
    NO_BEAVERS = "Beavers are not played here."
    BEAVERS_USED_UP = "No further beaver is allowed in this game."
    NO_RACCOONS = "Raccoons are not played here."
    NOT_REFUSABLE = "A beaver cannot be refused here."
    NOT_A_DOUBLE = "Only a fresh double can be beavered."
    NOT_A_BEAVER = "Only a beaver can be answered with a raccoon."


class Ending(Enum):
    """How a bet was decided."""

    PLAYED = "played"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    SETTLED = "settled"
    CLAIMED = "claimed"
    FLAGGED = "flagged"


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """Result of a bet: `points` from black to white, negative if white pays.

    `named`: the side agreed to have won a settlement at 0.
    """

    points: int
    ending: Ending
    named: Side | None = None

    @property
    def winner(self) -> Side | None:
        """The side that is paid; None for a settlement at 0 without an agreed winner."""
        return self.named if self.points == 0 else Side.WHITE if self.points > 0 else Side.BLACK


class Bet(Struct, frozen=True, forbid_unknown_fields=True):
    """The bet between two seats on this board.

    `owner` None: the cube is centred. `turned`: a double has been taken; an automatic double is no turn. `result` None
    while the bet is open. `beavers`: how many in this game, both sides together. `start`: the value at which the cube
    began, before any automatic double.
    """

    white: Seat
    black: Seat
    value: int = 1
    owner: Side | None = None
    turned: bool = False
    result: Result | None = None
    beavers: int = 0
    start: int = 1

    def seat(self, side: Side) -> Seat:
        return self.black if side else self.white


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """What a match adds to its one bet: the points each side still needs, (white, black), and the Crawford game."""

    away: tuple[int, int]
    crawford: bool = False


class OfferStage(IntEnum):
    """The stage of an exchange: how often the cube has been turned in it, minus one."""

    DOUBLE = 0
    BEAVER = 1
    RACCOON = 2


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """An offered cube that waits for an answer; `doubler` began the exchange."""

    doubler: Side
    stage: OfferStage = OfferStage.DOUBLE

    @property
    def answerer(self) -> Side:
        """The side whose answer it waits for: the doubler after a beaver, else the opponent."""
        return self.doubler if self.stage is OfferStage.BEAVER else self.doubler.other

    def refused(self, bet: Bet) -> int:
        """Points that a refusal costs."""
        return bet.value << self.stage

    def taken(self, bet: Bet) -> int:
        """The value of the cube if it is taken."""
        return bet.value << self.stage + 1


class Reply(Enum):
    """An answer to an offer."""

    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"


Ways = tuple[tuple[Reply, ...], ...]
"""The answers allowed to an offer, and to each further turn of the cube in the same exchange."""


def double_fault(bet: Bet, side: Side, rules: CubeRules, score: Score | None = None) -> CubeFault | None:
    """Why `side` may not double this bet at the start of its turn; None if it may. Details: `cap`."""
    if not rules.cube:
        return CubeFault.NO_CUBE
    if bet.result:
        return CubeFault.BET_CLOSED
    if score and score.crawford:
        return CubeFault.CRAWFORD
    if bet.owner not in (None, side):
        return CubeFault.NOT_OWNER
    if above_cap(bet, 2 * bet.value, rules):
        return CubeFault.CAPPED
    if score and score.away[side] <= bet.value:
        return CubeFault.DEAD_CUBE
    return None


def turnable(bet: Bet, rules: CubeRules, score: Score | None = None) -> bool:
    """Whether an open bet's cube can still be turned in this game, by its owner or, if centred, by either side."""
    return any(double_fault(bet, side, rules, score) is None for side in Side)


def double(bet: Bet, side: Side, rules: CubeRules, score: Score | None = None) -> Offer:
    """Offer the cube. Raises `Illegal` with a `CubeFault`."""
    if fault := double_fault(bet, side, rules, score):
        raise Illegal(fault, cap=cap(bet, rules))
    return Offer(side)


def reply_fault(bet: Bet, offer: Offer, reply: Reply, rules: CubeRules) -> CubeFault | None:
    """Why an offer may not be answered this way; None if it may."""
    if bet.result:
        return CubeFault.BET_CLOSED
    if reply is Reply.BEAVER:
        if offer.stage is not OfferStage.DOUBLE:
            return CubeFault.NOT_A_DOUBLE
        if rules.animals is Beavers.NONE:
            return CubeFault.NO_BEAVERS
        if bet.beavers >= rules.beavers_per_bet:
            return CubeFault.BEAVERS_USED_UP
    if reply is Reply.RACCOON:
        if offer.stage is not OfferStage.BEAVER:
            return CubeFault.NOT_A_BEAVER
        if rules.animals is not Beavers.RACCOON:
            return CubeFault.NO_RACCOONS
    if reply in (Reply.BEAVER, Reply.RACCOON) and above_cap(bet, 2 * offer.taken(bet), rules):
        return CubeFault.CAPPED
    if reply is Reply.DROP and offer.stage is OfferStage.BEAVER and not rules.beaver_refusable:
        return CubeFault.NOT_REFUSABLE
    return None


def replies(bet: Bet, offer: Offer, rules: CubeRules) -> tuple[Reply, ...]:
    """Every answer that the rules allow to an offer."""
    return tuple(reply for reply in Reply if reply_fault(bet, offer, reply, rules) is None)


def courses(bet: Bet, offer: Offer, rules: CubeRules) -> Ways:
    """Every answer the rules allow to an offer, and to each further turn of the cube in the exchange."""
    now = replies(bet, offer, rules)
    further = Reply.BEAVER in now or Reply.RACCOON in now
    return (now, *courses(bet, Offer(offer.doubler, OfferStage(offer.stage + 1)), rules)) if further else (now,)


def answer(bet: Bet, offer: Offer, reply: Reply, rules: CubeRules) -> tuple[Bet, Offer | None]:
    """Answer an offer: the bet afterwards, and the next offer if the exchange goes on.

    A taken cube belongs to the side that was doubled, also after a beaver or raccoon. A beaver that can be neither
    refused nor answered with a raccoon is accepted at once. Raises `Illegal` with a `CubeFault`.
    """
    if fault := reply_fault(bet, offer, reply, rules):
        raise Illegal(fault, cap=cap(bet, rules))
    match reply:
        case Reply.TAKE:
            return replace(bet, value=offer.taken(bet), owner=offer.doubler.other, turned=True), None
        case Reply.DROP:
            points = offer.refused(bet)
            lost = -points if offer.answerer is Side.WHITE else points
            return replace(bet, result=Result(lost, Ending.DROPPED)), None
        case Reply.BEAVER:
            bet, offer = replace(bet, beavers=bet.beavers + 1), Offer(offer.doubler, OfferStage.BEAVER)
            if replies(bet, offer, rules) == (Reply.TAKE,):
                return answer(bet, offer, Reply.TAKE, rules)
            return bet, offer
        case Reply.RACCOON:
            return bet, Offer(offer.doubler, OfferStage.RACCOON)


def automatic(bet: Bet, rules: CubeRules, before: int) -> Bet:
    """After an equal opening roll: the cube doubles and stays centred, up to the cap.

    `before`: automatic doubles so far in this game; at the limit the bet stays as it is.
    """
    limited = not rules.cube or before >= rules.auto_doubles or above_cap(bet, 2 * bet.value, rules)
    return bet if limited else replace(bet, value=2 * bet.value)


def worth(bet: Bet, kind: Kind, rules: CubeRules, any_turned: bool) -> int:
    """Points of a bet that is played out. `any_turned`: whether any cube on this board has been turned."""
    freed = {Jacoby.OFF: True, Jacoby.PER_CUBE: bet.turned, Jacoby.ANY_CUBE: bet.turned or any_turned}
    return bet.value * (kind if freed[rules.jacoby] else Kind.SINGLE)


def won(bet: Bet, winner: Side, points: int, ending: Ending) -> Bet:
    """The bet, closed with this result. Raises `Illegal` if it is closed already."""
    if bet.result:
        raise Illegal(CubeFault.BET_CLOSED)
    return replace(bet, result=Result(points if winner is Side.WHITE else -points, ending))


def cap(bet: Bet, rules: CubeRules) -> int | None:
    """The highest value of a bet's cube: the cap counts from where the cube began. None without one."""
    return None if rules.cube_cap is None else rules.cube_cap * bet.start


def above_cap(bet: Bet, value: int, rules: CubeRules) -> bool:
    """Whether the cap forbids this value to a bet's cube."""
    highest = cap(bet, rules)
    return highest is not None and value > highest
