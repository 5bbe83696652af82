"""The lobby of a chouette in words: the message under which people gather, and the host's panel."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import discord

from bot import limits
from bot.chouette import CROWD, PRESETS, Options, digest, values, written
from bot.screens.buttons import BLUE, GREEN, GREY, RED, button, choice, select, view
from bot.screens.challenge_words import small_print, waiting_print
from bot.screens.chouette.option_words import (
    CUBES,
    TABLE,
    changed,
    choices,
    different,
    line,
    option_name,
    preset_name,
    preset_words,
    rule_lines,
    unusual_lines,
    value_words,
)
from bot.screens.custom_ids import Press, number_of
from bot.screens.fitting import fitted
from bot.screens.names import MOST, plain
from bot.screens.phone import for_phone
from bot.tables.chouette.lobby import not_agreed, rules_number
from bot.tables.chouette.typed import options_of
from bot.tables.table import Stage, Table
from bot.texts import Texts

#: Before the host, as Discord marks who owns a server.
_HOST = "👑 "
#: Behind whoever has not accepted the rules as they are now, and on the button by which one does.
_YET_TO_ACCEPT = " ⏳"
#: Lines of a phone that a lobby takes, besides the two of its small print.
_LINES = 4
#: Lines that the differences take in the message with which a session begins.
_DIFFERING = 2
#: What of the meaning of a value may be left out.
_EXPLAINED = re.compile(r"[:;]| \(")
#: Characters of a name in it: what is tried in turn until all fits into these.
_NAMES = (MOST, 20, 14, 10, 8, 6)


def lobby_words(table: Table, t: Texts) -> str:
    """The message of a lobby as it stands: open, begun, or come to nothing."""
    if table.stage is Stage.WITHDRAWN:
        return t("**{who}**'s chouette did not come about.", who=plain(table.person(0).name))
    if table.stage is not Stage.CHALLENGE:
        return fitted(lambda most: ((), [*_begun_words(table, most, t), small_print(table, t)]))
    options = options_of(table)
    title = t("**Chouette: {preset}**", preset=preset_name(options.preset, t))
    differing = [(option_name(name, t), value_words(name, value, t)) for name, value in changed(options)]
    forms = ((title, *rules, _joined(table, most, t)) for most in _NAMES for rules in _different(differing, t))
    return "\n".join((*for_phone(forms, _LINES), *waiting_print(table, t)))


def begun_words(table: Table, t: Texts) -> str:
    """The message with which a session begins, and which is never edited: who plays, the preset, what differs from it
    in two lines of a phone, the digest of all options, and the commitment."""
    options = options_of(table)
    preset = t("The rules: {preset}.", preset=preset_name(options.preset, t))
    differing = for_phone(_different(different(options, t), t), _DIFFERING)

    def said(most: int) -> tuple[tuple[()], list[str]]:
        return (), [*_begun_words(table, most, t), preset, *differing, *_begun_print(table, options, t)]

    return fitted(said)


def _begun_print(table: Table, options: Options, t: Texts) -> tuple[str, str]:
    """The small print of a session that begins, a line of a phone each."""
    return (
        t("-# Table `{table}` · rules `{digest}`", table=table.id, digest=digest(options)),
        t("-# Commitment `{commitment}`", commitment=table.short_commitment),
    )


def _begun_words(table: Table, most: int, t: Texts) -> list[str]:
    people = t.listed(f"**{plain(person.name, most)}**" for person in table.people.seats)
    return [t("**Chouette** with {people}.", people=people)]


def _different(differing: Sequence[tuple[str, str]], t: Texts) -> Iterator[tuple[str, ...]]:
    """What differs from the preset, each option by its name and what is meant, in ever fewer words: of those that are
    left out it is said how many they are."""
    if not differing:
        yield ()
        return
    names = [name for name, _ in differing]
    full = [f"{name} ({means})" for name, means in differing]
    brief = [f"{name} ({_EXPLAINED.split(means)[0]})" for name, means in differing]
    for listed in (full, brief, names):
        yield (t("Different: {rules}.", rules=", ".join(listed)),)
    for told in range(len(names) - 1, 0, -1):
        listed = ", ".join(names[:told])
        rest = len(names) - told
        yield (
            t.many(
                "Different: {rules} and {number} more.", "Different: {rules} and {number} more.", rest, rules=listed
            ),
        )
    yield (t.many("{number} rule is different.", "{number} rules are different.", len(names)),)


def _joined(table: Table, most: int, t: Texts) -> str:
    """Who is in, the host first, by names of at most so many characters; marked, who has yet to accept a change."""
    waiting = not_agreed(table)
    names = [plain(person.name, most) + (_YET_TO_ACCEPT if person in waiting else "") for person in table.people.seats]
    names[0] = _HOST + names[0]
    return t(
        "{number} of {most}: {people}",
        number=len(names), most=options_of(table).max_players, people=", ".join(names),
    )  # fmt: skip


def lobby_buttons(table: Table, t: Texts) -> discord.ui.View:
    """What one may press while it is open; Accept only while somebody has not accepted a change."""
    if table.stage is not Stage.CHALLENGE:
        return view([])
    number = rules_number(options_of(table))

    def press(verb: str) -> Press:
        return Press(f"lobby_{verb}", table.id, number)

    asked = [button(t("Accept the rules"), press("agree"), GREEN, _YET_TO_ACCEPT.strip(), row=0)]
    return view(
        [
            *(asked if not_agreed(table) else ()),
            button(t("Join"), press("join"), GREEN, row=0),
            button(t("Rules"), press("rules"), GREY, "📖", row=0),
            button(t("My word"), press("word"), GREY, "🎲", row=0),
            button(t("Leave"), press("leave"), RED, row=0),
            button(t("Start"), press("start"), BLUE, row=1),
            button(t("Options"), press("options"), GREY, "⚙️", row=1),
        ]
    )


def joined_words(table: Table, t: Texts) -> list[str]:
    """What whoever joins a lobby is told: every rule that differs from the preset or from what is usual."""
    crowd = t("With so many people two tables are better: open another one in a thread.")
    return [
        t("You have joined, and accepted these rules."),
        *_unusual(options_of(table), t),
        *([crowd] if len(table.people.seats) >= CROWD else []),
    ]


def newcomer_words(options: Options, first: int, t: Texts) -> list[str]:
    """The same for somebody who comes when the session has begun; `first`: the number of their first game."""
    return [t("You have joined. You play from game {number} on.", number=first), *_unusual(options, t)]


def _unusual(options: Options, t: Texts) -> list[str]:
    preset = preset_name(options.preset, t)
    if lines := unusual_lines(options, t):
        return [t("The rules: {preset}. Not usual here is:", preset=preset), *lines]
    return [t("The rules: {preset}, nothing unusual.", preset=preset)]


def panel_words(table: Table, chosen: str | None, t: Texts) -> str:
    """The host's panel: what differs from the preset, and how the option that is chosen stands."""
    options = options_of(table)
    preset, differing = preset_name(options.preset, t), changed(options)
    head = (
        t("**Rules of this table**: {preset}, with these differences:", preset=preset)
        if differing
        else t("**Rules of this table**: {preset}, unchanged.", preset=preset)
    )
    last = [] if chosen is None else [t("Choose: {rule}", rule=line(chosen, values(options)[chosen], t))]
    words = "\n".join([head, *rule_lines(options, t), *last])
    names = ", ".join(option_name(name, t) for name, _ in differing)
    return words if len(words) <= limits.MESSAGE else "\n".join([head, names, *last])


