"""The verbs that only two people's games of backgammon have: challenging to one, and bringing one from elsewhere."""

from __future__ import annotations

from bot.cogs import imports
from bot.cogs.verbs import Verb

VERBS = (
    Verb(name="play", sealed=False),
    Verb(name="import", sealed=False),
    Verb(name="show", sealed=False, press=imports.press_show, private=True),
)
