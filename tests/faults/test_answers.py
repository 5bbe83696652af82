"""A refusal is never read as an acceptance: games with faults believe what people are told."""

from __future__ import annotations

from enum import Enum

import pytest

from bot.backgammon.bet import CubeFault
from bot.backgammon.refused_plays import PlayFault
from bot.chouette.faults import ChouetteFault
from bot.core.question import TableFault

from .answers import _DONE


@pytest.mark.parametrize("why", [*TableFault, *CubeFault, *PlayFault, *ChouetteFault], ids=lambda why: why.name)
def test_a_refusal_says_nothing_of_done(why: Enum) -> None:
    assert not _DONE.search(why.value)
