"""What the bot that is tested reads in a store, and what it would write there: the one place here that names its parts.

`facts` puts what people know of a table into plain words and numbers, `rewritten` encodes anew all that was decoded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import msgspec

from bot.backgammon import Match, Rules, format_xgid
from bot.backgammon.typed_opening import opening_xgid
from bot.chouette import Session
from bot.cogs import router, verbs
from bot.core.clock import decode_entry, encode_entry, is_entry
from bot.ladder.facts import read_fact, write_fact
from bot.ladder.notes import read_note, write_note
from bot.league import Result, night_entries
from bot.league.entries import read_entry, write_entry
from bot.preferans.sheet import Sheet
from bot.screens.custom_ids import Press
from bot.store import Entered, Store, keys
from bot.store.archive import Header, new_archive, open_archive
from bot.store.backup import contents, fill
from bot.store.connection import Connection
from bot.store.schema import SCHEMA
from bot.tables.champion import read_champion
from bot.tables.earlier_lists import take_over
from bot.tables.kept_games import Ended, finished_games, read_ending, replay, stored
from bot.tables.leagues import Leagues
from bot.tables.looking_lists import LookingLists
from bot.tables.night_log import Nights
from bot.tables.preferences import Preferences
from bot.tables.refused_posts import RefusedPosts
from bot.tables.repository import TableRepository
from bot.tables.schedule import TABLE
from bot.tables.table import Stage, Table, read_snapshot, snapshot, to_fields
from bot.tables.training import Training
from tests.store.listed import open_places

from . import papers
from .papers import LATE, Client


async def _never(work: Callable[..., Any], *args: Any, key: Hashable | None = None) -> Any:
    raise AssertionError(f"{key}: the snapshot was not read, and the log had to be folded")


def store_of(client: Client) -> Store:
    """The store as the bot has it."""
    return Store(client, "the example")


async def tables_in(client: Client) -> list[tuple[int, str]]:
    """Channel and id of every table."""
    names = sorted([key.decode() async for key in client.scan_iter()])
    found = [(keys.channel_of(name), keys.table_of(name)) for name in names if keys.is_record(name)]
    return [(channel, table) for channel, table in found if channel is not None and table is not None]


async def table(store: Store, channel: int, name: str, *, folding: bool = True) -> Table:
    """A table; not `folding`: read without a look at its log."""
    found = await (TableRepository(store) if folding else TableRepository(store, fold=_never)).load(channel, name)
    assert found is not None
    return found


async def folded(store: Store, it: Table) -> Any:
    """The state to which its log leads."""
    return replay(it.game, await store.log(it.channel, it.id))


async def facts(client: Client) -> dict[str, Any]:
    """What people know of everything in a store."""
    store = store_of(client)
    tables = {name: await _known(store, channel, name) for channel, name in await tables_in(client)}
    names = sorted([key.decode() async for key in client.scan_iter()])
    return {
        "tables": tables,
        "open": await _open(client),
        "due": list(await store.due.times(TABLE)),
        "people": {name: await store.tables_of(int(name)) for name in _owners(names, "{u", ":tables")},
        "preferences": {
            name: msgspec.to_builtins(await Preferences(store).of_person(int(name)))
            for name in _owners(names, "{u", ":preferences")
        },
        "settings": {
            name: msgspec.to_builtins(await Preferences(store).of_server(int(name)))
            for name in _owners(names, "{g", ":settings")
        },
        "ladders": {name: await _ladder(store, int(name)) for name in _owners(names, "{g", ":ladder")},
        "leagues": {name: await _leagues(store, int(name)) for name in _owners(names, "{g", ":leagues")},
        "refused": {name: await _refused(client, store, int(name)) for name in _owners(names, "{g", ":refused")},
        **{kind: found for kind, found in (await _of_later_kinds(store, names)).items() if found},
    }


async def _open(client: Client) -> list[tuple[int, str]]:
    """The running tables, as the bot lists them once it has taken over the lists of
    earlier versions.
    """
    store = store_of(await papers.filled(await papers.written(client)))
    await take_over(store, TableRepository(store))
    places = await open_places(store)
    return [place for place in places if (await table(store, *place)).stage is Stage.OPEN]


async def _of_later_kinds(store: Store, names: list[str]) -> dict[str, Any]:
    """What the first examples have nothing of."""
    lists = [(name, await LookingLists(store).find(int(name))) for name in _owners(names, "{g", ":looking")]
    champions = [(name, await read_champion(store, int(name))) for name in _owners(names, "{g", ":champion")]
    return {
        "decks": {name: await _deck(store, int(name)) for name in _owners(names, "{u", ":deck")},
        "nights": {
            name: told for name in _owners(names, "{g", ":leagues") if (told := await _nights(store, int(name)))
        },
        "looking": {name: msgspec.to_builtins(held) for name, held in lists},
        "champions": {name: msgspec.to_builtins(champion) for name, champion in champions},
        "notices": {
            name: [msgspec.to_builtins(each) for each in await store.notices.of(int(name), 0.0)]
            for name in _owners(names, "{u", ":notices")
        },
    }


async def _deck(store: Store, user: int) -> dict[str, Any]:
    """What is known of somebody's cards."""
    kept = await Training(store, TableRepository(store)).read(user)
    cards = {name: await Training(store, TableRepository(store)).card(user, name) for name in kept.entries}
    return {
        "deck": msgspec.to_builtins(kept.deck),
        "known": {name: msgspec.to_builtins(entry) for name, entry in sorted(kept.entries.items())},
        "asks": {
            name: (card.verdict.position, card.verdict.dice, card.verdict.best, card.length)
            for name, card in sorted(cards.items())
            if card is not None
        },
    }


