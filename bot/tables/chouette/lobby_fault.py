"""Why something cannot be done with a lobby."""

from __future__ import annotations

from enum import Enum


class LobbyFault(Enum):
    """Why a lobby action is not possible."""

    OVER = "This chouette did not come about."
    OTHER_RULES = "The rules have been changed since that was shown. Look at them again."
    TOO_MANY_SEATED = "{number} people have joined already: the table must have room for them."
    WHICH_ORDER = "Here the host says the order: `/chouette start order:` with everybody, the box first."
    NOT_MANUAL = "By the rules of this table the order is drawn. Leave `order` out, or change the rule."
    NOT_EVERYBODY = "The order must name everybody who has joined, each once."
    NOT_JOINED = "You have not joined."
    COMPUTERS_ENOUGH = "At most {most} computers can sit at a table."
    NO_COMPUTER = "No computer sits at this table."
