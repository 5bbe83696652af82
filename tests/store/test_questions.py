"""Questions to the engine in the store: asked, leased, answered once, left to others; and the rights of a worker."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.exceptions import NoPermissionError

from bot.engine import remote
from bot.store import StoreError
from bot.store import questions as module
from bot.store.connection import client_for
from bot.store.questions import Kind, Questions, State, WorkerNote
from tests.store.rights import Host, on_a_cluster
from tests.store.servers import Cluster

ENGINE, OTHER = "bgsage 2 / 6", "bgsage 3 / 6"
_PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
_WORKER = re.compile(r"^ACL SETUSER worker on >PASSWORD (.+)$", re.MULTILINE)
_MORE = re.compile(r"^On a cluster add `([^`]+)`", re.MULTILINE)


@pytest.fixture
async def questions(host: Host, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Questions]:
    monkeypatch.setattr(module, "BLOCK", 0.2)
    made = Questions(host.bot(), host.bot(), "the test")
    yield made
    await made.close()


async def test_a_question_is_answered_once_to_the_process_that_has_asked(questions: Questions) -> None:
    await questions.put(Kind.LIVE, ENGINE, "ann:1", b"how?", 60)
    await questions.put(Kind.LIVE, ENGINE, "ann:1", b"how?", 60)  # the answer was lost
    assert await questions.next((Kind.LIVE, Kind.REVIEW), ENGINE) == (Kind.LIVE, "ann:1")
    assert await questions.next((Kind.LIVE,), ENGINE) is None, "it waits once"
    assert await questions.take(Kind.LIVE, "ann:1", "w") == b"how?"
    assert await questions.look_after(Kind.LIVE, ENGINE, "ann:1") is State.TAKEN
    assert await questions.answer("ann:1", b"so, and so") and not await questions.answer("ann:1", b"otherwise")
    assert await questions.answers("bob") is None
    assert await questions.answers("ann") == ("ann:1", b"so, and so")
    assert await questions.answers("ann") is None
    assert await questions.take(Kind.LIVE, "ann:1", "w") is None
    assert await questions.look_after(Kind.LIVE, ENGINE, "ann:1") is State.GONE


async def test_what_somebody_waits_for_comes_first_and_another_engine_leaves_it(questions: Questions) -> None:
    await questions.put(Kind.REVIEW, ENGINE, "ann:1", b"1", 60)
    await questions.put(Kind.LIVE, ENGINE, "ann:2", b"2", 60)
    assert await questions.next(tuple(Kind), OTHER) is None
    assert [await questions.next(tuple(Kind), ENGINE) for _ in range(2)] == [
        (Kind.LIVE, "ann:2"),
        (Kind.REVIEW, "ann:1"),
    ]


async def test_one_whose_worker_is_lost_is_another_ones(questions: Questions, monkeypatch: pytest.MonkeyPatch) -> None:
    for id in ("ann:1", "ann:2"):
        await questions.put(Kind.LIVE, ENGINE, id, b"how?", 60)
    assert await questions.look_after(Kind.LIVE, ENGINE, "ann:1") is State.WAITING
    # One dies between the list and the lease, the next one with it.
    await questions.next((Kind.LIVE,), ENGINE)
    assert await questions.look_after(Kind.LIVE, ENGINE, "ann:1") is State.LOST
    assert await questions.look_after(Kind.LIVE, ENGINE, "ann:1", "again") is State.LOST
    assert await questions.look_after(Kind.LIVE, ENGINE, "ann:1", "again") is State.WAITING, "once is enough"
    assert await questions.next((Kind.LIVE,), ENGINE) == (Kind.LIVE, "ann:1"), "before all others"
    monkeypatch.setitem(module.LEASES, Kind.LIVE, 0.05)
    await questions.take(Kind.LIVE, "ann:1", "w")
    while (state := await questions.look_after(Kind.LIVE, ENGINE, "ann:1", "drop")) is State.TAKEN:
        pass
    assert state is State.LOST
    assert not await questions.answer("ann:1", b"too late"), "it was given up"


def test_the_move_of_a_killed_worker_is_soon_another_ones() -> None:
    assert module.LEASES[Kind.LIVE] + remote.LOOK + remote.GRACE < 10.0


async def test_who_ends_gives_back_and_only_their_own(questions: Questions) -> None:
    await questions.put(Kind.LIVE, ENGINE, "ann:1", b"how?", 60)
    await questions.next((Kind.LIVE,), ENGINE)
    await questions.take(Kind.LIVE, "ann:1", "w")
    await questions.give_back(Kind.LIVE, ENGINE, "ann:1", "another")
    assert await questions.look_after(Kind.LIVE, ENGINE, "ann:1") is State.TAKEN
    await questions.give_back(Kind.LIVE, ENGINE, "ann:1", "w")
    assert await questions.next((Kind.LIVE,), ENGINE) == (Kind.LIVE, "ann:1")


async def test_nobody_answers_who_does_not_want_to_know(questions: Questions) -> None:
    await questions.put(Kind.LIVE, ENGINE, "ann:1", b"how?", 60)
    await questions.withdraw("ann:1")
    await questions.next((Kind.LIVE,), ENGINE)
    assert await questions.take(Kind.LIVE, "ann:1", "w") is None and not await questions.answer("ann:1", b"so")


async def test_workers_count_while_they_are_noted(questions: Questions, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = WorkerNote(ENGINE, "a", 4), WorkerNote(OTHER, "b", 1)
    for each in (one, two, one):
        await questions.note(each)
    assert sorted(await questions.workers()) == [one, two]
    await questions.gone(two)
    assert await questions.workers() == [one]
    monkeypatch.setattr(module, "NOTED", 0.0)
    await questions.note(one)
    assert await questions.workers() == []


def signed_in(url: str, *more: str) -> str:
    """The address of a server with the account of a worker, which the page on hosting has, and with `more` rights."""
    [rights] = _WORKER.findall(_PAGE.read_text(encoding="utf-8"))
    with redis.Redis.from_url(url) as client:
        client.flushall()
        client.execute_command("ACL", "SETUSER", "worker", "reset", "on", ">s3cret", *rights.split(), *more)
    return url.replace("://", "://worker:s3cret@", 1)


async def test_a_worker_needs_no_more_rights_than_the_page_gives_it(
    embedded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await one_answers(Questions.at(embedded), Questions.at(signed_in(embedded)), monkeypatch)


async def test_so_it_is_on_a_cluster_with_the_right_to_see_its_slots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [more] = _MORE.findall(_PAGE.read_text(encoding="utf-8"))
    with Cluster(tmp_path) as cluster:
        for node in cluster.nodes:
            address = signed_in(node.url, *on_a_cluster(), *more.split())
        address = cluster.url.replace("://", f"://{address.partition('://')[2].partition('@')[0]}@", 1)
        await one_answers(Questions.at(cluster.url), Questions.at(address), monkeypatch)


async def one_answers(bot: Questions, worker: Questions, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker takes two questions of a bot, answers one and gives the other one back."""
    monkeypatch.setattr(module, "BLOCK", 0.2)
    about = WorkerNote(ENGINE, "a", 4)
    await worker.note(about)
    assert await bot.workers() == [about]
    for number in (1, 2):
        await bot.put(Kind.LIVE, ENGINE, f"ann:{number}", b"how?", 60)
        assert await worker.next(tuple(Kind), ENGINE) == (Kind.LIVE, f"ann:{number}")
        assert await worker.take(Kind.LIVE, f"ann:{number}", "a") == b"how?"
    assert await worker.answer("ann:1", b"so")
    await worker.give_back(Kind.LIVE, ENGINE, "ann:2", "a")
    assert await bot.answers("ann") == ("ann:1", b"so")
    await worker.gone(about)
    for each in (bot, worker):
        await each.close()


@pytest.mark.parametrize(
    "command",
    [
        ("GET", "chouette:account"),
        ("GET", "{g7}:settings"),
        ("SET", "{123}:table:abc", "x"),
        ("KEYS", "*"),
        ("SCAN", "0"),
        ("FLUSHALL",),
        ("CONFIG", "GET", "*"),
        ("ACL", "LIST"),
        ("INFO",),
        ("EVAL", "return redis.call('GET', KEYS[1])", "1", "{u5}:deck"),
    ],
)
async def test_a_worker_sees_nothing_but_questions(embedded: str, command: tuple[Any, ...]) -> None:
    client = client_for(signed_in(embedded))
    with pytest.raises(NoPermissionError):
        await client.execute_command(*command)
    await client.aclose()


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(StoreError):
        Questions.at("http://127.0.0.1")
