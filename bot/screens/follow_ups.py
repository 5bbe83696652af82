"""Follow-ups to an interaction: messages after its answer. Discord takes only some where the bot may be installed by
a person alone.
"""

from __future__ import annotations

from typing import Any

import discord

from bot import limits
from bot.screens.fitting import shortened, unbroken
from bot.texts import Texts


class FollowUps:
    """Those of one interaction. `limited`: Discord takes only some."""

    def __init__(self, interaction: discord.Interaction[discord.Client], *, limited: bool) -> None:
        self._interaction = interaction
        self._left = limits.FOLLOW_UPS if limited else None
        self._last, self._said = 0, ""

    async def send(self, text: str, t: Texts, **how: Any) -> int:
        """Send one, and return its id. When Discord takes no more, the last one says so in language `t`, and the id is
        0. Raises one of `DISCORD_ERRORS`.
        """
        followup = self._interaction.followup
        if self._left == 0:
            spent = unbroken(t("-# Discord lets me say no more here at once. For the rest, press or ask once more."))
            if not self._said.endswith(spent):
                said = unbroken(f"{shortened(self._said, limits.MESSAGE - len(spent) - 1)}\n{spent}")
                nobody = discord.AllowedMentions.none()
                await followup.edit_message(self._last, content=said, allowed_mentions=nobody)
                self._said = said
            return 0
        if self._left is not None:
            self._left -= 1
        text = unbroken(text)
        self._last, self._said = (await followup.send(text, wait=True, **how)).id, text
        return self._last
