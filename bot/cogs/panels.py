"""`/preferences` and `/settings`: one ephemeral panel each, a press changes one thing and shows the panel anew."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from msgspec.structs import replace

from bot.backgammon import EGYPTIAN, Foreign, Jacoby, Rules, Stale, Variant
from bot.cogs.services import Interaction, Services
from bot.screens.answer import Answer
from bot.screens.buttons import GREEN, GREY, button, select, view
from bot.screens.custom_ids import Press
from bot.screens.rules_words import rules_words, title_words
from bot.screens.scene import variant_words
from bot.tables.faults import TableTrouble
from bot.tables.habits import LANGUAGES, THEMES, Preferences, ServerSettings
from bot.texts import N_, Texts

#: Custom ids name a table; these panels have none.
_NO_TABLE = "0"
_LANGUAGE_NAMES = {"en-US": "English", "cs": "Čeština", "ru": "Русский"}
_THEME_NAMES = {"wood": N_("Wood"), "dark": N_("Dark"), "contrast": N_("High contrast")}
_AS_IS = "-"
_LENGTHS = (0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
_SWITCHES = {
    "auto_roll": N_("Roll for me when I could not double"),
    "auto_move": N_("Play for me when there is only one play"),
    "confirm": N_("Ask before I double, drop or resign"),
    "mentions": N_("Mention me when it is my turn"),
    "door": N_("Accept challenges"),
}
_RULES = {
    "cube": N_("Doubling cube"),
    "crawford": N_("Crawford rule"),
    "jacoby": N_("Jacoby rule"),
    "beavers": N_("Beavers"),
    "raccoons": N_("Raccoons"),
    "automatic": N_("Automatic double"),
    "egyptian": N_("Egyptian rule"),
}


class PanelCommands(commands.Cog):
    """The two panels."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description=locale_str("How the bot treats you: language, colours, what it does for you"))
    async def preferences(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            preferences = await self._services.habits.of_person(interaction.user.id)
            await answer.say(_preferences_words(answer.t), _preferences_view(preferences, answer.t))

        await self._services.run(interaction, work)

    @app_commands.command(description=locale_str("This server's language, colours and default rules"))
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            settings = await self._services.habits.of_server(_guild(answer))
            await answer.say(_settings_words(settings, answer.t), _settings_view(settings, answer.t))

        await self._services.run(interaction, work)


async def press_preference(services: Services, answer: Answer, press: Press) -> None:
    """A press in `/preferences`."""
    user = answer.interaction.user.id
    before = await services.habits.of_person(user)
    chosen = _chosen(answer)
    match press.extra:
        case "language":
            after = replace(before, language=chosen if chosen in LANGUAGES else None)
        case "theme":
            after = replace(before, theme=chosen if chosen in THEMES else None)
        case switch if switch in _SWITCHES:
            after = replace(before, **{switch: not getattr(before, switch)})
        case _:
            raise Stale(TableTrouble.MOVED_ON)
    await services.habits.keep_person(user, after)
    t = await services.texts_for(answer.interaction)
    await answer.change(_preferences_words(t), _preferences_view(after, t))


async def press_setting(services: Services, answer: Answer, press: Press) -> None:
    """A press in `/settings`."""
    if not answer.interaction.permissions.manage_guild:
        raise Foreign(TableTrouble.NOT_A_MANAGER)
    guild = _guild(answer)
    before = await services.habits.of_server(guild)
    chosen = _chosen(answer)
    match press.extra:
        case "language":
            after = replace(before, language=chosen if chosen in LANGUAGES else None)
        case "theme" if chosen in THEMES:
            after = replace(before, theme=chosen)
        case "length" if chosen in map(str, _LENGTHS):
            after = replace(before, rules=replace(before.rules, length=int(chosen)))
        case "variant" if chosen in [variant.value for variant in Variant]:
            after = replace(before, rules=replace(before.rules, variant=Variant(chosen)))
        case "rules":
            after = replace(before, rules=_with_rules(before.rules, _all_chosen(answer)))
        case _:
            raise Stale(TableTrouble.MOVED_ON)
    await services.habits.keep_server(guild, after)
    await answer.change(_settings_words(after, answer.t), _settings_view(after, answer.t))


def _guild(answer: Answer) -> int:
    assert answer.interaction.guild_id is not None
    return answer.interaction.guild_id


def _all_chosen(answer: Answer) -> list[str]:
    values = (answer.interaction.data or {}).get("values", [])
    return [str(value) for value in values] if isinstance(values, list) else []


def _chosen(answer: Answer) -> str:
    return next(iter(_all_chosen(answer)), "")


def _press(verb: str, extra: str) -> Press:
    return Press(verb, _NO_TABLE, 0, extra)


def _options(choices: Sequence[tuple[str, str]], now: str) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=label, value=value, default=value == now) for value, label in choices]


