"""What the bot needs in a channel by what is posted there, and what of that a channel does not give."""

from __future__ import annotations

import discord
import pytest

from bot.permissions import NEEDED, NEEDED_FOR, Use, given, in_place, missing

KIND = discord.ChannelType
POSTING = {"view_channel", "send_messages", "attach_files"}


@pytest.mark.parametrize(
    ("use", "names"),
    [
        (Use.BOARD, POSTING),
        (Use.DAY, POSTING | {"read_message_history"}),
        (Use.PODIUM, POSTING),
        (Use.WEEK, POSTING | {"read_message_history"}),
        (Use.LEAGUE, POSTING),
    ],
)
def test_what_a_channel_needs_depends_on_what_is_posted_there(use: Use, names: set[str]) -> None:
    assert NEEDED_FOR[use].keys() == names <= NEEDED.keys()
    for kind in KIND:
        there = in_place(NEEDED_FOR[use], kind).keys()
        if kind in (KIND.public_thread, KIND.private_thread, KIND.news_thread):
            assert there == names - {"send_messages"} | {"send_messages_in_threads"}
        elif kind in (KIND.voice, KIND.stage_voice):
            assert there == names | {"connect"}
        else:
            assert there == names
    assert in_place(NEEDED_FOR[use], None).keys() == names


def test_a_channel_takes_and_gives_in_the_order_of_discord() -> None:
    roles = discord.Permissions(view_channel=True, send_messages=True)
    send, attach = discord.Permissions(send_messages=True).value, discord.Permissions(attach_files=True).value
    assert missing(given(roles, []), NEEDED_FOR[Use.BOARD]) == ["Attach Files"]
    assert missing(given(roles, [[(attach, send)]]), NEEDED_FOR[Use.BOARD]) == ["Send Messages"]
    # Of roles whatever one of them allows counts, and oneself goes before all.
    assert given(roles, [[(0, send)], [(0, send), (send, 0)], []]).send_messages
    assert not given(roles, [[], [(send, 0)], [(0, send)]]).send_messages
    assert given(discord.Permissions(administrator=True), [[(0, send)]]).administrator
