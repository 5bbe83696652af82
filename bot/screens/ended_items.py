"""The buttons under a finished table, and the selects of Replay and Export."""

from __future__ import annotations

from bot import limits
from bot.screens.buttons import BLUE, GREY, Item, button, choice, select
from bot.screens.custom_ids import Press
from bot.screens.face import AnyFace
from bot.tables.board_game import BoardGame
from bot.tables.kept_games import games_over
from bot.tables.table import Table
from bot.texts import Texts


def ended_items(table: Table, t: Texts, *, replays: bool, again: bool = True) -> list[Item]:
    """The buttons of a finished table; `replays`: with Replay; `again`: with a rematch, unless one was requested."""

    def press(verb: str) -> Press:
        return Press(verb, table.id, 0)

    rematch: list[Item] = [button(t("Rematch"), press("rematch"), BLUE, "🔁")] if again else []
    return [
        *rematch,
        *([button(t("Replay"), press("replay"), GREY)] if replays else []),
        button(t("Export"), press("export"), GREY),
        *analyze_items(table, 0, t),
        button(t("Dice"), press("dice"), GREY, "🎲"),
    ]


def analyze_items(table: Table, game: int, t: Texts) -> list[Item]:
    """The button Analyse of a board game: a game by its number, 0 for all."""
    if not isinstance(table.game, BoardGame):
        return []
    return [button(t("Analyse"), Press("analyze", table.id, game), GREY, "🔍")]


def replay_items(table: Table, t: Texts) -> list[Item]:
    """A select of games to replay, the newest first; empty for a single game."""
    assert table.state is not None
    over = games_over(table.state)
    games = [choice(t("Game {number}", number=number), str(number)) for number in range(over, 0, -1)[: limits.CHOICES]]
    return [select(t("Which game?"), Press("replay_game", table.id, 0), games)] if over > 1 else []


def export_items(table: Table, face: AnyFace, t: Texts) -> list[Item]:
    """The choice of a file format."""
    kinds = [choice(t(words), kind, f".{kind}") for kind, words in face.kinds.items()]
    return [select(t("Which file?"), Press("export_as", table.id, 0), kinds)] if kinds else []
