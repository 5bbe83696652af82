"""PersonPreferences, settings and the More panel: every switch has its effect."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest

from bot.backgammon import Jacoby, Phase, Variant, format_xgid, xgid_of
from bot.tables.preferences import PersonPreferences, Preferences, ServerSettings
from bot.tables.table import Stage
from bot.texts import texts
from tests.hours import where_it_is_noon

from .bot import OneBot, component, said, walk


def other(who: str) -> str:
    return {"Ann": "Bob", "Bob": "Ann"}[who]


def labels(message: Any) -> list[str]:
    return [each["label"] for each in walk(message) if "label" in each]


#: Switches of the page about reminders.
ON_TIME = ("mentions", "direct")


async def switch(bot: OneBot, who: str, *names: str) -> Any:
    """Press these switches of `/preferences`."""
    shown = (await bot.people[who].slash(bot.channel, "preferences")).response
    assert shown.ephemeral
    for name in names:
        if name in ON_TIME:
            shown = (await bot.tap(who, shown, "time")).response
        shown = (await bot.tap(who, shown, name)).response
    return shown


async def settings(bot: OneBot, page: str = "first_page") -> Any:
    """A page of `/settings`, shown to somebody who may."""
    if "Dan" not in bot.people:
        bot.hire("Dan", manage_guild=True)
    shown = (await bot.people["Dan"].slash(bot.channel, "settings")).response
    assert shown.ephemeral
    for there in {"first_page": (), "rules_page": ("rules_page",), "cube_page": ("rules_page", "cube_page")}[page]:
        shown = (await bot.tap("Dan", shown, there)).response
    return shown


async def setting(bot: OneBot, name: str, *values: str) -> Any:
    """Choose in `/settings`, as somebody who may."""
    on = {"rules_page": ("length", "variant", "rules"), "cube_page": ("beavers", "cap")}
    page = next((page for page, names in on.items() if name in names), "first_page")
    shown = await settings(bot, page)
    return (await bot.choose("Dan", shown, name, *values)).response


async def zone(bot: OneBot, typed: str) -> Any:
    """Fill in the form for the time zone."""
    form = await bot.tap("Dan", await settings(bot), "zone")
    return await bot.people["Dan"].submit_modal(form, {"zone": typed})


async def kept(bot: OneBot) -> ServerSettings:
    """The server's settings as another process reads them."""
    return await Preferences(bot.services.store).of_server(bot.guild.id)


async def test_a_switch_shows_its_state_and_keeps_it(bot: OneBot) -> None:
    shown = await switch(bot, "Bob", "auto_roll")
    assert "Auto-roll: off" in labels(shown)
    assert "Auto-move: on" in labels(shown)
    shown = await switch(bot, "Bob", "auto_roll")
    assert "Auto-roll: on" in labels(shown)
    assert await bot.services.preferences.of_person(bot.people["Bob"].id) == PersonPreferences(spoken="en-US")


async def test_who_rolls_himself_is_asked_to(bot: OneBot) -> None:
    for who in ("Ann", "Bob"):
        await switch(bot, who, "auto_roll")
    await bot.play(length=1)
    await bot.turn()
    assert bot.labels == ["Roll", "More"]
    who = await bot.asked()
    assert f"<@{bot.people[who].id}>, roll." in bot.live.content
    await bot.press(who, "Roll")
    assert bot.seen.dice is not None


async def test_who_does_not_is_rolled_for_when_he_could_not_double(bot: OneBot) -> None:
    await bot.play(length=1)
    await bot.turn()
    assert bot.labels == ["Move", "More"]


@pytest.mark.parametrize("automatic", [True, False])
async def test_forced_plays_are_made_for_whoever_leaves_them_to_the_bot(bot: OneBot, automatic: bool) -> None:
    if not automatic:
        for who in ("Ann", "Bob"):
            await switch(bot, who, "auto_move")
    await bot.play(length=1)
    await bot.show_position({24: 1, 2: 1}, {2: 2, 22: 1}, (2, 1))
    forced = 0
    for _ in range(20):
        if (await bot.table()).stage is not Stage.OPEN:
            break
        match = await bot.match()
        forced += len(match.game.plays(match.rules)) == 1
        await bot.turn()
    assert bool(forced) is not automatic


