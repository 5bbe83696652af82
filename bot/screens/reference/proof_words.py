"""The message of `/fairness`: commitment, words, who is bound by what, and how to check all rolls."""

from __future__ import annotations

from typing import Any

from bot import limits
from bot.dice import SHORT
from bot.screens.faces import face_of
from bot.tables.table import Stage, Table
from bot.texts import Texts

#: A program that anyone may run to check; it prints the commitment and the rolls. Not translated, because it is code.
CHECK = """import base64, hashlib, hmac
seed = bytes.fromhex("{seed}")
words = {words!r}
code = hashlib.sha256(seed)
print(code.hexdigest(), base64.b32encode(code.digest())[:26].decode())
for n in range({first}, {last} + 1):
    dice, more = [], ""
    while len(dice) < 2:
        text = "|".join(w for k, w in words if k <= n) + f"|{{n}}{{more}}"
        code = hmac.digest(seed, text.encode(), "sha256")
        dice += [b % 6 + 1 for b in code if b < 252]
        more = f"|{{int(more[1:] or 0) + 1}}"
    print(n, dice[:2])
"""


def proof_words(table: Table, t: Texts, rolls: tuple[int, int] | None = None, first: Any = None) -> list[str]:
    """The commitment and the words; for a closed table, never before, also the seed and the check. In as many messages
    as needed.

    `rolls`: the first and last roll to check; by default all. `first`: the first action of the table, whose rolls may
    have decided the order.
    """
    commitment = t(
        "Commitment, the SHA-256 of the seed: `{commitment}`; in messages its first {number} characters in base32: "
        "`{short}`",
        commitment=table.commitment, number=SHORT, short=table.short_commitment,
    )  # fmt: skip
    words = table.dice_words
    given = _given_words(table, t)
    title = t("**Dice of table `{table}`**", table=table.id)
    number = table.state.rolls if table.state else 0
    if table.stage is Stage.WITHDRAWN:
        return ["\n".join((title, commitment, t("The challenge came to nothing; no dice were rolled.")))]
    order = face_of(table).order(table.state, first, t) if table.state else []
    if table.stage is not Stage.CLOSED:
        lines = (
            title,
            commitment,
            *given,
            t.many("{number} roll so far.", "{number} rolls so far.", number),
            *order,
            t("The seed stays secret until the table closes. Then all rolls can be checked."),
            binding_words(bool(words), t),
        )
        return ["\n".join(lines)]
    begin, last = rolls or (1, number)
    program = CHECK.format(
        seed=table.seed.hex(), words=[each for each in words if each[0] <= last], first=begin, last=last
    )
    proof = "\n".join(
        (
            title,
            t("Seed: `{seed}`", seed=table.seed.hex()),
            commitment,
            *given,
            t.many(
                "{number} roll in all, opening rolls included.",
                "{number} rolls in all, opening rolls included.",
                number,
            ),
            *order,
            binding_words(bool(words), t),
        )
    )
    how = t("To check, run this in Python: it prints the commitment and the rolls.")
    check = f"{how}\n```python\n{program}```"
    # The words of ten players appear in both, and may be long.
    return [f"{proof}\n{check}"] if len(proof) + 1 + len(check) <= limits.MESSAGE else [proof, check]


def _given_words(table: Table, t: Texts) -> list[str]:
    """The words mixed into the dice: from the first roll on, and those added later with their first roll."""
    lines = [t("Words, in the order of the seats: `{words}`", words="|".join(table.words))] if table.words else []
    for number in sorted({first for first, _ in table.dice_words} - {1}):
        words = "|".join(word for first, word in table.dice_words if first <= number)
        lines.append(t("From roll {number} on: `{words}`", number=number, words=words))
    if waiting := sum(not each.first for each in table.people.later):
        lines.append(
            t.many(
                "{number} word counts from the next game on.", "{number} words count from the next game on.", waiting
            )
        )
    return lines or [t("Nobody gave a word.")]


def binding_words(given: bool, t: Texts) -> str:
    """Who is bound by what, as far as it holds."""
    if given:
        return t(
            "-# The commitment binds whoever runs the bot to this seed. The words rule out a seed chosen to suit "
            "somebody, if the last of them came from a person who is not on that side: whoever knows the seed and "
            "gives the last word too can choose the word."
        )
    return t(
        "-# The commitment binds whoever runs the bot to this seed. Without a word from the players nothing shows that "
        "it was not chosen among many before."
    )
