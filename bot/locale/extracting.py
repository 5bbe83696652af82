"""Extracting messages from Python sources: literals passed to `t(…)`, `t.many(…)`, `N_(…)` and `locale_str(…)`.

The syntax tree is read rather than the tokens: of an f-string, Python 3.11 has one token, whatever is called within it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

#: How many literals are passed to each; of two, one is for a single thing and one for more.
_MARKERS = {"t": 1, "N_": 1, "locale_str": 1, "many": 2}

Message = str | tuple[str, str]


def extracted(source: str) -> list[Message]:
    """The messages of a source, in the order in which they stand. What is passed by another name is none."""
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
