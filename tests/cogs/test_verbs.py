"""The table of verbs: whatever can be asked for has its row, and what is secret cannot be forgotten in it."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import discord
import pytest
from discord import app_commands

import bot
from bot import app
from bot.backgammon import Refused, Reply
from bot.chouette import Session
from bot.chouette import actions as many
from bot.cogs import verbs
from bot.cogs.verbs import Argument, Confirm, Request, Verb, logged, register, request, rows
from bot.core.actions import Action, BetIndex
from bot.screens.custom_ids import Press
from bot.telemetry import SEALED, UNKNOWN
from bot.texts import texts
from tests.backgammon.random_play import RULES, play_on
from tests.chouette.random_session import random_options
from tests.screens.every_screen import Message, of_challenge, of_league, of_lobby, of_match, of_session, sessions
from tests.screens.states import after, opened

T = texts("en")
PEOPLE = [f"P{seat}" for seat in range(12)]
#: What a chouette keeps back; a delegate is named by a command alone.
SEALED_ACTIONS = {kind for kind in get_args(many.AnyAction) if kind.sealed} - {many.Delegate}
MOST_SESSIONS = 200
ARGUMENTS: tuple[Argument, ...] = (
    *(None, (0,), (1,), (2, 3)),
    *({BetIndex(0): Reply.TAKE, BetIndex(1): Reply.DROP}, {BetIndex(1): Reply.BEAVER}),
)


def commands() -> Iterator[str]:
    """The names of all commands of the bot."""
    for cog in app.COMMANDS:
        group = f"{cog.__cog_group_name__} " if cog.__cog_is_app_commands_group__ else ""
        for each in cog.__cog_app_commands__:
            found = each.walk_commands() if isinstance(each, app_commands.Group) else (each,)
            yield from (group + one.qualified_name for one in found if isinstance(one, app_commands.Command))


def drawn(messages: Iterator[Message]) -> Iterator[Press]:
    """What the buttons and lists of these messages carry; what only leads somewhere carries nothing."""
    for message in messages:
        for item in message.view.children if message.view else ():
            if getattr(item, "url", None):
                continue
            press = Press.parse(str(item.custom_id))  # type: ignore[attr-defined]
            assert press is not None, item
            yield press


def screens(seed: int) -> Iterator[Message]:
    """Messages of all kinds that people press on."""
    rng = random.Random(seed)
    yield from of_lobby(PEOPLE[:4], random_options(rng), "jacoby", T)
    for number, played in enumerate(sessions(seed, PEOPLE, 100)):
        if number % 5 == 0:
            yield from of_session(played, rng, T)
    yield from of_league(PEOPLE, seed, T)
    rules = RULES[sorted(RULES)[seed % len(RULES)]]
    yield from of_challenge(PEOPLE, rules, T)
    table = opened(rules)
    for number, action in enumerate(play_on(rng, rules)[1][:100]):
        table = after(table, action)
        if number % 10 == 0:
            yield from of_match(table, (), T)


@cache
def written() -> frozenset[str]:
    """The verbs of custom ids as the sources write them out."""
    found: set[str] = set()
    for file in Path(bot.__file__).parent.rglob("*.py"):
        text = file.read_text()
        before = re.search(r'Press\(f"(\w+)\{verb\}"', text)
        for node in ast.walk(ast.parse(text)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            name = node.func.id
            verb = node.args[2] if name == "offered" and len(node.args) > 2 else node.args[0]
            if name in ("Press", "press", "offered") and isinstance(verb, ast.Constant):
                found.add((before[1] if before and name == "press" else "") + str(verb.value))
    return frozenset(found)


# Everything has its row


def test_every_drawn_custom_id_has_its_row() -> None:
    seen = {press.verb for seed in range(3) for press in drawn(screens(seed))}
    assert len(seen) > 25
    assert {verb for verb in seen if verb not in rows()} == set()


def test_every_verb_that_the_sources_write_into_a_custom_id_has_its_row() -> None:
    assert len(written()) > 60
    assert written() - rows().keys() == set()


def test_no_row_stands_only_for_the_name_of_a_command() -> None:
    """Something answers its press, takes its form or is done by it; or it is a command whose word is secret."""
    idle = [verb for verb in rows().values() if not (verb.does or verb.press or verb.asks or verb.takes)]
    typed = {name.replace(" ", "_") for name in commands()}
    assert len(typed) > 50
    assert [verb.name for verb in idle if verb.name not in typed or verb.word != SEALED] == []


def test_every_verb_fits_into_a_custom_id() -> None:
    for name, verb in rows().items():
        word, _, extra = name.partition(":")
        press = Press(word, "k7f3q2", 1, extra)
        assert Press.parse(str(press)) == press
        assert verbs.verb_of(press) is verb


def test_two_rows_do_not_share_a_name() -> None:
    with pytest.raises(ValueError, match="two rows for the verb roll"):
        register([Verb("roll")])
    register([rows()["roll"]])


# What is secret


def sealed() -> dict[str, Verb]:
    """The rows that have one word in the log."""
    return {name: verb for name, verb in rows().items() if verb.word == SEALED}


def test_a_row_is_as_secret_as_what_it_makes() -> None:
    assert Verb("bid", makes=many.Double).word == SEALED
    assert Verb("bid", makes=many.Paid).word == Verb("bid").word == "bid"
    assert all(kind.sealed for kind in (many.Answer, many.Double, many.Pass, many.Delegate, many.AutoPass))


def _could_be_done(session: Session) -> Iterator[tuple[Verb, Action]]:
    """Every verb with what it would do, by whomever and about whomever."""
    for verb in rows().values():
        for intent in filter(None, (Request(verb, argument).intent for argument in ARGUMENTS)):
            for seat in session.game.line:
                with suppress(Refused):
                    yield verb, intent(session, seat, lambda: (1, 2))


def test_what_makes_a_sealed_action_is_sealed() -> None:
    """Asked of the rules: whatever verb, for whomever, with whatever argument, in states that random play reaches."""
    made: dict[str, set[type]] = {}
    for seed in range(MOST_SESSIONS):
        for number, played in enumerate(sessions(seed, PEOPLE, 150)):
            exchange = played.session.game.exchange
            if number % 15 == 0 or (exchange and exchange.extras):
                for verb, action in _could_be_done(played.session):
                    made.setdefault(verb.name, set()).add(type(action))
        if {kind for kinds in made.values() for kind in kinds} >= SEALED_ACTIONS:
            break
    else:
        pytest.fail("these sessions have not come to all that is secret")
    secret = {name for name, kinds in made.items() if kinds & SEALED_ACTIONS}
    assert secret - sealed().keys() == set()
    assert {name for name in made if name in sealed()} == secret


#: What answers a press by more than its row says, or is typed under a name of its own.
SEALED_BY_HAND = {"double_to", "extras", "cancel", "chouette_auto_pass", "chouette_delegate"}


def test_the_secret_rows_that_do_not_say_what_they_do() -> None:
    assert {name for name, verb in sealed().items() if not verb.does} == SEALED_BY_HAND


# The word in the log


def typed(name: str | None) -> Any:
    command = name and SimpleNamespace(qualified_name=name)
    return SimpleNamespace(type=discord.InteractionType.application_command, command=command, data={"id": "1"})


def pressed(custom_id: str, kind: discord.InteractionType = discord.InteractionType.component) -> Any:
    return SimpleNamespace(type=kind, command=None, data={"custom_id": custom_id})


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("move", "move"),
        ("chouette open", "chouette_open"),
        ("resign", "resign"),
        (None, UNKNOWN),
        ("league knockout", "league_knockout"),
        ("league swiss", "league_swiss"),
        *((name, SEALED) for name in ("double", "take", "drop", "beaver", "raccoon", "pass", "hold")),
        *((name, SEALED) for name in ("extra give", "extra drop", "chouette auto_pass", "chouette delegate")),
    ],
)
def test_the_word_for_a_command(name: str | None, word: str) -> None:
    assert logged(typed(name)) == word


@pytest.mark.parametrize(
    ("custom_id", "word"),
    [
        ("roll:t:1", "roll"),
        ("resign_gammon:t:1", "resign"),
        ("take:t:1:take/1.2", SEALED),
        ("cancel:t:1", SEALED),
        ("sure:t:1:double/1.2", SEALED),
        ("sure:t:1:drop", SEALED),
        ("sure:t:1:leave_cube", SEALED),
        ("sure:t:1:answers/1t.2d", SEALED),
        ("sure:t:1:resign_gammon", "resign"),
        ("setting:0:0:zone", "setting"),
        ("setting:0:0:theme", "setting"),
        # What nobody has given a row is not repeated: it might be secret, or forged.
        ("bid:t:1:6", UNKNOWN),
        ("sure:t:1:bid/6", "sure"),
        ("?\nforged", UNKNOWN),
    ],
)
def test_the_word_for_a_press(custom_id: str, word: str) -> None:
    assert logged(pressed(custom_id)) == word


def test_the_word_for_a_form() -> None:
    assert logged(pressed("zone:0:0", discord.InteractionType.modal_submit)) == "zone"


# Requests


@pytest.mark.parametrize(
    ("text", "name", "argument"),
    [
        ("roll", "roll", None),
        ("take", "take", None),
        ("take/", "take", ()),
        ("take/0.12", "take", (0, 12)),
        ("double/3", "double", (3,)),
        (
            "answers/0t.1d.12b",
            "answers",
            {BetIndex(0): Reply.TAKE, BetIndex(1): Reply.DROP, BetIndex(12): Reply.BEAVER},
        ),
        ("resign_match", "resign_match", None),
        ("extra_drop/1", "extra_drop", (1,)),
    ],
)
def test_a_request_is_read_back_as_it_was_written(text: str, name: str, argument: Argument) -> None:
    asked = request(name, argument)
    assert asked.intent is not None
    assert str(asked) == text and Request.parse(text) == asked


@pytest.mark.parametrize(
    "text",
    ["", "bid", "roll/1", "take/x", "take/1.", "answers", "answers/", "answers/1", "answers/1x", "help", "double_to/1"],
)
def test_what_can_be_asked_of_no_table_is_no_request(text: str) -> None:
    assert Request.parse(text) is None


def test_what_is_asked_once_more() -> None:
    asked = {verb.name: verb.confirm for verb in rows().values() if verb.confirm is not Confirm.NEVER}
    wanted = dict.fromkeys(("double", "drop", "answers", "leave_cube"), Confirm.WANTED)
    resigning = {f"resign_{kind}": Confirm.WANTED for kind in ("single", "gammon", "backgammon", "match")}
    assert asked == {**wanted, **resigning, **dict.fromkeys(("leave", "pref_end"), Confirm.ALWAYS)}


def test_what_is_asked_once_more_says_what_it_does() -> None:
    """It goes on as a word on a button."""
    assert [verb.name for verb in rows().values() if verb.confirm is not Confirm.NEVER and not verb.does] == []
