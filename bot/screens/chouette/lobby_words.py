"""Texts of a lobby: its message, and the host's panel."""

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
from bot.tables.chouette.lobby_checks import not_agreed, rules_number
from bot.tables.chouette.night_options import keeps_from_split
from bot.tables.table import Stage, Table
from bot.texts import Texts

#: Before the host's name, as Discord marks the owner of a server.
_HOST = "👑 "
#: After players who have not accepted the current rules, and on the button to accept them.
_YET_TO_ACCEPT = " ⏳"
#: Lines of a lobby on a phone, besides two of small print.
_LINES = 4
#: Lines for differences from the preset in the opening message.
_DIFFERING = 2
#: Words of a value's meaning that may be left out.
_EXPLAINED = re.compile(r"[:;]| \(")
#: Lengths of a name, tried in turn until everything fits these lines.
_NAMES = (MOST, 20, 14, 10, 8, 6)


def lobby_words(table: Table, t: Texts) -> str:
    """The message of a lobby in its current stage: open, begun or over."""
    if table.stage is Stage.WITHDRAWN:
        return t("**{who}**'s chouette did not come about.", who=plain(table.person(0).name))
    begins = _begins(table, t)
    if table.stage is not Stage.CHALLENGE:
        return fitted(lambda most: ((), [*_begun_words(table, most, t), small_print(table, t)]))
    options = table.setup_of(Options)
    title = t("**Chouette: {preset}**", preset=preset_name(options.preset, t))
    differing = [(option_name(name, t), value_words(name, value, t)) for name, value in changed(options)]
    joined = (_joined(table, most, staked, t) for staked in (True, False) for most in _NAMES)
    forms = ((title, *rules, people) for people in joined for rules in _different(differing, t))
    return "\n".join((*for_phone(forms, _LINES - len(begins)), *begins, *waiting_print(table, t)))


def _begins(table: Table, t: Texts) -> tuple[str, ...]:
    """When it begins by itself, on one line; nothing if it does not."""
    if table.about.enough is None:
        return ()
    at, enough = f"<t:{int(table.about.expires_at)}:f>", table.about.enough
    return (t("⏰ Begins by itself {time}, if {number} are here.", time=at, number=enough),)


def begins_words(table: Table, t: Texts) -> str:
    """For those who have joined a session that begins by itself."""
    return t("{people}: the chouette begins.", people=_mentioned(table))


def too_few_words(table: Table, t: Texts) -> str:
    """For those who have joined one that does not."""
    return t.many(
        "{people}: the chouette does not begin; {number} is here, and {enough} are needed.",
        "{people}: the chouette does not begin; {number} are here, and {enough} are needed.",
        len(table.people.seats) - len(not_agreed(table)),
        people=_mentioned(table), enough=table.about.enough,
    )  # fmt: skip


def _mentioned(table: Table) -> str:
    return " ".join(f"<@{each.user}>" for each in table.people.seats if each.known)


def begun_words(table: Table, t: Texts) -> str:
    """The opening message of a session, never edited: players, preset, differences in two lines of a phone, digest of
    all options, and commitment.
    """
    options = table.setup_of(Options)
    preset = t("The rules: {preset}.", preset=preset_name(options.preset, t))
    differing = for_phone(_different(different(options, t), t), _DIFFERING)

    def said(most: int) -> tuple[tuple[()], list[str]]:
        return (), [*_begun_words(table, most, t), preset, *differing, *_begun_print(table, options, t)]

    return fitted(said)


def _begun_print(table: Table, options: Options, t: Texts) -> tuple[str, str]:
    """The small print of the opening message, one line on a phone each."""
    return (
        t("-# Table `{table}` · rules `{digest}`", table=table.id, digest=digest(options)),
        t("-# Commitment `{commitment}`", commitment=table.short_commitment),
    )


def _begun_words(table: Table, most: int, t: Texts) -> list[str]:
    people = t.listed(f"**{plain(person.name, most)}**" for person in table.people.seats)
    return [t("**Chouette** with {people}.", people=people)]


def _different(differing: Sequence[tuple[str, str]], t: Texts) -> Iterator[tuple[str, ...]]:
    """Differences from the preset by name and meaning, in decreasing detail; omitted ones are counted."""
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


def _joined(table: Table, most: int, staked: bool, t: Texts) -> str:
    """The players, host first, names shortened to this length, with their stakes above 1 if `staked`; those who have
    yet to accept a change are marked."""
    waiting = not_agreed(table)
    staked = staked and table.setup_of(Options).house_rules.stakes
    names = [
        plain(person.name, most)
        + (f" ({person.stake})" if staked and person.stake > 1 else "")
        + (_YET_TO_ACCEPT if person in waiting else "")
        for person in table.people.seats
    ]
    names[0] = _HOST + names[0]
    return t(
        "{number} of {most}: {people}",
        number=len(names), most=table.setup_of(Options).room, people=", ".join(names),
    )  # fmt: skip


def lobby_buttons(table: Table, t: Texts) -> discord.ui.View:
    """The buttons of an open lobby; Accept only while a player has not accepted a change."""
    if table.stage is not Stage.CHALLENGE:
        return view([])
    number = rules_number(table.setup_of(Options))

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
    """For a player who joins: every rule that differs from the preset or from the default."""
    options = table.setup_of(Options)
    if keeps_from_split(options) is None:
        button = t("Second table")
        crowd = t(
            "With so many people two tables are better: after a game the host can press **{button}**.", button=button
        )
    else:
        crowd = t("With so many people two tables are better: open another one in a thread.")
    return [
        t("You have joined, and accepted these rules."),
        *_unusual(options, t),
        *([crowd] if len(table.people.seats) >= CROWD else []),
    ]


def newcomer_words(options: Options, first: int, t: Texts) -> list[str]:
    """The same for a player who joins a running session; `first`: the number of their first game."""
    return [t("You have joined. You play from game {number} on.", number=first), *_unusual(options, t)]


def _unusual(options: Options, t: Texts) -> list[str]:
    preset = preset_name(options.preset, t)
    if lines := unusual_lines(options, t):
        stake = t("Choose your stake with `/chouette stake`; until then it is 1.")
        last = [stake] if options.house_rules.stakes else []
        return [t("The rules: {preset}. Not usual here is:", preset=preset), *lines, *last]
    return [t("The rules: {preset}, nothing unusual.", preset=preset)]


def panel_words(table: Table, chosen: str | None, t: Texts) -> str:
    """The host's panel: differences from the preset, and the value of the chosen option."""
    options = table.setup_of(Options)
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
    """A select of presets, two of options, and one with the values of the chosen option."""
    options = table.setup_of(Options)
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