def panel_view(table: Table, chosen: str | None, t: Texts) -> discord.ui.View:
    """A list of presets, two of options, and one with the values of the option that is chosen."""
    options = options_of(table)
    number = number_of((options, chosen))
    presets = [
        choice(
            label=preset_name(preset, t),
            value=preset,
            description=preset_words(preset, t),
            default=preset == options.preset,
        )
        for preset in PRESETS
    ]
    items: list[discord.ui.Item[discord.ui.View]] = [
        select(t("Begin with …"), Press("lobby_preset", table.id, number), presets, row=0)
    ]
    held = values(options)
    for row, (group, names, words) in enumerate(
        (("cubes", CUBES, t("A rule about cubes …")), ("table", TABLE, t("A rule about the table …"))), 1
    ):
        listed = [
            choice(
                label=option_name(name, t),
                value=name,
                description=value_words(name, held[name], t),
                default=name == chosen,
            )
            for name in names
        ]
        items.append(select(words, Press("lobby_option", table.id, number, group), listed, row=row))
    if chosen is not None:
        offered = [
            choice(
                label=value_words(chosen, value, t),
                value=written(value),
                default=value == held[chosen],
            )
            for value in choices(chosen)
        ]
        items.append(select(option_name(chosen, t), Press("lobby_value", table.id, number, chosen), offered, row=3))
    return view(items)
