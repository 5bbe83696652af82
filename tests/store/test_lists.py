"""Small documents, limits on challenges, the schema number."""

from __future__ import annotations

import pytest

from bot.store import Admission, OlderData, Store, StoreError, schema
from tests.store.servers import Line

Pair = tuple[Store, Line]
NOW = 1_763_700_000.125


async def test_documents_are_kept_by_owner(store: Store) -> None:
    assert await store.guild_settings(1) is None
    assert await store.preferences(1) is None
    await store.set_guild_settings(1, b"settings\0")
    await store.set_preferences(1, b"preferences\xff")
    await store.set_preferences(2, b"")
    assert await store.guild_settings(1) == b"settings\0"
    assert await store.preferences(1) == b"preferences\xff"
    assert await store.preferences(2) == b""
    await store.set_guild_settings(1, b"later")
    assert await store.guild_settings(1) == b"later"


async def test_three_challenges_may_be_open(store: Store) -> None:
    async def challenge(name: str, now: float = NOW) -> Admission:
        return await store.limits.admit(1, 5, None, name, now, 100)

    assert [await challenge(name) for name in "abcd"] == [Admission.OK] * 3 + [Admission.TOO_MANY_OPEN]
    assert await store.limits.admit(1, 6, None, "e", NOW, 100) is Admission.OK, "another person"
    assert await store.limits.admit(2, 5, None, "e", NOW, 100) is Admission.OK, "another server"
    await store.limits.over(1, 5, "b")
    assert await challenge("e") is Admission.OK
    assert await challenge("f", NOW + 99.9) is Admission.TOO_MANY_OPEN
    assert await challenge("f", NOW + 100) is Admission.OK, "the others have lapsed"


async def test_five_challenges_may_be_made_in_ten_minutes(store: Store) -> None:
    async def challenge(name: str, now: float) -> Admission:
        answer = await store.limits.admit(1, 5, 6, name, now, 100)
        await store.limits.over(1, 5, name)
        return answer

    assert [await challenge(f"{n}", NOW + n) for n in range(6)] == [Admission.OK] * 5 + [Admission.TOO_FAST]
    assert await challenge("x", NOW + 599.9) is Admission.TOO_FAST
    assert await challenge("x", NOW + 600) is Admission.OK
    assert await challenge("y", NOW + 600) is Admission.TOO_FAST, "the refused ones were not counted, this one was"


async def test_a_declined_pair_waits_ten_minutes(store: Store) -> None:
    async def challenge(person: int, opponent: int | None, now: float) -> Admission:
        answer = await store.limits.admit(1, person, opponent, "x", now, 100)
        await store.limits.over(1, person, "x")
        return answer

    await store.limits.declined(1, 5, 6, NOW)
    assert await challenge(5, 6, NOW + 599.9) is Admission.DECLINED
    assert await challenge(6, 5, NOW + 599.9) is Admission.DECLINED
    assert await challenge(5, 7, NOW) is Admission.OK
    assert await challenge(5, None, NOW) is Admission.OK
    assert await store.limits.admit(2, 5, 6, "x", NOW, 100) is Admission.OK, "another server"
    assert await challenge(5, 6, NOW + 600) is Admission.OK


async def test_a_challenge_whose_answer_was_lost_counts_once(store: Store, line: Line) -> None:
    for name in "abc":
        line.losses = 1
        assert await store.limits.admit(1, 5, None, name, NOW, 100) is Admission.OK


async def test_what_limits_challenges_does_not_stay(store: Store, line: Line) -> None:
    await store.limits.admit(1, 5, 6, "a", NOW, 1000)
    await store.limits.admit(1, 5, 6, "b", NOW, 100)
    await store.limits.declined(1, 5, 6, NOW)
    keys = ["{g1}:open:5", "{g1}:sent:5", "{g1}:declined:5:6"]
    lives = [await line.client.execute_command("TTL", key) for key in keys]
    assert 990 <= lives[0] <= 1000
    assert all(590 <= life <= 600 for life in lives[1:])


async def test_an_empty_store_becomes_ours_and_one_that_is_still_read(
    store: Store, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ours in (3, 4, 5):
        monkeypatch.setattr(schema, "SCHEMA", ours)
        await store.check_version()
        assert await line.client.execute_command("GET", "chouette:schema") == b"%d" % ours


@pytest.mark.parametrize("number", ["0", "2"])
async def test_a_store_of_before_the_first_release_is_refused_and_left_alone(
    store: Store, line: Line, number: str
) -> None:
    await line.client.execute_command("SET", "chouette:schema", number)
    refusal = (
        rf"^The store at the test was written before the first release \(schema {number}; 3 and newer are read\): "
        r"let DATA_DIR or REDIS_URL name an empty store\.$"
    )
    with pytest.raises(OlderData, match=refusal):
        await store.check_version()
    assert await line.client.execute_command("GET", "chouette:schema") == number.encode()


@pytest.mark.parametrize("number", ["5", "10", "soon"])
async def test_a_newer_store_is_refused_and_left_alone(store: Store, line: Line, number: str) -> None:
    await line.client.execute_command("SET", "chouette:schema", number)
    with pytest.raises(StoreError, match=rf"the test was written by a newer version .*schema {number}"):
        await store.check_version()
    assert await line.client.execute_command("GET", "chouette:schema") == number.encode()
