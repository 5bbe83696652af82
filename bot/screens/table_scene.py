"""The picture of every kind of table."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.board_scene import last_play, names_of
from bot.screens.chouette.scene import session_scene
from bot.screens.heads_up.scene import match_scene
from bot.screens.names import called
from bot.tables.table import Table
from bot.texts import Texts
from render import Scene


def scene_of(table: Table, theme: str, t: Texts) -> Scene:
    """The board of a table as everybody sees it."""
    last = last_play(table.news)
    if table.session is not None:
        return session_scene(table.session, lambda seat: called(table.person(seat).name), last, theme, t)
    assert table.match is not None
    return coloured(match_scene(table.match, names_of(table), last, theme, t), table)


def coloured(scene: Scene, table: Table) -> Scene:
    """The scene in the colours that a table's people have."""
    return replace(scene, light=table.about.light or 0)
