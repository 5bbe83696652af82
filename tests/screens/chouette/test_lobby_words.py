"""The message of a lobby, its buttons, and the host's panel."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.chouette import PRESETS, BoxTake, Consult, Options, digest, values, with_value
from bot.screens.challenge_words import Terms, rules_pages
from bot.screens.chouette.lobby_words import (
    begun_words,
    joined_words,
    lobby_buttons,
    lobby_words,
    newcomer_words,
    panel_view,
    panel_words,
)
from bot.screens.chouette.option_words import CUBES, TABLE, choices, different, matters, option_name
from bot.screens.faces import face_of
from bot.tables.about import About
from bot.tables.chouette.lobby_checks import rules_number
from bot.tables.table import People, Person, Stage, Table
from bot.texts import LANGUAGES, texts
from tests.screens.lines import lines

T = texts("en")


def lobby(number: int = 1, options: Options | None = None, agreed: int | None = None, **what: Any) -> Table:
    """A lobby with so many people, of whom the first `agreed` know the rules as they are."""
    options = options or Options()
    people = tuple(Person(100 + seat, f"P{seat}") for seat in range(number))
    return Table(
        about=About(id="k7f3q2", guild=1, channel=2, setup=options, made_at=0, expires_at=3600),
        people=People(seats=people, agreed=tuple(each.user for each in people[:agreed])),
        seed=b"s" * 32,
        **what,
    )


def labels(view: discord.ui.View) -> list[str]:
    return [str(child.label) for child in view.children if isinstance(child, discord.ui.Button)]


def lists(view: discord.ui.View) -> dict[str, list[discord.SelectOption]]:
    return {child.custom_id: child.options for child in view.children if isinstance(child, discord.ui.Select)}


def test_the_message_says_what_one_joins() -> None:
    table = lobby(2)
    assert lobby_words(table, T).splitlines() == [
        "**Chouette: Standard**",
        "2 of 10: 👑 P0, P1",
        "-# Table `k7f3q2` · closes <t:3600:R>",
        f"-# Commitment `{table.short_commitment}`",
    ]
    assert labels(lobby_buttons(table, T)) == ["Join", "Rules", "My word", "Leave", "Start", "Options"]


def test_a_changed_rule_is_told_and_who_has_not_accepted_it() -> None:
    table = lobby(3, with_value(Options(), "box_take", BoxTake.HALF), agreed=1)
    told = lobby_words(table, T).splitlines()
    assert told[1] == "Different: Which cubes the box may take (at least half of them or none)."
    assert told[2] == "3 of 10: 👑 P0, P1 ⏳, P2 ⏳"
    first = lobby_buttons(table, T).children[0]
    assert isinstance(first, discord.ui.Button) and first.label == "Accept the rules" and str(first.emoji) == "⏳"


#: As people are called, and as long as usual names are.
USUAL = ("Alice", "Bořek", "Вера", "Dan", "Aleksandra")
LONG = ("Maximiliana K.", "Bartholomew J.", "Александра Ю.", "Kateřina Nová.", "Šimon Podolský")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [USUAL, LONG])
def test_a_lobby_of_five_is_six_lines_of_a_phone(names: tuple[str, ...], language: str) -> None:
    """By every preset, as it is or with one, two or all rules changed, accepted by all or by nobody yet."""
    t, took = texts(language), set[int]()
    for preset in PRESETS.values():
        changes = [[], ["pace"], ["box_take", "order"], list(values(preset))]
        for each, agreed in product(changes, (1, 5)):
            options = preset
            for name in each:
                other = next(value for value in choices(name) if value != values(options)[name])
                options = with_value(options, name, other)
            table = lobby(5, options, agreed)
            people = tuple(Person(seat, name) for seat, name in enumerate(names))
            agreeing = tuple(range(agreed))
            table = replace(table, people=replace(table.people, seats=people, agreed=agreeing))
            took.add(lines(lobby_words(table, t)))
    assert max(took) <= 6 and min(took) >= 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_option_is_called_by_what_it_is_in_the_code(language: str) -> None:
    t = texts(language)
    coded = re.compile("|".join((*filter(lambda name: "_" in name, values(Options())), "`")))
    for options in (*PRESETS.values(), with_value(Options(), "box_take", BoxTake.HALF)):
        table = lobby(3, options)
        told = [*joined_words(table, t), *newcomer_words(options, 2, t)]
        told += [line for page in rules_pages(face_of(table).terms(table, t)) for line in page.splitlines()]
        told = [words for words in told if not words.startswith("-# ")]  # where the digest stands
        told += [panel_words(table, "retain", t), *begun_words(table, t).splitlines()[:-2]]
        told += lobby_words(table, t).splitlines()[:-2]
        offered = (option for each in lists(panel_view(table, "retain", t)).values() for option in each)
        told += [words for option in offered for words in (option.label, option.description) if words]
        assert not [words for words in told if coded.search(words)]


def other(options: Options, names: Iterable[str]) -> Options:
    """The options with another value of each of these."""
    for name in names:
        options = with_value(options, name, next(each for each in choices(name) if each != values(options)[name]))
    return options


def test_the_message_that_opens_a_session_has_preset_differences_table_digest_and_commitment() -> None:
    options = other(PRESETS["no_beavers"], ("settlements", "order"))
    table = lobby(3, options)
    assert begun_words(table, T).splitlines() == [
        "**Chouette** with **P0**, **P1**, and **P2**.",
        "The rules: No beavers.",
        "Different: Settlements (allowed), First order (drawn by lot).",  # in the order of Rules
        f"-# Table `k7f3q2` · rules `{digest(options)}`",
        f"-# Commitment `{table.short_commitment}`",
    ]
    standard = lobby(3)
    assert len(begun_words(standard, T).splitlines()) == 4 and "Different" not in begun_words(standard, T)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_differs_takes_two_lines_of_a_phone_and_nothing_is_left_out_in_silence(language: str) -> None:
    t, everything = texts(language), list(values(Options()))
    for preset, number in product(PRESETS.values(), range(1, len(everything) + 1)):
        chosen = everything[number:] + everything[:number]
        options = other(preset, chosen[:number])
        differing = begun_words(lobby(3, options), t).splitlines()[2]
        assert lines(differing) <= 2
        named = [name for name, _ in different(options, t) if name in differing]
        counted = [int(each) for each in re.findall(r"\b\d+\b", differing)][-1:] if len(named) < number else []
        assert named and len(named) + sum(counted) == number


def test_a_session_of_ten_begins_with_a_message_that_is_short() -> None:
    table = lobby(10, other(Options(), values(Options())))
    long = tuple(replace(person, name="W" * 32) for person in table.people.seats)
    words = begun_words(replace(table, people=replace(table.people, seats=long)), T)
    assert len(words) < 1000 and len(words.splitlines()) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_a_session_are_what_has_an_effect_the_differing_first_and_the_same_digest(language: str) -> None:
    t = texts(language)
    options = other(PRESETS["half_and_beaver"], ("pace", "cube_timer", "partner_pick"))
    table = lobby(3, options, stage=Stage.OPEN)
    told = "\n".join(rules_pages(face_of(table).terms(table, t))).splitlines()
    rules = told[2:-1]
    assert all(len(page) <= 2000 for page in rules_pages(Terms("", tuple(rules))))
    assert [line.startswith("**") for line in rules] == [True] * 2 + [False] * (len(rules) - 2)
    names = {option_name(name, t) for name in values(options) if matters(options, name)}
    assert len(rules) == len(names) < len(values(options))
    assert {line.strip("*").partition(":")[0] for line in rules} == names
    assert digest(options) in told[-1] and digest(options) in begun_words(table, t)


def test_who_joins_a_crowd_is_told_that_two_tables_are_better() -> None:
    assert "two tables are better" not in "\n".join(joined_words(lobby(6), T))
    assert "two tables are better" in "\n".join(joined_words(lobby(7), T))


def test_afterwards_it_says_what_became_of_it() -> None:
    gone = lobby(2, stage=Stage.WITHDRAWN)
    assert lobby_words(gone, T) == "**P0**'s chouette did not come about."
    assert labels(lobby_buttons(gone, T)) == []
    begun = lobby(3, stage=Stage.OPEN)
    assert lobby_words(begun, T).startswith("**Chouette** with **P0**, **P1**, and **P2**.")
    assert labels(lobby_buttons(begun, T)) == []


def test_the_buttons_carry_the_rules_that_were_shown() -> None:
    before, other = lobby(), Options(consult=Consult.FULL)
    ids = [child.custom_id for child in lobby_buttons(before, T).children if isinstance(child, discord.ui.Button)]
    assert ids[0] == f"lobby_join:k7f3q2:{rules_number(Options())}"
    assert rules_number(Options()) != rules_number(other)


def test_whatever_is_chosen_it_fits() -> None:
    options = PRESETS["standard"]
    for name, now in values(options).items():
        other = next(value for value in choices(name) if value != now)
        options = with_value(options, name, other)
    options = replace(options, max_players=10)
    table = lobby(10, options, agreed=1)
    long = tuple(replace(person, name="_*" * 16) for person in table.people.seats)
    table = replace(table, people=replace(table.people, seats=long))
    words = lobby_words(table, T)
    assert len(words) <= 2000 and "rules are different" in words and words.count("⏳") == 9
    assert len(panel_words(table, "retain", T)) <= 2000


def test_all_rules_begin_with_the_preset() -> None:
    (words,) = rules_pages(face_of(full := lobby(options=PRESETS["full_advice"])).terms(full, T))
    assert words.startswith("**Chouette: Full advice**\nEverybody who is in may discuss plays and cubes.\n")
    assert "\nBeavers and raccoons: beavers\n" in words


def test_who_joins_is_told_what_is_unusual() -> None:
    assert joined_words(lobby(), T)[-1] == "The rules: Standard, nothing unusual."
    told = joined_words(lobby(options=PRESETS["no_beavers"]), T)
    assert told[1:] == [
        "The rules: No beavers. Not usual here is:",
        "**Beavers and raccoons**: neither",
        "**Settlements**: not allowed",
        "**Where newcomers join**: just ahead of the loser",
    ]


def test_the_panel_reaches_every_option() -> None:
    first = lists(panel_view(lobby(), None, T))
    assert [re.sub(r"\d{3,}", "0", each) for each in first] == [
        "lobby_preset:k7f3q2:0",
        "lobby_option:k7f3q2:0:cubes",
        "lobby_option:k7f3q2:0:table",
    ]
    offered = {option.value for listed in list(first.values())[1:] for option in listed}
    assert offered == set(values(Options()))
    for name in (*CUBES, *TABLE):
        (listed,) = (
            found for each, found in lists(panel_view(lobby(), name, T)).items() if each.startswith("lobby_value:")
        )
        assert len(listed) == len(choices(name))
        assert [option.default for option in listed].count(True) == 1


def test_the_panel_shows_what_differs() -> None:
    assert panel_words(lobby(), None, T) == "**Rules of this table**: Standard, unchanged."
    words = panel_words(lobby(options=Options(consult=Consult.FULL)), "window", T)
    assert "with these differences:\n**Advice about plays**" in words and words.endswith("secret until all have spoken")


def test_a_list_whose_contents_have_changed_is_another_list() -> None:
    """A client keeps what was chosen in a list while its custom id is the same."""
    states = [(Options(), None), (Options(), "order"), (Options(), "retain"), (PRESETS["no_advice"], "retain")]
    shown = [lists(panel_view(lobby(options=options), chosen, T)) for options, chosen in states]
    assert len({each for view in shown for each in view}) == sum(map(len, shown))
    assert list(lists(panel_view(lobby(), "order", T))) == list(shown[1])
