"""Dice, cubes and checkers on buttons and beside words: all of them where they are, and nothing lost without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace

import discord
import pytest
from msgspec.structs import replace

from bot.backgammon.actions import Double, Move, OpeningRoll
from bot.screens import emoji
from bot.screens.alt import alt_text
from bot.screens.board_words import pips_words
from bot.screens.chouette.buttons import session_items
from bot.screens.discord_errors import Trouble, persist, trouble
from bot.screens.emoji_list import read_emoji
from bot.screens.faces import face_of
from bot.screens.fitting import unbroken
from bot.screens.live import components, content
from bot.screens.phone import for_phone
from bot.tables.table import Table
from bot.texts import LANGUAGES, texts
from tests.backgammon.random_play import RULES
from tests.screens import test_phone_messages as phones
from tests.screens.chouette.test_words import Told, doubled_by_box, window
from tests.screens.emoji_known import FIRST, NAMES, emoji_known
from tests.screens.states import after, match_of, opened
from tests.screens.test_discord_errors import Response
from tests.screens.test_limits import check, whole
from tests.screens.test_limits import match_of as all_of_a_match

ENGLISH = texts("en")
MARKUP = re.compile(r" ?<:\w+:\d+>")


def stem(shown: str | None) -> str:
    """What an emoji shows, of the markup."""
    found = re.fullmatch(r"<:(\w+)_[0-9a-f]{6}:\d+>", shown or "")
    return found[1] if found else shown or ""


def buttons(table: Table) -> dict[str, str]:
    """The emoji on the buttons of a board, by their labels."""
    shown = components(table, ENGLISH).children
    return {
        str(each.label): stem(str(each.emoji) if each.emoji else None)
        for each in shown
        if isinstance(each, discord.ui.Button)
    }


def rolled() -> Table:
    return after(opened(), OpeningRoll(dice=(3, 1)))


def on_roll() -> Table:
    return after(rolled(), Move(by=0, play="8/5 6/5"))


def test_without_emoji_all_is_as_it_was() -> None:
    assert buttons(on_roll()) == {"Roll": "🎲", "Double": "", "More": ""}
    assert buttons(after(on_roll(), Double(by=1))) == {"Take": "", "Beaver": "🦫", "Drop": "", "More": ""}
    assert "play 3-1." in content(rolled(), 0, ENGLISH, 0)


def test_dice_and_cubes_are_on_the_buttons() -> None:
    with emoji_known():
        assert buttons(on_roll()) == {"Roll": "die5", "Double": "cube2", "More": ""}
        assert buttons(after(on_roll(), Double(by=1))) == {"Take": "cube2", "Beaver": "🦫", "Drop": "cube1", "More": ""}


def test_a_cube_of_a_value_that_no_emoji_has_is_not_shown() -> None:
    table = on_roll()
    match = match_of(table)
    bet = replace(match.game.bet, value=64)
    table = replace(table, state=replace(match, game=replace(match.game, bet=bet)))
    with emoji_known():
        assert buttons(table)["Double"] == ""


def test_cubes_of_a_chouette_that_are_alike_are_shown() -> None:
    with emoji_known():
        faces = [*chouette_faces(doubled_by_box())]
    assert {"Take cube2", "Drop cube1"} <= {*faces}


def test_cubes_of_a_chouette_that_differ_are_not_shown() -> None:
    told = window()
    game = told.session.game
    first, *others = game.bets
    told.session = replace(told.session, game=replace(game, bets=(replace(first, value=4), *others)))
    with emoji_known():
        assert "Double" in [*chouette_faces(told)]


def test_dice_stand_beside_the_roll_that_is_asked_for() -> None:
    with emoji_known():
        told = content(rolled(), 0, ENGLISH, 0)
    three, one = (f"<:{NAMES[at]}:{FIRST + at}>" for at in (2, 0))
    assert f"play 3-1 {three}{one}." in told
    assert MARKUP.sub("", told) == content(rolled(), 0, ENGLISH, 0)


def test_half_a_roll_is_none() -> None:
    with emoji_known("die3_a1b2c3"):
        assert "play 3-1." in content(rolled(), 0, ENGLISH, 0)


def test_of_two_of_one_picture_the_newer_one_is_used() -> None:
    with emoji_known("die5_00000a", "die5_00000b", "logo", "die5"):
        assert emoji.die(5) == f"<:die5_00000b:{FIRST + 1}>"
        assert emoji.die(6) == "🎲"


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_the_dark_checkers_is_shown(language: str) -> None:
    t = texts(language)
    plain = face_of(opened()).terms(opened(), t).settled
    with emoji_known():
        shown = face_of(opened()).terms(opened(), t).settled
    assert shown.startswith(f"{plain} <:checker_dark_") and MARKUP.sub("", shown) == plain


@pytest.mark.parametrize("light", [None, 0, 1])
def test_checkers_stand_beside_the_names_of_a_race(light: int | None) -> None:
    table = rolled()
    table = replace(table, about=replace(table.about, light=light))
    plain = pips_words(table, ENGLISH)
    with emoji_known():
        shown = pips_words(table, ENGLISH)
    assert MARKUP.sub("", shown) == plain
    first, second = (found[1] for found in re.finditer(r"<:checker_(\w+)_[0-9a-f]{6}:", shown))
    assert (first, second) == (("dark", "light") if light else ("light", "dark"))
    assert (face_of(table).scene(table, "wood", ENGLISH).light == 1) is (first == "dark")


def test_pictures_and_their_words_have_none() -> None:
    table = rolled()
    with emoji_known():
        scene = face_of(table).scene(table, "wood", ENGLISH)
        assert "<:" not in alt_text(scene, ENGLISH)


def chouette_faces(told: Told) -> Iterator[str]:
    session = told.session
    table = replace(opened(), state=session)
    for question in session.questions:
        for item in session_items(table, question, ENGLISH) or ():
            if isinstance(item, discord.ui.Button):
                yield f"{item.label} {stem(str(item.emoji) if item.emoji else None)}".rstrip()


def test_what_is_sealed_changes_no_cube() -> None:
    """A cube is shown as long as all are alike; a double that nobody knows of yet makes no difference."""
    with emoji_known():
        faces = [list(chouette_faces(told)) for told, _ in phones.windows()]
    assert all("Double cube2" in each for each in faces), faces


def test_a_message_keeps_within_its_lines() -> None:
    with emoji_known():
        for language in LANGUAGES:
            phones.test_an_ordinary_turn_is_three_lines(language)
            for names in (phones.USUAL, phones.LONG):
                phones.test_a_window_of_five_is_five_lines(names, language)
            for name in phones.LONG:
                phones.test_a_game_against_the_computer_begins_with_four_lines(name, language)


def test_a_picture_counts_as_one_letter_of_a_line() -> None:
    forms = [("a" * 20 + " <:checker_dark_a1b2c3:1499999999999999000>",), ("short",)]
    assert for_phone(forms, 1) == forms[0]


def test_discord_takes_every_message_of_a_match() -> None:
    with emoji_known():
        for seed, name in enumerate(sorted(RULES)[:3]):
            assert check(all_of_a_match(seed, ["W" * 32, "*" * 32], name, texts("ru"))) > 0


def test_discord_takes_every_message_of_a_chouette() -> None:
    with emoji_known():
        assert check(whole(3, ["*" * 32] * 12, texts("cs"), 60)) > 0


def test_markup_is_not_broken() -> None:
    with emoji_known():
        told = content(rolled(), 0, ENGLISH, 0)
        assert MARKUP.findall(unbroken(told)) == MARKUP.findall(told) != []


def test_one_that_is_no_longer_there_gives_way_to_plain_text() -> None:
    """What the bot was told when it started was replaced meanwhile: the next try has none, and may succeed."""
    told: object = {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
    for where in reversed(("components", "0", "components", "0", "emoji", "id")):
        told = {where: told}
    answer = {"code": 50035, "message": "Invalid Form Body", "errors": told}
    with emoji_known():
        assert trouble(refusal({**answer, "errors": {}})) is Trouble.REJECTED
        assert buttons(on_roll())["Double"] == "cube2"
        assert trouble(refusal(answer)) is Trouble.DOWN
        assert buttons(on_roll()) == {"Roll": "🎲", "Double": "", "More": ""}


async def test_what_shows_one_that_is_gone_is_not_sent_again_as_it_is() -> None:
    tries: list[int] = []

    async def sent() -> None:
        tries.append(1)
        told = {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
        raise refusal({"code": 50035, "message": "Invalid Form Body", "errors": {"emoji": {"id": told}}})

    with pytest.raises(discord.HTTPException):
        await persist(sent)
    assert len(tries) == 1


class Application:
    """A client that is told of these emoji, or of an error."""

    def __init__(self, *told: object) -> None:
        self.told = told

    async def fetch_application_emojis(self) -> list[object]:
        for each in self.told:
            if isinstance(each, Exception):
                raise each
        return list(self.told)


async def test_the_bot_reads_their_list_when_it_starts(caplog: pytest.LogCaptureFixture) -> None:
    with emoji_known():
        await read_emoji(Application(SimpleNamespace(name="cube2_a1b2c3", id=7)))  # type: ignore[arg-type]
        assert buttons(on_roll()) == {"Roll": "🎲", "Double": "cube2", "More": ""}
        assert not caplog.records
        await read_emoji(Application(refusal({"code": 0, "message": "so"})))  # type: ignore[arg-type]
        assert buttons(on_roll()) == {"Roll": "🎲", "Double": "", "More": ""}
    assert "are not known" in caplog.text


def refusal(answer: dict[str, object]) -> discord.HTTPException:
    return discord.HTTPException(Response(400), answer)  # type: ignore[arg-type]
