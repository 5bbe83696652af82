import base64
import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dice import commitment, derived_key, roll, short_commitment

SEED = bytes(range(32))
seeds = st.binary(min_size=32, max_size=32)
words = st.lists(st.text(max_size=12).filter(lambda word: "|" not in word), max_size=4)
PAGE = Path(__file__).parent.parent / "docs" / "dice.md"


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_messages_show_a_hundred_and_thirty_bits_of_it() -> None:
    short = short_commitment(SEED)
    assert len(short) == 26 and 26 * 5 == 130
    assert base64.b32decode(short + "A" * 6)[:16] == hashlib.sha256(SEED).digest()[:16]


def test_a_roll_is_the_first_two_usable_bytes_of_its_digest() -> None:
    digest = hmac.new(SEED, b"blue moon|Karel|7", "sha256").digest()
    usable = [byte for byte in digest if byte < 252]
    assert roll(SEED, ["blue moon", "Karel"], 7) == (usable[0] % 6 + 1, usable[1] % 6 + 1)


def test_without_words_the_number_alone_is_hashed() -> None:
    digest = hmac.new(SEED, b"|1", "sha256").digest()
    assert roll(SEED, [], 1) == tuple(byte % 6 + 1 for byte in digest if byte < 252)[:2]


def test_a_digest_without_two_usable_bytes_goes_on_with_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def digest(key: bytes, message: bytes, algorithm: str) -> bytes:
        asked.append(message)
        return {1: bytes([255, 8] + [252] * 30), 2: bytes([253] * 32), 3: bytes([252, 251, 3] + [0] * 29)}[len(asked)]

    monkeypatch.setattr(hmac, "digest", digest)
    assert roll(SEED, ["a"], 5) == (3, 6)
    assert asked == [b"a|5", b"a|5|1", b"a|5|2"]


@given(seeds, words, st.integers(1, 500))
def test_the_check_that_the_page_shows_agrees(seed: bytes, said: list[str], number: int) -> None:
    block = re.search(r"```python\n(import hashlib.*?)```", PAGE.read_text(), re.DOTALL)
    assert block
    assert len([line for line in block[1].splitlines() if line]) <= 10
    names: dict[str, object] = {}
    exec(block[1], names)
    check = names["roll"]
    assert callable(check)
    assert check(seed, said, number) == roll(seed, said, number)
    promised = names["commitment"]
    assert callable(promised)
    assert promised(seed) == (commitment(seed), short_commitment(seed))


def test_all_rolls_come_up_about_equally_often() -> None:
    rolls = Counter(roll(SEED, ["x"], number) for number in range(1, 7201))
    assert len(rolls) == 36
    assert all(140 < count < 260 for count in rolls.values())


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_of_wrong_length_is_refused(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        roll(seed, [], 1)
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(seed)


def test_what_would_make_the_message_ambiguous_is_refused() -> None:
    with pytest.raises(ValueError, match="must not contain"):
        roll(SEED, ["a|b"], 1)
    with pytest.raises(ValueError, match="counted from"):
        roll(SEED, [], 0)


@given(seeds, words, st.integers(1, 10_000))
def test_a_key_for_something_else_is_the_digest_of_no_roll(seed: bytes, given_words: list[str], number: int) -> None:
    key = derived_key(seed, "computer")
    assert key == hmac.new(seed, b"computer", "sha256").digest()
    assert key != hmac.new(seed, f"{'|'.join(given_words)}|{number}".encode(), "sha256").digest()
    assert key != seed


@pytest.mark.parametrize("purpose", ["|1", "a|b"])
def test_what_a_roll_could_be_made_of_is_no_purpose(purpose: str) -> None:
    with pytest.raises(ValueError, match="purpose"):
        derived_key(SEED, purpose)
