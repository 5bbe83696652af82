"""The gallery's scenes of two players, one of every state a picture can be in; a chouette's are in `evenings`."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from render import (
    THEMES,
    Chart,
    Cube,
    Die,
    End,
    Figure,
    Landing,
    LastPlay,
    PersonCard,
    Placed,
    Ranking,
    Scene,
    Step,
    TimeLeft,
)
from render.bracket import Bracket, BracketRound, BracketSide
from render.crosstable import CrossCell, CrossRow, Crosstable

START = "24:2 13:5 8:3 6:5"
PLACES = {"bar": 25, "off": 0}


class Shown(NamedTuple):
    """One picture of the gallery: the name of its file, what it is about, and the scene."""

    file: str
    caption: str
    scene: Scene


def _place(word: str) -> int:
    return PLACES[word] if word in PLACES else int(word)


def counts(text: str) -> tuple[int, ...]:
    """The 26 counts of a side from words such as `bar:1 24:2 6:5 off:3`."""
    found = [0] * 26
    for place, count in (word.split(":") for word in text.split()):
        found[_place(place)] = int(count)
    return tuple(found)


def dice(*values: int, used: int = 0) -> tuple[Die, ...]:
    """Dice as they lie, the first `used` of them played."""
    return tuple(Die(value, index < used) for index, value in enumerate(values))


def played(side: int, play: str) -> LastPlay:
    """A play in notation, each checker's steps apart: `24/20 13/9*`."""
    steps: list[Step] = []
    for word in play.split():
        start, end = word.rstrip("*").split("/")
        steps.append(Step(_place(start), _place(end), "*" in word))
    return LastPlay(side, tuple(steps))


def board(bottom: str = START, top: str = START, **fields: object) -> Scene:
    """A board of Anna, at the bottom, and Bořek."""
    match = Scene(counts(bottom), counts(top), ("Anna", "Bořek"), ("2 / 7", "4 / 7"))
    return replace(match, **fields)  # pyright: ignore[reportArgumentType]


