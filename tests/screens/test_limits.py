"""Whatever happens, whoever plays and however many they are: Discord takes every message, and names stay names."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bot.screens
from bot.backgammon import Rules
from bot.chouette import PRESETS, excluding, with_value
from bot.screens.chouette.option_words import CUBES, TABLE, choices
from bot.texts import LANGUAGES, Texts, texts
from tests.backgammon.random_play import RULES, play_on
from tests.chouette.random_session import MOST_SEATS, random_options

from .every_away import of_away
from .every_course import of_course
from .every_direct import of_direct
from .every_file import of_files
from .every_from import of_positions
from .every_lessons import of_lessons
from .every_looking import of_looking
from .every_night import of_nights
from .every_pair import of_pairs
from .every_scores import of_scores
from .every_screen import (
    MOST_PEOPLE,
    Message,
    closed,
    of_challenge,
    of_league,
    of_lobby,
    of_match,
    of_nothing,
    of_records,
    of_session,
    sessions,
)
from .every_sheet import of_sheets, of_values
from .every_training import of_training
from .every_week import of_weeks
from .states import after, opened

#: Nothing of it can be seen; it must never be written as it is.
INVISIBLE = "\u2060\u2064" * 16
NAMES = (
    "W" * 32, "*" * 32, "@" * 32, "://" * 10, "ש" * 32, "ﷺ" * 32, "_[](|`~" * 4, INVISIBLE, "👨‍👩‍👧‍👦" * 4, "👍🏽" * 16,
    "e\u0301" * 16, "\u202e" * 31 + "x", "Ann", "", "<@&1>" * 6,
)  # fmt: skip
names = st.lists(st.sampled_from(NAMES) | st.text(max_size=32), min_size=11, max_size=MOST_PEOPLE)
languages = st.sampled_from(LANGUAGES)
seeds = st.integers(0, 2**32)


def check(messages: Iterable[Message]) -> int:
    """Look through messages; how many they are."""
    count = 0
    for message in messages:
        message.check()
        written = message.content + message.description + str(message.view.to_components() if message.view else "")
        assert INVISIBLE[:2] not in written, message.name
        count += 1
    return count


def whole(seed: int, people: list[str], t: Texts, most: int = 120) -> Iterator[Message]:
    """All that is sent about a random session: every tenth state, as it is and as if it were the last."""
    rng = random.Random(seed)
    for number, played in enumerate(sessions(seed, people, most)):
        if number % 10 == 0 or played.session.closed:
            yield from of_session(played, rng, t)
            yield from of_session(closed(played), rng, t)
    *_, played = sessions(seed, people[:MOST_SEATS], most)
    yield from of_records(played, t)


@pytest.mark.long
@settings(max_examples=25)
@given(seeds, names, languages)
def test_of_a_session_that_many_have_seen(seed: int, people: list[str], language: str) -> None:
    assert check(whole(seed, people, texts(language))) > 0


@pytest.mark.long
@settings(max_examples=10)
@given(seeds, st.sampled_from(NAMES), languages)
def test_of_a_session_in_which_all_are_called_alike(seed: int, name: str, language: str) -> None:
    check(whole(seed, [name] * MOST_PEOPLE, texts(language)))


@settings(max_examples=40)
@given(seeds, st.lists(st.sampled_from(NAMES), min_size=3, max_size=10), languages, st.booleans())
def test_of_a_lobby(seed: int, people: list[str], language: str, preset: bool) -> None:
    rng = random.Random(seed)
    options = rng.choice(list(PRESETS.values())) if preset else random_options(rng)
    for name in (*CUBES, *TABLE):
        try:
            changed = with_value(options, name, rng.choice(choices(name)))
        except ValueError:
            continue
        options = options if excluding(changed) else changed
    chosen = rng.choice((None, *CUBES, *TABLE))
    check(of_lobby(people, options, chosen, texts(language)))


@settings(max_examples=4)
@given(seeds, st.lists(st.sampled_from(NAMES), min_size=4, max_size=12), languages)
def test_of_a_night(seed: int, people: list[str], language: str) -> None:
    check(of_nights(seed, people, texts(language)))


@settings(max_examples=4)
@given(seeds, st.lists(st.sampled_from(NAMES), min_size=4, max_size=12), languages)
def test_of_a_league(seed: int, people: list[str], language: str) -> None:
    check(of_league(people, seed, texts(language)))


def match_of(seed: int, people: list[str], name: str, t: Texts) -> Iterator[Message]:
    """All that is sent about a random match, from the challenge to the end."""
    rules: Rules = RULES[name]
    yield from of_challenge(people, rules, t)
    log = play_on(random.Random(seed), rules)[1]
    table = opened(rules)
    table = table.with_name(1001, people[0]).with_name(1002, people[1])
    for number, action in enumerate(log):
        table = after(table, action)
        if number % 20 == 0:
            yield from of_match(table, (), t)
    yield from of_match(table, log, t)


@settings(max_examples=15)
@given(seeds, st.lists(st.sampled_from(NAMES), min_size=2, max_size=2), st.sampled_from(sorted(RULES)), languages)
def test_of_a_match(seed: int, people: list[str], name: str, language: str) -> None:
    check(match_of(seed, people, name, texts(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_what_one_may_read(language: str) -> None:
    check(of_nothing(texts(language)))
    check(of_away(texts(language)))
    check(of_course(texts(language)))
    check(of_direct(texts(language)))
    check(of_files(texts(language)))
    check(of_scores(texts(language)))
    check(of_training(texts(language)))
    check(of_positions(texts(language)))
    for first in range(len(NAMES) - 3):
        check(of_pairs(NAMES[first:], texts(language)))
        check(of_weeks(NAMES[first:], texts(language)))
    check(of_looking(texts(language)))
    check(of_lessons(texts(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_preferans(language: str) -> None:
    for seed in range(3):
        check(of_sheets(seed, [NAMES[seed], *NAMES[:3]], texts(language)))
    check(of_values(texts(language)))


#: What speaks to Discord, or draws: not what is said.
_MACHINERY = ("answer", "callbacks", "first_answer", "presenter", "painter", "discord_errors", "custom_ids", "emoji",
              "emoji_list", "faces", "events", "nonces", "posted", "refused_posts", "roles", "visibility")  # fmt: skip
#: What reads or plans, draws only, or stands in a command's declaration.
_ELSEWHERE = {"chart_alt", "animation", "draft_scene", "plan", "reminder", "parse_game", "positions",
              "value_of", "preset_choices", "post_of"}  # fmt: skip


def public() -> set[Callable[..., object]]:
    """Every function of the screens by which something is said."""
    found: set[Callable[..., object]] = set()
    for module in pkgutil.walk_packages(bot.screens.__path__, "bot.screens."):
        if module.name.rpartition(".")[2] in _MACHINERY:
            continue
        loaded = importlib.import_module(module.name)
        for name, function in inspect.getmembers(loaded, inspect.isfunction):
            if function.__module__ == loaded.__name__ and not name.startswith("_") and name not in _ELSEWHERE:
                found.add(inspect.unwrap(function))
    return found


@pytest.mark.long
def test_no_screen_is_forgotten() -> None:
    """Whoever adds a function by which something is said must make it part of `every_screen`."""
    called: set[object] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    t = texts("en")
    people = list(NAMES[:2]) * 15
    sys.setprofile(watch)
    try:
        check(of_nothing(t))
        check(of_values(t))
        check(of_away(t))
        check(of_course(t))
        check(of_direct(t))
        check(of_files(t))
        check(of_scores(t))
        check(of_training(t))
        check(of_positions(t))
        check(of_pairs(NAMES, t))
        check(of_looking(t))
        check(of_lessons(t))
        check(of_weeks(NAMES, t))
        for seed in range(6):
            check(of_sheets(seed, people[:4], t))
        for seed in range(4):
            check(of_lobby(people[:5], random_options(random.Random(seed)), "jacoby", t))
            check(of_league(people, seed, t))
            check(of_nights(seed, people, t))
            check(whole(seed, people, t, 200))
            check(match_of(seed, people, sorted(RULES)[seed % len(RULES)], t))
    finally:
        sys.setprofile(None)
    missing = {f"{each.__module__}.{each.__name__}" for each in public() if each.__code__ not in called}  # type: ignore[attr-defined]
    assert sorted(missing) == []
