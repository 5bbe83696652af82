"""Boards are edited by the presses of their buttons, outside of the limit of the bot's token: dice, and buttons taken
from the board before. Where that fails, or there is no press, the bot does it itself.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.discord_server import Interaction, Message, Person
from tests.process.bots import READY, Bots, PlayedTable, control, running_bots, verb

MESSAGE, LATER = 4, 6
#: An edit through any webhook; of a board with its picture, in these tests.
WEBHOOK = "PATCH", "/webhooks/.*/messages/@original$"
#: How Discord refuses an edit through a webhook: a status, and the code of the error; None cuts the connection.
REFUSALS = [(404, 10008), (404, 10015), (401, 50027), (500, 0), (503, 0), (429, 0), (None, 0)]

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bots(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bots]:
    async with running_bots(tmp_path_factory.mktemp("webhooks")) as made:
        await made.process.says(READY)
        yield made
        made.check_sound()


async def moving(bots: Bots) -> PlayedTable:
    """A game in which each turn is one play, and the bot rolls."""
    played = bots.table()
    await played.begin(variant="hypergammon", cube=False)
    await played.until(lambda: played.labels == ["Move"])
    return played


async def rolling(bots: Bots) -> PlayedTable:
    """A game in which somebody may roll or double."""
    played = bots.table()
    await played.begin()
    while "Roll" not in played.labels:
        await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
    await played.until(lambda: not any(board.buttons for board in played.boards[:-1]))
    return played


class Spent:
    """What the bot has asked of Discord for a table's messages since `first`."""

    def __init__(self, bots: Bots, played: PlayedTable) -> None:
        self._bots, self._played, self._first = bots, played, len(bots.discord.requests)

    @property
    def with_token(self) -> list[str]:
        """The methods of requests with the bot's token: new messages, and edits of boards."""
        messages = f"/channels/{self._played.channel.id}/messages"
        paths = {messages, *(f"{messages}/{board.id}" for board in self._played.boards)}
        later = self._bots.discord.requests[self._first :]
        return [each.method for each in later if each.by == "token" and each.path in paths]


async def composer_of(played: PlayedTable, who: Person, label: str = "Move") -> tuple[Interaction, Message]:
    """A press of the live board, and the composer that it opens."""
    pressed = await who.press(played.live, label)
    await played.until(lambda: pressed.followups)
    (composer,) = pressed.followups
    assert pressed.type == LATER and composer.ephemeral
    return pressed, composer


def through(pressed: Interaction) -> tuple[str, str]:
    """Edits through the webhook of a press."""
    return "PATCH", f"/webhooks/.*/{pressed.token}/messages/@original$"


async def play(played: PlayedTable, who: Person, composer: Message) -> None:
    """Put a play together; the next board follows, and the one before loses its buttons."""
    board = played.live
    while steps := [button for button in composer.buttons if verb(button) == "step"]:
        await who.press(composer, steps[0].custom_id or "")
    await played.shown(who.press(composer, control(composer, "confirm")))
    await played.until(lambda: played.live is not board and not board.buttons)
    await played.until(lambda: composer.deleted)


async def test_a_turn_by_move_is_one_request_with_the_token(bots: Bots) -> None:
    played = await moving(bots)
    for _ in range(3):
        spent, who = Spent(bots, played), played.asked()
        pressed, composer = await composer_of(played, who)
        assert pressed.edits == 0
        await play(played, who, composer)
        assert spent.with_token == ["POST"] and pressed.edits == 1


async def test_ones_own_roll_is_shown_by_the_press(bots: Bots) -> None:
    played = await rolling(bots)
    board, spent, who = played.live, Spent(bots, played), played.asked()
    pressed, composer = await composer_of(played, who, "Roll")
    await played.until(lambda: played.labels == ["Move"])
    assert played.live is board and "play" in board.content and board.attachments
    assert spent.with_token == [] and pressed.edits == 1
    await play(played, who, composer)
    assert spent.with_token == ["POST"] and pressed.edits == 2


@pytest.mark.parametrize(("status", "code"), REFUSALS)
async def test_where_the_press_does_not_show_the_roll_the_bot_does(bots: Bots, status: int | None, code: int) -> None:
    played = await rolling(bots)
    board, spent, who = played.live, Spent(bots, played), played.asked()
    fault = bots.discord.fail_next(*WEBHOOK, status=status, code=code, retry_after=30, files=True)
    pressed, composer = await composer_of(played, who, "Roll")
    await played.until(lambda: played.labels == ["Move"])
    assert fault.hits == 1 and played.live is board
    assert spent.with_token == ["PATCH"]
    await play(played, who, composer)
    assert spent.with_token == ["PATCH", "POST", "PATCH"] and pressed.edits == 0, "it is not used again"


