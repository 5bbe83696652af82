"""How many presses a hand of Preferans takes: all of them after Hand, with Save, the talon left at nothing.

Hands at random of four at a simulated Discord, each put together by the buttons and lists that the message has; by what
was played. Run: `python -m tests.bench.hands [HANDS]`.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from typing import Any

from bot.preferans.drafts import ALL_PASS, MISERE, Draft, opened
from bot.preferans.sheet import Sheet
from bot.screens.custom_ids import Press
from tests.play.bot import OneBot, one_bot, walk
from tests.preferans import sheets

HANDS = 200
MOST = 5
_PEOPLE = ("Ann", "Bob", "Cyd", "Dan")


async def _sheet(bot: OneBot) -> Sheet:
    state = (await bot.table()).state
    assert isinstance(state, Sheet)
    return state


async def _live(bot: OneBot) -> Any:
    shown = (await bot.table()).screen.message
    return next(message for message in bot.messages if message.id == shown)


async def _entered(bot: OneBot, who: str, target: Draft) -> int:
    """Enter this hand; the presses it takes."""
    sheet = await _sheet(bot)
    panel, presses = (await bot.press(who, "Hand", await _live(bot))).response, 0
    while True:
        custom_id, value = _next(panel, target)
        person = bot.people[who]
        result = (
            await person.select(panel, [value], custom_id=custom_id)
            if value
            else await person.click(panel, custom_id=custom_id)
        )
        assert result.acknowledged
        presses += 1
        if custom_id.startswith("pref_save"):
            assert (await _sheet(bot)).hands == sheet.hands + 1
            return presses


def _next(panel: Any, target: Draft) -> tuple[str, str]:
    """What leads on to this hand: a button, or a list and what to choose in it."""
    found: list[tuple[int, str, str]] = []
    for each in walk(panel):
        custom_id = each["custom_id"]
        if custom_id.startswith("pref_save"):
            return custom_id, ""
        press = Press.parse(custom_id)
        assert press is not None
        for value in [one["value"] for one in each.get("options", [])] or [""]:
            draft = Draft.parse(value or press.extra)
            if draft is not None and (matched := _towards(draft, target)):
                found.append((matched, custom_id, value))
    _, custom_id, value = max(found)
    return custom_id, value


def _towards(draft: Draft, target: Draft) -> int:
    """How much of the hand is said by this draft; 0 if it says something else."""
    said = [
        (draft.declarer is not None, draft.declarer == target.declarer),
        (bool(draft.contract), draft.contract == target.contract),
        (draft.roles is not None, draft.roles == target.roles),
        (draft.talon > 0, False),
        *((True, mine == theirs) for mine, theirs in zip(draft.tricks, target.tricks, strict=False)),
    ]
    if any(there and not right for there, right in said) or len(draft.tricks) > len(target.tricks):
        return 0
    return 1 + sum(there for there, _ in said)


def _kind(target: Draft) -> str:
    return {MISERE: "misère", ALL_PASS: "all-pass"}.get(target.contract, "game")


async def main(hands: int = HANDS) -> None:
    """Print what was counted."""
    rng, counts = random.Random(9), Counter[tuple[str, int]]()
    async with one_bot(_PEOPLE) as bot:
        await bot.slash("Ann", "preferans open", bullet=200)
        gathering = bot.last
        for who in _PEOPLE[1:]:
            await bot.press(who, "Join", gathering)
        for _ in range(hands):
            sheet = await _sheet(bot)
            wanted = sheets.played(rng, sheet)
            while wanted.dealer != sheet.dealer:
                wanted = sheets.played(rng, sheet)
            target = opened(wanted, 0, sheet.options.convention)._replace(talon=0)
            counts[_kind(target), await _entered(bot, rng.choice(_PEOPLE), target)] += 1
    for (kind, presses), number in sorted(counts.items()):
        print(f"{kind:9} {presses} presses {number:5} hands")
    worst = max(presses for _, presses in counts)
    print(f"{hands} hands, at most {worst} presses after Hand; at most {MOST}: {'met' if worst <= MOST else 'missed'}")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
