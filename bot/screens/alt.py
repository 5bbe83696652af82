"""Alt texts: what a board, a chart or a score sheet shows, described from the data that are drawn.

A description fits Discord's limit. For a board everything needed to play is always complete: when space is short, names
are shortened, the longest first; then the last play, and in a draft the movable checkers, are left out; then roles and
states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

from bot import limits
from bot.backgammon import BAR, OFF
from bot.backgammon.steps import Step, format_steps
from bot.screens.fitting import shortened
from bot.screens.reference.figures import number as figure
from bot.texts import Texts
from render import Chart, Cube, End, GameRow, LastPlay, Member, PersonCard, Scene, SessionEnd, Sheet, TimeLeft
from render.names import clean
from render.text import MISSING, number, signed

_NUMBER = 24  # no score or label of a game is longer
_TITLE, _NOTE, _PLAYER = 100, 60, 32


@dataclass(frozen=True)
class _Room:
    """Length limits: of a `name`, of a `word` such as a role, a state or the banner, of a `tag`; and whether the `last`
    play is described.
    """

    name: int
    word: int = 80
    tag: int = 80
    last: bool = False


#: Tried in turn until the description is short enough.
_ROOMS = (
    *(_Room(name, last=True) for name in (40, 32, 24, 20, 16, 12)),
    *(_Room(name) for name in (12, 10, 8)),
    *(_Room(name, 16, 20) for name in (8, 6)),
    *(_Room(name, 0, 16) for name in (12, 10, 8, 6, 5, 4, 3)),
    _Room(2, 0, 8),
)


def alt_text(scene: Scene, t: Texts) -> str:
    """Everything the picture of a board shows, at most 1,024 characters: each side's points in its own numbering."""
    for room in _ROOMS[:-1]:
        if len(text := _board_words(scene, room, t)) <= limits.PICTURE_WORDS:
            return text
    return _board_words(scene, _ROOMS[-1], t)[: limits.PICTURE_WORDS]


def _board_words(scene: Scene, room: _Room, t: Texts) -> str:
    names = _names(scene, room)
    tags = _listed(*(_short(tag, room.tag) for tag in scene.tags))
    return _sentences(
        *(_side_words(scene, side, names[side], room, t) for side in (0, 1)),
        t("Rules: {tags}.", tags=tags) if tags else "",
        _cube_words(scene, names, t),
        *(_member_words(member, room, t) for member in scene.members),
        _turn_words(scene, names, t),
        _draft_words(scene, t) if room.last else "",
        _ways_words(scene, t) if room.last else "",
        _banner_words(scene, names, room),
        _end_words(scene.end) if scene.end else "",
        _last_words(scene, scene.last, names, t) if room.last and scene.last else "",
        t("Each side's points are numbered from its own side."),
    )


def _names(scene: Scene, room: _Room) -> tuple[str, str]:
    """The two sides' names, made different if equal."""
    bottom, top = (_short(name, room.name) or MISSING for name in scene.names)
    return (f"{bottom} 1", f"{top} 2") if bottom == top else (bottom, top)


def _side_words(scene: Scene, side: int, name: str, room: _Room, t: Texts) -> str:
    counts = scene.checkers(side)
    pips = t.many("{number} pip", "{number} pips", scene.pips(side))
    who = _with_facts(name, scene.roles[side], scene.scores[side], room, pips, _time_words(scene.times[side], t))
    bar = t("bar: {count}", count=counts[BAR]) if counts[BAR] else ""
    points = (f"{point}: {counts[point]}" for point in range(24, 0, -1) if counts[point])
    off = t("off: {count}", count=counts[OFF]) if counts[OFF] else ""
    where = _listed(bar, *points, off)
    return f"{who} — {where}." if where else f"{who}."


def _time_words(time: TimeLeft | None, t: Texts) -> str:
    if time is None:
        return ""
    left = t("{time} left", time=time.words)
    return f"⏱ {left}" if time.urgent else left


def _cube_words(scene: Scene, names: Sequence[str], t: Texts) -> str:
    cube = scene.cube
    if cube is None:
        return "" if scene.members else t("No cube.")
    if cube.offered_to is not None:
        return t("Cube offered to {name} at {cube}.", name=names[cube.offered_to], cube=cube.value)
    if cube.owner is None:
        lies = t("Cube in the middle at {cube}.", cube=cube.value)
    else:
        lies = t("Cube at {cube} with {name}.", cube=cube.value, name=names[cube.owner])
    return _sentences(lies, t("It can no longer be turned.") if cube.dead else "")


