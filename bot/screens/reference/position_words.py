"""The message of `/position`: a position in the three common id formats, and its picture."""

from __future__ import annotations

from bot.backgammon import InvalidId, Side, Xgid, format_match_id, format_xgid, numbers
from bot.backgammon.typed_position import match_id_of
from bot.texts import Texts
from render import Cube, Die, Scene


def position_words(xgid: Xgid, t: Texts, *, whole: bool = True) -> str:
    """XGID, Position ID and Match ID, for copying. `whole`: more than a Match ID is known."""
    roller = xgid.position if xgid.turn is not Side.BLACK else xgid.position.mirrored()
    lines = [f"`{format_xgid(xgid)}`", f"Position ID: `{roller.id}`"]
    try:
        lines.append(f"Match ID: `{format_match_id(match_id_of(xgid))}`")
    except InvalidId:
        untold = {"B": t("A Match ID cannot tell a beaver."), "R": t("A Match ID cannot tell a raccoon.")}
        lines.append(untold.get(xgid.offer, t("Score or cube are too high for a Match ID.")))
    if not whole:
        lines.append(t("A Match ID says nothing of the checkers: they stand as a game begins."))
    return "\n".join(lines)


def position_scene(xgid: Xgid, theme: str, t: Texts) -> Scene:
    """The picture of a position without a table."""
    turn = xgid.turn
    offered = turn.other if xgid.offer and turn is not None else None
    score = xgid.score
    return Scene(
        bottom=xgid.position.own,
        top=xgid.position.opponent,
        names=(t("Bottom"), t("Top")),
        scores=(_score(score[0], xgid.length), _score(score[1], xgid.length)),
        tags=tuple(_tags(xgid, t)),
        turn=offered if offered is not None else turn,
        numbers_from=turn or Side.WHITE,
        dice=tuple(Die(number) for number in numbers(xgid.dice)) if xgid.dice else (),
        cube=_cube(xgid, offered),
        banner=_banner(xgid, t),
        banner_side=offered,
        pips_label=t("pips"),
        theme=theme,
    )


def _cube(xgid: Xgid, offered: Side | None) -> Cube | None:
    """None in the Crawford game, and where either side needs one point: there the cube can never be turned."""
    last = xgid.cube == 1 and xgid.length > 0 and all(xgid.length - points <= 1 for points in xgid.score)
    if xgid.crawford or (last and offered is None):
        return None
    return Cube(xgid.cube, xgid.owner) if offered is None else Cube(2 * xgid.cube, offered_to=offered)


def _score(points: int, length: int) -> str:
    return f"{points} / {length}" if length else str(points)


def _tags(xgid: Xgid, t: Texts) -> list[str]:
    return [t(name) for name, on in (("Crawford", xgid.crawford), ("Jacoby", xgid.jacoby)) if on]


def _banner(xgid: Xgid, t: Texts) -> str:
    return {"D": t("Double?"), "B": t("Beaver!"), "R": t("Raccoon!")}.get(xgid.offer, "")
