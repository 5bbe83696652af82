"""The replay: every scene is there, exactly as its picture shows it, for as long as it should be."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import io
import itertools
from dataclasses import replace

import pytest
from PIL import Image

from render import THEMES, Cube, Die, LastPlay, Member, Scene, Step, draw_replay, encode
from render.picture import compose
from render.replay import FIRST_HOLD, HOLD, LAST_HOLD, Kind

from .reading import decode
from .scenes import NAMES, START, counts

OPENING = Scene(START, START, NAMES, cube=Cube(1))
GAME = (
    OPENING,
    replace(OPENING, turn=0, dice=(Die(3), Die(1))),
    replace(
        OPENING,
        bottom=counts(p24=2, p13=5, p8=2, p6=4, p5=2),
        turn=1,
        numbers_from=1,
        dice=(Die(6), Die(4)),
        last=LastPlay(0, (Step(8, 5), Step(6, 5))),
    ),
    replace(OPENING, turn=0, cube=Cube(2, offered_to=0), banner="Double?", banner_side=0),
    replace(OPENING, bottom=counts(off=15), banner="Martin wins a gammon"),
)
KINDS: tuple[Kind, ...] = ("webp", "gif")

Shown = list[tuple[Image.Image, int]]


def frames(data: bytes) -> Shown:
    """What an animation shows: each picture, and for how many milliseconds."""
    animation = Image.open(io.BytesIO(data))
    found: Shown = []
    for index in range(getattr(animation, "n_frames", 1)):
        animation.seek(index)
        animation.load()
        found.append((animation.convert("RGB"), round(animation.info.get("duration", 0))))
    return found


def picture(scene: Scene) -> Image.Image:
    """A scene at half its size, in the colours of its theme."""
    return decode(encode.png(compose(scene).reduce(2), scene.theme))


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and one.tobytes() == other.tobytes()


def test_the_scenes_of_these_tests_look_different() -> None:
    assert not any(same(picture(one), picture(other)) for one, other in itertools.combinations(GAME, 2))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_frame_is_its_scene_in_the_palette_to_the_pixel(kind: Kind, theme: str) -> None:
    scenes = [replace(scene, theme=theme) for scene in GAME]
    shown = frames(draw_replay(scenes, kind=kind))
    assert [frame.size for frame, _ in shown] == [(550, 479)] * len(scenes)
    assert all(same(frame, picture(scene)) for (frame, _), scene in zip(shown, scenes, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_what_it_is_called_and_begins_anew_forever(kind: Kind) -> None:
    animation = Image.open(io.BytesIO(draw_replay(GAME, kind=kind)))
    assert (animation.format, animation.info["loop"]) == (kind.upper(), 0)


def test_it_is_a_webp_unless_asked_otherwise() -> None:
    assert draw_replay(GAME) == draw_replay(GAME, kind="webp")


@pytest.mark.parametrize("kind", KINDS)
def test_first_and_last_stay_longer(kind: Kind) -> None:
    assert [hold for _, hold in frames(draw_replay(GAME, kind=kind))] == [FIRST_HOLD, HOLD, HOLD, HOLD, LAST_HOLD]
    assert [hold for _, hold in frames(draw_replay(GAME[:2], kind=kind))] == [FIRST_HOLD, LAST_HOLD]
    assert min(FIRST_HOLD, LAST_HOLD) > HOLD


@pytest.mark.parametrize("kind", KINDS)
def test_scenes_that_look_alike_stay_as_long_as_all_of_them(kind: Kind) -> None:
    start, rolled, played, *_, won = GAME
    shown = frames(draw_replay((start, start, rolled, played, played, played, start, won, won), kind=kind))
    longer: Shown = []
    for frame, hold in shown:
        if longer and same(longer[-1][0], frame):
            longer[-1] = (frame, longer[-1][1] + hold)
        else:
            longer.append((frame, hold))
    assert [hold for _, hold in longer] == [FIRST_HOLD + HOLD, HOLD, 3 * HOLD, HOLD, HOLD + LAST_HOLD]
    scenes = (start, rolled, played, start, won)
    assert all(same(frame, picture(scene)) for (frame, _), scene in zip(longer, scenes, strict=True))


@pytest.mark.parametrize("scenes", [GAME[1:2], GAME[1:2] * 3], ids=["one scene", "one thrice"])
@pytest.mark.parametrize("kind", KINDS)
def test_with_one_look_only_it_is_that_picture(kind: Kind, scenes: tuple[Scene, ...]) -> None:
    shown = frames(draw_replay(scenes, kind=kind))
    assert shown and all(same(frame, picture(GAME[1])) for frame, _ in shown)


@pytest.mark.parametrize("kind", KINDS)
def test_a_chouette_has_its_panel_below_the_board(kind: Kind) -> None:
    scenes = [replace(scene, members=(Member("Anna", acts=True), Member("Boris", out=True))) for scene in GAME]
    shown = frames(draw_replay(scenes, kind=kind))
    assert all(frame.height > 479 for frame, _ in shown)
    assert all(same(frame, picture(scene)) for (frame, _), scene in zip(shown, scenes, strict=True))


def test_what_cannot_be_replayed_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="at least one scene"):
        draw_replay(())
    with pytest.raises(ValueError, match="one theme, not of wood and dark"):
        draw_replay((OPENING, replace(OPENING, theme="dark")))
    with pytest.raises(ValueError, match="unknown theme 'pink'"):
        draw_replay((replace(OPENING, theme="pink"),))
    with pytest.raises(ValueError, match="one size, not of 550 × 479 and 550 × "):
        draw_replay((OPENING, replace(OPENING, members=(Member("Anna"),))))
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        draw_replay((*GAME, replace(OPENING, dice=(Die(7),))))
