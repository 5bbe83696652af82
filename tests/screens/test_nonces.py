"""By what Discord knows a message again: short enough, and different for all that is another message."""

from __future__ import annotations

from itertools import product

from bot import limits
from bot.screens.nonces import nonce_of

LARGE = 2**64 - 1


def test_a_nonce_is_short_enough_however_much_identifies_its_message() -> None:
    assert len(nonce_of(LARGE, "x" * 500, LARGE, LARGE)) <= limits.NONCE
    assert nonce_of(1, "day", 2) == nonce_of(1, "day", 2)


def test_servers_messages_and_attempts_have_nonces_of_their_own() -> None:
    identities = list(product((1, 12), ("day", "podium", "k7f3q2"), (1, 2, 11), ("", "answer", "silent")))
    assert len({nonce_of(*each) for each in identities}) == len(identities)
    assert nonce_of(1, 23) != nonce_of(12, 3) != nonce_of(1, 2, 3)
