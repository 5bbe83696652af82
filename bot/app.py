"""The composition root: settings → store → tables → screens → bot. Nothing else is global."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord.ext import commands
from discord.http import Route

from bot.cogs.analysis_teller import Teller
from bot.cogs.champions import Champions
from bot.cogs.channel_events import ChannelEvents
from bot.cogs.chouette_start import TimedStarts
from bot.cogs.closings import Closings
from bot.cogs.groups import COMMANDS, add_all
from bot.cogs.lookups import Lookups
from bot.cogs.night_parts import night_parts
from bot.cogs.podium import Podiums
from bot.cogs.router import Router
from bot.cogs.services import Services
from bot.cogs.tree import Tree
from bot.cogs.verbs import logged
from bot.engine.engines import Engines
from bot.health import Health
from bot.identify import IdentifyTurns
from bot.io_thread import run_in_io_thread
from bot.pace import Pace
from bot.screens.answer import Answer
from bot.screens.callbacks import answer_promptly
from bot.screens.discord_errors import Trouble
from bot.screens.emoji_list import read_emoji
from bot.screens.leagues.events import league_events
from bot.screens.leagues.presenter import LeaguePresenter
from bot.screens.looking.presenter import LookingPresenter
from bot.screens.painter import Painter
from bot.screens.presence import Members, Presence
from bot.screens.presenter import Presenter
from bot.screens.private_words import PrivateWords
from bot.screens.reviews.day_presenter import DayPresenter
from bot.screens.weeks.presenter import WeekPresenter
from bot.serving import Signs, go_through
from bot.settings import Settings
from bot.store import PACKING, Lease, OthersStore, Shards, Store, StoreError, open_store
from bot.supervision import in_background, supervised
from bot.tables.absence_clock import AbsenceClock
from bot.tables.challenges import Challenges
from bot.tables.chouette.lobby import Lobby
from bot.tables.clock import Clock
from bot.tables.computers import Computers
from bot.tables.day_clock import DayClock
from bot.tables.desk import Desk
from bot.tables.discord_time import DiscordTime
from bot.tables.earlier_lists import take_over
from bot.tables.erasing import erase
from bot.tables.league_clock import LeagueClock
from bot.tables.leagues import Leagues
from bot.tables.lifecycle import Lifecycle
from bot.tables.looking import Looking
from bot.tables.looking_clock import LookingClock
from bot.tables.notes import Notes
from bot.tables.outages import Outages
from bot.tables.preferences import Preferences
from bot.tables.presence import noting
from bot.tables.refused_posts import RefusedPosts
from bot.tables.repository import TableRepository
from bot.tables.reviewing import Reviewing
from bot.tables.round_ends import RoundEnds
from bot.tables.schedule import CHAMPION, CLOSING, SEASON, TABLE, Schedule
from bot.tables.shared_clock import SharedClock
from bot.tables.standings import Ladders
from bot.tables.table import Table
from bot.tables.training_reminders import CardReminders
from bot.tables.waiting import Waiting
from bot.tables.week_clock import WeekClock
from bot.tables.week_games import WeekReader
from bot.telemetry import Telemetry
from bot.texts import LANGUAGES, CommandTranslator, texts
from bot.user_agent import introduce
from bot.worker_pool import WorkerPool

_log = logging.getLogger(__name__)

#: Workers that fold logs. With a single one a long session would block everybody.
_FOLDERS = 2
#: Seconds until a retry if the store cannot list unfinished tables.
_LATER = 2.0
#: Seconds that running work is given to finish when the bot stops.
_FAREWELL = 2.0


class Bot(commands.AutoShardedBot):
    """The bot: its parts are made before it connects, unfinished tables are resumed when it is ready."""

    def __init__(self, settings: Settings, store: Store) -> None:
        telemetry, ids = Telemetry(store, logged), settings.shard_ids
        trace = telemetry.request_trace()
        introduce(trace)
        signs = Signs(self)
        signs.watch(trace)
        if settings.api_base is None:  # otherwise the proxy limits the rate, for all its clients
            Pace(len(ids) / settings.shard_count if ids and settings.shard_count else 1.0).keep(trace)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            # None of them is privileged. Messages are received to notice when a board is deleted.
            intents=discord.Intents(guilds=True, guild_messages=True),
            tree_cls=Tree,
            shard_count=settings.shard_count,
            shard_ids=list(ids or ()) or None,  # type: ignore[arg-type]  None stands for all
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            http_trace=trace,
        )
        if settings.gateway_url:
            go_through(self, settings.gateway_url)
        self._log_pool = WorkerPool(1)
        now = self._now = SharedClock(store)
        discord_time = DiscordTime(now)
        preferences = Preferences(store)
        repository = TableRepository(
            store, lambda *done: self.services.saved(*done), self._log_pool.run, discord_time.local
        )
        gone = noting(Presence(self).gone, preferences)
        desk = Desk(repository, preferences, now, gone, discord_time)
        ladders = Ladders(store, preferences)
        challenges = Challenges(store, repository, preferences, desk, ladders, now)
        lobby = Lobby(store, repository, preferences, desk, now, gone=gone)
        clock = Clock(store, repository, preferences, desk, challenges, now)
        serves = f"{settings.shard_count or 0}:{','.join(map(str, ids or ()))}"
        outages = self._outages = Outages(
            store, repository, discord_time, serves, signs.wrong_for, self.mine, desk.rest
        )
        desk.rests.missed = outages.missed_in
        clock.serving = lambda guild: outages.serving(guild) and self.knows(guild)
        clock.reached = lambda guild: not self.mine(guild) or self.knows(guild)
        painter = Painter(settings.painters)
        presenter = Presenter(self, repository, preferences, painter, now, discord_time, gone)
        engines = self._engines = Engines(settings.redis_url)
        computers = Computers(engines.engine, repository, desk, now=now)
        lifecycle = Lifecycle[Answer, Trouble](
            store, repository, desk, challenges, clock, presenter, ladders, computers.wake
        )
        computers.serves(lifecycle.serve, presenter.tell_of_silence)
        lookups = Lookups(WorkerPool(_FOLDERS))
        leagues = Leagues(store, now, ratings=ladders.ratings)
        league_presenter = LeaguePresenter(self, leagues, preferences, presenter, painter, now)
        day_presenter = DayPresenter(self, preferences, presenter, painter)
        refused, schedule = RefusedPosts(store), Schedule(store, now, Shards.of(settings.shard_count, ids))
        ends = RoundEnds(leagues, repository, desk, lifecycle.serve, preferences)
        looking = Looking(store, repository, preferences, challenges, ladders.ratings, now, gone)
        challenges.tells(looking.seated)
        looking_presenter = LookingPresenter(self, presenter)
        league_clock = LeagueClock(
            schedule,
            leagues,
            preferences,
            refused,
            league_presenter,
            ends,
            now,
            self.mine,
            rests=store.absences.rests,
            events=league_events(self, presenter, store, leagues, preferences, now),
        )
        nights = night_parts(
            self, store, repository, desk, lifecycle, schedule, refused, preferences, presenter, painter, now,
            self.mine, gone,
        )  # fmt: skip
        absences = AbsenceClock(schedule, store, repository, preferences, leagues, lifecycle, desk, self)
        week_clock = WeekClock(
            schedule, store, preferences, WeekReader(store, repository, ladders, leagues, nights.log), refused,
            WeekPresenter(self, preferences, presenter, painter), now, self.knows,
        )  # fmt: skip
        self.services = Services(
            store=store,
            repository=repository,
            preferences=preferences,
            desk=desk,
            challenges=challenges,
            lobby=lobby,
            painter=painter,
            presenter=presenter,
            clock=clock,
            lifecycle=lifecycle,
            telemetry=telemetry,
            now=now,
            lookups=lookups,
            ladders=ladders,
            members=Members(self),
            leagues=leagues,
            league_presenter=league_presenter,
            league_clock=league_clock,
            nights=nights,
            computers=computers,
            reviewing=Reviewing(store, repository, self._log_pool.run, engines.reviewers, now),
            schedule=schedule,
            day_clock=DayClock(
                schedule, store, repository, preferences, ladders, refused, day_presenter, now, self.knows
            ),
            week_clock=week_clock,
            refused=refused,
            waiting=Waiting(store, repository, preferences, leagues),
            notes=Notes(store, repository),
            looking=looking,
            looking_clock=LookingClock(
                schedule, looking, preferences, refused, looking_presenter, lifecycle.serve, now, self.knows
            ),
            absences=absences,
            private_words=PrivateWords(self, store, preferences, presenter.direct, now),
            card_reminders=CardReminders(schedule, store, repository, preferences, presenter.direct, now, self.knows),
            support_url=settings.support_url,
        )
        repository.carrier.entered = self.services.private_words.tell
        self.services.reviewing.tells(Teller(self.services, self).tell)
        self._metrics_address = settings.metrics_address
        self._background: set[asyncio.Task[None]] = set()
        self._health = Health(self, store, settings.health_file) if settings.health_file else None
        # An embedded store has no other process.
        self._shares_store = settings.redis_url is not None
        self._lease: Lease | None = None

    async def setup_hook(self) -> None:
        """Before the gateway: shards, store, commands, the clock, and the pictures' shared layers."""
        assert self.user is not None, "we have logged in"
        store, telemetry = self.services.store, self.services.telemetry
        if self._shares_store:
            lease = Lease(store, self.user.id, self.shard_count, self.shard_ids)
            await lease.take()
            self._lease = lease
            self.before_identify_hook = IdentifyTurns(self, store).wait
            await store.check_version()  # a restore may have begun before the lease was taken
        await self._claim(store, self.user.id)
        self._spawn("shared time", self._now.run)
        self._spawn("workers elsewhere", self._engines.watch)
        if self._metrics_address:
            telemetry.serve(self._metrics_address)
            self._spawn("telemetry", lambda: telemetry.watch(self, self.mine))
        await add_all(self, self.services, (*COMMANDS, Router, ChannelEvents))
        await self.tree.set_translator(CommandTranslator())
        await self.tree.sync()
        self._spawn("emoji of the application", partial(read_emoji, self))
        self._spawn("warming the painters", self.services.painter.warm)
        for language in LANGUAGES:
            await run_in_io_thread(texts, language)
        lifecycle = self.services.lifecycle
        remind = self.services.after_answers(telemetry.by_clock(lifecycle.remind, "remind"))
        serve = self.services.after_answers(telemetry.by_clock(lifecycle.serve))
        schedule, podiums = self.services.schedule, Podiums(self.services, self)
        self.services.clock.gathered = TimedStarts(self.services, self).start
        schedule.handle(TABLE, partial(self.services.clock.look, changed=serve, remind=remind))
        schedule.handle(SEASON, lambda guild, _: podiums.look(guild, self._now()), self.knows)
        schedule.handle(CHAMPION, Champions(self.services, self).look, self.knows)
        schedule.handle(PACKING, lifecycle.pack)
        schedule.handle(CLOSING, Closings(self.services, self).look, self.knows)
        self._spawn("outages", lambda: self._outages.run(serve))
        self._spawn("whom tables wait for", partial(self.services.repository.carrier.catch_up, self.mine))
        self._spawn("schedule", schedule.run)
        self._spawn("erasing", lambda: erase(store, self.services.repository, self._now))
        self._spawn("counting what was brought", lambda: store.imports.settle(self._now))
        self._spawn("the room in the store", store.room.watch)
        self._spawn("reviews that the host cancels", self.services.reviewing.watch)
        if self._health:
            self._spawn("health", self._health.run)

    async def _claim(self, store: Store, account: int) -> None:
        """Claim the store for this account, take over its lists, and adopt its clock, as soon as it answers.

        Raises `OthersStore` if it belongs to another one.
        """
        while True:
            try:
                await store.claim(account)
                await take_over(store, self.services.repository)
                return await self._now.agree()
            except OthersStore:
                raise
            except StoreError as error:
                _log.warning("the start waits for the store: %s", error)
                await asyncio.sleep(_LATER)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected while the lease of the shards is held. Raises `StoreError` if another process has taken it."""
        if self._lease is None:
            return await super().connect(reconnect=reconnect)
        connected = asyncio.ensure_future(super().connect(reconnect=reconnect))
        kept = asyncio.ensure_future(self._lease.keep())
        try:
            await asyncio.wait([connected, kept], return_when=asyncio.FIRST_COMPLETED)
            await (kept if kept.done() else connected)
        finally:
            connected.cancel()
            kept.cancel()

    def _spawn(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work()` in the background until the bot stops, restarted if it dies."""
        self._ends_with_bot(in_background(supervised(name, work), name))

    def _ends_with_bot(self, task: asyncio.Task[None]) -> None:
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def on_ready(self) -> None:
        """Resume unfinished tables: boards not shown, games not begun, channels deleted, servers left."""
        if task := asyncio.current_task():
            self._ends_with_bot(task)
        while True:
            try:
                await self._resume()
                break
            except StoreError as error:
                _log.warning("what was cut off is taken up later: %s", error)
                await asyncio.sleep(_LATER)
        self._spawn("what servers want", self._notice)
        self._spawn("taking up reviews", self._review_on)
        _log.info("ready as %s", self.user)

    async def _resume(self) -> None:
        absences, open_tables = self.services.absences, self.services.store.open_tables
        await absences.take_stock()
        async for table in self.services.lifecycle.unfinished(self.knows):
            await self._take_up(table)
        for guild in await open_tables.servers():
            if self.mine(guild) and not self.knows(guild) and await open_tables.of_server(guild):
                await absences.left(guild)

    async def _notice(self) -> None:
        """Schedule what settings ask for, in case the bot stopped in between."""
        for guild in [each.id for each in self.guilds if self.mine(each.id)]:
            await self.services.schedule.notice(guild, await self.services.preferences.of_server(guild), anew=False)

    async def _review_on(self) -> None:
        try:
            await self.services.reviewing.take_up(self.mine)
        except StoreError as error:
            _log.warning("what was asked for of the engine is made at the next start: %s", error)

    def mine(self, guild: int) -> bool:
        """Whether this process receives the events of a server; of direct messages (0), the first shard does."""
        if self.shard_count is None or self.shard_ids is None:
            return True
        return (guild >> 22) % self.shard_count in self.shard_ids

    def knows(self, guild: int) -> bool:
        """Whether this process has the channels and roles of a server cached; no other one can show it anything."""
        known = self.get_guild(guild)
        return known is not None and not known.unavailable if guild else self.mine(guild)

    async def _take_up(self, table: Table) -> None:
        """Resume a table; an error at one does not stop the others."""
        try:
            await self.services.after_answers(self.services.lifecycle.take_up)(table)
        except Exception:  # noqa: BLE001  logged, and the next start retries
            _log.exception("table %s could not be taken up", table.id)

    async def on_message(self, message: discord.Message, /) -> None:
        """Messages are not commands here."""

    async def close(self) -> None:
        """Stop within seconds, with nothing half done."""
        if self.is_closed():
            return
        for task in self._background:
            task.cancel()
        if self._health:
            self._health.end()
        await self.services.idle(_FAREWELL)
        self.services.give_up()
        self.services.ladders.give_up()
        self.services.lifecycle.retries.rest()
        self.services.looking_clock.give_up()
        await self.services.computers.rest()
        await self.services.reviewing.rest()
        await self.services.presenter.companions.rest(0)
        for task in self._background:  # those started meanwhile
            task.cancel()
        await asyncio.sleep(0)
        await asyncio.gather(
            self.services.painter.close(), self.services.lookups.close(), self._log_pool.close(), self._engines.close()
        )
        await self.services.telemetry.close()
        await super().close()
        if self._lease:
            await self._lease.release()
        await self.services.store.close()


async def create_bot(settings: Settings) -> Bot:
    """A bot ready to be started, in this context. Raises `StoreError` if there is no store."""
    answer_promptly()
    if settings.api_base:
        Route.BASE = settings.api_base
    store = await open_store(settings.redis_url, settings.data_dir, settings.store_limit)
    return Bot(settings, store)
