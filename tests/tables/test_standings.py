"""The ladders of servers: what was counted game by game is what the list gives when it is counted at once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from unittest import mock

import fakeredis
import msgspec
import pytest

from bot.ladder.facts import Fact, write_fact
from bot.ladder.fold import Book
from bot.ladder.listing import ESTABLISHED, PERFORMANCE, RATING
from bot.ladder.notes import Analysis, Forget, Hide, Note, Restore, Strike, write_note
from bot.ladder.performance import ENOUGH, Share
from bot.ladder.players import Pair, Player
from bot.ladder.seasons import Seasons
from bot.ladder.tallies import Tally
from bot.store import Entry, Store, StoreError, keys
from bot.store.standings import Counted, View
from bot.tables import standings
from bot.tables.chouette.account import BETS
from bot.tables.counting import CHUNK, CountingRules, Game, GameAnalysis
from bot.tables.heads_up.account import POINTS
from bot.tables.ladder_pages import BoardPage
from bot.tables.preferences import Preferences, ServerSettings
from bot.tables.recounting import rebuild, verify
from bot.tables.standings import Ladders, entries_of
from tests.ladder.facts import chouette_game, match_game

G = 7
PEOPLE = 8
DAY = 86_400.0
MONTHS = CountingRules(Seasons.MONTH, "Europe/Prague")


@pytest.fixture
def store() -> Store:
    return Store(fakeredis.FakeAsyncRedis(), "the test")


def made(
    store: Store, rules: CountingRules = MONTHS, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> Ladders:
    """The ladders of a process, where the server has these seasons."""
    preferences = Preferences(store)
    settings = ServerSettings(seasons=rules.seasons, time_zone=rules.zone)
    preferences._servers[G] = float("inf"), settings
    return Ladders(store, preferences, sleep)


def games(count: int, seed: int = 1) -> Iterator[tuple[Fact, tuple[int, ...]]]:
    """Matches, money games and chouettes among the people 1 to 8, over a year."""
    dice = random.Random(seed)
    for number in range(count):
        table, at = f"table{number}", number * 365 * DAY / count
        if dice.random() < 0.2:
            team = dice.randint(2, 4)
            points = {seat: dice.choice((-4, -2, -1, 1, 2)) for seat in range(1, team + 1)}
            fact = chouette_game(points, table=table, at=at)
        else:
            length = dice.choice((0, 1, 3, 7))
            fact = match_game(winner=dice.randrange(2), length=length, points=max(1, length), table=table, at=at)
        yield fact, tuple(dice.sample(range(1, PEOPLE + 1), len(fact.account.roles)))


async def enter(store: Store, fact: Fact, who: Sequence[int]) -> None:
    """Everybody's number in the list is the number they have here, as they come in this order."""
    await store.ladder.enter(G, fact.table, [Entry(fact.game, write_fact(fact), tuple(1000 + each for each in who))])


def analysis(entry: int, fact: Fact, engine: str = "one", lost: int = 77_777) -> Analysis:
    """Every seat has decided something, and lost something."""
    shares = (Share(seat, 20 + seat, 1, lost * entry) for seat, _ in fact.account.roles)
    return Analysis(entry, engine, "so far", tuple(shares))


async def analyse(store: Store, *found: Analysis) -> None:
    for each in found:
        assert await store.ladder.note_analysis(G, write_note(each), each.id)


def judged(number: int, game: tuple[Fact, tuple[int, ...]], engine: str = "one", lost: int = 77_777) -> GameAnalysis:
    return GameAnalysis(Game(number, *game), analysis(number, game[0], engine, lost))


def folded(rules: CountingRules, steps: Sequence[tuple[Fact, tuple[int, ...]] | GameAnalysis | Note]) -> Book:
    """All at once."""
    book = Book()
    for step in steps:
        if isinstance(step, GameAnalysis):
            game = step.game
            book.judge(game.fact, game.who, rules.season(game.fact.ended_at), step.found)
            continue
        if isinstance(step, tuple):
            book.enter(step[0], step[1], rules.season(step[0].ended_at), rules.day(step[0].ended_at).toordinal())
        else:
            book.note(step)
    return book


