"""The panel of `/settings`: a page with language, colours and times, and one with the rules of `/play`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import discord
from msgspec.structs import replace

from bot.backgammon import EGYPTIAN, Beavers, Foreign, Illegal, Jacoby, Rules, Stale, Variant
from bot.beside import beside
from bot.cogs.choices import AS_IS, LANGUAGE_NAMES, all_chosen, chosen, options, press, themes
from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.board_scene import variant_words
from bot.screens.buttons import BLUE, GREY, button, choice, form, select, view
from bot.screens.custom_ids import Press
from bot.screens.heads_up.rules_words import rules_words, title_words
from bot.tables.faults import TableTrouble
from bot.tables.preferences import LANGUAGES, THEMES, ServerSettings
from bot.tables.time_zones import find, nearest
from bot.texts import N_, Texts

_LENGTHS = (0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
_REMIND_AFTER = (1, 2, 4, 6, 12, 24, 48)
_CLAIM_AFTER = (12, 24, 48, 72, 168)
_LONGEST_ZONE = 50
_RULES = {
    "cube": N_("Doubling cube"),
    "crawford": N_("Crawford rule"),
    "jacoby": N_("Jacoby rule"),
    "beavers": N_("Beavers"),
    "raccoons": N_("Raccoons"),
    "automatic": N_("Automatic double"),
    "egyptian": N_("Egyptian rule"),
}
#: What is pressed on the second page, and what leads there.
_ON_RULES_PAGE = frozenset(("rules_page", "length", "variant", "rules"))


async def show_settings(services: Services, answer: Answer) -> None:
    """The panel, for somebody who may use it."""
    settings = await services.preferences.of_server(_guild(answer))
    await answer.say(_first_words(settings, answer.t), _first_view(settings, answer.t))


async def press_setting(services: Services, answer: Answer, pressed: Press) -> None:
    """A press in the panel."""
    _check_may(answer)
    guild = _guild(answer)
    before = after = await services.preferences.of_server(guild)
    value = chosen(answer)
    match pressed.extra:
        case "language":
            after = replace(before, language=value if value in LANGUAGES else None)
        case "theme" if value in THEMES:
            after = replace(before, theme=value)
        case "remind" if value in map(str, _REMIND_AFTER):
            after = replace(before, remind_after=int(value))
        case "claim" if value in map(str, _CLAIM_AFTER):
            after = replace(before, claim_after=int(value))
        case "length" if value in map(str, _LENGTHS):
            after = replace(before, rules=replace(before.rules, length=int(value)))
        case "variant" if value in [variant.value for variant in Variant]:
            after = replace(before, rules=replace(before.rules, variant=Variant(value)))
        case "rules":
            after = replace(before, rules=_with_rules(before.rules, all_chosen(answer)))
        case "first_page" | "rules_page":
            pass
        case _:
            raise Stale(TableTrouble.MOVED_ON)
    if after != before:
        after = await services.preferences.keep_server(guild, after)
    if pressed.extra in _ON_RULES_PAGE:
        await answer.change(_rules_words(after, answer.t), _rules_view(after, answer.t))
    else:
        await answer.change(_first_words(after, answer.t), _first_view(after, answer.t))


async def take_zone(services: Services, answer: Answer, pressed: Press, typed: str) -> None:
    """The time zone that was asked for. Raises `Illegal` for one that is unknown or not clear."""
    _check_may(answer)
    guild = _guild(answer)
    # All zones are looked through, which are files.
    found = await beside(find, typed)
    if len(found) != 1:
        names = found or await beside(nearest, typed)
        raise Illegal(TableTrouble.WHICH_ZONE if names else TableTrouble.NO_SUCH_ZONE, name=typed, names=names)
    settings = replace(await services.preferences.of_server(guild), time_zone=found[0])
    settings = await services.preferences.keep_server(guild, settings)
    await answer.change(_first_words(settings, answer.t), _first_view(settings, answer.t))


def zone(answer: Answer, pressed: Press) -> discord.ui.Modal:
    """The form for a time zone. Raises `Foreign` for somebody who may not set it."""
    _check_may(answer)
    t = answer.t
    field = discord.ui.TextInput(
        label=t("Such as Europe/Prague, or just Prague"), custom_id="zone", max_length=_LONGEST_ZONE
    )
    return form(t("Time zone"), press("zone", ""), field)


def _check_may(answer: Answer) -> None:
    """The panel may be older than somebody's right to use it."""
    if not answer.interaction.permissions.manage_guild:
        raise Foreign(TableTrouble.NOT_A_MANAGER)


