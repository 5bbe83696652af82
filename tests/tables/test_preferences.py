"""PersonPreferences and settings: what cannot be read does no harm, and is never written over."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.backgammon import CubeRules, Illegal, Jacoby, Refused, Rules, Variant
from bot.engine.thoughts import Level
from bot.store import StoreError
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.preferences import FRESH, PersonPreferences, Preferences, ServerSettings
from tests.tables.tables import ANN, BOB, CHANNEL, GUILD, Tables


async def test_everybody_begins_with_the_defaults(tables: Tables) -> None:
    assert await tables.preferences.of_person(ANN.user) == PersonPreferences()
    assert await tables.preferences.of_server(GUILD) == ServerSettings()


async def test_what_is_kept_comes_back_and_only_to_its_owner(tables: Tables) -> None:
    preferences = PersonPreferences(language="cs", auto_roll=False, blocked=(1, 2))
    settings = ServerSettings(language="ru", rules=Rules(length=7, variant=Variant.NACKGAMMON), claim_after=24)
    await tables.preferences.keep_person(ANN.user, preferences)
    await tables.preferences.keep_server(GUILD, settings)
    assert await tables.preferences.of_person(ANN.user) == preferences
    assert await tables.preferences.of_server(GUILD) == settings
    assert await tables.preferences.of_person(BOB.user) == PersonPreferences()


@pytest.mark.parametrize("stored", [b"nonsense", b"[]", b"null", b"\xff\xfe", b'{"door": true'])
async def test_where_nothing_can_be_read_nobody_is_let_in_and_nothing_written(tables: Tables, stored: bytes) -> None:
    """Whom somebody blocks is not known then: to let everybody in would be the one mistake that hurts."""
    await tables.store.set_preferences(ANN.user, stored)
    found = await tables.preferences.of_person(ANN.user)
    assert not found.door and found.blocks(BOB.user) and found.confirm
    assert not found.auto_roll and not found.auto_move, "the bot does nothing by itself"
    with pytest.raises(Illegal) as refused:
        await tables.preferences.keep_person(ANN.user, replace(found, theme="dark"))
    assert refused.value.reason is TableTrouble.NEWER_CHOICES
    assert await tables.store.preferences(ANN.user) == stored


@pytest.mark.parametrize(
    ("stored", "found"),
    [
        (b"", PersonPreferences()),
        (b'{"auto_roll": false, "unheard_of": 1}', PersonPreferences(auto_roll=False)),
        (b'{"auto_roll": "perhaps", "theme": "dark"}', PersonPreferences(auto_roll=False, theme="dark")),
        (b'{"language": 3, "auto_move": false}', PersonPreferences(auto_move=False)),
        (b'{"language": "de", "theme": "neon"}', PersonPreferences()),
        (b'{"door": {"open": "at night"}, "mentions": false}', PersonPreferences(door=False, mentions=False)),
        (b'{"confirm": "doubles", "blocked": [1, 2]}', PersonPreferences(blocked=(1, 2))),
        (b'{"blocked": [1, {"user": 2, "until": 3}, 4]}', PersonPreferences(blocked=(1, 4))),
        (b'{"blocked": {"users": [1, 2]}, "theme": "wood"}', PersonPreferences(blocked=None, theme="wood")),
        (b'{"blocked": [{"user": 2}]}', PersonPreferences(blocked=None)),
        (b'{"blocked": []}', PersonPreferences(blocked=())),
        (b'{"computer_length": 26, "computer_level": 13}', PersonPreferences(computer_level=Level.INTERMEDIATE)),
        (b'{"computer_length": 5, "computer_level": 3}', PersonPreferences(computer_length=5)),
    ],
    ids=lambda value: value.decode() if isinstance(value, bytes) else "",
)
async def test_a_field_that_cannot_be_read_is_safe_and_the_others_hold(
    tables: Tables, stored: bytes, found: PersonPreferences
) -> None:
    await tables.store.set_preferences(ANN.user, stored)
    assert await tables.preferences.of_person(ANN.user) == found


@pytest.mark.parametrize("newer", [b'{"x": [1, 1.50]}', b'"neon"', b"[7]", b"12345678901234567890123"])
@pytest.mark.parametrize("field", ["theme", "auto_roll", "blocked", "door", "unheard_of"])
async def test_what_is_not_understood_stays_as_it_was_written(tables: Tables, field: str, newer: bytes) -> None:
    stored = b'{"language":"cs","%b":%b,"confirm":false}' % (field.encode(), newer)
    await tables.store.set_preferences(ANN.user, stored)
    before = await tables.preferences.of_person(ANN.user)
    after = await tables.preferences.keep_person(ANN.user, replace(before, mentions=False))
    assert after == replace(before, mentions=False)
    assert await tables.store.preferences(ANN.user) == stored[:-1] + b',"mentions":false}'
    await tables.preferences.keep_person(ANN.user, replace(after, mentions=True))
    assert await tables.store.preferences(ANN.user) == stored[:-1] + b',"mentions":true}'


async def test_who_chooses_anew_is_heard(tables: Tables) -> None:
    await tables.store.set_preferences(ANN.user, b'{"theme":"neon","auto_roll":"sometimes"}')
    before = await tables.preferences.of_person(ANN.user)
    await tables.preferences.keep_person(ANN.user, replace(before, theme="dark", auto_roll=True))
    assert await tables.store.preferences(ANN.user) == b'{"theme":"dark","auto_roll":true}'


async def test_whom_a_newer_bot_has_blocked_stays_blocked_when_others_are_chosen(tables: Tables) -> None:
    await tables.store.set_preferences(ANN.user, b'{"blocked":[1,{"user":2},3]}')
    before = await tables.preferences.of_person(ANN.user)
    after = await tables.preferences.keep_person(ANN.user, replace(before, blocked=(3, 5)))
    assert after.blocked == (3, 5)
    assert await tables.store.preferences(ANN.user) == b'{"blocked":[{"user":2},3,5]}'


@pytest.mark.parametrize("stored", [b'{"blocked":{"users":[1]},"theme":"dark"}', b'{"blocked":[{"user":2}]}'])
async def test_whom_one_does_not_play_with_is_not_chosen_anew_unseen(tables: Tables, stored: bytes) -> None:
    await tables.store.set_preferences(ANN.user, stored)
    before = await tables.preferences.of_person(ANN.user)
    with pytest.raises(Illegal) as refused:
        await tables.preferences.keep_person(ANN.user, replace(before, blocked=()))
    assert refused.value.reason is TableTrouble.NEWER_CHOICES
    assert await tables.store.preferences(ANN.user) == stored
    assert (await tables.preferences.of_person(ANN.user)).blocks(BOB.user)


async def test_a_choice_changes_only_what_was_chosen(tables: Tables) -> None:
    """Another process, of a newer bot, has changed something that this one has not noticed yet."""
    before = await tables.preferences.of_person(ANN.user)
    await tables.store.set_preferences(ANN.user, b'{"theme":"neon","door":false}')
    after = await tables.preferences.keep_person(ANN.user, replace(before, confirm=False))
    assert await tables.store.preferences(ANN.user) == b'{"theme":"neon","door":false,"confirm":false}'
    assert after == PersonPreferences(door=False, confirm=False)


SETTINGS = (
    b'{"language":"cs","unheard_of":{"a":1},"claim_after":{"hours":5},"time_zone":"Mars/Olympus","rules":{"length":7,'
    b'"variant":"longgammon","clock":{"delay":12},"money":{"animals":9,"jacoby":"off","pace":"fast"}}}'
)


async def test_the_settings_of_a_server_are_read_rule_by_rule(tables: Tables) -> None:
    await tables.store.set_guild_settings(GUILD, SETTINGS)
    assert await tables.preferences.of_server(GUILD) == ServerSettings(
        language="cs", rules=Rules(length=7, money=CubeRules(jacoby=Jacoby.OFF))
    )


async def test_a_rule_is_changed_and_those_that_are_not_understood_stay(tables: Tables) -> None:
    await tables.store.set_guild_settings(GUILD, SETTINGS)
    before = await tables.preferences.of_server(GUILD)
    rules = replace(before.rules, length=5, money=replace(before.rules.money, jacoby=Jacoby.PER_CUBE))
    after = await tables.preferences.keep_server(GUILD, replace(before, theme="dark", rules=rules))
    assert after == replace(before, theme="dark", rules=rules)
    assert await tables.store.guild_settings(GUILD) == (
        SETTINGS.replace(b'"length":7', b'"length":5').replace(b'"off"', b'"per_cube"')[:-1] + b',"theme":"dark"}'
    )


@pytest.mark.parametrize("stored", [b"nonsense", b'{"rules":"as in 2030","theme":"dark"}', b'{"rules":{"money":7}}'])
async def test_a_rule_of_what_cannot_be_read_is_not_changed(tables: Tables, stored: bytes) -> None:
    await tables.store.set_guild_settings(GUILD, stored)
    before = await tables.preferences.of_server(GUILD)
    assert before.rules == Rules()
    rules = replace(before.rules, money=replace(before.rules.money, animals=0))
    with pytest.raises(Illegal) as refused:
        await tables.preferences.keep_server(GUILD, replace(before, rules=rules))
    assert refused.value.reason is TableTrouble.NEWER_CHOICES
    assert await tables.store.guild_settings(GUILD) == stored


@pytest.mark.parametrize(
    "wrong", [{"remind_after": 0}, {"claim_after": -1}, {"time_zone": "Europe"}, {"theme": "neon"}]
)
async def test_a_setting_that_no_bot_of_today_could_serve_counts_as_not_set(
    tables: Tables, wrong: dict[str, Any]
) -> None:
    await tables.store.set_guild_settings(GUILD, msgspec.json.encode({"language": "ru"} | wrong))
    assert await tables.preferences.of_server(GUILD) == ServerSettings(language="ru")


async def test_nobody_is_let_in_by_somebody_whose_list_cannot_be_read(tables: Tables) -> None:
    """Nor is a challenge made that nobody could accept; by name one may challenge."""
    opened = await tables.challenge(other=None)
    await tables.store.set_preferences(ANN.user, b'{"blocked":{"users":[1]}}')
    later = Tables(tables.server)
    for wish, reason in (
        (later.challenge(host=BOB, other=ANN), ChallengeFault.DOOR_CLOSED),
        (later.challenges.accept(CHANNEL, opened.id, BOB, "i-accept"), ChallengeFault.DOOR_CLOSED),
        (later.challenge(other=None), ChallengeFault.BLOCKED_UNKNOWN),
    ):
        with pytest.raises(Refused) as refused:
            await wish
        assert refused.value.reason is reason
    await later.challenges.make(GUILD, CHANNEL, ANN, BOB, Rules(), "i-named")


async def test_what_is_dropped_is_forgotten_at_once_and_by_the_store(tables: Tables) -> None:
    await tables.preferences.keep_person(ANN.user, PersonPreferences(language="cs"))
    await tables.preferences.drop_person(ANN.user)
    assert await tables.preferences.of_person(ANN.user) == PersonPreferences()
    assert await tables.store.preferences(ANN.user) is None


async def test_who_has_been_here_last_is_remembered_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.preferences._MOST", 2)
    tables = Tables()
    await tables.preferences.keep_person(ANN.user, PersonPreferences(language="cs"))
    await tables.preferences.keep_person(BOB.user, PersonPreferences(language="ru"))
    await tables.preferences.of_person(ANN.user)
    await tables.preferences.keep_person(3, PersonPreferences(language="cs"))
    assert [tables.preferences.remembered(user).language for user in (ANN.user, BOB.user, 3)] == ["cs", None, "cs"]


async def test_while_the_store_does_not_answer_what_is_known_holds(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table can be where the store answers, and its people where it does not."""
    now = [0.0]
    preferences = Preferences(tables.store, lambda: now[0])
    await preferences.keep_person(ANN.user, PersonPreferences(language="cs"))
    await preferences.keep_server(GUILD, ServerSettings(language="ru"))

    async def gone(whose: int) -> bytes | None:
        raise StoreError("nobody is there")

    for name in ("preferences", "guild_settings"):
        monkeypatch.setattr(tables.store, name, gone)
    now[0] = 2 * FRESH
    assert (await preferences.of_person(ANN.user)).language == "cs"
    assert (await preferences.of_server(GUILD)).language == "ru"
    with pytest.raises(StoreError):
        await preferences.of_person(BOB.user)
    with pytest.raises(StoreError):
        await preferences.keep_person(ANN.user, PersonPreferences(language="ru"))
    monkeypatch.undo()
    now[0] = 4 * FRESH
    await Preferences(tables.store).keep_person(ANN.user, PersonPreferences(language="ru"))
    assert (await preferences.of_person(ANN.user)).language == "ru"
