"""The lobby of a chouette: who may do what in it, who must agree, and how it begins."""

from __future__ import annotations

import pytest

from bot.backgammon import Foreign, Illegal, Phase, Refused, Stale
from bot.backgammon.actions import OpeningRoll
from bot.chouette import PRESETS, ChouetteFault, Options, Order, by_dice, counted, shuffled
from bot.chouette.actions import Arrange
from bot.chouette.log import CHOUETTE
from bot.store import keys
from bot.tables.chouette.lobby import Lobby
from bot.tables.chouette.lobby_checks import not_agreed, rules_number
from bot.tables.chouette.lobby_fault import LobbyFault
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.preferences import PersonPreferences, ServerSettings
from bot.tables.repository import Outcome
from bot.tables.table import Person, Stage, Table
from tests.store.listed import open_places
from tests.store.servers import stored

from .tables import ANN, BOB, CHANNEL, CYD, GUILD, HOUR, Tables

DAN = Person(9_001_004, "Dan")
GUESTS = [Person(5000 + number, f"Guest {number}") for number in range(12)]


@pytest.fixture
def lobby(tables: Tables) -> Lobby:
    return Lobby(
        tables.store,
        tables.repository,
        tables.preferences,
        tables.desk,
        lambda: tables.time,
        lambda count: tables.entropy(count),
    )


class Gathering:
    """A lobby of Ann's, and people who come to it."""

    def __init__(self, tables: Tables, lobby: Lobby, table: Table) -> None:
        self.tables, self.lobby, self.id = tables, lobby, table.id

    async def table(self) -> Table:
        found = await self.tables.repository.load(CHANNEL, self.id)
        assert found is not None
        return found

    async def names(self) -> list[str]:
        return [person.name for person in (await self.table()).people.seats]

    async def join(self, *people: Person) -> None:
        for person in people:
            await self.lobby.join(CHANNEL, self.id, person, self.tables.receipt())

    async def rules(self, person: Person, options: Options) -> Outcome:
        return await self.lobby.set_options(CHANNEL, self.id, person, options, self.tables.receipt())

    async def start(self, person: Person = ANN, order: tuple[int, ...] | None = None) -> Outcome:
        return await self.lobby.start(CHANNEL, self.id, person, order, self.tables.receipt())


async def opened(
    tables: Tables, lobby: Lobby, host: Person, channel: int = CHANNEL, options: Options | None = None
) -> Table:
    name = await lobby.admit(GUILD, host, tables.receipt(), channel)
    return await lobby.open(GUILD, channel, host, options or Options(), name)


async def gather(tables: Tables, lobby: Lobby, *people: Person, options: Options | None = None) -> Gathering:
    table = await opened(tables, lobby, ANN, options=options)
    made = Gathering(tables, lobby, table)
    await made.join(*people)
    return made


def reason(refused: pytest.ExceptionInfo[Refused]) -> object:
    return refused.value.reason


async def test_a_lobby_holds_its_channel_for_three_days(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, options=PRESETS["no_beavers"])
    table = await made.table()
    assert await tables.store.held(CHANNEL) == table.id
    assert table.stage is Stage.CHALLENGE and table.about.setup == PRESETS["no_beavers"]
    assert table.about.expires_at == tables.time + 72 * HOUR
    with pytest.raises(Illegal) as refused:
        await opened(tables, lobby, BOB)
    assert reason(refused) is ChallengeFault.HELD


async def test_a_lobby_that_is_refused_leaves_the_store_as_it_was(tables: Tables, lobby: Lobby) -> None:
    for channel in range(3):
        await opened(tables, lobby, ANN, channel)
    before = await stored(tables.server)
    for channel, host, why in ((0, BOB, ChallengeFault.HELD), (4, ANN, ChallengeFault.TOO_MANY_OPEN)) * 20:
        with pytest.raises(Illegal) as refused:
            await opened(tables, lobby, host, channel)
        assert reason(refused) is why
    assert await stored(tables.server) == before


async def test_a_lobby_that_comes_to_nothing_leaves_nothing_for_ever(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB)
    await lobby.withdraw(CHANNEL, made.id, ANN, False, tables.receipt())
    await tables.tick()
    assert set(await stored(tables.server, lasting=True)) <= {*keys.DUES, keys.SERVERS}
    tables.time += 73 * HOUR
    await tables.tick()
    assert set(await stored(tables.server, lasting=True)) == {keys.SERVERS}


