"""The empty channel: a board, an introduction, and four first commands."""

from __future__ import annotations

from functools import cache
from html import escape

import render
from bot.backgammon import Position
from bot.playground.people import PEOPLE
from bot.screens.alt import alt_text
from bot.texts import texts

PICTURE = "/welcome.png"
#: Commands for newcomers, with the labels of their buttons.
COMMANDS = {"play": "Play", "chouette open": "Chouette", "learn": "Learn to play", "help": "Help"}

#: A game after its first hit: the bottom player is on the bar.
_POSITION = "M07kQSCwZ+IBQQ"
_SCENE = render.Scene(
    bottom=Position.from_id(_POSITION).own,
    top=Position.from_id(_POSITION).opponent,
    names=(PEOPLE[0].name, PEOPLE[1].name),
    scores=("2 / 7", "4 / 7"),
    turn=0,
    dice=(render.Die(6), render.Die(1)),
    cube=render.Cube(1),
)


@cache
def picture() -> bytes:
    return render.draw(_SCENE)


def html() -> str:
    """The inner HTML of the empty channel."""
    buttons = "".join(
        f'<button type="button" class="button-{"primary" if name == "play" else "secondary"}"'
        f' data-command="{name}">{label}</button>'
        for name, label in COMMANDS.items()
    )
    return f"""
      <img src="{PICTURE}" alt="{escape(alt_text(_SCENE, texts("en")))}">
      <h2>Backgammon and chouette</h2>
      <p>A Discord bot that rolls, referees and keeps score. At the top you choose who you are.</p>
      <p>Type <kbd>/</kbd> or press one of these. Alone? <kbd>/play</kbd> with a <kbd>level</kbd>, or the button under
        Help, begins a game against the computer: six levels, from first steps to world class. A name, and ⋯ on a
        message, have what Discord lists under Apps. The list above leads to threads and to a direct message with the
        bot.</p>
      <div class="welcome-commands">{buttons}</div>
    """
