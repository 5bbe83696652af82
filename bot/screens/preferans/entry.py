"""Entering a hand: an ephemeral message with a press per step. Its buttons carry the draft so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot import limits
from bot.core.actions import Seat
from bot.core.refusal import Refused
from bot.preferans import drafts
from bot.preferans.drafts import ALL_PASS, MISERE, Draft, Roles, Step
from bot.preferans.hands import Role
from bot.preferans.lines import Played, Written, written
from bot.preferans.sheet import Sheet
from bot.screens.buttons import BLUE, GREEN, GREY, Item, button, choice, select
from bot.screens.custom_ids import Press
from bot.screens.names import Names
from bot.screens.preferans.words import balances_words, contract_words, hand_words, running_words
from bot.screens.refusal_words import refusal_words
from bot.texts import Texts

STEP, SAVE = "pref_step", "pref_save"
#: A suffix of the draft in the second select of a step, because options with equal values are one.
_RARE = "+"


def first_draft(sheet: Sheet) -> Draft:
    return Draft(0, sheet.dealer)


def read_draft(text: str) -> Draft | None:
    return Draft.parse(text)


def entered(sheet: Sheet, draft: Draft) -> Written:
    """The hand as it would stand on the sheet. Raises `Illegal`."""
    line = draft.played()
    number = draft.line or len(sheet.lines) + 1
    lines = (*sheet.lines[: number - 1], line, *sheet.lines[number:])
    return written(lines, sheet.options.convention)[number - 1]


def entry_words(sheet: Sheet, draft: Draft, names: Names, t: Texts) -> str:
    """The hand so far, and the next step."""
    step = draft.step(sheet.options.convention)
    if draft.line:
        head = t("Line {number} instead: {who} dealt.", number=draft.line, who=names(draft.dealer))
    else:
        head = t("Hand {number}: {who} dealt.", number=sheet.hands + 1, who=names(draft.dealer))
        head = f"{head} {running_words(sheet.running, t)}".strip()
    if step is Step.READY:
        return "\n".join((head, *_ready_words(sheet, draft, names, t)))
    parts = [head]
    if draft.declarer is not None and draft.contract and draft.contract != ALL_PASS:
        contract = contract_words(draft.game, t)
        parts.append(t("{who} plays {contract}.", who=names(draft.declarer), contract=contract))
    asked = {
        Step.WHO: t("Who plays?"),
        Step.CONTRACT: t("What does {who} play?", who=_plain(names, draft.declarer or 0)),
        Step.ROLES: t("Who whists?"),
        Step.TRICKS: _tricks_question(draft, names, t),
    }
    return "\n".join((" ".join(parts), f"**{asked[step]}**"))


def _tricks_question(draft: Draft, names: Names, t: Texts) -> str:
    if draft.contract == ALL_PASS:
        return t("How many tricks did {who} take?", who=_plain(names, len(draft.tricks)))
    if draft.game and draft.roles == (Role.WHIST, Role.WHIST):
        return t("How many tricks did each take?")
    return t("How many tricks did {who} take?", who=_plain(names, draft.declarer or 0))


def _plain(names: Names, seat: Seat) -> str:
    return names(seat).replace("**", "")


def _ready_words(sheet: Sheet, draft: Draft, names: Names, t: Texts) -> list[str]:
    try:
        found = entered(sheet, draft)
    except Refused as error:
        return [refusal_words(error, t)]
    assert isinstance(found.line, Played)
    return [hand_words(found.line, sheet.players, names, t), balances_words(found.balances, names, t)]


def entry_items(table: str, sheet: Sheet, draft: Draft, names: Names, t: Texts) -> list[Item]:
    """The buttons of the next step. `names` are those for labels."""
    convention, number = sheet.options.convention, sheet.question

    def to(after: Draft, label: str, row: int, *, blue: bool = False) -> Item:
        return button(label, Press(STEP, table, number, str(after)), BLUE if blue else GREY, row=row)

    again = to(Draft(draft.line, draft.dealer), t("Start again"), 4)
    match draft.step(convention):
        case Step.WHO:
            seats = drafts.who(draft, convention)
            other = (draft.dealer + 1) % convention.players
            return [
                *(to(draft._replace(declarer=seat), names(seat), 0, blue=True) for seat in seats),
                to(draft._replace(contract=ALL_PASS), t("All passed"), 1),
                to(draft._replace(dealer=other), t("{who} dealt", who=names(other)), 1),
            ]
        case Step.CONTRACT:
            contracts = drafts.contracts(convention, _running(sheet, draft))
            made = [(drafts.with_contract(draft, each, convention), each) for each in contracts]
            return [*_rows((to(after, _contract(each, t), 0, blue=True) for after, each in made), 0), again]
        case Step.ROLES:
            first, second = drafts.defenders(draft, convention)
            found = drafts.roles(draft, convention)
            labels = [_roles_words(each, names(first), names(second), t) for each in found]
            items = (
                to(draft._replace(roles=each), label, 0, blue=True) for each, label in zip(found, labels, strict=True)
            )
            return [*_rows(items, 0, 3), again]
        case Step.TRICKS:
            return [*_tricks_items(table, sheet, draft, names, t), again]
        case Step.READY:
            talons = (
                to(draft._replace(talon=each), t("Talon {number}", number=each), 1)
                for each in drafts.talons(draft, convention)
            )
            return [*_save(table, sheet, draft, t), *talons, again]


def _running(sheet: Sheet, draft: Draft) -> int:
    """All-passes before the hand; for one in the middle of a sheet the rules find out."""
    return 0 if draft.line else sheet.running


def _save(table: str, sheet: Sheet, draft: Draft, t: Texts) -> list[Item]:
    try:
        entered(sheet, draft)
    except Refused:
        return []
    return [button(t("Save"), Press(SAVE, table, sheet.question, str(draft)), GREEN, row=0)]


def _rows(items: Iterable[Item], first: int, most: int = 5) -> list[Item]:
    """Buttons in rows of this many."""
    found = list(items)
    for index, item in enumerate(found):
        item.row = first + index // most
    return found


def _contract(contract: str, t: Texts) -> str:
    return t("Misère") if contract == MISERE else contract


def _roles_words(roles: Roles, first: str, second: str, t: Texts) -> str:
    match roles:
        case (Role.WHIST, Role.WHIST):
            return t("Both whist")
        case (Role.WHIST, _):
            return t("{who} whists", who=first)
        case (_, Role.WHIST):
            return t("{who} whists", who=second)
        case (Role.OWN, _):
            return t("{who}: half whist", who=first)
        case (_, Role.OWN):
            return t("{who}: half whist", who=second)
        case _:
            return t("Both pass")


def _tricks_items(table: str, sheet: Sheet, draft: Draft, names: Names, t: Texts) -> list[Item]:
    convention, number = sheet.options.convention, sheet.question
    found = drafts.tricks(draft, convention)
    if not (draft.roles == (Role.WHIST, Role.WHIST) and draft.game):
        press = [(Press(STEP, table, number, str(draft._replace(tricks=each))), str(each[-1])) for each in found]
        usual = _usual(draft)
        return _rows((button(label, each, BLUE if int(label) == usual else GREY) for each, label in press), 0)
    first, second = drafts.defenders(draft, convention)

    def label(taken: Sequence[int]) -> str:
        one, other = taken[1], 10 - taken[0] - taken[1]
        return f"{names(draft.declarer or 0)} {taken[0]} · {names(first)} {one} · {names(second)} {other}"

    carried = Press(STEP, table, number, str(draft))
    usual = [choice(label(each), str(draft._replace(tricks=each))) for each in found[: limits.CHOICES]]
    rare = [choice(label(each), str(draft._replace(tricks=each))) for each in found[limits.CHOICES :][: limits.CHOICES]]
    last = [choice(label(each), str(draft._replace(tricks=each))) for each in found[2 * limits.CHOICES :]]
    lists: list[Item] = []
    for row, (options, words) in enumerate(((usual, t("The tricks")), (rare, t("Less usual")), (last, t("Rare")))):
        lists.append(select(words, carried._replace(extra=f"{carried.extra}{_RARE * row}"), options, row=row))
    return lists


def _usual(draft: Draft) -> int | None:
    """The likeliest number of tricks."""
    return draft.game if draft.game else 0 if draft.contract == MISERE else None