async def test_a_channel_taken_in_the_same_moment_costs_no_open_challenge(tables: Tables, lobby: Lobby) -> None:
    for channel in range(4):
        name = await lobby.admit(GUILD, ANN, tables.receipt(), CHANNEL)
        await lobby.open(GUILD, CHANNEL, BOB, Options(), f"bob{channel}")
        with pytest.raises(Illegal) as refused:
            await lobby.open(GUILD, CHANNEL, ANN, Options(), name)
        assert reason(refused) is ChallengeFault.HELD
        await lobby.withdraw(CHANNEL, f"bob{channel}", BOB, False, tables.receipt())


async def test_an_open_chouette_counts_as_an_open_challenge_of_its_hosts(tables: Tables, lobby: Lobby) -> None:
    opened_ones = [await opened(tables, lobby, ANN, CHANNEL + number) for number in range(3)]
    for ask in (opened(tables, lobby, ANN, CHANNEL + 3), tables.challenge()):
        with pytest.raises(Illegal) as refused:
            await ask
        assert reason(refused) is ChallengeFault.TOO_MANY_OPEN
    assert await tables.store.held(CHANNEL + 3) is None
    await lobby.withdraw(CHANNEL, opened_ones[0].id, ANN, False, tables.receipt())
    await opened(tables, lobby, ANN, CHANNEL)


@pytest.mark.parametrize("way", ["starts", "leaves", "is called off", "expires"])
async def test_it_counts_no_more_when_it_is_open_no_more(tables: Tables, lobby: Lobby, way: str) -> None:
    made = await gather(tables, lobby, BOB, CYD)
    for number in (1, 2):
        await opened(tables, lobby, ANN, CHANNEL + number)
    if way == "starts":
        await made.start()
    elif way == "leaves":
        await lobby.leave(CHANNEL, made.id, ANN, tables.receipt())
    elif way == "is called off":
        await lobby.withdraw(CHANNEL, made.id, DAN, True, tables.receipt())
    else:
        await tables.challenges.expire(await made.table())
    await opened(tables, lobby, ANN, CHANNEL + 3)


async def test_nobody_opens_six_in_ten_minutes(tables: Tables, lobby: Lobby) -> None:
    for _ in range(5):
        table = await opened(tables, lobby, ANN)
        await lobby.leave(CHANNEL, table.id, ANN, tables.receipt())
    with pytest.raises(Illegal) as refused:
        await opened(tables, lobby, ANN)
    assert reason(refused) is ChallengeFault.TOO_FAST
    tables.time += 601
    await opened(tables, lobby, ANN)


async def test_it_stands_as_long_as_the_server_lets_people_wait(tables: Tables, lobby: Lobby) -> None:
    await tables.preferences.keep_server(GUILD, ServerSettings(claim_after=5))
    table = await opened(tables, lobby, ANN)
    assert table.about.expires_at == tables.time + 5 * HOUR


async def test_one_interaction_never_opens_two(tables: Tables, lobby: Lobby) -> None:
    await lobby.admit(GUILD, ANN, "once", CHANNEL)
    with pytest.raises(Stale):
        await lobby.admit(GUILD, ANN, "once", CHANNEL)


async def test_people_join_once_until_it_is_full(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB, options=Options(max_players=3))
    with pytest.raises(Illegal) as refused:
        await made.join(BOB)
    assert reason(refused) is ChouetteFault.SEATED_ALREADY
    await made.join(CYD)
    with pytest.raises(Illegal) as refused:
        await made.join(DAN)
    assert reason(refused) is ChouetteFault.FULL
    assert await made.names() == ["Ann", "Bob", "Cyd"]


async def test_whom_the_host_blocks_cannot_join(tables: Tables, lobby: Lobby) -> None:
    await tables.preferences.keep_person(ANN.user, PersonPreferences(blocked=(BOB.user,)))
    made = await gather(tables, lobby)
    with pytest.raises(Foreign) as refused:
        await made.join(BOB)
    assert reason(refused) is ChallengeFault.DOOR_CLOSED


async def test_changed_rules_are_put_to_everybody_else_again(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB, CYD)
    assert not_agreed(await made.table()) == ()
    await made.rules(ANN, Options())
    assert not_agreed(await made.table()) == (), "nothing was changed"
    await made.rules(ANN, PRESETS["full_advice"])
    table = await made.table()
    assert not_agreed(table) == (BOB, CYD) and table.about.setup == PRESETS["full_advice"]
    await made.join(DAN)
    with pytest.raises(Illegal) as refused:
        await made.start()
    assert reason(refused) is ChouetteFault.NOT_AGREED and refused.value.details["names"] == ("Bob", "Cyd")
    number = rules_number(PRESETS["full_advice"])
    await lobby.agree(CHANNEL, made.id, BOB, tables.receipt(), number)
    with pytest.raises(Illegal) as refused:
        await lobby.agree(CHANNEL, made.id, BOB, tables.receipt(), number)
    assert reason(refused) is ChouetteFault.SAID_ALREADY
    await lobby.leave(CHANNEL, made.id, CYD, tables.receipt())
    assert (await made.start()).table.stage is Stage.OPEN


