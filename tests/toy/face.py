"""How the toy looks: a button, a few sentences, and a picture of the dice that fell last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

import discord

from bot.core.actions import Abort, Claim
from bot.core.question import Ask, Question
from bot.screens.animation import described
from bot.screens.buttons import BLUE, GREY, Item, button, view
from bot.screens.challenge_words import Terms
from bot.screens.custom_ids import Press
from bot.screens.face import Face, Lesson, Shown, Topic
from bot.screens.finished_game import Replay, ToldGame, chosen
from bot.screens.ladder.listing import BoardWords
from bot.screens.names import Names, bold_names, called, label_names, roll_words
from bot.screens.painter import of_board
from bot.tables.table import Stage, Table
from bot.texts import N_, Texts
from render import Die, Scene

from .game import HIGHEST_ROLL
from .listing import BOARDS
from .rules import AnyAction, Duel, Stakes, Throw, Told

Step = tuple[Duel, AnyAction, Duel]
#: No checkers: the board is for the dice.
_BARE = (0,) * 26


class HighestRollFace(Face[Duel, Told]):
    """Two people, two dice each."""

    kinds: ClassVar[Mapping[str, str]] = {"csv": N_(".csv, a line for each throw")}
    boards: ClassVar[Sequence[BoardWords]] = BOARDS
    topics: ClassVar[Mapping[str, Topic]] = {
        "highest_roll": Topic(
            "Highest roll", "Both throw two dice. The higher sum wins; of two alike both throw again."
        )
    }

    def terms(self, table: Table, t: Texts) -> Terms:
        points = table.setup_of(Stakes).points
        prize = t.many("The higher roll wins {number} point.", "The higher roll wins {number} points.", points)
        return Terms(t("highest roll"), (prize,), unusual=(prize,))

    def line(self, news: Told, state: Duel, names: Names, t: Texts) -> str:
        return " ".join(filter(None, (_done(news, names, t), _ended(news, state, names, t))))

    def ends(self, news: Told) -> bool:
        return news.ended

    def asked(self, state: Duel, names: Names, mention: Names, t: Texts) -> list[str]:
        seat = state.to_throw
        return [] if seat is None else [t("{who}, throw the dice.", who=mention(seat))]

    def closed(self, state: Duel, names: Names, t: Texts) -> str:
        return t("That was all.") if state.closed else ""

    def proposal(self, state: Duel, number: int, names: Names, t: Texts) -> str:
        raise NotImplementedError("nobody proposes anything")

    def scene(self, table: Table, theme: str, t: Texts) -> Scene:
        return _scene(table, table.state_of(Duel), theme, t)

    def items(self, table: Table, question: Question, t: Texts) -> list[Item]:
        if question.ask is Ask.ROLL:
            return [button(t("Throw"), Press("throw", table.id, question.number), BLUE, "🎲")]
        return super().items(table, question, t)

    def steps(self, start: Duel, done: Iterator[AnyAction]) -> Mapping[int, Sequence[Step]]:
        taken: list[Step] = []
        for action in done:
            after = HIGHEST_ROLL.apply(start, action)
            taken.append((start, action, after))
            start = after
        return {start.number: taken} if taken else {}

    def dice(self, action: AnyAction) -> tuple[int, int] | None:
        return action.dice if isinstance(action, Throw) else None

    def told(self, table: Table, steps: Sequence[Step]) -> ToldGame:
        end = steps[-1][2]
        return ToldGame(end.over, end.winner is not None, bool(_throws(steps)), partial(_replay, table, steps))

    def file(
        self, table: Table, games: Mapping[int, Sequence[Step]], number: int | None, kind: str, t: Texts
    ) -> tuple[str, bytes]:
        over = {each: steps for each, steps in games.items() if steps and steps[-1][2].over}
        names = label_names(table)
        throws = [action for steps in chosen(table, over, number).values() for action, _ in _throws(steps)]
        lines = (f"{number},{action.by},{action.dice[0]},{action.dice[1]}\n" for number, action in enumerate(throws, 1))
        title = t("{one} against {other}: highest roll", one=names(0), other=names(1))
        return title, "".join(("number,seat,one,other\n", *lines)).encode()


def _done(news: Told, names: Names, t: Texts) -> str:
    match news.action:
        case Throw(by=int(seat), dice=dice):
            return t("{who} throws {roll}.", who=names(seat), roll=roll_words(dice))
        case Claim(by=int(seat)):
            return t("{who} claims the game.", who=names(seat))
        case Abort():
            return t("The game is void.")
        case _:
            return ""


def _ended(news: Told, state: Duel, names: Names, t: Texts) -> str:
    if news.winner is not None:
        won = state.stakes.points
        return t.many("{who} wins {number} point.", "{who} wins {number} points.", won, who=names(news.winner))
    return t("Alike! Both throw again.") if news.alike else ""


def _throws(steps: Sequence[Step]) -> list[tuple[Throw, Duel]]:
    return [(action, after) for _, action, after in steps if isinstance(action, Throw)]


def _lines(steps: Sequence[Step], names: Names, t: Texts) -> Iterator[str]:
    """A game in sentences, an action each."""
    for before, action, after in steps:
        news = HIGHEST_ROLL.told(before, action, after, 0)
        if words := HIGHEST_ROLL_FACE.line(news, after, names, t):
            yield words


def _replay(table: Table, steps: Sequence[Step], number: int, theme: str, t: Texts) -> Replay:
    names = label_names(table)
    head = t("{one} against {other}, game `{game}`.", one=names(0), other=names(1), game=f"{table.id}-{number}")
    throws = _throws(steps)
    words = "\n".join((head, *_lines(steps[-2:], bold_names(table), t)))
    shown = [_scene(table, after, theme, t) for _, after in throws] or [_scene(table, steps[-1][2], theme, t)]
    return Replay(number, shown, words, described(head, len(throws), _lines(steps, names, t), t))


def _scene(table: Table, duel: Duel, theme: str, t: Texts) -> Scene:
    one, other = (called(person.name) for person in table.people.seats)
    won = "" if duel.winner is None else t("{who} wins", who=(one, other)[duel.winner])
    dice = tuple(map(Die, duel.dice or ()))
    return Scene(_BARE, _BARE, (one, other), turn=duel.to_throw, dice=dice, banner=won, theme=theme)


class RollRoundFace(HighestRollFace):
    """People gather for it, and it has a topic of `/help`."""

    def gathering_words(self, table: Table, t: Texts) -> str:
        who = called(table.person(0).name)
        if table.stage is Stage.WITHDRAWN:
            return t("**{who}** throws with nobody.", who=who)
        people = t.listed(f"**{called(person.name)}**" for person in table.people.seats)
        if table.stage is not Stage.CHALLENGE:
            return t("{people} throw.", people=people)
        return t("**{who}** asks who throws higher.", who=who)

    def gathering_buttons(self, table: Table, t: Texts) -> discord.ui.View:
        if table.stage is not Stage.CHALLENGE:
            return view([])
        words = {"sit": t("Sit down"), "computer": t("Seat the computer"), "off": t("Call off")}
        return view([button(label, Press(f"round_{verb}", table.id, 0), GREY) for verb, label in words.items()])

    def lessons(self, theme: str, t: Texts, shown: Shown) -> list[Lesson]:
        words = t("`/roll_round` opens a round. Whoever presses **{sit}** throws.", sit=shown.before("Sit down"))
        dice = Scene(_BARE, _BARE, (t("You"), t("Somebody")), dice=(Die(6), Die(5)), theme=theme)
        return [Lesson(t("Highest roll"), words, of_board(dice, t))]


HIGHEST_ROLL_FACE, ROLL_ROUND_FACE = HighestRollFace(), RollRoundFace()
