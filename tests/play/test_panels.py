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

from .party import Party, component, said, walk


def other(who: str) -> str:
    return {"Ann": "Bob", "Bob": "Ann"}[who]


def labels(message: Any) -> list[str]:
    return [each["label"] for each in walk(message) if "label" in each]


async def switch(club: Party, who: str, *names: str) -> Any:
    """Press these switches of `/preferences`."""
    shown = (await club.people[who].slash(club.channel, "preferences")).response
    assert shown.ephemeral
    for name in names:
        shown = (await club.tap(who, shown, name)).response
    return shown


async def settings(club: Party, page: str = "first_page") -> Any:
    """A page of `/settings`, shown to somebody who may."""
    if "Dan" not in club.people:
        club.hire("Dan", manage_guild=True)
    shown = (await club.people["Dan"].slash(club.channel, "settings")).response
    assert shown.ephemeral
    for there in {"first_page": (), "rules_page": ("rules_page",), "cube_page": ("rules_page", "cube_page")}[page]:
        shown = (await club.tap("Dan", shown, there)).response
    return shown


async def setting(club: Party, name: str, *values: str) -> Any:
    """Choose in `/settings`, as somebody who may."""
    on = {"rules_page": ("length", "variant", "rules"), "cube_page": ("beavers", "cap")}
    page = next((page for page, names in on.items() if name in names), "first_page")
    shown = await settings(club, page)
    return (await club.choose("Dan", shown, name, *values)).response


async def zone(club: Party, typed: str) -> Any:
    """Fill in the form for the time zone."""
    form = await club.tap("Dan", await settings(club), "zone")
    return await club.people["Dan"].submit_modal(form, {"zone": typed})


async def kept(club: Party) -> ServerSettings:
    """The server's settings as another process reads them."""
    return await Preferences(club.bot.services.store).of_server(club.guild.id)


async def test_a_switch_shows_its_state_and_keeps_it(club: Party) -> None:
    shown = await switch(club, "Bob", "auto_roll")
    assert "Auto-roll: off" in labels(shown)
    assert "Auto-move: on" in labels(shown)
    shown = await switch(club, "Bob", "auto_roll")
    assert "Auto-roll: on" in labels(shown)
    assert await club.bot.services.preferences.of_person(club.people["Bob"].id) == PersonPreferences(spoken="en-US")


async def test_who_rolls_himself_is_asked_to(club: Party) -> None:
    for who in ("Ann", "Bob"):
        await switch(club, who, "auto_roll")
    await club.play(length=1)
    await club.turn()
    assert club.labels == ["Roll", "More"]
    who = await club.asked()
    assert f"<@{club.people[who].id}>, roll." in club.live.content
    await club.press(who, "Roll")
    assert club.seen.dice is not None


async def test_who_does_not_is_rolled_for_when_he_could_not_double(club: Party) -> None:
    await club.play(length=1)
    await club.turn()
    assert club.labels == ["Move", "More"]


@pytest.mark.parametrize("automatic", [True, False])
async def test_forced_plays_are_made_for_whoever_leaves_them_to_the_bot(club: Party, automatic: bool) -> None:
    if not automatic:
        for who in ("Ann", "Bob"):
            await switch(club, who, "auto_move")
    await club.play(length=1)
    await club.show_position({24: 1, 2: 1}, {2: 2, 22: 1}, (2, 1))
    forced = 0
    for _ in range(20):
        if (await club.table()).stage is not Stage.OPEN:
            break
        match = await club.match()
        forced += len(match.game.plays(match.rules)) == 1
        await club.turn()
    assert bool(forced) is not automatic


async def test_who_wants_no_second_question_doubles_and_resigns_at_once(club: Party) -> None:
    for who in ("Ann", "Bob"):
        await switch(club, who, "confirm")
    await club.play()
    doubler = await club.until(Phase.CUBE)
    await club.press(doubler, "Double")
    assert (await club.match()).game.phase is Phase.OFFER
    await club.press(other(doubler), "Drop")
    assert (await club.match()).game.phase is Phase.OVER