async def test_nobody_accepts_rules_that_he_was_not_shown(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB)
    shown = rules_number(Options())
    await made.rules(ANN, PRESETS["full_advice"])
    for wish in (lobby.join(CHANNEL, made.id, CYD, "i", shown), lobby.agree(CHANNEL, made.id, BOB, "j", shown)):
        with pytest.raises(Stale) as refused:
            await wish
        assert reason(refused) is LobbyFault.OTHER_RULES
    assert await made.names() == ["Ann", "Bob"] and not_agreed(await made.table()) == (BOB,)


async def test_only_the_host_changes_the_rules_and_only_before_the_start(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB, CYD, DAN)
    with pytest.raises(Foreign) as refused:
        await made.rules(BOB, PRESETS["full_advice"])
    assert reason(refused) is ChouetteFault.NOT_HOST and refused.value.details["names"] == ("Ann",)
    with pytest.raises(Illegal) as refused_too:
        await made.rules(ANN, Options(max_players=3))
    assert reason(refused_too) is LobbyFault.TOO_MANY_SEATED
    await made.start()
    with pytest.raises(Stale) as late:
        await made.rules(ANN, PRESETS["full_advice"])
    assert reason(late) is ChouetteFault.SESSION_RUNS


async def test_the_next_one_is_host_when_the_host_leaves(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB, CYD)
    await made.rules(ANN, PRESETS["full_advice"])
    await lobby.give_word(CHANNEL, made.id, ANN, "amber", tables.receipt())
    await lobby.leave(CHANNEL, made.id, ANN, tables.receipt())
    table = await made.table()
    assert await made.names() == ["Bob", "Cyd"]
    assert not_agreed(table) == (CYD,) and table.people.words == ()
    await made.rules(BOB, Options())
    with pytest.raises(Foreign) as refused:
        await lobby.leave(CHANNEL, made.id, ANN, tables.receipt())
    assert reason(refused) is LobbyFault.NOT_JOINED


async def test_with_the_last_one_it_is_over_and_the_channel_free(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby)
    await lobby.leave(CHANNEL, made.id, ANN, tables.receipt())
    assert (await made.table()).stage is Stage.WITHDRAWN and await tables.store.held(CHANNEL) is None
    with pytest.raises(Stale) as refused:
        await made.join(BOB)
    assert reason(refused) is LobbyFault.OVER


async def test_the_host_sends_people_away(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB, CYD)

    async def kick(by: Person, whom: Person) -> None:
        await lobby.kick(CHANNEL, made.id, by, False, whom.user, whom.name, tables.receipt())

    await kick(ANN, BOB)
    assert await made.names() == ["Ann", "Cyd"]
    for by, whom, why in (
        (CYD, ANN, ChouetteFault.NOT_HOST),
        (ANN, BOB, TableTrouble.NO_SUCH_PERSON),
        (ANN, ANN, ChouetteFault.NOT_YOURSELF),
    ):
        with pytest.raises(Refused) as refused:
            await kick(by, whom)
        assert reason(refused) is why


async def test_a_moderator_sends_the_host_away(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB, CYD)
    stranger = Person(9_009_009, "Mod")
    await lobby.kick(CHANNEL, made.id, stranger, True, ANN.user, ANN.name, tables.receipt())
    assert await made.names() == ["Bob", "Cyd"]


async def test_host_or_moderator_call_it_off(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB)
    with pytest.raises(Foreign) as refused:
        await lobby.withdraw(CHANNEL, made.id, BOB, False, tables.receipt())
    assert reason(refused) is ChouetteFault.NOT_HOST
    await lobby.withdraw(CHANNEL, made.id, CYD, True, tables.receipt())
    assert (await made.table()).stage is Stage.WITHDRAWN and await tables.store.held(CHANNEL) is None


async def test_it_expires_and_frees_its_channel(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB)
    await tables.clock.watch(await made.table())
    tables.time += 72 * HOUR
    with pytest.raises(Stale) as refused:
        await made.join(CYD)
    assert reason(refused) is LobbyFault.OVER
    changed, _ = await tables.tick()
    assert [table.stage for table in changed] == [Stage.WITHDRAWN]
    assert await tables.store.held(CHANNEL) is None


