"""Names, tags and words may be anything: they never crash the picture and never leave their box."""

from __future__ import annotations

import random
import unicodedata
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import render
from render import THEMES, Cube, End, Member, Scene, Tone, draw, layout
from render.faces import face_of
from render.joining import joined
from render.names import clean
from render.text import MISSING, halves, label

from .reading import EMPTY, decode
from .scenes import START

NASTY = {
    "empty": "",
    "spaces": " \t\n \u2003 ",
    "nul": "a\x00b\x07c",
    "lines": "one\ntwo\r\nthree",
    "wide": "W" * 32,
    "full width": "ＷＩＤＥ" * 8,
    "zalgo": "".join(f"{letter}\u0300\u0301\u0316\u0317\u0330\u0334\u0489" for letter in "zalgo he comes"),
    "marks only": "\u0301" * 32,
    "cjk": "中文名字与日本語のなまえ",
    "hangul": "한국어 이름",
    "jamo": "\u1112\u1161\u11ab",
    "hangul filler": "\u3164" * 5,
    "emoji": "🎲🎲🔥",
    "family": "👨‍👩‍👧‍👦 👍🏽",
    "flags": "🇨🇿🇷🇺",
    "hebrew": "שלום (עולם) 12",
    "arabic": "محمد بن سلمان",
    "mixed direction": "abc שלום 12 (x) def",
    "override": "\u202egnp.exe\u202c \u2066x\u2069",
    "ligature": "ﷺ ﷽ ﬁ",
    "thai": "ที่นี่มีน้ำ",
    "devanagari": "क्षत्रिय",
    "mathematical": "𝕱𝖗𝖆𝖐𝖙𝖚𝖗 𝓼𝓬𝓻𝓲𝓹𝓽",
    "private": "\ue000\uf8ff\U000f0000",
    "surrogate": "a\ud800b",
    "noncharacter": "\uffff\ufdd0\U0010ffff",
    "markup": "**bold** <@123> `x` <b>&amp;</b>",
    "quotes": '\'; DROP TABLE "x" -- %s {0} \\n',
    "long": "Rhabarberbarbara " * 400,
    "one long mark tail": "e" + "\u0301" * 5000,
    "tags": "x\U000e0041\U000e007f\ufe0f",
    "cuneiform": "𒀀𒁀𒈙",
    "old numbers": "①②③ ½ ²³¹",
}


@cache
def nameless() -> Image.Image:
    """The same board without a word."""
    return decode(draw(Scene(START, START, ("", ""), turn=1)))


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_any_text_is_drawn_within_its_box(text: str) -> None:
    scene = Scene(START, START, (text, text), (text, text), (text, text), 1, banner=text, pips_label=text, asked=text)
    image, bare = decode(draw(scene)), nameless()
    # Words may only show in the two strips and the band across the middle, with the shadow of their plate.
    for top, bottom in ((layout.STRIP, layout.MIDDLE - 64), (layout.MIDDLE + 80, layout.HEIGHT - layout.STRIP)):
        box = (0, top, layout.WIDTH, bottom)
        assert image.crop(box).tobytes() == bare.crop(box).tobytes()


def test_words_too_long_for_one_line_stand_on_two() -> None:
    assert _lines("Bo resigns a gammon?") == 1
    assert _lines("Computer · beginner resigns a single game?") == 2
    assert _lines("W" * 60) == 1, "nothing to part it at"


def _lines(words: str) -> int:
    """How many lines of words lie on the plate beside a cube in the middle."""
    scene = Scene(EMPTY, EMPTY, ("", ""), banner=words, banner_side=1, cube=Cube(1), theme="contrast")
    image = decode(draw(scene))
    ink = THEMES["contrast"].brass.ink
    plate = image.crop((layout.FRAME + 40, layout.MIDDLE - 34, layout.BAR_LEFT - 40, layout.MIDDLE + 34))
    rows = [
        any(plate.getpixel((x, y)) == ink for x in range(plate.width)) for y in range(plate.height)
    ]  # between two lines one without ink
    return sum(now and not before for before, now in pairwise([False, *rows]))


