"""Charts, sheets, papers of ladder and leagues: fixed ones behind palettes and goldens, tiny, long, nasty names."""

from __future__ import annotations

import random

from render.bracket import Bracket, BracketRound, BracketSide
from render.chart import Chart
from render.course import Course, CubeMark, Grade, Lane, Mistake, Said
from render.crosstable import CrossCell, CrossRow, Crosstable
from render.ending import Payment, SessionEnd
from render.grid import Grid, Group
from render.person import Figure, PersonCard, Progress
from render.plot import Choice, Plot
from render.ranking import Placed, Ranking
from render.sheet import GameRow, Mark, Sheet
from render.square import Sector, Square
from render.week import WeekCard, WeekRow

from .scenes import FIXED

NAMES = (
    "Martin Dvořák",
    "Анна",
    "Jo",
    "Šárka Nováková",
    "Иван Петров",
    "שלום עולם (1)",
    "中文名字 🎲",
    "W" * 32,
    "O'Brien-Smith",
    "محمد بن سلمان",
    "",
    "z\u0300\u0301a\u0316\u0317lgo",
)
WORDS = ((Mark.BOX, "box"), (Mark.CAPTAIN, "captain"), (Mark.PARTNER, "partner"), (Mark.OUT, "out"))
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def walk(seed: int, length: int, step: float = 12.0) -> tuple[tuple[float, float], ...]:
    """A rating's way from 1500, a step a day."""
    rng = random.Random(seed)
    rating, points = 1500.0, list[tuple[float, float]]()
    for day in range(length):
        points.append((float(day), rating))
        rating += rng.uniform(-step, step) + 0.6
    return tuple(points)


def chouette(seed: int, players: int, games: int, scale: int = 1) -> tuple[GameRow, ...]:
    """The games of a chouette: a box against a captain and his partners, some of them out or away."""
    rng = random.Random(seed)
    rows: list[GameRow] = []
    box, captain = 0, 1
    for number in range(1, games + 1):
        points: list[int | None] = [None] * players
        roles: list[Mark | None] = [None] * players
        won, gain = rng.random() < 0.55, 0
        for seat in range(players):
            if seat == box or (seat != captain and rng.random() < 0.08):
                continue
            out = seat != captain and rng.random() < 0.15
            stake = scale * (1 if out else rng.choice((1, 2, 2, 4)))
            points[seat] = stake if won and not out else -stake
            gain -= points[seat] or 0
            roles[seat] = Mark.OUT if out else Mark.CAPTAIN if seat == captain else Mark.PARTNER
        points[box], roles[box] = gain, Mark.BOX
        rows.append(GameRow(str(number), tuple(points), tuple(roles)))
        box, captain = (captain, (captain + 1) % players) if won else (box, (captain + 1) % players)
        captain = captain if captain != box else (captain + 1) % players
    return tuple(rows)


CHARTS: dict[str, Chart] = {
    "year": Chart(
        "Martin Dvořák",
        walk(3, 160),
        "160 matches",
        tuple((index * 14.0, f"{1 + index * 3} {month}") for index, month in enumerate(MONTHS)),
    ),
    "one": Chart("Анна", ((5.0, 1500.0),), "1 match", ((5.0, "21 Nov"),)),
    "two": Chart("Jo", ((0.0, 1500.0), (1.0, 1487.6)), "2 matches", ((0.0, "20 Nov"), (1.0, "21 Nov"))),
    "few": Chart("Šárka", walk(8, 14, 30), "13 matches", tuple((float(day), f"{day + 1} Nov") for day in range(14))),
    "equal": Chart("Dan", tuple((float(day), 1500.0) for day in range(9)), "9 matches"),
    "long": Chart(
        "Иван Петров", walk(5, 2000), "2000 matches", tuple((day * 100.0, f"{2006 + day}") for day in range(20))
    ),
    "nasty": Chart(
        "W" * 32, walk(9, 60), "Rhabarberbarbara " * 9, tuple((float(day), "🎲 שלום (1)") for day in range(60))
    ),
    "falling": Chart(
        "中文名字 🎲 שלום", tuple((day**1.5, 12000.0 - 900 * day) for day in range(30)), "−", ((0.0, "x" * 60),)
    ),
}

