"""What somebody wishes to do, as a word that a button can carry: a verb, and in a chouette whom or what it is about."""

from __future__ import annotations

from typing import NamedTuple

from bot.backgammon import Reply, Seat, actions
from bot.chouette import actions as many
from bot.tables import intents
from bot.tables.intents import KINDS, Intent

#: What needs nothing but the word itself, as button and as command.
_PLAIN: dict[str, Intent] = {
    "roll": intents.roll(),
    "pass": intents.plain(many.Pass),
    "hold": intents.plain(many.Hold),
    "undo": intents.plain(actions.Undo),
    "abort": intents.plain(actions.Abort),
    "next": intents.plain(actions.Next),
    "end": intents.plain(actions.End),
    "claim": intents.claim(),
    "extra_give": intents.extra(True),
    "extra_keep": intents.extra(False),
    "stay": intents.extras(True),
    "leave_cube": intents.extras(False),
    "extra_drop": intents.extras(True, dropped=None),
    "leave": intents.leave(),
    "pause": intents.pause(True),
    "resume": intents.pause(False),
    "share": intents.share(True),
    "alone": intents.share(False),
    "decline_box": intents.plain(many.DeclineBox),
    "sit_out": intents.sit_out(),
    "auto_pass": intents.auto_pass(),
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
        return cls(verb, tuple(map(int, parts)) if slash else None) if cls(verb).intent else None

    @property
    def intent(self) -> Intent | None:
        """What it does; None if it is no wish of ours."""
        if self.verb == "answers":
            return intents.replies(dict(self.answers))
        if self.verb == "double":
            return intents.double(self.whom)
        if self.verb in _REPLIES:
            return intents.reply(_REPLIES[self.verb], self.whom)
        if self.verb == "extra_drop" and self.whom is not None:
            return intents.extras(True, dropped=self.whom)
        if self.verb == "refuse":
            return intents.extras(True, refused=self.whom or ())
        if self.verb.removeprefix(_RESIGN) in KINDS and self.verb.startswith(_RESIGN):
            return intents.resign(KINDS[self.verb.removeprefix(_RESIGN)], self.whom)
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