async def _ladder(store: Store, guild: int) -> dict[str, Any]:
    """What is known of a server's finished games."""
    entries = [each async for page in store.ladder.pages(guild) for each in page]
    return {
        "entries": [
            (each.number, msgspec.to_builtins(read_fact(each.says)), each.who)
            if isinstance(each, Entered)
            else (each.number, msgspec.to_builtins(read_note(each.says)))
            for each in entries
        ],
        "people": {str(number): user for number, user in (await store.ladder.players(guild)).items()},
        "struck": sorted(await store.ladder.struck(guild)),
        "posted": await store.ladder.posted(guild),
    }


async def _leagues(store: Store, guild: int) -> dict[str, Any]:
    """What is known of a server's leagues."""
    known = Leagues(store)
    found: dict[str, Any] = {}
    for name, listed in (await known.listed(guild)).items():
        held = await known.find(guild, name)
        found[name] = {
            "listed": (listed.name, listed.over),
            "opened": msgspec.to_builtins(held.league.opened),
            "people": {str(seat): (person.user, person.name) for seat, person in held.people.items()},
            "host": held.host.user,
            "message": held.screen.message,
            "pairings": [(each.seats, each.group, _result(each.result)) for each in held.league.pairings],
        }
        if (current := held.league.current) is not None:
            since = {"began": current.began, "moved": False}  # said of a round since later
            said = msgspec.to_builtins(current).items()
            found[name]["round"] = {field: value for field, value in said if (field, value) not in since.items()}
    return found


async def _nights(store: Store, guild: int) -> dict[str, Any]:
    """What is known of a server's nights."""
    known = Nights(store)
    found: dict[str, Any] = {}
    for name, listed in (await known.listed(guild)).items():
        held = await known.find(guild, name)
        evening = held.evening
        found[name] = {
            "listed": (listed.name, listed.over),
            "opened": msgspec.json.decode(night_entries.write_entry(evening.opened)),
            "people": {str(seat): (person.user, person.name) for seat, person in held.people.items()},
            "host": held.host.user,
            "seed": held.seed.hex(),
            "message": held.screen.message,
            "asked": msgspec.to_builtins(held.asked),
            "tables": {f"{at}": (each.channel, each.table) for at, each in held.tables.items()},
            "there": [evening.there(table.at) for table in evening.tables],
            "closed": [(table.at, table.places, table.balances) for table in evening.tables if table.closed],
            "points": evening.points,
            "resting": sorted(evening.resting),
            "left": sorted(evening.left),
        }
    return found


def _result(result: Result | None) -> dict[str, Any] | None:
    """A result as facts say it: why a match was given to somebody only where it was."""
    said = msgspec.to_builtins(result)
    return said and {name: value for name, value in said.items() if (name, value) != ("why", None)}


async def _refused(client: Client, store: Store, guild: int) -> dict[str, Any]:
    """What is known of posts that Discord has refused in a server."""
    names = sorted([name.decode() for name in await client.hkeys(keys.refused_posts(guild))])
    return {name: msgspec.to_builtins(await RefusedPosts(store).find(guild, name)) for name in names}


