"""What somebody wishes to do, as a word that a button can carry: a verb, and in a chouette whom or what it is about."""

from __future__ import annotations

from typing import NamedTuple

from bot.backgammon import Reply, Seat, actions
from bot.chouette import actions as many
from bot.tables import deeds
from bot.tables.deeds import KINDS, Deed

#: What needs nothing but the word itself, as button and as command.
_PLAIN: dict[str, Deed] = {
    "roll": deeds.roll(),
    "pass": deeds.plain(many.Pass),
    "hold": deeds.plain(many.Hold),
    "undo": deeds.plain(actions.Undo),
    "abort": deeds.plain(actions.Abort),
    "next": deeds.plain(actions.Next),
    "end": deeds.plain(actions.End),
    "claim": deeds.claim(),
    "extra_give": deeds.extra(True),
    "extra_keep": deeds.extra(False),
    "stay": deeds.extras(True),
    "leave_cube": deeds.extras(False),
    "extra_drop": deeds.extras(True, dropped=None),
    "leave": deeds.leave(),
    "pause": deeds.pause(True),
    "resume": deeds.pause(False),
    "share": deeds.share(True),
    "alone": deeds.share(False),
    "decline_box": deeds.plain(many.DeclineBox),
    "sit_out": deeds.sit_out(),
    "auto_pass": deeds.auto_pass(),
}
_REPLIES = {reply.value: reply for reply in Reply}
_LETTERS = {reply.value[0]: reply for reply in Reply}
_RESIGN = "resign_"


class Wish(NamedTuple):
    """`verb` as in commands and buttons; `whom` (seats) None: all that it can mean; `answers`: several cubes at once.

    `str(wish)` and `parse` are a pair.
    """

    verb: str
    whom: tuple[Seat, ...] | None = None
    answers: tuple[tuple[int, Reply], ...] = ()

    def __str__(self) -> str:
        if self.answers:
            return f"{self.verb}/" + ".".join(f"{bet}{reply.value[0]}" for bet, reply in self.answers)
        return self.verb if self.whom is None else f"{self.verb}/" + ".".join(map(str, self.whom))

    @classmethod
    def parse(cls, text: str) -> Wish | None:
        """None for what is no wish."""
        verb, slash, rest = text.partition("/")
        parts = rest.split(".") if rest else []
        if verb == "answers":
            if not parts or not all(part[:-1].isdecimal() and part[-1:] in _LETTERS for part in parts):
                return None
            return cls(verb, None, tuple((int(part[:-1]), _LETTERS[part[-1]]) for part in parts))
        if not all(part.isdecimal() for part in parts):
            return None
        return cls(verb, tuple(map(int, parts)) if slash else None) if cls(verb).deed else None

    @property
    def deed(self) -> Deed | None:
        """What it does; None if it is no wish of ours."""
        if self.verb == "answers":
            return deeds.replies(dict(self.answers))
        if self.verb == "double":
            return deeds.double(self.whom)
        if self.verb in _REPLIES:
            return deeds.reply(_REPLIES[self.verb], self.whom)
        if self.verb == "extra_drop" and self.whom is not None:
            return deeds.extras(True, dropped=self.whom)
        if self.verb == "refuse":
            return deeds.extras(True, refused=self.whom or ())
        if self.verb.removeprefix(_RESIGN) in KINDS and self.verb.startswith(_RESIGN):
            return deeds.resign(KINDS[self.verb.removeprefix(_RESIGN)], self.whom)
        return _PLAIN.get(self.verb)

    @property
    def doubtful(self) -> bool:
        """Whether it is asked once more where something hangs on it, unless a person has switched that off."""
        if self.verb == "answers":
            return any(reply is Reply.DROP for _, reply in self.answers)
        return self.verb in ("double", "drop", "leave_cube", "leave") or self.verb.startswith(_RESIGN)

    @property
    def always_asked(self) -> bool:
        """Whether nobody can switch that off."""
        return self.verb == "leave"