async def test_who_wants_no_second_question_doubles_and_resigns_at_once(bot: OneBot) -> None:
    for who in ("Ann", "Bob"):
        await switch(bot, who, "confirm")
    await bot.play()
    doubler = await bot.until(Phase.CUBE)
    await bot.press(doubler, "Double")
    assert (await bot.match()).game.phase is Phase.OFFER
    await bot.press(other(doubler), "Drop")
    assert (await bot.match()).game.phase is Phase.OVER


async def test_who_is_asked_once_more_may_think_better_of_it(bot: OneBot) -> None:
    await bot.play()
    doubler = await bot.until(Phase.CUBE)
    asked = await bot.press(doubler, "Double")
    assert "Double the cube to 2?" in said(asked)
    cancelled = await bot.people[doubler].click(asked.response, label="Cancel")
    assert cancelled.response is None
    assert (await bot.match()).game.phase is Phase.CUBE
    command = await bot.people[doubler].slash(bot.channel, "double")
    await bot.press(doubler, "Confirm", command.response)
    dropper = other(doubler)
    assert "Drop and lose 1 point?" in said(await bot.press(dropper, "Drop"))


async def test_a_confirmation_that_comes_too_late_does_nothing(bot: OneBot) -> None:
    await bot.play()
    doubler = await bot.until(Phase.CUBE)
    asking = (await bot.press(doubler, "Double")).response
    await bot.restart()  # which forgets that the question could be taken back
    await bot.press(doubler, "Roll")
    late = await bot.press(doubler, "Confirm", asking)
    assert "The table has moved on." in said(late)
    assert (await bot.match()).game.phase is Phase.PLAY


async def test_who_wants_no_mentions_is_named_but_not_notified(bot: OneBot) -> None:
    for who in ("Ann", "Bob"):
        await switch(bot, who, "mentions")
    await bot.play()
    await bot.turn()
    assert f"<@{bot.people[await bot.asked()].id}>" in bot.live.content
    assert bot.notified(bot.live) == []


async def test_a_closed_door_refuses_challenges(bot: OneBot) -> None:
    await switch(bot, "Bob", "door")
    answer = await bot.slash("Ann", "play", opponent="Bob")
    assert "Bob takes no challenges at the moment." in answer
    assert bot.messages == []


async def blocks(bot: OneBot, who: str, *people: str) -> Any:
    """Choose, in the list of `/preferences`, everybody whom somebody does not play with."""
    shown = (await bot.people[who].slash(bot.channel, "preferences")).response
    return (await bot.choose(who, shown, "blocked", *(bot.people[name] for name in people))).response


def shown_as_blocked(bot: OneBot, panel: Any) -> list[str]:
    (menu,) = [each for each in walk(panel) if each["custom_id"] == component(panel, "blocked")]
    ids = [int(each["id"]) for each in menu.get("default_values", [])]
    return [name for name, person in bot.people.items() if person.id in ids]


async def test_whom_somebody_does_not_play_with_is_shown_and_kept(bot: OneBot) -> None:
    assert shown_as_blocked(bot, await switch(bot, "Bob")) == []
    assert shown_as_blocked(bot, await blocks(bot, "Bob", "Ann", "Cyd")) == ["Ann", "Cyd"]
    await bot.restart()
    assert shown_as_blocked(bot, await switch(bot, "Bob")) == ["Ann", "Cyd"]
    assert shown_as_blocked(bot, await blocks(bot, "Bob")) == []
    assert await bot.services.preferences.of_person(bot.people["Bob"].id) == PersonPreferences(spoken="en-US")


