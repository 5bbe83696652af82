"""Smart Game Format for backgammon (GM[6]) as GNU Backgammon writes it. A pair: `format_sgf` and `parse_sgf`.

One game tree a game. Points are letters seen from white: `a` to `x`, `y` the bar, `z` off. A beaver is a second
`double`. The rules stand by value in the private property XR of the first game, and its comment, GC, tells how a game
counts that other programs count differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from .bet import Ending, Result
from .counted_elsewhere import comments
from .notation import parse_play
from .position import BAR, OFF, Position, Side, Variant
from .record import (
    Answered,
    Comment,
    Entry,
    GameRecord,
    InvalidRecord,
    Moved,
    Record,
    Turned,
    checked,
    first_board,
    read_rules,
    read_score,
    widest_rules,
    written_rules,
    written_scores,
)
from .record_faults import RecordFault
from .rules import Jacoby, Rules

_GAME_RULES = {Variant.NACKGAMMON: "Nackgammon", Variant.HYPERGAMMON: "Hypergammon3"}
_COLOURS = {Side.WHITE: "W", Side.BLACK: "B"}
_SIDES = {colour: side for side, colour in _COLOURS.items()}

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:\\.|[^\]\\])*)\])", re.DOTALL)
_RESULT = re.compile(r"(?:([WB])\+)?(\d{1,6})R?")
_DICE = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")

#: The properties of one node: name to values.
_Node = dict[str, list[str]]


def format_sgf(record: Record, note: str = "") -> str:
    """The record as a collection of game trees. `note`: words about all of it for people, which are not read back."""
    scores = written_scores(record)
    said = comments(record, "sgf")
    return "\n".join(
        _format_game(record, number, game, scores[number], "\n".join(filter(None, (note, said.get(number + 1, "")))))
        for number, game in enumerate(record.games)
    )


def parse_sgf(text: str) -> Record:
    """Read a collection of backgammon games; also GNU Backgammon's. Raises `InvalidRecord`.

    Options that another program's file does not state are taken to be allowed: beavers, raccoons, automatic doubles.
    """
    trees = list(_trees(text))
    if not trees:
        raise InvalidRecord(RecordFault.NOTHING)
    games = tuple(_read_game(tree) for tree in trees)
    root = trees[0][0]
    names = _first(root, "PW", "?"), _first(root, "PB", "?")
    return checked(Record(_rules(root, max(game.automatics for game in games)), names, games))


def _format_game(record: Record, number: int, game: GameRecord, score: tuple[int, int], comment: str) -> str:
    rules = record.rules
    flags = [
        (rules.bet.cube, None, "NoCube"),
        (rules.length > 0 and rules.crawford, "Crawford", None),
        (game.crawford, "CrawfordGame", None),
        (rules.bet.jacoby is not Jacoby.OFF, "Jacoby", None),
        (True, _GAME_RULES.get(rules.variant), None),
    ]
    named = [word for on, yes, no in flags if (word := yes if on else no)]
    head = [
        "FF[4]GM[6]CA[UTF-8]AP[chouette]",
        f"MI[length:{rules.length}][game:{number}][ws:{score[0]}][bs:{score[1]}]",
        f"PW[{_escaped(record.names[0])}]PB[{_escaped(record.names[1])}]",
    ]
    if named:
        head.append(f"RU[{':'.join(named)}]")
    if number == 0:
        head.append(f"XR[{_escaped(written_rules(rules))}]")
    if game.automatics:
        head.append(f"CV[{1 << game.automatics}]")
    if comment:
        head.append(f"GC[{_escaped(comment)}]")
    if game.result:
        head.append(f"RE[{_format_result(game.result)}]")
    nodes = _nodes(game.entries, first_board(record, number).position, rules.max_on_point)
    return "\n;".join(["(;" + "".join(head), *_set_up(record, number), *nodes]) + ")\n"


def _set_up(record: Record, number: int) -> Iterator[str]:
    """The nodes that set up the position in which a game begins, as GNU Backgammon writes them; none if it begins as
    ever. They are not read back: the opening stands in XR.
    """
    board = first_board(record, number)
    opening = record.rules.opening
    if board.turn is None or opening is UNSET:
        return
    white = board.seen_by_white
    sides = ("AW", Side.WHITE, white.own), ("AB", Side.BLACK, white.opponent)
    stones = "".join(
        name + "".join(f"[{_letter(point, side)}]" * counts[point] for point in range(1, BAR + 1))
        for name, side, counts in sides
        if any(counts[1:])
    )
    yield f"AE[a:y]{stones}"
    yield f"CV[{opening.cube}]"
    yield f"CP[{'c' if opening.owner is None else _COLOURS[opening.owner].lower()}]"
    yield f"PL[{_COLOURS[board.turn]}]"


def _nodes(entries: tuple[Entry, ...], position: Position, max_on_point: int | None) -> Iterator[str]:
    for entry in entries:
        colour = _COLOURS[entry.side]
        match entry:
            case Turned():
                yield f"{colour}[double]"
            case Answered(_, taken):
                yield f"{colour}[{'take' if taken else 'drop'}]"
            case Moved(_, (first, second), None):
                yield f"PL[{colour}]DI[{first}{second}]"
            case Moved(side, (first, second), str(text)):
                play = parse_play(text, position, (first, second), max_on_point)
                position = play.result.mirrored()
                points = "".join(_letter(step.start, side) + _letter(step.end, side) for step in play.steps)
                yield f"{colour}[{first}{second}{points}]"
            case _:
                raise AssertionError(entry)


def _letter(point: int, side: Side) -> str:
    if point in (BAR, OFF):
        return "y" if point == BAR else "z"
    return chr(ord("x") + 1 - point) if side else chr(ord("a") - 1 + point)


def _point(letter: str, side: Side) -> int:
    if letter in "yz":
        return BAR if letter == "y" else OFF
    return ord("x") + 1 - ord(letter) if side else ord(letter) - ord("a") + 1


def _format_result(result: Result) -> str:
    if result.winner is None:
        return "0"
    resigned = "R" if result.ending in (Ending.RESIGNED, Ending.SETTLED) else ""
    return f"{_COLOURS[result.winner]}+{abs(result.points)}{resigned}"


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")


def _first(node: _Node, name: str, default: str = "") -> str:
    return (node.get(name) or [default])[0]


def _trees(text: str) -> Iterator[list[_Node]]:
    """The main line of every game tree; variations are skipped."""
    text = text.rstrip()
    depth = place = 0
    ended = False
    nodes: list[_Node] = []
    name = ""
    while place < len(text):
        token = _TOKEN.match(text, place)
        if not token:
            raise InvalidRecord(RecordFault.NOT_SGF, text=repr(text[place : place + 20]))
        place = token.end()
        mark, word, value = token.groups()
        if mark == "(":
            depth += 1
        elif mark == ")":
            depth -= 1
            ended = depth > 0
            if depth < 0:
                raise InvalidRecord(RecordFault.CLOSED_TOO_OFTEN)
            if depth == 0:
                yield nodes
                nodes = []
        elif not depth:
            raise InvalidRecord(RecordFault.OUTSIDE, text=repr(token[0].strip()[:60]))
        elif ended:
            continue
        elif mark:
            nodes.append({})
        elif not nodes:
            raise InvalidRecord(RecordFault.BEFORE_NODE, text=repr(token[0].strip()[:60]))
        elif word:
            name = word
            nodes[-1].setdefault(name, [])
        else:
            nodes[-1].setdefault(name, []).append(re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL))
    if depth:
        raise InvalidRecord(RecordFault.NOT_CLOSED)


def _read_game(nodes: list[_Node]) -> GameRecord:
    if not nodes or not (root := nodes[0]):
        raise InvalidRecord(RecordFault.NO_PROPERTIES)
    if _first(root, "GM", "6") != "6":
        raise InvalidRecord(RecordFault.OTHER_GAME)
    info = _match_info(root)
    length = _length(root)
    cube = _number(_first(root, "CV", "1"))
    if cube < 1 or cube & (cube - 1):
        raise InvalidRecord(RecordFault.NO_SUCH_CUBE, number=cube)
    read = [tuple(_read_node(node)) for node in nodes[1:]]
    return GameRecord(
        score=read_score(length, _number(info.get("ws", "0")), _number(info.get("bs", "0"))),
        crawford="CrawfordGame" in _first(root, "RU").split(":"),
        automatics=cube.bit_length() - 1,
        entries=tuple(entry for entries in read for entry in entries),
        result=_read_result(_first(root, "RE")),
        comments=tuple(_read_comments(nodes, read)),
    )


def _read_comments(nodes: list[_Node], read: Sequence[Sequence[Entry]]) -> Iterator[Comment]:
    """The comments of nodes (property C), each about the last of the node's entries; those of the first about the game.

    `read`: the entries of each node after the first.
    """
    number = 0
    for node, entries in zip(nodes, ((), *read), strict=True):
        number += len(entries)
        if text := "\n".join(" ".join(line.split()) for line in _first(node, "C").split("\n")).strip():
            yield Comment(number, text)


def _match_info(root: _Node) -> dict[str, str]:
    """The property MI, whose values are `name:number`."""
    return {name: number for name, _, number in (value.partition(":") for value in root.get("MI", []))}


def _length(root: _Node) -> int:
    length = _number(_match_info(root).get("length", "0"))
    if length < 0:
        raise InvalidRecord(RecordFault.NO_SUCH_LENGTH, length=length)
    return length


def _read_node(node: _Node) -> Iterator[Entry]:
    for colour, side in _SIDES.items():
        if values := node.get(colour):
            match values[0].strip():
                case "double":
                    yield Turned(side, 0)
                case "take" | "drop" as word:
                    yield Answered(side, word == "take")
                case text if move := _DICE.fullmatch(text):
                    points = [str(_point(letter, side)) for letter in move[3]]
                    steps = map("/".join, zip(points[::2], points[1::2], strict=True))
                    yield Moved(side, (int(move[1]), int(move[2])), " ".join(steps))
                case text:
                    raise InvalidRecord(RecordFault.NOT_AN_ENTRY, text=text[:60])
    if (values := node.get("DI")) and (move := _DICE.fullmatch(values[0].strip())):
        side = _SIDES.get(_first(node, "PL"))
        if side is None:
            raise InvalidRecord(RecordFault.NO_PLAYER)
        yield Moved(side, (int(move[1]), int(move[2])), None)


def _read_result(text: str) -> Result | None:
    if not (result := _RESULT.fullmatch(text)):
        return None
    points = int(result[2])
    return Result(-points if result[1] == "B" else points, Ending.RESIGNED if points else Ending.SETTLED)


def _number(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise InvalidRecord(RecordFault.NOT_A_NUMBER, text=text[:60])
    return int(text)


def _rules(root: _Node, automatics: int) -> Rules:
    """The rules stored in the first game, or else the most permissive."""
    length = _length(root)
    if "XR" in root:
        return read_rules(_first(root, "XR"), length)
    words = _first(root, "RU").split(":")
    return widest_rules(
        length,
        next((variant for variant, name in _GAME_RULES.items() if name in words), Variant.BACKGAMMON),
        cube="NoCube" not in words,
        crawford="Crawford" in words,
        jacoby="Jacoby" in words,
        automatics=automatics,
    )
