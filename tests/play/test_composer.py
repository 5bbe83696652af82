"""The composer: a play put together by a button a step, for everybody who would rather not write notation."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from typing import Any
from unittest.mock import AsyncMock

import pytest
from simcord.backend.errors import BackendError

from bot.backgammon import BAR, Phase, legal_plays
from bot.screens.alt import alt_text
from bot.screens.names import roll_words
from bot.screens.painter import Painter, Picture
from bot.store import StoreError
from bot.tables.preferences import ServerSettings
from bot.texts import texts
from render import LastPlay, Scene, Step
from tests.backgammon.positions import board

from .bot import OneBot, component, one_bot, private, said, walk

STRANGER = "Cyd"
OPENING = {24: 2, 13: 5, 8: 3, 6: 5}
BLUE, GREY = 1, 2
AROUND = ["Back", "Confirm", "Turn the board"]


def rows(message: Any) -> list[list[str]]:
    """The labels of the buttons, row by row."""
    found = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [[child["label"] for child in row["components"]] for row in found]


def steps(message: Any, style: int | None = None) -> list[str]:
    """The labels of what can be played, of one colour or of all."""
    found = [each for each in walk(message) if each["custom_id"].startswith("step:")]
    return [each["label"] for each in found if style in (None, each["style"])]


def enabled(message: Any, label: str) -> bool:
    return next(not each.get("disabled") for each in walk(message) if each["label"] == label)


def there(bot: OneBot, message: Any) -> bool:
    """Whether a message has not been deleted."""
    try:
        return bot.env.backend.get_message(bot.channel.id, message.id) is not None
    except BackendError:
        return False


async def opened(bot: OneBot, own: dict[int, int], opponent: dict[int, int], dice: tuple[int, int]) -> tuple[str, Any]:
    """Somebody has such a position and roll before him and has pressed Move: who, and his composer."""
    await bot.play()
    await bot.show_position(own, opponent, dice)
    who = await bot.asked()
    return who, private(await bot.press(who, "Move"))


async def pressed(bot: OneBot, who: str, composer: Any, *labels: str) -> Any:
    """The composer after these buttons."""
    for label in labels:
        composer = (await bot.press(who, label, composer)).response
    return composer


def scene_of(picture: Picture) -> Scene:
    """What the picture of a board shows."""
    assert isinstance(picture.draw, partial)
    (scene,) = picture.draw.args
    return scene


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """All scenes of which pictures are made."""
    found: list[Scene] = []
    draw = Painter.draw

    def watched(painter: Painter, picture: Picture) -> asyncio.Future[bytes]:
        found.append(scene_of(picture))
        return draw(painter, picture)

    monkeypatch.setattr(Painter, "draw", watched)
    return found


# How it opens


async def test_ones_own_roll_opens_it_and_the_board_is_edited_meanwhile(bot: OneBot) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    before = bot.live
    result = await bot.press(who, "Roll")
    composer = private(result)
    assert result.deferred and composer.ephemeral
    roll = roll_words((await bot.match()).game.board.dice or (0, 0))
    assert composer.content.startswith(f"{roll}: choose a ") and composer.attachments
    assert bot.live.id == before.id and bot.labels == ["Move", "More"]
    assert f"play {roll}" in bot.live.content


async def test_the_command_opens_it_too(bot: OneBot) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    result = await bot.people[who].slash(bot.channel, "roll")
    composer = private(result)
    assert result.ephemeral and composer.ephemeral
    assert ": choose a " in composer.content and steps(composer)
    assert [each for each in (result.response, *result.followups) if each is not None and each.id != composer.id] == []


async def test_a_roll_without_a_choice_opens_nothing(bot: OneBot) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    await bot.show_position({BAR: 2, 6: 5}, {**dict.fromkeys(range(1, 7), 2), 24: 1}, None)
    result = await bot.press(who, "Roll")
    assert not [each for each in (result.response, *result.followups) if each is not None and each.ephemeral]
    assert "cannot move" in bot.live.content


async def test_strangers_and_the_other_player_compose_nothing(bot: OneBot) -> None:
    await bot.play()
    mover = await bot.asked()
    waiting = "Bob" if mover == "Ann" else "Ann"
    assert "You do not play at this table." in said(await bot.press(STRANGER, "Move"))
    assert "It is not your turn." in said(await bot.press(waiting, "Move"))


async def test_the_callback_leaves_before_anything_is_drawn_or_shown(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.play()
    who = await bot.until(Phase.CUBE)
    known: list[bool] = []
    draw = Painter.draw

    def watched(painter: Painter, picture: Picture) -> asyncio.Future[bytes]:
        if scene_of(picture).movable:
            known.extend(each.responded for each in list(bot.env.backend.interactions.values())[-1:])
        return draw(painter, picture)

    monkeypatch.setattr(Painter, "draw", watched)
    await bot.press(who, "Roll")
    assert known == [True]


# What it offers


async def test_a_button_a_step_the_larger_number_first(bot: OneBot) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    assert composer.ephemeral
    assert composer.content == "3-1: choose a step. First come those with the 3, then those with the 1."
    assert steps(composer, BLUE) == ["24/21", "13/10", "8/5", "6/3"]
    assert steps(composer, GREY) == ["24/23", "8/7", "6/5"]
    assert rows(composer) == [["24/21", "13/10", "8/5", "6/3", "24/23"], ["8/7", "6/5"], AROUND]
    assert not enabled(composer, "Back") and not enabled(composer, "Confirm")
    composer = await pressed(bot, who, composer, "8/5")
    assert composer.content == "3-1: 8/5 … left to play: 1."
    assert steps(composer, BLUE) == [] and "6/5" in steps(composer, GREY)
    composer = await pressed(bot, who, composer, "6/5")
    assert composer.content == "3-1: **8/5 6/5**. Confirm, or go Back."
    assert rows(composer) == [AROUND] and enabled(composer, "Confirm")


async def test_confirm_is_one_press_and_leaves_nothing_private_behind(bot: OneBot) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    version = (await bot.table()).version
    composer = await pressed(bot, who, composer, "8/5", "6/5")
    assert (await bot.table()).version == version
    done = await bot.press(who, "Confirm", composer)
    assert done.response is None and done.followups == [] and not there(bot, composer)
    assert (await bot.table()).version == version + 1
    assert "3-1: 8/5 6/5" in bot.live.content


async def test_of_a_double_also_two_checkers_at_once_and_one_twice(bot: OneBot) -> None:
    who, composer = await opened(bot, {24: 2, 13: 4, 6: 5}, {20: 2, 2: 3}, (2, 2))
    assert composer.content == "2-2: choose a step, of one checker, of two at once, or of one twice."
    assert steps(composer, BLUE) == ["24/22", "13/11", "6/4"]
    assert steps(composer, GREY) == ["24/22(2)", "13/11(2)", "6/4(2)", "24/20", "13/9", "6/2"]
    composer = await pressed(bot, who, composer, "13/11(2)")
    assert composer.content == "2-2: 13/11(2) … left to play: 2 2."
    composer = await pressed(bot, who, composer, "6/4(2)")
    await bot.press(who, "Confirm", composer)
    assert "2-2: 13/11(2) 6/4(2)" in bot.live.content


async def test_at_most_eight_plays_are_offered_whole(bot: OneBot) -> None:
    own, opponent = {BAR: 1, 6: 5, 13: 5}, {1: 2, 2: 2, 3: 2, 5: 2, 20: 2}
    plays = [str(play) for play in legal_plays(board(own, opponent), (4, 2))]
    who, composer = await opened(bot, own, opponent, (4, 2))
    assert 1 < len(plays) <= 8
    assert composer.content == "4-2: choose a play." and steps(composer, BLUE) == steps(composer) == plays
    composer = await pressed(bot, who, composer, plays[-1])
    assert enabled(composer, "Confirm") and f"**{plays[-1]}**" in composer.content
    composer = await pressed(bot, who, composer, "Back")
    assert composer.content == "4-2: choose a play."


async def test_where_one_play_is_left_the_draft_is_complete(bot: OneBot) -> None:
    own, opponent = {BAR: 1, 24: 1, 13: 2, 8: 2, 6: 2}, {3: 2, 7: 2, 20: 2}
    who, composer = await opened(bot, own, opponent, (6, 5))
    whole = {str(play) for play in legal_plays(board(own, opponent), (6, 5))}
    for label in steps(composer):
        composer = await pressed(bot, who, composer, label)
        found = re.search(r"\*\*(.+)\*\*", composer.content)
        assert (found is not None) == (rows(composer) == [AROUND])
        assert found is None or found[1] in whole
        composer = await pressed(bot, who, composer, "Back")


async def test_more_than_twenty_steps_are_offered_by_number(bot: OneBot) -> None:
    own, opponent = {24: 1, 23: 1, 22: 1, 21: 1, 20: 1, 16: 1, 15: 1, 14: 1, 13: 1, 12: 1, 11: 1, 10: 1, 9: 3}, {24: 2}
    who, composer = await opened(bot, own, opponent, (2, 1))
    assert composer.content == "2-1: choose a step. There is no room for the steps of both numbers at once."
    assert len(steps(composer)) == len(steps(composer, BLUE)) == 13 and steps(composer)[0] == "24/22"
    assert rows(composer)[-2:] == [["Use the 1 first"], AROUND]
    composer = await pressed(bot, who, composer, "Use the 1 first")
    assert len(steps(composer, GREY)) == 13 and steps(composer)[0] == "24/23"
    back = await pressed(bot, who, composer, "Use the 2 first")
    assert steps(back)[0] == "24/22"
    composer = await pressed(bot, who, back, "Use the 1 first", "24/23")
    assert "2-1: 24/23 … left to play: 2." in composer.content and steps(composer)[0] == "23/21"
    composer = await pressed(bot, who, composer, "23/21")
    await bot.press(who, "Confirm", composer)
    assert "2-1: 24/21" in bot.live.content


async def test_a_hit_is_marked_and_nothing_is_italic(bot: OneBot) -> None:
    who, composer = await opened(bot, {13: 2, 8: 2, 6: 5}, {21: 1, 20: 1, 1: 5}, (4, 3))
    assert {"8/4*", "8/5*"} <= set(steps(composer))
    composer = await pressed(bot, who, composer, "8/4*")
    assert "8/4\\*" in composer.content


async def test_bearing_off(bot: OneBot) -> None:
    who, composer = await opened(bot, {3: 2, 2: 2, 1: 1}, {1: 2}, (6, 2))
    composer = await pressed(bot, who, composer, "3/off 2/off")
    await bot.press(who, "Confirm", composer)
    assert "6-2: 3/off 2/off" in bot.live.content


async def test_a_dance_has_nothing_to_choose_but_is_confirmed() -> None:
    """Only who plays forced plays himself sees this one."""
    async with one_bot() as bot:
        for name in ("Ann", "Bob"):
            shown = await bot.people[name].slash(bot.channel, "preferences")
            await bot.tap(name, shown.response, "auto_move")
        who, composer = await opened(bot, {BAR: 1, 6: 5}, {**dict.fromkeys(range(1, 7), 2), 24: 1}, (6, 5))
        assert "6-5: you cannot move. Confirm to go on." in composer.content
        assert rows(composer) == [AROUND]
        await bot.press(who, "Confirm", composer)
        assert "6-5: cannot move" in bot.live.content
        bot.env.raise_errors()


@pytest.mark.parametrize("dice", [(6, 6), (1, 1), (6, 5), (2, 1)])
async def test_every_legal_play_can_be_composed(bot: OneBot, dice: tuple[int, int]) -> None:
    """Three plays of each roll, by the steps of their notation."""
    own, opponent = {24: 2, 13: 3, 8: 3, 6: 5, 5: 2}, {24: 1, 18: 1, 6: 5, 8: 3, 13: 5}
    await bot.play()
    await bot.show_position(own, opponent, dice)
    who = await bot.asked()
    plays = legal_plays(board(own, opponent), dice)
    for play in (plays[0], plays[len(plays) // 2], plays[-1]):
        composer = private(await bot.press(who, "Move"))
        for step in play.steps:
            if not steps(composer):
                break
            label = f"{step.start}/{step.end or 'off'}{'*' if step.hit else ''}"
            composer = await pressed(bot, who, composer, label if label in steps(composer) else str(play))
        assert enabled(composer, "Confirm")
        assert f"**{play}**".replace("*", "") in composer.content.replace("\\*", "").replace("*", "")


# Back, and the board turned


async def test_back_goes_press_by_press(bot: OneBot) -> None:
    who, composer = await opened(bot, {24: 2, 13: 4, 6: 5}, {20: 2, 2: 3}, (2, 2))
    composer = await pressed(bot, who, composer, "13/11(2)", "6/4", "6/4")
    assert "**13/11(2) 6/4(2)**" in composer.content
    composer = await pressed(bot, who, composer, "Back")
    assert "13/11(2) 6/4 … left to play: 2." in composer.content
    composer = await pressed(bot, who, composer, "Back", "Back")
    assert "2-2: choose a step" in composer.content and not enabled(composer, "Back")


async def test_turning_the_board_keeps_the_draft(bot: OneBot) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    composer = await pressed(bot, who, composer, "8/5")
    one_way = component(composer, "flip")
    composer = await pressed(bot, who, composer, "Turn the board")
    assert "8/5 … left to play: 1." in composer.content and component(composer, "flip") != one_way
    composer = await pressed(bot, who, composer, "Turn the board")
    assert component(composer, "flip") == one_way


# The picture


async def test_the_picture_marks_what_can_move_and_the_last_step(bot: OneBot, drawn: list[Scene]) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    assert drawn[-1].movable == (24, 13, 8, 6) and drawn[-1].last is None
    await pressed(bot, who, composer, "8/5", "6/5")
    middle, whole = drawn[-2:]
    side = middle.numbers_from
    assert middle.movable == (24, 8, 6, 5) and middle.last == LastPlay(side, (Step(8, 5),))
    assert whole.movable == () and whole.last == LastPlay(side, (Step(6, 5),))
    assert composer.attachments[0].description == alt_text(whole, texts("en"))


async def test_it_is_drawn_anew_only_when_a_checker_has_moved_or_the_board_is_turned(
    bot: OneBot, drawn: list[Scene]
) -> None:
    own = {24: 1, 23: 1, 22: 1, 21: 1, 20: 1, 16: 1, 15: 1, 14: 1, 13: 1, 12: 1, 11: 1, 10: 1, 9: 3}
    who, composer = await opened(bot, own, {24: 2}, (2, 1))
    before, picture = len(drawn), composer.attachments[0].url
    composer = await pressed(bot, who, composer, "Use the 1 first")
    assert len(drawn) == before and [each.url for each in composer.attachments] == [picture]
    await pressed(bot, who, composer, "Turn the board")
    assert len(drawn) == before + 1


# Overtaken, twice at once, and after a restart


async def test_one_that_a_typed_play_or_another_composer_has_overtaken_goes_with_that(bot: OneBot) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    another = private(await bot.press(who, "Move"))
    await bot.slash(who, "move", play="8/5 6/5")
    assert not there(bot, composer) and not there(bot, another)


async def outlasted(bot: OneBot) -> tuple[str, Any]:
    """Somebody's composer for 3-1 in the opening position, which a restart has made the bot forget."""
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    await bot.restart()
    return who, composer


