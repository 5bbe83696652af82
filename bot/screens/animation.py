"""A replay of any game: pictures as one file, and its description."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot import limits
from bot.texts import Texts
from render import Scene, draw_replay
from render.replay import Kind


def danced(scene: Scene, t: Texts) -> Scene:
    """The scene of a roll that could not be played."""
    return replace(scene, banner=t("Cannot move"), banner_side=scene.turn)


def animation(scenes: Sequence[Scene], kind: Kind, largest: int = limits.FILE) -> bytes:
    """The pictures as one file. Of a game too long for a file of so many bytes the beginning is left out."""
    data = draw_replay(scenes, kind=kind)
    while len(data) > largest and len(scenes) > 1:
        scenes = scenes[-(3 * len(scenes) // 4) :]
        data = draw_replay(scenes, kind=kind)
    return data


def described(head: str, turns: int, course: Iterable[str], t: Texts) -> str:
    """A picture's description: who played, how many turns, and as much of the course as there is room for."""
    number = t.many("{number} turn.", "{number} turns.", turns)
    text = " ".join(f"{head} {number}".replace("`", "").split())
    for words in course:
        if len(text) + len(words) + len(" …") >= limits.PICTURE_WORDS:
            return f"{text[: limits.PICTURE_WORDS - 2]} …"
        text = f"{text} {words}"
    return text
