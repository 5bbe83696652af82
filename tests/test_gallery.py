"""The gallery in the repository is what the sources draw and say today."""

from __future__ import annotations

import io
from functools import cache

import pytest
from PIL import Image, ImageChops

from bot.texts import texts
from docs.gallery import Exhibit, exhibits, page
from docs.phone import phone_png
from docs.pictures import FOLDER


@cache
def drawn() -> list[Exhibit]:
    return list(exhibits(texts("en")))


@pytest.mark.long
def test_the_page_is_up_to_date() -> None:
    assert (FOLDER / "gallery.md").read_text(encoding="utf-8") == page(drawn()), "run `make pictures`"


def test_it_has_every_picture_and_no_other() -> None:
    assert {path.name for path in (FOLDER / "gallery").iterdir()} == {exhibit.file for exhibit in drawn()}


def test_a_picture_is_as_large_as_the_one_in_the_repository() -> None:
    for exhibit in drawn():
        now, then = Image.open(io.BytesIO(exhibit.picture)), Image.open(FOLDER / "gallery" / exhibit.file)
        assert extent(now) == extent(then), exhibit.file
        assert 0 < len(exhibit.words) <= 1024, exhibit.file


def test_the_telephone_shows_what_the_bot_says_and_draws() -> None:
    now = Image.open(io.BytesIO(phone_png(texts("en")))).convert("RGB")
    then = Image.open(FOLDER / "phone.png").convert("RGB")
    assert now.size == then.size, "run `make pictures`"
    # Another FreeType moves the edges of letters; another word or board moves more.
    far = ImageChops.difference(now, then).convert("L").histogram()[96:]
    assert sum(far) < 400, "run `make pictures`"


def extent(picture: Image.Image) -> tuple[str | None, tuple[int, int], int]:
    """Its format, its size and how many pictures it has."""
    return picture.format, picture.size, getattr(picture, "n_frames", 1)
