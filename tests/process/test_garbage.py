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
from bot.store import Store
from bot.tables import deeds
from bot.tables.desk import Desk
from bot.tables.habits import Habits
from bot.tables.shelf import Shelf
from bot.tables.table import About, People, Stage, Table
from bot.tables.table import Person as Seated
from tests.backgammon.positions import board
from tests.discord_server import Interaction, Message, Person
from tests.discord_server.interactions import COMMAND, COMPONENT, MODAL_SUBMIT
from tests.process.tabletop import Evening, Tabletop, evening

BUTTON, LIST = 2, 3
#: Callback types: a message, a change of the pressed message, choices, a form.
MESSAGE, UPDATE, CHOICES, MODAL = 4, 7, 8, 9

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
        self.shelf = Shelf(self.store)
        self.desk = Desk(self.store, self.shelf, Habits(self.store))
        self.tables: dict[int, Table] = {}
        self.made = self.sent = self.played = 0

    async def table(self, number: int) -> Table:
        if number not in self.tables:
            self.made += 1
            about = About(id=f"t{self.made}", guild=1, channel=2, rules=Rules(), made_at=0.0, expires_at=600.0)
            match = to_play(*BOARDS[number])
            people = People(seats=(ANN, BOB))
            table = Table(about=about, people=people, seed=bytes(32), stage=Stage.OPEN, match=match)
            self.tables[number] = await self.shelf.add(table)
        return self.tables[number]

    async def move(self, number: int, text: str) -> None:
        """A legal play, or refused and nothing has changed."""
        table = await self.table(number)
        before = await self.store.load(2, table.id)
        self.sent += 1
        try:
            outcome = await self.desk.act(2, ANN, deeds.move(text), receipt=str(self.sent), table=table.id)
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
async def club(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    async with evening(tmp_path_factory.mktemp("garbage")) as made:
        yield made


in_the_club = pytest.mark.asyncio(loop_scope="module")


class Unmoved:
    """Garbage is sent in here; at the end table, channel and log of errors are as they were."""

    def __init__(self, club: Evening, top: Tabletop) -> None:
        self.club, self.top = club, top

    async def __aenter__(self) -> Unmoved:
        self.before, self.said = await self._state(), len(self.club.bot.stderr)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is None:
            assert await self._state() == self.before
            assert "Traceback" not in self.club.bot.stderr[self.said :], self.club.bot.stderr[self.said :]

    async def _state(self) -> Any:
        public = [(one.id, one.content, str(one.components)) for one in self.top.channel.messages]
        return await self.club.stored(self.top), public

    async def send(
        self, kind: int, person: Person, datas: Iterable[dict[str, Any]], message: Message | None = None
    ) -> list[Interaction]:
        """Twenty at a time; each is answered to this person alone: in words, by a form, or in his own message."""
        done = []
        pending = list(datas)
        while pending:
            batch, pending = pending[:20], pending[20:]
            sent = [Interaction(kind, person, self.top.channel, data, message) for data in batch]
            done += await asyncio.gather(*(each.send() for each in sent))
        for answer in done:
            own = answer.type == UPDATE and answer.source is not None and answer.source.ephemeral
            told = answer.type == MESSAGE and answer.ephemeral and answer.content
            assert not answer.failed and (own or told or answer.type == MODAL), (answer.data, answer)
            assert "Something went wrong" not in answer.content, (answer.data, answer)
        return done


async def table_at(club: Evening) -> Tabletop:
    """A table a few turns into its game."""
    top = club.tabletop()
    await top.begin()
    for _ in range(4):
        who = top.asked()
        move = top.labels == ["Move"]
        await top.shown(who.slash(top.channel, "move", play=top.plays[0]) if move else who.press(top.live, "Roll"))
    if top.labels != ["Move"]:
        await top.shown(top.asked().press(top.live, "Roll"))
    await top.until(lambda: not any(board.buttons for board in top.boards[:-1]))
    return top


def option(value: object, name: str, kind: int = 3) -> dict[str, Any]:
    return {"name": name, "type": kind, "value": value}


def command(club: Evening, name: str, *options: dict[str, Any]) -> dict[str, Any]:
    """A command as Discord sends it, with any options."""
    found = next((one["id"] for one in club.discord.commands if one["name"] == name), "1")
    return {"id": found, "name": name, "type": 1, "options": list(options)}


@in_the_club
async def test_texts_of_every_kind_are_no_plays(club: Evening) -> None:
    top = await table_at(club)
    position, dice = top.xgid.position, top.xgid.dice
    assert dice

    def legal(text: str) -> bool:
        try:
            parse_play(text, position.mirrored() if top.xgid.turn else position, dice)
        except Refused:
            return False
        return True

    texts = [text for text in some(typed, 250) + some(mutated(top.plays), 150) if not legal(text)]
    assert len(texts) > 200
    async with Unmoved(club, top) as there:
        datas = [command(club, "move", option(text, "play")) for text in texts]
        await there.send(COMMAND, top.asked(), datas)
        await there.send(COMMAND, top.other(top.asked()), datas[::8])


@in_the_club
async def test_what_is_being_typed_is_always_offered_something(club: Evening) -> None:
    top = await table_at(club)
    async with Unmoved(club, top):
        for text in some(typed, 60):
            answer = await top.asked().autocomplete(top.channel, "move", play=text)
            assert answer.type == CHOICES and not answer.failed


def ids_of(message: Message | None) -> list[str]:
    assert message is not None
    return [one.custom_id for one in (*message.buttons, *message.selects) if one.custom_id]


async def all_ids(top: Tabletop) -> list[str]:
    """The ids of every button and list of a table: of the board, the composer, what asks once more, More."""
    who = top.asked()
    composer = (await who.press(top.live, "Move")).message
    sure = (await who.slash(top.channel, "resign", kind="gammon")).message
    more = (await who.press(top.live, "More")).message
    panel = (await who.slash(top.channel, "preferences")).message
    found = [*ids_of(top.live), *ids_of(composer), *ids_of(sure), *ids_of(more), *ids_of(panel)]
    return list(dict.fromkeys(found))


async def might_act(club: Evening, top: Tabletop) -> Callable[[str], bool]:
    """Whether a press by somebody seated could be in order after all."""
    table = await club.stored(top)
    assert table and table.match
    numbers = {0, *(question.number for question in questions(table.match))}

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
    "preference:0:0:nothing",
    "preference:0:0:__class__",
    "setting:0:0:length",
    "no_such_verb:zzzzzzzz:1",
    "é" * 100,
    "\x00",
    "roll:" + "1" * 95,
]


