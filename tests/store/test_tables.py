"""Tables: saved at once or not at all, once, by whoever was first; where they are and whose."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from bot.store import Beginning, Begins, Ends, Hold, Record, Saved, Store, StoreError
from bot.store.games import GAMES_PAGE
from bot.store.pages import PAGE
from tests.store.listed import open_places
from tests.store.servers import Line

Pair = tuple[Store, Line]
ODD = bytes(range(256)) + b"\r\n$-1\r\n"


async def test_a_table_is_what_was_saved(store: Store) -> None:
    assert await store.load(1, "abc") is None
    assert await store.log(1, "abc") == []
    assert await store.save(1, "abc", 0, {"state": ODD, "empty": b""}, [ODD, b""]) is Saved.DONE
    assert await store.load(1, "abc") == Record(1, {"state": ODD, "empty": b""})
    assert await store.log(1, "abc") == [ODD, b""]
    assert await store.load(2, "abc") is None


async def test_a_later_save_replaces_only_the_fields_it_names(store: Store) -> None:
    await store.save(1, "abc", 0, {"state": b"1", "rules": b"r"}, [b"a"])
    assert await store.save(1, "abc", 1, {"state": b"2"}, [b"b", b"c"]) is Saved.DONE
    assert await store.save(1, "abc", 2, {}) is Saved.DONE
    assert await store.load(1, "abc") == Record(3, {"state": b"2", "rules": b"r"})
    assert await store.log(1, "abc") == [b"a", b"b", b"c"]


@pytest.mark.parametrize("expected", [0, 1, 3])
async def test_whoever_expects_another_version_changes_nothing(store: Store, expected: int) -> None:
    for version in range(2):
        await store.save(1, "abc", version, {"state": b"%d" % version}, [b"%d" % version])
    answer = await store.save(1, "abc", expected, {"state": b"x"}, [b"x"], receipt="r", hold=Hold.TAKE, expire=5)
    assert answer is Saved.CONFLICT
    assert await store.load(1, "abc") == Record(2, {"state": b"1"})
    assert await store.log(1, "abc") == [b"0", b"1"]
    assert await store.held(1) is None
    assert await store.save(1, "abc", 2, {"state": b"x"}, receipt="r") is Saved.DONE, "the receipt was not used up"


async def test_a_table_that_does_not_exist_has_version_0(store: Store) -> None:
    assert await store.save(1, "abc", 1, {"state": b"x"}) is Saved.CONFLICT
    assert await store.load(1, "abc") is None


async def test_a_receipt_is_good_for_one_save_in_its_channel(store: Store) -> None:
    await store.save(1, "abc", 0, {"state": b"1"}, [b"a"], receipt="click")
    for expected in (0, 1):
        answer = await store.save(1, "abc", expected, {"state": b"2"}, [b"b"], receipt="click", hold=Hold.TAKE)
        assert answer is Saved.REPEATED
    assert await store.load(1, "abc") == Record(1, {"state": b"1"})
    assert await store.log(1, "abc") == [b"a"]
    assert await store.held(1) is None
    assert await store.save(2, "abc", 0, {}, receipt="click") is Saved.DONE
    assert await store.save(1, "abc", 1, {}, receipt="another click") is Saved.DONE


async def test_a_receipt_is_remembered_for_a_day_and_a_call_without_one_for_seconds(store: Store, line: Line) -> None:
    await store.save(1, "abc", 0, {}, receipt="click")
    await store.save(1, "abc", 1, {})
    lives = {key.split(":")[1]: await line.client.execute_command("TTL", key) for key in line.sent[-1][3:9]}
    assert 10 <= lives["call"] <= 60
    assert 86_390 <= await line.client.execute_command("TTL", "{1}:receipt:click") <= 86_400


@pytest.mark.parametrize("receipt", [None, "click"])
@pytest.mark.parametrize("losses", [1, 3])
async def test_a_save_whose_answer_was_lost_is_done_once(
    store: Store, line: Line, receipt: str | None, losses: int
) -> None:
    line.losses = losses
    assert await store.save(1, "abc", 0, {"state": b"1"}, [b"a"], receipt=receipt, hold=Hold.TAKE) is Saved.DONE
    assert line.losses == 0
    assert await store.load(1, "abc") == Record(1, {"state": b"1"})
    assert await store.log(1, "abc") == [b"a"]


@pytest.mark.parametrize("receipt", [None, "click"])
async def test_a_save_whose_answer_was_lost_is_done_though_others_went_on(
    new_store: Callable[[], Pair], receipt: str | None
) -> None:
    (store, line), (other, _) = new_store(), new_store()
    await store.save(1, "abc", 0, {}, [b"a"])
    line.losses, line.meanwhile = 1, lambda: other.save(1, "abc", 2, {"state": b"theirs"}, [b"c"])
    assert await store.save(1, "abc", 1, {"state": b"ours"}, [b"b"], receipt=receipt) is Saved.DONE
    assert await store.load(1, "abc") == Record(3, {"state": b"theirs"})
    assert await store.log(1, "abc") == [b"a", b"b", b"c"]


async def test_a_conflict_whose_answer_was_lost_is_a_conflict(store: Store, line: Line) -> None:
    await store.save(1, "abc", 0, {"state": b"1"})
    line.losses = 1
    assert await store.save(1, "abc", 0, {"state": b"2"}, receipt="click") is Saved.CONFLICT
    assert await store.load(1, "abc") == Record(1, {"state": b"1"})


async def test_a_channel_holds_one_table(store: Store) -> None:
    assert await store.save(1, "abc", 0, {}, hold=Hold.TAKE) is Saved.DONE
    assert await store.held(1) == "abc"
    assert await store.save(1, "def", 0, {"state": b"x"}, [b"x"], hold=Hold.TAKE, receipt="r") is Saved.OCCUPIED
    assert await store.load(1, "def") is None
    assert await store.log(1, "def") == []
    assert await store.save(1, "def", 0, {}, receipt="r") is Saved.DONE, "beside it, and the receipt was not used up"
    assert await store.save(2, "ghi", 0, {}, hold=Hold.TAKE) is Saved.DONE, "another channel"
    assert await store.save(1, "abc", 1, {}, hold=Hold.TAKE) is Saved.DONE, "it is the holder already"
    assert await store.save(1, "abc", 2, {}) is Saved.DONE
    assert await store.held(1) == "abc"


async def test_only_the_holder_releases_the_channel(store: Store) -> None:
    await store.save(1, "abc", 0, {}, hold=Hold.TAKE)
    await store.save(1, "def", 0, {}, hold=Hold.LEAVE)
    assert await store.held(1) == "abc"
    await store.save(1, "abc", 1, {}, hold=Hold.LEAVE)
    assert await store.held(1) is None
    assert await store.save(1, "def", 1, {}, hold=Hold.TAKE) is Saved.DONE


async def test_a_table_that_expires_vanishes_whole(store: Store, line: Line) -> None:
    async def lives() -> list[int]:
        keys = ["{1}:table:abc", "{1}:log:abc", "{1}:held"]
        return [await line.client.execute_command("TTL", key) for key in keys]

    await store.save(1, "abc", 0, {"state": b"1"}, [b"a"], hold=Hold.TAKE, expire=600)
    assert all(590 <= life <= 600 for life in await lives())
    await store.put(1, "abc", "message", b"7")
    assert all(590 <= life <= 600 for life in await lives())
    await store.save(1, "abc", 1, {})
    assert await lives() == [-1, -1, -1], "it stays after all"


async def test_a_table_that_expires_takes_no_other_with_it(store: Store, line: Line) -> None:
    await store.save(1, "abc", 0, {}, hold=Hold.TAKE)
    await store.save(1, "def", 0, {}, expire=600)
    assert await line.client.execute_command("TTL", "{1}:held") == -1
    await store.save(1, "ghi", 0, {}, hold=Hold.LEAVE, expire=600)
    assert await line.client.execute_command("TTL", "{1}:held") == -1


async def test_put_writes_beside_the_version(store: Store) -> None:
    await store.put(1, "abc", "message", b"7")
    assert await store.load(1, "abc") is None
    await store.save(1, "abc", 0, {"state": b"1"})
    await store.put(1, "abc", "message", ODD)
    assert await store.load(1, "abc") == Record(1, {"state": b"1", "message": ODD})
    assert await store.save(1, "abc", 1, {}) is Saved.DONE


async def test_some_fields_of_a_table_are_read_without_the_others(store: Store, line: Line) -> None:
    assert await store.load(1, "abc", ["about"]) is None
    await store.save(1, "abc", 0, {"state": ODD, "about": b"a", "people": b""})
    line.sent.clear()
    assert await store.load(1, "abc", ["about", "people", "news"]) == Record(1, {"about": b"a", "people": b""})
    assert [command[2:] for command in line.sent] == [(1, "{1}:table:abc", "@version", "about", "people", "news")]
    await store.put(1, "def", "about", b"b")
    assert await store.load(1, "def", ["about"]) is None


async def test_a_cache_is_refreshed_unless_somebody_was_faster(store: Store, line: Line) -> None:
    assert not await store.refresh(1, "abc", 0, "state", b"2"), "there is no such table"
    await store.save(1, "abc", 0, {"state": b"1"}, [b"a"], expire=600)
    await store.save(1, "abc", 1, {"news": b"n"}, [b"b"], expire=600)
    for expected in (0, 1, 3):
        assert not await store.refresh(1, "abc", expected, "state", b"2")
    line.losses = 1
    assert await store.refresh(1, "abc", 2, "state", ODD)
    assert await store.load(1, "abc") == Record(2, {"state": ODD, "news": b"n"})
    assert await store.log(1, "abc") == [b"a", b"b"]
    assert await line.client.execute_command("TTL", "{1}:table:abc") > 500
    assert await store.save(1, "abc", 2, {}) is Saved.DONE


async def test_the_version_is_no_field(store: Store) -> None:
    with pytest.raises(ValueError, match="@version"):
        await store.save(1, "abc", 0, {"@version": b"7"})
    with pytest.raises(ValueError, match="@version"):
        await store.put(1, "abc", "@version", b"7")
    with pytest.raises(ValueError, match="@version"):
        await store.refresh(1, "abc", 0, "@version", b"7")


async def test_log_entries_are_numbered_by_position(store: Store, line: Line) -> None:
    entries = [b"%d" % number for number in range(250)]
    await store.save(1, "abc", 0, {}, entries[:1])
    await store.save(1, "abc", 1, {}, entries[1:])
    assert await store.log(1, "abc") == entries
    stored = await line.client.execute_command("XRANGE", "{1}:log:abc", "-", "+")
    assert [place for place, _ in stored] == [b"%d-0" % position for position in range(1, 251)]
    assert {frozenset(entry) for _, entry in stored} == {frozenset({b"at", b"do"})}
    assert all(abs(int(entry[b"at"]) / 1000 - time.time()) < 60 for _, entry in stored)


async def test_a_part_of_a_log_is_read_by_the_numbers_of_its_entries(store: Store) -> None:
    entries = [b"%d" % number for number in range(1, 21)]
    await store.save(1, "abc", 0, {}, entries)
    assert await store.log(1, "abc", 7) == entries[6:]
    assert await store.log(1, "abc", 7, 9) == [b"7", b"8", b"9"]
    assert await store.log(1, "abc", last=2) == [b"1", b"2"]
    assert await store.log(1, "abc", 20, 30) == [b"20"]
    assert await store.log(1, "abc", 21) == await store.log(1, "abc", 9, 8) == []


@pytest.mark.parametrize("length", [PAGE - 1, PAGE, PAGE + 1, 3 * PAGE + 7])
async def test_a_log_is_read_in_pages(store: Store, line: Line, length: int) -> None:
    entries = [b"%d" % number for number in range(length)]
    for version, start in enumerate(range(0, length, 400)):
        await store.save(1, "abc", version, {}, entries[start : start + 400])
    assert await store.log(1, "abc") == entries
    line.sent.clear()
    assert await store.log(1, "abc") == entries
    assert len(line.sent) == 1 + length // PAGE + 1, "whether it is packed, and each page"
    assert all(command[-2] == PAGE for command in line.sent[1:])
    assert await store.log(1, "abc", 3, length - 2) == entries[2 : length - 2]
    assert await store.log_lines(1, "abc") == b"\n".join(entries)
    assert await store.log_lines(1, "abc", 3, length - 2) == b"\n".join(entries[2 : length - 2])
    times = await store.log_times(1, "abc")
    assert len(times) == length and times == sorted(times) and times[0] > 1_600_000_000
    assert await store.log_times(1, "abc", 3, length - 2) == times[2 : length - 2]


async def test_two_processes_save_fifty_times_each_and_nothing_is_lost(new_store: Callable[[], Pair]) -> None:
    async def play(store: Store, name: str) -> None:
        done = 0
        while done < 50:
            record = await store.load(1, "abc")
            version = record.version if record else 0
            entry = f"{name}{done} {version + 1}".encode()
            match await store.save(1, "abc", version, {"state": entry}, [entry], receipt=f"{name}{done}"):
                case Saved.DONE:
                    done += 1
                case other:
                    assert other is Saved.CONFLICT

    one, other = new_store()[0], new_store()[0]
    await asyncio.gather(play(one, "a"), play(other, "b"))
    record, log = await one.load(1, "abc"), [entry.decode().split() for entry in await one.log(1, "abc")]
    assert record is not None
    assert record.version == 100
    assert [int(version) for _, version in log] == list(range(1, 101))
    assert {who for who, _ in log} == {f"{name}{number}" for name in "ab" for number in range(50)}


async def test_forget_leaves_nothing_but_the_claim(store: Store, line: Line) -> None:
    await store.claim_id("abc", 1000)
    await store.open_tables.add(7, 1, "abc")
    await store.save(1, "abc", 0, {"state": b"1"}, [b"a"], hold=Hold.TAKE, listed=b"7")
    await store.register("abc", 1, [5, 6], 100.0)
    for _ in range(2):
        line.losses = 1
        await store.forget(1, "abc")
        assert await store.load(1, "abc") is None
        assert await store.log(1, "abc") == []
        assert await store.held(1) is None
        assert await store.channel_of("abc") is None
        assert [await store.tables_of(person) for person in (5, 6)] == [[], []]
        assert await open_places(store) == []
        assert not await store.claim_id("abc", 1000)


async def test_forget_touches_no_other_table(store: Store) -> None:
    for table in ("abc", "def"):
        await store.open_tables.add(7, 1, table)
        hold = Hold.TAKE if table == "def" else Hold.AS_IS
        await store.save(1, table, 0, {}, [table.encode()], hold=hold, listed=b"7")
        await store.register(table, 1, [5], 100.0)
    await store.forget(1, "abc")
    assert await store.load(1, "def") == Record(1, {})
    assert await store.log(1, "def") == [b"def"]
    assert await store.held(1) == "def"
    assert await store.tables_of(5) == ["def"]
    assert await open_places(store) == [(1, "def")]


async def test_one_of_many_processes_may_show_something_for_so_long(
    new_store: Callable[[], Pair],
) -> None:
    (one, line), (other, _) = new_store(), new_store()
    assert sorted(await asyncio.gather(*(store.may_show(1, 15) for store in (one, other) * 3))) == [False] * 5 + [True]
    assert await other.may_show(2, 15), "another channel"
    assert 10 <= await line.client.execute_command("TTL", "{1}:shown") <= 15
    await line.client.execute_command("PEXPIRE", "{1}:shown", 0)
    assert await other.may_show(1, 15) and not await one.may_show(1, 15)


async def test_an_id_is_claimed_once(new_store: Callable[[], Pair]) -> None:
    stores = [new_store()[0] for _ in range(2)]
    claims = await asyncio.gather(*[store.claim_id("abc", 1000) for store in stores * 5])
    assert sorted(claims) == [False] * 9 + [True]


async def test_a_claim_whose_answer_was_lost_is_ours(store: Store, line: Line) -> None:
    line.losses = 1
    assert await store.claim_id("abc", 1000)
    assert not await store.claim_id("abc", 1000)


async def test_a_claim_lapses_unless_a_table_is_registered_under_it(store: Store, line: Line) -> None:
    for name in ("abc", "def"):
        assert not await store.is_claimed(name)
        await store.claim_id(name, 1000)
        assert 990 <= await line.client.execute_command("TTL", f"{{t{name}}}:at") <= 1000
    line.losses = 1
    await store.register("abc", 1, [5], 100.0)
    assert await line.client.execute_command("TTL", "{tabc}:at") == -1
    await line.client.execute_command("PEXPIRE", "{tdef}:at", 0)
    assert await store.is_claimed("abc") and not await store.is_claimed("def")
    assert await store.claim_id("def", 1000)


async def test_a_registered_table_is_found_by_id_and_person_newest_first(store: Store) -> None:
    assert await store.channel_of("t0") is None
    assert await store.tables_of(5) == []
    for number in range(30):
        await store.register(f"t{number}", 1000 + number, [5, 6] if number % 2 else [5], 1_763_700_000.5 + number / 10)
    await store.register("t0", 1000, [5], 1_763_700_000.5)
    assert await store.channel_of("t7") == 1007
    assert await store.tables_of(5) == [f"t{number}" for number in range(29, 4, -1)]
    assert await store.tables_of(6, most=2) == ["t29", "t27"]


async def test_somebody_may_join_a_registered_table(store: Store) -> None:
    await store.register("abc", 1, [5], 100.0)
    await store.register("abc", 1, [6], 100.0)
    assert [await store.tables_of(person) for person in (5, 6)] == [["abc"], ["abc"]]
    await store.forget(1, "abc")
    assert [await store.tables_of(person) for person in (5, 6)] == [[], []]


async def test_open_tables_are_listed_once(store: Store) -> None:
    assert await open_places(store) == []
    for channel, table in [(1, "abc"), (2, "def"), (1, "abc")]:
        await store.open_tables.add(7, channel, table)
    assert await open_places(store) == [(1, "abc"), (2, "def")]
    await store.open_tables.drop(7, 1, "abc")
    await store.open_tables.drop(7, 1, "abc")
    assert await open_places(store) == [(2, "def")]


async def test_a_refusal_of_the_server_is_a_store_error(store: Store, line: Line) -> None:
    await line.client.execute_command("SADD", "{1}:table:abc", "a set")
    with pytest.raises(StoreError, match=r"the test refuses EVAL(SHA)?: .*WRONGTYPE"):
        await store.load(1, "abc")
    with pytest.raises(StoreError, match="the test refuses"):
        await store.save(1, "abc", 0, {"state": b"1"})


async def test_a_server_that_forgot_the_scripts_is_told_them_again(store: Store, line: Line) -> None:
    await store.save(1, "abc", 0, {})
    await line.client.execute_command("SCRIPT FLUSH")
    line.sent.clear()
    assert await store.save(1, "abc", 1, {}) is Saved.DONE
    assert await store.save(1, "abc", 2, {}) is Saved.DONE
    assert [command[0] for command in line.sent] == ["EVALSHA", "EVAL", "EVALSHA"]


# Games


async def test_a_game_begins_with_the_entry_after_those_that_led_to_it(store: Store) -> None:
    await store.save(1, "abc", 0, {}, [b"head", b"a"], games=[Begins(1, after=1, state=ODD)])
    await store.save(1, "abc", 1, {}, [b"b", b"c", b"d"], games=[Begins(2, after=2, state=b"two")])
    assert await store.beginnings(1, "abc", [1, 2, 3]) == [Beginning(2, ODD), Beginning(5, b"two"), None]
    assert await store.log(1, "abc", 5) == [b"d"]


async def test_how_a_game_ended_is_saved_and_taken_back_with_the_rest(store: Store) -> None:
    await store.save(1, "abc", 0, {}, [b"a"], games=[Begins(1, after=0, state=b"s"), Ends(1, ODD)])
    assert await store.endings(1, "abc", [2, 1]) == [None, ODD]
    refused = await store.save(1, "abc", 0, {}, [b"b"], games=[Ends(1)])
    assert refused is Saved.CONFLICT and await store.endings(1, "abc", [1]) == [ODD]
    await store.save(1, "abc", 1, {}, [b"b"], games=[Ends(1), Begins(1)])
    assert await store.endings(1, "abc", [1]) == [None]
    assert await store.beginnings(1, "abc", [1]) == [None]


async def test_a_save_sent_twice_says_where_a_game_begins_once(store_and_line: Pair) -> None:
    store, line = store_and_line
    line.losses = 1
    await store.save(1, "abc", 0, {}, [b"head", b"a"], games=[Begins(1, after=1, state=b"s")], receipt="click")
    assert await store.beginnings(1, "abc", [1]) == [Beginning(2, b"s")]
    assert await store.log(1, "abc") == [b"head", b"a"]


async def test_many_games_are_read_in_several_answers(store: Store) -> None:
    many = 2 * GAMES_PAGE + 3
    await store.save(1, "abc", 0, {}, games=[Ends(game, b"%d" % game) for game in range(many)])
    assert await store.endings(1, "abc", range(many)) == [b"%d" % game for game in range(many)]


async def test_games_go_with_their_table(store: Store) -> None:
    await store.save(1, "abc", 0, {}, [b"a"], games=[Ends(1, b"r")])
    await store.save(1, "abd", 0, {}, [b"a"], games=[Ends(1, b"r")])
    await store.forget(1, "abc")
    assert await store.endings(1, "abc", [1]) == [None]
    assert await store.endings(1, "abd", [1]) == [b"r"]