async def test_one_that_a_typed_play_has_overtaken_removes_itself_without_a_word(bot: OneBot) -> None:
    who, composer = await outlasted(bot)
    await bot.slash(who, "move", play="8/5 6/5")
    late = await bot.press(who, "24/21", composer)
    assert late.response is None and late.followups == [] and not there(bot, composer)


async def test_one_that_another_composer_has_overtaken_removes_itself(bot: OneBot) -> None:
    who, composer = await outlasted(bot)
    another = private(await bot.press(who, "Move"))
    another = await pressed(bot, who, another, "8/5", "6/5")
    await bot.press(who, "Confirm", another)
    composer = await bot.press(who, "24/21", composer)
    assert composer.response is None and said(composer) == ""


async def test_one_that_the_table_has_left_behind_removes_itself_and_says_why(bot: OneBot) -> None:
    who, composer = await outlasted(bot)
    await bot.slash(who, "move", play="8/5 6/5")
    await bot.turn()
    late = await bot.press(who, "24/21", composer)
    assert not there(bot, composer)
    assert "The table has moved on." in said(late)
    assert "https://discord.com/channels/" in said(late)


async def test_one_that_an_undo_has_overtaken_plays_nothing(bot: OneBot) -> None:
    who, composer = await outlasted(bot)
    composer = await pressed(bot, who, composer, "8/5", "6/5")
    other = "Bob" if who == "Ann" else "Ann"
    await bot.slash(who, "move", play="24/21 6/5")
    await bot.slash(who, "undo")
    await bot.slash(other, "accept")
    version = (await bot.table()).version
    late = await bot.press(who, "Confirm", composer)
    assert "The table has moved on." in said(late) and not there(bot, composer)
    assert (await bot.table()).version == version and await bot.asked() == who


