"""The profile card: what is on it, and what only once there is enough of it."""

from __future__ import annotations

from datetime import date

import pytest

from bot.ladder.players import Player
from bot.ladder.tallies import Tally, WinLoss
from bot.screens.ladder.person_card import person_card
from bot.tables.ladder_pages import Profile
from bot.texts import texts


@pytest.mark.parametrize("form", ["1", "10", "101"])
def test_without_a_rating_the_last_games_have_a_row_from_three_on(form: str) -> None:
    tally = Tally(games=len(form), records={"backgammon 3": WinLoss(won=1, lost=len(form) - 1)})
    profile = Profile(user=1, player=Player(tally=tally, form=form, best_streak=1))
    card = person_card(profile, "Ann", "wood", date.fromtimestamp, texts("en"))
    assert card is not None and not card.rating and not card.points
    assert card.form == (form if len(form) == 3 else "") and bool(card.streak) is bool(card.form)