async def test_nobody_blocks_himself_or_a_bot(bot: OneBot) -> None:
    bot.people["Robot"] = bot.guild.add_member(bot.env.create_user("robot", bot=True))
    assert shown_as_blocked(bot, await blocks(bot, "Bob", "Bob", "Robot", "Ann")) == ["Ann"]


async def test_who_is_blocked_can_neither_challenge_nor_accept_nor_join(bot: OneBot) -> None:
    await blocks(bot, "Bob", "Ann")
    refusal = "Bob takes no challenges at the moment."
    assert await bot.slash("Ann", "play", opponent="Bob") == refusal
    assert bot.messages == []
    await bot.slash("Bob", "play")
    assert said(await bot.press("Ann", "Play", bot.last)) == refusal
    await bot.slash("Bob", "chouette open")
    assert said(await bot.press("Ann", "Join", bot.last)) == refusal


async def test_who_is_blocked_may_be_met_in_somebody_elses_chouette(bot: OneBot) -> None:
    await blocks(bot, "Bob", "Ann")
    await bot.slash("Cyd", "chouette open")
    for who in ("Ann", "Bob"):
        await bot.press(who, "Join", bot.last)
    await bot.slash("Cyd", "chouette start")
    assert (await bot.table()).stage is Stage.OPEN


async def test_the_panels_fit_on_a_phone(bot: OneBot) -> None:
    pages = [await settings(bot, page) for page in ("first_page", "rules_page", "cube_page")]
    for panel in (await switch(bot, "Bob"), *pages):
        assert len(panel.components) <= 5
        assert all(len(label) <= 20 for label in labels(panel))


def listed(message: Any, verb: str) -> list[str]:
    """The labels of what a list offers."""
    (found,) = [each for each in walk(message) if each["custom_id"] == component(message, verb)]
    return [option["label"] for option in found["options"]]


async def test_every_list_says_what_is_chosen_in_it(bot: OneBot) -> None:
    mine, first = await switch(bot, "Bob"), await settings(bot)
    assert listed(mine, "language")[:2] == ["Language: as in Discord", "Language: English"]
    assert listed(mine, "theme")[0] == "Colours: as the server has them"
    assert "**People you do not play with**, the last list" in mine.content
    assert listed(first, "theme")[0] == "Colours: Wood" and listed(first, "remind")[0] == "Reminder: after 1 hour"
    rules = await settings(bot, "rules_page")
    assert listed(rules, "length")[0] == "Length: Money" and listed(rules, "variant")[0] == "Set-up: backgammon"


