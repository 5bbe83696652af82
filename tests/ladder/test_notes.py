"""What was decided about games and people, as it stands in a server's list."""

from __future__ import annotations

import msgspec
import pytest

from bot.ladder.notes import Away, Forget, Hide, Note, Restore, Strike, read_note, write_note

STORED: dict[bytes, Note] = {
    b'{"type":"strike","entry":7,"reason":"a mistake","at":1.5,"by":3}': Strike(7, "a mistake", 1.5, 3),
    b'{"type":"restore","entry":7,"reason":"it was none","at":2.5,"by":3}': Restore(7, "it was none", 2.5, 3),
    b'{"type":"hide","player":3,"hidden":false}': Hide(3, False),
    b'{"type":"away","player":3,"away":true}': Away(3),
    b'{"type":"forget","player":3}': Forget(3),
}


@pytest.mark.parametrize("stored", STORED)
def test_what_is_decided_today_is_read_for_ever(stored: bytes) -> None:
    assert read_note(stored) == STORED[stored] and write_note(STORED[stored]) == stored


@pytest.mark.parametrize("stored", STORED)
def test_what_a_newer_version_says_beside_is_not_passed_over(stored: bytes) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        read_note(stored[:-1] + b',"more":1}')