TURNS = (
    Shown(
        "start",
        "The first roll: Anna has the larger number and plays both.",
        board(turn=0, dice=dice(3, 1), cube=Cube(1)),
    ),
    Shown(
        "play",
        "Bořek entered and hit: a dashed ring where a checker left, a ring where it landed, coral dots to whom it hit.",
        board(
            "bar:1 24:2 13:4 8:3 6:5",
            "24:1 20:1 13:5 8:3 6:5",
            turn=0,
            cube=Cube(1),
            last=played(1, "bar/20*"),
            scores=("2 / 7", "4 / 7"),
        ),
    ),
    Shown(
        "clock",
        "A match with a clock: what both had left when it was drawn; under thirty seconds it is bold, after a stop "
        "watch.",
        board(
            "24:2 13:4 11:1 8:3 6:5",
            "24:1 20:1 13:5 8:3 6:5",
            turn=1,
            numbers_from=1,
            dice=dice(5, 2),
            cube=Cube(1),
            last=played(0, "13/11"),
            times=(TimeLeft("13:40"), TimeLeft("0:23", urgent=True)),
        ),
    ),
    Shown(
        "several",
        "Checkers that went the same way share an arrow that bears their number. Its ends bear the numbers of who "
        "played, as the text has them; the rails bear those of who is to play.",
        board(
            "24:2 13:3 9:2 8:1 6:5 4:2",
            "24:2 13:3 8:3 6:5 3:2",
            turn=1,
            numbers_from=1,
            dice=dice(6, 4),
            cube=Cube(1),
            last=played(0, "13/9 13/9 8/4 8/4"),
        ),
    ),
    Shown(
        "double",
        "Four dice on a double; in the composer those used are faded.",
        board(
            "24:2 13:3 10:2 8:3 6:3 3:2",
            "24:2 13:4 8:3 6:6",
            turn=0,
            dice=dice(3, 3, 3, 3, used=2),
            cube=Cube(1),
            last=played(0, "13/10 13/10"),
            asked="13/10(2)",
        ),
    ),
    Shown(
        "draft",
        "The composer: gold rings on what can move, the way of the last step.",
        board(
            "24:2 22:1 13:4 8:3 6:5",
            "24:1 20:1 13:4 10:1 8:3 6:5",
            turn=0,
            dice=dice(3, 3, 3, 3, used=1),
            cube=Cube(1),
            last=played(0, "bar/22"),
            movable=(24, 22, 13, 8, 6),
            asked="bar/22",
        ),
    ),
    Shown(
        "chosen",
        "Where the chosen checker may land: with one die, and farther.",
        board(
            "24:2 22:1 13:4 8:3 6:5",
            "24:1 20:1 13:4 10:1 8:3 6:5",
            turn=0,
            dice=dice(3, 3, 3, 3, used=1),
            cube=Cube(1),
            last=played(0, "bar/22"),
            chosen=13,
            landings=(Landing(10), Landing(7, direct=False), Landing(4, direct=False)),
            asked="bar/22, 13/…",
        ),
    ),
    Shown(
        "flipped",
        "Whoever sits at the top may turn the board round in the composer.",
        board(
            "24:2 13:4 8:4 6:5",
            "24:1 20:1 13:5 8:3 6:5",
            turn=1,
            numbers_from=1,
            dice=dice(4, 2, used=1),
            cube=Cube(1),
            last=played(1, "24/20"),
            flipped=True,
        ),
    ),
    Shown(
        "bar",
        "Three on the bar against five points; stacks of more than five bear their number.",
        board(
            "bar:3 13:2 6:7 5:3",
            "24:1 18:1 7:2 6:2 5:3 4:2 3:2 2:2",
            turn=0,
            numbers_from=0,
            cube=Cube(2, owner=1),
        ),
    ),
    Shown(
        "bearing-off",
        "Bearing off: what is out lies on its edge in the tray.",
        board(
            "6:1 5:2 3:1 2:2 1:3 off:6",
            "6:2 5:1 4:1 2:3 1:1 off:7",
            turn=1,
            numbers_from=1,
            dice=dice(6, 2),
            cube=Cube(4, owner=0),
            last=played(0, "6/off 5/1"),
        ),
    ),
)
OFFERS = (
    Shown(
        "offer",
        "A double: the cube hovers above the board, of the stuff of whoever offers it, with the value it would have.",
        board(
            "24:2 13:3 8:3 6:4 5:3",
            "24:2 13:5 8:3 6:5",
            turn=1,
            cube=Cube(2, offered_to=1),
            banner="Anna doubles to 2",
            asked="take or drop?",
        ),
    ),
    Shown(
        "beaver",
        "A beaver, in a money session.",
        board(
            "24:2 13:3 8:3 6:4 5:3",
            "24:2 13:5 8:3 6:5",
            scores=("+3", "−3"),
            tags=("Jacoby",),
            turn=0,
            cube=Cube(4, offered_to=0),
            banner="Bořek beavers to 4",
            asked="take or drop?",
        ),
    ),
    Shown(
        "resignation",
        "A resignation is offered after the roll.",
        board(
            "13:1 6:5 5:4 4:3 3:2",
            "24:3 23:2 13:4 8:2 6:4",
            turn=0,
            numbers_from=1,
            dice=dice(5, 1),
            cube=Cube(2, owner=0),
            banner="Bořek resigns a gammon?",
            asked="accept?",
        ),
    ),
    Shown(
        "crawford",
        "The Crawford game has no cube.",
        board(scores=("2 / 7", "6 / 7"), tags=("Crawford",), turn=1, numbers_from=1, dice=dice(6, 2)),
    ),
    Shown(
        "result",
        "The end of a game.",
        board(
            "off:15",
            "20:1 14:3 9:4 6:7",
            scores=("6 / 7", "4 / 7"),
            cube=Cube(2, owner=0),
            last=played(0, "2/off 1/off"),
            banner="Anna wins 4 points",
            end=End(0, "wins 4 points", ("6", "4"), ("Gammon ×", Cube(2, owner=0)), crowned=False),
        ),
    ),
    Shown(
        "match",
        "The end of a match.",
        board(
            "off:15",
            "19:2 13:1 8:2 7:2 6:5 5:2 4:1",
            scores=("7 / 7", "4 / 7"),
            cube=Cube(2, owner=0),
            banner="Anna wins the match 7–4",
            end=End(0, "wins the match", ("7", "4"), ("Gammon ×", Cube(2, owner=0), "= 4 points")),
        ),
    ),
    Shown(
        "full-bar",
        "A bar of many: three are drawn, with their number.",
        board("bar:5 13:2 6:5 5:3", "bar:4 24:1 18:1 7:2 5:3 4:2 3:2", turn=0, cube=Cube(4, owner=1)),
    ),
    Shown(
        "hypergammon",
        "Hypergammon: three checkers each.",
        board(
            "24:1 23:1 22:1",
            "24:1 18:2",
            scores=("+1", "−1"),
            tags=("hypergammon", "Jacoby"),
            turn=0,
            dice=dice(6, 3),
            cube=Cube(1),
            last=played(1, "23/18 22/18"),
        ),
    ),
    Shown(
        "names",
        "Names are anything Discord allows.",
        board(
            names=("W" * 32, "שלום עולם Ж 🎲 中"),
            scores=("13 / 25", "2 / 25"),
            tags=("Crawford", "nackgammon"),
            turn=0,
            dice=dice(2, 1),
        ),
    ),
)
THEMED = tuple(
    Shown(f"theme-{theme}", f"The theme “{theme}”.", replace(shown.scene, theme=theme))
    for theme in THEMES
    for shown in TURNS
    if shown.file == "several"
)
CHART = Chart(
    "Anna",
    tuple((day, 1500 + 2.2 * day + 45 * math.sin(day / 9) + 14 * math.sin(day * 1.7)) for day in range(120)),
    note="120 matches",
    ticks=((0, "1 Aug"), (31, "1 Sep"), (61, "1 Oct"), (92, "1 Nov")),
    theme="dark",
)
RANKING = Ranking(
    "Rating · backgammon",
    tuple(
        Placed(rank, name, value, form, change)
        for rank, (name, value, form, change) in enumerate(
            (
                ("Anna", "1802", "1011011101", 21),
                ("Bořek", "1764", "1101101110", -6),
                ("Иван", "1731", "0110111011", 14),
                ("Šárka", "1688", "1010011", 0),
                ("Ondřej", "1652", "0100110101", -18),
                ("Petra", "1590", "0011001000", -4),
                ("Orel", "1524?", "101", 24),
            ),
            1,
        )
    ),
    "November 2026",
)
PERFORMANCE = Ranking(
    "Performance",
    tuple(
        Placed(rank, name, value, note=f"{decisions} decisions")
        for rank, (name, value, decisions) in enumerate(
            (
                ("Bořek", "4.1 ± 0.3", 2410),
                ("Anna", "5.3 ± 0.2", 3872),
                ("Šárka", "6.0 ± 0.6", 764),
                ("Иван", "8.8 ± 0.4", 1530),
                ("Petra", "13.2 ± 1.4", 331),
                ("Ondřej", "17.9 ± 0.9", 905),
            ),
            1,
        )
    ),
    "November 2026",
)
PERSON = PersonCard(
    "Anna",
    "167 finished games",
    "1802",
    ("backgammon", "rank 1 · experience 640"),
    CHART.points,
    CHART.ticks,
    "1011011101",
    "longest run 7 wins",
    (
        (Figure("to 7", "48–21"), Figure("to 5", "27–16"), Figure("to 1", "5–3"), Figure("money", "26–21")),
        (Figure("Points for money", "+37", "47 games"), Figure("Chouette, points a bet", "+0.31", "204 bets")),
        (
            Figure("box", "+0.42", "61 bets"),
            Figure("captain", "+0.5", "48 bets"),
            Figure("partner", "−0.1", "10 bets"),
            Figure("crew", "+0.2", "85 bets"),
        ),
    ),
    ("First win", "Gammon", "Giant-slayer: beat somebody 200 points ahead", "Five in a row"),
)


