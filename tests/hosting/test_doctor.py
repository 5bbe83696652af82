"""The doctor names what is wrong with settings, machine or Discord, says what to do, and looks at all the rest."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import AsyncIterator
from importlib import metadata
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
from aiohttp import web

import render
from bot.hosting import checks_discord, checks_machine, doctor
from bot.hosting.findings import Finding, State, good
from bot.locale import catalogue
from bot.permissions import FOR_ADVICE, IN_VOICE, INVITED, NEEDED, NEEDED_FOR, Use, permissions
from bot.settings import Settings
from tests.discord_server import payloads
from tests.discord_server.rest import Rest
from tests.hosting.clinic import BOT, TOKEN, WELL, Clinic, clinic, tree


def nobody() -> int:
    """A port at which nobody listens."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        return closed.getsockname()[1]


async def test_all_is_well(well: Clinic, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await well.wrong() == []
    assert await doctor.report(well.environ) == 0
    said = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ok  ") for line in said[:-1])
    assert said[-1] == f"The bot can run: 0 to be mended (!!), 0 that could be better (!), {len(said) - 1} well."
    assert tree(tmp_path) == {}


async def test_the_link_asks_for_exactly_what_is_needed(well: Clinic) -> None:
    [told] = [finding.found for finding in await well.find() if finding.found.startswith(WELL["link"])]
    asked = parse_qs(urlsplit(told.split()[-1]).query)
    assert asked["client_id"] == [str(well.discord.bot.id)]
    assert asked["scope"] == ["bot applications.commands"]
    given = discord.Permissions(int(asked["permissions"][0]))
    assert {name for name, on in given if on} == {name for name, on in permissions(INVITED) if on}
    assert len(INVITED) == 8 and all(words in told for words in INVITED.values())


@pytest.mark.parametrize(
    ("environ", "found", "todo", "but"),
    [
        ({"SHARD_COUNT": "many"}, "SHARD_COUNT", "SHARD_COUNT", {"settings"}),
        ({"SHARD_IDS": "0", "SHARD_COUNT": ""}, "SHARD_IDS", "SHARD_IDS", {"settings"}),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL", "LOG_LEVEL", {"settings"}),
        (
            {"DISCORD_TOKEN": ""},
            "DISCORD_TOKEN is not set",
            "Reset Token",
            {"token", "account", "starts", "servers", "pages", "installs", "emoji", "link"},
        ),
        (
            {"DISCORD_TOKEN": f"{TOKEN[:30]}\n{TOKEN[30:]}"},
            "line breaks",
            "Reset Token",
            {"token", "account", "starts", "servers", "pages", "installs", "emoji"},
        ),
        (
            {"DISCORD_TOKEN": TOKEN + "x"},
            "Discord does not accept DISCORD_TOKEN",
            "Reset Token",
            {"account", "starts", "servers", "pages", "installs", "emoji"},
        ),
        (
            {"DISCORD_API_BASE": f"http://127.0.0.1:{nobody()}/api/v10"},
            "Discord cannot be reached at http://127.0.0.1:",
            "DISCORD_API_BASE",
            {"api", "clock", "account", "starts", "servers", "pages", "installs", "emoji"},
        ),
        (
            {"DISCORD_GATEWAY_URL": f"ws://bot:s3cret@127.0.0.1:{nobody()}"},
            "The gateway ws://",
            "websockets",
            {"gateway"},
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
async def test_a_setting_that_is_wrong_is_named_and_all_else_looked_at(
    well: Clinic, environ: dict[str, str], found: str, todo: str, but: set[str]
) -> None:
    [finding] = await well.wrong(*but, **environ)
    assert finding.state is State.MUST
    assert found in finding.found and todo in finding.todo


async def test_a_port_for_figures_that_is_taken_is_named(well: Clinic) -> None:
    """By another program; a bot that runs has it by right."""
    assert await well.wrong(METRICS_ADDRESS=f"127.0.0.1:{nobody()}") == []
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        [finding] = await well.wrong(METRICS_ADDRESS=f"127.0.0.1:{other.getsockname()[1]}")
    assert finding.state is State.MUST
    assert "is taken by another program" in finding.found and "a port that is free" in finding.todo
    [finding] = await well.wrong(METRICS_ADDRESS="192.0.2.1:9464")
    assert finding.state is State.MUST and "an address of this machine" in finding.todo


async def test_every_setting_that_is_wrong_is_named(well: Clinic) -> None:
    wrong = await well.wrong("settings", SHARD_COUNT="x", LOG_LEVEL="y", DISCORD_TOKEN=TOKEN)
    assert [finding.found.split()[0] for finding in wrong] == ["LOG_LEVEL", "SHARD_COUNT"]


async def test_the_shards_of_a_process_are_told(well: Clinic) -> None:
    told = (await well.find(SHARD_COUNT="4", SHARD_IDS="0,3"))[0].found
    assert told == "The settings can be read. This process serves shards 0, 3 of 4."


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (TOKEN, BOT),
        ("test.token.of-the-bot", None),
        (TOKEN.replace(".", ","), None),
        (TOKEN.rpartition(".")[0], None),
        (TOKEN.rpartition(".")[0] + ".", None),
        ("0123456789abcdef0123456789abcdef", None),
        ("MTIz.é.ř", 123),
        ("Bot MTIz.a.b", None),
    ],
)
def test_a_token_begins_with_the_id_of_its_bot(text: str, number: int | None) -> None:
    assert checks_discord.bot_id(text) == number


async def said_of_token(text: str, api_base: str | None = None) -> Finding:
    [finding] = [one async for one in checks_discord.token(Settings(token=text, api_base=api_base))]
    return finding


async def test_only_another_server_may_have_other_tokens() -> None:
    assert (await said_of_token("client-secret")).state is State.MUST
    assert (await said_of_token("client-secret", "http://there")).state is State.ADVICE


@pytest.mark.parametrize(
    ("path", "but"),
    [
        ("/gateway$", {"api", "clock"}),
        ("/users/@me$", {"account"}),
        ("/gateway/bot", {"starts"}),
        ("/users/@me/guilds", {"servers"}),
        ("/applications/@me", {"pages"}),
    ],
)
async def test_a_trouble_of_discord_hides_nothing_else(well: Clinic, path: str, but: set[str]) -> None:
    well.discord.fail_next("GET", path, status=503)
    [finding] = await well.wrong(*but)
    assert finding.state is State.MUST and "answers /" in finding.found and "503" in finding.found


async def test_a_cut_connection_is_named(well: Clinic) -> None:
    well.discord.fail_next("GET", "/users/@me$", status=None, times=2)  # such a question is asked again by itself
    [finding] = await well.wrong("account")
    assert finding.state is State.MUST and "cannot be reached" in finding.found


async def test_too_many_questions_are_a_reason_to_wait(well: Clinic) -> None:
    well.discord.fail_next("GET", "/users/@me$", status=429)
    [finding] = await well.wrong("account")
    assert finding.state is State.ADVICE and "Wait" in finding.todo


async def test_an_address_with_a_password_cannot_be_used(well: Clinic) -> None:
    """The bot's own requests name the token, and HTTP knows no two of a kind."""
    base = well.discord.api_base.replace("//", "//bot:s3cret@")
    finding, *_ = await well.wrong(
        *("settings", "api", "clock", "account", "starts", "servers", "pages", "installs", "emoji"),
        DISCORD_API_BASE=base,
    )
    assert finding.state is State.MUST and "DISCORD_API_BASE cannot hold a name and password" in finding.found


async def test_an_address_without_discord_behind_it_is_named(well: Clinic) -> None:
    base = well.discord.api_base.replace("/api/v10", "/api/v9")
    wrong = await well.wrong("account", "starts", "servers", "pages", "installs", "emoji", DISCORD_API_BASE=base)
    assert all("404" in one.found and "DISCORD_API_BASE" in one.todo for one in wrong)
    assert [one.state for one in wrong] == [State.MUST] * 4 + [State.ADVICE]


async def test_the_links_that_people_are_shown_are_told(well: Clinic) -> None:
    def told(findings: list[Finding]) -> list[str]:
        return [each.found for each in findings if each.found.startswith("Link") and "install" not in each.found]

    portal = "Links in the developer portal, General Information: terms of service"
    assert told(await well.find()) == [
        "Link to support (SUPPORT_URL): none.",
        f"{portal} none, privacy policy none.",
    ]
    well.discord.world.pages = {"terms_of_service_url": "https://x.example/terms"}
    assert told(await well.find(SUPPORT_URL="https://x.example/help")) == [
        "Link to support (SUPPORT_URL): https://x.example/help.",
        f"{portal} https://x.example/terms, privacy policy none.",
    ]
    [finding] = await well.wrong("settings", SUPPORT_URL="x.example")
    assert finding.state is State.MUST and "SUPPORT_URL" in finding.found


@pytest.mark.parametrize(("seconds", "words"), [(-40, "40 s ahead"), (40, "40 s behind")])
async def test_a_clock_that_is_wrong_is_told(well: Clinic, seconds: float, words: str) -> None:
    well.discord.advance(seconds)
    [finding] = await well.wrong("clock")
    assert finding.state is State.ADVICE and "NTP" in finding.todo
    told = int(re.findall(r"\d+", finding.found)[0])
    assert abs(told - 40) <= 2 and words.split()[-1] in finding.found


@pytest.mark.parametrize(
    ("environ", "shards", "left", "state", "found"),
    [
        ({}, 1, 0, State.MUST, "only 0 more times; it needs 1"),
        ({}, 16, 10, State.MUST, "it needs 16"),
        ({"SHARD_COUNT": "16", "SHARD_IDS": "3"}, 16, 10, State.ADVICE, "only 10 more times within 2.0 hours"),
        ({"SHARD_COUNT": "8"}, 16, 999, State.ADVICE, "SHARD_COUNT is 8"),
    ],
)
async def test_shards_and_starts_are_counted(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    environ: dict[str, str],
    shards: int,
    left: int,
    state: State,
    found: str,
) -> None:
    async def told(rest: Rest, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": left, "reset_after": 7_200_000, "max_concurrency": 1}
        return web.json_response({"url": "wss://elsewhere", "shards": shards, "session_start_limit": limit})

    monkeypatch.setattr(Rest, "_gateway", told)
    async with clinic(tmp_path) as place:
        [finding] = await place.wrong(*([] if left > 100 else ["starts"]), **environ)
    assert finding.state is state and found in finding.found


async def test_a_gateway_that_does_not_greet_is_named(well: Clinic) -> None:
    address = f"{well.discord.gateway_url.removesuffix('gateway')}nowhere?key=s3cret"
    [finding] = await well.wrong("gateway", DISCORD_GATEWAY_URL=address)
    assert finding.state is State.MUST and "status 404" in finding.found


async def test_permissions_that_are_missing_are_named_for_each_server(well: Clinic) -> None:
    well.permit(permissions(NEEDED))
    second = well.discord.guild("Second\x1b[2J")
    second.roles[0].permissions = 0
    second.join(
        well.discord.bot, permissions=permissions({k: v for k, v in INVITED.items() if "manage" not in k}).value
    )
    third = well.discord.guild("Third")
    third.join(well.discord.bot, permissions=discord.Permissions(administrator=True).value)
    first, other = await well.wrong()
    assert "Servers that give the bot all it needs: 1 of 3." in [finding.found for finding in await well.find()]
    assert first.state is other.state is State.ADVICE
    assert first.found == (
        f"In Club ({well.guild.id}) the bot lacks what tables need: Create Public Threads, Send Messages in Threads, "
        "Create Private Threads, Manage Threads."
    )
    assert other.found.endswith("the team of a chouette has no thread of its own: Manage Threads.")


async def test_what_is_printed_cannot_command_a_terminal(well: Clinic, capsys: pytest.CaptureFixture[str]) -> None:
    well.guild.name = "Club\x1b[2J\nok  all"
    well.permit(permissions(NEEDED))
    await doctor.report(well.environ)
    assert "In Club?[2J?ok  all (" in capsys.readouterr().out


async def test_a_bot_without_a_server_is_told_to_be_invited(well: Clinic) -> None:
    well.guild.leave(well.discord.bot)
    [finding] = await well.wrong("servers")
    assert finding.state is State.ADVICE and "no server" in finding.found and "link" in finding.todo


async def test_many_servers_are_summed_up(well: Clinic) -> None:
    well.permit(permissions(NEEDED))
    for number in range(13):
        well.discord.guild(f"Club {number}").roles[0].permissions = 0
    wrong = await well.wrong()
    assert len(wrong) == checks_discord.MOST_NAMED + 1
    assert wrong[-1].found == "Servers in which something is missing too: 4."


@pytest.mark.parametrize(
    ("field", "value", "state"),
    [("bot_require_code_grant", True, State.ADVICE), ("interactions_endpoint_url", "https://there", State.MUST)],
)
async def test_settings_in_the_portal_that_keep_people_away_are_named(
    well: Clinic, monkeypatch: pytest.MonkeyPatch, field: str, value: object, state: State
) -> None:
    usual = payloads.application
    monkeypatch.setattr(payloads, "application", lambda world: usual(world) | {field: value})
    [finding] = await well.wrong()
    assert finding.state is state and "portal" in finding.todo


@pytest.mark.parametrize("by", [{"0": {}}, None])
async def test_whether_people_can_install_it_for_themselves_is_said_where_discord_says_it(
    well: Clinic, monkeypatch: pytest.MonkeyPatch, by: object
) -> None:
    usual = payloads.application
    monkeypatch.setattr(payloads, "application", lambda world: usual(world) | {"integration_types_config": by})
    wrong = await well.wrong("installs")
    assert [(each.state, "User Install" in each.todo) for each in wrong] == ([(State.ADVICE, True)] if by else [])


async def test_a_board_that_cannot_be_drawn_is_named(well: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(scene: render.Scene) -> bytes:
        raise OSError("cannot open resource")

    monkeypatch.setattr(render, "draw", fail)
    [finding] = await well.wrong("pictures")
    assert finding.state is State.MUST and "cannot open resource" in finding.found and "pip" in finding.todo


async def test_letters_without_a_glyph_are_named(well: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_machine, "_LETTERS", "aж\U0010fffd")
    [finding] = await well.wrong("pictures")
    assert finding.state is State.MUST and "lacks \U0010fffd." in finding.found


async def test_texts_that_are_missing_or_not_translated_are_named(
    well: Clinic, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("bot.texts.CATALOGUES", tmp_path)
    monkeypatch.setattr(catalogue, "CATALOGUES", tmp_path)
    text = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Roll"\nmsgstr "Hoď"\n\n'
    text += 'msgid "Move"\nmsgstr ""\n\nmsgid "{n} point"\nmsgid_plural "{n} points"\nmsgstr[0] "a"\nmsgstr[1] ""\n'
    (tmp_path / "cs.po").write_text(text)
    czech, russian = await well.wrong("czech", "russian")
    assert czech.state is State.ADVICE and czech.found.startswith("2 of 3 texts in cs") and "cs.po" in czech.todo
    assert russian.state is State.MUST and russian.found.startswith("The texts in ru cannot be read")


async def test_old_and_missing_packages_are_named(well: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "2.6.9" if name == "discord.py" else usual(name))
    asked = metadata.requires("chouette") or []
    monkeypatch.setattr(metadata, "requires", lambda name: [*asked, "no-such-package>=1", "nor-this>=1; extra == 'x'"])
    old, absent = await well.wrong()
    assert old.state is absent.state is State.MUST
    assert old.found == "discord.py is installed in version 2.6.9; the bot needs 2.7.1 or newer."
    assert absent.found == "The package no-such-package is not installed."


async def test_a_check_that_hangs_or_fails_stops_no_other(well: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang(settings: Settings) -> AsyncIterator[Finding]:
        yield good("Begun.")
        await asyncio.Event().wait()

    async def fail(settings: Settings) -> AsyncIterator[Finding]:
        raise ValueError(f"{settings.token} at {settings.redis_url}")
        yield

    monkeypatch.setattr(doctor, "CHECKS", {"hanging": hang, "failing": fail, "token": checks_discord.token})
    monkeypatch.setattr(doctor, "PATIENCE", 0.2)
    findings = await well.find(REDIS_URL="redis://bot:s3cret@there")
    assert [finding.found for finding in findings] == [
        "The settings can be read.",
        "Begun.",
        "Looking at the hanging took more than 0.2 seconds.",
        "Looking at the failing failed: ValueError: *** at redis://bot:***@there",
        "DISCORD_TOKEN has the form of a token.",
    ]


async def test_discord_that_hangs_is_given_up(well: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_discord, "ANSWER_TIME", 0.2)
    well.discord.latency = 30
    [finding] = await well.wrong("api", "clock", "account", "starts", "servers", "pages", "installs", "emoji")
    assert finding.state is State.MUST and "no answer within 0.2 seconds" in finding.found


async def test_the_command_prints_and_tells_by_its_exit_code(well: Clinic) -> None:
    command = (sys.executable, "-m", "bot", "doctor")
    for token, code in ((TOKEN, 0), (TOKEN + "x", 1)):
        process = well.discord.bot_process(well.environ | {"DISCORD_TOKEN": token}, command=command)
        await process.start()
        assert await process.wait() == code, process.stdout
        assert process.stderr == "" and token not in process.stdout
        assert "Invite link" in process.stdout
        assert process.stdout.splitlines()[-1].startswith("The bot can")


def test_the_page_for_hosts_asks_for_the_same_permissions() -> None:
    page = " ".join(Path(__file__).parents[2].joinpath("docs", "hosts.md").read_text().split())
    invite = page[page.index("Invite it with") :]
    always, _, advice = invite[: invite.index("in which to talk")].partition("; with ")
    assert all(words in always for words in (INVITED[name] for name in INVITED if name not in FOR_ADVICE))
    assert "Send Messages in Threads" in always
    assert all(words in always + advice for words in FOR_ADVICE.values())
    listed = [words for words in INVITED.values() if words in always]
    first, threads = set(listed[:3]), {"Create Public Threads", "Send Messages in Threads"}
    assert {use: set(needed.values()) for use, needed in NEEDED_FOR.items()} == {
        Use.BOARD: first,
        Use.DAY: first | {"Read Message History"},
        Use.PODIUM: first,
        Use.WEEK: first | {"Read Message History"},
        Use.LEAGUE: first,
        Use.NIGHT: first | threads,
        Use.LOOKING: first | threads,
    }
    assert "A channel for podiums or leagues needs the first three" in invite
    assert "one for positions of the day or the club's week Read Message History too" in invite
    assert f"the chat of a voice channel {IN_VOICE['connect']}" in invite
