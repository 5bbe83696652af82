"""The gallery of texts as a page of HTML."""

from __future__ import annotations

import os
from collections.abc import Iterator
from html import escape
from typing import NamedTuple
from unittest.mock import patch

from bot.texts import LANGUAGES
from tests.play.bot import one_bot
from tests.texts_gallery import evening, reasons
from tests.texts_gallery.stage import Shown, Stage

_HEAD = """<!doctype html><meta charset="utf-8"><title>Every message in three languages</title>
<style>
body { font: 15px/1.35 system-ui, sans-serif; margin: 16px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
td { width: 33%; padding: 6px 8px; vertical-align: top; border: 1px solid #ccc; }
td { white-space: pre-wrap; overflow-wrap: anywhere; }
th { padding: 14px 8px 4px; text-align: left; color: #666; font-weight: normal; }
.alone { background: #eef3ff; }
small { display: block; margin-top: 4px; color: #666; }
b { display: inline-block; margin: 4px 4px 0 0; padding: 0 6px; border: 1px solid #888; font-weight: normal; }
</style>
"""


class Said(NamedTuple):
    """A message in every language, in the order of `LANGUAGES`: its words, labels and alt texts."""

    shown: Shown
    words: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    alts: tuple[tuple[str, ...], ...]


async def played() -> dict[str, list[Said]]:
    """Everything that is shown while the evening is played once, by its parts."""
    parts: dict[str, list[Said]] = {}
    for play in (evening.match, evening.money, evening.chouette):
        # The dice follow from the name, as in a test from that of the test.
        with patch.dict(os.environ, PYTEST_CURRENT_TEST=play.__name__):
            async with one_bot(("Ann", "Bob", "Cyd", "Dan", "Eva")) as bot:
                stage = Stage(bot)
                async with stage.listening():
                    await play(stage)
                bot.env.raise_errors()
                parts[play.__name__] = [_in_all(each, stage) for each in stage.shown]
    return parts


def explained() -> dict[str, list[Said]]:
    """The sentences that say why a decision was wrong, as a part of their own."""
    return {"why": [Said(shown, words, ((),) * len(words), ((),) * len(words)) for shown, words in reasons.shown()]}


def _in_all(shown: Shown, stage: Stage) -> Said:
    def each(texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(stage.said(text, language) for text in texts) for language in LANGUAGES)

    return Said(shown, tuple(words for (words,) in each((shown.words,))), each(shown.labels), each(shown.alts))


def page(parts: dict[str, list[Said]]) -> str:
    """The page."""
    return _HEAD + "".join(_part(name, said) for name, said in parts.items())


def _part(name: str, said: list[Said]) -> str:
    return f"<h1>{escape(name)}</h1><table>{''.join(_row(each) for each in said)}</table>"


def _row(said: Said) -> str:
    heads = [said.shown.after, f"(only {said.shown.private})" if said.shown.private else ""]
    head = " ".join(filter(None, heads))
    cells = "".join(_cells(said))
    return f"<tr><th colspan=3>{escape(head)}</th></tr><tr{' class=alone' * bool(said.shown.private)}>{cells}</tr>"


def _cells(said: Said) -> Iterator[str]:
    for words, labels, alts in zip(said.words, said.labels, said.alts, strict=True):
        buttons = "".join(f"<b>{escape(label)}</b>" for label in labels)
        yield f"<td>{escape(words)}\n{buttons}{''.join(f'<small>{escape(alt)}</small>' for alt in alts)}</td>"