async def test_two_presses_on_confirm_at_once_are_one_play_and_no_complaint(bot: OneBot) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    version = (await bot.table()).version
    composer = await pressed(bot, who, composer, "8/5", "6/5")
    both = await asyncio.gather(*(bot.people[who].click(composer, label="Confirm") for _ in range(2)))
    assert all(each.acknowledged for each in both) and [said(each) for each in both] == ["", ""]
    assert not there(bot, composer) and (await bot.table()).version == version + 1


async def test_two_presses_on_a_step_at_once_are_one_step(bot: OneBot) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    both = await asyncio.gather(*(bot.people[who].click(composer, label="8/5") for _ in range(2)))
    assert {each.response.content for each in both} == {"3-1: 8/5 … left to play: 1."}


async def test_a_restart_between_two_presses_loses_nothing(bot: OneBot) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    composer = await pressed(bot, who, composer, "8/5")
    await bot.restart()
    composer = await pressed(bot, who, composer, "6/5")
    await bot.restart()
    await bot.press(who, "Confirm", composer)
    assert "3-1: 8/5 6/5" in bot.live.content


async def test_if_the_store_fails_the_composer_stays(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    composer = await pressed(bot, who, composer, "8/5", "6/5")
    with monkeypatch.context() as patched:
        patched.setattr(bot.services.store, "save", AsyncMock(side_effect=StoreError("away")))
        failed = await bot.press(who, "Confirm", composer)
    assert "My memory cannot be reached" in said(failed) and there(bot, composer)
    await bot.press(who, "Confirm", composer)
    assert "3-1: 8/5 6/5" in bot.live.content


# The preference, the languages, and what comes from elsewhere


async def test_who_wants_no_confirm_plays_by_the_last_step(bot: OneBot) -> None:
    for name in ("Ann", "Bob"):
        panel = await bot.people[name].slash(bot.channel, "preferences")
        shown = (await bot.tap(name, panel.response, "play_at_once")).response
        assert "Play at once: on" in [each.get("label") for each in walk(shown)]
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    composer = await pressed(bot, who, composer, "8/5")
    assert enabled(composer, "Back")
    done = await bot.press(who, "6/5", composer)
    assert done.response is None and not there(bot, composer)
    assert "3-1: 8/5 6/5" in bot.live.content


@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("cs", ["Nejdřív 1", "Zpět", "Potvrdit", "Otočit desku"]),
        ("ru", ["Сначала 1", "Назад", "Подтвердить", "Повернуть доску"]),
    ],
)
async def test_its_buttons_have_names_in_the_persons_language(bot: OneBot, language: str, named: list[str]) -> None:
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(language="en-US"))
    for name in ("Ann", "Bob"):
        panel = (await bot.people[name].slash(bot.channel, "preferences")).response
        await bot.choose(name, panel, "language", language)
    own = {24: 1, 23: 1, 22: 1, 21: 1, 20: 1, 16: 1, 15: 1, 14: 1, 13: 1, 12: 1, 11: 1, 10: 1, 9: 3}
    _, composer = await opened(bot, own, {24: 2}, (2, 1))
    assert [label for row in rows(composer)[-2:] for label in row] == named