async def test_who_is_asked_once_more_may_think_better_of_it(club: Party) -> None:
    await club.play()
    doubler = await club.until(Phase.CUBE)
    asked = await club.press(doubler, "Double")
    assert "Double the cube to 2?" in said(asked)
    cancelled = await club.people[doubler].click(asked.response, label="Cancel")
    assert cancelled.response is None
    assert (await club.match()).game.phase is Phase.CUBE
    command = await club.people[doubler].slash(club.channel, "double")
    await club.press(doubler, "Confirm", command.response)
    dropper = other(doubler)
    assert "Drop and lose 1 point?" in said(await club.press(dropper, "Drop"))


async def test_a_confirmation_that_comes_too_late_does_nothing(club: Party) -> None:
    await club.play()
    doubler = await club.until(Phase.CUBE)
    asking = (await club.press(doubler, "Double")).response
    await club.restart()  # which forgets that the question could be taken back
    await club.press(doubler, "Roll")
    late = await club.press(doubler, "Confirm", asking)
    assert "The table has moved on." in said(late)
    assert (await club.match()).game.phase is Phase.PLAY


async def test_who_wants_no_mentions_is_named_but_not_notified(club: Party) -> None:
    for who in ("Ann", "Bob"):
        await switch(club, who, "mentions")
    await club.play()
    await club.turn()
    assert f"<@{club.people[await club.asked()].id}>" in club.live.content
    assert club.notified(club.live) == []


async def test_a_closed_door_refuses_challenges(club: Party) -> None:
    await switch(club, "Bob", "door")
    answer = await club.slash("Ann", "play", opponent="Bob")
    assert "Bob takes no challenges at the moment." in answer
    assert club.messages == []


async def blocks(club: Party, who: str, *people: str) -> Any:
    """Choose, in the list of `/preferences`, everybody whom somebody does not play with."""
    shown = (await club.people[who].slash(club.channel, "preferences")).response
    return (await club.choose(who, shown, "blocked", *(club.people[name] for name in people))).response


def shown_as_blocked(club: Party, panel: Any) -> list[str]:
    (menu,) = [each for each in walk(panel) if each["custom_id"] == component(panel, "blocked")]
    ids = [int(each["id"]) for each in menu.get("default_values", [])]
    return [name for name, person in club.people.items() if person.id in ids]


async def test_whom_somebody_does_not_play_with_is_shown_and_kept(club: Party) -> None:
    assert shown_as_blocked(club, await switch(club, "Bob")) == []
    assert shown_as_blocked(club, await blocks(club, "Bob", "Ann", "Cyd")) == ["Ann", "Cyd"]
    await club.restart()
    assert shown_as_blocked(club, await switch(club, "Bob")) == ["Ann", "Cyd"]
    assert shown_as_blocked(club, await blocks(club, "Bob")) == []
    assert await club.bot.services.preferences.of_person(club.people["Bob"].id) == PersonPreferences(spoken="en-US")


async def test_nobody_blocks_himself_or_a_bot(club: Party) -> None:
    club.people["Robot"] = club.guild.add_member(club.env.create_user("robot", bot=True))
    assert shown_as_blocked(club, await blocks(club, "Bob", "Bob", "Robot", "Ann")) == ["Ann"]


async def test_who_is_blocked_can_neither_challenge_nor_accept_nor_join(club: Party) -> None:
    await blocks(club, "Bob", "Ann")
    refusal = "Bob takes no challenges at the moment."
    assert await club.slash("Ann", "play", opponent="Bob") == refusal
    assert club.messages == []
    await club.slash("Bob", "play")
    assert said(await club.press("Ann", "Play", club.last)) == refusal
    await club.slash("Bob", "chouette open")
    assert said(await club.press("Ann", "Join", club.last)) == refusal


async def test_who_is_blocked_may_be_met_in_somebody_elses_chouette(club: Party) -> None:
    await blocks(club, "Bob", "Ann")
    await club.slash("Cyd", "chouette open")
    for who in ("Ann", "Bob"):
        await club.press(who, "Join", club.last)
    await club.slash("Cyd", "chouette start")
    assert (await club.table()).stage is Stage.OPEN


async def test_the_panels_fit_on_a_phone(club: Party) -> None:
    pages = [await settings(club, page) for page in ("first_page", "rules_page", "cube_page")]
    for panel in (await switch(club, "Bob"), *pages):
        assert len(panel.components) <= 5
        assert all(len(label) <= 20 for label in labels(panel))


