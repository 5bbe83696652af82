"""Animated replays: pictures as one file, and its alt text."""

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
    """The pictures as one file. Of a game too long for this many bytes the beginning is left out."""
    data = draw_replay(scenes, kind=kind)
    while len(data) > largest and len(scenes) > 1:
        scenes = scenes[-(3 * len(scenes) // 4) :]
        data = draw_replay(scenes, kind=kind)
    return data


def described(head: str, turns: int, course: Iterable[str], t: Texts) -> str:
    """The alt text: the players, the number of turns, and as much of the course as fits."""
    number = t.many("{number} turn.", "{number} turns.", turns)
    text = " ".join(f"{head} {number}".replace("`", "").split())
    for words in course:
        if len(text) + len(words) + len(" …") >= limits.PICTURE_WORDS:
            return f"{text[: limits.PICTURE_WORDS - 2]} …"
        text = f"{text} {words}"
    return text
