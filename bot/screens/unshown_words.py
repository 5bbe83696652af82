"""What somebody is told who has acted where it cannot be shown."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.discord_errors import Trouble
from bot.texts import Texts


def unshown_words(why: Trouble, lacking: Sequence[str], t: Texts) -> str:
    """`why` a board does not come, and what may be done about it. `lacking`: Discord's words for permissions."""
    if why not in (Trouble.FORBIDDEN, Trouble.GONE):
        return t("What you did is kept. Discord is not answering well: the board comes when it does, or with /board.")
    if lacking:
        return t(
            "What you did is kept, but I cannot show it here. I lack these permissions: {permissions}. "
            "As soon as I have them, the board comes by itself.",
            permissions=t.listed(f"**{t(each)}**" for each in lacking),
        )
    return t(
        "What you did is kept, but I may not post here; perhaps the thread is locked. "
        "Ask a moderator: as soon as I may, the board comes by itself."
    )
