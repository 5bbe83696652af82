"""`doctor --emoji`: what is missing is uploaded, what is older of ours goes, nothing else is touched."""

from __future__ import annotations

import io

import pytest
from discord.http import Route
from PIL import Image

import render
from bot.hosting import doctor, emoji
from bot.hosting.findings import State
from bot.screens.emoji import shown_by
from render import Emoji
from tests.hosting.clinic import TOKEN, Clinic
from tests.hosting.clinic import emoji as foreign

DRAWN = render.draw_emoji()


@pytest.fixture(autouse=True)
def _other_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where discord.py sends its requests is put back."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)


@pytest.fixture
def well(well: Clinic) -> Clinic:
    """The same, without emoji."""
    well.discord.world.emojis.clear()
    return well


def there(well: Clinic) -> dict[str, str]:
    """The emoji of the application, and their ids."""
    return {each["name"]: each["id"] for each in well.discord.world.emojis}


def test_the_pictures_are_as_discord_wants_them() -> None:
    for each in DRAWN:
        assert 2 <= len(each.name) <= 32 and shown_by(each.name) == each.name.rpartition("_")[0]
        assert len(each.png) <= 256 << 10
        with Image.open(io.BytesIO(each.png)) as picture:
            assert (picture.format, picture.size, picture.mode) == ("PNG", (128, 128), "RGBA")
            assert picture.getchannel("A").getextrema() == (0, 255)
    assert len({shown_by(each.name) for each in DRAWN}) == len(DRAWN) == 6 + 7 + 2
    assert render.draw_emoji() == DRAWN


async def test_they_are_uploaded_once(well: Clinic, capsys: pytest.CaptureFixture[str]) -> None:
    assert await doctor.report_emoji(well.environ) == 0
    uploaded = there(well)
    assert uploaded.keys() == {each.name for each in DRAWN}
    assert await doctor.report_emoji(well.environ) == 0
    assert there(well) == uploaded
    first, second = capsys.readouterr().out.splitlines()
    assert first == "ok  Emoji: 15 uploaded, 0 old ones deleted. A bot that runs shows them after its next start."
    assert second == "ok  All 15 emoji are there. Nothing was changed."


async def test_a_changed_picture_takes_the_place_of_the_old_one(
    well: Clinic, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await doctor.report_emoji(well.environ)
    before = there(well)
    five = DRAWN[4]
    changed = (*DRAWN[:4], Emoji("die5_00000f", five.png), *DRAWN[5:])
    monkeypatch.setattr(emoji, "draw_emoji", lambda: changed)
    capsys.readouterr()
    assert await doctor.report_emoji(well.environ) == 0
    after = there(well)
    assert after.keys() == before.keys() - {five.name} | {"die5_00000f"}
    assert all(after[name] == before[name] for name in after.keys() & before.keys())
    assert "1 uploaded, 1 old ones deleted" in capsys.readouterr().out


async def test_an_emoji_of_somebody_else_stays(well: Clinic) -> None:
    others = ["logo", "die5", "die7_a1b2c3", "die5_A1B2C3", "my_die5_a1b2c3", "cube3_a1b2c3", "checker_light_a1b2c34"]
    well.discord.world.emojis += map(foreign, others)
    assert await doctor.report_emoji(well.environ) == 0
    assert there(well).keys() == {*others, *(each.name for each in DRAWN)}


async def test_where_there_is_no_room_nothing_is_uploaded(
    well: Clinic, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(emoji, "MOST", len(DRAWN))
    well.discord.world.emojis.append(foreign("logo"))
    assert await doctor.report_emoji(well.environ) == 1
    assert there(well).keys() == {"logo"}
    assert "There are 1 emoji; Discord keeps 15, and 15 are to be added." in capsys.readouterr().out


async def test_what_discord_refuses_is_said_and_what_is_there_stays(
    well: Clinic, capsys: pytest.CaptureFixture[str]
) -> None:
    well.discord.fail_next("POST", "/emojis", status=400, times=1)
    assert await doctor.report_emoji(well.environ) == 1
    said = capsys.readouterr().out
    assert said.startswith("!!  The emoji could not be uploaded: 400 Bad Request") and "Run it again" in said
    assert there(well) == {}


@pytest.mark.parametrize(("token", "said"), [("", "DISCORD_TOKEN is not set."), (TOKEN[:-1] + "x", "could not be")])
async def test_a_wrong_token_is_said(well: Clinic, token: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert await doctor.report_emoji(well.environ | {"DISCORD_TOKEN": token}) == 1
    told = capsys.readouterr().out
    assert said in told and "s3cret" not in told
    assert there(well) == {}


async def test_a_setting_that_cannot_be_read_is_said(well: Clinic, capsys: pytest.CaptureFixture[str]) -> None:
    assert await doctor.report_emoji(well.environ | {"LOG_LEVEL": "loud"}) == 1
    assert "LOG_LEVEL" in capsys.readouterr().out and there(well) == {}


async def test_the_doctor_says_what_is_missing(well: Clinic) -> None:
    [finding] = await well.wrong("emoji")
    assert "15 of the 15 emoji" in finding.found and "doctor --emoji" in finding.todo
    well.discord.fail_next("GET", "/emojis", status=503)
    [finding] = await well.wrong("emoji")
    assert finding.state is State.ADVICE and "503" in finding.found
    await doctor.report_emoji(well.environ)
    assert await well.wrong() == []
