"""Environment variables: what each means, its default, and that a mistake is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, usual_painters


def test_without_any_variable_the_defaults_hold() -> None:
    assert Settings.from_env({}) == Settings(painters=usual_painters())
    assert Settings() == Settings(token="", redis_url=None, data_dir=Path("data"), log_level="INFO")


def test_every_variable_is_read() -> None:
    found = Settings.from_env(
        {
            "DISCORD_TOKEN": " secret\n",
            "REDIS_URL": "redis://there:6379/0",
            "DATA_DIR": "/var/lib/bot",
            "DISCORD_API_BASE": "http://proxy/api/v10/",
            "DISCORD_GATEWAY_URL": "wss://proxy/",
            "SHARD_COUNT": "4",
            "SHARD_IDS": "0, 3",
            "LOG_LEVEL": "debug",
            "METRICS_ADDRESS": "127.0.0.1:9464",
            "PAINTERS": "3",
            "STORE_LIMIT": "2 GB",
            "SUPPORT_URL": " https://discord.gg/abc?event=1 ",
        }
    )
    assert found == Settings(
        token="secret",
        redis_url="redis://there:6379/0",
        data_dir=Path("/var/lib/bot"),
        api_base="http://proxy/api/v10",
        gateway_url="wss://proxy",
        shard_count=4,
        shard_ids=(0, 3),
        log_level="DEBUG",
        metrics_address=("127.0.0.1", 9464),
        painters=3,
        store_limit=2 << 30,
        support_url="https://discord.gg/abc?event=1",
    )


@pytest.mark.parametrize(("processors", "painters"), [(None, 0), (1, 0), (2, 2), (16, 2)])
def test_where_there_is_one_processor_the_bot_draws_itself(
    monkeypatch: pytest.MonkeyPatch, processors: int | None, painters: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert Settings.from_env({}).painters == painters
    assert Settings.from_env({"PAINTERS": "0"}).painters == 0


def test_an_empty_variable_is_none() -> None:
    names = (
        "REDIS_URL",
        "DATA_DIR",
        "DISCORD_API_BASE",
        "DISCORD_GATEWAY_URL",
        "SHARD_COUNT",
        "SHARD_IDS",
        "PAINTERS",
        "STORE_LIMIT",
        "SUPPORT_URL",
    )
    assert Settings.from_env(dict.fromkeys(names, "")) == Settings(painters=usual_painters())


WRONG_LINKS = (
    *("discord.gg/abc", "mailto:me@example.org", "javascript:alert(1)", "https://", "https:///abc", "http://[::1"),
    *("https://example.org/a b", "https://example.org/é", "https://example.org:x", f"https://example.org/{'x' * 500}"),
    "https://me:word@example.org",
)


@pytest.mark.parametrize("link", ["https://discord.gg/abc", "http://localhost:8000/", "https://social.example/@club"])
def test_a_link_to_support_is_an_address_of_the_web(link: str) -> None:
    assert Settings.from_env({"SUPPORT_URL": link}).support_url == link


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"SHARD_COUNT": "many"}, "SHARD_COUNT"),
        ({"SHARD_COUNT": "0"}, "SHARD_COUNT"),
        ({"SHARD_COUNT": "-1"}, "SHARD_COUNT"),
        ({"SHARD_IDS": "0"}, "SHARD_COUNT"),
        ({"PAINTERS": "-1"}, "PAINTERS"),
        ({"PAINTERS": "all"}, "PAINTERS"),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "2"}, "SHARD_IDS"),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "0,x"}, "SHARD_IDS"),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "0,"}, "SHARD_IDS"),
        ({"STORE_LIMIT": "15mb"}, "STORE_LIMIT"),
        ({"STORE_LIMIT": "536870912"}, "STORE_LIMIT"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL"),
        ({"METRICS_ADDRESS": "9464"}, "METRICS_ADDRESS"),
        ({"METRICS_ADDRESS": ":9464"}, "METRICS_ADDRESS"),
        ({"METRICS_ADDRESS": "there:0"}, "METRICS_ADDRESS"),
        ({"METRICS_ADDRESS": "there:metrics"}, "METRICS_ADDRESS"),
        ({"DISCORD_API_BASE": "proxy:8080"}, "DISCORD_API_BASE"),
        ({"DISCORD_GATEWAY_URL": "http://proxy"}, "DISCORD_GATEWAY_URL"),
        ({"DISCORD_API_BASE": "http://me:word@proxy/api"}, "DISCORD_API_BASE"),
        *(({"SUPPORT_URL": text}, "SUPPORT_URL") for text in WRONG_LINKS),
    ],
)
def test_a_value_that_cannot_be_used_is_named(environ: dict[str, str], named: str) -> None:
    with pytest.raises(SettingsError, match=named):
        Settings.from_env(environ)


@pytest.mark.parametrize("wrong", [{"LOG_LEVEL": "loud"}, {"DISCORD_API_BASE": "me:secret@proxy"}], ids=str)
def test_no_secret_is_told_with_a_mistake(wrong: dict[str, str]) -> None:
    with pytest.raises(SettingsError) as error:
        Settings.from_env({"DISCORD_TOKEN": "secret", **wrong})
    assert "secret" not in str(error.value)
