"""Discord's document is read as it is meant, and where the documentation contradicts it, that counts."""

from __future__ import annotations

import json
import lzma
import re
from typing import Any

import pytest

from .differences import DIFFERENCES, Difference
from .document import FILE, Document, discord
from .examples import large, select
from .judge import Judge, Sent
from .limits import SITE
from .refused import REFUSED
from .taken import TAKEN


def faults(body: Any, method: str = "POST", path: str = "/channels/1/messages", **query: str) -> list[str]:
    """Where the document does not allow a request."""
    found = discord().find(method, path)
    assert found
    operation, places = found
    return [fault.where for fault in operation.faults(places, query, body)]


def test_the_document_is_the_one_that_the_readme_names() -> None:
    document = json.loads(lzma.decompress(FILE.read_bytes()))
    readme = FILE.with_name("README.md").read_text(encoding="utf-8")
    assert f"{len(document['paths'])} paths" in readme
    assert f"{len(document['components']['schemas'])} schemas" in readme
    assert "74fda0f" in readme and "Permission is hereby granted, free of charge" in readme


def test_a_word_of_a_path_wins_over_a_place() -> None:
    own, other = discord().find("GET", "/users/@me"), discord().find("GET", "/users/7")
    assert own and other
    assert (own[0].name, own[1]) == ("get_my_user", {})
    assert (other[0].name, other[1]) == ("get_user", {"user_id": "7"})
    assert discord().find("GET", "/users") is None and discord().find("BREW", "/users/@me") is None


def test_objects_are_closed_also_where_a_part_may_be_one_of_several() -> None:
    assert faults({"content": "x", "colour": 1}) == [""]
    button = {"type": 2, "style": 1, "custom_id": "x", "label": "x", "colour": 1}
    assert faults({"components": [{"type": 1, "components": [button]}]}) == ["components.0.components.0"]


def test_of_several_ways_to_be_right_the_one_that_was_meant_is_told_of() -> None:
    wrong = {"type": 1, "components": [select(options=[{"label": "x" * 101, "value": "x"}])]}
    assert faults({"components": [wrong]}) == ["components.0.components.0.options.0.label"]


def test_queries_are_text_and_stand_for_numbers_and_truths() -> None:
    assert faults(None, "GET", limit="100") == [] and faults(None, "GET", limit="101") == ["query.limit"]
    assert faults(None, "GET", limits="1") == ["query.limits"]
    callback = "/interactions/1/t/callback"
    for word, right in (("true", True), ("0", True), ("maybe", False)):
        assert (faults({"type": 6}, path=callback, with_response=word) == []) == right


def test_bodies_come_where_there_are_some() -> None:
    assert faults(None) == [""] and faults({"x": 1}, "GET") == [""] and faults({}, "GET") == []


def test_formats_count() -> None:
    assert faults({"embeds": [{"url": "no address"}]}) == ["embeds.0.url"]
    assert faults({"embeds": [{"url": "https://example.org"}]}) == []


#: For each of the differences, what the documentation takes and the document does not, or the other way round.
_SHOWN: dict[str, tuple[str, str, Any]] = {
    "SnowflakeType": ("POST", "/channels/1/messages", {"content": "x", "attachments": [{"id": 0}]}),
    "MessageCreateRequest.content": ("POST", "/channels/1/messages", {"content": "x" * 2001}),
    "MessageEditRequestPartial.content": ("PATCH", "/channels/1/messages/2", {"content": "x" * 2001}),
    "MessageEditRequestPartial.tts": ("PATCH", "/channels/1/messages/2", {"content": "x", "tts": False}),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial.tts": (
        "POST",
        "/interactions/1/t/callback",
        {"type": 7, "data": {"content": "x", "tts": False}},
    ),
    "IncomingWebhookUpdateRequestPartial.tts": ("PATCH", "/webhooks/1/t/messages/@original", {"tts": False}),
    "/channels/{channel_id}/permissions/{overwrite_id}": (
        "PUT",
        "/channels/1/permissions/2",
        {"id": 2, "type": 1, "allow": "0", "deny": "1024"},
    ),
    "ApplicationCommandUpdateRequest.nsfw": ("PUT", "/applications/1/commands", [{"name": "x", "nsfw": False}]),
}


def test_there_are_few_differences_and_each_names_who_says_so() -> None:
    assert len(DIFFERENCES) <= 10
    assert all(row.link.startswith("https://") and row.says for row in DIFFERENCES)
    assert sorted(map(_name, DIFFERENCES)) == sorted(_SHOWN)


def _name(row: Difference) -> str:
    words = [part for part in row.path if part not in ("properties", "maxLength") and not row.schema.startswith("/")]
    return ".".join((row.schema, *words))


@pytest.mark.parametrize("row", DIFFERENCES, ids=_name)
def test_without_the_difference_the_document_says_otherwise(row: Difference) -> None:
    method, path, body = _SHOWN[_name(row)]
    plain = Document(json.loads(lzma.decompress(FILE.read_bytes())))
    said = []
    for document in (plain, discord()):
        found = document.find(method, path)
        assert found
        said.append(bool([*found[0].faults(found[1], {}, body)]))
    assert said[0] != said[1]


def test_every_example_has_a_name_of_its_own_and_a_page() -> None:
    names = [each.name for each in (*REFUSED, *TAKEN)]
    assert len(set(names)) == len(names) and len(REFUSED) > 77
    assert all(re.fullmatch(rf"{re.escape(SITE)}[a-z/-]+(#[a-z-]+)?", each.link) for each in REFUSED)


def test_of_a_text_only_its_longest_language_counts_towards_the_size_of_a_command() -> None:
    for others, fault in (({"cs": "h", "ru": "w"}, False), ({"cs": "h", "ru": "ww"}, True)):
        [form] = large(8000)
        body = [form | {"description_localizations": others}]
        told = [str(each) for each in Judge().sent(Sent("PUT", "/applications/1/commands", body=body))]
        assert any("characters of a command: 8001" in each for each in told) == fault, told


def test_the_server_over_sockets_stands_by_itself() -> None:
    server = FILE.parents[1] / "discord_server"
    assert not [each.name for each in server.glob("*.py") if "discord_papers" in each.read_text(encoding="utf-8")]
