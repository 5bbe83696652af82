"""The message of a lobby, its buttons, and the host's panel."""

from __future__ import annotations

from typing import Any

import discord
from msgspec.structs import replace

from bot.chouette import PRESETS, BoxTake, Consult, Options, Order, values, with_value
from bot.screens.chouette.lobby_words import (
    every_rule_words,
    joined_words,
    lobby_buttons,
    lobby_words,
    panel_view,
    panel_words,
)
from bot.screens.chouette.option_words import CUBES, TABLE, choices
from bot.tables.about import About
from bot.tables.chouette.lobby import rules_number
from bot.tables.table import People, Person, Stage, Table
from bot.texts import texts

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
    words = lobby_words(table, T)
    assert "**P0** opens a chouette: Standard." in words
    assert "Joining is accepting these rules" in words and "What a chouette is: `/help`." in words
    assert "Three are enough; then **P0** presses **Start**." in words
    assert "2 of 10 have joined: **P0** and **P1**." in words
    assert "Advice about plays: members with a turned cube" in words and "Cubes are not discussed." in words
    assert f"dice commitment `{table.short_commitment}`" in words and "<t:3600:f>" in words
    assert "Different" not in words and "must accept" not in words and "two tables" not in words
    assert labels(lobby_buttons(table, T)) == ["Join", "Leave", "Rules", "My word", "Start", "Options"]


def test_a_changed_rule_is_told_and_who_has_not_accepted_it() -> None:
    table = lobby(3, with_value(Options(), "box_take", BoxTake.HALF), agreed=1)
    words = lobby_words(table, T)
    assert "Different from that:\n**Which cubes the box may take**: at least half" in words
    assert "**P1** and **P2** must accept the changed rules, or leave." in words
    assert "Accept the rules" in labels(lobby_buttons(table, T))


def test_full_advice_is_said_as_it_is() -> None:
    assert "may discuss plays and cubes" in lobby_words(lobby(options=PRESETS["full_advice"]), T)
    assert "Advice about plays: none." in lobby_words(lobby(options=PRESETS["no_advice"]), T)


def test_from_seven_people_on_two_tables_are_better() -> None:
    assert "two tables are better" not in lobby_words(lobby(6), T)
    assert "two tables are better" in lobby_words(lobby(7), T)


def test_a_host_who_says_the_order_is_told_how() -> None:
    words = lobby_words(lobby(options=Options(order=Order.MANUAL)), T)
    assert "`/chouette start order:`" in words and "presses" not in words


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
    assert len(words) <= 2000 and "`retain: last_standing`" in words
    assert "9 people must accept" in words
    assert len(panel_words(table, "retain", T)) <= 2000


def test_all_rules_begin_with_the_preset() -> None:
    words = every_rule_words(PRESETS["full_advice"], T)
    assert words[0] == "**Full advice**: Everybody who is in may discuss plays and cubes."
    assert "**Beavers and raccoons**: beavers (`animals: 1`)" in words


def test_who_joins_is_told_what_is_unusual() -> None:
    assert joined_words(Options(), T)[-1] == "The rules: Standard, nothing unusual."
    told = joined_words(PRESETS["no_beavers"], T)
    assert told[1] == "The rules: No beavers. Not usual here is:"
    assert [line.partition("`")[2] for line in told[2:]] == [
        "animals: 0`)",
        "settlements: off`)",
        "join: ahead_of_loser`)",
    ]


def test_the_panel_reaches_every_option() -> None:
    first = lists(panel_view(lobby(), None, T))
    assert list(first) == ["lobby_preset:k7f3q2:0", "lobby_option:k7f3q2:0:cubes", "lobby_option:k7f3q2:0:table"]
    offered = {option.value for listed in list(first.values())[1:] for option in listed}
    assert offered == set(values(Options()))
    for name in (*CUBES, *TABLE):
        listed = lists(panel_view(lobby(), name, T))[f"lobby_value:k7f3q2:0:{name}"]
        assert len(listed) == len(choices(name))
        assert [option.default for option in listed].count(True) == 1


def test_the_panel_shows_what_differs() -> None:
    assert panel_words(lobby(), None, T) == "**Rules of this table**: Standard, unchanged."
    words = panel_words(lobby(options=Options(consult=Consult.FULL)), "window", T)
    assert "with these differences:\n**Advice about plays**" in words and words.endswith("(`window: sealed`)")
