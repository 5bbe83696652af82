"""Extraction of messages from Python sources: literals passed to `t(…)`, `t.many(…)`, `N_(…)` and `locale_str(…)`.

By the syntax tree, not by tokens: for Python 3.11 an f-string is one token, whatever calls it contains.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

#: The number of literals passed to each; two are singular and plural.
_MARKERS = {"t": 1, "N_": 1, "locale_str": 1, "many": 2}

Message = str | tuple[str, str]


def extracted(source: str) -> list[Message]:
    """The messages of a source, in order. Calls by other names are ignored."""
    found = sorted(_calls(ast.parse(source)), key=lambda call: (call.lineno, call.col_offset))
    return [message for call in found if (message := _message(call)) is not None]


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _message(call: ast.Call) -> Message | None:
    called = call.func
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    texts = [_literal(each) for each in call.args]
    match _MARKERS.get(name), texts:
        case 1, [str(text), *_] if text:
            return text
        case 2, [str(one), str(more), *_]:
            return one, more
        case _:
            return None


def _literal(argument: ast.expr) -> str | None:
    value = argument.value if isinstance(argument, ast.Constant) else None
    return value if isinstance(value, str) else None
