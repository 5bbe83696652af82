"""Provably fair dice.

The seed is drawn before the game and only its commitment is shown; the players add words of their own; every roll is a
function of seed, words and number, and once the seed is shown at the end anyone can check all rolls. The commitment
binds the holder of the seed to it; a word that another player gives afterwards keeps the holder from having chosen a
favourable seed. It does not bind a holder who also gives the last word. Pure: the seed comes from outside.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence

SEED_BYTES = 32
#: Characters of a commitment in a message.
SHORT = 26


def commitment(seed: bytes) -> str:
    """The commitment shown before the first roll: SHA-256 of the seed, in hexadecimal. Raises as `roll` for a bad
    seed.
    """
    _check(seed)
    return hashlib.sha256(seed).hexdigest()


def short_commitment(seed: bytes) -> str:
    """The first 26 characters of the commitment in base32 (130 bits), as messages show it. Raises as `roll`."""
    _check(seed)
    return base64.b32encode(hashlib.sha256(seed).digest()).decode()[:SHORT]


def roll(seed: bytes, words: Sequence[str], number: int) -> tuple[int, int]:
    """Roll `number` (from 1; opening and order rolls count) of a table: two dice.

    HMAC-SHA256 with the seed as key over the people's words, joined by `|`, then `|` and the number in decimal. Each
    byte of the digest below 252 is a die, value mod 6 + 1; when a digest is used up, `|1`, `|2` … is appended.
    Raises `ValueError` for a seed of wrong length, a word with `|` in it, or a number below 1.
    """
    _check(seed)
    if number < 1:
        raise ValueError(f"rolls are counted from 1, not {number}")
    if any("|" in word for word in words):
        raise ValueError("a word must not contain |")
    message = f"{'|'.join(words)}|{number}"
    found: list[int] = []
    extension = 0
    while len(found) < 2:
        text = f"{message}|{extension}" if extension else message
        digest = hmac.digest(seed, text.encode(), "sha256")
        found += [byte % 6 + 1 for byte in digest if byte < 252]
        extension += 1
    return found[0], found[1]


def derived_key(seed: bytes, purpose: str) -> bytes:
    """A key derived from the seed, as secret as the seed itself, for purposes other than dice.

    HMAC-SHA256 with the seed as key over the purpose. The message of every roll contains a `|` and this one does not,
    so it never equals a roll's. Raises `ValueError` for a purpose with `|`, and as `roll` for a bad seed.
    """
    _check(seed)
    if "|" in purpose:
        raise ValueError("a purpose must not contain |")
    return hmac.digest(seed, purpose.encode(), "sha256")


def _check(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
