"""Nobody asks which game it is: outside the registries and each game's own folders and cogs, no source names what only
one game has. Read from the sources as the interpreter reads them, so that no spelling of an import escapes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import bot
from bot import backgammon
from bot.tables.games import CHOUETTE, HEADS_UP, PREFERANS

BOT = Path(bot.__file__).parent
#: By the tag of a game, what it has for itself: its rules, which for two lie among those of the board, folders, cogs.
OWN = {
    HEADS_UP.name: (
        *(f"bot/backgammon/{name}.py" for name in ("match", "match_questions", "match_state", "match_xgid", "history")),
        *("bot/tables/heads_up/", "bot/screens/heads_up/"),
        *(f"bot/cogs/{name}.py" for name in ("play", "asking", "imports", "league")),
    ),
    CHOUETTE.name: (
        *("bot/chouette/", "bot/tables/chouette/", "bot/screens/chouette/", "bot/cogs/chouette"),
        *("bot/screens/nights/", "bot/cogs/night_"),  # evenings of chouettes
    ),
    PREFERANS.name: ("bot/preferans/", "bot/tables/preferans/", "bot/screens/preferans/", "bot/cogs/preferans"),
}
#: Attributes under which the games themselves can be had.
NAMES = {"HEADS_UP", "CHOUETTE", "PREFERANS"}
RULES = ("bot/core/", "bot/backgammon/")
#: Who may all the same, and why.
ALLOWED = {
    "bot/tables/games.py": "the registry of games",
    "bot/screens/faces.py": "the registry of faces",
    "bot/app.py": "the composition root: it makes each game's",
    "bot/cogs/groups.py": "the list of cogs: it names each game's",
    "bot/cogs/router.py": "enters each game's verbs, and how its tables begin again",
    "bot/locale/catalogue.py": "lists everybody's reasons",
    "bot/cogs/apps.py": "the list of commands on people and messages: it names each game's",
    "bot/cogs/analyzing.py": "takes the files that `/import` takes",
    "bot/lessons/lesson.py": "has hands of Preferans among what a lesson shows",
    "bot/lessons/counting.py": "counts what stands on a sheet of Preferans",
    "bot/screens/lessons/pictures.py": "shows the boards and sheets of all games that are taught",
    "bot/screens/lessons/words.py": "writes figures as a sheet of Preferans does",
    "bot/cogs/league_verbs.py": "sends what is meant for a night there",
    "bot/cogs/services.py": "carries what the root has made, the lobbies of chouettes too",
}


def own(path: str) -> bool:
    """Whether a file is one game's."""
    return any(path.startswith(places) for places in OWN.values())


def of_two() -> Iterator[str]:
    """What the package of the board passes on of the rules of two."""
    for name in backgammon.__all__:
        module = getattr(getattr(backgammon, name), "__module__", "")
        if own(f"{module.replace('.', '/')}.py"):
            yield f"bot/backgammon/{name}"


#: The names by which the rules of two can be had from the package of the board.
PASSED_ON = frozenset(of_two())


def imported(path: str, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """What an import names, as paths of the repository."""
    if isinstance(node, ast.Import):
        yield from (each.name.replace(".", "/") for each in node.names)
        return
    here = path.split("/")[: -node.level] if node.level else []
    module = "/".join([*here, *(node.module or "").split(".")]).rstrip("/")
    yield from (f"{module}/{each.name}" for each in node.names)


def of_a_game(path: str, source: str) -> Iterator[str]:
    """What a file imports or asks for that only one game has."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import() | ast.ImportFrom():
                for name in imported(path, node):
                    module, _, last = name.rpartition("/")
                    if name in PASSED_ON or last in NAMES or any(map(own, (f"{name}/", f"{name}.py", f"{module}.py"))):
                        yield name
            case ast.Attribute(attr=name) if name in NAMES:
                yield name
            case ast.Compare(comparators=others):
                yield from (each.value for each in others if isinstance(each, ast.Constant) and each.value in OWN)
            case ast.MatchValue(value=ast.Constant(value=name)) if name in OWN:
                yield name
            case ast.Call(func=ast.Name(id="named") | ast.Attribute(attr="named"), args=[ast.Constant(value=name)]) if (
                name in OWN
            ):
                yield name
            case _:
                pass


def test_nobody_names_what_only_one_game_has() -> None:
    found: dict[str, list[str]] = {}
    for file in sorted(BOT.rglob("*.py")):
        path = str(file.relative_to(BOT.parent))
        if not own(path) and not path.startswith(RULES):
            found[path] = list(of_a_game(path, file.read_text(encoding="utf-8")))
    assert len(found) > 100
    assert {path: names for path, names in found.items() if names and path not in ALLOWED} == {}
    assert [path for path in ALLOWED if not found.get(path)] == [], "these may, and do not any more"


def test_what_is_found() -> None:
    for source in (
        "from bot.chouette import Session",
        "from bot.chouette.options import Options",
        "from bot.backgammon import Match",
        "from bot.backgammon.match_state import Match",
        "from bot.tables.heads_up.news import News",
        "from bot.tables import chouette",
        "from .heads_up.game import HeadsUp",
        "from bot.tables import games\ngames.CHOUETTE",
        "from bot.tables.games import HEADS_UP",
        "import bot.cogs.chouette_lobby",
        "table.game.name == 'chouette'",
        "games.named('heads_up')",
        "match table.game.name:\n    case 'chouette':\n        pass",
    ):
        assert [*of_a_game("bot/tables/table.py", source)], source
    for source in ("from bot.backgammon import Rules", "from .game import Game", "re.match('a', b)", "t('chouette')"):
        assert not [*of_a_game("bot/tables/table.py", source)], source