FIRST = (chouette_game(dict.fromkeys(range(1, PEOPLE), 1), table="first"), tuple(range(1, PEOPLE + 1)))


async def same(view: View, book: Book) -> None:
    """What the view keeps of everybody is what the fold has, but for what points into the list."""
    for number, player in book.players.items():
        (data,) = await view.values("players", [f"{number}"])
        assert data is not None
        kept = msgspec.msgpack.decode(data, type=Player)
        kept.entries = kept.ratings = 0
        assert kept == player
    for (number, season), tally in book.seasons.items():
        (data,) = await view.values("tallies", [f"{number} {season}"])
        assert data and msgspec.msgpack.decode(data, type=Tally) == tally
    for (one, other), pair in book.pairs.items():
        (data,) = await view.values("pairs", [f"{one} {other}"])
        assert data and msgspec.msgpack.decode(data, type=Pair) == pair
    rated = {each: player for each, player in book.players.items() if player.standings and not player.hidden}
    shown = await view.page(RATING.list_key("backgammon", ""), 0, 50)
    assert {each for each, _ in shown} == set(rated)
    for number, order in shown:
        standing = rated[number].standing("backgammon")
        assert order == round(standing.rating, 2) + (0 if standing.provisional else ESTABLISHED)


async def test_game_by_game_is_as_all_at_once(store: Store) -> None:
    ladders, played = made(store), [FIRST, *games(120)]
    for fact, who in played:
        await enter(store, fact, who)
        await ladders.counted(G)
    view = await ladders.counted(G)
    assert await view.counted() == len(played)
    await same(view, folded(MONTHS, played))
    season = POINTS.list_key("", "1970-03")
    assert 0 < await view.size(season) <= PEOPLE


async def test_where_one_stops_another_goes_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "AT_A_TIME", 7)
    played, power = [FIRST, *games(60)], [0]
    for fact, who in played:
        await enter(store, fact, who)
    advance = View.advance

    async def breaking(view: View, before: int, counted: int, what: Counted) -> bool:
        """The power fails, now before and now after something is written."""
        power[0] -= 1
        if power[0] == 0:
            raise StoreError("power")
        done = await advance(view, before, counted, what)
        if power[0] == 1:
            raise StoreError("power")
        return done

    monkeypatch.setattr(View, "advance", breaking)
    for power[0] in (1, 3, 2, 4):
        with pytest.raises(StoreError, match="power"):
            await made(store).counted(G)
    power[0] = 99
    view = await made(store).counted(G)
    await same(view, folded(MONTHS, played))


async def test_two_who_count_at_once_count_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "AT_A_TIME", 3)
    played = [FIRST, *games(40)]
    for fact, who in played:
        await enter(store, fact, who)
    one, other = made(store), made(store)
    view, _ = await asyncio.gather(*(each.counted(G) for each in (one, other)))
    await same(view, folded(MONTHS, played))


async def test_a_struck_game_is_as_if_never_played_and_who_hides_is_on_no_board(store: Store) -> None:
    ladders, played = made(store), [FIRST, *games(40)]
    for fact, who in played:
        await enter(store, fact, who)
    before = await ladders.counted(G)
    await store.ladder.note(G, write_note(Strike(5, "a bet between friends", 1.0)), strikes=5)
    await store.ladder.note(G, write_note(Hide(3)))
    await store.ladder.note(G, write_note(Forget(4)))
    await store.ladder.note(G, write_note(Hide(2)))
    await store.ladder.note(G, write_note(Hide(2, hidden=False)))
    after = await ladders.counted(G)
    assert before.name != after.name and await store.ladder.view(G) == after.name and await before.counted() == 0
    book = folded(MONTHS, [*played[:4], *played[5:], Hide(3), Forget(4)])
    await same(after, book)
    shown = [number for number, _ in await after.page(BETS.list_key("", ""), 0, 50)]
    assert 2 in shown and not {3, 4} & set(shown)


