"""Draws the README's pictures, the gallery and the directories' pictures anew: `python -m docs.pictures`."""

from __future__ import annotations

from pathlib import Path

import render
from bot.backgammon.actions import Double, Roll
from bot.screens.faces import face_of
from bot.texts import texts

from .example import ACTIONS, table
from .gallery import write
from .phone import phone_png
from .shop import shop_pictures

FOLDER = Path(__file__).parent


def main() -> None:
    """Write every picture and the gallery's page."""
    t = texts("en")
    moved = table((*ACTIONS, Roll(by=0, dice=(6, 1))))
    (FOLDER / "board.png").write_bytes(render.draw(face_of(moved).scene(moved, "wood", t)))
    offered = table((*ACTIONS[:-2], Double(by=1)))
    (FOLDER / "offer.png").write_bytes(render.draw(face_of(offered).scene(offered, "dark", t)))
    (FOLDER / "phone.png").write_bytes(phone_png(t))
    shown = {exhibit.file: exhibit.picture for exhibit in write(FOLDER, t)}
    for file, picture in shop_pictures(shown, t).items():
        (FOLDER / "directory" / file).write_bytes(picture)


if __name__ == "__main__":
    main()