def listed(message: Any, verb: str) -> list[str]:
    """The labels of what a list offers."""
    (found,) = [each for each in walk(message) if each["custom_id"] == component(message, verb)]
    return [option["label"] for option in found["options"]]


async def test_every_list_says_what_is_chosen_in_it(club: Party) -> None:
    mine, first = await switch(club, "Bob"), await settings(club)
    assert listed(mine, "language")[:2] == ["Language: as in Discord", "Language: English"]
    assert listed(mine, "theme")[0] == "Colours: as the server has them"
    assert "**People you do not play with**, the last list" in mine.content
    assert listed(first, "theme")[0] == "Colours: Wood" and listed(first, "remind")[0] == "Reminder: after 1 hour"
    rules = await settings(club, "rules_page")
    assert listed(rules, "length")[0] == "Length: Money" and listed(rules, "variant")[0] == "Set-up: backgammon"


async def test_the_servers_own_language_is_said_by_name(club: Party) -> None:
    panel = await settings(club)
    assert listed(panel, "language") == [
        "Language: as the players speak",
        "Language: English",
        "Language: Čeština",
        "Language: Русский",
    ]
    assert "At a table: the language that all its players have. Otherwise: English, as in Discord." in panel.content
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.Locale.czech
    assert "Otherwise: Čeština, as in Discord." in (await settings(club)).content
    fixed = await setting(club, "language", "ru")
    assert "All that everybody sees is in one language: Русский." in fixed.content


async def test_the_number_of_beavers_and_the_cap_are_set(club: Party) -> None:
    page = await setting(club, "beavers", "3")
    assert "Beavers: at most 3 a game." in page.content
    await setting(club, "cap", "8")
    money = (await kept(club)).rules.money
    assert (money.animals, money.beavers_per_bet, money.cube_cap) == (1, 3, 8)
    await setting(club, "cap", "0")
    assert "No beavers." in (await setting(club, "beavers", "0")).content
    money = (await kept(club)).rules.money
    assert (money.animals, money.cube_cap) == (0, None)


async def test_a_list_that_shows_something_else_is_another_one(club: Party) -> None:
    """A client keeps what was chosen in a list while its custom id is the same."""
    page = await settings(club, "rules_page")
    before = component(page, "rules")
    await club.choose("Dan", page, "rules", "raccoons")
    assert component(page, "rules") != before
    assert [each["value"] for each in walk(page)[2]["options"] if each.get("default")] == ["beavers", "raccoons"]


@pytest.mark.parametrize("language", ["cs", "ru"])
async def test_ones_own_language_is_for_private_answers_only(club: Party, language: str) -> None:
    shown = (await club.people["Cyd"].slash(club.channel, "preferences")).response
    await club.choose("Cyd", shown, "language", language)
    await club.play()
    assert "Opening roll:" in club.live.content
    refused = said(await club.press("Cyd", "Move"))
    assert refused == texts(language)("You do not play at this table.")


@pytest.mark.parametrize("language", ["cs", "ru"])
async def test_the_servers_language_is_for_what_everybody_sees(club: Party, language: str) -> None:
    await setting(club, "language", language)
    await club.slash("Ann", "play", opponent="Bob")
    t = texts(language)
    assert walk(club.last)[0]["label"] == t("Accept challenge")
    await club.tap("Bob", club.last, "join")
    assert walk(club.live)[0]["label"] == t("Move")
    assert said(await club.tap("Cyd", club.live, "move")) == "You do not play at this table."


async def test_the_servers_rules_are_what_play_takes_for_what_it_is_not_told(club: Party) -> None:
    await setting(club, "length", "5")
    await setting(club, "variant", "nackgammon")
    shown = await setting(club, "rules", "cube", "egyptian")
    assert "nackgammon, a match to 5 points." in shown.content
    assert "No Crawford rule." in shown.content
    await club.play()
    rules = (await club.table()).about.setup
    assert (rules.length, rules.variant, rules.max_on_point, rules.crawford) == (5, Variant.NACKGAMMON, 5, False)
    assert rules.money.jacoby is Jacoby.OFF and rules.money.animals == 0


async def test_all_rules_can_be_switched_off(club: Party) -> None:
    shown = await setting(club, "rules")
    assert "No doubling cube." in shown.content


