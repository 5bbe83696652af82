"""Link buttons to what whoever runs the bot has put up elsewhere: support, terms of service, privacy policy."""

from __future__ import annotations

from typing import NamedTuple

from bot.screens.buttons import Item, link_button
from bot.texts import Texts


class Links(NamedTuple):
    """Addresses; None for what there is none of."""

    support: str | None = None
    terms: str | None = None
    privacy: str | None = None

    def items(self, t: Texts) -> list[Item]:
        """A link button for each."""
        shown = ((self.support, t("Support")), (self.terms, t("Terms")), (self.privacy, t("Privacy")))
        return [link_button(label, url) for url, label in shown if url]
