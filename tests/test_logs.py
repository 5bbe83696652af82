"""What is written into the log, and that no secret is, whoever writes the line."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
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


ANN, ANNA_ID, CHANNEL_ID = "Ann Novák", 817263548172635481, 992635481726354817


@pytest.fixture
def written() -> Iterator[list[str]]:
    """What discord.py writes into the log meanwhile."""
    lines: list[str] = []

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(DiscreetFormatter().format(record))

    handler = Collect()
    logging.getLogger("discord").addHandler(handler)
    yield lines
    logging.getLogger("discord").removeHandler(handler)


class NoSuchPerson(ValueError):
    pass


def failed() -> Exception:
    """An error that quotes what somebody is called, because of another one that does."""
    try:
        try:
            raise KeyError(ANN)
        except KeyError as error:
            raise NoSuchPerson(f"{ANN} ({ANNA_ID}) sits nowhere") from error
    except NoSuchPerson as error:
        return error


async def test_an_error_in_a_view_names_nobody(written: list[str]) -> None:
    view = discord.ui.View()
    button: discord.ui.Button[Any] = discord.ui.Button(label=f"Accept {ANN}", custom_id=f"kick:{ANNA_ID}")
    await view.on_error(SimpleNamespace(), failed(), view.add_item(button).children[0])  # type: ignore[arg-type]
    (told,) = written
    assert ANN not in told and str(ANNA_ID) not in told
    assert "Ignoring exception in view 'View' for item 'Button'" in told
    assert "test_logs.py" in told and "in failed" in told and told.endswith("NoSuchPerson") and "KeyError" in told


async def test_an_error_in_a_form_names_nobody(written: list[str]) -> None:
    await discord.ui.Modal(title=f"Settle with {ANN}").on_error(SimpleNamespace(), failed())  # type: ignore[arg-type]
    assert len(written) == 1 and "Ignoring exception in modal 'Modal'" in written[0]
    assert ANN not in written[0] and str(ANNA_ID) not in written[0]


async def test_an_error_in_a_command_names_nobody(written: list[str]) -> None:
    tree = discord.app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    command = SimpleNamespace(_has_any_error_handlers=lambda: False, name="play")
    transform = discord.app_commands.TransformerError(ANN, discord.AppCommandOptionType.user, _Transformer())
    await tree.on_error(SimpleNamespace(command=command), transform)  # type: ignore[arg-type]
    assert "Ignoring exception in command 'play'" in written[-1]
    assert ANN not in written[-1] and written[-1].endswith("TransformerError")


class _Transformer(discord.app_commands.Transformer):
    pass


async def test_an_error_while_somebody_types_names_nobody(written: list[str]) -> None:
    """As the tree of commands writes it."""
    words = "Ignoring exception in autocomplete for %r (Guild: %s, User: %s)"
    logging.getLogger("discord.app_commands.tree").error(words, "move", CHANNEL_ID, ANNA_ID)
    assert written[0].endswith(f"autocomplete for 'move' (Guild: {CHANNEL_ID}, User: ***)")


@pytest.mark.parametrize(
    ("address", "left"),
    [
        (f"/channels/{CHANNEL_ID}/messages/{ANNA_ID}", f"/channels/{CHANNEL_ID}/messages/{ANNA_ID}"),
        (f"/guilds/{CHANNEL_ID}/members/{ANNA_ID}", f"/guilds/{CHANNEL_ID}/members/***"),
        (f"/channels/{CHANNEL_ID}/thread-members/{ANNA_ID}", f"/channels/{CHANNEL_ID}/thread-members/***"),
        (f"/users/{ANNA_ID}", "/users/***"),
        (f"/webhooks/{CHANNEL_ID}/{SPOKEN}/messages/@original", f"/webhooks/{CHANNEL_ID}/***/messages/@original"),
    ],
)
def test_a_request_that_has_to_wait_names_nobody(written: list[str], address: str, left: str) -> None:
    """As discord.py's client writes it."""
    words = "We are being rate limited. %s %s responded with 429. Retrying in %.2f seconds."
    logging.getLogger("discord.http").warning(words, "PUT", f"https://discord.com/api/v10{address}", 1.5)
    assert f"PUT https://discord.com/api/v10{left} responded with 429. Retrying in 1.50" in written[0]


async def test_what_discord_and_python_say_of_an_error_is_told(written: list[str]) -> None:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    for error in (
        discord.HTTPException(response, {"code": 50035, "message": "Invalid Form Body"}),
        TypeError("'NoneType' object is not callable"),
    ):
        await discord.ui.View().on_error(SimpleNamespace(), error, discord.ui.Button())  # type: ignore[arg-type]
    assert written[0].endswith("HTTPException: 400 Bad Request (error code: 50035): Invalid Form Body")
    assert written[1].endswith("TypeError: 'NoneType' object is not callable")


def test_errors_that_led_to_one_another_are_told_once(written: list[str]) -> None:
    one, other = ValueError(ANN), KeyError(ANN)
    one.__context__, other.__context__ = other, one
    logging.getLogger("discord.client").error("Ignoring exception in %s", "on_ready", exc_info=one)
    assert written[0].count("ValueError") == written[0].count("KeyError") == 1


def test_lines_of_the_bot_itself_say_what_they_say() -> None:
    assert line("channel %s", ANNA_ID).endswith(f"channel {ANNA_ID}")


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
