"""The last play: what it marks, what it joins, and that it never hides whose checker is where."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from render import THEMES, Cube, Die, LastPlay, Scene, Step, draw, layout
from render.text import draw_text, label
from render.theme import Ink

from .reading import apart, around, decode
from .scenes import NAMES, START, counts

BOTTOM = counts(p6=5, p5=1, p8=3, p13=4, p24=2)
TOP = counts(p6=5, p8=3, p13=5, p24=1, bar=1)


def drawn(*steps: Step, side: int = 0, theme: str = "wood") -> Image.Image:
    """The picture after a play."""
    return decode(draw(Scene(BOTTOM, TOP, NAMES, last=LastPlay(side, steps), theme=theme)))


def shows(image: Image.Image, colour: tuple[int, int, int], centre: tuple[int, int]) -> bool:
    """Whether a colour is plainly there in the place of a checker."""
    x, y = centre
    colours = image.crop((x - 34, y - 34, x + 34, y + 34)).getcolors(1 << 16) or ()
    return sum(count for count, found in colours if found == colour) > 40


@pytest.mark.parametrize("theme", THEMES)
def test_landing_and_leaving_are_marked(theme: str) -> None:
    image = drawn(Step(13, 5), theme=theme)
    for place in (layout.slot(0, 5, 0), layout.slot(0, 13, 4)):
        assert shows(image, THEMES[theme].past.colour, place)
    assert not shows(image, THEMES[theme].hit.colour, layout.slot(0, 5, 0))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", [0, 1])
def test_whom_a_play_hit_is_ringed_on_the_bar(theme: str, side: int) -> None:
    """The hitter has the plain ring; coral is the one who was hit, and the way they went."""
    look = THEMES[theme]
    victims = [list(counts) for counts in (BOTTOM, TOP)]
    for held in victims:
        held[6], held[25] = held[6] - 1, 1
    scene = Scene(tuple(victims[0]), tuple(victims[1]), NAMES, theme=theme)
    image = decode(draw(replace(scene, last=LastPlay(side, (Step(13, 5, hit=True),)))))
    x, y = layout.slot(side, 5, 0)
    assert shows(image, look.past.colour, (x, y))
    assert not shows(image, look.hit.colour, (x, y))
    assert shows(image, look.hit.colour, layout.slot(1 - side, 25, 0))
    assert not shows(image, look.hit.colour, layout.slot(side, 25, 0))
    between = image.crop((x - 6, min(y, layout.MIDDLE) + 40, x + 6, max(y, layout.MIDDLE) - 40))
    assert sum(count for count, found in between.getcolors(1 << 16) or () if found == look.hit.colour) > 100, "dots"


@pytest.mark.parametrize("side", [0, 1])
def test_the_way_of_who_was_hit_crosses_no_checker(side: int) -> None:
    """Full stacks lie between the place and the bar, on both rows: every checker looks as it does without the play."""
    mover = counts(p4=1, p5=5, p6=5, p13=4)
    victim = counts(bar=2, p13=3, p14=5, p15=5)
    scene = Scene(*((victim, mover) if side else (mover, victim)), NAMES)
    play = LastPlay(side, (Step(13, 4, hit=True), Step(6, 5)))
    image, bare = decode(draw(replace(scene, last=play))), decode(draw(scene))
    hit = THEMES["wood"].hit.colour
    for owner in (0, 1):
        for point, count in enumerate(scene.checkers(owner)[:25]):
            for level in range(min(count, 5) if point else 0):
                box = around(layout.slot(owner, point, level), 24, 24)
                assert not _has(image.crop(box), hit), (owner, point, level)
    assert image.tobytes() != bare.tobytes()


def _has(image: Image.Image, colour: tuple[int, int, int]) -> bool:
    return any(found == colour for _, found in image.getcolors(1 << 16) or ())


def test_what_was_played_grows_faint_with_the_next_roll_and_never_runs_under_words() -> None:
    """Blue and opaque while it is the news; beside an offer no arrow crosses the middle, and its ring stays."""
    past = THEMES["wood"].past.colour
    scene = Scene(BOTTOM, TOP, NAMES, last=LastPlay(0, (Step(24, 5),)), numbers_from=1)
    news, rolled = decode(draw(scene)), decode(draw(replace(scene, dice=(Die(2), Die(1)))))
    offer = decode(draw(replace(scene, cube=Cube(2, offered_to=0), banner="Bo doubles to 2")))
    middle = (layout.HALVES[0], layout.MIDDLE - 120, layout.OFF_TRAY_LEFT, layout.MIDDLE - 50)
    strong = [_has(image.crop(middle), past) for image in (news, rolled, offer)]
    assert strong == [True, False, False]
    assert all(shows(image, past, layout.slot(0, 5, 0)) for image in (news, rolled, offer))
    plain = decode(draw(replace(scene, last=None)))
    assert rolled.crop(middle).tobytes() != plain.crop(middle).tobytes()
    assert offer.crop(middle).tobytes() == plain.crop(middle).tobytes()


def test_beside_an_offer_a_play_is_shown_whole_or_only_where_it_ended() -> None:
    """Of two arrows one would run under the words: neither is shown, nor the spots left, nor the numbers."""
    play = LastPlay(0, (Step(24, 5), Step(13, 8)))
    scene = Scene(BOTTOM, TOP, NAMES, last=play, numbers_from=1, banner="Bo doubles to 2", cube=Cube(2, offered_to=0))
    shown, plain = decode(draw(scene)), decode(draw(replace(scene, last=None)))
    landings = [layout.slot(0, point, BOTTOM[point] - 1) for point in (5, 8)]
    bare = shown.copy()
    for spot in landings:
        box = around(spot, layout.CHECKER, layout.CHECKER)
        assert bare.crop(box).tobytes() != plain.crop(box).tobytes()
        bare.paste(plain.crop(box), box[:2])
    assert bare.tobytes() == plain.tobytes()


@pytest.mark.parametrize("theme", THEMES)
def test_a_draft_is_gold(theme: str) -> None:
    look = THEMES[theme]
    scene = Scene(
        BOTTOM, TOP, NAMES, last=LastPlay(0, (Step(13, 5),)), theme=theme, turn=0, dice=(Die(6, True), Die(2))
    )
    image = decode(draw(scene))
    assert shows(image, look.now.colour, layout.slot(0, 5, 0))
    assert not shows(image, look.past.colour, layout.slot(0, 5, 0))


def test_the_steps_of_one_checker_are_one_journey_in_any_order() -> None:
    whole = drawn(Step(13, 5))
    assert drawn(Step(13, 9), Step(9, 5)).tobytes() == whole.tobytes()
    assert drawn(Step(9, 5), Step(13, 9)).tobytes() == whole.tobytes()
    assert drawn(Step(13, 9, hit=True), Step(9, 5)).tobytes() != whole.tobytes()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", [0, 1])
def test_checkers_that_go_together_share_an_arrow_with_their_number(theme: str, side: int) -> None:
    alone, two, three = (drawn(*[Step(24, 18)] * times, side=side, theme=theme) for times in (1, 2, 3))
    for times, image in ((2, two), (3, three)):
        x, y = layout.slot(side, 24, (2 if side == 0 else 1) + times - 1)
        number = label(str(times), 28).mask
        box = around((x, y), 20, 20)
        assert shows(image, THEMES[theme].past.colour, (x, y))
        inks = image.crop(box).getcolors(1 << 12) or ()
        ink = sum(count for count, colour in inks if colour == THEMES[theme].past.edge)
        assert ink > sum(number.histogram()[200:]) / 2, "the number is there"
    assert alone.tobytes() != two.tobytes() != three.tobytes()


def test_two_that_go_together_and_two_that_go_apart_are_told_apart() -> None:
    together = drawn(Step(13, 9), Step(13, 9))
    apart = drawn(Step(13, 9), Step(13, 8))
    assert together.tobytes() != apart.tobytes()


def numbers(scene: Scene) -> dict[tuple[int, int], int]:
    """Where plates with a number lie near the stacks of who played, by place: each is compared with all numbers."""
    assert scene.last
    image, look, found = decode(draw(scene)), THEMES[scene.theme], dict[tuple[int, int], int]()
    plates = {number: plate(number, look.past) for number in range(1, 25)}
    for point in range(1, 25):
        for level in range(layout.STACK):
            x, y = layout.slot(scene.seat(scene.last.side), point, level)
            for aside in (-33, 0, 33):
                part = image.crop(around((x, y + aside), 12, 12))
                number = min(plates, key=lambda each: apart(part, plates[each]))
                if apart(part, plates[number]) < 3:
                    found[x, y + aside] = number
    return found


def plate(number: int, ink: Ink) -> Image.Image:
    """The middle of a plate that bears a number."""
    image = Image.new("RGB", (60, 60), ink.colour)
    draw_text(image, label(str(number), 30), 30, 30, ink.edge, "m")
    return image.crop((18, 18, 42, 42))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("side", [0, 1])
def test_the_ends_of_a_play_bear_the_numbers_of_who_played(theme: str, flipped: bool, side: int) -> None:
    """Its notation is in them, while the rails bear those of the other side; where they bear the same, nothing is said
    twice."""
    play = LastPlay(side, (Step(24, 18), Step(13, 9), Step(13, 10), Step(25, 22), Step(2, 0)))
    mover = counts(p24=1, p18=1, p13=3, p9=1, p10=2, p22=1, p6=5, off=1)
    other = counts(p24=1, p8=3, p13=4, p6=5, bar=1)
    pair = (other, mover) if side else (mover, other)
    scene = Scene(*pair, NAMES, last=play, numbers_from=1 - side, theme=theme, flipped=flipped)
    for dice in ((), (Die(5), Die(2))):
        assert sorted(numbers(replace(scene, dice=dice)).values()) == [2, 9, 10, 13, 18, 22, 24]
        assert numbers(replace(scene, dice=dice, numbers_from=side)) == {}
    seat = scene.seat(side)
    places = {layout.slot(seat, point, level): point for point, level in ((18, 0), (9, 0), (10, 1), (22, 0), (24, 1))}
    assert places.items() <= numbers(scene).items()


@pytest.mark.parametrize("side", [0, 1])
def test_a_number_at_the_end_of_a_play_leaves_that_of_a_full_stack_readable(side: int) -> None:
    mover = counts(p13=7, p6=8)
    scene = Scene(*((START, mover) if side else (mover, START)), NAMES, numbers_from=1 - side)
    image = decode(draw(replace(scene, last=LastPlay(side, (Step(13, 6),)))))
    for point, count in ((13, 7), (6, 8)):
        box = around(layout.slot(side, point, layout.STACK - 1), 14, 13)
        assert image.crop(box).tobytes() == decode(draw(scene)).crop(box).tobytes(), count
    assert sorted(numbers(replace(scene, last=LastPlay(side, (Step(13, 6),)))).values()) == [6, 13]


def test_the_number_of_a_full_stack_stays_readable() -> None:
    """Seven stand there still: the arrow starts beside the number, and bears its count on its way."""
    counted = replace(Scene(counts(p6=7, p4=2, p13=4), TOP, NAMES), last=LastPlay(0, (Step(6, 4), Step(6, 4))))
    x, y = layout.slot(0, 6, layout.STACK - 1)
    box = around((x, y), 12, 14)
    image = decode(draw(counted)).crop(box)
    assert image.tobytes() == decode(draw(replace(counted, last=None))).crop(box).tobytes()


@pytest.mark.parametrize("steps", [(Step(24, 22), Step(24, 21)), (Step(13, 5), Step(8, 5)), (Step(6, 0), Step(5, 0))])
def test_the_order_of_steps_does_not_matter(steps: tuple[Step, ...]) -> None:
    assert drawn(*steps).tobytes() == drawn(*reversed(steps)).tobytes()


def test_a_hit_on_the_way_keeps_its_mark() -> None:
    image = drawn(Step(13, 9, hit=True), Step(9, 5))
    assert shows(image, THEMES["wood"].hit.colour, layout.slot(1, 25, 0))
    assert shows(image, THEMES["wood"].past.colour, layout.slot(0, 9, 0)), "the hitter landed there first"


@pytest.mark.parametrize("steps", [(Step(25, 20),), (Step(1, 0),) * 4, (Step(6, 0), Step(25, 1)), ()])
@pytest.mark.parametrize("side", [0, 1])
def test_bar_and_tray_take_part(steps: tuple[Step, ...], side: int) -> None:
    bare = decode(draw(Scene(BOTTOM, TOP, NAMES)))
    assert (drawn(*steps, side=side).tobytes() != bare.tobytes()) == bool(steps)
