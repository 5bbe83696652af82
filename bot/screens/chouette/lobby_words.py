"""The lobby of a chouette in words: the message under which people gather, and the host's panel."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot import limits
from bot.chouette import CROWD, PRESETS, Consult, Options, Order, values
from bot.screens.buttons import BLUE, GREEN, GREY, RED, button, choice, select, view
from bot.screens.chouette.option_words import (
    CUBES,
    TABLE,
    all_rules,
    changed,
    choices,
    key,
    line,
    option_name,
    preset_name,
    preset_words,
    rule_lines,
    short_line,
    unusual_lines,
    value_words,
)
from bot.screens.custom_ids import Press
from bot.screens.fitting import fitted
from bot.screens.names import MOST, plain
from bot.tables.chouette.lobby import not_agreed, rules_number
from bot.tables.chouette.typed import options_of
from bot.tables.table import Person, Stage, Table
from bot.texts import Texts


def lobby_words(table: Table, t: Texts) -> str:
    """The message of a lobby as it stands: open, begun, or come to nothing."""
    if table.stage is Stage.WITHDRAWN:
        return t("**{who}**'s chouette did not come about.", who=plain(table.person(0).name))
    if table.stage is not Stage.CHALLENGE:
        return fitted(lambda most: ((), _begun_words(table, most, t)))
    options = options_of(table)
    differing = changed(options)
    full = [line(name, value, t) for name, value in differing]
    short = [_short_lines(differing)]
    must, count = _must_accept(not_agreed(table), t)
    for rules, asked in ((full, must), (short, must)):
        words = "\n".join(_open_words(table, options, rules if differing else [], asked, MOST, t))
        if len(words) <= limits.MESSAGE:
            return words
    return fitted(lambda most: ((), _open_words(table, options, short if differing else [], count, most, t)))


def begun_words(table: Table, t: Texts) -> str:
    """The message with which a session begins, and which is never edited."""
    options = options_of(table)
    differing = changed(options)
    head = [
        t("**Chouette** with {people}.", people=_people(table.people.seats, MOST, t)),
        t("The rules: {preset}.", preset=preset_name(options.preset, t)) + " " + preset_words(options.preset, t),
        *([t("Different from that:")] if differing else []),
    ]
    full = [*head, *(line(name, value, t) for name, value in differing), _small_print(table, t)]
    if len(words := "\n".join(full)) <= limits.MESSAGE:
        return words
    return fitted(lambda most: ((), [*head, _short_lines(differing), _small_print(table, t)]))


def _begun_words(table: Table, most: int, t: Texts) -> list[str]:
    return [t("**Chouette** with {people}.", people=_people(table.people.seats, most, t)), _small_print(table, t)]


def _short_lines(differing: Sequence[tuple[str, object]]) -> str:
    return " · ".join(short_line(name, value) for name, value in differing)


def _must_accept(people: Sequence[Person], t: Texts) -> tuple[list[str], list[str]]:
    """Who has not accepted a change of the rules: by name, and as a number."""
    if not people:
        return [], []
    named = t("{people} must accept the changed rules, or leave.", people=_people(people, MOST, t))
    counted = t.many("{number} person must accept the changed rules, or leave.",
                     "{number} people must accept the changed rules, or leave.", len(people))  # fmt: skip
    return [named], [counted]


def _open_words(
    table: Table, options: Options, rules: Sequence[str], asked: Sequence[str], most: int, t: Texts
) -> list[str]:
    seats = table.people.seats
    words = [
        t("**{who}** opens a chouette: {preset}.", who=plain(seats[0].name), preset=preset_name(options.preset, t)),
        preset_words(options.preset, t),
    ]
    if rules:
        words += [t("Different from that:"), *rules]
    words += [
        _advice(options, t),
        t("Joining is accepting these rules; **{rules}** shows all of them.", rules=t("Rules")),
        t(
            "{number} of {most} have joined: {people}.",
            number=len(seats), most=options.max_players, people=_people(seats, most, t),
        ),
        *asked,
    ]  # fmt: skip
    if options.order is not Order.MANUAL:
        host, press = plain(seats[0].name), t("Start")
        words.append(t("Three are enough; then **{host}** presses **{start}**.", host=host, start=press))
    words.append(t("What a chouette is: `/help`."))
    if len(seats) >= CROWD:
        words.append(t("With so many people two tables are better: open another one in a thread."))
    if given := len(table.people.words):
        words.append(t.many("{number} word given for the dice.", "{number} words given for the dice.", given))
    if options.order is Order.MANUAL:
        words.append(t("The host starts with `/chouette start order:` and everybody's name, the box first."))
    words.append(t("Open until <t:{time}:f>.", time=int(table.about.expires_at)))
    words.append(_small_print(table, t))
    return words


def _advice(options: Options, t: Texts) -> str:
    """Who may talk, in whole sentences."""
    if options.consult is Consult.FULL:
        return t("Advice: everybody who is in may discuss plays and cubes. The captain has the last word.")
    who = t("Advice about plays: {who}.", who=value_words("consult", options.consult, t))
    return " ".join((who, t("Cubes are not discussed. Who is out is silent.")))


def _people(people: Sequence[Person], most: int, t: Texts) -> str:
    """People by names of at most so many characters."""
    return t.listed(f"**{plain(person.name, most)}**" for person in people)


def _small_print(table: Table, t: Texts) -> str:
    return t("-# Table `{table}` · dice commitment `{commitment}`", table=table.id, commitment=table.short_commitment)


def lobby_buttons(table: Table, t: Texts) -> discord.ui.View:
    """What one may press while it is open; Accept only while somebody has not accepted a change."""
    if table.stage is not Stage.CHALLENGE:
        return view([])
    number = rules_number(options_of(table))

    def press(verb: str) -> Press:
        return Press(f"lobby_{verb}", table.id, number)

    items = [
        button(t("Join"), press("join"), GREEN, row=0),
        button(t("Leave"), press("leave"), RED, row=0),
        button(t("Rules"), press("rules"), GREY, "📖", row=0),
        button(t("My word"), press("word"), GREY, "🎲", row=0),
        button(t("Start"), press("start"), BLUE, row=1),
        button(t("Options"), press("options"), GREY, "⚙️", row=1),
    ]
    if not_agreed(table):
        items.append(button(t("Accept the rules"), press("agree"), GREEN, row=1))
    return view(items)


def joined_words(options: Options, t: Texts) -> list[str]:
    """What whoever joins a lobby is told: every rule that differs from the preset or from what is usual."""
    return [t("You have joined, and accepted these rules."), *_unusual(options, t)]


def newcomer_words(options: Options, t: Texts) -> list[str]:
    """The same for somebody who comes when the session has begun."""
    return [t("You have joined. You play from the next game on."), *_unusual(options, t)]


def _unusual(options: Options, t: Texts) -> list[str]:
    preset = preset_name(options.preset, t)
    if lines := unusual_lines(options, t):
        return [t("The rules: {preset}. Not usual here is:", preset=preset), *lines]
    return [t("The rules: {preset}, nothing unusual.", preset=preset)]


def every_rule_words(options: Options, t: Texts) -> list[str]:
    """All rules, under the preset they began with."""
    head = t("**{preset}**: {words}", preset=preset_name(options.preset, t), words=preset_words(options.preset, t))
    return [head, *all_rules(options, t)]


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
    return words if len(words) <= limits.MESSAGE else "\n".join([head, _short_lines(differing), *last])


def panel_view(table: Table, chosen: str | None, t: Texts) -> discord.ui.View:
    """A list of presets, two of options, and one with the values of the option that is chosen."""
    options = options_of(table)
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
        select(t("Begin with …"), Press("lobby_preset", table.id, 0), presets, row=0)
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
        items.append(select(words, Press("lobby_option", table.id, 0, group), listed, row=row))
    if chosen is not None:
        offered = [
            choice(
                label=value_words(chosen, value, t),
                value=key(value),
                description=f"{chosen}: {key(value)}",
                default=value == held[chosen],
            )
            for value in choices(chosen)
        ]
        items.append(select(option_name(chosen, t), Press("lobby_value", table.id, 0, chosen), offered, row=3))
    return view(items)
