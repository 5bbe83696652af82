"""What stands under **Apps** on a person and on a message: each does what the typed command does."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from msgspec.structs import replace
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite

from bot import limits
from bot.backgammon import Xgid, format_xgid, xgid_of
from bot.cogs.groups import MENUS
from bot.languages import LANGUAGES
from bot.screens.reference.faults import FactFault
from bot.tables.faults import LadderFault
from bot.tables.preferences import ServerSettings
from bot.texts import texts
from tests.backgammon.positions import board as placed
from tests.backgammon.test_match_files import MATCH

from .bot import OneBot, component, private, said, walk
from .spots import direct
from .test_analysis import alone, finished
from .test_days import Mornings, analysed, days
from .test_games import resigned
from .test_leagues import Circuit
from .test_records import two_games
from .test_showing import labels
from .test_waiting import elsewhere

__all__ = ["days"]

ROLLED = format_xgid(
    Xgid(position=placed({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 4, 8: 4, 6: 5}), dice=(3, 1), length=5, score=(2, 1))
)
PERSON, MESSAGE = discord.AppCommandType.user, discord.AppCommandType.message
#: As many of each kind as discord.py registers.
MOST = 5


async def use(bot: OneBot, who: str, name: str, target: Any) -> Any:
    """Somebody picks a command under Apps."""
    result = await bot.people[who].context_menu(
        bot.channel, name, bot.people[target] if isinstance(target, str) else target
    )
    assert result.acknowledged
    return result


async def told(bot: OneBot, who: str, name: str, target: Any) -> str:
    """What somebody alone is told."""
    result = await use(bot, who, name, target)
    assert all(each.ephemeral for each in (result.response, *result.followups) if each is not None)
    return said(result)


def itself(bot: OneBot) -> MemberActor:
    """The bot, as a person one may point at."""
    return MemberActor(bot.env, bot.guild, bot.itself)


# The list


def test_there_is_room_for_a_game_that_is_plugged_in(bot: OneBot) -> None:
    made = [menu(bot.services) for menu in MENUS]
    for kind in (PERSON, MESSAGE):
        assert 0 < sum(each.type is kind for each in made) <= MOST


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_has_a_name_in_every_language(bot: OneBot, language: str) -> None:
    t, ann = texts(language), bot.people["Ann"].id
    for kind, count in ((PERSON, 3), (MESSAGE, 4)):
        listed = bot.env.backend.visible_commands(user_id=ann, channel_id=bot.channel.id, type=kind.value)
        names = [(each.get("name_localizations") or {}).get(language, each["name"]) for each in listed]
        assert names == [t(each["name"]) for each in listed] and len(set(names)) == count
        assert all(0 < len(name) <= limits.NAME for name in names)
        assert language == "en-US" or not {each["name"] for each in listed} & set(names)


# On a person


async def test_a_person_is_challenged_in_two_presses(bot: OneBot) -> None:
    shown = await use(bot, "Ann", "Play…", "Bob")
    offer = private(shown)
    assert offer.content.startswith("How long do you want to play with **Bob**?")
    assert [each["label"] for each in walk(offer)] == ["1 point", "3 points", "5 points", "7 points", "For money"]
    assert [each["label"] for each in walk(offer) if each["style"] == 1] == ["For money"]
    await bot.press("Ann", "5 points", offer)
    assert "**Ann** challenges <@" in bot.last.content and "a match to 5 points" in bot.last.content
    assert bot.notified(bot.last) == ["Bob"]
    await bot.press("Bob", "Accept challenge", bot.last)
    assert (await bot.match()).rules.length == 5 and (await bot.table()).about.rated is True


async def test_the_length_of_the_server_is_offered_and_marked(bot: OneBot) -> None:
    settings = ServerSettings()
    await bot.services.preferences.keep_server(
        bot.guild.id, replace(settings, rules=replace(settings.rules, length=11))
    )
    offer = private(await use(bot, "Ann", "Play…", "Bob"))
    assert [each["label"] for each in walk(offer) if each["style"] == 1] == ["11 points"]


async def test_a_match_owed_in_a_league_is_offered(bot: OneBot) -> None:
    circuit = Circuit(bot)
    bot.hire("Dan", manage_guild=True)
    bot.people["Ann"], bot.people["Dan"] = bot.people["Dan"], bot.people["Ann"]
    await circuit.open("Bob", "Cyd", "Dan")
    await bot.press("Ann", "Start", circuit.shown)
    offer = private(await use(bot, "Bob", "Play…", "Cyd"))
    await bot.press("Bob", "In the league: 1 point", offer)
    assert "Winter" in circuit.challenged.content and bot.notified(circuit.challenged) == ["Cyd"]


async def test_the_bot_is_played_as_by_its_button(bot: OneBot) -> None:
    shown = private(await use(bot, "Ann", "Play…", itself(bot)))
    assert "How long do we play?" in shown.content
    await bot.press("Ann", "3 points", shown)
    assert "How well do I play?" in alone(bot)[-1].content


async def test_what_the_bot_lacks_to_play_here_is_said_at_once(bot: OneBot) -> None:
    mute = {bot.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    bot.channel = bot.guild.create_text_channel("quiet", overwrites=mute)
    assert await told(bot, "Ann", "Play…", "Bob") == "To play here I need these permissions: Attach Files."
    written = await bot.people["Bob"].send(bot.channel, ROLLED)
    assert f"`{ROLLED}`" in await told(bot, "Ann", "Position", written)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_answers_in_the_language_of_who_uses_it(bot: OneBot, language: str) -> None:
    t = texts(language)
    bot.speaks(language, "Ann")
    asked = t("How long do you want to play with **{name}**? A button challenges them.", name="Bob")
    assert (await told(bot, "Ann", "Play…", "Bob")).startswith(asked)
    for name, why in (("Profile", LadderFault.NO_GAMES), ("Head to head", LadderFault.NEVER_MET_YOU)):
        assert await told(bot, "Ann", name, "Bob") == t(why.value, name="Bob")
    written = await bot.people["Bob"].send(bot.channel, "Nice weather")
    for name, fault in (
        ("Position", FactFault.NO_POSITION_IN),
        ("Play from here", FactFault.NO_POSITION_IN),
        ("Analyse", FactFault.NOTHING_IN),
        ("Replay", FactFault.NO_GAME_IN),
    ):
        assert await told(bot, "Ann", name, written) == t(fault.value)
    written = await bot.people["Bob"].send(bot.channel, ROLLED)
    assert t("{who}, before this roll:", who=t("**On roll**")) in await told(bot, "Ann", "Position", written)
    assert t("Play from here, not rated: against whom?") in await told(bot, "Ann", "Play from here", written)


async def test_the_log_has_a_word_for_each(bot: OneBot, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bot.actions")
    for name in ("Play…", "Head to head"):
        await told(bot, "Ann", name, "Bob")
    await told(bot, "Ann", "Play from here", await bot.people["Bob"].send(bot.channel, ROLLED))
    words = [record.getMessage().split("verb=")[1].split()[0] for record in caplog.records]
    assert words == ["apps_play", "apps_head_to_head", "apps_play_from_here"]


async def test_whom_one_cannot_play_is_said_at_once(bot: OneBot) -> None:
    assert await told(bot, "Ann", "Play…", "Ann") == "You cannot challenge yourself."
    other = bot.env.create_user("other", bot=True)
    robot = bot.guild.add_member(other)
    assert "is a bot and does not play" in await told(bot, "Ann", "Play…", robot)


async def test_who_has_left_or_sees_nothing_meanwhile_is_not_challenged(bot: OneBot) -> None:
    offer = private(await use(bot, "Ann", "Play…", "Bob"))
    hidden = Overwrite(bot.people["Bob"].id, 1, 0, discord.Permissions(view_channel=True).value)
    bot.env.backend.set_overwrite(bot.channel.id, hidden)
    assert said(await bot.press("Ann", "3 points", offer)) == "Bob cannot see this channel."
    bot.guild.remove_member(bot.people["Bob"])
    assert said(await bot.press("Ann", "3 points", offer)) == "That player is not on this server any more."


async def test_a_profile_is_that_of_this_server(bot: OneBot) -> None:
    assert await told(bot, "Cyd", "Profile", "Ann") == "Ann has not finished a game on this server yet."
    await finished(bot)
    for target in ("Ann", "Cyd"):
        assert await told(bot, "Bob", "Profile", target) == await bot.slash("Bob", "profile", member=target)
    assert (await told(bot, "Bob", "Profile", itself(bot))).startswith("I have no profile.")


async def test_two_people_head_to_head(bot: OneBot) -> None:
    await finished(bot)
    assert await told(bot, "Ann", "Head to head", "Bob") == said(
        await bot.people["Ann"].slash(bot.channel, "versus", one=bot.people["Bob"])
    )
    assert "Nobody plays against themselves" in await told(bot, "Ann", "Head to head", "Ann")
    assert "have not finished a game against each other" in await told(bot, "Ann", "Head to head", "Cyd")


async def test_who_hides_is_hidden_here_too(bot: OneBot) -> None:
    await finished(bot)
    await bot.services.ladders.hide(bot.guild.id, bot.people["Ann"].id, True)
    for name in ("Profile", "Head to head"):
        assert await told(bot, "Bob", name, "Ann") == "That player does not want to be shown on the leaderboards."


# On a message: a position


async def test_the_position_of_the_board_is_that_of_the_command(bot: OneBot) -> None:
    await bot.play(length=3)
    typed = await bot.slash("Cyd", "position")
    assert await told(bot, "Cyd", "Position", bot.live) == typed
    assert format_xgid(xgid_of(await bot.match())) in typed and "pip" in typed
    assert f"**{await bot.asked()}**, before this roll:\n" in typed and "**On roll**" not in typed
    for who in ("Ann", "Bob"):
        shown = private(await use(bot, who, "Position", bot.live))
        assert "engine" not in shown.content and labels(shown) == ["Show everybody"], "hints are not allowed here"


async def test_a_board_of_before_keeps_its_position(bot: OneBot) -> None:
    await bot.play(length=3)
    first, board = format_xgid(xgid_of(await bot.match())), bot.live
    await bot.move()
    await bot.turn()
    await bot.turn()
    (before,) = [each for each in bot.messages if each.id == board.id]
    assert not walk(before)
    shown = await told(bot, "Cyd", "Position", before)
    assert f"`{first}`" in shown and first != format_xgid(xgid_of(await bot.match()))


async def test_a_hint_is_one_press_further_where_it_is_allowed(bot: OneBot) -> None:
    await bot.play(length=3, hints=True)
    decider, other = bot.decider, "Bob" if bot.decider == "Ann" else "Ann"
    shown = private(await use(bot, decider, "Position", bot.live))
    assert "**By the engine**, on roll" in shown.content
    await bot.press(decider, "Hint", shown)
    assert "1. **" in alone(bot)[-1].content
    shown = private(await use(bot, other, "Position", bot.live))
    assert "engine" not in shown.content and labels(shown) == ["Show everybody"]


async def test_an_id_in_a_message_of_anybody_is_a_position(bot: OneBot) -> None:
    for words in (f"What now? {ROLLED}", "Congratulation of a championship, `4HPwATDgc/ABMA:cAkAAAAAAAAA`!"):
        written = await bot.people["Bob"].send(bot.channel, words)
        shown = await told(bot, "Ann", "Position", written)
        assert "Position ID: `" in shown and "pips" in shown
        assert "against whom?" in await told(bot, "Ann", "Play from here", written)
    assert f"`{ROLLED}`" in await told(bot, "Ann", "Position", await bot.people["Bob"].send(bot.channel, f"a {ROLLED}"))


@pytest.mark.parametrize("words", ["Nice weather", "Congratulations, championship", "XGID=nothing", ""])
async def test_where_there_is_nothing_it_is_said(bot: OneBot, words: str) -> None:
    files = [] if words else [("picture.png", b"x")]
    written = await bot.people["Bob"].send(bot.channel, words, attachments=files)
    for name in ("Position", "Play from here"):
        assert "There is no position in this message" in await told(bot, "Ann", name, written)
    assert "There is nothing to analyse in this message" in await told(bot, "Ann", "Analyse", written)
    assert "There is no game in this message" in await told(bot, "Ann", "Replay", written)


async def test_what_cannot_stand_on_a_board_is_refused(bot: OneBot) -> None:
    written = await bot.people["Bob"].send(bot.channel, ROLLED.replace("E", "O", 1))
    assert "checkers of one side" in await told(bot, "Ann", "Position", written)


async def test_a_board_that_somebody_passes_on_keeps_its_position(bot: OneBot) -> None:
    await bot.play(length=3)
    board, mine = bot.live, format_xgid(xgid_of(await bot.match()))
    with elsewhere(bot):
        forwarded = await bot.people["Bob"].forward(board, bot.channel)
        assert mine in await told(bot, "Cyd", "Position", forwarded)
        for who in ("Ann", "Bob"):
            assert "engine" not in await told(bot, who, "Position", forwarded)
            assert "Hints are not allowed" in await told(bot, who, "Analyse", forwarded)
        assert "There is no game in this message" in await told(bot, "Cyd", "Replay", forwarded)


async def test_buttons_of_another_bot_are_not_ours(bot: OneBot) -> None:
    await bot.play(length=3)
    board = bot.live
    stranger = bot.env.create_user("other", bot=True)
    rows = [row.to_dict() for row in board.components]
    bot.env.backend.create_message(bot.channel.id, stranger.id, "Board", components=rows)
    copy = bot.last
    for name in ("Position", "Play from here"):
        assert "There is no position in this message" in await told(bot, "Ann", name, copy)
    assert "There is no game in this message" in await told(bot, "Ann", "Replay", copy)


async def test_under_a_replay_the_move_is_asked(bot: OneBot) -> None:
    table = await finished(bot)
    await bot.slash("Ann", "replay", game=table)
    for name, then in (("Position", "Position ID: `"), ("Play from here", "against whom?")):
        asks = await bot.people["Cyd"].context_menu(bot.channel, name, bot.last)
        done = await bot.people["Cyd"].submit_modal(asks, {"move": "1"})
        assert then in said(done) and done.response.ephemeral
        asks = await bot.people["Cyd"].context_menu(bot.channel, name, bot.last)
        assert "has the moves 1 to" in said(await bot.people["Cyd"].submit_modal(asks, {"move": "99"}))


async def test_the_position_of_the_day_is_shown_and_not_judged(bot: OneBot, days: Mornings) -> None:
    await analysed(bot)
    await days.look()
    bot.channel = days.channel
    (task,) = days.open_ones
    shown = await told(bot, "Ann", "Position", task)
    assert "Position ID: `" in shown and "engine" not in shown
    for name in ("Analyse", "Play from here"):
        assert "That is the position of the day." in await told(bot, "Ann", name, task)
    typed = shown.split("`")[1]
    assert "That is the position of the day." in await bot.slash("Cyd", "analyze", position=typed)
    elsewhere = direct(bot, "Ann")
    assert "That is the position of the day." in await elsewhere.ask("Ann", "analyze", position=typed)
    assert "engine" not in await elsewhere.ask("Ann", "odds", position=typed)
    await days.next()
    assert "That is the position of the day." not in await elsewhere.ask("Ann", "analyze", position=typed)
    for message in (days.asked[0], days.answers[0]):
        assert typed in await told(bot, "Ann", "Position", message)
        assert "**" in await told(bot, "Ann", "Analyse", message)


async def test_a_mistake_is_played_from_and_told(bot: OneBot) -> None:
    await bot.slash("Ann", "analyze", game=await finished(bot))
    await bot.services.reviewing.idle()
    report = alone(bot)[-1]
    listed = component(report, "review_error")
    place = next(each["options"][0]["value"] for each in walk(report) if each["custom_id"] == listed)
    await bot.people["Ann"].select(report, [place], custom_id=listed)
    mistake = alone(bot)[-1]
    assert "Position ID: `" in await told(bot, "Ann", "Position", mistake)
    assert "against whom?" in await told(bot, "Ann", "Play from here", mistake)


# On a message: analysis


async def test_a_position_is_analysed_as_by_the_command(bot: OneBot) -> None:
    written = await bot.people["Bob"].send(bot.channel, f"And? {ROLLED}")
    shown = await told(bot, "Cyd", "Analyse", written)
    assert shown == await bot.slash("Cyd", "analyze", position=ROLLED)
    assert f"`{ROLLED}`" in shown and "1. **" in shown and "Best play:" in shown
    before = ROLLED.replace(":31:", ":00:")
    assert "No double:" in await bot.slash("Cyd", "analyze", position=before)
    over = format_xgid(Xgid(position=placed({}, {6: 5})))
    assert await bot.slash("Cyd", "analyze", position=over) == "The game is over in this position."
    bot.engine.silent = True
    assert "does not answer" in await told(bot, "Cyd", "Analyse", written)
    bot.engine.available = False
    assert "no engine" in await told(bot, "Cyd", "Analyse", written)


async def test_of_a_board_without_hints_nothing_is_analysed_anywhere(bot: OneBot) -> None:
    await bot.play(length=3)
    mine, board = format_xgid(xgid_of(await bot.match())), bot.live
    for who in ("Ann", "Bob", "Cyd"):
        assert "Hints are not allowed" in await told(bot, who, "Analyse", board)
        assert "This position is being played right now" in await told(bot, who, "Play from here", board)
    with elsewhere(bot):
        copied = await bot.people["Cyd"].send(bot.channel, mine)
        for who in ("Ann", "Bob"):
            assert "Hints are not allowed" in await told(bot, who, "Analyse", copied)
            assert "engine" not in await told(bot, who, "Position", copied)


async def test_a_file_is_analysed_as_by_the_command(bot: OneBot) -> None:
    written = await bot.people["Bob"].send(bot.channel, "Mine", attachments=[("match.mat", MATCH.encode())])
    await told(bot, "Cyd", "Analyse", written)
    await bot.services.reviewing.idle()
    assert any("Analysis of " in each.content for each in alone(bot))
    user = bot.people["Cyd"].id
    assert len(await bot.services.store.imported_by(user)) == 1
    assert not await bot.services.store.imported_by(bot.people["Bob"].id)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("match.txt", b"hello", "Up to line 1 nothing says"),
        ("match.mat", b"x" * 1_000_001, "The file is too big"),
        ("match.xg", b"RGMH" + bytes(9000), "This file says that it is .xg, but it is damaged."),
    ],
)
async def test_a_file_is_refused_as_by_the_command(bot: OneBot, name: str, data: bytes, why: str) -> None:
    written = await bot.people["Bob"].send(bot.channel, "", attachments=[(name, data)])
    assert why in await told(bot, "Cyd", "Analyse", written)


async def test_a_file_of_another_name_is_read_where_there_is_nothing_else(bot: OneBot) -> None:
    for words, files, says in (
        ("", [("match.old", MATCH.encode())], "Analysis"),
        (ROLLED, [("notes.doc", b"x")], "Best play:"),
        ("", [("notes.doc", b"x")], "Up to line 1 nothing says"),
    ):
        written = await bot.people["Bob"].send(bot.channel, words, attachments=files)
        shown = await told(bot, "Cyd", "Analyse", written)
        await bot.services.reviewing.idle()
        assert says in shown or says in alone(bot)[-1].content


async def test_of_several_files_those_that_are_matches_are_analysed(bot: OneBot) -> None:
    other = MATCH.replace("Alice", "Alina")
    files = [("one.mat", MATCH.encode()), ("notes.txt", b"hello"), ("picture.png", b"x"), ("two.mat", other.encode())]
    written = await bot.people["Bob"].send(bot.channel, "", attachments=files)
    shown = await told(bot, "Cyd", "Analyse", written)
    await bot.services.reviewing.idle()
    assert "Came in: 2. Here already: 0. Refused: 1." in shown
    assert len(await bot.services.store.imported_by(bot.people["Cyd"].id)) == 2


async def test_a_table_that_is_over_is_analysed_as_by_its_button(bot: OneBot) -> None:
    table = await finished(bot)
    (closing,) = [each for each in bot.messages if any(it["custom_id"].startswith("analyze") for it in walk(each))]
    await bot.slash("Ann", "replay", game=table)
    named = await bot.people["Bob"].send(bot.channel, f"Look at {table}-1!")
    for message in (closing, bot.last, named):
        await told(bot, "Cyd", "Analyse", message)
        await bot.services.reviewing.idle()
        assert f"Analysis of {table}-1" in alone(bot)[-1].content


# On a message: the replay


async def test_the_game_of_a_message_is_shown_as_by_the_command(bot: OneBot) -> None:
    table = await two_games(bot)
    board = bot.live
    named = await bot.people["Bob"].send(bot.channel, f"Do you remember {table}-1?")
    for message in (board, named):
        shown = (await use(bot, "Ann", "Replay", message)).response
        assert not shown.ephemeral and shown.attachments[0].filename == f"{table}-1.webp"
    replayed = bot.last
    shown = (await use(bot, "Bob", "Replay", replayed)).response
    assert shown.attachments[0].filename == f"{table}-1.webp"
    unknown = await bot.people["Bob"].send(bot.channel, "`/replay game:zzzzzz`")
    assert await told(bot, "Ann", "Replay", unknown) == "I know no table zzzzzz that you can see."


async def test_of_what_is_not_over_there_is_no_replay(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", length=1)
    challenge = bot.last
    assert "No game of table" in await told(bot, "Ann", "Replay", challenge)
    await bot.press("Bob", "Accept challenge", challenge)
    assert "No game of table" in await told(bot, "Ann", "Replay", bot.live)
    await resigned(bot, "Ann", "match")
    shown = (await use(bot, "Ann", "Replay", bot.last)).response
    assert shown.attachments


async def test_a_board_that_only_others_see_is_not_told(bot: OneBot) -> None:
    """An id that somebody has written may be that of a table in a channel hidden from the reader."""
    sees, everyone = discord.PermissionOverwrite(view_channel=True), bot.guild.default_role
    rights = dict.fromkeys((bot.client.user, bot.people["Ann"], bot.people["Bob"]), sees)
    rights |= {everyone: discord.PermissionOverwrite(view_channel=False)}
    here, bot.channel = bot.channel, bot.guild.create_text_channel("hidden", overwrites=rights)
    table = await finished(bot)
    bot.channel = here
    written = await bot.people["Bob"].send(bot.channel, f"{table}-1")
    for name in ("Replay", "Analyse"):
        assert await told(bot, "Cyd", name, written) == f"I know no table {table} that you can see."
