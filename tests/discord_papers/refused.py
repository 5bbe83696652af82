"""An example of each thing that Discord refuses: what a judge and both simulators are held to."""

from __future__ import annotations

from .examples import (
    CHANGE,
    COMMAND,
    CONVERSE,
    EDIT,
    EMOJIS,
    FOLLOWUP,
    FORM,
    HISTORY,
    ORIGINAL,
    PIXEL,
    POST,
    PRESS,
    THREAD,
    THREAD_OF,
    TYPING,
    answer,
    attached,
    choice,
    embedded,
    field,
    modal,
    of,
    offer,
    words,
)
from .limits import CALLBACKS, CHANNEL, CODES, EMOJI, FILE, MESSAGE, THREADS, UPLOADS, USER
from .refused_parts import PARTS

REFUSED = (
    *of(
        POST,
        MESSAGE,
        {
            "more than 2,000 characters": {"content": "x" * 2001},
            "a nonce of 26 characters": {"content": "x", "nonce": "x" * 26},
            "a nonce that is no text and no whole number": {"content": "x", "nonce": 1.5},
            "11 embeds": {"embeds": [{"title": "x"}] * 11},
            "an embed's title of 257 characters": embedded(title="x" * 257),
            "an embed's description of 4,097 characters": embedded(description="x" * 4097),
            "26 fields of an embed": embedded(fields=[{"name": "x", "value": "y"}] * 26),
            "a field's name of 257 characters": embedded(fields=[{"name": "x" * 257, "value": "y"}]),
            "a field's value of 1,025 characters": embedded(fields=[{"name": "x", "value": "y" * 1025}]),
            "a field of an embed without a value": embedded(fields=[{"name": "x", "value": ""}]),
            "a footer of 2,049 characters": embedded(footer={"text": "x" * 2049}),
            "an author's name of 257 characters": embedded(author={"name": "x" * 257}),
            "embeds of more than 6,000 characters": {"embeds": [{"description": "x" * 3001}] * 2},
            "a colour of more than three bytes": embedded(color=1 << 24),
            "four stickers": {"sticker_ids": ["1", "2", "3", "4"]},
            "mentions of a kind that is none": {"content": "x", "allowed_mentions": {"parse": ["all"]}},
            "all users and some users": {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "101 users to mention": {
                "content": "x",
                "allowed_mentions": {"users": [str(each) for each in range(1, 102)]},
            },
        },
    ),
    *of(
        POST,
        MESSAGE,
        {
            "an empty message": {"content": ""},
        },
        code=50006,
    ),
    *of(
        POST,
        MESSAGE,
        {
            "a reply to a message that is not there": {"content": "x", "message_reference": {"message_id": "1"}},
        },
        by_judge=False,
    ),
    *of(
        "POST /channels/{unreadable}/messages",
        CODES,
        {
            "a reply without Read Message History": {"content": "x", "message_reference": {"message_id": "{hidden}"}},
        },
        code=160002,
        by_judge=False,
    ),
    *of(
        "POST /channels/{mute}/messages",
        CODES,
        {
            "a message where the bot may not write": {"content": "x"},
        },
        code=50013,
        by_judge=False,
    ),
    *of(
        "POST /channels/1/messages",
        CODES,
        {
            "a message into a channel that is not there": {"content": "x"},
        },
        code=10003,
        by_judge=False,
    ),
    *of(
        HISTORY + "?limit=101",
        MESSAGE,
        {
            "101 messages of the history": None,
        },
    ),
    *of(
        HISTORY + "?limit=0",
        MESSAGE,
        {
            "no messages of the history": None,
        },
    ),
    *of(
        POST,
        UPLOADS,
        {
            "11 files": {"content": "x"},
        },
        files=(1,) * 11,
    ),
    *of(
        POST,
        UPLOADS,
        {
            "a file of more than 10 MiB": {"content": "x"},
        },
        code=40005,
        files=(FILE + 1,),
    ),
    *of(
        POST,
        MESSAGE,
        {
            "an alt text of 1,025 characters": attached(0, description="x" * 1025),
        },
        files=(1,),
    ),
    *of(
        POST,
        UPLOADS,
        {
            "a file that does not come with it": attached(0, 1),
            "a file that is named twice": attached(0, 0),
        },
        files=(1,),
    ),
    *of(
        EDIT,
        MESSAGE,
        {
            "an edit that keeps a file the message never had": attached("{file}", "1"),
            "an edit of more than 2,000 characters": {"content": "x" * 2001},
        },
    ),
    *of(
        EDIT,
        UPLOADS,
        {
            "an edit with ten files more": {"content": "x"},
        },
        files=(1,) * 10,
    ),
    *of(
        "PATCH {theirs}",
        CODES,
        {
            "an edit of somebody else's message": {"content": "x"},
        },
        code=50005,
        by_judge=False,
    ),
    *of(
        "PATCH /channels/{channel}/messages/1",
        CODES,
        {
            "an edit of a message that is not there": {"content": "x"},
        },
        code=10008,
        by_judge=False,
    ),
    *of(
        COMMAND,
        CALLBACKS,
        {
            "an answer of more than 2,000 characters": answer(4, content="x" * 2001),
            "a changed message in answer to a command": answer(7, content="x"),
            "a promise to change the message of a command": {"type": 6},
            "choices in answer to a command": offer(choice()),
            "an answer of no kind": answer(99),
        },
    ),
    *of(
        COMMAND,
        CALLBACKS,
        {
            "an empty answer": answer(4, content=""),
        },
        code=50006,
    ),
    *of(
        PRESS,
        CALLBACKS,
        {
            "choices in answer to a press": offer(choice()),
            "a press that leaves more than 2,000 characters": answer(7, content="x" * 2001),
            "a form without a title": modal(field(words()), title=""),
            "a form's title of 46 characters": modal(field(words()), title="x" * 46),
            "a form's custom id of 101 characters": modal(field(words()), custom_id="x" * 101),
            "a form of nothing": modal(),
            "a form of six fields": modal(*(field(words(custom_id=str(each))) for each in range(6))),
        },
    ),
    *of(
        TYPING,
        CALLBACKS,
        {
            "a message in answer to an autocompletion": answer(4, content="x"),
            "26 choices": offer(*(choice(str(each), str(each)) for each in range(26))),
        },
    ),
    *of(
        FORM,
        CALLBACKS,
        {
            "a form in answer to a form": modal(field(words())),
        },
    ),
    *of(
        "POST /interactions/{done}/callback",
        CODES,
        {
            "a second answer": answer(4, content="x"),
        },
        code=40060,
    ),
    *of(
        "POST /interactions/1/none/callback",
        CODES,
        {
            "an answer to an interaction that is not there": answer(4, content="x"),
        },
        code=10062,
        by_judge=False,
    ),
    *of(
        PRESS,
        MESSAGE,
        {
            "a press that keeps a file the message never had": answer(7, **attached("{file}", "1")),
        },
    ),
    *of(
        FOLLOWUP,
        MESSAGE,
        {
            "more to say of more than 2,000 characters": {"content": "x" * 2001},
        },
    ),
    *of(
        FOLLOWUP,
        MESSAGE,
        {
            "more to say that is nothing": {"content": ""},
        },
        code=50006,
    ),
    *of(
        FOLLOWUP,
        UPLOADS,
        {
            "more to say with 11 files": {"content": "x"},
        },
        files=(1,) * 11,
    ),
    *of(
        "POST /webhooks/{bot}/{open}",
        CODES,
        {
            "more to say before the answer": {"content": "x"},
        },
        code=10015,
    ),
    *of(
        "POST /webhooks/{bot}/{spent}",
        CODES,
        {
            "a sixth thing more to say where the bot is no member": {"content": "x"},
        },
        code=40094,
    ),
    *of(
        "POST /channels/{abroad}/messages",
        CODES,
        {
            "a message into a channel of a server without the bot": {"content": "x"},
        },
        code=50001,
    ),
    *of(
        ORIGINAL,
        MESSAGE,
        {
            "an answer changed to more than 2,000 characters": {"content": "x" * 2001},
            "an answer changed that keeps a file it never had": attached("1"),
        },
    ),
    *of(
        THREAD,
        THREADS,
        {
            "a thread's name of 101 characters": {"name": "x" * 101, "type": 11},
            "a thread of no kind": {"name": "x", "type": 0},
        },
    ),
    *of(
        THREAD_OF,
        THREADS,
        {
            "a thread without a name": {"name": ""},
            "a thread's name of spaces": {"name": "  "},
            "a thread for an hour and a minute": {"name": "x", "auto_archive_duration": 61},
            "a thread slower than six hours": {"name": "x", "rate_limit_per_user": 21601},
        },
    ),
    *of(
        "POST {begun}/threads",
        CODES,
        {
            "a second thread of a message": {"name": "x"},
        },
        code=160004,
        by_judge=False,
    ),
    *of(
        CHANGE,
        CHANNEL,
        {
            "a thread renamed to 101 characters": {"name": "x" * 101},
            "a thread renamed to nothing": {"name": ""},
            "a thread changed to two hours": {"auto_archive_duration": 120},
        },
    ),
    *of(
        CONVERSE,
        USER,
        {
            "a conversation with nobody": {},
        },
    ),
    *of(
        CONVERSE,
        CODES,
        {
            "a conversation with somebody who is not there": {"recipient_id": "1"},
        },
        code=10013,
        by_judge=False,
    ),
    *of(
        EMOJIS,
        EMOJI,
        {
            "an emoji of one letter": {"name": "x", "image": PIXEL},
            "an emoji of 33 letters": {"name": "x" * 33, "image": PIXEL},
            "an emoji without a picture": {"name": "die", "image": "x"},
            "an emoji of more than 256 KiB": {"name": "die", "image": "data:image/png;base64," + "A" * 350000},
        },
    ),
    *PARTS,
)
