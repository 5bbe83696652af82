import pytest

from bot.backgammon import Position, RefusedPlay, parse_play
from bot.screens.refusal_words import refusal_words
from bot.texts import LANGUAGES, texts

START = Position.start()


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_enters_a_play_that_is_refused_is_told_the_nearest_legal_ones(language: str) -> None:
    """Wherever it is entered, the refusal is made into words here."""
    with pytest.raises(RefusedPlay) as refusal:
        parse_play("8/5 6/4", START, (3, 1))
    words = refusal_words(refusal.value, texts(language))
    why, plays = words.split("\n")
    assert "6/4" in why
    assert "`8/5 6/5`" in plays
