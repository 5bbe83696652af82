"""Every message of the club's week, with everything that can be told and with as little as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from bot.analysis.verdicts import DOUBLE, ROLL, Kind, Verdict
from bot.backgammon import OfferStage, Position, Reply, Side
from bot.engine.thoughts import TAGS, Chances, Level, Stakes
from bot.screens.panels import settings
from bot.screens.refused_words import refused_words
from bot.screens.weeks import card, words
from bot.tables.preferences import THEMES, ServerSettings
from bot.tables.refused_posts import CLUB_WEEK
from bot.tables.weeks import Ahead, BoxWin, Comeback, Found, Luck, Missed, Report, Result, Week, Who
from bot.texts import Texts
from tests.ladder.facts import chouette_game, match_game, sheet

from .every_screen import REFUSED, Message

_EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
_WEEK = Week(date(2026, 12, 28), 1e9, 1e9, 1e9, 1e9, 1e9, 1e9)


def mistakes() -> Iterator[Verdict]:
    """A play, a double and an answer."""
    play = Verdict(
        seat=0,
        side=Side.BLACK,
        turn=3,
        kind=Kind.PLAY,
        position=Position.start().id,
        stakes=Stakes(),
        chosen="24/14",
        best="13/7*/3* 13/9",
        after=_EVEN,
        after_best=_EVEN,
        error=1.234,
        dice=(6, 4),
        luck=1.9,
    )
    yield play
    yield replace(play, kind=Kind.CUBE, dice=None, chosen=ROLL, best=DOUBLE)
    taken = replace(play, kind=Kind.ANSWER, dice=None, chosen=Reply.DROP.value, best=Reply.TAKE.value)
    yield taken
    yield replace(taken, stage=OfferStage.BEAVER, best=Reply.RACCOON.value)


def reports(names: Sequence[str], game: str = "k7f3q2-123") -> Iterator[Report]:
    """Full weeks, and what may be missing of them; `game`: the id of all games."""
    one, two, three = (names[place % len(names)] for place in range(3))
    match = match_game(winner=0, score=(24, 23), length=25, table="k7f3q2", game=123, variant="hypergammon")
    computer = Who("", TAGS[Level.WORLD_CLASS])
    results = (
        Result(game=game, fact=match, winner=Who(one), loser=Who(two), score=(25, 24)),
        Result(game=game, fact=match_game(winner=0, length=0), winner=Who(two), loser=computer, points=Fraction(64)),
        Result(game=game, fact=chouette_game({1: 1}), winner=Who(three), loser=None, points=Fraction(-1, 2), games=99),
        Result(game=game, fact=sheet({1: 1}, 99), winner=computer, loser=None, points=Fraction(1, 3)),
    )
    nights = ((one, 1.8e9), (two, 1.8e9))
    pairs = ((one, two), (two, three), (one, three)) * 9
    for (number, verdict), more in product(enumerate(mistakes()), (Ahead(pairs=pairs, due=True), Ahead(nights=nights))):
        found = Found(
            games=12_345,
            results=results[number:] + results[:number],
            luck=Luck(game, one, (6, 6), 1.987),
            comeback=Comeback(game, two, 0.004 if number else 0.404),
            missed=Missed(game, verdict, 25, 1 + 11 * number),
            box=BoxWin(game, three, Fraction(2048)),
        )
        yield Report(_WEEK, found, more)
        yield Report(_WEEK, replace(found, missed=None, comeback=None, luck=None), Ahead(pairs=pairs[:1]))
        yield Report(_WEEK, Found(games=3, results=results[number:][:1]))
        yield Report(_WEEK, Found(games=3, luck=found.luck))


def of_weeks(names: Sequence[str], t: Texts) -> Iterator[Message]:
    """All that is said of a week, and of the settings of it."""
    for number, report in enumerate(reports(names)):
        shown = card.week_card(report, THEMES[number % len(THEMES)], t)
        yield Message("week", words.week_words(report, t), None, "week-2026-12-28.png", card.described_week(shown, t))
    for channel, warnings in ((0, []), *((10**18, [refused_words(CLUB_WEEK, each, t)]) for each in REFUSED)):
        server = ServerSettings(week=channel)
        yield Message("settings", settings.week_words(server, 1.8e9, warnings, t), settings.week_view(server, t))
