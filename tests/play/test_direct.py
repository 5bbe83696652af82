"""Games against the computer in a direct message with the bot."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.backgammon import Match, Phase
from bot.cogs.places import Place, usable_in
from bot.engine.thoughts import Level
from bot.tables import direct_games
from bot.tables.direct_games import MOST_OPEN
from bot.tables.faults import ChallengeFault, PlaceFault
from bot.tables.nights import Night
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Stage, Table
from bot.texts import texts
from bot.training.deck import Origin
from tests.backgammon.test_match_files import MATCH
from tests.hours import where_it_is_noon

from .bot import OneBot, component, options, said, walk
from .spots import abroad, direct, group
from .test_from_position import ROLLED
from .test_places import leaves
from .test_showing import SHOW, labels

EN = texts("en")
NOT_THERE = frozenset(("pass", "hold", "claim", "settings", "leaderboard", "chouette start", "league open"))


class Direct:
    """Ann's direct message with the bot, who speaks English."""

    def __init__(self, bot: OneBot, who: str = "Ann", *, installed: bool = True) -> None:
        self.bot, self.who = bot, who
        self.there = direct(bot, who, installed=installed)

    async def slash(self, name: str, **options: Any) -> Any:
        result = await self.there.slash(self.who, name, **options)
        await self.bot.rested()
        return result

    async def ask(self, name: str, **options: Any) -> str:
        return said(await self.slash(name, **options))

    async def press(self, label: str, message: Any = None) -> Any:
        result = await self.there.press(self.who, message or self.live, label)
        await self.bot.rested()
        return result

    async def begun(self, **rules: Any) -> Table:
        """Another game has begun."""
        assert await self.ask("play", **({"length": 1} | rules)) == ""
        return await self.table()

    async def turn(self, *, well: bool = True) -> None:
        """Ann rolls, or plays."""
        match = (await self.table()).state
        assert isinstance(match, Match)
        if match.game.phase is Phase.PLAY:
            plays = match.game.plays(match.rules)
            calm = min(plays, key=lambda play: (sum(step.hit for step in play.steps), play.result.own.count(1)))
            await self.ask("move", play=str(calm if well else plays[-1]) or "—")
        else:
            await self.press("Roll")

    async def resign(self) -> None:
        """The match is over."""
        await self.press("Confirm", (await self.slash("resign", kind="match")).response)

    @property
    def live(self) -> Any:
        """The last message with buttons."""
        return next(each for each in reversed(self.there.messages) if each.components)

    def board(self, table: Table) -> Any:
        """The board of a table."""
        return self.bot.env.backend.get_message(self.there.channel.id, self.seen(table).screen.message)

    def seen(self, table: Table) -> Table:
        return self.bot.services.repository.as_shown(table)

    async def held(self) -> str | None:
        """The table that holds the channel."""
        return await self.bot.services.store.held(self.there.channel.id)

    async def table(self, id: str | None = None) -> Table:
        name = id or await self.held()
        assert name is not None
        found = await self.bot.services.repository.load(self.there.channel.id, name)
        assert found is not None
        return found


@pytest.fixture
def here(bot: OneBot) -> Direct:
    return Direct(bot)


def of_no_server(bot: OneBot) -> list[str]:
    """The keys of what belongs to no server, but for the list of open games."""
    return [key.decode() for key in bot.server.dbs[0] if key.startswith(b"{g0}:") and key != b"{g0}:tables"]


async def test_a_game_is_played_to_its_end_and_counts_nowhere(bot: OneBot, here: Direct) -> None:
    table = await here.begun(length=3)
    assert (table.about.guild, table.about.direct, table.about.rated) == (0, True, False)
    assert table.person(1).level is Level.FIRST_STEPS and not bot.channel.threads and not bot.messages
    assert here.there.messages[0].content.splitlines()[0] == "**Ann** – **Computer · first steps**: 3 points."
    boards = len(here.there.messages)
    for _ in range(6):
        await here.turn()
    assert len(here.there.messages) == boards, "the board stays where it is"
    await here.resign()
    assert (await here.table(table.id)).stage is Stage.CLOSED and await here.held() is None
    assert labels(here.live) == ["Rematch", "Replay", "Export", "Analyse", "Dice"]
    assert of_no_server(bot) == []