def test_the_two_lines_are_parted_where_they_are_narrowest() -> None:
    def width(words: str) -> int:
        return label(words, 30).width

    lines = halves("one two three four", 30, 1000, smallest=30)
    assert [line.width for line in lines] == [width("one two"), width("three four")]
    assert [line.width for line in halves("alone", 30, 1000, smallest=30)] == [width("alone")]
    narrow = halves("wide words, narrow room", 40, 150, smallest=24)
    assert len({line.size for line in narrow}) == 1
    assert max(line.width for line in narrow) <= 150
    assert [line.cut for line in halves("WWWWWWWWWWWW no", 30, 100, smallest=30)] == [True, False]


def team(text: str) -> Scene:
    """Nine members about whom everything said is one text, in every state a cell has."""
    cubes = (None, Cube(2), Cube(4, owner=0), Cube(8, owner=1))
    members = tuple(
        Member(
            *(text, text, text, cubes[index % 4], text, list(Tone)[index % 4]),
            acts=index % 3 == 1,
            out=index % 3 == 2,
            answered=index % 4 == 1,
            captain=not index,
        )
        for index in range(9)
    )
    return Scene(START, START, (text, text), roles=(text, text), members=members)


@cache
def wordless_team() -> Image.Image:
    return decode(draw(replace(team(""), names=("", ""), roles=("", ""))))


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_any_text_stays_within_its_cell(text: str) -> None:
    image, bare = decode(draw(team(text))), wordless_team()
    words = Image.new("1", image.size, 0)
    for index in range(9):
        left, top, width = layout.cell(index, 9)
        words.paste(1, (left + layout.cell_text(width), top, left + width - 4, top + layout.CELL_HEIGHT))
    for seat in (0, 1):
        words.paste(1, (0, layout.strip_top(seat), layout.WIDTH, layout.strip_top(seat) + layout.STRIP))
    apart = ImageChops.difference(image, bare)
    apart.paste(0, (0, 0), words)
    assert apart.getbbox() is None


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_any_text_stays_on_the_card(text: str) -> None:
    end = End(0, text, (text, text), (text, Cube(2), text))
    scene = Scene(START, START, (text, "Bo"), end=end)
    image, bare = decode(draw(scene)), decode(draw(replace(scene, end=replace(end, words="x", score=("1", "2")))))
    apart = ImageChops.difference(image, bare).crop((0, layout.STRIP, layout.WIDTH, layout.HEIGHT - layout.STRIP))
    x = layout.BAR_LEFT + layout.BAR // 2
    box = apart.getbbox()
    assert box is None or (x - 420 <= box[0] and box[2] <= x + 420)


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
@pytest.mark.parametrize("width", [1, 60, 300])
def test_a_label_is_no_wider_than_allowed(text: str, width: int) -> None:
    assert label(text, 34, width).mask.width <= width


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_cleaning_leaves_one_tame_line(text: str) -> None:
    line = clean(text)
    assert line == clean(line) or unicodedata.normalize("NFKC", line) != line
    assert line == line.strip()
    assert not any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") for character in line)
    marks = [unicodedata.category(character).startswith("M") for character in line]
    assert not any(one and other for one, other in zip([True, *marks], marks, strict=False)), "one mark per base"


def test_what_cleaning_does() -> None:
    assert clean("  a\x00\u200bb\n\nc ") == "ab c"
    assert clean("ﬁ Ａ ①") == "fi A 1"
    assert clean("−1½ ①") == "−1½ 1"
    assert clean("e\u0301\u0302\u0303") == "é\u0302"
    assert clean("👨‍👩‍👧") == "👨👩👧"
    assert clean("\u202eabc") == "abc"


#: What people write their names in beside letters that Inter has.
WRITTEN = {
    **{each: NASTY[each] for each in ("cjk", "hangul", "emoji", "family", "flags", "hebrew", "arabic", "devanagari")},
    "thai": "ทีนีมีน้ำ",
    "persian": "پیمان",
    "more emoji": "♟️🏆❤️🐱‍👤⚽",
    "traditional": "繁體中文",
    "georgian": "გიორგი",
    "armenian": "Հայկ",
    "tamil": "தமிழ்",
    "amharic": "አማርኛ",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN.keys())
