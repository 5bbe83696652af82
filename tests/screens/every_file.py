"""Every message of files with several games, at its longest, as it would be sent: imports, exports, runs."""

from __future__ import annotations

from collections.abc import Iterator

from bot import limits
from bot.backgammon import Illegal, Rules
from bot.screens import all_games
from bot.screens.buttons import view
from bot.screens.heads_up import import_words
from bot.screens.reviews import items, queue_words
from bot.tables.heads_up.imports import ImportFault
from bot.tables.review_requests import End, Progress, Request
from bot.tables.table import Person
from bot.texts import Texts

from .every_screen import Message
from .states import opened


def of_files(t: Texts) -> Iterator[Message]:
    table = opened(Rules(length=25), (Person(1, "_" * 32), Person(2, "W" * 32)))
    refused = [("x" * 200, Illegal(fault, most=1000)) for fault in ImportFault]
    beside = import_words.beside_words(50, [table] * 40, refused, t)
    brought = import_words.brought_words([(table, ())] * 50, 3, ["k7f3q2"] * 50, t, beside)
    yield Message("brought", brought, view(import_words.file_items([table] * 50, t)))
    yield Message("brought", "\n".join(beside))
    for count, name in ((1, None), (50, None), (1, "x" * 60), (50, "_" * 60)):
        yield Message("own file", import_words.file_words(name, count, t))
    listed = [(f"{number:06}", "x" * limits.CHOICE) for number in range(100)]
    under = items.run_view(listed, ("k7f3q2", "1" * 20), t)
    yield Message(
        "match", queue_words.progress_words("k7f3q2", Progress(7, 23, 12, 7000.0, match=99, matches=100), t), under
    )
    yield Message("announced", "-", items.run_ready_view("k7f3q2", 10**19, t))
    tables = tuple((1, name) for name, _ in listed)
    for end in End:
        for missed in ((), tuple(name for name, _ in listed)):
            run = Request("1", 1, 1, 1, listed[-1][0], (), "en", 1, "", 1, 0.0, tables=tables, missed=missed)
            yield Message("run", queue_words.run_words(run, end, t), items.run_view(listed, None, t))
    kinds = [(mat, ogxm) for mat in (None, b"") for ogxm in (None, b"")]
    written = [all_games.Written(f"k7f3q2-{number}", *kinds[number % 4]) for number in range(1000, 1100)]
    for part in (1, 2):
        said = all_games.all_games_words(written, part, 2, 1000, 1000, t)
        yield Message("all games", said, view([all_games.all_games_item(t, 2)]))
