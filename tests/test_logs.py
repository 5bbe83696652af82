"""What is written into the log, and that no secret is, whoever writes the line."""

from __future__ import annotations

import logging
import sys

import pytest

from bot.logs import DiscreetFormatter, set_up

TOKEN = "MTIz.abc.the-token+of/the(bot"
SPOKEN = "aW50ZXJhY3Rpb246MTIz-secret_token"


def line(message: object, *arguments: object, exc_info: object = None) -> str:
    record = logging.LogRecord("bot.x", logging.INFO, "/here/x.py", 7, message, arguments, exc_info)  # type: ignore[arg-type]
    return DiscreetFormatter((TOKEN, "")).format(record)


def test_a_line_says_when_how_bad_and_who() -> None:
    assert line("table %s is shown", "k7f3q2").endswith(" INFO bot.x: table k7f3q2 is shown")


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (f"Authorization: Bot {TOKEN}", "Authorization: Bot ***"),
        (
            f"POST https://discord.com/api/v10/webhooks/123/{SPOKEN} responded with 429",
            "POST https://discord.com/api/v10/webhooks/123/*** responded with 429",
        ),
        (
            f"https://discord.com/api/v10/webhooks/123/{SPOKEN}/messages/@original?wait=true",
            "https://discord.com/api/v10/webhooks/123/***/messages/@original?wait=true",
        ),
        (f"/interactions/456/{SPOKEN}/callback", "/interactions/456/***/callback"),
        (f"{{'id': '456', 'token': '{SPOKEN}', 'type': 3}}", "{'id': '456', 'token': '***', 'type': 3}"),
        (f'{{"token":"{SPOKEN}"}}', '{"token":"***"}'),
        ("redis://bot:pass:word@there:6379/0 is gone", "redis://***@there:6379/0 is gone"),
        ("rediscluster://:password@there:6379", "rediscluster://***@there:6379"),
        ("https://discord.com/channels/1/2/3 for <@1>", "https://discord.com/channels/1/2/3 for <@1>"),
    ],
)
def test_secrets_are_taken_out(said: str, left: str) -> None:
    assert line("%s", said).partition(": ")[2] == left
    assert line(said.replace("%", "%%")).partition(": ")[2] == left


def test_secrets_are_taken_out_of_tracebacks() -> None:
    try:
        raise ValueError(f"no such thing: /webhooks/1/{SPOKEN} of {TOKEN}")
    except ValueError:
        told = line("an error", exc_info=sys.exc_info())
    assert "Traceback" in told and "ValueError: no such thing: /webhooks/1/*** of ***" in told


class Unspeakable:
    def __str__(self) -> str:
        raise RuntimeError(TOKEN)


@pytest.mark.parametrize(("message", "arguments"), [("%d", (TOKEN,)), ("%s", ()), ("%s %s", (1,)), (Unspeakable(), ())])
def test_what_cannot_be_written_is_told_without_its_content(message: object, arguments: tuple[object, ...]) -> None:
    told = line(message, *arguments)
    if arguments or isinstance(message, Unspeakable):
        assert "A line of x.py:7 cannot be written: " in told
    assert TOKEN not in told


@pytest.mark.parametrize(("level", "theirs"), [("DEBUG", "INFO"), ("INFO", "INFO"), ("ERROR", "ERROR")])
def test_discord_py_never_tells_more_than_information(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], level: str, theirs: str
) -> None:
    root, discord = logging.getLogger(), logging.getLogger("discord")
    monkeypatch.setattr(root, "handlers", [])
    before = root.level, discord.level
    try:
        set_up(level, (TOKEN,))
        assert logging.getLevelName(root.level) == level
        assert logging.getLevelName(logging.getLogger("discord.gateway").getEffectiveLevel()) == theirs
        logging.getLogger("bot.x").error("the token is %s", TOKEN)
        assert capsys.readouterr().err.endswith(" ERROR bot.x: the token is ***\n")
    finally:
        root.setLevel(before[0])
        discord.setLevel(before[1])