async def test_only_who_has_joined_gives_a_word(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB)
    await lobby.give_word(CHANNEL, made.id, BOB, " birch ", tables.receipt())
    assert (await made.table()).words == ("birch",)
    with pytest.raises(Foreign) as refused:
        await lobby.give_word(CHANNEL, made.id, CYD, "cedar", tables.receipt())
    assert reason(refused) is LobbyFault.NOT_JOINED
    with pytest.raises(Illegal) as bad:
        await lobby.give_word(CHANNEL, made.id, BOB, "a|b", tables.receipt())
    assert reason(bad) is ChallengeFault.BAD_WORD


async def test_it_takes_three_and_the_host_to_start(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB)
    with pytest.raises(Illegal) as refused:
        await made.start()
    assert reason(refused) is ChouetteFault.TOO_FEW
    await made.join(CYD)
    with pytest.raises(Foreign) as foreign:
        await made.start(BOB)
    assert reason(foreign) is ChouetteFault.NOT_HOST
    await made.start()
    with pytest.raises(Stale) as late:
        await made.start()
    assert reason(late) is ChouetteFault.BEGUN


@pytest.mark.parametrize(("order", "find"), [(Order.ROLL, by_dice), (Order.SHUFFLE, shuffled)])
async def test_the_first_line_comes_from_the_dice_of_the_table(
    tables: Tables, lobby: Lobby, order: Order, find: type
) -> None:
    made = await gather(tables, lobby, BOB, CYD, DAN, options=Options(order=order))
    await lobby.give_word(CHANNEL, made.id, DAN, "dogwood", tables.receipt())
    begun = (await made.start()).table
    session = begun.state
    assert session is not None and begun.words == ("dogwood",)
    line, rolls = counted(lambda supply: find(range(4), supply), begun.roll)
    assert session.line == line
    head, *entries = await tables.store.log(CHANNEL, made.id)
    assert CHOUETTE.header(head).players == 4 and CHOUETTE.header(head).options == begun.about.setup
    first, opening, *_ = map(CHOUETTE.action, entries)
    assert first == Arrange(dice=rolls, at=tables.time)
    assert isinstance(opening, OpeningRoll) and opening.dice == begun.roll(len(rolls) + 1)
    assert session.game.phase in (Phase.PLAY, Phase.CUBE, Phase.ROLL)


async def test_it_is_listed_with_its_people_once_it_has_begun(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB, CYD)
    assert await open_places(tables.store) == [(CHANNEL, made.id)] and await tables.store.tables_of(CYD.user) == []
    await made.start()
    assert await open_places(tables.store) == [(CHANNEL, made.id)]
    assert await tables.store.tables_of(CYD.user) == [made.id]
    assert await tables.store.channel_of(made.id) == CHANNEL
    assert await tables.store.held(CHANNEL) == made.id


async def test_the_host_says_the_order_where_the_rules_leave_it_to_him(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB, CYD, options=Options(order=Order.MANUAL))
    for order, why in (
        (None, LobbyFault.WHICH_ORDER),
        ((0, 1), LobbyFault.NOT_EVERYBODY),
        ((0, 1, 1), LobbyFault.NOT_EVERYBODY),
    ):
        with pytest.raises(Illegal) as refused:
            await made.start(order=order)
        assert reason(refused) is why
    session = (await made.start(order=(2, 0, 1))).table.state
    assert session is not None and session.line == (2, 0, 1)


async def test_else_nobody_says_it(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB, CYD)
    with pytest.raises(Illegal) as refused:
        await made.start(order=(2, 0, 1))
    assert reason(refused) is LobbyFault.NOT_MANUAL


async def test_a_challenge_is_no_lobby_and_a_lobby_no_challenge(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB)
    with pytest.raises(Stale):
        await tables.challenges.accept(CHANNEL, made.id, CYD, tables.receipt())
    challenge = await tables.challenge()
    with pytest.raises(Illegal) as refused:
        await lobby.join(CHANNEL, challenge.id, CYD, tables.receipt())
    assert reason(refused) is ChouetteFault.NOT_A_CHOUETTE


async def test_names_are_kept_as_people_are_called_now(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, BOB)
    await lobby.give_word(CHANNEL, made.id, Person(BOB.user, "Robert"), "rowan", tables.receipt())
    assert await made.names() == ["Ann", "Robert"]


async def test_ten_may_gather_and_no_more(tables: Tables, lobby: Lobby) -> None:
    made = await gather(tables, lobby, *GUESTS[:9])
    with pytest.raises(Illegal):
        await made.join(GUESTS[9])
    session = (await made.start()).table.state
    assert session is not None and sorted(session.line) == list(range(10))