@pytest.mark.parametrize("locale", ["cs", "ru"])
async def test_it_speaks_the_player_s_language(bot: OneBot, locale: str) -> None:
    bot.speaks(locale, "Ann")
    here, t = Direct(bot), texts(locale)
    await here.ask("help")
    table = await here.begun()
    assert table.language == locale and labels(here.live)[-1] == t("More")
    assert t("**Open games**") in await here.ask("games")
    await here.ask("play")
    await here.ask("play")
    assert await here.ask("play") == t(ChallengeFault.TOO_MANY_DIRECT.value, most=MOST_OPEN)


async def test_nobody_else_can_be_played_there(bot: OneBot, here: Direct) -> None:
    bob, bot_itself = here.there.named("Bob"), bot.itself
    alone = EN(ChallengeFault.ONLY_ME_HERE.value)
    assert await here.ask("play", opponent=bob) == alone
    assert await here.ask("play", opponent=here.there.named("Ann"), position="-") == alone
    assert await here.ask("play", opponent=bot_itself, partner=bob, opponent2=here.there.named("Cyd")) == alone
    assert await here.ask("play", opponent=bot_itself, level=Level.EXPERT.value) == ""
    assert (await here.table()).person(1).level is Level.EXPERT
    there = abroad(bot, "Ann")
    assert await there.ask("Ann", "play") == EN(PlaceFault.ONLY_WITH_US.value) and there.messages == []
    assert await there.typed("Ann", "play", "pace", "") == [] and await here.there.typed("Ann", "play", "pace", "")


async def test_what_needs_others_is_not_offered_there(bot: OneBot) -> None:
    found = leaves(bot)
    assert set(found) >= NOT_THERE
    assert not [name for name in NOT_THERE if Place.DIRECT in usable_in(found[name])]


async def test_three_may_be_open_and_the_one_acted_at_last_holds_the_channel(bot: OneBot, here: Direct) -> None:
    first, second, third = [await here.begun(length=3) for _ in range(MOST_OPEN)]
    refused = EN(ChallengeFault.TOO_MANY_DIRECT.value, most=MOST_OPEN)
    assert await here.ask("play") == refused and await here.held() == third.id
    listed = (await here.slash("games")).response
    back = [label for label in labels(listed) if label.startswith("Go on")]
    level = first.person(1).name
    assert sorted(back) == sorted(f"Go on: {level} · to 3 · 0–0 ({each.id})" for each in (first, second, third))
    assert f"`{first.id}` {level} · to 3 · 0–0 · <t:{int(first.about.made_at)}:R>" in listed.content
    assert "Export all" not in labels(listed), "nothing is finished yet"
    count = len(here.there.messages)
    await here.press(next(label for label in back if second.id in label), listed)
    assert await here.held() == second.id and len(here.there.messages) == count + 1
    assert here.there.messages[-1].id == here.seen(await here.table(second.id)).screen.message
    await here.resign()
    assert (await here.table(second.id)).stage is Stage.CLOSED
    assert await here.held() in (first.id, third.id), "another one takes its place"
    assert await here.ask("play") == ""
    assert await here.ask("play") == refused


async def test_a_board_that_is_passed_over_keeps_its_buttons(bot: OneBot, here: Direct) -> None:
    first = await here.begun(length=3)
    while "Roll" not in labels(here.board(first)):
        await here.turn()
    await here.begun(length=3)
    await here.press("Roll", here.board(first))
    assert of_no_server(bot) == [] and await here.held() == first.id and "Move" in labels(here.board(first))
    await here.turn()
    assert (await here.table(first.id)).version > first.version