@in_the_club
@pytest.mark.parametrize("whose", ["stranger", "seated"])
async def test_custom_ids_of_every_kind(club: Evening, whose: str) -> None:
    other, top = await table_at(club), await table_at(club)
    real = await all_ids(top)
    foreign, old = await all_ids(other), [
        button["custom_id"] for board in top.boards for version in board.earlier_components for row in version
        for button in row["components"]
    ]  # fmt: skip
    acts = await might_act(club, top)
    odd = [
        *ODD_IDS,
        *foreign,
        *old,
        *some(mutated([*real, *foreign]), 250),
        *some(st.text(min_size=1, max_size=100), 50),
    ]
    if whose == "stranger":
        who = club.guild.member("Cyd")
        odd += real
        private = (await who.press(top.live, "More")).message
    else:
        who = top.asked()
        private = (await who.press(top.live, "Move")).message
    shown_again = [one for one in odd if one.startswith("board:")]
    wanted = [one for one in dict.fromkeys(odd) if one not in shown_again and not (whose == "seated" and acts(one))]
    datas = [{"component_type": BUTTON, "custom_id": one, "id": 1} for one in wanted]
    assert len(datas) > 200
    async with Unmoved(club, top) as there:
        await there.send(COMPONENT, who, datas, top.live)
        await there.send(COMPONENT, who, datas, private)


