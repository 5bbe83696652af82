"""The columns of a file for people: in their language, each turn of the cube called what it is."""

import pytest

from bot.backgammon import CubeRules, Ending, Result, Rules, Side
from bot.backgammon.mat import in_columns
from bot.backgammon.record import Answered, GameRecord, Moved, Record, Turned
from bot.screens.record_files import wording
from bot.texts import texts

GAME = GameRecord(
    entries=(
        Moved(Side.WHITE, (3, 1), "8/5 6/5"),
        Turned(Side.BLACK, 2),
        Turned(Side.WHITE, 4),
        Answered(Side.BLACK, False),
    ),
    result=Result(2, Ending.DROPPED),
)


@pytest.mark.parametrize(
    ("language", "refuses", "off"),
    [("en", "refuses the beaver", "off"), ("cs", "odmítá bobra", "ven"), ("ru", "отказывается от бивера", "off")],
)
def test_a_refused_beaver_is_told_in_words(language: str, refuses: str, off: str) -> None:
    record = Record(Rules(money=CubeRules()), ("Ann", "Bob"), (GAME,))
    told = "\n".join(in_columns(record, wording(texts(language))))
    assert refuses in told
    assert wording(texts(language)).play("6/off(2) 5/4") == f"6/{off}(2) 5/4"


def test_who_resigns_is_told() -> None:
    t = texts("en")
    for points, said in ((-7, "resigns the match"), (-2, "resigns")):
        game = GameRecord(entries=GAME.entries[:1], result=Result(points, Ending.RESIGNED))
        lines = list(in_columns(Record(Rules(length=7), ("Ann", "Bob"), (game,)), wording(t)))
        assert lines[-1].split(")")[1].split("  ")[0].strip() == said