async def test_the_servers_own_language_is_said_by_name(bot: OneBot) -> None:
    panel = await settings(bot)
    assert listed(panel, "language") == [
        "Language: as the players speak",
        "Language: English",
        "Language: Čeština",
        "Language: Русский",
    ]
    assert "At a table: the language that all its players have. Otherwise: English, as in Discord." in panel.content
    guild = bot.client.get_guild(bot.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.Locale.czech
    assert "Otherwise: Čeština, as in Discord." in (await settings(bot)).content
    fixed = await setting(bot, "language", "ru")
    assert "All that everybody sees is in one language: Русский." in fixed.content


async def test_the_number_of_beavers_and_the_cap_are_set(bot: OneBot) -> None:
    page = await setting(bot, "beavers", "3")
    assert "Beavers: at most 3 a game." in page.content
    await setting(bot, "cap", "8")
    money = (await kept(bot)).rules.money
    assert (money.animals, money.beavers_per_bet, money.cube_cap) == (1, 3, 8)
    await setting(bot, "cap", "0")
    assert "No beavers." in (await setting(bot, "beavers", "0")).content
    money = (await kept(bot)).rules.money
    assert (money.animals, money.cube_cap) == (0, None)


async def test_a_list_that_shows_something_else_is_another_one(bot: OneBot) -> None:
    """A client keeps what was chosen in a list while its custom id is the same."""
    page = await settings(bot, "rules_page")
    before = component(page, "rules")
    await bot.choose("Dan", page, "rules", "raccoons")
    assert component(page, "rules") != before
    assert [each["value"] for each in walk(page)[2]["options"] if each.get("default")] == ["beavers", "raccoons"]


@pytest.mark.parametrize("language", ["cs", "ru"])
async def test_ones_own_language_is_for_private_answers_only(bot: OneBot, language: str) -> None:
    shown = (await bot.people["Cyd"].slash(bot.channel, "preferences")).response
    await bot.choose("Cyd", shown, "language", language)
    await bot.play()
    assert "Opening roll:" in bot.live.content
    refused = said(await bot.press("Cyd", "Move"))
    assert refused == texts(language)("You do not play at this table.")


@pytest.mark.parametrize("language", ["cs", "ru"])
async def test_the_servers_language_is_for_what_everybody_sees(bot: OneBot, language: str) -> None:
    await setting(bot, "language", language)
    await bot.slash("Ann", "play", opponent="Bob")
    t = texts(language)
    assert walk(bot.last)[0]["label"] == t("Accept challenge")
    await bot.tap("Bob", bot.last, "join")
    assert walk(bot.live)[0]["label"] == t("Move")
    assert said(await bot.tap("Cyd", bot.live, "move")) == "You do not play at this table."


async def test_the_servers_rules_are_what_play_takes_for_what_it_is_not_told(bot: OneBot) -> None:
    await setting(bot, "length", "5")
    await setting(bot, "variant", "nackgammon")
    shown = await setting(bot, "rules", "cube", "egyptian")
    assert "nackgammon, a match to 5 points." in shown.content
    assert "No Crawford rule." in shown.content
    await bot.play()
    rules = (await bot.table()).about.setup
    assert (rules.length, rules.variant, rules.max_on_point, rules.crawford) == (5, Variant.NACKGAMMON, 5, False)
    assert rules.money.jacoby is Jacoby.OFF and rules.money.animals == 0


async def test_all_rules_can_be_switched_off(bot: OneBot) -> None:
    shown = await setting(bot, "rules")
    assert "No doubling cube." in shown.content


@pytest.mark.parametrize("theme", ["wood", "dark", "contrast"])
async def test_the_servers_colours_are_those_of_the_board(bot: OneBot, theme: str) -> None:
    await setting(bot, "theme", theme)
    assert (await bot.services.preferences.of_server(bot.guild.id)).theme == theme
    await bot.play()
    assert bot.live.attachments


async def test_settings_are_for_managers_only_also_when_the_panel_is_older_than_the_right(bot: OneBot) -> None:
    assert "settings" not in bot.people["Bob"].available_commands(bot.channel)
    shown = await settings(bot, "rules_page")
    bot.dismiss("Dan")
    refused = await bot.choose("Dan", shown, "length", "5")
    assert "Only who may manage this server can change its settings." in said(refused)
    assert (await bot.services.preferences.of_server(bot.guild.id)).rules.length == 0


async def test_times_are_set_and_told(bot: OneBot) -> None:
    await setting(bot, "remind", "1")
    shown = await setting(bot, "claim", "168")
    assert "I remind after 1 hour," in shown.content and "After 168 hours the other side may claim" in shown.content
    assert await kept(bot) == ServerSettings(remind_after=1, claim_after=168)


async def test_a_shorter_time_holds_for_tables_that_wait_already(bot: OneBot) -> None:
    await zone(bot, where_it_is_noon())
    await bot.play()
    await bot.turn()
    await setting(bot, "remind", "1")
    before = len(bot.messages)
    bot.later(3700)
    for _ in range(2):
        bot.later(3700)
        await bot.tick()
    reminded = bot.messages[before:]
    assert reminded, "nobody has been reminded"
    assert bot.notified(reminded[0]) == [await bot.asked()]


@pytest.mark.parametrize("typed", ["prague", "Europe/prague", "EUROPE/PRAGUE"])
async def test_the_time_zone_is_found_however_it_is_typed_and_proven_by_its_time(bot: OneBot, typed: str) -> None:
    assert "Time zone: **UTC**" in (await settings(bot)).content
    shown = (await zone(bot, typed)).response
    assert re.search(r"Time zone: \*\*Europe/Prague\*\*, where it is \d\d:\d\d now\.", shown.content)
    assert (await kept(bot)).time_zone == "Europe/Prague"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("Pragu", "Similar ones: **Europe/Prague**"),
        ("Istanbul", "Similar ones: **Asia/Istanbul** and **Europe/Istanbul**."),
        ("@everyone 123", "I know no time zone “@\u200beveryone 123”. Write it like Europe/Prague"),
    ],
)
async def test_an_unknown_time_zone_changes_nothing(bot: OneBot, typed: str, answer: str) -> None:
    assert answer in said(await zone(bot, typed))
    assert (await kept(bot)).time_zone == "UTC"