SHEETS: dict[str, Sheet] = {
    "five": Sheet("Friday chouette", NAMES[:5], chouette(1, 5, 14), "Total", "14 games", WORDS),
    "two": Sheet(
        "Money session",
        ("Martin Dvořák", "Анна"),
        (
            GameRow("1", (2, -2), (None, None)),
            GameRow("2", (-1, 1), (None, None)),
            GameRow("3", (0, 0), (None, None)),
            GameRow("4", (8, -8), (None, None)),
        ),
        "Total",
        "4 games",
    ),
    "none yet": Sheet("Money session", ("Jo", "Dan"), (), "Total", "0 games"),
    "twelve": Sheet("Big chouette", NAMES, chouette(2, 12, 24), "Celkem", "24 games", WORDS),
    "hundred": Sheet("Long night", NAMES[:4], chouette(3, 4, 100), "Итого", "100 games", WORDS),
    "twelve hundred": Sheet("W" * 60, NAMES[::-1], chouette(4, 12, 100), "Gesamtpunktzahl", "100 games", WORDS),
    "eight": Sheet("Chouette", NAMES[:8], chouette(6, 8, 31), "Total", "31 games", WORDS),
    "large": Sheet("High cubes", NAMES[:6], chouette(7, 6, 9, 512), "Total", "9 games", WORDS),
}

_EVENING = (
    GameRow("1", (1, 1, 1, None, -5, 2), (None, None, Mark.CAPTAIN, None, Mark.BOX, None)),
    GameRow("2", (8, 4, -2, None, 1, -11), (Mark.CAPTAIN, None, None, None, None, Mark.BOX)),
    GameRow("3", (5, -1, 0, None, -4, 0), (Mark.BOX, None, None, None, Mark.CAPTAIN, None)),
    GameRow("4", (-4, 1, 1, -3, 2, 3), (Mark.BOX, None, Mark.CAPTAIN, Mark.PARTNER, None, None)),
    GameRow("5", (-1, 5, -1, -1, -1, -1), (None, Mark.BOX, None, None, None, Mark.CAPTAIN)),
    GameRow("6", (1, -3, -1, 1, 1, 1), (None, Mark.BOX, None, Mark.CAPTAIN, None, None)),
)

ENDINGS: dict[str, SessionEnd] = {
    "six": SessionEnd(
        Sheet(
            "Session over", ("Ondřej", "Иван", "Šárka", "Eliška", "Orel", "Petra"), _EVENING, "total", "6 games", WORDS
        ),
        "Ondřej wins",
        "+10",
        "Payments in points",
        (Payment(4, 0, 6), Payment(5, 1, 6), Payment(3, 0, 3), Payment(2, 0, 1), Payment(2, 1, 1)),
    ),
    "twelve hundred": SessionEnd(
        SHEETS["twelve hundred"],
        "Победа: Rhabarberbarbara " * 9,
        "+1048576",
        "Платежи в очках",
        tuple(Payment(seat, 11, 5_000_000) for seat in range(11)),
    ),
    "nobody": SessionEnd(SHEETS["none yet"], "Nobody has won"),
}

_LISTED = ("Anna", "Boris Černý", "Κώστας", "Владимир", "Maximiliane von und zu Hohenstein", "Joe", "Li", "Ève", "Ota")

RANKINGS = {
    "ten": Ranking(
        "Rating · backgammon",
        tuple(
            Placed(rank, name, f"{1720 - 13 * rank}{'?' if rank > 7 else ''}", "1011010111"[rank % 4 :], 12 - 3 * rank)
            for rank, name in enumerate(_LISTED, 1)
        ),
        "November 2026",
    ),
    "notes": Ranking(
        "Performance",
        tuple(
            Placed(rank, name, f"{2.7 * rank:.1f} ± 0.{rank}", note=f"{9000 // rank} decisions")
            for rank, name in enumerate(("Anna", "Bořek z Hradce Králové", "Иван", "Dan"), 1)
        ),
        "2026",
    ),
    "two": Ranking("Points for money", (Placed(1, "Anna", "+12.5", "1", 4), Placed(1, "Boris", "+12.5")), "2026"),
}
"""The first of a leaderboard; in the second two share a rank."""


SQUARES: dict[str, Square] = {
    "four": Square(
        "Preferans: house",
        (
            Sector(
                "Martin Dvořák", "+582", "20", "37", (("Анна", "202"), ("Jo", "8.5"), ("Šárka Nováková", "44")), True
            ),
            Sector("Анна", "−263", "19", "49", (("Jo", "58"), ("Šárka Nováková", "1040"), ("Martin Dvořák", "0"))),
            Sector("Jo", "−85", "4.5", "20", (("Šárka Nováková", "18"), ("Martin Dvořák", "32"), ("Анна", "0"))),
            Sector(
                "Šárka Nováková",
                "−234",
                "20",
                "116",
                (("Martin Dvořák", "8"), ("Анна", "52"), ("Jo", "35")),
                deals=True,
            ),
        ),
        "bullet",
        "mountain",
        middle=("to 20", "38 hands"),
    ),
    "three": Square(
        "Преферанс: Сочи",
        (
            Sector("Анна", "+6⅔", "10", "0", (("Jo", "12"), ("Dan", "4")), True),
            Sector("Jo", "−3⅓", "0", "12", (("Dan", "0"), ("Анна", "3⅓"))),
            Sector("Dan", "−3⅓", "2", "1", (("Анна", "0"), ("Jo", "88"))),
        ),
        "пуля",
        "гора",
        "расписана",
        ("до 10", "5 сдач"),
    ),
    "nasty": Square(
        "W" * 60,
        tuple(
            Sector(
                NAMES[seat + 5],
                "−1048576⅓",
                "10000",
                "−9999.75",
                tuple((NAMES[each], "1048576") for each in (7, 8, 11)),
            )
            for seat in range(4)
        ),
        "Rhabarberbarbara",
        "",
        "שלום עולם " * 8,
        ("x" * 40, ""),
    ),
}

