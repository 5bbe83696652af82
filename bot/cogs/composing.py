"""The Move button's composer: an ephemeral message in which a play is put together.

The draft lives in the custom ids: picks as pairs of a letter (the checker's point) and a digit (the die), after it, if
a checker has been chosen, its letter. Nothing is saved before Confirm.
"""

from __future__ import annotations

import io

import discord
from msgspec import Struct

from bot import limits
from bot.backgammon import BAR, OFF, Board, Draft, Foreign, Pick, Stale, TableFault
from bot.backgammon.plays import Dice
from bot.cogs.acting import act
from bot.cogs.choices import chosen
from bot.cogs.services import Services
from bot.screens.alt import alt_text
from bot.screens.answer import Answer
from bot.screens.board_scene import draft_scene
from bot.screens.buttons import GREEN, GREY, button, choice, select, view
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face
from bot.screens.names import roll_words
from bot.tables import intents
from bot.tables.board_game import on_board
from bot.tables.faults import TableTrouble
from bot.tables.table import Table
from bot.texts import Texts

_LETTERS = "_abcdefghijklmnopqrstuvwxyz"


class Composed(Struct, frozen=True):
    """What a custom id says: the picks, the checker chosen (None: not yet), whether the board is turned round."""

    picks: tuple[Pick, ...] = ()
    checker: int | None = None
    flipped: bool = False

    def __str__(self) -> str:
        picks = "".join(f"{_LETTERS[start]}{die}" for start, die in self.picks)
        checker = "" if self.checker is None else _LETTERS[self.checker]
        return f"{'f' if self.flipped else 'n'}.{picks}.{checker}"

    @classmethod
    def parse(cls, text: str) -> Composed:
        """Raises `Stale` for what is no draft."""
        parts = text.split(".")
        if len(parts) != 3 or parts[0] not in ("f", "n") or len(parts[1]) % 2 or len(parts[1]) > 8 or len(parts[2]) > 1:
            raise Stale(TableTrouble.MOVED_ON)
        pairs = [parts[1][index : index + 2] for index in range(0, len(parts[1]), 2)]
        if any(pair[0] not in _LETTERS or pair[1] not in "123456" for pair in pairs) or parts[2] not in _LETTERS:
            raise Stale(TableTrouble.MOVED_ON)
        picks = tuple(Pick(_LETTERS.index(pair[0]), int(pair[1])) for pair in pairs)
        return cls(picks, _LETTERS.index(parts[2]) if parts[2] else None, parts[0] == "f")


async def open_composer(services: Services, answer: Answer, press: Press) -> None:
    """The Move button."""
    table, board = await _asked(services, answer, press)
    await _show(services, answer, table, press, board, Composed(flipped=bool(board.turn)))


async def compose(services: Services, answer: Answer, press: Press) -> None:
    """A choice in the composer: the verb says which."""
    table, board = await _asked(services, answer, press)
    composed = Composed.parse(press.extra)
    match press.verb:
        case "checker":
            composed = Composed(composed.picks, _point(chosen(answer)), composed.flipped)
        case "land":
            composed = Composed((*composed.picks, *_landing(composed, chosen(answer))), None, composed.flipped)
        case "back":
            back = composed.picks if composed.checker is not None else composed.picks[:-1]
            composed = Composed(back, None, composed.flipped)
        case "flip":
            composed = Composed(composed.picks, composed.checker, not composed.flipped)
        case "confirm":
            play = _draft(table, board, composed).play
            if play is None:
                raise Stale(TableTrouble.MOVED_ON)
            text = str(play)
            said = f"{max(board.dice or (0,))}{min(board.dice or (0,))}: {text}" if text else "—"
            await act(
                services, answer, intents.move(text), table=press.table, question=press.question, said=f"`{said}`"
            )
            return
        case _:
            raise Stale(TableTrouble.MOVED_ON)
    await _show(services, answer, table, press, board, composed)


async def _asked(services: Services, answer: Answer, press: Press) -> tuple[Table, Board]:
    """The table and its board, if the play is this person's to make and the question still open."""
    assert answer.interaction.channel_id is not None
    table = await services.desk.table(answer.interaction.channel_id, press.table)
    game, state = on_board(table.game), table.state
    seat = table.seat_of(answer.interaction.user.id)
    if seat is None:
        raise Foreign(TableFault.NOT_SEATED)
    if state is not None and state.closed:
        raise Stale(TableFault.CLOSED)
    if state is None or state.question != press.question or (board := game.board(state)).dice is None:
        raise Stale(TableTrouble.MOVED_ON)
    if game.mover(state) != seat:
        raise Foreign(TableFault.NOT_YOUR_TURN)
    return table, board