def _division(**points: str) -> tuple[CrossRow, ...]:
    """A division by what each has in the matches in the order of the table: 7 is a win, a dot is open."""
    rows: list[CrossRow] = []
    for name, cells in points.items():
        shown = tuple(None if each in ".x" else CrossCell(each, each == "7") for each in cells)
        won = sum(each.won for each in shown if each)
        against = [list(points.values())[place][len(rows)] for place in range(len(points))]
        balance = sum(int(each) for each in cells if each not in ".x") - sum(int(e) for e in against if e not in ".x")
        rows.append(CrossRow(name, shown, won, balance))
    return tuple(rows)


CROSSTABLE = Crosstable(
    "Winter league · Division 1",
    _division(Anna="x77775", Bořek="3x7.77", Иван="56x7.7", Šárka="6.2x77", Ondřej="43.4x7", Petra="70534x"),
    ("Won", "±"),
    "13 of 15 played",
)


def _rounds(name: str, rounds: str, won: int, buchholz: str) -> CrossRow:
    """Somebody in a Swiss: the place of each opponent, `+` if that was won, `B` for a bye."""
    told = (None if each == "." else CrossCell(each[0].replace("B", "+"), each[-1] in "+B") for each in rounds.split())
    return CrossRow(name, tuple(told), won, buchholz)