GRIDS: dict[str, Grid] = {
    "over": Grid(
        "More than bid: one whists",
        (
            Group("Declarer, talon", ("0", "1", "2", "3")),
            Group("Whister", ("",)),
            Group("Does not whist", ("",)),
            Group("Dealer, talon", ("0", "1", "2", "3")),
        ),
        tuple(
            (f"{game} (+{more})", ("20.5", "18.5", "16.5", "", "−25.5", "2.5", "−2.5", "4.5", "6.5", "8.5"))
            for game in (6, 7, 8)
            for more in (1, 2)
        ),
        "house",
    ),
    "one": Grid("", (Group("", ("",)),), (("W" * 30, ("−1048576",)),), "中文名字 🎲"),
}

PLOTS: dict[str, Plot] = {
    "four": Plot(
        "Against eight: whist or pass",
        tuple(
            Choice(name, tuple((tricks, worth + step * tricks) for tricks in range(6)))
            for name, worth, step in (
                ("whist", -75.0, 22.5),
                ("pass", -5.0, 4.0),
                ("for own", -6.0, 0.0),
                ("W" * 40, 9, 1),
            )
        ),
        "tricks",
        "house",
    ),
    "one point": Plot("", (Choice("", ((3, 0.0),)),), ""),
}


def division(seed: int, people: int, length: int = 7) -> Crosstable:
    """A division in the middle of its season; the last has left."""
    rng = random.Random(seed)
    cells: dict[tuple[int, int], CrossCell] = {}
    for one in range(people):
        for other in range(one):
            if rng.random() < 0.8:
                won, points = rng.random() < 0.5, str(rng.randrange(length))
                cells[one, other] = CrossCell(str(length) if won else points, won)
                cells[other, one] = CrossCell(points if won else str(length), not won)
    rows = tuple(
        CrossRow(
            name=NAMES[one % len(NAMES)],
            cells=tuple(cells.get((one, other)) for other in range(people)),
            won=sum(each.won for (row, _), each in cells.items() if row == one),
            points=rng.randrange(-40, 40),
            left=one == people - 1,
        )
        for one in range(people)
    )
    return Crosstable("Winter · Division 2", rows, ("Won", "±"), "23 of 45 played")


def knockout(seed: int, matches: int, rounds: int = 3) -> Bracket:
    """The last rounds of a knock-out, the very last in the middle."""
    rng = random.Random(seed)

    def side(points: str, won: bool | None) -> BracketSide:
        return BracketSide(rng.choice(NAMES), rng.randrange(3), points, won)

    drawn: list[BracketRound] = []
    for number in range(rounds):
        pairs = [
            (side("", None), side("", None))
            if number == rounds - 1 and rng.random() < 0.5
            else (side("7", True), side(str(rng.randrange(7)), False))
            for _ in range(max(1, matches >> number))
        ]
        drawn.append(BracketRound(f"Round {number + 1}", tuple(pairs), (side("", None),) if number else ()))
    return Bracket("Winter", tuple(drawn), "2 losses and out")


CROSSTABLES: dict[str, Crosstable] = {f"of {people}": division(people, people) for people in (2, 3, 8, 10)} | {
    "long matches": division(4, 10, 25)
}
BRACKETS: dict[str, Bracket] = {
    "first": knockout(1, 5, 1),
    "eleven": knockout(2, 5),
    "full": knockout(3, 16, 1),
    "after many": knockout(4, 13, 2),
}

_ROLES = (("box", "+0.42"), ("captain", "−0.1"), ("partner", "+1"), ("crew", "−0.25"))

