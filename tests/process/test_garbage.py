"""Whatever is typed, pressed, chosen or filled in: a sentence to that person alone, and the table stays as it is."""

from __future__ import annotations

import asyncio
import random
import string
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

import fakeredis
import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.backgammon import (
    Dice,
    Match,
    Position,
    Refused,
    Rules,
    Variant,
    apply,
    legal_plays,
    parse_play,
    questions,
    start,
)
from bot.backgammon.actions import Move, OpeningRoll
from bot.backgammon.log import decode_action
from bot.screens.custom_ids import Press
from bot.store import Record, Store
from bot.tables import intents
from bot.tables.about import About
from bot.tables.desk import Desk
from bot.tables.preferences import Preferences
from bot.tables.repository import TableRepository
from bot.tables.table import People, Stage, Table
from bot.tables.table import Person as Seated
from tests.backgammon.positions import board
from tests.discord_server import Interaction, Message, Person
from tests.discord_server.interactions import COMMAND, COMPONENT, MODAL_SUBMIT
from tests.process.bots import Bots, PlayedTable, running_bots
from tests.process.chouette_table import ChouetteTable

BUTTON, LIST = 2, 3
#: Callback types: a message, a change of the pressed message, choices, a form.
MESSAGE, PROMISE, LATER, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

# Texts that look a little like plays, and texts that do not.

_points = st.one_of(
    st.integers(-3, 30).map(str),
    st.sampled_from(["bar", "off", "BAR", "Off", "out", "b", "o", "0", "25", "٣", "½", "²"]),
)
_joints = st.sampled_from(["/", "-", "//", "\\", ">", " ", "", "→", "*", "*/", "/*"])
_steps = st.builds("".join, st.lists(st.one_of(_points, _joints), min_size=1, max_size=7)) | st.builds(
    lambda start, joint, end, tail: f"{start}{joint}{end}{tail}",
    _points, _joints, _points, st.sampled_from(["", "*", "(2)", "(4)", "(0)", "(99999999999)", "(", "(-1)", "x2"]),
)  # fmt: skip
_near = st.lists(_steps, min_size=1, max_size=6).map(" ".join) | st.lists(_steps, max_size=6).map(",".join)
_loose = st.text(max_size=60) | st.text(alphabet="0123456789/*()- barofBAROF,;:", max_size=40)
_long = st.text(alphabet="0123456789/ *", min_size=500, max_size=4000)
typed = st.one_of(_near, _loose, _near, _long) | st.sampled_from(["", " ", "\x00", "/" * 300, "1" * 5000, "8/5 " * 400])


def mutated(texts: Sequence[str]) -> st.SearchStrategy[str]:
    """Real ones with a character more, less or other, or doubled."""

    def change(text: str, at: int, letter: str, how: int) -> str:
        at %= len(text) + 1
        return (text[:at] + letter + text[at:], text[:at] + text[at + 1 :], text[:at] + letter + text[at + 1 :],
                f"{text} {text}", text[::-1], text)[how]  # fmt: skip

    letters = st.sampled_from([*string.printable, "٣", "é", "\u200b", "😀"])
    return st.builds(change, st.sampled_from(list(texts)), st.integers(0, 60), letters, st.integers(0, 5))


SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]


def some(strategy: st.SearchStrategy[str], count: int) -> list[str]:
    """So many texts, the same in every run."""
    found: list[str] = []

    @settings(max_examples=count, derandomize=True, database=None, suppress_health_check=SLOW)
    @given(strategy)
    def collect(text: str) -> None:
        found.append(text)

    collect()
    return found[:count]


# At the desk: what a `/move` of any text does to a table.

ANN, BOB = Seated(10, "Ann"), Seated(11, "Bob")
#: What is on the board, and the dice: an opening, doubles, two checkers on the bar, bearing off, one play, no play.
BOARDS: list[tuple[Position, Dice]] = [
    (Position.start(Variant.BACKGAMMON), (3, 1)),
    (Position.start(Variant.BACKGAMMON), (6, 6)),
    (board({25: 2, 8: 3, 6: 5, 13: 5}, {24: 2, 13: 5, 8: 3, 6: 4, 5: 1}), (4, 2)),
    (board({6: 3, 5: 2, 2: 2}, {3: 1, 1: 2}), (5, 3)),
    (board({24: 1}, {6: 3}), (6, 5)),
    (board({25: 1, 3: 5}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2}), (6, 5)),
]
PLAYS = [[str(play) for play in legal_plays(*each)] for each in BOARDS]