async def test_the_form_for_the_time_zone_is_for_managers_only(bot: OneBot) -> None:
    form = await bot.tap("Dan", await settings(bot), "zone")
    bot.dismiss("Dan")
    refused = await bot.people["Dan"].submit_modal(form, {"zone": "prague"})
    assert "Only who may manage this server can change its settings." in said(refused)
    assert (await kept(bot)).time_zone == "UTC"


async def test_one_page_leads_to_the_other_and_back(bot: OneBot) -> None:
    rules = await settings(bot, "rules_page")
    assert "What `/play` uses unless told otherwise:" in rules.content
    first = (await bot.press("Dan", "Back", rules)).response
    assert "Time zone" in labels(first)


# More


async def more(bot: OneBot, who: str) -> Any:
    return (await bot.press(who, "More")).response


async def test_more_tells_the_state_and_offers_what_is_possible(bot: OneBot) -> None:
    await bot.play(length=3)
    panel = await more(bot, "Ann")
    assert panel.ephemeral
    assert labels(panel) == [
        "Board", "Position", "Pips", "Note", "Rules of this table", "Pause", "Void the game", "Resign…",
    ]  # fmt: skip
    assert "Match to 3: **Ann** 0, **Bob** 0." in panel.content
    assert "https://discord.com/channels/" in panel.content
    await bot.turn()
    assert "Undo" in labels(await more(bot, "Ann"))


async def test_more_gives_a_stranger_what_changes_nothing(bot: OneBot) -> None:
    await bot.play()
    assert labels(await more(bot, "Cyd")) == ["Board", "Position", "Pips", "Rules of this table"]


@pytest.mark.parametrize(
    ("label", "what", "asked"),
    [
        ("Single game: 1 point", "a single game", "Resign a single game: that costs you 1 point. Sure?"),
        ("Gammon: 2 points", "a gammon", "Resign a gammon: that costs you 2 points. Sure?"),
        ("Backgammon: 3 points", "a backgammon", "Resign a backgammon: that costs you 3 points. Sure?"),
        ("The whole match", "the match", "Resign the match: your opponent wins it. Sure?"),
    ],
)
async def test_every_resignation_says_what_it_costs_and_leaves_nothing_behind(
    bot: OneBot, label: str, what: str, asked: str
) -> None:
    await bot.play(length=5)
    before = bot.private
    panel = await more(bot, "Ann")
    ways = await bot.press("Ann", "Resign…", panel)
    assert labels(ways.response) == [
        "Single game: 1 point", "Gammon: 2 points", "Backgammon: 3 points", "The whole match", "Cancel",
    ]  # fmt: skip
    doubt = await bot.press("Ann", label, ways.response)
    assert said(doubt) == asked
    assert (await bot.press("Ann", "Confirm", doubt.response)).response is None
    assert bot.private == before
    cost = "" if what == "the match" else ": " + label.split(": ")[1]
    assert f"**Ann** offers to resign {what}{cost}. Accept or decline?" in bot.live.content
    assert bot.labels == ["Accept resignation", "Decline resignation"], "nothing else is to be done meanwhile"
    await bot.press("Bob", "Decline resignation")
    assert "Accept resignation" not in bot.labels and "More" in bot.labels


