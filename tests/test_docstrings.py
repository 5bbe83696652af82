"""What docstrings write in backticks is there: names of the code, of a library, or of a file."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from pkgutil import resolve_name

import bot

ROOT = Path(bot.__file__).parents[1]
SOURCES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for top in ("bot", "render")
    for path in ROOT.glob(f"{top}/**/*.py")
}
QUOTED = re.compile(r"`([^`]+)`")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Those of modules, classes, functions and attributes, with their lines."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else ():
            if (
                isinstance(each, ast.Expr)
                and isinstance(each.value, ast.Constant)
                and isinstance(each.value.value, str)
            ):
                yield each.lineno, each.value.value


def mentioned(tree: ast.AST) -> Iterator[str]:
    """Whatever a source calls by a name, arguments and stored tags too."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield from (*name.split("."), other or name)
            case ast.Constant(value=str(name)) if name.isidentifier():
                yield name


def members(tree: ast.AST) -> Iterator[str]:
    """What a module or class has: functions, classes, constants, attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


CLASSES = [node for tree in SOURCES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
EVERYWHERE = {*dir(builtins), *(path.stem for path in SOURCES), *(path.parent.name for path in SOURCES)}
EVERYWHERE |= {name for tree in SOURCES.values() for name in members(tree)}


@cache
def of_class(name: str) -> frozenset[str]:
    """What the classes of this name have, by themselves or from those they are made of."""
    made = [each for each in CLASSES if each.name == name]
    above = (part.id for each in made for base in each.bases for part in ast.walk(base) if isinstance(part, ast.Name))
    own = (member for each in made for member in members(each))
    return frozenset(own).union(*(of_class(each) for each in above if each != name))


def of_a_library(name: str) -> bool:
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return "." in name


def there(path: Path, name: str, known: set[str]) -> bool:
    parts = name.split(".")
    if known.issuperset(parts):
        return all(member in of_class(owner) for owner, member in pairwise(parts) if of_class(owner))
    return any((folder / name).exists() for folder in (ROOT, path.parent)) or of_a_library(name)


def test_every_name_in_a_docstring_is_there() -> None:
    lost: list[str] = []
    for path, tree in SOURCES.items():
        known = {*mentioned(tree), *EVERYWHERE}
        for line, text in docstrings(tree):
            for quoted in QUOTED.findall(text):
                name = quoted.partition("(")[0]
                if NAME.fullmatch(name) and not there(path, name, known):
                    lost.append(f"{path.relative_to(ROOT)}:{line}: {quoted}")
    assert lost == []