def test_names_in_any_writing_are_drawn_and_are_no_dots(text: str) -> None:
    """Nothing is left out for want of a glyph, and by no font of this machine: in every size, on every picture."""
    line = joined(clean(text))
    sources = [face_of(character, True) for character in line]
    assert None not in sources
    ours = [
        str(Path(render.__file__).parent),
        *(str(files(each)) for each in ("manimgx_fonts", "noto_cjk_sans_jp_bold")),
    ]
    assert all(any(source.startswith(folder) for folder in ours) for source in sources if source)
    dots = MISSING * len(line)
    assert label(text, 34).mask.tobytes() != label(dots, 34).mask.tobytes()
    assert label(text, 34).mask.getbbox() is not None


def test_a_character_that_no_face_has_becomes_a_dot() -> None:
    assert label("𒀀𒁀", 34).mask.tobytes() == label(MISSING * 2, 34).mask.tobytes()


def test_arabic_letters_have_the_forms_of_their_places() -> None:
    assert joined("محمد بن") == "\ufee3\ufea4\ufee4\ufeaa \ufe91\ufee6"
    assert joined("سلام") == "\ufeb3\ufefc\ufee1", "lam and alef are one sign, which nothing follows"
    assert joined("مَن") == "\ufee3\u064e\ufee6", "a mark parts nothing"
    assert joined("مـن") == "\ufee3\u0640\ufee6", "a stretch joins"
    assert joined("Anna ♥ שלום 12") == "Anna ♥ שלום 12"
    forms = {joined(before + letter + after) for letter in map(chr, range(0x620, 0x6D4)) for before in ("", "م")
             for after in ("", "م") if face_of(letter, True)}  # fmt: skip
    assert len(forms) > 300 and all(face_of(each, True) for line in forms for each in line)


def test_what_is_cut_keeps_its_beginning_and_ends_in_an_ellipsis() -> None:
    cut, kept = label("W" * 40, 34, 200, smallest=34).mask, label("WWW", 34).mask
    beginning = (0, 0, kept.width - 2, kept.height)
    assert 200 - label("W", 34).width < cut.width <= 200
    assert cut.crop(beginning).tobytes() == kept.crop(beginning).tobytes()
    dots = cut.crop((cut.width - 20, 0, cut.width, cut.height)).getbbox()
    assert dots and dots[3] - dots[1] < 10


def test_a_name_becomes_smaller_before_it_is_cut() -> None:
    natural = label("Ferdinand Magellan", 34).width
    assert natural - 60 < label("Ferdinand Magellan", 34, natural - 5).width <= natural - 5
    assert label("Ferdinand Magellan", 34, natural - 5).capitals < label("x", 34).capitals


def test_brackets_turn_with_the_reading_direction() -> None:
    """(1) after a Hebrew word stands at its left and still opens to the right."""
    line, digits = label("שלום (1)", 34).mask, label("(1)", 34).mask
    assert (
        line.crop((0, 0, digits.width - 2, line.height)).tobytes()
        == digits.crop((0, 0, digits.width - 2, digits.height)).tobytes()
    )


@pytest.mark.long
def test_random_code_points_never_crash() -> None:
    rng = random.Random(11)
    for _ in range(80):
        text = "".join(chr(rng.choice((rng.randrange(0x3000), rng.randrange(0x110000)))) for _ in range(24))
        assert label(text, 34, 240).width <= 240


def test_tags_without_room_move_to_the_lower_strip_and_leave_the_name_room() -> None:
    tags = tuple(f"Variant number {index}" for index in range(9))
    image, bare = (decode(draw(Scene(EMPTY, EMPTY, ("", ""), tags=shown))) for shown in (tags, ()))
    for seat in (0, 1):
        top = layout.strip_top(seat)
        box = (0, top + 6, layout.WIDTH, top + layout.STRIP - 6)
        told = ImageChops.difference(image.crop(box), bare.crop(box)).getbbox()
        assert told and 72 + 240 <= told[0] < 600
