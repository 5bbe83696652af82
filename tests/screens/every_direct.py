"""Every message about games in a direct message with the bot, at its longest, as it would be sent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from msgspec.structs import replace

from bot.backgammon import Rules
from bot.backgammon.match_equity import LONGEST
from bot.engine.thoughts import Level
from bot.screens.all_games import all_games_item
from bot.screens.computer_words import computer_name
from bot.screens.direct_words import direct_view, direct_words, record_words
from bot.tables.direct_games import MOST_OPEN
from bot.tables.ladder_pages import ROWS, GamePage, ListedGame
from bot.tables.table import People, Person
from bot.texts import Texts
from tests.ladder.facts import match_game

from .every_screen import Message
from .states import ANN, opened

_LEVEL = Level.WORLD_CLASS


def of_direct(t: Texts) -> Iterator[Message]:
    table = opened(Rules(length=LONGEST))
    people = People(seats=(ANN, Person.computer(computer_name(_LEVEL, t), _LEVEL)))
    abouts = [replace(table.about, id=f"k7f3q{each}", guild=0, direct=True) for each in range(MOST_OPEN)]
    running = [replace(table, about=about, people=people) for about in abouts]
    fact = match_game(winner=0, length=25, points=64, cube=64, score=(24, 24), at=1e9, variant="hypergammon")
    facts = [replace(fact, computers=((1, "world_class"),), game=9_990 + each) for each in range(ROWS)]
    games = [ListedGame(number=each, fact=facts[each], seat=0, people={1: None}) for each in range(ROWS)]
    days = dict.fromkeys(range(ROWS), date(2026, 11, 30))
    whole = [all_games_item(t, row=2)]
    for some in (running, running[1:], []):
        for page in (GamePage(ANN.user, 3, 9_999, tuple(games)), GamePage(ANN.user, 0, 0, ())):
            yield Message("direct", direct_words(some, page, t), direct_view(some, page, days, t, whole))
    yield Message("record", record_words(9_999, 9_999, t))
    yield Message("record", record_words(0, 0, t))
