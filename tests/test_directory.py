"""What a directory of bots is given: texts within their limits in every language, and pictures of the right sizes."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.languages import LANGUAGES as LOCALES
from bot.texts import texts
from docs.shop import ICON, SLIDE, SLIDES, shop_pictures
from tests.discord_server import validation
from tests.screens.reference.test_facts import commands
from tests.test_texts import HE_OR_SHE

FOLDER = Path(__file__).parents[1] / "docs" / "directory"
#: Without the region that Discord's names of languages may have.
LANGUAGES = tuple(locale.partition("-")[0] for locale in LOCALES)
SUMMARY, DESCRIPTION, TAGS, TAG = 200, 400, 5, 20


def said(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def test_there_is_a_text_for_every_language() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_as_long_as_a_directory_takes(language: str) -> None:
    text = said(language)
    assert text.keys() == {"summary", "description", "tags"}
    assert SUMMARY / 2 < len(text["summary"]) <= SUMMARY
    assert DESCRIPTION / 2 < len(text["description"]) <= DESCRIPTION
    assert len(set(text["tags"])) == TAGS and all(0 < len(tag) <= TAG for tag in text["tags"])
    for line in (text["summary"], text["description"]):
        assert line == line.strip() and "\n" not in line and "  " not in line and not HE_OR_SHE.search(line)
    validation.application(text)  # as Discord has these in the developer portal


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_description_names_commands_that_there_are(language: str) -> None:
    named = {word.strip(".,?").removeprefix("/") for word in said(language)["description"].split() if word[0] == "/"}
    assert {"play", "help", "learn"} == named <= commands()


def test_the_pictures_are_those_that_are_drawn_today() -> None:
    gallery = {path.name: path.read_bytes() for path in (FOLDER.parent / "gallery").iterdir()}
    drawn = shop_pictures(gallery, texts("en"))
    assert {path.name for path in FOLDER.glob("*.png")} == drawn.keys()
    for file, picture in drawn.items():
        now, then = (Image.open(each).convert("RGB") for each in (io.BytesIO(picture), FOLDER / file))
        assert now.size == then.size == (SLIDE if file in SLIDES else (ICON, ICON)), "run `make pictures`"
        # Another FreeType moves the edges of letters; another word or board moves more.
        assert sum(ImageChops.difference(now, then).convert("L").histogram()[96:]) < 1000, "run `make pictures`"