def to_play(position: Position, dice: Dice) -> Match:
    """A money game in which seat 0 has to play these dice."""
    match = apply(start(Rules()), OpeningRoll(dice=(6, 1)))
    board = replace(match.game.board, position=position, dice=dice)
    return replace(match, game=replace(match.game, board=board))


class Desks:
    """A desk with one table for each board; a table that has been played at is set up again."""

    def __init__(self) -> None:
        self.store = Store(fakeredis.FakeAsyncRedis(), "memory")
        self.repository = TableRepository(self.store)
        self.desk = Desk(self.repository, Preferences(self.store))
        self.tables: dict[int, tuple[Table, Record | None]] = {}
        self.made = self.sent = self.played = 0

    async def table(self, number: int) -> tuple[Table, Record | None]:
        """The table, and what the store has of it."""
        if number not in self.tables:
            self.made += 1
            about = About(id=f"t{self.made}", guild=1, channel=2, setup=Rules(), made_at=0.0, expires_at=600.0)
            match = to_play(*BOARDS[number])
            people = People(seats=(ANN, BOB))
            table = Table(about=about, people=people, seed=bytes(32), stage=Stage.OPEN, state=match)
            self.tables[number] = await self.repository.add(table), await self.store.load(2, table.id)
        return self.tables[number]

    async def move(self, number: int, text: str) -> None:
        """A legal play, or refused and nothing has changed."""
        table, before = await self.table(number)
        self.sent += 1
        try:
            outcome = await self.desk.act(2, ANN, intents.move(text), receipt=str(self.sent), table=table.id)
        except Refused:
            assert await self.store.load(2, table.id) == before
            return
        played = decode_action((await self.store.log(2, table.id))[0])
        assert isinstance(played, Move) and played.play in PLAYS[number]
        assert outcome.table.version == table.version + 1
        self.played += 1
        del self.tables[number]


@pytest.mark.long
def test_ten_thousand_texts_are_legal_plays_or_refused() -> None:
    """Many of hypothesis's making, and many more that begin like one of these and end like another."""
    made = [(number, text) for number, plays in enumerate(PLAYS) for text in some(mutated(plays), 250)]
    made += [(index % len(BOARDS), text) for index, text in enumerate(some(typed, 1000))]
    chance = random.Random(4)
    while len(made) < 10_000:
        (number, one), (_, other) = chance.choices(made, k=2)
        spliced = one[: chance.randint(0, len(one))] + other[chance.randint(0, len(other)) :]
        made.append((number, spliced[:200]))

    async def send() -> Desks:
        desks = Desks()
        for number, text in made:
            await desks.move(number, text)
        return desks

    desks = asyncio.run(send())
    print(f"{desks.sent} texts, {desks.played} of them plays")
    assert desks.sent == 10_000 and desks.played > 100


# Through the bot.


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bots]:
    async with running_bots(tmp_path_factory.mktemp("garbage")) as made:
        yield made


in_the_club = pytest.mark.asyncio(loop_scope="module")


class Unmoved:
    """Garbage is sent in here; at the end table, channel and log of errors are as they were."""

    def __init__(self, bots: Bots, played: PlayedTable) -> None:
        self.bots, self.played = bots, played

    async def __aenter__(self) -> Unmoved:
        self.before, self.said = await self._state(), len(self.bots.process.stderr)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is None:
            assert await self._state() == self.before
            assert "Traceback" not in self.bots.process.stderr[self.said :], self.bots.process.stderr[self.said :]

    async def _state(self) -> Any:
        public = [(one.id, one.content, str(one.components)) for one in self.played.channel.messages]
        return await self.bots.stored(self.played), public

    async def send(
        self, kind: int, person: Person, datas: Iterable[dict[str, Any]], message: Message | None = None
    ) -> list[Interaction]:
        """Twenty at a time; each is answered to this person alone: in words, by a form, or in his own message."""
        done = []
        pending = list(datas)
        while pending:
            batch, pending = pending[:20], pending[20:]
            sent = [Interaction(kind, person, self.played.channel, data, message) for data in batch]
            done += await asyncio.gather(*(each.send() for each in sent))
        await asyncio.gather(*(each.completed() for each in done if each.type in (PROMISE, LATER)))
        for answer in done:
            own = answer.type in (UPDATE, LATER) and answer.source is not None and answer.source.ephemeral
            told = answer.type in (MESSAGE, PROMISE, LATER) and answer.ephemeral and answer.content
            assert not answer.failed and (own or told or answer.type == MODAL), (answer.data, answer)
            assert "Something went wrong" not in answer.content, (answer.data, answer)
        return done