async def test_one_game_is_struck_and_another_restored_before_anybody_counts(store: Store) -> None:
    """As many are struck as before, and not the same ones."""
    ladders, played = made(store), [FIRST, *games(40)]
    for fact, who in played:
        await enter(store, fact, who)
    assert await ladders.strike(G, played[4][0].table, None, "a test", 0, 1.0) == [1]
    await same(await ladders.counted(G), folded(MONTHS, [*played[:4], *played[5:]]))
    assert await ladders.restore(G, played[4][0].table, None, "a mistake", 0, 2.0) == [1]
    assert await ladders.restore(G, played[4][0].table, None, "again", 0, 2.0) == []
    assert await ladders.strike(G, played[7][0].table, None, "this one", 0, 3.0) == [1]
    await same(await ladders.counted(G), folded(MONTHS, [*played[:7], *played[8:]]))
    assert (await verify(store, ladders._preferences, G)).differences == ()


async def test_an_analysis_counts_once_and_a_later_one_in_its_place(store: Store) -> None:
    """One after the other, with games in between, in one go, and all anew: it is the same."""
    ladders, played = made(store), [FIRST, *games(40)]
    for fact, who in played[:20]:
        await enter(store, fact, who)
    await analyse(store, analysis(5, played[4][0], "older", 1), analysis(9, played[8][0]))
    await ladders.counted(G)
    for fact, who in played[20:]:
        await enter(store, fact, who)
    await analyse(store, analysis(5, played[4][0]), analysis(3, played[2][0], "x", 9), analysis(3, played[2][0]))
    assert not await store.ladder.note_analysis(G, b"anything", analysis(3, played[2][0]).id)
    view = await ladders.counted(G)
    only = [judged(number, played[number - 1]) for number in (9, 5, 3)]
    await same(view, folded(MONTHS, [*played, *only]))
    preferences = ladders._preferences
    assert (await verify(store, preferences, G)).differences == ()
    shown = {name: await view.content(name) for name in await view.names()}
    await rebuild(store, preferences, G)
    anew = await ladders.counted(G)
    assert anew.name != view.name and {name: await anew.content(name) for name in await anew.names()} == shown


async def test_what_was_found_in_a_struck_game_is_in_nobody_s_sums(store: Store) -> None:
    ladders, played = made(store), [FIRST, *games(20)]
    for fact, who in played:
        await enter(store, fact, who)
    await analyse(store, analysis(5, played[4][0]), analysis(7, played[6][0]))
    await ladders.counted(G)
    assert await ladders.strike(G, played[4][0].table, None, "a test", 0, 1.0) == [1]
    await analyse(store, analysis(5, played[4][0], "another"))
    rest = [*played[:4], *played[5:], judged(7, played[6])]
    await same(await ladders.counted(G), folded(MONTHS, rest))


async def test_the_board_of_performance_and_one_s_own_line_there(store: Store) -> None:
    """Listed is who has decided enough in that season; how much is missing is told to who asks alone."""
    ladders, at = made(store), [20 * DAY, 40 * DAY, 41 * DAY]
    for number, each in enumerate(at):
        await enter(store, match_game(winner=0, length=1, table=f"t{number}", at=each), (1, 2))
    shares = ((0, ENOUGH - 1, 600_000), (1, ENOUGH, 900_000)), ((0, 60, 240_000), (1, 40, 40_000)), ((0, 1, 0),)
    for entry, some in enumerate(shares, 1):
        await analyse(store, Analysis(entry, "one", "so far", tuple(Share(seat, n, 0, lost) for seat, n, lost in some)))
    reader = await ladders.reader(G, 50 * DAY)

    async def page(season: str, user: int) -> BoardPage:
        return await reader.board(PERFORMANCE, "backgammon", season, user)

    everything = await page("", 1001)
    told = [(line.rank, line.user, round(line.value, 3), line.count) for line in everything.lines]
    assert told == [(1, 1001, 1.167, 360), (2, 1002, 1.382, 340)]
    assert everything.own == everything.lines[0] and everything.unlisted is None
    assert all(line.error and not line.provisional and line.change is None for line in everything.lines)
    january = await page("1970-01", 1001)
    assert [line.user for line in january.lines] == [1002] and january.own is None
    waiting = january.unlisted
    assert waiting and (waiting.count, waiting.value) == (ENOUGH - 1, pytest.approx(500 * 0.6 / (ENOUGH - 1)))
    assert waiting.error is None, "by one game it is not known"
    assert january.lines[0].error is None
    february = await page("1970-02", 1002)
    assert february.lines == () and february.unlisted is not None and february.unlisted.count == 40
    nothing = [(await page("1970-03", 1002)).unlisted, (await page("", 5)).unlisted]
    assert [each and each.count for each in nothing] == [0, 0]
    assert (await page("1970-01", 0)).unlisted is None, "what all see is nobody's own"
    assert (await reader.board(POINTS, "", "", 1001)).unlisted is None
    await ladders.hide(G, 1001, True)
    reader = await ladders.reader(G, 50 * DAY)
    assert [line.user for line in (await page("", 1001)).lines] == [1002]
    assert (await page("1970-01", 1001)).unlisted is None