def _guild(answer: Answer) -> int:
    assert answer.interaction.guild_id is not None
    return answer.interaction.guild_id


def _first_words(settings: ServerSettings, t: Texts) -> str:
    now = datetime.now(ZoneInfo(settings.time_zone))
    lines = [
        t("**Settings of this server.**"),
        t("Time zone: **{zone}**, where it is {time} now.", zone=settings.time_zone, time=f"{now:%H:%M}"),
        t.many(
            "Whom a table waits for, I remind after {number} hour, but not between 22:00 and 8:00.",
            "Whom a table waits for, I remind after {number} hours, but not between 22:00 and 8:00.",
            settings.remind_after,
        ),
        t.many(
            "After {number} hour the other side may claim the game. A table where nobody plays closes then.",
            "After {number} hours the other side may claim the game. A table where nobody plays closes then.",
            settings.claim_after,
        ),
    ]
    return "\n".join(lines)


def _first_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    languages = [(AS_IS, t("Language: as the server has it")), *LANGUAGE_NAMES.items()]
    reminders = [
        (str(hours), t.many("Reminder after {number} hour", "Reminder after {number} hours", hours))
        for hours in _REMIND_AFTER
    ]
    claims = [
        (str(hours), t.many("Claim after {number} hour", "Claim after {number} hours", hours)) for hours in _CLAIM_AFTER
    ]
    return view(
        [
            select(t("Language"), press("setting", "language"), options(languages, settings.language or AS_IS), row=0),
            select(t("Colours"), press("setting", "theme"), options(themes(t), settings.theme), row=1),
            select(t("Reminder"), press("setting", "remind"), options(reminders, str(settings.remind_after)), row=2),
            select(t("Claim"), press("setting", "claim"), options(claims, str(settings.claim_after)), row=3),
            button(t("Time zone"), press("setting", "zone"), GREY, row=4),
            button(t("Rules of /play"), press("setting", "rules_page"), BLUE, row=4),
        ]
    )


def _rules_words(settings: ServerSettings, t: Texts) -> str:
    return "\n".join(
        (
            t("**Settings of this server.** What `/play` uses unless told otherwise:"),
            title_words(settings.rules, t) + ". " + " ".join(rules_words(settings.rules, t)),
        )
    )


def _rules_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    rules = settings.rules
    lengths = [
        (str(length), t.many("Match to {number} point", "Match to {number} points", length) if length else t("Money"))
        for length in _LENGTHS
    ]
    variants = [(variant.value, variant_words(variant, t)) for variant in Variant]
    in_force = _in_force(rules)
    rule_options = [choice(label=t(words), value=name, default=name in in_force) for name, words in _RULES.items()]
    rule_list = select(t("No special rule"), press("setting", "rules"), rule_options, row=2)
    rule_list.min_values, rule_list.max_values = 0, len(rule_options)
    return view(
        [
            select(t("Length"), press("setting", "length"), options(lengths, str(rules.length)), row=0),
            select(t("Set-up"), press("setting", "variant"), options(variants, rules.variant.value), row=1),
            rule_list,
            button(t("Back"), press("setting", "first_page"), GREY, row=3),
        ]
    )


def _in_force(rules: Rules) -> set[str]:
    """The names of `_RULES` that a server plays by, money and match together."""
    held = {
        "cube": rules.cube,
        "crawford": rules.crawford,
        "jacoby": rules.money.jacoby is not Jacoby.OFF,
        "beavers": rules.money.animals is not Beavers.NONE,
        "raccoons": rules.money.animals is Beavers.RACCOON,
        "automatic": rules.money.auto_doubles > 0,
        "egyptian": rules.max_on_point is not None,
    }
    return {name for name, on in held.items() if on}


def _with_rules(rules: Rules, names: Sequence[str]) -> Rules:
    money = replace(
        rules.money,
        jacoby=Jacoby.PER_CUBE if "jacoby" in names else Jacoby.OFF,
        animals=Beavers.RACCOON if "raccoons" in names else Beavers.BEAVER if "beavers" in names else Beavers.NONE,
        auto_doubles=max(rules.money.auto_doubles, 1) if "automatic" in names else 0,
    )
    return replace(
        rules,
        cube="cube" in names,
        crawford="crawford" in names,
        max_on_point=EGYPTIAN if "egyptian" in names else None,
        money=money,
    )