async def test_after_a_restart_it_goes_on(bot: OneBot, here: Direct) -> None:
    table, other = await here.begun(length=3), await here.begun(length=3)
    assert of_no_server(bot) == []
    await bot.restart()
    await bot.rested()
    assert {(await here.table(each.id)).stage for each in (table, other)} == {Stage.OPEN}
    assert await here.held() == other.id
    await here.turn()
    await here.ask("board")
    assert here.there.messages[-1].id == here.seen(await here.table()).screen.message
    await here.resign()
    await here.resign()
    assert await here.held() is None


async def test_the_place_is_passed_on_though_the_last_board_cannot_be_shown(bot: OneBot, here: Direct) -> None:
    first, second = [await here.begun(length=3) for _ in range(2)]
    asked = (await here.slash("resign", kind="match")).response
    board = here.board(second)
    path = f"/channels/{here.there.channel.id}/messages"
    bot.env.inject_error("PATCH", f"{path}/{board.id}", status=403, code=50013, times=20)
    bot.env.inject_error("POST", path, status=403, code=50013, times=20)
    await here.press("Confirm", asked)
    over = here.seen(await here.table(second.id))
    assert over.stage is Stage.CLOSED and over.screen.shown < over.version
    assert await here.held() == first.id


async def test_a_finished_game_is_shown_exported_and_analysed(bot: OneBot, here: Direct) -> None:
    await here.ask("train")
    table = await here.begun(length=1)
    for _ in range(6):
        await here.turn(well=False)
    await here.resign()
    count, over = len(here.there.messages), here.live
    await here.press("Replay", over)
    assert here.there.messages[count].attachments[0]["filename"] == f"{table.id}-1.webp"
    exported = (await here.slash("export", game=table.id, format="mat")).response
    assert exported.attachments[0].filename == f"{table.id}.mat"
    assert await here.there.typed("Ann", "export", "game", "") and await here.there.typed("Ann", "replay", "game", "")
    asked = await here.press("Analyse", over)
    await bot.services.reviewing.idle()
    entries = (await bot.services.training.read(bot.people["Ann"].id)).entries.values()
    assert Origin.MISTAKE in {each.origin for each in entries}
    assert "Analysis of" in bot.env.backend.get_message(here.there.channel.id, asked.response.id).content
    assert f"`{table.id}`" in await here.ask("fairness", game=table.id)
    assert of_no_server(bot) == []
    listed = (await here.slash("games")).response
    assert listed.content.splitlines()[0] == "**Games in direct messages**"
    assert options(listed, "games_pick") == [f"{table.id}-1"] and "Play the computer" in labels(listed)
    picked = await here.there.choose("Ann", listed, component(listed, "games_pick"), f"{table.id}-1")
    (under,) = [each for each in (picked.response, *picked.followups) if each is not None]
    assert labels(under) == ["Replay", "Analyse"] and f"with game `{table.id}-1`?" in under.content
    await here.press("Export all", listed)
    assert "won–lost **0–1**" in await here.ask("profile")
    # In a server it is one's own, as what one has imported: others see it when one shows it to them.
    replayed = await bot.people["Ann"].slash(bot.channel, "replay", game=table.id)
    (private,) = [each for each in (replayed.response, *replayed.followups) if each is not None and each.attachments]
    assert private.flags.ephemeral and not bot.messages
    await bot.press("Ann", SHOW, private)
    assert bot.messages[-1].attachments
    assert f"`{table.id}-1`" not in await bot.slash("Ann", "games")
    for command, more in (("replay", {}), ("export", {"format": "mat"}), ("fairness", {})):
        assert "I know no table" in await bot.slash("Bob", command, game=table.id, **more)