async def table_at(bots: Bots) -> PlayedTable:
    """A table a few turns into its game."""
    played = bots.table()
    await played.begin()
    for _ in range(4):
        who = played.asked()
        move = played.labels == ["Move"]
        await played.shown(
            who.slash(played.channel, "move", play=played.plays[0]) if move else who.press(played.live, "Roll")
        )
    if played.labels != ["Move"]:
        await played.shown(played.asked().press(played.live, "Roll"))
    await played.until(lambda: not any(board.buttons for board in played.boards[:-1]))
    return played


def sub(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    """A subcommand, with any options."""
    return {"name": name, "type": 1, "options": list(options)}


def option(value: object, name: str, kind: int = 3) -> dict[str, Any]:
    return {"name": name, "type": kind, "value": value}


def command(bots: Bots, name: str, *options: dict[str, Any]) -> dict[str, Any]:
    """A command as Discord sends it, with any options."""
    found = next((one["id"] for one in bots.discord.commands if one["name"] == name), "1")
    return {"id": found, "name": name, "type": 1, "options": list(options)}


@in_the_club
async def test_texts_of_every_kind_are_no_plays(bots: Bots) -> None:
    played = await table_at(bots)
    position, dice = played.seen.position, played.seen.dice
    assert dice

    def legal(text: str) -> bool:
        try:
            parse_play(text, position.mirrored() if played.seen.turn else position, dice)
        except Refused:
            return False
        return True

    texts = [text for text in some(typed, 250) + some(mutated(played.plays), 150) if not legal(text)]
    assert len(texts) > 200
    async with Unmoved(bots, played) as there:
        datas = [command(bots, "move", option(text, "play")) for text in texts]
        await there.send(COMMAND, played.asked(), datas)
        await there.send(COMMAND, played.other(played.asked()), datas[::8])


@in_the_club
async def test_what_is_being_typed_is_always_offered_something(bots: Bots) -> None:
    played = await table_at(bots)
    async with Unmoved(bots, played):
        for text in some(typed, 60):
            answer = await played.asked().autocomplete(played.channel, "move", play=text)
            assert answer.type == CHOICES and not answer.failed


def ids_of(message: Message | None) -> list[str]:
    assert message is not None
    return [one.custom_id for one in (*message.buttons, *message.selects) if one.custom_id]


async def all_ids(played: PlayedTable) -> list[str]:
    """The ids of every button and list of a table: of the board, the composer, what asks once more, More."""
    who = played.asked()
    composer = (await who.press(played.live, "Move")).message
    sure = (await who.slash(played.channel, "resign", kind="gammon")).message
    more = (await who.press(played.live, "More")).message
    panel = (await who.slash(played.channel, "preferences")).message
    found = [*ids_of(played.live), *ids_of(composer), *ids_of(sure), *ids_of(more), *ids_of(panel)]
    return list(dict.fromkeys(found))


async def might_act(bots: Bots, played: PlayedTable) -> Callable[[str], bool]:
    """Whether a press by somebody seated could be in order after all."""
    table = await bots.stored(played)
    assert table and table.state
    numbers = {0, *(question.number for question in questions(table.state))}

    def check(custom_id: str) -> bool:
        press = Press.parse(custom_id)
        ours = press is not None and press.table == table.id and press.question in numbers
        return ours or (press is not None and press.verb in ("preference", "setting"))

    return check


ODD_IDS = [
    "",
    " ",
    "x",
    "roll",
    "roll:",
    "roll::",
    "roll:0:0",
    "roll:zzzzzzzz:1",
    "roll:zzzzzzzz:999999999",
    "roll:zzzzzzzz:99999999999999999999",
    "roll:zzzzzzzz:-1",
    "roll:zzzzzzzz:٣",
    "ROLL:zzzzzzzz:1",
    "join:zzzzzzzz:0",
    "refuse:zzzzzzzz:0",
    "thread:zzzzzzzz:0",
    "rematch:zzzzzzzz:0",
    "settle:zzzzzzzz:0",
    "sure:zzzzzzzz:1:roll",
    "cancel:zzzzzzzz:1",
    "move:zzzzzzzz:1",
    "double:zzzzzzzz:1:all",
    "double_to:zzzzzzzz:1",
    "answers:zzzzzzzz:1",
    "extras:zzzzzzzz:1",
    "paid:zzzzzzzz:1:0",
    "paid:zzzzzzzz:1:٣",
    "pass:zzzzzzzz:1",
    "hold:zzzzzzzz:1",
    "share:zzzzzzzz:1",
    "alone:zzzzzzzz:1",
    "stay:zzzzzzzz:1",
    "leave_cube:zzzzzzzz:1",
    "extra_give:zzzzzzzz:1",
    "extra_keep:zzzzzzzz:1",
    "decline_box:zzzzzzzz:1",
    "sit_out:zzzzzzzz:1",
    "auto_pass:zzzzzzzz:1",
    "leave:zzzzzzzz:1",
    "pause:zzzzzzzz:1",
    "resume:zzzzzzzz:1",
    "lobby_join:zzzzzzzz:1",
    "lobby_leave:zzzzzzzz:1",
    "lobby_agree:zzzzzzzz:1",
    "lobby_rules:zzzzzzzz:1",
    "lobby_word:zzzzzzzz:1",
    "lobby_start:zzzzzzzz:1",
    "lobby_options:zzzzzzzz:1",
    "lobby_preset:zzzzzzzz:0",
    "lobby_option:zzzzzzzz:0:cubes",
    "lobby_value:zzzzzzzz:0:__class__",
    "pref_join:zzzzzzzz:0",
    "pref_leave:zzzzzzzz:0",
    "pref_rules:zzzzzzzz:0",
    "pref_word:zzzzzzzz:0",
    "pref_hand:zzzzzzzz:2",
    "pref_step:zzzzzzzz:2:0.0.1.6.ww.x.0",
    "pref_step:zzzzzzzz:2:0.0.1.11.ww.x.0",
    "pref_save:zzzzzzzz:2:0.0.1.6.ww.6-2.0",
    "pref_save:zzzzzzzz:2",
    "pref_end:zzzzzzzz:1",
    "sure:zzzzzzzz:1:pref_end",
    "sure:zzzzzzzz:1:answers/0t.1d",
    "sure:zzzzzzzz:1:double/0.1",
    "review_part:zzzzzzzz:0:0",
    "review_parts:zzzzzzzz:0:1",
    "review_match:zzzzzzzz:0",
    "review_stop:server:0",
    "review_error:zzzzzzzz:1",
    "review_ready:zzzzzzzz:1:5",
    "practise_pick:zzzzzzzz:1:0.x",
    "strike:zzzzzzzz:0:1",
    "restore:zzzzzzzz:999999999:1",
    "hint:zzzzzzzz:1",
    "hint:zzzzzzzz:1:24-18",
    "table_rules:zzzzzzzz:1",
    "challenge_rules:zzzzzzzz:0",
    "computer_length:0:0:x",
    "computer_length:0:0:999999999",
    "computer_level:0:0",
    "computer_level:0:0:5",
    "computer_level:0:0:5-king",
    "computer_level:0:0:-1-expert",
    "computer_level:0:0:999999999-expert",
    "preference:0:0:nothing",
    "preference:0:0:__class__",
    "setting:0:0:length",
    "no_such_verb:zzzzzzzz:1",
    "é" * 100,
    "\x00",
    "roll:" + "1" * 95,
]


#: Verbs whose press may take away the private message that it was made in.
REMOVING = ("step", "order", "back", "flip", "confirm")


@in_the_club
@pytest.mark.parametrize("whose", ["stranger", "seated"])
async def test_custom_ids_of_every_kind(bots: Bots, whose: str) -> None:
    other, played = await table_at(bots), await table_at(bots)
    real = await all_ids(played)
    foreign, old = await all_ids(other), [
        button["custom_id"] for board in played.boards for version in board.earlier_components for row in version
        for button in row["components"]
    ]  # fmt: skip
    acts = await might_act(bots, played)
    odd = [
        *ODD_IDS,
        *foreign,
        *old,
        *some(mutated([*real, *foreign]), 250),
        *some(st.text(min_size=1, max_size=100), 50),
    ]
    if whose == "stranger":
        who = bots.guild.member("Cyd")
        odd += real
        private = (await who.press(played.live, "More")).message
    else:
        who = played.asked()
        private = (await who.press(played.live, "Move")).message
    # These show a board again, or take a message away without a word; other tests have them one by one.
    apart = [one for one in odd if one.startswith(("board:", "cancel:"))]
    wanted = [one for one in dict.fromkeys(odd) if one not in apart and not (whose == "seated" and acts(one))]
    datas = [{"component_type": BUTTON, "custom_id": one, "id": 1} for one in wanted]
    assert len(datas) > 200
    async with Unmoved(bots, played) as there:
        await there.send(COMPONENT, who, datas, played.live)
        last = [data for data in datas if data["custom_id"].startswith(REMOVING)]
        await there.send(COMPONENT, who, [data for data in datas if data not in last], private)
        await there.send(COMPONENT, who, last, private)


ODD_VALUES: list[Any] = [
    [], [""], ["0"], ["-1"], ["26"], ["999"], ["001999"], ["9" * 4400], ["٣"], ["²"], ["½"], ["1.5"], ["a"], ["66666"],
    ["7"], ["1", "2", "3"], [None], [3], [["24"]], {"a": 1}, "24", None, ["24/18"], ["\x00"], ["😀" * 50],
]  # fmt: skip


@in_the_club
async def test_panels_take_only_what_they_offer(bots: Bots) -> None:
    played = await table_at(bots)
    manager = bots.guild.member("Dee", permissions=("manage_guild",))
    for name in ("preferences", "settings"):
        panel = (await manager.slash(played.channel, name)).message
        assert panel
        before = [select.options for select in panel.selects], panel.content
        async with Unmoved(bots, played) as there:
            for custom_id in [one.custom_id for one in panel.selects if not one.custom_id.endswith("rules")]:
                datas = [
                    {"component_type": LIST, "custom_id": custom_id, "id": 1, "values": values}
                    for values in [*ODD_VALUES, ["0079"], ["00003"], ["klingon"]]
                ]
                await there.send(COMPONENT, manager, [each for each in datas if not in_order(each["values"])], panel)
        again = (await manager.slash(played.channel, name)).message
        assert again and ([select.options for select in again.selects], again.content) == before


def in_order(values: Any) -> bool:
    """Whether it could be one of the lengths in `/settings`."""
    return isinstance(values, list) and bool(values) and str(values[0]) in ("0", "1", "3", "7")


WRONG: list[tuple[str, list[dict[str, Any]]]] = [
    ("play", [option(26, "length", 4)]),
    ("play", [option(-1, "length", 4)]),
    ("play", [option(10**15, "length", 4)]),
    ("play", [option("seven", "length", 4)]),
    ("play", [option("7", "length", 3)]),
    ("play", [option(3.5, "length", 10)]),
    ("play", [option(None, "length", 4)]),
    ("play", [option("chess", "variant")]),
    ("play", [option(7, "variant", 4)]),
    ("play", [option(7, "auto_doubles", 4)]),
    ("play", [option("123", "opponent", 6)]),
    ("play", [option("nobody", "opponent", 6)]),
    ("play", [option("yes", "no_such_option")]),
    ("play", [option(1, "length", 4), option(True, "jacoby", 5)]),
    ("play", [option(0, "length", 4), option(True, "crawford", 5)]),
    ("move", []),
    ("move", [option(31, "play", 4)]),
    ("move", [option(None, "play")]),
    ("resign", []),
    ("resign", [option("everything", "kind")]),
    ("settle", []),
    ("settle", [option(10**15, "points", 4)]),
    ("settle", [option(-(10**15), "points", 4)]),
    ("settle", [option("two", "points")]),
    ("accept", [option("x" * 6000, "offer")]),
    ("accept", [option("#999999999999", "offer")]),
    ("decline", [option("`@everyone`", "offer")]),
    ("accept", [option(5, "offer", 4)]),
    ("roll", [option("6-6", "dice")]),
    ("rules", [option("chess", "topic")]),
    ("rules", []),
    ("fairness", [option("../../etc", "game")]),
    ("replay", [option("../../etc", "game")]),
    ("replay", [option("k7f3q2-0", "game"), option("exe", "format")]),
    ("replay", []),
    ("export", [option("k7f3q2-" + "9" * 4000, "game"), option("mat", "format")]),
    ("export", [option("k7f3q2", "game"), option("exe", "format")]),
    ("export", [option("k7f3q2", "game")]),
    ("chouette", []),
    ("chouette", [sub("no_such_command")]),
    ("chouette", [option("open", "open")]),
    ("chouette", [sub("open", option("chess", "preset"))]),
    ("chouette", [sub("open", option(7, "preset", 4))]),
    ("chouette", [sub("open")]),
    *(
        ("chouette", [sub(name)])
        for name in (
            *("rules", "join", "leave", "sit_out", "auto_pass", "start", "score", "history", "delegate"),
            *("decline_box", "partner", "pause", "resume", "paid", "end"),
        )
    ),
    ("chouette", [sub("start", option("x" * 6000, "order"))]),
    ("chouette", [sub("kick")]),
    ("chouette", [sub("kick", option("123", "member", 6))]),
    ("chouette", [sub("delegate", option("nobody", "member", 6))]),
    ("chouette", [sub("partner", option("perhaps", "agree"))]),
    ("preferans", []),
    ("preferans", [sub("value")]),
    ("preferans", [sub("value", option("11", "contract"))]),
    ("preferans", [sub("value", option(7, "contract", 4))]),
    ("preferans", [sub("value", option("7", "contract"), option(11, "tricks", 4))]),
    ("preferans", [sub("value", option("7", "contract"), option(-(10**15), "talon", 4))]),
    ("preferans", [sub("value", option("10", "contract"), option("both", "defence"))]),
    ("preferans", [sub("value", option("m", "contract"), option("chess", "convention"))]),
    ("preferans", [sub("table", option("../../etc", "kind"))]),
    ("preferans", [sub("open", option(5, "players", 4))]),
    ("preferans", [sub("open", option(10**15, "pool", 4))]),
    ("preferans", [sub("open", option("chess", "convention"))]),
    *(("preferans", [sub(name)]) for name in ("open", "hand", "edit", "undo", "correct", "score", "end")),
    ("preferans", [sub("edit", option(10**15, "hand", 4))]),
    ("preferans", [sub("correct", option("bullet", "column"), option("nobody", "member", 6))]),
    ("pass", []),
    ("hold", []),
    ("hold", [option(True, "forever", 5)]),
    ("extra", []),
    ("extra", [sub("give")]),
    ("extra", [sub("give", option("Ann", "to"))]),
    ("extra", [sub("drop")]),
    ("extra", [sub("drop", option("Ann", "from"))]),
    ("double", [option("Ann", "to")]),
    ("take", [option("Ann", "from")]),
    ("drop", [option("<@1>", "from")]),
    ("beaver", [option("`@everyone`", "from")]),
    ("raccoon", [option(5, "from", 4)]),
    ("resign", [option("single", "kind"), option("Ann", "to")]),
    ("settle", [option(2, "points", 4), option("Ann", "with")]),
    ("settle", [option(2, "points", 4), option("Ann", "winner")]),
    ("no_such_command", []),
    ("roll", [{"name": "again", "type": 1, "options": []}]),
]


@in_the_club
@pytest.mark.parametrize(("name", "options"), WRONG, ids=lambda value: str(value)[:60])
async def test_options_out_of_range_or_of_the_wrong_type(
    bots: Bots, name: str, options: list[dict[str, Any]], odd_table: PlayedTable
) -> None:
    async with Unmoved(bots, odd_table) as there:
        await there.send(COMMAND, odd_table.other(odd_table.asked()), [command(bots, name, *options)])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def odd_table(bots: Bots) -> PlayedTable:
    return await table_at(bots)


def form(custom_id: str, value: Any, kind: int = 4) -> dict[str, Any]:
    field = {"type": kind, "id": 2, "custom_id": "points", "value": value}
    return {"custom_id": custom_id, "components": [{"type": 1, "id": 1, "components": [field]}]}


@in_the_club
async def test_forms_with_odd_input(bots: Bots) -> None:
    played, waiting = await table_at(bots), bots.table()
    table = await bots.stored(played)
    assert table
    challenge = await waiting.challenge()
    word = next(one.custom_id for one in challenge.buttons if one.label == "My word")
    assert word
    values = [
        "", " ", "two", "1.5", "--3", "+-3", "²", "½", "9" * 400, "9" * 4000, "9" * 4400, "-", "−", "\x00", "0x10",
        None, 3, ["2"], {"value": "2"}, "@everyone", "99999",
    ]  # fmt: skip
    datas = [form(f"settle:{table.id}:1", value) for value in values]
    datas += [form("settle:zzzzzzzz:1", "2"), form("word:zzzzzzzz:1", "luck"), form("", "2"), form("x" * 100, "2")]
    datas += [{"custom_id": f"settle:{table.id}:1", "components": parts} for parts in ([], [{}], [{"type": 1}])]
    datas += [{"custom_id": f"settle:{table.id}:1", "components": [{"type": 18, "id": 1, "component": {"type": 4}}]}]
    async with Unmoved(bots, played) as there:
        await there.send(MODAL_SUBMIT, played.other(played.asked()), datas)
        await there.send(MODAL_SUBMIT, played.asked(), datas, played.live)
    before = challenge.content
    async with Unmoved(bots, waiting) as there:
        bad = ["", " ", "|", "a|b", "`", "\n", "\x00", "\u200b", "x" * 41, "\u202e", None, 7, "a\nb"]
        await there.send(MODAL_SUBMIT, waiting.people[0], [form(word, value) for value in bad], challenge)
        await there.send(MODAL_SUBMIT, bots.guild.member("Cyd"), [form(word, "luck")], challenge)
    assert challenge.content == before


# A chouette.

#: No names of anybody at the table.
NOBODY = [
    "nobody", "@", "<@1>", "<@", "<@!99999999999999999999999>", "nobody,", "`@everyone`", "x" * 6000, "\x00",
    "<@1><@2>", "1", "٣", "😀" * 50,
]  # fmt: skip
NAMED = [("double", "to"), ("take", "from"), ("drop", "from"), ("beaver", "from"), ("raccoon", "from")]


async def chouette_at(bots: Bots) -> ChouetteTable:
    """Four people, somebody of whom has cubes to answer: the team has doubled."""
    played = ChouetteTable.at(bots, "Ann", "Bob", "Cyd", "Dan")
    await played.lobby()
    await played.start()
    await played.until_cube(box=False)
    captain, second, _ = await played.team()
    await played.at_once([captain, second], "Double", confirm=True)
    await played.press(captain, "Roll")
    await played.until(lambda: not any(board.buttons for board in played.boards[:-1]))
    return played


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def many(bots: Bots) -> ChouetteTable:
    return await chouette_at(bots)


def naming_nobody(bots: Bots) -> list[dict[str, Any]]:
    """Every command that takes people's names, with names that nobody has."""
    datas = []
    for text in NOBODY:
        datas += [command(bots, name, option(text, people)) for name, people in NAMED]
        datas.append(command(bots, "resign", option("single", "kind"), option(text, "to")))
        datas.append(command(bots, "settle", option(2, "points", 4), option(text, "with")))
        datas.append(command(bots, "settle", option(0, "points", 4), option(text, "winner")))
        datas.append(command(bots, "extra", sub("drop", option(text, "from"))))
        datas.append(command(bots, "chouette", sub("start", option(text, "order"))))
    return datas


@in_the_club
async def test_names_that_nobody_has(bots: Bots, many: ChouetteTable) -> None:
    box, (captain, *_), stranger = await many.box(), await many.team(), bots.guild.member("Eva")
    async with Unmoved(bots, many) as there:
        for person in (box, captain, stranger):
            await there.send(COMMAND, person, naming_nobody(bots))


@in_the_club
@pytest.mark.parametrize("text", [",", " , ,", ""])
async def test_a_list_without_a_name_does_nothing_by_itself(bots: Bots, many: ChouetteTable, text: str) -> None:
    """Whoever has nothing to answer is refused; the box may at most be asked whether he means all."""
    box, (captain, *_) = await many.box(), await many.team()
    datas = [command(bots, name, option(text, people)) for name, people in NAMED]
    datas.append(command(bots, "resign", option("single", "kind"), option(text, "to")))
    async with Unmoved(bots, many) as there:
        await there.send(COMMAND, captain, datas)
        await there.send(COMMAND, box, [each for each in datas if text or each["name"] not in ("take", "beaver")])


@in_the_club
@pytest.mark.parametrize("who", ["box", "captain", "stranger"])
async def test_values_of_lists_that_were_not_offered(bots: Bots, many: ChouetteTable, who: str) -> None:
    """Presses of every list of a chouette, with values of every kind, whoever sends them."""
    person = {"box": await many.box(), "captain": (await many.team())[0], "stranger": bots.guild.member("Fay")}[who]
    table = await many.stored()
    assert table.state
    number = table.state.question
    ids = [f"{verb}:{table.id}:{asked}" for verb in ("answers", "double_to", "extras") for asked in (number, 1)]
    ids += [f"{verb}:{table.id}:0" for verb in ("lobby_preset", "lobby_option:cubes", "lobby_value:lone_taker")]
    values = [*ODD_VALUES, ["99t"], ["0x"], ["t"], ["٣t"], ["0t"] * 30, ["9" * 4400 + "t"], ["d99"], ["d" + "9" * 4400]]
    async with Unmoved(bots, many) as there:
        for custom_id in ids:
            datas = [{"component_type": LIST, "custom_id": custom_id, "id": 1, "values": each} for each in values]
            await there.send(COMPONENT, person, datas, many.live)


@in_the_club
async def test_presses_of_a_chouette_by_whom_they_are_not_for(bots: Bots, many: ChouetteTable) -> None:
    """Every verb, at this table's question and at others; by a stranger, and by a member who is not asked."""
    table = await many.stored()
    assert table.state
    verbs = sorted({each.partition(":")[0] for each in ODD_IDS if each.endswith((":1", ":0", ":all", "٣"))} - {""})
    numbers = (table.state.question, 0, 1, 999_999_999)
    ids = [f"{verb}:{table.id}:{asked}" for verb in verbs if verb.isascii() for asked in numbers]
    ids += [f"sure:{table.id}:{table.state.question}:{wish}" for wish in ("answers/0t.1t", "take/0", "roll", "stay")]
    ids += [f"paid:{table.id}:{table.state.question}:{index}" for index in ("0", "-1", "9" * 50, "x")]
    out = {"lobby_rules", "sit_out", "auto_pass", "leave", "pause", "resume", "abort", "board"}
    datas = [{"component_type": BUTTON, "custom_id": one, "id": 1} for one in ids if one.partition(":")[0] not in out]
    assert len(datas) > 100
    member = (await many.team())[2]
    async with Unmoved(bots, many) as there:
        await there.send(COMPONENT, bots.guild.member("Gus"), datas, many.live)
        await there.send(COMPONENT, member, datas, many.live)


@in_the_club
async def test_odd_ids_of_a_lobby(bots: Bots) -> None:
    """Nobody joins, leaves, changes rules or starts by what was never shown to him."""
    played = ChouetteTable.at(bots, "Ann", "Bob", "Cyd", "Dan")
    lobby = await played.lobby(joining=2)
    panel = (await played.people[0].press(lobby, "Options")).message
    real = [*ids_of(lobby), *ids_of(panel)]
    wanted = [one for one in (*ODD_IDS, *some(mutated(real), 150)) if Press.parse(one) not in map(Press.parse, real)]
    table = (await played.stored()).id
    wanted = [one for one in wanted if not ((press := Press.parse(one)) and press.table == table and harmless(press))]
    datas = [{"component_type": BUTTON, "custom_id": one, "id": 1} for one in wanted if one]
    lists = [
        {"component_type": LIST, "custom_id": one, "id": 1, "values": values}
        for one in ids_of(panel) for values in ODD_VALUES
    ]  # fmt: skip
    async with Unmoved(bots, played) as there:
        for person in (played.people[1], played.people[3]):
            await there.send(COMPONENT, person, datas, lobby)
            await there.send(COMPONENT, person, lists, lobby)
        await there.send(COMPONENT, played.people[0], lists, panel)


def harmless(press: Press) -> bool:
    """Buttons that ask no number, so that any will do: leaving, words, rules."""
    return press.verb in (
        "lobby_leave",
        "lobby_rules",
        "lobby_word",
        "lobby_options",
        "lobby_start",
        "refuse",
        "withdraw",
        "challenge_rules",
    )