def _draft(table: Table, board: Board, composed: Composed) -> Draft:
    assert board.dice is not None
    try:
        return Draft(board.position, board.dice, composed.picks, on_board(table.game).max_on_point(table.state))
    except ValueError as error:
        raise Stale(TableTrouble.MOVED_ON) from error


async def _show(
    services: Services, answer: Answer, table: Table, press: Press, board: Board, composed: Composed
) -> None:
    """Bring the composer up to date."""
    t = answer.t
    assert board.dice is not None and board.turn is not None
    draft = _draft(table, board, composed)
    theme = await services.preferences.theme(answer.interaction.user.id, table.about.guild)
    scene = draft_scene(board_face(table).scene(table, theme, t), board.turn, draft, board.dice, composed.flipped)
    picture = await services.painter.draw(scene)
    file = discord.File(io.BytesIO(picture), "draft.png", description=alt_text(scene, t))
    shown = view(_items(table, press.question, draft, composed, t))
    if answer.pressed_public or answer.pressed is None:
        await answer.say(_words(draft, board.dice, t), shown, file)
    else:
        await answer.change(_words(draft, board.dice, t), shown, file)


def _words(draft: Draft, dice: Dice, t: Texts) -> str:
    rolled = roll_words(dice)
    so_far = " ".join(f"{_name(step.start, t)}/{_name(step.end, t)}{'*' if step.hit else ''}" for step in draft.steps)
    if draft.play is not None:
        if not draft.play.steps:
            return t("{roll}: you cannot move. Confirm to go on.", roll=rolled)
        return t("{roll}: **{play}**. Confirm, or go Back.", roll=rolled, play=str(draft.play).replace("*", "\\*"))
    left = " ".join(map(str, draft.left))
    if so_far:
        return t("{roll}: {play} … left to play: {left}.", roll=rolled, play=so_far.replace("*", "\\*"), left=left)
    return t("{roll}: choose a checker, then where it goes.", roll=rolled)


def _items(
    table: Table, question: int, draft: Draft, composed: Composed, t: Texts
) -> list[discord.ui.Item[discord.ui.View]]:
    def press(verb: str, checker: int | None = composed.checker) -> Press:
        return Press(verb, table.id, question, str(Composed(composed.picks, checker, composed.flipped)))

    items: list[discord.ui.Item[discord.ui.View]] = []
    starts = list(dict.fromkeys(sorted((pick.start for pick, _ in draft.options), reverse=True)))
    checker = composed.checker if composed.checker in starts else starts[0] if len(starts) == 1 else None
    if starts:
        options = [choice(label=_name(start, t), value=str(start), default=start == checker) for start in starts]
        items.append(select(t("Choose a checker"), press("checker"), options))
    if checker is not None:
        options = [
            choice(label=f"{_name(checker, t)}/{label}", value=value) for label, value in _landings(draft, checker, t)
        ]
        items.append(select(t("Where does it go?"), press("land", checker), options))
    items += [
        button(t("Back"), press("back"), GREY, disabled=not composed.picks and composed.checker is None),
        button(t("Confirm"), press("confirm"), GREEN if draft.play else GREY, disabled=draft.play is None),
        button(t("Turn the board"), press("flip"), GREY, "🔄"),
    ]
    return items


def _landings(draft: Draft, checker: int, t: Texts) -> list[tuple[str, str]]:
    """Where a checker may land with one die, or going on with more: (label, the dice it takes)."""
    found: dict[tuple[int, str], tuple[str, str]] = {}

    def go(current: Draft, point: int, dice: str, hits: str) -> None:
        for pick, step in current.options:
            if pick.start == point and len(dice) < 4:
                label = hits + _name(step.end, t) + ("*" if step.hit else "")
                found.setdefault((-step.end, label), (label, dice + str(pick.die)))
                if step.end != OFF:
                    onward = current.after(pick)
                    go(onward, step.end, dice + str(pick.die), f"{label}/" if step.hit else hits)

    go(draft, checker, "", "")
    return [found[key] for key in sorted(found)][: limits.CHOICES]


def _landing(composed: Composed, dice: str) -> list[Pick]:
    """The picks that take the chosen checker on with these dice."""
    if composed.checker is None or not 0 < len(dice) <= 4 or not set(dice) <= set("123456"):
        raise Stale(TableTrouble.MOVED_ON)
    picks: list[Pick] = []
    point = composed.checker
    for die in map(int, dice):
        picks.append(Pick(point, die))
        point = max(point - die, OFF)
    return picks


def _point(text: str) -> int:
    if not text.isdecimal() or len(text) > 2 or not OFF < int(text) <= BAR:
        raise Stale(TableTrouble.MOVED_ON)
    return int(text)


def _name(point: int, t: Texts) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))
