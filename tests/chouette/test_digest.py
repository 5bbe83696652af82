"""The digest of a chouette's options: the same for the same options, another one for any other."""

from __future__ import annotations

import re

from bot.chouette import PRESETS, Options, digest, values, with_value
from bot.screens.chouette.option_words import choices


def test_the_same_options_have_the_same_digest_by_whatever_preset_they_were_reached() -> None:
    reached = PRESETS["no_beavers"]
    for name, value in values(PRESETS["no_advice"]).items():
        reached = with_value(reached, name, value)
    assert reached != PRESETS["no_advice"] and digest(reached) == digest(PRESETS["no_advice"])


def test_whatever_value_of_whatever_option_is_chosen_the_digest_is_another_one() -> None:
    for preset in PRESETS.values():
        reached = [with_value(preset, name, value) for name in values(preset) for value in choices(name)]
        different = {digest(options) for options in reached}
        assert len(different) == 1 + sum(len(choices(name)) - 1 for name in values(preset))
        assert all(re.fullmatch("[A-Z2-7]{12}", each) for each in different)


def test_the_digests_in_messages_that_stand_for_ever_stay_as_they_are() -> None:
    """A new option changes none of them: it is left out where it has its default."""
    assert {name: digest(options) for name, options in PRESETS.items()} == {
        "standard": "X4DLL2NG5HSQ",
        "extras_and_partner": "ND2IG6OYVPRF",
        "no_advice": "OUTUM6STUYVM",
        "all_or_none": "GCV3QY6AMUF6",
        "half_and_beaver": "SWH2IQYMEHBT",
        "no_beavers": "RXRPQMT3KV4J",
        "full_advice": "TOVHIS4KE2DK",
        "fixed_turns": "I2BYEYAJ5MJB",
        "last_one": "4NQY737PV2QB",
        "rising_cube": "O7OWU4RJJGY2",
    }
    assert digest(Options()) == digest(PRESETS["standard"])