def _member_words(member: Member, room: _Room, t: Texts) -> str:
    """A member of a chouette's team: their cube, and the state of their bet."""
    who = _with_facts(_short(member.name, room.name) or MISSING, member.role, member.score, room)
    state = _short(member.state, room.word)
    facts = _listed(
        _member_cube(member.cube, t), state, t("to act") if member.acts else "", t("out") if member.out else ""
    )
    return f"{who}: {facts}."


def _member_cube(cube: Cube | None, t: Texts) -> str:
    if cube is None:
        return t("no cube")
    if cube.offered_to is not None:
        return t("offers {cube}", cube=cube.value) if cube.offered_to else t("is offered {cube}", cube=cube.value)
    if cube.owner is None:
        return t("cube {cube} centred", cube=cube.value)
    return t("box's cube {cube}", cube=cube.value) if cube.owner else t("own cube {cube}", cube=cube.value)


def _turn_words(scene: Scene, names: Sequence[str], t: Texts) -> str:
    """The side on turn and its dice, by whose numbering points are given."""
    roll = _roll_words(scene, t)
    if roll and scene.turn == scene.numbers_from:
        return t("{name} to play {roll}.", name=names[scene.numbers_from], roll=roll)
    rolled = t("Dice, {name}: {roll}.", name=names[scene.numbers_from], roll=roll) if roll else ""
    return _sentences(rolled, "" if scene.turn is None else t("{name} to act.", name=names[scene.turn]))


def _draft_words(scene: Scene, t: Texts) -> str:
    """The checkers that may move in a draft, and their landings."""
    starts = _listed(*(t("bar") if point == BAR else str(point) for point in scene.movable))
    ends = _listed(*(t("off the board") if landing.point == OFF else str(landing.point) for landing in scene.landings))
    return _sentences(
        t("Can move: {points}.", points=starts) if starts else "",
        t("Can go to: {points}.", points=ends) if ends else "",
    )


def _ways_words(scene: Scene, t: Texts) -> str:
    """The compared plays, by the colours of their arrows; candidates by number, with the loss of each."""
    if any(way.loss is not None for way in scene.ways):
        plays = [
            f"{place}. {format_steps([Step(*astuple(step)) for step in way.steps]) or t('no play')}"
            + (f" −{figure(way.loss, t, '0.000')}" if way.loss else "")
            for place, way in enumerate(scene.ways, 1)
        ]
        return t("Arrows, the best play first: {plays}.", plays="; ".join(plays))
    told = [(way.best, format_steps([Step(*astuple(step)) for step in way.steps])) for way in scene.ways]
    return _sentences(
        *(t("Gold arrows, the best: {play}.", play=play) if best else t("Blue arrows: {play}.", play=play)
          for best, play in told if play)
    )  # fmt: skip


def _roll_words(scene: Scene, t: Texts) -> str:
    """The roll, higher die first, a double as two dice; of a partly played roll the rest."""
    values = sorted((die.value for die in scene.dice), reverse=True)
    double = len(values) == 4 and len(set(values)) == 1
    roll = "-".join(map(str, values[:2] if double else values))
    left = " ".join(str(die.value) for die in scene.dice if not die.used)
    if not any(die.used for die in scene.dice):
        return roll
    return t("{roll} (left: {left})", roll=roll, left=left) if left else t("{roll} (all played)", roll=roll)


def _banner_words(scene: Scene, names: Sequence[str], room: _Room) -> str:
    banner = _sentence(_short(scene.banner, room.word))
    return f"{names[scene.banner_side]}: {banner}" if banner and scene.banner_side is not None else banner


def _end_words(end: End) -> str:
    return _sentence(" ".join(str(part.value) if isinstance(part, Cube) else part for part in end.sum))


def _last_words(scene: Scene, last: LastPlay, names: Sequence[str], t: Texts) -> str:
    """The last play; in a draft, whose used dice tell the others, only the last step."""
    play = format_steps([Step(step.start, step.end, step.hit) for step in last.steps])
    if not play:
        return ""
    if last.side == scene.turn and any(die.used for die in scene.dice):
        return t("Last step: {play}.", play=play)
    if last.side != scene.numbers_from:
        return t("Last play, {name}: {play} (the blue numbers).", name=names[last.side], play=play)
    return t("Last play, {name}: {play}.", name=names[last.side], play=play)


def chart_alt(chart: Chart, t: Texts) -> str:
    """What the picture of a rating's history shows, at most 1,024 characters."""
    history = _history(chart.points, t)
    return _sentences(_sentence(_short(chart.title, _TITLE)), _sentence(_short(chart.note, _NOTE)), history)