async def test_games_of_another_version_are_read_from_their_log(
    bot: OneBot, here: Direct, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await here.begun(length=1)
    await here.turn()
    await here.resign()
    monkeypatch.setattr(direct_games, "read_ending", lambda rules, data: None)
    assert f"`{table.id}-1`" in await here.ask("games")


async def test_a_game_that_was_voided_is_not_listed(bot: OneBot, here: Direct) -> None:
    table = await here.begun(length=3)
    await here.turn()
    await here.ask("abort")
    assert f"`{table.id}-1`" not in await here.ask("games") and await here.held() == table.id


async def test_a_rematch_begins_there(bot: OneBot, here: Direct) -> None:
    first = await here.begun(length=1, level=Level.EXPERT.value)
    await here.resign()
    await here.press("Rematch")
    second = await here.table()
    assert second.id != first.id and second.about.direct and second.person(1).level is Level.EXPERT
    await here.resign()
    assert await here.ask("rematch") == ""
    assert (await here.table()).about.setup.length == 1


async def test_play_the_computer_under_help_begins_one_there(bot: OneBot, here: Direct) -> None:
    asked = (await here.press("Play the computer", (await here.slash("help")).response)).response
    asked = (await here.press("3 points", asked)).response
    await here.press(next(label for label in labels(asked) if label.startswith("advanced")), asked)
    table = await here.table()
    assert table.about.setup.length == 3 and table.person(1).level is Level.ADVANCED


async def test_from_a_position_only_the_computer_is_offered(bot: OneBot, here: Direct) -> None:
    asked = await here.slash("analyze", file=("match.mat", MATCH.encode()))
    await bot.services.reviewing.idle()
    report = bot.env.backend.get_message(here.there.channel.id, asked.response.id)
    await here.there.choose(
        "Ann", asked.response, component(report, "review_error"), options(report, "review_error")[0]
    )
    pressed = await here.press("Play from here", asked.response)
    (offered,) = [each for each in (pressed.response, *pressed.followups) if each is not None]
    assert labels(offered) == ["The computer", "Play the other side"]
    await here.press("The computer", offered)
    assert (await here.table()).about.direct and (await here.table()).about.setup.opening
    assert await here.ask("play", position=ROLLED) == "" and (await here.table()).about.direct


async def test_a_server_s_channel_and_the_direct_message_do_not_hold_each_other(bot: OneBot, here: Direct) -> None:
    await bot.play(length=3)
    await here.begun(length=3)
    assert (await bot.table()).about.guild == bot.guild.id
    words = (await bot.slash("Ann", "waiting")).splitlines()
    assert "-# Direct message with me" in words and "-# Club" not in words
    words = (await here.ask("waiting")).splitlines()
    assert "-# Direct message with me" not in words and "-# Club" in words
    assert "-# Direct message with me" in await abroad(bot, "Ann").ask("Ann", "waiting")


async def test_only_the_player_s_own_are_listed(bot: OneBot, here: Direct) -> None:
    table, other = await here.begun(length=3), Direct(bot, "Bob")
    listed = (await other.slash("games")).response
    assert table.id not in listed.content and "None is finished yet." in listed.content
    assert await here.ask("games", member=here.there.named("Bob")) == EN(PlaceFault.OTHERS_IN_SERVERS.value)
    own = (await here.slash("games")).response
    await other.begun(length=3)
    listed = (await other.slash("games")).response
    stored = bot.env.backend.get_message(other.there.channel.id, listed.id)
    for row in stored.components:
        for each in row["components"]:
            each["custom_id"] = each["custom_id"].replace((await other.table()).id, table.id)
    refused = await other.press(next(label for label in labels(listed) if label.startswith("Go on")), listed)
    assert "I know no table" in said(refused) and table.id in own.content


async def test_one_s_data_are_given_and_deleted(bot: OneBot, here: Direct) -> None:
    over = await here.begun(length=1)
    await here.resign()
    running = await here.begun(length=3)
    panel = (await here.slash("preferences")).response
    times = (await here.press("Reminders", panel)).response
    assert "Remind me of cards: off" not in labels(times)
    page = (await here.press("My data", (await here.press("Back", times)).response)).response
    assert not [label for label in labels(page) if "leaderboards" in label]
    pressed = await here.press("Export", page)
    (answer,) = [each for each in (pressed.response, *pressed.followups) if each is not None and each.attachments]
    told = msgspec.json.decode(bot.env.backend.cdn.get(answer.attachments[0].url))
    assert {each["id"]: each["in_a_direct_message"] for each in told["tables"]} == {over.id: True, running.id: True}
    done = (await here.press("Delete my data", (await here.press("Delete …", page)).response)).response
    assert done.content.splitlines() == [
        "Done. Your preferences are forgotten, and your name is gone from the tables that are over."
    ]
    for each in (over, running):
        assert await bot.services.repository.load(here.there.channel.id, each.id) is None
    assert await bot.services.store.waits.of(bot.people["Ann"].id) == []
    assert "I know no table" in await here.ask("replay", game=over.id)
    assert "None is finished yet." in await here.ask("games")
    await here.begun(length=3)
    await bot.restart()
    await here.turn()


async def test_a_file_is_imported_there_for_oneself(bot: OneBot, here: Direct) -> None:
    shown = (await here.slash("import", file=("match.mat", MATCH.encode()))).response
    assert "Analyse" in labels(shown) and SHOW not in labels(shown) and here.there.messages == []


async def test_what_is_typed_of_a_clock_counts_in_the_player_s_zone(bot: OneBot, here: Direct) -> None:
    own = PersonPreferences(night=Night(start=0, end=60, zone="Asia/Tokyo"))
    await bot.services.preferences.keep_person(bot.people["Ann"].id, own)
    table = await here.begun(pace="2 days", weekdays=True, length=3)
    assert table.about.weekdays == "Asia/Tokyo"


async def test_in_a_group_it_is_refused(bot: OneBot) -> None:
    there = group(bot, "Ann", "Bob")
    with pytest.raises(AssertionError):
        await there.slash("Ann", "play")
    assert walk((await there.slash("Ann", "help")).response)


async def test_a_reminder_brings_the_board_again(bot: OneBot, here: Direct) -> None:
    own = PersonPreferences(direct=True, night=Night(start=0, end=60, zone=where_it_is_noon()))
    await bot.services.preferences.keep_person(bot.people["Ann"].id, own)
    await here.begun(length=3)
    count = len(here.there.messages)
    for _ in range(4):
        bot.later(24 * 3600)
        await bot.tick()
    assert len(here.there.messages) > count and here.there.messages[-1].ping_user_ids == [bot.people["Ann"].id]


async def test_the_board_has_the_player_s_own_colours(bot: OneBot, here: Direct) -> None:
    table = await here.begun()
    usual = here.board(table).attachments[0]["url"]
    await bot.services.preferences.keep_person(bot.people["Ann"].id, PersonPreferences(theme="dark"))
    await here.ask("board")
    pictures = [bot.env.backend.cdn.get(url) for url in (usual, here.board(table).attachments[0]["url"])]
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize("code", [50007, 50001])
async def test_where_discord_refuses_it_the_board_comes_later(bot: OneBot, here: Direct, code: int) -> None:
    """Which it does to who takes none, and has been seen to do to others until the conversation is opened again."""
    table = await here.begun(length=3)
    before = len(bot.env.backend.http_requests)
    bot.env.inject_error("POST", f"/channels/{here.there.channel.id}/messages", status=403, code=code)
    await here.slash("board")
    await bot.env.settle()
    asked = list(bot.env.backend.http_requests)[before:]
    told = [(each.json or {}).get("content", "") for each in asked]
    assert [each for each in told if "Discord lets me send you no direct message" in each]
    assert bool([each for each in asked if each.path == "/users/@me/channels"]) is (code == 50001)
    assert (await here.table(table.id)).stage is Stage.OPEN
    assert await here.ask("board") == ""