async def test_a_season_that_is_over_is_told_without_what_is_of_now(store: Store) -> None:
    """A Friday's match, the last of January, seen on that Friday and on the Sunday of the same week."""
    ladders = made(store)
    await enter(store, match_game(winner=0, length=1, at=29.5 * DAY), (1, 2))

    async def told(season: str, day: float) -> list[tuple[str, int | None]]:
        page = await (await ladders.reader(G, day * DAY)).board(RATING, "backgammon", season, 1001)
        assert page.own == page.lines[0]
        return [(line.form, None if line.change is None else round(line.change)) for line in page.lines]

    assert await told("1970-01", 29.6) == await told("", 31.5) == [("1", 10), ("0", -10)]
    assert await told("1970-01", 31.5) == [("", None), ("", None)]


async def test_other_seasons_are_counted_anew(store: Store) -> None:
    ladders, played = made(store), [FIRST, *games(30)]
    for fact, who in played:
        await enter(store, fact, who)
    await ladders.counted(G)
    for seasons in (Seasons.YEAR, Seasons.OFF):
        rules = CountingRules(seasons, "UTC")
        await same(await made(store, rules).counted(G), folded(rules, played))


async def test_who_plays_very_much_is_kept_in_parts(store: Store) -> None:
    ladders = made(store)
    for number in range(CHUNK + 2):
        await enter(store, match_game(winner=0, length=1, table=f"t{number}"), (1, 2))
    view = await ladders.counted(G)
    parts = await view.values("entries", ["1 0", "1 1", "1 2"])
    assert [data and msgspec.msgpack.decode(data, type=list[int]) for data in parts] == [
        [*range(1, CHUNK + 1)],
        [CHUNK + 1, CHUNK + 2],
        None,
    ]


def test_a_season_is_that_of_the_server_s_calendar() -> None:
    new_year_in_prague = 1_767_222_000.0  # 2025-12-31 23:00 in London
    assert MONTHS.season(new_year_in_prague) == "2026-01"
    assert CountingRules(Seasons.QUARTER, "Europe/London").season(new_year_in_prague) == "2025-Q4"


async def names_of_views(store: Store) -> set[str]:
    """The views of which anything is in the store."""
    return {key.split(":")[2] for key in await store._connection.names(keys.of_view(G, "*", "*"))}