async def lines_again(client: Client) -> list[tuple[bytes, bytes]]:
    """Each line of ladders and leagues and each note of a refused post, as stored and as it would be written."""
    store = store_of(client)
    names = sorted([key.decode() async for key in client.scan_iter()])
    lines: list[tuple[bytes, bytes]] = []
    for guild in map(int, _owners(names, "{g", ":ladder")):
        async for page in store.ladder.pages(guild):
            for each in page:
                entered = isinstance(each, Entered)
                again = write_fact(read_fact(each.says)) if entered else write_note(read_note(each.says))
                lines.append((each.says, again))
    for guild in map(int, _owners(names, "{g", ":leagues")):
        for league in await Leagues(store).listed(guild):
            lines += [(each, write_entry(read_entry(each))) for each in await store.leagues.log(guild, league)]
        for name in await Nights(store).listed(guild):
            entries = await store.leagues.log(guild, name)
            lines += [(each, night_entries.write_entry(night_entries.read_entry(each))) for each in entries]
    for guild in map(int, _owners(names, "{g", ":refused")):
        for name, each in (await client.hgetall(keys.refused_posts(guild))).items():
            refused = await RefusedPosts(store).find(guild, name.decode())
            lines.append((each, msgspec.json.encode(refused)))
    return lines


async def decks_again(client: Client) -> list[tuple[bytes, bytes]]:
    """The state of each deck, what is known of each card, and its content, as stored and as it would be written."""
    store, found = store_of(client), list[tuple[bytes, bytes]]()
    for user in map(int, _owners(sorted([key.decode() async for key in client.scan_iter()]), "{u", ":deck")):
        training = Training(store, TableRepository(store))
        kept, (_, entries) = await training.read(user), await store.decks.read(user)
        found.append((kept.state, msgspec.json.encode(kept.deck)))
        found += [(data, msgspec.json.encode(kept.entries[name])) for name, data in entries.items()]
        for name, data in (await store.decks.cards(user)).items():
            found.append((data, msgspec.json.encode(await training.card(user, name))))
    return found


def _owners(names: list[str], before: str, after: str) -> list[str]:
    return [
        name.removeprefix(before).removesuffix(f"}}{after}")
        for name in names
        if name.startswith(before) and name.endswith(f"}}{after}")
    ]


def _kind(action: msgspec.Struct) -> object:
    """What an action is stored as."""
    return action.__struct_config__.tag


async def _known(store: Store, channel: int, name: str) -> dict[str, Any]:
    it = await table(store, channel, name)
    known: dict[str, Any] = {
        "stage": it.stage.value,
        "place": await store.channel_of(name),
        "held": await store.held(channel) == name,
        "people": [(person.user, person.name) for person in it.people.seats],
        "agreed": it.people.agreed,
        "words": it.dice_words,
        "waiting_words": [each.word for each in it.people.later if not each.first],
        "light": it.about.light,
        "times": (it.about.made_at, it.about.expires_at, it.acted_at),
        "commitment": it.short_commitment if it.seed else None,
        "shown": (it.screen.message, it.screen.shown, it.screen.posts, it.screen.reminders),
        "advice": (it.advice.thread, it.advice.members, it.advice.invited, it.advice.former),
        "news": [(each.version, getattr(each, "seat", each.action.by), _kind(each.action)) for each in it.news],
        "version": it.version,
    }
    if it.people.teams:
        known["teams"] = [[(person.user, person.name) for person in team.people] for team in it.people.teams]
        known["sit"] = [it.state.sitter(seat) for seat in (0, 1)] if it.state else []
        known["threads"] = [(each.thread, each.members) for each in map(it.thread, range(it.advice.count))]
    if it.remarks:
        known["remarks"] = [msgspec.to_builtins(each) for each in it.remarks]
    if isinstance(rules := it.about.setup, Rules) and rules.opening:
        known["begins_in"] = format_xgid(opening_xgid(rules))
    if it.state is None:
        return known
    state = it.state
    if isinstance(state, Sheet):
        return known | await _sheet(store, it, state)
    games = (await finished_games(store, it)).read()
    known |= {
        "dice": [it.roll(number) for number in (1, 2, 50)] if it.seed else [],
        "game": state.number,
        "rolls": state.rolls,
        "closed": state.closed,
        "waited_for": state.waited_for,
        "proposals": [(each.number, _kind(each.what)) for each in state.proposals],
        "position": state.game.board.position.id,
        "on_the_board": state.game.board.dice,
        "undo": state.before is not None,
        "finished": [game.number for game in games],
    }
    if isinstance(state, Match):
        bet = state.game.bet
        return known | {"score": state.score, "cube": (bet.value, bet.owner and bet.owner.name, bet.turned)}
    session = state
    assert isinstance(session, Session)
    exchange = session.game.exchange
    return known | {
        "line": session.line,
        "points": [player.points for player in session.players],
        "cubes": [(bet.white, bet.value, bet.result and bet.result.points) for bet in session.game.bets],
        "said": (session.game.doubled, session.game.holding, session.game.passed),
        "answers": exchange and [(bet, reply.value) for bet, reply in exchange.replies],
        "extras": exchange and exchange.extras and (exchange.extras.given, exchange.extras.asked),
        "partner": session.partner,
        "joining": session.joining,
        "payments": [
            (each.transfer.payer, each.transfer.payee, each.transfer.points, each.paid) for each in session.payments
        ],
    }


