"""The Move button: a play put together by choosing, for everybody who would rather not write notation."""

from __future__ import annotations

from typing import Any

import pytest

from bot.backgammon import BAR, Phase, legal_plays
from tests.backgammon.positions import board

from .party import Party, component, options, party, said, walk

STRANGER = "Cyd"


def confirm_enabled(message: Any) -> bool:
    return next(not each.get("disabled") for each in walk(message) if each.get("label") == "Confirm")


def offered(message: Any, verb: str) -> list[str]:
    """The labels of a list."""
    (found,) = [each for each in walk(message) if each["custom_id"] == component(message, verb)]
    return [option["label"] for option in found["options"]]


async def opened(club: Party, own: dict[int, int], opponent: dict[int, int], dice: tuple[int, int]) -> tuple[str, Any]:
    """Somebody has such a position and roll before him and has pressed Move: who, and his composer."""
    await club.play()
    await club.show_position(own, opponent, dice)
    who = await club.asked()
    return who, (await club.press(who, "Move")).response


async def pick(club: Party, who: str, composer: Any, start: int | None, label: str) -> Any:
    """Choose a checker, unless there is only one, and where it goes."""
    if start is not None:
        composer = (await club.choose(who, composer, "checker", str(start))).response
    values = dict(zip(offered(composer, "land"), options(composer, "land"), strict=True))
    return (await club.choose(who, composer, "land", values[label])).response


async def test_a_play_of_two_checkers(club: Party) -> None:
    who, composer = await opened(club, {8: 3, 6: 5, 13: 5, 24: 2}, {8: 3, 6: 5, 13: 5, 24: 2}, (3, 1))
    assert composer.ephemeral
    assert "3-1: choose a checker, then where it goes." in composer.content
    assert not confirm_enabled(composer)
    composer = await pick(club, who, composer, 8, "8/5")
    assert "3-1: 8/5 … left to play: 1." in composer.content
    composer = await pick(club, who, composer, 6, "6/5")
    assert "3-1: **8/5 6/5**. Confirm, or go Back." in composer.content
    version = (await club.table()).version
    composer = (await club.tap(who, composer, "confirm")).response
    assert composer.content == "`31: 8/5 6/5`"
    assert walk(composer) == [] and composer.attachments == []
    assert (await club.table()).version == version + 1
    assert "3-1: 8/5 6/5" in club.live.content


async def test_one_checker_goes_on_with_both_numbers_in_one_choice(club: Party) -> None:
    who, composer = await opened(club, {24: 2, 6: 5}, {6: 5, 13: 5}, (5, 6))
    composer = await pick(club, who, composer, 24, "24/13")
    assert "6-5: **24/13**" in composer.content
    assert confirm_enabled(composer)


async def test_nothing_is_saved_before_confirm_and_back_goes_step_by_step(club: Party) -> None:
    who, composer = await opened(club, {8: 3, 6: 5, 13: 5, 24: 2}, {8: 3, 6: 5, 13: 5, 24: 2}, (3, 1))
    version = (await club.table()).version
    composer = await pick(club, who, composer, 8, "8/5")
    composer = await pick(club, who, composer, 6, "6/5")
    composer = (await club.tap(who, composer, "back")).response
    assert "8/5 … left to play: 1." in composer.content
    composer = (await club.choose(who, composer, "checker", "24")).response
    composer = (await club.tap(who, composer, "back")).response
    assert "8/5 … left to play: 1." in composer.content, "Back first forgets the checker chosen"
    composer = (await club.tap(who, composer, "back")).response
    assert "choose a checker" in composer.content
    assert (await club.table()).version == version


async def test_turning_the_board_keeps_the_draft(club: Party) -> None:
    who, composer = await opened(club, {8: 3, 6: 5, 13: 5, 24: 2}, {8: 3, 6: 5, 13: 5, 24: 2}, (3, 1))
    composer = await pick(club, who, composer, 8, "8/5")
    one_way = component(composer, "flip")
    composer = (await club.tap(who, composer, "flip")).response
    assert "8/5 … left to play: 1." in composer.content
    assert component(composer, "flip") != one_way
    composer = (await club.tap(who, composer, "flip")).response
    assert component(composer, "flip") == one_way


async def test_a_double_of_four(club: Party) -> None:
    who, composer = await opened(club, {13: 4, 6: 5}, {20: 2, 1: 3}, (2, 2))
    composer = await pick(club, who, composer, 13, "13/11")
    composer = await pick(club, who, composer, 13, "13/11")
    assert "left to play: 2 2." in composer.content
    composer = await pick(club, who, composer, 6, "6/4")
    composer = await pick(club, who, composer, 6, "6/4")
    assert "**13/11(2) 6/4(2)**" in composer.content
    await club.tap(who, composer, "confirm")
    assert "2-2: 13/11(2) 6/4(2)" in club.live.content


async def test_a_double_by_one_checker_in_one_choice(club: Party) -> None:
    who, composer = await opened(club, {24: 2, 6: 5}, {20: 2, 6: 2}, (3, 3))
    composer = (await club.choose(who, composer, "checker", "24")).response
    assert offered(composer, "land") == ["24/21", "24/18", "24/15", "24/12"]


