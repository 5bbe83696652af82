"""Questions to the engine and its answers, and both as bytes.

A question holds a position, the stakes and the depth of the search: what everybody at a table sees. Neither people nor
tables, dice to come or seeds are in it, so it may be answered anywhere.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from bot.backgammon import Dice
from bot.engine.evaluator import EngineUnavailable
from bot.engine.reviews import Again, CubeAsked, Found, PlayAsked, PlayFound
from bot.engine.thoughts import CubeThought, Judged, Stakes, Unsupported


class PlayList(Struct, frozen=True, tag="plays"):
    """All legal plays of a position (packed), judged with at most `plies`."""

    position: int
    dice: Dice
    stakes: Stakes
    plies: int = 3


class Compared(Struct, frozen=True, tag="compared"):
    """These plays, by the positions they lead to, judged with equal plies; answered in this order."""

    position: int
    stakes: Stakes
    plays: tuple[int, ...]
    plies: int


class CubeAnalysis(Struct, frozen=True, tag="cube"):
    """The cube equities of doubling now."""

    position: int
    stakes: Stakes


class CubeGlance(Struct, frozen=True, tag="glance"):
    """The same, estimated with one ply."""

    position: int
    stakes: Stakes


class Look(Struct, frozen=True):
    """A decision of a played game, either of a play or of a cube; with what was found before it is a second look."""

    play: PlayAsked | None = None
    cube: CubeAsked | None = None
    play_found: PlayFound | None = None
    cube_found: CubeThought | None = None

    @classmethod
    def of(cls, asked: PlayAsked | CubeAsked | Again) -> Look:
        found = asked.found if isinstance(asked, Again) else None
        decision = asked.asked if isinstance(asked, Again) else asked
        return cls(
            decision if isinstance(decision, PlayAsked) else None,
            decision if isinstance(decision, CubeAsked) else None,
            found if isinstance(found, PlayFound) else None,
            found if isinstance(found, CubeThought) else None,
        )

    @property
    def asked(self) -> PlayAsked | CubeAsked | Again:
        """Raises `Unsupported` if it is neither of a play nor of a cube."""
        decision, found = self.play or self.cube, self.play_found or self.cube_found
        if decision is None:
            raise Unsupported("nothing is asked")
        return decision if found is None else Again(decision, found)


class Piece(Struct, frozen=True, tag="review"):
    """Some decisions of played games; answered in this order."""

    looks: tuple[Look, ...]


Question = PlayList | Compared | CubeAnalysis | CubeGlance | Piece
Answer = tuple[Judged, ...] | CubeThought | tuple[Found, ...]


class _Said(Struct, frozen=True):
    """An answer as bytes, or why there is none: the question is beyond the engine, or it has failed."""

    found: msgspec.Raw = msgspec.Raw(b"null")
    unsupported: str = ""
    silent: str = ""


def write_question(question: Question) -> bytes:
    return msgspec.json.encode(question)


def read_question(data: bytes) -> Question:
    """Raises `msgspec.MsgspecError`."""
    return msgspec.json.decode(data, type=Question)


def write_answer(answer: Answer | Unsupported | EngineUnavailable) -> bytes:
    match answer:
        case Unsupported():
            return msgspec.json.encode(_Said(unsupported=str(answer)))
        case EngineUnavailable():
            return msgspec.json.encode(_Said(silent=str(answer)))
        case _:
            return msgspec.json.encode(_Said(msgspec.Raw(msgspec.json.encode(answer))))


def read_answer(question: Question, data: bytes) -> Answer:
    """The answer to a question, not checked yet. Raises `Unsupported`, or `EngineUnavailable`, also if it is none."""
    try:
        said = msgspec.json.decode(data, type=_Said)
        if said.unsupported:
            raise Unsupported(said.unsupported)
        if said.silent:
            raise EngineUnavailable(said.silent)
        match question:
            case PlayList() | Compared():
                return msgspec.json.decode(said.found, type=tuple[Judged, ...])
            case CubeAnalysis() | CubeGlance():
                return msgspec.json.decode(said.found, type=CubeThought)
            case Piece(looks):
                each = msgspec.json.decode(said.found, type=tuple[msgspec.Raw, ...])
                if len(each) != len(looks):
                    raise EngineUnavailable("the engine has judged other decisions")
                return tuple(
                    msgspec.json.decode(raw, type=PlayFound if look.play else CubeThought)
                    for look, raw in zip(looks, each, strict=True)
                )
    except msgspec.MsgspecError as error:
        raise EngineUnavailable(f"the answer cannot be read: {error}") from error
