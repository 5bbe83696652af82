"""The private thread of the box and its partner, where they may advise each other: as long as they share."""

from __future__ import annotations

from bot.backgammon import Phase, Seat
from bot.chouette import Options, PartnerAdvice, Session
from bot.screens.private_thread_words import thread_link
from bot.screens.thread_kind import ThreadKind
from bot.tables.table import Table
from bot.texts import Texts


def sharing(session: Session) -> tuple[Seat, ...]:
    """The box and its partner, people at the table; nobody as long as nobody shares the box."""
    over = session.game.phase is Phase.OVER
    partner = session.partner if over else session.game.partner
    box = session.game.box
    if partner is None or (over and session.active[:1] != (box,)):
        return ()
    return tuple(seat for seat in (box, partner) if seat not in session.computers and not session.has_left(seat))


class PartnerThread(ThreadKind):
    """One per session: who shares no more is taken out, and the next two are let in."""

    place = 1

    def exists(self, table: Table) -> bool:
        return table.setup_of(Options).house_rules.partner_advice is not PartnerAdvice.NONE

    def talking(self, table: Table) -> set[int]:
        return {table.person(seat).user for seat in sharing(table.state_of(Session)) if table.person(seat).known}

    def readers(self, table: Table) -> set[int]:
        talking = self.talking(table)
        return talking if len(talking) > 1 else set()

    def mark(self, table: Table) -> str:
        return f"{table.id}-box"

    def title(self, table: Table, t: Texts) -> str:
        return t("Box and partner at table {table}", table=self.mark(table))

    def first_words(self, table: Table, t: Texts) -> str:
        place = thread_link(table.channel)
        lines = [t("Here box and partner of the chouette in {channel} talk, as long as they share.", channel=place)]
        if table.setup_of(Options).house_rules.partner_advice is PartnerAdvice.CUBES:
            lines.append(t("Only cubes are discussed: whether to double, and what to take. Plays are the box's own."))
        else:
            lines.append(t("Plays and cubes may be discussed. The box has the last word."))
        lines.append(t("The next two read what stands here. Moderators can always read along."))
        return "\n".join(lines)

    def warned(self, table: Table) -> int | None:
        box = next(iter(sharing(table.state_of(Session))), None)
        return None if box is None else table.person(box).user