async def test_from_the_bar_there_is_only_one_checker_to_choose(club: Party) -> None:
    who, composer = await opened(club, {BAR: 1, 6: 5, 13: 5}, {6: 5, 13: 5}, (4, 2))
    assert offered(composer, "checker") == ["bar"]
    composer = await pick(club, who, composer, None, "bar/21")
    assert "bar" not in offered(composer, "checker")
    composer = await pick(club, who, composer, 13, "13/11")
    await club.tap(who, composer, "confirm")
    assert "4-2: bar/21 13/11" in club.live.content


async def test_a_hit_is_marked_and_nothing_is_italic(club: Party) -> None:
    who, composer = await opened(club, {8: 2, 6: 5}, {21: 1, 20: 1, 1: 5}, (4, 3))
    composer = (await club.choose(who, composer, "checker", "8")).response
    assert {"8/4*", "8/5*"} <= set(offered(composer, "land"))
    composer = await pick(club, who, composer, None, "8/4*")
    assert "8/4\\*" in composer.content


async def test_bearing_off(club: Party) -> None:
    who, composer = await opened(club, {3: 2, 2: 2, 1: 1}, {1: 2}, (6, 2))
    composer = await pick(club, who, composer, 3, "3/off")
    composer = await pick(club, who, composer, 2, "2/off")
    assert "**3/off 2/off**" in composer.content
    await club.tap(who, composer, "confirm")
    assert "6-2: 3/off 2/off" in club.live.content


async def test_a_dance_has_nothing_to_choose_but_is_confirmed() -> None:
    """Only who plays forced plays himself sees this one."""
    async with party() as club:
        for name in ("Ann", "Bob"):
            shown = await club.people[name].slash(club.channel, "preferences")
            await club.tap(name, shown.response, "auto_move")
        who, composer = await opened(club, {BAR: 1, 6: 5}, {**dict.fromkeys(range(1, 7), 2), 24: 1}, (6, 5))
        assert "6-5: you cannot move. Confirm to go on." in composer.content
        assert [each.get("label") for each in walk(composer)] == ["Back", "Confirm", "Turn the board"]
        await club.tap(who, composer, "confirm")
        assert "6-5: cannot move" in club.live.content
        club.env.raise_errors()


@pytest.mark.parametrize("dice", [(6, 6), (1, 1), (6, 5), (2, 1)])
async def test_every_legal_play_can_be_composed(club: Party, dice: tuple[int, int]) -> None:
    """Three plays of each roll, checker by checker."""
    own, opponent = {24: 2, 13: 3, 8: 3, 6: 5, 5: 2}, {24: 1, 18: 1, 6: 5, 8: 3, 13: 5}
    await club.play()
    await club.show_position(own, opponent, dice)
    who = await club.asked()
    plays = legal_plays(board(own, opponent), dice)
    for play in (plays[0], plays[len(plays) // 2], plays[-1]):
        composer = (await club.press(who, "Move")).response
        for step in play.steps:
            label = f"{step.start}/{step.end or 'off'}{'*' if step.hit else ''}"
            starts = options(composer, "checker")
            composer = await pick(club, who, composer, step.start if len(starts) > 1 else None, label)
        assert confirm_enabled(composer)
        assert f"**{play}**".replace("*", "") in composer.content.replace("\\*", "").replace("*", "")


async def test_strangers_and_the_other_player_compose_nothing(club: Party) -> None:
    await club.play()
    mover = await club.asked()
    waiting = "Bob" if mover == "Ann" else "Ann"
    assert "You do not play at this table." in said(await club.press(STRANGER, "Move"))
    assert "It is not your turn." in said(await club.press(waiting, "Move"))


async def test_a_composer_of_a_play_already_made_shows_the_state(club: Party) -> None:
    await club.play()
    who = await club.asked()
    composer = (await club.press(who, "Move")).response
    await club.move()
    starts = options(composer, "checker")
    late = await club.choose(who, composer, "checker", starts[0])
    assert "The table has moved on." in said(late)
    assert "https://discord.com/channels/" in said(late)


async def test_forged_drafts_are_answered(club: Party) -> None:
    """Custom ids come from outside: nonsense is answered like what is late."""
    await club.play()
    who = await club.asked()
    composer = (await club.press(who, "Move")).response
    question = (await club.match()).question
    table = (await club.table()).id
    stored = club.env.backend.get_message(club.channel.id, composer.id)
    for extra in ("", "n", "n.a9.", "n.a1a1a1a1a1.", "x..", "n.z6.", "n..%", "n._1.", "n.y6.z"):
        for row in stored.components:
            for each in row["components"]:
                if each.get("label") == "Turn the board":
                    each["custom_id"] = f"confirm:{table}:{question}:{extra}"
        forged = await club.people[who].click(composer, custom_id=f"confirm:{table}:{question}:{extra}")
        assert forged.acknowledged
        assert "The table has moved on." in said(forged), extra
        for row in stored.components:
            for each in row["components"]:
                if each.get("label") == "Turn the board":
                    each["custom_id"] = "flip:x"
    assert (await club.match()).game.phase is Phase.PLAY
