"""What somebody has come to outside of servers, and the list of their servers."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.buttons import Item, choice, select
from bot.screens.custom_ids import Press, number_of
from bot.screens.direct_words import record_words
from bot.screens.ladder.common_words import NO_TABLE
from bot.screens.names import MOST, plain
from bot.screens.reviews.training_words import standing_words
from bot.tables.training import Kept
from bot.texts import Texts


def own_words(kept: Kept, day: int, record: tuple[int, int], t: Texts) -> str:
    """How somebody stands in training on a day, and against the computer: games won and lost."""
    trained = standing_words(kept.deck.on(day), list(kept.entries.values()), t)
    return "\n".join((t("**Your training**"), trained, record_words(*record, t), "-# " + t("Only you see this.")))


def servers_item(servers: Mapping[int, str], t: Texts, shown: int = 0) -> Item:
    """The select of somebody's servers by name, one of them perhaps shown."""
    options = [choice(plain(name, MOST), str(guild), default=guild == shown) for guild, name in servers.items()]
    return select(t("Your profile in a server"), Press("profile_in", NO_TABLE, number_of((*servers, shown))), options)