def _preferences_words(t: Texts) -> str:
    return t("**Your preferences.** They hold on every server.")


def _preferences_view(preferences: Preferences, t: Texts) -> discord.ui.View:
    languages = [(_AS_IS, t("Language: as in Discord")), *_LANGUAGE_NAMES.items()]
    themes = [(_AS_IS, t("Colours: as the server has them")), *_themes(t)]
    items: list[discord.ui.Item[discord.ui.View]] = [
        select(
            t("Language"), _press("preference", "language"), _options(languages, preferences.language or _AS_IS), row=0
        ),
        select(t("Colours"), _press("preference", "theme"), _options(themes, preferences.theme or _AS_IS), row=1),
    ]
    for number, (switch, words) in enumerate(_SWITCHES.items()):
        on = getattr(preferences, switch)
        label = ": ".join((t(words), t("on") if on else t("off")))
        items.append(button(label[:80], _press("preference", switch), GREEN if on else GREY, row=2 + number // 2))
    return view(items)


def _themes(t: Texts) -> list[tuple[str, str]]:
    return [(theme, t(words)) for theme, words in _THEME_NAMES.items()]


def _settings_words(settings: ServerSettings, t: Texts) -> str:
    lines = [
        t("**Settings of this server.** What `/play` takes for what it is not told:"),
        title_words(settings.rules, t) + ". " + " ".join(rules_words(settings.rules, t)),
        t(
            "Reminders after {remind} hours, claims after {claim}.",
            remind=settings.remind_after,
            claim=settings.claim_after,
        ),
    ]
    return "\n".join(lines)


def _settings_view(settings: ServerSettings, t: Texts) -> discord.ui.View:
    rules = settings.rules
    languages = [(_AS_IS, t("Language: as the server has it")), *_LANGUAGE_NAMES.items()]
    lengths = [
        (str(length), t.many("Match to {number} point", "Match to {number} points", length) if length else t("Money"))
        for length in _LENGTHS
    ]
    variants = [(variant.value, variant_words(variant, t)) for variant in Variant]
    in_force = _in_force(rules)
    rule_options = [
        discord.SelectOption(label=t(words), value=name, default=name in in_force) for name, words in _RULES.items()
    ]
    rule_list = select(t("No special rule"), _press("setting", "rules"), rule_options, row=4)
    rule_list.min_values, rule_list.max_values = 0, len(rule_options)
    return view(
        [
            select(
                t("Language"), _press("setting", "language"), _options(languages, settings.language or _AS_IS), row=0
            ),
            select(t("Colours"), _press("setting", "theme"), _options(_themes(t), settings.theme), row=1),
            select(t("Length"), _press("setting", "length"), _options(lengths, str(rules.length)), row=2),
            select(t("Set-up"), _press("setting", "variant"), _options(variants, rules.variant.value), row=3),
            rule_list,
        ]
    )


def _in_force(rules: Rules) -> set[str]:
    """The names of `_RULES` that a server plays by, money and match together."""
    held = {
        "cube": rules.cube,
        "crawford": rules.crawford,
        "jacoby": rules.money.jacoby is not Jacoby.OFF,
        "beavers": rules.money.animals > 0,
        "raccoons": rules.money.animals > 1,
        "automatic": rules.money.auto_doubles > 0,
        "egyptian": rules.max_on_point is not None,
    }
    return {name for name, on in held.items() if on}


def _with_rules(rules: Rules, chosen: Sequence[str]) -> Rules:
    money = replace(
        rules.money,
        jacoby=Jacoby.PER_CUBE if "jacoby" in chosen else Jacoby.OFF,
        animals=2 if "raccoons" in chosen else 1 if "beavers" in chosen else 0,
        auto_doubles=max(rules.money.auto_doubles, 1) if "automatic" in chosen else 0,
    )
    return replace(
        rules,
        cube="cube" in chosen,
        crawford="crawford" in chosen,
        max_on_point=EGYPTIAN if "egyptian" in chosen else None,
        money=money,
    )