@pytest.mark.parametrize(
    ("length", "ways"),
    [
        (1, ["Single game: 1 point"]),
        (2, ["Single game: 1 point", "Gammon: 2 points"]),
        (3, ["Single game: 1 point", "Gammon: 2 points", "Backgammon: 3 points"]),
        (4, ["Single game: 1 point", "Gammon: 2 points", "Backgammon: 3 points", "The whole match"]),
    ],
)
async def test_only_ways_to_resign_of_different_prices_are_offered(bot: OneBot, length: int, ways: list[str]) -> None:
    """More than the whole match nobody can lose. What is typed is taken as it is said."""
    await bot.play(length=length)
    offered = await bot.press("Ann", "Resign…", await more(bot, "Ann"))
    assert labels(offered.response) == [*ways, "Cancel"]
    points = min(length, 3)
    doubt = await bot.slash("Ann", "resign", kind="backgammon")
    assert f"Resign a backgammon: that costs you {points} point{'s' if points > 1 else ''}. Sure?" in doubt
    assert ("That loses the match." in doubt) is (length <= 3)


async def test_who_thinks_better_of_it_is_left_with_nothing(bot: OneBot) -> None:
    await bot.play()
    ways = await bot.press("Ann", "Resign…", await more(bot, "Ann"))
    assert labels(ways.response) == ["Single game: 1 point", "Cancel"], "Jacoby: the others cost no less and no more"
    doubt = await bot.press("Ann", "Single game: 1 point", ways.response)
    assert (await bot.press("Ann", "Cancel", doubt.response)).response is None
    ways = await bot.press("Ann", "Resign…", await more(bot, "Ann"))
    assert (await bot.press("Ann", "Cancel", ways.response)).response is None
    assert (await bot.match()).proposals == ()


async def test_a_claim_is_offered_when_it_is_due(bot: OneBot) -> None:
    await bot.play()
    waits = other(await bot.asked())
    assert "Claim" not in labels(await more(bot, waits))
    bot.later(73 * 3600)
    assert "Claim" in labels(await more(bot, waits)) and "Claim" not in labels(await more(bot, other(waits)))
    assert (await bot.press(waits, "Claim", await more(bot, waits))).response is None
    assert f"**{waits}** claims the game." in bot.live.content


async def test_the_position_and_the_rules_behind_more_are_told_to_one_alone(bot: OneBot) -> None:
    await bot.play(length=3)
    told = await bot.press("Cyd", "Position", await more(bot, "Cyd"))
    assert told.response.ephemeral and told.response.attachments
    xgid = format_xgid(xgid_of(await bot.match()))
    assert said(told).startswith(f"`{xgid}`\nPosition ID: `") and "Match ID: `" in said(told)
    rules = await bot.press("Cyd", "Rules of this table", await more(bot, "Cyd"))
    assert rules.response.ephemeral and said(rules).startswith("**backgammon, a match to 3 points**")


async def test_pips_and_board_from_the_panel(bot: OneBot) -> None:
    await bot.play()
    before = bot.live.id
    pips = await bot.press("Cyd", "Pips", await more(bot, "Cyd"))
    assert said(pips) == "**Ann**: 167 pips\n**Bob**: 167 pips\nLevel."
    await bot.press("Cyd", "Board", await more(bot, "Cyd"))
    assert bot.live.id != before


async def test_undo_from_the_panel(bot: OneBot) -> None:
    await bot.play()
    mover = await bot.asked()
    dice = "-".join(map(str, bot.seen.dice or ()))
    await bot.turn()
    await bot.press(mover, "Undo", await more(bot, mover))
    asked = f"**{mover}** asks to take back this play: **{mover}** {dice}: "
    assert asked in bot.live.content and bot.live.content.split(asked)[1].endswith(". Accept or decline?")
    await bot.press(other(mover), "Accept undo")
    assert "agrees: the last action is taken back." in bot.live.content
    assert await bot.asked() == mover and bot.seen.dice is not None


