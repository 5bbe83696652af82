"""Every example of stored data is read as it was meant, and what is read is written as it was stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import fakeredis
import msgspec
import pytest

from bot.engine.thoughts import LEVELS_BY_TAG
from bot.tables.preferences import PersonPreferences, ServerSettings

from . import make, papers, today

NEWEST = papers.SETS[-1]
EXAMPLES = [file for each in papers.SETS for file in sorted(each.glob("*.txt"))]
NEW = [file for file in EXAMPLES if file.parent == NEWEST]


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def facts_of(each: Path, name: str) -> Any:
    return json.loads((each / "facts.json").read_text())[name]


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


def assert_meant(found: dict[str, Any], meant: dict[str, Any]) -> None:
    """What is read is what was meant then; of documents, a field that has come since is as it is for everybody."""
    found = as_json(found)
    for kind, default in (("preferences", PersonPreferences()), ("settings", ServerSettings())):
        for whose, document in found[kind].items():
            for since in set(document) - set(meant[kind].get(whose, document)):
                assert document.pop(since) == as_json(msgspec.to_builtins(getattr(default, since))), (
                    f"{since} of {whose}"
                )
    assert found == meant


def empty() -> papers.Client:
    return fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer())


def test_every_kind_of_table_has_an_example() -> None:
    assert {file.stem for file in NEW} == {evening.__name__ for evening in make.EVENINGS}


@pytest.mark.parametrize("file", EXAMPLES, ids=name_of)
async def test_what_is_stored_is_read(file: Path) -> None:
    client = await papers.filled(file.read_text())
    assert await papers.written(client) == file.read_text(), "the file is not in the shape in which it is written"
    assert_meant(await today.facts(client), facts_of(file.parent, file.stem))


@pytest.mark.parametrize("file", EXAMPLES, ids=name_of)
async def test_a_log_leads_to_the_state_beside_it(file: Path) -> None:
    client = await papers.filled(file.read_text())
    store = today.store_of(client)
    for channel, name in await today.tables_in(client):
        it = await today.table(store, channel, name)
        if it.state is not None:
            assert await today.folded(store, it) == it.state


@pytest.mark.parametrize("file", NEW, ids=name_of)
async def test_what_is_read_is_written_as_it_was_stored(file: Path) -> None:
    """So the name of a class or a field in the code may change, and no stored byte does."""
    client = await papers.filled(file.read_text())
    store = today.store_of(client)
    for channel, name in await today.tables_in(client):
        it = await today.table(store, channel, name, folding=False)
        for where, parts in (await today.rewritten(store, it)).items():
            for part, before, after in parts:
                assert after == before, f"{where}: {part}"


async def test_choices_are_written_as_they_were_stored() -> None:
    client = await papers.filled((NEWEST / "choices.txt").read_text())
    kept = await today.kept_again(client, empty())
    assert len(kept) == 5
    for key, (before, after) in kept.items():
        assert after == before, key


@pytest.mark.parametrize(
    ("name", "least"), [("ladder", 18), ("analysed", 3), ("league", 11), ("rounds", 27), ("night", 19), ("refused", 3)]
)
async def test_lines_of_ladders_leagues_and_notes_of_refused_posts_are_written_as_they_were_stored(
    name: str, least: int
) -> None:
    lines = await today.lines_again(await papers.filled((NEWEST / f"{name}.txt").read_text()))
    assert len(lines) >= least
    for before, after in lines:
        assert after == before


async def test_decks_are_written_as_they_were_stored() -> None:
    found = await today.decks_again(await papers.filled((NEWEST / "trained.txt").read_text()))
    assert len(found) == 1 + 4 + 2, "a deck, three cards of its own and an opening, and what two of them ask"
    for before, after in found:
        assert after == before


def test_the_numbers_and_tags_of_levels_are_those_that_were_stored() -> None:
    assert {tag: level.value for tag, level in LEVELS_BY_TAG.items()} == {
        "first_steps": 11, "beginner2": 12, "intermediate": 13, "advanced": 14, "expert2": 15, "world_class": 16
    }  # fmt: skip


def test_what_has_been_posted_may_still_be_pressed() -> None:
    """Messages stay in their channels: what their buttons and lists carry is as lasting as what is stored."""
    for each in papers.SETS:
        for custom_id in (each / "posted.ids").read_text().split():
            assert today.verb_of(custom_id) == custom_id.partition(":")[0]


@pytest.mark.parametrize("each", papers.SETS, ids=lambda it: it.name)
async def test_a_whole_backup_is_restored(each: Path, tmp_path: Path) -> None:
    client = empty()
    tables, keys, made_at, account = await today.restore(each / "whole.backup", client)
    assert (tables, made_at, account) == (3, make.NOON, make.BOT)
    assert_meant(await today.facts(client), facts_of(each, "whole"))
    await today.back_up(client, tmp_path / "again", made_at)
    again = empty()
    assert await today.restore(tmp_path / "again", again) == (tables, keys, made_at, account)
    assert await papers.written(again) == await papers.written(client)
