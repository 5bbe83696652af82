"""The names of classes are nowhere in what is stored: one may be changed, and no stored byte is."""

from __future__ import annotations
import __future__

import ast
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from importlib import import_module

from msgspec import Struct

import bot.backgammon
import bot.chouette
import bot.core
import bot.store
import bot.tables
from bot.core.actions import Action

PACKAGES = (bot.core, bot.backgammon, bot.chouette, bot.tables, bot.store)


def structs(kind: type[Struct] = Struct) -> Iterator[type[Struct]]:
    """All kinds of values that the bot has."""
    for each in kind.__subclasses__():
        if each.__module__.startswith("bot."):
            yield each
        yield from structs(each)


def renamed(kind: type[Struct]) -> type[Struct]:
    """The class that the same statement makes under another name."""
    tree = ast.parse(inspect.getsource(kind))
    (statement,) = tree.body
    assert isinstance(statement, ast.ClassDef)
    statement.name = "Renamed"
    names = dict(vars(sys.modules[kind.__module__]))
    exec(compile(tree, "renamed", "exec", __future__.annotations.compiler_flag, dont_inherit=True), names)
    return names["Renamed"]


def shape(kind: type[Struct]) -> tuple[object, ...]:
    """What of a class is written beside the values of its fields."""
    return kind.__struct_config__.tag_field, kind.__struct_config__.tag, kind.__struct_encode_fields__


def test_a_class_of_another_name_is_stored_alike() -> None:
    for package in PACKAGES:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    kinds = set(structs())
    assert {bot.backgammon.actions.Roll, bot.chouette.actions.Double, bot.backgammon.Match} <= kinds
    other = [kind for kind in kinds if shape(renamed(kind)) != shape(kind)]
    assert other == [Action], "which is no action itself, and never stored"