def _history(points: Sequence[tuple[float, float]], t: Texts) -> str:
    ratings = [round(rating) for _, rating in points]
    newest, first = ratings[-1], ratings[0]
    return t.many(
        "{number} rating: newest {newest}, first {first}, change {change}, highest {highest}, lowest {lowest}.",
        "{number} ratings: newest {newest}, first {first}, change {change}, highest {highest}, lowest {lowest}.",
        len(ratings),
        newest=number(newest), first=number(first), change=signed(newest - first),
        highest=number(max(ratings)), lowest=number(min(ratings)),
    )  # fmt: skip


def person_alt(card: PersonCard, t: Texts) -> str:
    """What a profile card shows, at most 1,024 characters."""
    variant, *more = card.about or ("",)
    form = " ".join("+" if each == "1" else "−" for each in card.form)
    figures = [
        f"{each.words} {each.value}" + (f" ({each.note})" if each.note else "")
        for line in card.figures
        for each in line
    ]
    told = (
        _short(card.name, _TITLE) or MISSING,
        card.note,
        _listed(f"{variant} {card.rating}".strip(), *more),
        _history(card.points, t) if card.points else "",
        _listed(t("Last games: {form}", form=form) if form else "", card.streak),
        "; ".join(figures),
        t("{title}: {note}; now {value}", title=progress.title, note=progress.note, value=progress.value)
        if (progress := card.progress)
        else "",
        t("Badges: {badges}", badges=" · ".join(card.badges)) if card.badges else "",
    )
    return shortened(_sentences(*map(_sentence, told)), limits.PICTURE_WORDS)


def sheet_alt(sheet: Sheet, t: Texts) -> str:
    """What a score sheet shows, at most 1,024 characters: all totals, and the newest games that fit."""
    words = {mark: _short(word, _NUMBER) for mark, word in sheet.legend}
    names = [_short(name, _PLAYER) or MISSING for name in sheet.players]
    totals = _listed(*(f"{name} {signed(total)}" for name, total in zip(names, sheet.totals(), strict=True)))
    head = [_sentence(_short(text, width)) for text, width in ((sheet.title, _TITLE), (sheet.note, _NOTE))]
    head.append(f"{_short(sheet.total, _NUMBER)}: {totals}.")

    def row(game: GameRow) -> str:
        cells = (
            ("—" if points is None else signed(points)) + (f" {words.get(mark) or mark}" if mark else "")
            for points, mark in zip(game.points, game.marks, strict=True)
        )
        return f"{_short(game.label, _NUMBER)}: {_listed(*cells)}."

    def described(rows: Sequence[str]) -> str:
        missing = len(sheet.games) - len(rows)
        left_out = t.many("{number} earlier game is left out.", "{number} earlier games are left out.", missing)
        order = t("The games from the newest back, the players in the same order:") if rows else ""
        return _sentences(*head, order, *rows, left_out if missing else "")

    text, rows = described(()), list[str]()
    for game in reversed(sheet.games):
        rows.append(row(game))
        if sum(map(len, rows)) > limits.PICTURE_WORDS:
            break
        # “All games” is shorter than a count of those missing: the last row may then fit.
        if len(longer := described(rows)) <= limits.PICTURE_WORDS:
            text = longer
    return text


def described(picture: Scene | SessionEnd, t: Texts) -> str:
    """What the picture of a table shows, at most 1,024 characters."""
    return alt_text(picture, t) if isinstance(picture, Scene) else ending_alt(picture, t)


def ending_alt(end: SessionEnd, t: Texts) -> str:
    """What the end of a session shows, at most 1,024 characters: the winner, payments, then the sheet."""
    names = [_short(name, _PLAYER) or MISSING for name in end.sheet.players]
    payments = [
        t("{payer} pays {payee} {points}", payer=names[each.payer], payee=names[each.payee], points=each.points)
        for each in end.payments
    ]
    won = _sentence(_listed(_short(end.headline, _TITLE), _short(end.points, _NUMBER)))
    head = _sentences(won, f"{_short(end.settling, _NOTE)}: {_listed(*payments)}." if payments else "")
    return shortened(_sentences(head, sheet_alt(end.sheet, t)), limits.PICTURE_WORDS)


def _with_facts(name: str, role: str, score: str, room: _Room, *more: str) -> str:
    """A name with facts in brackets."""
    facts = _listed(_short(role, room.word), _short(score, _NUMBER), *more)
    return f"{name} ({facts})" if facts else name


def _short(text: str, width: int) -> str:
    """A text on one line without invisible characters, at most this long, as the picture writes it."""
    if not width:
        return ""
    text = clean(text)
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def _listed(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _sentence(text: str) -> str:
    """A text with final punctuation; empty stays empty."""
    return text if not text or text.endswith(tuple(".!?…")) else f"{text}."


def _sentences(*parts: str) -> str:
    return " ".join(filter(None, parts))