@pytest.mark.parametrize("theme", ["wood", "dark", "contrast"])
async def test_the_servers_colours_are_those_of_the_board(club: Party, theme: str) -> None:
    await setting(club, "theme", theme)
    assert (await club.bot.services.preferences.of_server(club.guild.id)).theme == theme
    await club.play()
    assert club.live.attachments


async def test_settings_are_for_managers_only_also_when_the_panel_is_older_than_the_right(club: Party) -> None:
    assert "settings" not in club.people["Bob"].available_commands(club.channel)
    shown = await settings(club, "rules_page")
    club.dismiss("Dan")
    refused = await club.choose("Dan", shown, "length", "5")
    assert "Only who may manage this server can change its settings." in said(refused)
    assert (await club.bot.services.preferences.of_server(club.guild.id)).rules.length == 0


async def test_times_are_set_and_told(club: Party) -> None:
    await setting(club, "remind", "1")
    shown = await setting(club, "claim", "168")
    assert "I remind after 1 hour," in shown.content and "After 168 hours the other side may claim" in shown.content
    assert await kept(club) == ServerSettings(remind_after=1, claim_after=168)


async def test_a_shorter_time_holds_for_tables_that_wait_already(club: Party) -> None:
    await zone(club, where_it_is_noon())
    await club.play()
    await club.turn()
    await setting(club, "remind", "1")
    before = len(club.messages)
    club.later(3700)
    for _ in range(2):
        club.later(3700)
        await club.tick()
    reminded = club.messages[before:]
    assert reminded, "nobody has been reminded"
    assert club.notified(reminded[0]) == [await club.asked()]


@pytest.mark.parametrize("typed", ["prague", "Europe/prague", "EUROPE/PRAGUE"])
async def test_the_time_zone_is_found_however_it_is_typed_and_proven_by_its_time(club: Party, typed: str) -> None:
    assert "Time zone: **UTC**" in (await settings(club)).content
    shown = (await zone(club, typed)).response
    assert re.search(r"Time zone: \*\*Europe/Prague\*\*, where it is \d\d:\d\d now\.", shown.content)
    assert (await kept(club)).time_zone == "Europe/Prague"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("Pragu", "Similar ones: **Europe/Prague**"),
        ("Istanbul", "Similar ones: **Asia/Istanbul** and **Europe/Istanbul**."),
        ("@everyone 123", "I know no time zone “@\u200beveryone 123”. Write it like Europe/Prague"),
    ],
)
async def test_an_unknown_time_zone_changes_nothing(club: Party, typed: str, answer: str) -> None:
    assert answer in said(await zone(club, typed))
    assert (await kept(club)).time_zone == "UTC"


async def test_the_form_for_the_time_zone_is_for_managers_only(club: Party) -> None:
    form = await club.tap("Dan", await settings(club), "zone")
    club.dismiss("Dan")
    refused = await club.people["Dan"].submit_modal(form, {"zone": "prague"})
    assert "Only who may manage this server can change its settings." in said(refused)
    assert (await kept(club)).time_zone == "UTC"


async def test_one_page_leads_to_the_other_and_back(club: Party) -> None:
    rules = await settings(club, "rules_page")
    assert "What `/play` uses unless told otherwise:" in rules.content
    first = (await club.press("Dan", "Back", rules)).response
    assert "Time zone" in labels(first)


# More


async def more(club: Party, who: str) -> Any:
    return (await club.press(who, "More")).response


async def test_more_tells_the_state_and_offers_what_is_possible(club: Party) -> None:
    await club.play(length=3)
    panel = await more(club, "Ann")
    assert panel.ephemeral
    assert labels(panel) == [
        "Board", "Position", "Pips", "Rules of this table", "Void the game", "Resign…",
    ]  # fmt: skip
    assert "Match to 3: **Ann** 0, **Bob** 0." in panel.content
    assert "https://discord.com/channels/" in panel.content
    await club.turn()
    assert "Undo" in labels(await more(club, "Ann"))