async def posted(bot: OneBot, who: str, composer: Any, custom_id: str) -> Any:
    """A press in a message that has such a button, for once."""
    stored = bot.env.backend.get_message(bot.channel.id, composer.id)
    (button,) = [each for row in stored.components for each in row["components"] if each["label"] == "Turn the board"]
    before, button["custom_id"] = button["custom_id"], custom_id
    result = await bot.people[who].click(composer, custom_id=custom_id)
    assert result.acknowledged
    button["custom_id"] = before
    return result


@pytest.mark.parametrize(
    "extra",
    ["", "x.", "n.h3.", "n.h3.f", "n.a9", "n.a1a1a1a1a1", "n.z6", "n.%", "n.y6", "n.h3-h3", "n.h3-h1-h1"],
)
async def test_forged_drafts_are_answered(bot: OneBot, extra: str) -> None:
    """Custom ids come from outside: nonsense is answered like what is late."""
    who, composer = await opened(bot, OPENING, OPENING, (3, 1))
    table = await bot.table()
    assert table.state is not None
    stored = bot.env.backend.get_message(bot.channel.id, composer.id)
    (button,) = [each for row in stored.components for each in row["components"] if each["label"] == "Turn the board"]
    button["custom_id"] = f"confirm:{table.id}:{table.state.question}:{extra}"
    forged = await bot.people[who].click(composer, custom_id=button["custom_id"])
    assert "The table has moved on." in said(forged)
    assert (await bot.match()).game.phase is Phase.PLAY