async def test_what_a_stop_has_interrupted_and_nobody_wants_any_more_is_dropped(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game is struck, the bot stops while all is counted anew, and the game counts again."""
    monkeypatch.setattr(standings, "AT_A_TIME", 7)
    for fact, who in [FIRST, *games(40)]:
        await enter(store, fact, who)
    shown = await made(store).counted(G)
    assert await store.ladder.note(G, write_note(Strike(5, "a mistake", 1.0)), strikes=5)
    advance, power = View.advance, [2]

    async def breaking(view: View, before: int, counted: int, what: Counted) -> bool:
        power[0] -= 1
        if power[0] < 0:
            raise StoreError("power")
        return await advance(view, before, counted, what)

    with monkeypatch.context() as patched:
        patched.setattr(View, "advance", breaking)
        with pytest.raises(StoreError, match="power"):
            await made(store).counted(G)
    assert len(await names_of_views(store)) == 2
    assert await store.ladder.note(G, write_note(Restore(5, "it was none", 2.0)), restores=5)
    assert (await made(store).counted(G)).name == shown.name
    assert await names_of_views(store) == {shown.name}


async def test_what_a_host_counts_anew_is_left_by_those_who_count_meanwhile(store: Store) -> None:
    await enter(store, *FIRST)
    await made(store).counted(G)
    await store.ladder.begin_view(G, beside := f"{MONTHS.name}.2")
    assert await store.ladder.counted(G, beside).advance(0, 1, Counted({"players": {"1": b"x"}}))
    await enter(store, *next(games(1)))
    await made(store).counted(G)
    assert beside in await names_of_views(store)
    await rebuild(store, made(store)._preferences, G)
    assert await names_of_views(store) == {beside}


async def test_games_struck_one_after_the_other_are_left_out_of_one_count(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a long list, that is: a moderator who strikes five games has everything counted once more, not five times."""
    monkeypatch.setattr(standings, "SOON", 30)
    played = [FIRST, *games(40)]
    for fact, who in played:
        await enter(store, fact, who)
    waited, ladders, counted = list[float](), made(store), set[str]()
    strikes = iter(range(2, 7))

    async def strike_more(seconds: float) -> None:
        waited.append(seconds)
        for number in strikes:
            await ladders.strike(G, played[number - 1][0].table, None, "a test", 0, 1.0)

    advance = View.advance

    async def noting(view: View, before: int, number: int, what: Counted) -> bool:
        counted.add(view.name)
        return await advance(view, before, number, what)

    ladders = made(store, sleep=strike_more)
    ladders.catch_up(G)
    await ladders.rest()
    assert waited == [], "nothing is shown yet"
    monkeypatch.setattr(View, "advance", noting)
    await ladders.strike(G, played[next(strikes) - 1][0].table, None, "a test", 0, 1.0)
    ladders.catch_up(G)
    await ladders.rest()
    view = await ladders.counted(G)
    assert waited == [standings.SETTLED] and counted == {view.name}
    await same(view, folded(MONTHS, [played[0], *played[6:]]))


async def test_what_is_struck_while_all_is_counted_is_never_shown_with_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "AT_A_TIME", 7)
    played, shown = [FIRST, *games(40)], list[str]()
    for fact, who in played:
        await enter(store, fact, who)
    advance, show = View.advance, store.ladder.show_view

    async def striking(view: View, before: int, counted: int, what: Counted) -> bool:
        if counted == 21:
            await store.ladder.note(G, write_note(Strike(5, "just now", 1.0)), strikes=5)
        return await advance(view, before, counted, what)

    async def noted(guild: int, name: str) -> None:
        shown.append(name)
        await show(guild, name)

    monkeypatch.setattr(View, "advance", striking)
    monkeypatch.setattr(store.ladder, "show_view", noted)
    view = await made(store).counted(G)
    assert shown == [view.name] and await names_of_views(store) == {view.name}
    await same(view, folded(MONTHS, [*played[:4], *played[5:]]))


async def test_an_old_table_is_found_without_a_look_through_the_list(store: Store) -> None:
    for number in (1, 2, 4):
        fact = match_game(winner=0, length=0, points=1, table="old", game=number)
        await enter(store, fact, (1, 2))
        for other, who in games(3, number):
            await enter(store, msgspec.structs.replace(other, table=f"{other.table}/{number}"), who)
    with mock.patch.object(store.ladder, "pages", side_effect=AssertionError):
        assert await entries_of(store, G, "old") == {1: 1, 2: 5, 4: 9}
        assert await entries_of(store, G, "old", 2) == {2: 5}
        assert await entries_of(store, G, "old", 3) == {} == await entries_of(store, G, "never")
    assert await store.ladder.last_entered(G, "old") == 4