PEOPLE: dict[str, PersonCard] = {
    "all": PersonCard(
        "Martin Dvořák",
        "213 finished games",
        "1643",
        ("backgammon", "rank 4 · experience 812"),
        walk(3, 160),
        ((14.0, "14 Jun"), (80.0, "19 Aug"), (150.0, "28 Oct")),
        "1011010111",
        "longest run 7 wins",
        (
            (Figure("to 7", "31–24"), Figure("to 5", "18–9"), Figure("to 1", "2–3"), Figure("money", "12–14")),
            (Figure("Points for money", "+37", "26 games"), Figure("Chouette, points a bet", "+0.18", "204 bets")),
            tuple(Figure(role, value, "51 bets") for role, value in _ROLES),
        ),
        ("First win", "Gammon", "Giant-slayer: beat somebody 200 points ahead", "Won with the cube on 16"),
    ),
    "new": PersonCard(
        "Анна", "1 finished game", "1510?", ("backgammon", "experience 1"), form="1", streak="longest run 1 win",
        figures=((Figure("to 1", "1–0"),),), badges=("First win",),
    ),
    "progress": PersonCard(
        "Olga", "98 finished games", figures=((Figure("Performance", "6.4 ± 0.8", "2140 decisions"),),),
        progress=Progress(
            "PR over the last 300 decisions", "6.4", tuple((at, rating / 200) for at, rating in walk(7, 160)),
            "7.5 at first · 6.1 at best", ((14.0, "14 Jun"), (80.0, "19 Aug"), (150.0, "28 Oct")), best=100,
        ),
    ),
    "chouettes": PersonCard("Jo", "3 finished games", figures=((Figure("Chouette, points a bet", "−2.5", "3 bets"),),)),
}  # fmt: skip
"""Who has everything, who has just begun, who has a second chart, and who has never played a match."""


def course(seed: int, rolls: int, lanes: tuple[Lane, ...]) -> Course:
    """A game that goes to and fro, with mistakes here and there."""
    rng = random.Random(seed)
    chance, points = 0.5, list[tuple[int, float]]()
    for roll in range(1, rolls + 1):
        chance = min(0.98, max(0.02, chance + rng.gauss(0, 0.075)))
        points.append((roll, chance))
    made = [
        Mistake(roll, share, rng.randrange(2), rng.choice((Grade.ERROR, Grade.ERROR, Grade.BLUNDER)))
        for roll, share in points
        if rng.random() < 0.17
    ]
    swings = sorted(range(1, rolls), key=lambda place: -abs(points[place][1] - points[place - 1][1]))
    return Course(
        "Course of k7f3q2-4",
        tuple(points),
        "chances to win: Anna",
        tuple(made),
        lanes,
        tuple(sorted(swings[:5])),
    )


_BOX = (CubeMark(13, Said.TAKE), CubeMark(13, Said.DROP, grade=Grade.ERROR), CubeMark(20, Said.TAKE))
COURSES = {
    "match": course(
        4,
        54,
        (
            Lane("Anna", 0, (CubeMark(12, Said.CUBE, 2), CubeMark(31, Said.TAKE, grade=Grade.ERROR))),
            Lane(
                "Boris",
                1,
                (
                    CubeMark(12, Said.TAKE),
                    CubeMark(27, Said.NOTHING, grade=Grade.BLUNDER),
                    CubeMark(31, Said.CUBE, 4, Grade.BLUNDER),
                ),
            ),
        ),
    ),
    "chouette": course(
        5,
        70,
        (
            Lane(NAMES[0], 0, _BOX),
            *(Lane(name, 1, (CubeMark(13 + 7 * (place % 2), Said.CUBE, 2),)) for place, name in enumerate(NAMES[1:10])),
        ),
    ),
    "short": course(6, 2, ()),
}
WEEKS = {
    "full": WeekCard(
        "The club's week",
        (
            WeekRow("Match to 7", ("Anna", "–", "Bořek z Hradce Králové"), "7:5", won=True),
            WeekRow("Match to 5", ("Иван Петров", "–", "שלום עולם (1)"), "5:2", won=True),
            WeekRow("Chouette · 14 games", ("Šárka Nováková",), "+12", won=True),
            WeekRow("Luckiest roll", ("Anna", "·", "6-6"), "+0.87"),
            WeekRow("Comeback", ("中文名字 🎲",), "from 3.4 %"),
            WeekRow("Box of the week", ("Šárka Nováková",), "+24"),
            WeekRow("Due this week", ("Anna", "–", "Jo", "·", "W" * 32, "–", "O'Brien-Smith", "(+3)")),
            WeekRow("Most missed", ("6-4, 3 people",), "−0.31"),
        ),
        "Nov 16 – 22, 2026 · 23 games",
        board=FIXED["play"],
    ),
    "results": WeekCard(
        "The club's week", (WeekRow("Match to 7", ("Anna", "–", "Jo"), "7:5", won=True),), "Nov 16 – 22, 2026 · 3 games"
    ),
}