async def _sheet(store: Store, it: Table, sheet: Sheet) -> dict[str, Any]:
    """What people know of a sheet of Preferans."""
    totals = sheet.totals
    return {
        "dice": [it.roll(1)],
        "rolls": sheet.rolls,
        "closed": sheet.closed,
        "void": sheet.void,
        "deals": sheet.dealer,
        "lines": [list(map(str, each.balances)) for each in sheet.written],
        "bullet": list(map(str, totals.bullet)),
        "mountain": list(map(str, totals.mountain)),
        "whists": [(writer, on, str(whists)) for (writer, on), whists in sorted(totals.whists.items()) if whists],
        "balances": list(map(str, totals.balances)),
        "finished": [(each.number, each.hands) for each in (await finished_games(store, it)).read()],
    }


async def rewritten(store: Store, it: Table) -> dict[str, list[tuple[str, bytes, bytes]]]:
    """By record, log and games: the name of each part, what is stored, and what would be written for it."""
    record = await store.load(it.channel, it.id)
    assert record is not None
    fields = to_fields(it)
    fields |= {"screen": msgspec.json.encode(it.screen)} if "screen" in record.fields else {}
    fields |= {"advice": msgspec.json.encode(it.advice)} if "advice" in record.fields else {}
    assert {name for name, value in record.fields.items() if value != b"null"} <= fields.keys() <= record.fields.keys()
    lines, kind = await store.log(it.channel, it.id), it.game.codec
    log = [("0", lines[0], kind.encode(kind.header(lines[0])))] if lines else []
    for number, line in enumerate(lines[1:], 1):
        again = encode_entry(decode_entry(line)) if is_entry(line) else kind.encode(kind.action(line))
        log.append((f"{number}", line, again))
    games: list[tuple[str, bytes, bytes]] = []
    numbers = range(1, 1 + (it.state.number if it.state else 0))
    for number, begins in zip(numbers, await store.beginnings(it.channel, it.id, numbers), strict=True):
        if begins:
            state = read_snapshot(it.game, begins.state)
            games.append((f"{number} begins", begins.state, snapshot(state)))
    for number, ends in zip(numbers, await store.endings(it.channel, it.id, numbers), strict=True):
        if ends:
            past = read_ending(it.game, ends)
            assert past is not None
            (mark,) = stored(it.game, [Ended(number, past.finished, past.at)], 0)
            games.append((f"{number} ends", ends, mark.stored()[2]))
    return {
        "record": [(name, record.fields[name], value) for name, value in fields.items()],
        "log": log,
        "games": games,
    }


async def kept_again(client: Client, empty: Client) -> dict[str, tuple[bytes | None, bytes | None]]:
    """By key: each document that is kept, and what would be written for the same choices, were they the first."""
    old, new = store_of(client), store_of(empty)
    before, after = Preferences(old), Preferences(new)
    found: dict[str, tuple[bytes | None, bytes | None]] = {}
    for key in sorted([key.decode() async for key in client.scan_iter()]):
        whose = int(key[2 : key.index("}")]) if key[1] in "ug" else 0
        if key.endswith(":preferences"):
            await after.keep_person(whose, await before.of_person(whose))
            found[key] = await old.preferences(whose), await new.preferences(whose)
        elif key.endswith(":settings"):
            await after.keep_server(whose, await before.of_server(whose))
            found[key] = await old.guild_settings(whose), await new.guild_settings(whose)
    return found


def verb_of(custom_id: str) -> str | None:
    """The verb that a press on something posted long ago is answered by; None if none is."""
    press = Press.parse(custom_id)
    assert press is not None and str(press) == custom_id
    assert router.Router, "which registers the rows"
    row = verbs.verb_of(press)
    return press.verb if row and (row.does or row.press or row.asks) else None


async def back_up(client: Client, file: Path, made_at: float) -> None:
    """Everything in a store, as a file."""
    with new_archive(file, Header(SCHEMA, made_at)) as add:
        async for entry in contents(Connection(client, "the example")):
            add(entry if entry.vanishes is None else msgspec.structs.replace(entry, vanishes=LATE))


async def restore(file: Path, empty: Client) -> tuple[int, int, float, int | None]:
    """Bring a file into an empty store: how many tables and keys there were, when it was made, and whose it is."""
    with open_archive(file) as archive:
        copied = await fill(Connection(empty, "the example"), archive)
    return copied.tables, copied.keys, copied.made_at, copied.account