@pytest.mark.parametrize(("status", "code"), REFUSALS)
async def test_where_the_press_does_not_take_the_buttons_the_bot_does(
    bots: Bots, status: int | None, code: int
) -> None:
    played = await moving(bots)
    spent, who = Spent(bots, played), played.asked()
    pressed, composer = await composer_of(played, who)
    fault = bots.discord.fail_next(*through(pressed), status=status, code=code, retry_after=30)
    await play(played, who, composer)
    assert fault.hits == 1 and spent.with_token == ["POST", "PATCH"]


async def test_an_edit_whose_answer_is_lost_is_made_once_more(bots: Bots) -> None:
    played = await rolling(bots)
    spent, who = Spent(bots, played), played.asked()
    fault = bots.discord.fail_next(*WEBHOOK, status=None, after_accepting=True, files=True)
    pressed, composer = await composer_of(played, who, "Roll")
    await played.until(lambda: spent.with_token == ["PATCH"])
    assert fault.hits == 1 and pressed.edits == 1 and played.labels == ["Move"]
    await play(played, who, composer)


async def test_a_typed_play_takes_no_press(bots: Bots) -> None:
    played = await moving(bots)
    board, spent = played.live, Spent(bots, played)
    await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
    await played.until(lambda: not board.buttons)
    assert spent.with_token == ["POST", "PATCH"]


async def test_of_two_people_the_newest_press_edits_and_each_keeps_what_is_private(bots: Bots) -> None:
    played = await moving(bots)
    spent, who = Spent(bots, played), played.asked()
    idle = played.other(who)
    mine, composer = await composer_of(played, who)
    more = await idle.press(played.live, "More")
    assert more.type == LATER and more.message and more.message.ephemeral
    await play(played, who, composer)
    assert spent.with_token == ["POST"] and (mine.edits, more.edits) == (0, 1)
    assert not more.message.deleted and more.message in played.channel.visible_to(idle)
    assert more.message not in played.channel.visible_to(who)


async def test_who_is_refused_is_told_so_in_private_at_once(bots: Bots) -> None:
    played = await moving(bots)
    spent, who = Spent(bots, played), played.asked()
    refused = await played.other(who).press(played.live, "Move")
    assert refused.type == MESSAGE and refused.ephemeral and "not your turn" in refused.content
    _, composer = await composer_of(played, who)
    await play(played, who, composer)
    assert spent.with_token == ["POST"] and refused.edits == 0


async def test_a_press_delivered_twice_opens_one_composer(bots: Bots) -> None:
    played = await moving(bots)
    who = played.asked()
    pressed, composer = await composer_of(played, who)
    bots.discord.world.dispatch("INTERACTION_CREATE", pressed.payload(), 0)
    callbacks = rf"/interactions/{pressed.id}/"
    await bots.discord.world.until(lambda: len(bots.discord.calls("POST", callbacks)) == 2, 20, lambda: "an answer")
    await play(played, who, composer)
    assert pressed.followups == [composer]


async def test_of_a_token_that_has_expired_nothing_is_expected(bots: Bots) -> None:
    played = await moving(bots)
    spent, who = Spent(bots, played), played.asked()
    pressed, composer = await composer_of(played, who)
    while steps := [button for button in composer.buttons if verb(button) == "step"]:
        await who.press(composer, steps[0].custom_id or "")
    pressed.created -= 15 * 60 + 1
    await played.shown(who.press(composer, control(composer, "confirm")))
    await played.until(lambda: spent.with_token == ["POST", "PATCH"])
    assert pressed.edits == 0 and not played.boards[-2].buttons


async def test_after_a_restart_the_bot_edits_by_itself(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        await bots.process.says(READY)
        played = await moving(bots)
        who = played.asked()
        pressed, composer = await composer_of(played, who)
        await bots.process.kill()
        await bots.restart()
        spent = Spent(bots, played)
        await play(played, who, composer)
        assert spent.with_token == ["POST", "PATCH"] and pressed.edits == 0
        bots.check_sound()


async def test_no_token_of_a_press_is_stored_or_logged(bots: Bots) -> None:
    played = await moving(bots)
    who = played.asked()
    pressed, composer = await composer_of(played, who)
    bots.discord.fail_next(*through(pressed), status=500)
    await play(played, who, composer)
    assert pressed.token not in bots.process.stderr
    files = [file for file in bots.data.rglob("*") if file.is_file()]
    assert files and not any(pressed.token.encode() in file.read_bytes() for file in files)
