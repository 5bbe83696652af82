"""A chouette session with a bank, or of fixed turns, read a second time from its log, in the plainest way there is.

What a game came to on the board is told; everything that follows from it is found here with lists and dictionaries:
what everybody has, who is out, the line, who is box and captain, where the cubes begin, the places. Nothing of it is
taken from the rules of the session.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

from bot.chouette import actions

_ROUNDS = {3: 4, 4: 3, 5: 4, 6: 5}


class Told(NamedTuple):
    """A finished game. `won`: what the box won of each member, at full value. `beat`: by member, whether the box won
    that bet, None if neither did. `decider`: the acting captain when the last bets ended.
    """

    void: bool
    won: dict[int, int]
    beat: dict[int, bool | None]
    decider: int | None
    forfeited: bool


class House(NamedTuple):
    """The options that matter here. Amounts are in units: with half points there are two to a point."""

    bank: int
    unit: int
    start_cube: str
    steps: tuple[int, ...]
    every: int
    retain: str
    ahead_of_loser: bool
    rounds: int
    room: int


def paid(has: dict[int, int], line: list[int], won: dict[int, int]) -> dict[int, int]:
    """What is left to each in the line when the box has won so much of each of them: coin by coin, in the words of the
    rules.
    """
    box, *team = line
    owes = {each: min(has[each], abs(won.get(each, 0))) for each in team}
    wins = [each for each in team if won.get(each, 0) < 0]
    loses = [each for each in team if won.get(each, 0) > 0]
    left = {each: has[each] for each in line}
    for each in loses:
        left[each] -= owes[each]
        left[box] += owes[each]
    for each in wins:
        left[each] += owes[each]
        left[box] -= owes[each]
    if left[box] > 2 * has[box]:
        left = {each: has[each] for each in line}
        for each in wins:
            left[box] -= owes[each]
            left[each] += owes[each]
        for each in loses:
            while owes[each] and left[box] < 2 * has[box]:
                owes[each] -= 1
                left[each] -= 1
                left[box] += 1
    elif left[box] < 0:
        left = {each: has[each] for each in line}
        for each in loses:
            left[box] += owes[each]
            left[each] -= owes[each]
        for each in wins:
            while owes[each] and left[box]:
                owes[each] -= 1
                left[box] -= 1
                left[each] += 1
    return left


class Plain:
    """A session as far as its log has been read."""

    def __init__(self, house: House, brought: list[int], since: float = 0.0) -> None:
        self.house = house
        self.has = dict(enumerate(brought))
        #: What everybody sat down with.
        self.brought = dict(self.has)
        self.line: list[int] = []
        #: Who sits out, for how many games in a row.
        self.sits: dict[int, int] = {}
        #: Who is out or has left: after or in which game, and what they had before it.
        self.end: dict[int, tuple[int, int]] = {}
        self.known = {*self.has}
        self.number = 0
        self.running = False
        self.game: list[int] = []
        self.at_first: dict[int, int] = {}
        self.joining: list[int] = []
        self.leaving: list[int] = []
        self.newcomers: list[int] = []
        self.stay = 0
        self.boxes: dict[int, int] = {}
        self.since, self.now = since, 0.0
        self.begins = 1
        #: Fixed turns: the seat of each number, the round, the numbers that have yet to be box in it.
        self.people: list[int] = []
        self.round, self.left = 1, list[int]()
        #: All of this as it was before the game was over.
        self.before: dict[str, Any] | None = None

    # --- reading -----------------------------------------------------------------------------------------------------

    def read(self, action: actions.AnyAction, *, back: bool, told: Told | None) -> None:
        """One entry of the log. `back`: it has taken something back; `told`: it has ended the game."""
        match action:
            case _ if back:
                self.take_back()
            case actions.Arrange(line=line, at=at):
                self.line = list(line)
                self.people, self.left = list(line), list(range(len(line)))
                self.since = self.since or at
                self.now = at
                self.set_up()
            case actions.Next():
                self.now = max(self.now, action.at if isinstance(action, actions.TimedNext) else 0.0)
                self.set_up()
            case actions.Join(by=int(seat)) | actions.LetIn(seat=seat):
                self.join(seat)
            case actions.Knock(by=int(seat)):
                self.has.setdefault(seat, self.house.bank)
            case actions.Leave(by=by, seat=seat):
                seat = by if seat is None else seat
                assert seat is not None
                self.leave(seat)
            case actions.SitOut(by=int(seat), out=out):
                self.sits.pop(seat, None)
                if out:
                    self.sits[seat] = 0
            case actions.Gone(seat=seat):
                self.sits.setdefault(seat, 0)
            case actions.DeclineBox():
                self.decline()
            case _:
                pass
        if told is not None:
            self.over(told)

    @property
    def broke(self) -> set[int]:
        return {seat for seat in self.has if self.house.bank and self.has[seat] == 0}

    def join(self, seat: int) -> None:
        new = seat not in self.known
        assert not (new and self.broke), "somebody new while somebody is out"
        self.has.setdefault(seat, self.house.bank)
        assert not self.house.bank or self.has[seat] > 0, "somebody with nothing"
        if new:
            self.known.add(seat)
            self.brought[seat] = self.house.bank
        self.end.pop(seat, None)
        self.sits.pop(seat, None)
        if self.rounds and seat not in self.people:
            self.left.append(len(self.people))
            self.people.append(seat)
        if self.running:
            self.joining.append(seat)
        else:
            self.come_in(seat)
            self.newcomers.append(seat)

    def come_in(self, seat: int) -> None:
        self.line.insert(len(self.line) - int(self.house.ahead_of_loser and bool(self.line)), seat)

    def leave(self, seat: int) -> None:
        if seat in self.joining:
            self.joining.remove(seat)
        if self.house.bank:
            self.end[seat] = self.number, self.at_first.get(seat, self.has[seat])
        if self.running and seat in self.game:
            if seat not in self.leaving:
                self.leaving.append(seat)
        elif seat in self.line:
            self.line.remove(seat)

    def decline(self) -> None:
        """The captain who has won the box goes just ahead of the old one, and of newcomers who stand there."""
        winner, old = self.line[0], self.game[0]
        active = [seat for seat in self.line if seat not in self.sits]
        needs = {seat: self.start_of(seat) * (len(active) - 1) * self.house.unit for seat in active}
        heir = next(seat for seat in active[1:] if not self.house.bank or self.has[seat] >= needs[seat])
        rest = [seat for seat in self.line if seat not in (winner, heir)]
        place = rest.index(old) if old in rest else len(rest)
        while old in rest and place and rest[place - 1] in self.newcomers:
            place -= 1
        self.line = [heir, *rest[:place], winner, *rest[place:]]

    # --- a game is set up --------------------------------------------------------------------------------------------

    def start_of(self, box: int) -> int:
        """Where the cubes of the next game begin if this is its box."""
        match self.house.start_cube:
            case "none":
                return 1
            case "box_game" if self.rounds:
                step = self.boxes.get(box, 0)
            case "box_game":
                step = self.stay if self.game and box == self.game[0] else 0
            case "minutes":
                step = int((self.now - self.since) // 60) // self.house.every
            case _:
                step = len(self.broke)
        return self.house.steps[min(step, len(self.house.steps) - 1)]

    @property
    def rounds(self) -> int:
        """Rounds of fixed turns, by how many have a number; 0 if there are none."""
        if self.house.retain != "schedule":
            return 0
        return self.house.rounds or _ROUNDS[len(self.people)]

    def set_up(self) -> None:
        self.number += 1
        last = self.game[:1]
        active = [seat for seat in self.line if seat not in self.sits]
        if self.rounds:
            front = [seat for seat in self.turn() if seat in active]
        elif self.house.bank:
            front = self.covered(active)
        else:
            front = []
        self.line = front + [seat for seat in self.line if seat not in front]
        self.game = [seat for seat in self.line if seat not in self.sits]
        if self.game[:1] != last:
            self.stay = 0
        self.begins = self.start_of(self.game[0])
        self.at_first = {seat: self.has[seat] for seat in self.game}
        self.newcomers = []
        self.running = True

    def covered(self, active: list[int]) -> list[int]:
        """Box and captain: the first with cover; else the richest, and the first of the others."""
        cover = {seat: self.start_of(seat) * (len(active) - 1) * self.house.unit for seat in active}
        able = [seat for seat in active if self.has[seat] >= cover[seat]]
        box = able[0] if able else sorted(active, key=lambda seat: (-self.has[seat], active.index(seat)))[0]
        others = [seat for seat in active if seat != box]
        return [box, ([seat for seat in others if self.has[seat] >= cover[box]] + others)[0]]

    def turn(self) -> list[int]:
        """The line of the next turn, with those who are not there; empty when all are played."""
        while True:
            waiting: list[int] = []
            while self.left:
                seat = self.people[self.left[0]]
                if seat in self.line and seat not in self.sits:
                    self.left += waiting
                    return self.turn_of(self.left[0])
                number = self.left.pop(0)
                if seat in self.line:
                    waiting.append(number)
            if self.round >= self.rounds:
                return []
            self.round += 1
            won = {number: self.has[seat] - self.brought[seat] for number, seat in enumerate(self.people)}
            self.left = sorted(won, key=lambda number: (won[number] if self.round == self.rounds else 0, number))

    def turn_of(self, box: int) -> list[int]:
        people = len(self.people)
        captain = (box + (self.round - 1) % (people - 1) + 1) % people
        numbers = [captain]
        while len(numbers) < people - 1:
            following = (numbers[-1] + 1) % people
            numbers.append(following if following != box else (following + 1) % people)
        return [self.people[number] for number in (box, *numbers)]

    @property
    def exhausted(self) -> bool:
        """Whether no game can follow the one that is over."""
        if not self.rounds:
            return len(self.line) < 2 and self.house.bank > 0
        return not deepcopy(self).turn()

    # --- a game is over ----------------------------------------------------------------------------------------------

    def over(self, told: Told) -> None:
        self.before = deepcopy({name: value for name, value in vars(self).items() if name != "before"})
        self.running = False
        if not told.void:
            self.count(told)
        line = [seat for seat in self.line if seat not in self.leaving or seat not in self.joining]
        self.line = line
        for seat in self.joining:
            self.come_in(seat)
        staying = [seat for seat in self.line if seat not in self.leaving or seat in self.joining]
        for seat in self.broke & {*staying}:
            self.end[seat] = self.number, self.at_first[seat]
        self.line = [seat for seat in staying if seat not in self.broke]
        self.newcomers, self.joining, self.leaving = self.joining, [], []

    def count(self, told: Told) -> None:
        if self.house.bank:
            self.has |= paid(self.has, self.game, told.won)
        else:
            for seat, points in told.won.items():
                self.has[self.game[0]] += points
                self.has[seat] -= points
        box, captain = self.game[:2]
        self.stay += 1
        self.boxes[box] = self.boxes.get(box, 0) + 1
        if self.rounds:
            self.left.pop(0)
        else:
            heir = self.heir(told)
            front, back = [heir], [seat for seat in (captain, box) if seat != heir]
            self.line = front + [seat for seat in self.line if seat not in front + back] + back
        for seat in list(self.line):
            if seat in self.sits and seat not in self.game:
                self.sits[seat] += 1
                if self.sits[seat] == 3:
                    self.sits[seat] = 0
                    self.line.remove(seat)
                    if self.house.bank:
                        self.end[seat] = self.number, self.has[seat]
                    else:
                        self.line.append(seat)

    def heir(self, told: Told) -> int:
        """Who has won the box, whatever people have."""
        box, captain, *crew = self.game
        net, follower = sum(told.won.values()), (crew or [captain])[0]
        if told.forfeited:
            return captain
        decisive = captain if told.decider is None or self.house.retain == "captain" else told.decider
        lost_to_captain = told.beat[captain] is False
        match self.house.retain:
            case "captain":
                return captain if lost_to_captain else box
            case "last_standing":
                return decisive if told.beat[decisive] is False else box
            case "net":
                return box if net >= 0 else captain if lost_to_captain else follower
            case "win_and_net":
                if told.beat[decisive] is False:
                    return captain if lost_to_captain else follower
                return box if net >= 0 else follower
            case _:
                return next((seat for seat in (captain, *crew) if told.beat[seat] is not True), box)

    # --- taking back -------------------------------------------------------------------------------------------------

    def take_back(self) -> None:
        """Back into the game, if it was over: what it has brought is gone, and who came or left since has done so in
        its course.
        """
        if self.running:
            return
        was = self.before
        assert was is not None
        seated = {*was["line"], *was["joining"]} - ({*was["leaving"]} - {*was["joining"]})
        by_result = {seat for seat in seated if seat in self.end and self.end[seat][0] == self.number}
        by_result &= {seat for seat in seated if seat in self.gone_by_itself(was)}
        there = {*self.line} | by_result
        now = vars(self).copy()
        vars(self).update(deepcopy(was))
        for name in ("known", "brought", "people"):
            setattr(self, name, now[name])
        self.has = {**now["has"], **was["has"]}
        for number in range(len(was["people"]), len(self.people)):
            self.left.append(number)
        self.sits = {seat: was["sits"].get(seat, 0) for seat in now["sits"]}
        self.end = {seat: end for seat, end in now["end"].items() if seat not in there}
        silenced = {*was["leaving"]}
        arrivals = [*now["line"], *(seat for seat in sorted(there) if seat not in now["line"])]
        self.joining = [seat for seat in arrivals if seat in there and (seat not in was["line"] or seat in silenced)]
        self.leaving = [seat for seat in was["line"] if seat in self.game and (seat not in there or seat in silenced)]
        self.line = [seat for seat in was["line"] if seat in there or seat in self.game]
        self.before = None

    def gone_by_itself(self, was: dict[str, Any]) -> set[int]:
        """Who was taken from the table by the result: out, or for sitting out three games."""
        rested = {seat for seat, count in was["sits"].items() if count == 2 and seat in self.sits}
        return self.broke | (rested if len(self.line) < self.house.room else set())

    # --- the end -----------------------------------------------------------------------------------------------------

    def places(self) -> list[list[int]]:
        """With a bank: those who are there by what they have, then the others, the later the better."""
        there = {seat: (1, self.has[seat], 0) for seat in self.line if seat not in self.end}
        ranks = there | {seat: (0, *end) for seat, end in self.end.items()}
        return [
            sorted(seat for seat in ranks if ranks[seat] == rank) for rank in sorted({*ranks.values()}, reverse=True)
        ]
