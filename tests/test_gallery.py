"""The gallery in the repository is what the sources draw and say today."""

from __future__ import annotations

import io
from functools import cache

import pytest
from PIL import Image

from bot.texts import texts
from docs.gallery import Exhibit, exhibits, page
from docs.pictures import FOLDER


@cache
def drawn() -> list[Exhibit]:
    return list(exhibits(texts("en")))


def test_the_page_is_up_to_date() -> None:
    assert (FOLDER / "gallery.md").read_text(encoding="utf-8") == page(drawn()), "run `make pictures`"


def test_it_has_every_picture_and_no_other() -> None:
    assert {path.name for path in (FOLDER / "gallery").iterdir()} == {exhibit.file for exhibit in drawn()}


@pytest.mark.parametrize("exhibit", drawn(), ids=lambda exhibit: exhibit.file)
def test_a_picture_is_as_large_as_the_one_in_the_repository(exhibit: Exhibit) -> None:
    now, then = Image.open(io.BytesIO(exhibit.picture)), Image.open(FOLDER / "gallery" / exhibit.file)
    assert (now.format, now.size, getattr(now, "n_frames", 1)) == (then.format, then.size, getattr(then, "n_frames", 1))
    assert 0 < len(exhibit.words) <= 1024