async def test_more_gives_a_stranger_what_changes_nothing(club: Party) -> None:
    await club.play()
    assert labels(await more(club, "Cyd")) == ["Board", "Position", "Pips", "Rules of this table"]


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
    club: Party, label: str, what: str, asked: str
) -> None:
    await club.play(length=5)
    before = club.private
    panel = await more(club, "Ann")
    ways = await club.press("Ann", "Resign…", panel)
    assert labels(ways.response) == [
        "Single game: 1 point", "Gammon: 2 points", "Backgammon: 3 points", "The whole match", "Cancel",
    ]  # fmt: skip
    doubt = await club.press("Ann", label, ways.response)
    assert said(doubt) == asked
    assert (await club.press("Ann", "Confirm", doubt.response)).response is None
    assert club.private == before
    cost = "" if what == "the match" else ": " + label.split(": ")[1]
    assert f"**Ann** offers to resign {what}{cost}. Accept or decline?" in club.live.content
    assert club.labels == ["Accept resignation", "Decline resignation"], "nothing else is to be done meanwhile"
    await club.press("Bob", "Decline resignation")
    assert "Accept resignation" not in club.labels and "More" in club.labels


@pytest.mark.parametrize(
    ("length", "ways"),
    [
        (1, ["Single game: 1 point"]),
        (2, ["Single game: 1 point", "Gammon: 2 points"]),
        (3, ["Single game: 1 point", "Gammon: 2 points", "Backgammon: 3 points"]),
        (4, ["Single game: 1 point", "Gammon: 2 points", "Backgammon: 3 points", "The whole match"]),
    ],
)
async def test_only_ways_to_resign_of_different_prices_are_offered(club: Party, length: int, ways: list[str]) -> None:
    """More than the whole match nobody can lose. What is typed is taken as it is said."""
    await club.play(length=length)
    offered = await club.press("Ann", "Resign…", await more(club, "Ann"))
    assert labels(offered.response) == [*ways, "Cancel"]
    points = min(length, 3)
    doubt = await club.slash("Ann", "resign", kind="backgammon")
    assert f"Resign a backgammon: that costs you {points} point{'s' if points > 1 else ''}. Sure?" in doubt
    assert ("That loses the match." in doubt) is (length <= 3)


async def test_who_thinks_better_of_it_is_left_with_nothing(club: Party) -> None:
    await club.play()
    ways = await club.press("Ann", "Resign…", await more(club, "Ann"))
    assert labels(ways.response) == ["Single game: 1 point", "Cancel"], "Jacoby: the others cost no less and no more"
    doubt = await club.press("Ann", "Single game: 1 point", ways.response)
    assert (await club.press("Ann", "Cancel", doubt.response)).response is None
    ways = await club.press("Ann", "Resign…", await more(club, "Ann"))
    assert (await club.press("Ann", "Cancel", ways.response)).response is None
    assert (await club.match()).proposals == ()


async def test_a_claim_is_offered_when_it_is_due(club: Party) -> None:
    await club.play()
    waits = other(await club.asked())
    assert "Claim" not in labels(await more(club, waits))
    club.later(73 * 3600)
    assert "Claim" in labels(await more(club, waits)) and "Claim" not in labels(await more(club, other(waits)))
    assert (await club.press(waits, "Claim", await more(club, waits))).response is None
    assert f"**{waits}** claims the game." in club.live.content


async def test_the_position_and_the_rules_behind_more_are_told_to_one_alone(club: Party) -> None:
    await club.play(length=3)
    told = await club.press("Cyd", "Position", await more(club, "Cyd"))
    assert told.response.ephemeral and told.response.attachments
    xgid = format_xgid(xgid_of(await club.match()))
    assert said(told).startswith(f"`{xgid}`\nPosition ID: `") and "Match ID: `" in said(told)
    rules = await club.press("Cyd", "Rules of this table", await more(club, "Cyd"))
    assert rules.response.ephemeral and said(rules).startswith("**backgammon, a match to 3 points**")


async def test_pips_and_board_from_the_panel(club: Party) -> None:
    await club.play()
    before = club.live.id
    pips = await club.press("Cyd", "Pips", await more(club, "Cyd"))
    assert said(pips) == "**Ann**: 167 pips\n**Bob**: 167 pips\nLevel."
    await club.press("Cyd", "Board", await more(club, "Cyd"))
    assert club.live.id != before


