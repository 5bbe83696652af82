"""Chouette scenarios played through the rules: `python -m tests.facts.chouette FILE`.

A scenario is one game a line, as `docs/chouette.md` describes it under “Scenarios”. Every event becomes the
actions of the people it names; between two events turns pass on a board of no interest.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.backgammon import Bet, Illegal, Kind, Phase, Position, Refused, Reply, Seat, Side, Stale, TableFault
from bot.chouette import (
    BOX,
    TEAM,
    ChouetteFault,
    Extras,
    Options,
    Order,
    actions,
    apply,
    points,
    rows,
    start,
    values,
    with_value,
)
from bot.chouette.people import with_round

#: Options that a scenario does not name; those that are not here either are at our own default.
DEFAULTS: dict[str, Any] = {
    "box_take": "half",
    "retain": "captain",
    "jacoby": "per_cube",
    "animals": 1,
    "beavers_per_bet": 9,
    "box_double": "free",
    "lone_taker": "off",
}
#: Mismatches that are printed.
SHOWN = 20
#: How often a turn may pass before a side must be on roll.
_PATIENCE = 4

_SIDES = {"box": BOX, "team": TEAM}
_QUIET = Position.start()
#: Positions of somebody with one checker left on his ace point, by what he wins when he bears it off.
_LAST_CHECKER = {
    Kind.SINGLE: Position.of([14, 1, *[0] * 24], [14, 1, *[0] * 24]),
    Kind.GAMMON: Position.of([14, 1, *[0] * 24], [0, 15, *[0] * 24]),
    Kind.BACKGAMMON: Position.of([14, 1, *[0] * 24], [0, 14, *[0] * 17, 1, *[0] * 6]),
}


class Mismatch(Exception):
    """A scenario and the rules do not agree. The message says in what."""


def options_of(scenario: dict[str, Any]) -> Options:
    """The options of a scenario; those it does not name are the defaults of the file."""
    named = DEFAULTS | (scenario.get("options") or {})
    named["auto_doubles"] = max(named.get("auto_doubles", 0), scenario.get("automatics") or 0)
    options = replace(Options(), order=Order.MANUAL)
    known = values(options)
    for name, value in named.items():
        if name not in known:
            raise Mismatch(f"unknown option {name}")
        usual = known[name]
        options = with_value(options, name, type(usual)(value) if isinstance(usual, Enum) else value)
    return options


class Game:
    """One scenario being played. `doing` is the event it has come to."""

    def __init__(self, scenario: dict[str, Any]) -> None:
        self.scenario = scenario
        self.names = str(scenario["players"])
        self.events: list[list[Any]] = scenario.get("events") or []
        self.doing = 0
        #: Whose extras the lone taker drops at once, and what is answered to cubes after the extras.
        self._dropping: list[Seat] = []
        self._later: dict[int, list[str]] = {}
        #: Whether cubes have been offered in this turn.
        self._offered = False
        self.session = start(options_of(scenario), len(self.names))
        self.act(actions.Arrange(line=tuple(range(len(self.names)))))
        if partner := scenario.get("partner"):
            shared = replace(self.session, partner=self.seat(partner), partnering=None, partner_settled=True)
            self.session = with_round(shared)
        else:
            self.session = replace(self.session, partnering=None)

    def seat(self, name: str) -> Seat:
        """The seat of a letter; those who join get the next ones."""
        if name not in self.names:
            self.names += name
        return self.names.index(name)

    def act(self, action: actions.AnyAction) -> None:
        self.session = apply(self.session, action)

    def play(self) -> None:
        """Everything but the last event, which may be refused. Raises `Mismatch`."""
        self.open()
        for name in self.scenario.get("joins") or "":
            self.act(actions.Join(by=self.seat(name)))
        for event in self.events[:-1]:
            try:
                self.do(event)
            except Refused as refusal:
                raise Mismatch(f"event {self.doing} {event} is refused: {refusal}") from refusal

    def open(self) -> None:
        for _ in range(self.scenario.get("automatics") or 0):
            self.act(actions.OpeningRoll(dice=(2, 2)))
        # The side that opens has played before the other may speak.
        first = next((side for event in self.events if (side := self._side(event)) is not None), BOX)
        self.act(actions.OpeningRoll(dice=(1, 3) if first is TEAM else (3, 1)))
        self.move()

    def _side(self, event: list[Any]) -> Side | None:
        """Which side must be on roll for an event."""
        match event:
            case ["team_doubles", _]:
                return TEAM
            case ["box_doubles", _]:
                return BOX
            case ["end", side, _]:
                return _SIDES[side]
            case ["extra_redouble", giver, taker, _]:
                index, bet = self._extra(giver, taker)
                return bet.owner or TEAM if index is not None else TEAM
            case _:
                return None

    def do(self, event: list[Any]) -> None:
        """One event. Raises `Refused`."""
        side = self._side(event)
        if side is not None:
            self.until(side, fresh=event[0] != "end")
        match event:
            case ["team_doubles", answers]:
                for name in answers:
                    self._double(self.seat(name), (self.own(name),))
                self._close_window()
                self._answer({self.own(name): answer.split("+") for name, answer in answers.items()})
            case ["box_doubles", answers]:
                self._double(self.session.game.box, tuple(self.own(name) for name in answers))
                self._answer({self.own(name): answer.split("+") for name, answer in answers.items()})
            case ["extra", giver, taker]:
                if self._extras and self._extras.bet != self.own(taker):
                    raise Illegal(ChouetteFault.NO_EXTRA)
                self.act(actions.GiveExtra(by=self.seat(giver), bet=self.own(giver), give=True))
            case ["extra_drop", giver, _]:
                self._dropping.append(self.seat(giver))
            case ["extra_redouble", giver, taker, answer]:
                index, bet = self._extra(giver, taker)
                self._double(bet.seat(bet.owner or TEAM), (-1 if index is None else index,))
                self._close_window()
                self._answer({-1 if index is None else index: answer.split("+")})
            case ["settle", member, to_box, winner]:
                self._settle(member, to_box, winner)
            case ["box_resigns", kind, members]:
                box = self.session.game.box
                named = [self.own(name) for name in members or ()] if members is not None else self._held(box)
                self._propose(actions.Resign(by=box, kind=Kind(kind), bets=tuple(named)))
            case ["member_resigns", member, kind]:
                seat = self.seat(member)
                self._propose(actions.Resign(by=seat, kind=Kind(kind), bets=tuple(self._held(seat))))
            case ["end", _, kind]:
                self.set_board(_LAST_CHECKER[Kind(kind)])
                self.roll_and_move()
            case _:
                raise Mismatch(f"unknown event {event}")
        self.doing += 1
        following = self.events[self.doing][0] if self.doing < len(self.events) else None
        if following not in ("extra", "extra_drop"):
            self._end_extras()

    # --- the board ---------------------------------------------------------------------------------------------------

    def set_board(self, position: Position) -> None:
        game = self.session.game
        self.session = replace(self.session, game=replace(game, board=replace(game.board, position=position)))

    def move(self) -> None:
        (play, *_) = self.session.game.plays(self.session.rules)
        self.act(actions.Move(by=self.session.game.on_roll, play=str(play)))

    def roll_and_move(self) -> None:
        self.act(actions.Roll(by=self.session.game.on_roll, dice=(3, 1)))
        self.move()

    def until(self, side: Side, fresh: bool) -> None:
        """Turns pass until a side is to roll; `fresh`: no cube has been offered in that turn yet."""
        for _ in range(_PATIENCE):
            game = self.session.game
            if game.phase is Phase.OVER:
                raise Mismatch("the game is over already")
            if game.board.turn is side and game.phase in (Phase.CUBE, Phase.ROLL) and not (fresh and self._offered):
                return
            if game.phase is Phase.PLAY:
                self.move()
            else:
                self.set_board(_QUIET)
                self.roll_and_move()
            self._offered = False
        raise AssertionError("turns pass")

    # --- cubes -------------------------------------------------------------------------------------------------------

    def own(self, name: str) -> int:
        """The bet of a member; one that there is not for anybody else."""
        bet = self.session.game.own_bet(self.seat(name))
        return len(self.session.game.bets) if bet is None else bet

    def _extra(self, giver: str, taker: str) -> tuple[int | None, Bet]:
        """The extra between two, the last if there are several."""
        game = self.session.game
        sides = (self.seat(taker), self.seat(giver))
        found = [index for index in game.extras if (game.bets[index].white, game.bets[index].black) == sides]
        return (found[-1], game.bets[found[-1]]) if found else (None, Bet(*sides, owner=TEAM))

    def _double(self, seat: Seat, bets: tuple[int, ...]) -> None:
        self.act(actions.Double(by=seat, bets=bets))
        self._offered = True

    def _close_window(self) -> None:
        if self.session.game.phase is Phase.CUBE:
            self.act(actions.Roll(by=self.session.game.on_roll, dice=(3, 1)))

    def _answer(self, answers: dict[int, list[str]]) -> None:
        """The answers to a batch, stage by stage; whoever answers several cubes answers them at once."""
        while answers and not self._later:
            said = {bet: Reply(replies[0]) for bet, replies in answers.items()}
            answers = {bet: replies[1:] for bet, replies in answers.items() if len(replies) > 1}
            exchange = self.session.game.exchange
            answerers: dict[Seat, list[tuple[int, Reply]]] = {}
            for bet, reply in said.items():
                if exchange and bet in exchange.bets:
                    answerers.setdefault(self.session.game.answerer(bet), []).append((bet, reply))
                elif reply is not Reply.TAKE:
                    # Only a beaver that can but be taken is taken already.
                    raise Stale(TableFault.NO_OFFER)
            for seat, replies in answerers.items():
                self.act(actions.Answer(by=seat, replies=tuple(replies)))
            extras = (exchange := self.session.game.exchange) and exchange.extras
            if extras and extras.forced:
                # He is held to what he has said.
                taker = self.session.game.answerer(extras.bet)
                self.act(actions.Answer(by=taker, replies=((extras.bet, said[extras.bet]),)))
            elif extras:
                self._later = answers
                return

    def _end_extras(self) -> None:
        """Whoever has not been named gives no extra; the lone taker stays in."""
        for bet in extras.asked if (extras := self._extras) else ():
            self.act(actions.GiveExtra(by=self.session.game.bets[bet].white, bet=bet, give=False))
        extras = self._extras
        dropped, self._dropping = tuple(self._dropping), []
        if extras or dropped:
            taker = self.session.game.bets[extras.bet].white if extras else None
            self.act(actions.AnswerExtras(by=taker, stay=True, dropped=dropped))
        later, self._later = self._later, {}
        self._answer(later)

    @property
    def _extras(self) -> Extras | None:
        exchange = self.session.game.exchange
        return exchange.extras if exchange else None

    # --- settlements and resignations --------------------------------------------------------------------------------

    def _held(self, seat: Seat) -> list[int]:
        return list(self.session.game.held(seat))

    def _settle(self, member: str, to_box: int, winner: str | None) -> None:
        if self.session.game.phase is Phase.PLAY:
            self.move()
        box = self.session.game.box
        named = {None: None, "box": box, self.names[box]: box}.get(winner, self.seat(member))
        self._propose(actions.Settle(by=box, bets=(self.own(member),), points=to_box, winner=named))

    def _propose(self, what: actions.Resign | actions.Settle) -> None:
        """Propose it, and everybody accepts."""
        self.act(what)
        for proposal in self.session.proposals:
            for seat in proposal.of:
                self.act(actions.Accept(by=seat, question=proposal.number))

    # --- the end -----------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """What is between this game and the next: the box is declined, people leave."""
        line = self.session.line
        if self.scenario.get("declines_box") and line:
            try:
                self.act(actions.DeclineBox(by=line[0]))
            except Refused:
                assert self.session.line == line
        for name in self.scenario.get("leaves") or "":
            self.act(actions.Leave(by=self.seat(name)))

    @property
    def line(self) -> str:
        """The line in letters."""
        return "".join(self.names[seat] for seat in self.session.line)

    @property
    def points(self) -> dict[str, int]:
        """The balances by letter."""
        return {name: player.points for name, player in zip(self.names, self.session.players, strict=False)}


def check(scenario: dict[str, Any]) -> None:
    """Play a scenario. Raises `Mismatch` if the rules do not do what it says."""
    game = Game(scenario)
    game.play()
    refused = scenario.get("refused")
    try:
        if game.events:
            game.do(game.events[-1])
    except Refused as refusal:
        if not refused:
            raise Mismatch(f"event {game.doing} {game.events[-1]} is refused: {refusal}") from refusal
        return
    if refused:
        raise Mismatch(f"{game.events[-1]} is not refused")
    _check_result(game)


def _check_result(game: Game) -> None:
    scenario, session = game.scenario, game.session
    if session.game.phase is not Phase.OVER:
        raise Mismatch("the game is not over")
    game.finish()
    expected = dict.fromkeys(game.names, 0) | (scenario.get("points") or game.points)
    if game.points != expected:
        raise Mismatch(f"points {game.points} instead of {expected}")
    if "next" in scenario and game.line != scenario["next"]:
        raise Mismatch(f"line {game.line} instead of {scenario['next']}")
    ledger = dict.fromkeys(range(len(session.players)), 0)
    for row in rows(session.game, 1):
        ledger[row.payer] -= row.points
        ledger[row.payee] += row.points
    won = dict.fromkeys(ledger, 0) | points(session.game)
    if ledger != won:
        raise Mismatch(f"ledger {ledger} instead of {won}")


def mismatches(scenarios: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """(name of the scenario, what is wrong) for all that do not hold."""
    for scenario in scenarios:
        try:
            check(scenario)
        except Mismatch as mismatch:
            yield str(scenario.get("name")), str(mismatch)


def main(path: Path) -> int:
    """Print the first mismatches and how many there are; 1 if there are any."""
    scenarios = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    wrong = list(mismatches(scenarios))
    for name, what in wrong[:SHOWN]:
        print(f"{name}\n    {what}")
    print(f"{len(scenarios)} scenarios, {len(wrong)} mismatches")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