ODD_VALUES: list[Any] = [
    [], [""], ["0"], ["-1"], ["26"], ["999"], ["001999"], ["9" * 4400], ["٣"], ["²"], ["½"], ["1.5"], ["a"], ["66666"],
    ["7"], ["1", "2", "3"], [None], [3], [["24"]], {"a": 1}, "24", None, ["24/18"], ["\x00"], ["😀" * 50],
]  # fmt: skip


@in_the_club
async def test_values_that_were_not_offered(club: Evening) -> None:
    top = await table_at(club)
    who = top.asked()
    composer = (await who.press(top.live, "Move")).message
    assert composer
    chosen = composer.selects[0].options[0]
    await who.choose(composer, composer.selects[0].custom_id, [chosen])
    lists = [one.custom_id for one in composer.selects]
    assert len(lists) == 2
    async with Unmoved(club, top) as there:
        for custom_id in lists:
            datas = [
                {"component_type": LIST, "custom_id": custom_id, "id": 1, "values": values} for values in ODD_VALUES
            ]
            await there.send(COMPONENT, who, datas, composer)


@in_the_club
async def test_panels_take_only_what_they_offer(club: Evening) -> None:
    top = await table_at(club)
    manager = club.guild.member("Dee", permissions=("manage_guild",))
    for name in ("preferences", "settings"):
        panel = (await manager.slash(top.channel, name)).message
        assert panel
        before = [select.options for select in panel.selects], panel.content
        async with Unmoved(club, top) as there:
            for custom_id in [one.custom_id for one in panel.selects if not one.custom_id.endswith("rules")]:
                datas = [
                    {"component_type": LIST, "custom_id": custom_id, "id": 1, "values": values}
                    for values in [*ODD_VALUES, ["0079"], ["00003"], ["klingon"]]
                ]
                await there.send(COMPONENT, manager, [each for each in datas if not in_order(each["values"])], panel)
        again = (await manager.slash(top.channel, name)).message
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
    ("no_such_command", []),
    ("roll", [{"name": "again", "type": 1, "options": []}]),
]


@in_the_club
@pytest.mark.parametrize(("name", "options"), WRONG, ids=lambda value: str(value)[:60])
async def test_options_out_of_range_or_of_the_wrong_type(
    club: Evening, name: str, options: list[dict[str, Any]], odd_table: Tabletop
) -> None:
    async with Unmoved(club, odd_table) as there:
        await there.send(COMMAND, odd_table.other(odd_table.asked()), [command(club, name, *options)])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def odd_table(club: Evening) -> Tabletop:
    return await table_at(club)


def form(custom_id: str, value: Any, kind: int = 4) -> dict[str, Any]:
    field = {"type": kind, "id": 2, "custom_id": "points", "value": value}
    return {"custom_id": custom_id, "components": [{"type": 1, "id": 1, "components": [field]}]}


@in_the_club
async def test_forms_with_odd_input(club: Evening) -> None:
    top, waiting = await table_at(club), club.tabletop()
    table = await club.stored(top)
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
    async with Unmoved(club, top) as there:
        await there.send(MODAL_SUBMIT, top.other(top.asked()), datas)
        await there.send(MODAL_SUBMIT, top.asked(), datas, top.live)
    before = challenge.content
    async with Unmoved(club, waiting) as there:
        bad = ["", " ", "|", "a|b", "`", "\n", "\x00", "\u200b", "x" * 41, "\u202e", None, 7, "a\nb"]
        await there.send(MODAL_SUBMIT, waiting.people[0], [form(word, value) for value in bad], challenge)
        await there.send(MODAL_SUBMIT, club.guild.member("Cyd"), [form(word, "luck")], challenge)
    assert challenge.content == before