async def test_undo_from_the_panel(club: Party) -> None:
    await club.play()
    mover = await club.asked()
    await club.turn()
    await club.press(mover, "Undo", await more(club, mover))
    assert f"**{mover}** asks to take back the last action. Accept or decline?" in club.live.content
    await club.press(other(mover), "Accept undo")
    assert "agrees: the last action is taken back." in club.live.content
    assert await club.asked() == mover and club.seen.dice is not None


async def test_the_game_is_voided_by_both_from_the_panel(club: Party) -> None:
    await club.play()
    await club.press("Ann", "Void the game", await more(club, "Ann"))
    await club.press("Bob", "Accept voiding")
    assert "Game 1 counts for nothing." in club.live.content


async def settlement(club: Party, who: str, points: str) -> Any:
    form = await club.press(who, "Settle…", await more(club, who))
    assert form.modal
    return await club.people[who].submit_modal(form, {"points": points})


async def test_a_settlement_is_typed_into_a_form(club: Party) -> None:
    await club.play()
    who = await club.until(Phase.CUBE)
    await settlement(club, who, "+2")
    assert f"**{who}** offers to settle: **{who}** receives 2 points. Accept or decline?" in club.live.content
    await club.press(other(who), "Decline settlement")
    await settlement(club, who, "−1")
    assert f"**{who}** offers to settle: **{other(who)}** receives 1 point." in club.live.content
    await club.press(other(who), "Accept settlement")
    score = (await club.match()).score
    assert score == ((-1, 1) if who == "Ann" else (1, -1))


@pytest.mark.parametrize("typed", ["two", "1.5", "-", "½", "٣x"])
async def test_a_settlement_of_no_number_is_refused(club: Party, typed: str) -> None:
    await club.play()
    who = await club.until(Phase.CUBE)
    refused = await settlement(club, who, typed)
    assert "Points are a whole number, such as 2 or -1." in said(refused)
    assert (await club.match()).proposals == ()


async def test_a_settlement_too_large_or_too_often_is_refused(club: Party) -> None:
    await club.play()
    who = await club.until(Phase.CUBE)
    assert "9999 points at most" in said(await settlement(club, who, "10000"))
    for points in ("1", "2"):
        await settlement(club, who, points)
        await club.press(other(who), "Decline settlement")
    assert "Settle…" not in labels(await more(club, who))
    assert "Two settlements" in await club.slash(who, "settle", points=3)


async def test_a_list_that_cannot_be_read_is_told_and_kept(club: Party) -> None:
    """A newer bot has written whom Ann does not play with: nobody is let in, nothing lost, all else can be chosen."""
    store, ann = club.bot.services.store, club.people["Ann"].id
    await store.set_preferences(ann, b'{"blocked":{"users":[1]},"auto_roll":true}')
    shown = await switch(club, "Ann", "auto_roll")
    assert "I cannot read it" in shown.content and "Auto-roll: off" in labels(shown)
    assert await store.preferences(ann) == b'{"blocked":{"users":[1]},"auto_roll":false,"spoken":"en-US"}'
    [people] = [each for each in walk(shown) if each["custom_id"] == component(shown, "blocked")]
    assert people["disabled"]
    assert "takes no challenges" not in await club.slash("Ann", "play", opponent="Bob")
    assert "challenge somebody by name" in await club.slash("Ann", "play")
    assert "challenge somebody by name" in await club.slash("Ann", "chouette open")


async def test_preferences_that_cannot_be_read_are_not_written_over(club: Party) -> None:
    store, ann = club.bot.services.store, club.people["Ann"].id
    await store.set_preferences(ann, b"[2030]")
    shown = await switch(club, "Ann")
    answer = said(await club.tap("Ann", shown, "auto_roll"))
    assert "comes from a newer version of the bot" in answer
    assert await store.preferences(ann) == b"[2030]"


async def test_settings_that_cannot_be_read_are_not_written_over(club: Party) -> None:
    store = club.bot.services.store
    await store.set_guild_settings(club.guild.id, b'{"rules":"as in 2030","theme":"neon","league":[1]}')
    answer = await setting(club, "length", "7")
    assert "comes from a newer version of the bot" in answer.content
    await setting(club, "remind", "6")
    assert await store.guild_settings(club.guild.id) == (
        b'{"rules":"as in 2030","theme":"neon","league":[1],"remind_after":6}'
    )