async def test_the_game_is_voided_by_both_from_the_panel(bot: OneBot) -> None:
    await bot.play()
    await bot.press("Ann", "Void the game", await more(bot, "Ann"))
    await bot.press("Bob", "Accept voiding")
    assert "Game 1 counts for nothing." in bot.live.content


async def settlement(bot: OneBot, who: str, points: str) -> Any:
    form = await bot.press(who, "Settle…", await more(bot, who))
    assert form.modal
    return await bot.people[who].submit_modal(form, {"points": points})


async def test_a_settlement_is_typed_into_a_form(bot: OneBot) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    await settlement(bot, who, "+2")
    assert f"**{who}** offers to settle: **{who}** receives 2 points. Accept or decline?" in bot.live.content
    await bot.press(other(who), "Decline settlement")
    await settlement(bot, who, "−1")
    assert f"**{who}** offers to settle: **{other(who)}** receives 1 point." in bot.live.content
    await bot.press(other(who), "Accept settlement")
    score = (await bot.match()).score
    assert score == ((-1, 1) if who == "Ann" else (1, -1))


@pytest.mark.parametrize("typed", ["two", "1.5", "-", "½", "٣x"])
async def test_a_settlement_of_no_number_is_refused(bot: OneBot, typed: str) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    refused = await settlement(bot, who, typed)
    assert "Points are a whole number, such as 2 or -1," in said(refused)
    assert (await bot.match()).proposals == ()


async def test_a_settlement_too_large_or_too_often_is_refused(bot: OneBot) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    assert "9999 points at most" in said(await settlement(bot, who, "10000"))
    for points in ("1", "2"):
        await settlement(bot, who, points)
        await bot.press(other(who), "Decline settlement")
    assert "Settle…" not in labels(await more(bot, who))
    assert "Two settlements" in await bot.slash(who, "settle", points=3)


async def test_a_list_that_cannot_be_read_is_told_and_kept(bot: OneBot) -> None:
    """A newer bot has written whom Ann does not play with: nobody is let in, nothing lost, all else can be chosen."""
    store, ann = bot.services.store, bot.people["Ann"].id
    await store.set_preferences(ann, b'{"blocked":{"users":[1]},"auto_roll":true}')
    shown = await switch(bot, "Ann", "auto_roll")
    assert "I cannot read it" in shown.content and "Auto-roll: off" in labels(shown)
    assert await store.preferences(ann) == b'{"blocked":{"users":[1]},"auto_roll":false,"spoken":"en-US"}'
    [people] = [each for each in walk(shown) if each["custom_id"] == component(shown, "blocked")]
    assert people["disabled"]
    assert "takes no challenges" not in await bot.slash("Ann", "play", opponent="Bob")
    assert "challenge somebody by name" in await bot.slash("Ann", "play")
    assert "challenge somebody by name" in await bot.slash("Ann", "chouette open")


async def test_preferences_that_cannot_be_read_are_not_written_over(bot: OneBot) -> None:
    store, ann = bot.services.store, bot.people["Ann"].id
    await store.set_preferences(ann, b"[2030]")
    shown = await switch(bot, "Ann")
    answer = said(await bot.tap("Ann", shown, "auto_roll"))
    assert "comes from a newer version of the bot" in answer
    assert await store.preferences(ann) == b"[2030]"


async def test_settings_that_cannot_be_read_are_not_written_over(bot: OneBot) -> None:
    store = bot.services.store
    await store.set_guild_settings(bot.guild.id, b'{"rules":"as in 2030","theme":"neon","league":[1]}')
    answer = await setting(bot, "length", "7")
    assert "comes from a newer version of the bot" in answer.content
    await setting(bot, "remind", "6")
    assert await store.guild_settings(bot.guild.id) == (
        b'{"rules":"as in 2030","theme":"neon","league":[1],"remind_after":6}'
    )