SWISS = Crosstable(
    "Winter Swiss",
    (
        _rounds("Anna", "5+ 3+ 2+", 3, "5"),
        _rounds("Bořek", "6+ 4+ 1", 2, "5"),
        _rounds("Иван", "7+ 1 4+", 2, "5"),
        _rounds("Šárka", "B 2 3", 1, "5.5"),
        _rounds("Ondřej", "1 7 B", 1, "5.5"),
        _rounds("Eliška", "2 B .", 1, "3.5"),
        _rounds("Petra", "3 5+ .", 1, "3"),
    ),
    ("Won", "Buchholz"),
    "Round 3 of 4",
    rounds=3,
)
_KNOCKOUT = (
    ("Round 1", "Anna 7 Petra 3, Bořek 7 Orel 5, Иван 6 Šárka 7, Ondřej 2 Eliška 7"),
    ("Round 2", "Anna 7 Eliška 6, Bořek 4 Šárka 7, Petra 7 Orel 1, Иван 7 Ondřej 0"),
    ("Round 3", "Anna - Šárka -, Bořek 7 Petra 2, Eliška 5 Иван 7"),
)


def _knockout() -> Bracket:
    lost: dict[str, int] = {}
    rounds: list[BracketRound] = []
    for words, played in _KNOCKOUT:
        matches: list[tuple[BracketSide, BracketSide]] = []
        beaten: list[str] = []
        for match in played.split(", "):
            one, first, other, second = match.split()
            if first == "-":
                matches.append((BracketSide(one, lost.get(one, 0)), BracketSide(other, lost.get(other, 0))))
                continue
            won = int(first) > int(second)
            beaten.append(other if won else one)
            matches.append(
                (
                    BracketSide(one, lost.get(one, 0), first, won),
                    BracketSide(other, lost.get(other, 0), second, not won),
                )
            )
        rounds.append(BracketRound(words, tuple(matches)))
        for name in beaten:
            lost[name] = lost.get(name, 0) + 1
    return Bracket("Winter cup", tuple(rounds), "2 losses and out", "dark")


BRACKET = _knockout()
