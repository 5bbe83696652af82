"""A table speaks its people's language, where its server has fixed none: game by game, in all that everybody sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bot.backgammon import Phase
from bot.tables.preferences import PersonPreferences, ServerSettings
from bot.texts import texts

from .bot import OneBot, one_bot, said, walk
from .chouette import OneChouette, crew

#: Words that English texts are full of, and that neither Czech nor names have.
ENGLISH = re.compile(
    r"\b(the|and|of|is|are|has|with|your?|wins?|plays?|match|games?|points?|turn|rolls?|rolled|move|more|resigns?|"
    r"checkers?|everybody|next|again|seat|session|advice|computer|press|accept)\b",
    re.IGNORECASE,
)
CZECH = texts("cs")


def shown(message: Any) -> Iterator[str]:
    """Every text of a message: its words, its labels, what its pictures show."""
    yield message.content
    for each in walk(message):
        yield from (each.get("label") or "", each.get("placeholder") or "")
        yield from (option["label"] for option in each.get("options", ()))
    yield from (each.description or "" for each in message.attachments)


def english(messages: list[Any]) -> list[str]:
    """What of them is said in English; commands are called so in every language."""
    told = [re.sub(r"`[^`]*`", "", text) for message in messages for text in shown(message)]
    return [text for text in told if ENGLISH.search(text)]


async def accepted(bot: OneBot, **options: Any) -> int:
    """Ann challenges Bob, who accepts; how many messages there were before the table's own."""
    await bot.slash("Ann", "play", opponent="Bob", **options)
    before = len(bot.messages)
    await bot.tap("Bob", bot.last, "join")
    return before


async def turn(bot: OneBot) -> None:
    """Whoever is asked rolls or plays."""
    match, who = await bot.match(), await bot.asked()
    if match.game.phase is Phase.PLAY:
        await bot.slash(who, "move", play=str(match.game.plays(match.rules)[0]) or "—")
    else:
        await bot.slash(who, "roll")


async def resigned(bot: OneBot, who: str, other: str, language: str = "en") -> None:
    """One resigns a single game, the other accepts."""
    asked = await bot.people[who].slash(bot.channel, "resign", kind="single")
    await bot.press(who, texts(language)("Confirm"), asked.response)
    await bot.slash(other, "accept")


async def test_two_who_speak_czech_have_a_czech_table_in_an_english_server(bot: OneBot) -> None:
    bot.speaks("cs", "Ann", "Bob")
    before = await accepted(bot, length=1)
    challenge = bot.messages[before - 1]
    assert english([challenge]), "it stays in the server's language, also once it is accepted"
    buttons = set(shown(bot.live))
    for _ in range(6):
        await turn(bot)
        buttons |= set(shown(bot.live))
    await bot.slash("Ann", "board")
    await bot.services.lifecycle.remind(await bot.table())
    await resigned(bot, "Ann", "Bob", "cs")
    over = bot.live
    await bot.slash("Ann", "replay", game=(await bot.table()).id)
    own = bot.messages[before:]
    assert len(own) > 6 and english(own) == []
    assert {CZECH("Move"), CZECH("More")} <= buttons and not any(map(ENGLISH.search, buttons))
    assert CZECH("Rematch") in shown(over)
    assert CZECH.many("{who} wins {number} point.", "{who} wins {number} points.", 1, who="**Bob**") in over.content
    await bot.tap("Bob", over, "rematch")
    assert english([bot.last]), "the next challenge is the server's again"


async def test_those_who_have_no_language_in_common_have_the_servers(bot: OneBot) -> None:
    bot.speaks("cs", "Ann")
    before = await accepted(bot, length=1)
    assert (await bot.table()).language is None
    assert all(english([message]) for message in bot.messages[before:])


async def test_a_language_that_the_server_has_fixed_holds_for_all(bot: OneBot) -> None:
    bot.speaks("cs", "Ann", "Bob")
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(language="ru"))
    await accepted(bot, length=1)
    assert texts("ru")("More") in shown(bot.live)
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(language="en-US"))
    await bot.slash("Ann", "board")
    assert "More" in shown(bot.live)


async def test_a_chosen_language_counts_more_than_discords(bot: OneBot) -> None:
    bot.speaks("ru", "Ann", "Bob")
    for who in ("Ann", "Bob"):
        panel = (await bot.people[who].slash(bot.channel, "preferences")).response
        await bot.choose(who, panel, "language", "cs")
    await accepted(bot)
    assert CZECH("More") in shown(bot.live)


async def test_it_is_looked_at_again_between_two_games_and_never_in_one(bot: OneBot) -> None:
    bot.speaks("cs", "Ann", "Bob")
    await accepted(bot, length=3)
    bot.speaks("en-US", "Bob")
    for _ in range(4):
        await turn(bot)
    await bot.slash("Bob", "board")
    assert CZECH("More") in shown(bot.live) and english([bot.live]) == []
    before = len(bot.messages)
    await resigned(bot, "Ann", "Bob", "cs")
    end, board = bot.messages[before], bot.live
    assert end.id != board.id and english([end]) == [], "the end of a game is told in its own language"
    assert (await bot.match()).number == 2 and "More" in shown(board)


async def test_a_restart_keeps_it(bot: OneBot) -> None:
    bot.speaks("cs", "Ann", "Bob")
    await accepted(bot, length=1)
    preferences = bot.services.preferences
    for who in ("Ann", "Bob"):
        await preferences.keep_person(bot.people[who].id, PersonPreferences(language="ru"))
    await bot.restart()
    await bot.slash("Ann", "board")
    assert CZECH("More") in shown(bot.live)


async def test_an_old_board_in_another_language_still_answers(bot: OneBot) -> None:
    bot.speaks("cs", "Ann", "Bob")
    await accepted(bot, length=1)
    who = await bot.asked()
    old = bot.live
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(language="en-US"))
    bot.still_shown(old)
    answered = await bot.tap(who, old, "move")
    assert answered.response.ephemeral


async def test_a_computer_speaks_any_language(bot: OneBot) -> None:
    bot.speaks("cs", "Ann")
    await bot.slash("Ann", "play", opponent="the bot", thread=False)
    await bot.rested()
    table = await bot.table()
    assert table.language == "cs" and table.person(1).name.startswith(CZECH("Computer · {level}", level=""))
    assert english(bot.messages) == []


async def test_a_joiner_of_another_language_changes_a_chouette_with_the_next_game() -> None:
    async with crew() as group:
        bot = group.bot
        bot.speaks("cs", "Ann", "Bob", "Cyd")
        await group.open("Ann", "Bob", "Cyd")
        assert english(bot.messages[:1]), "where people gather it is the server's"
        assert (await group.table()).language == "cs"
        before = len(bot.messages)
        await bot.slash("Dan", "chouette join")
        await bot.slash("Ann", "board")
        assert (await group.table()).language == "cs" and english([bot.live]) == []
        await resign_all(group)
        await bot.slash("Ann", "chouette score")
        await bot.slash("Ann", "chouette history")
        assert english(bot.messages[before:]) == []
        await bot.slash(await group.name((await group.session()).playing[0]), "next")
        assert (await group.session()).number == 2 and (await group.table()).language is None
        assert english([bot.live])
        bot.env.raise_errors()


async def resign_all(group: OneChouette) -> None:
    """The box resigns to all, who accept."""
    box = await group.box()
    asked = await group.bot.people[box].slash(group.bot.channel, "resign", kind="single")
    if asked.response is not None and CZECH("Confirm") in shown(asked.response):
        await group.bot.press(box, CZECH("Confirm"), asked.response)
    for proposal in (await group.session()).proposals:
        await group.bot.slash(await group.name(proposal.of[0]), "accept", offer=str(proposal.number))


async def test_the_thread_of_a_team_speaks_its_language_too() -> None:
    async with crew() as group:
        bot = group.bot
        bot.speaks("cs", "Ann", "Bob", "Cyd", "Dan")
        await bot.slash("Ann", "chouette open", preset="full_advice")
        lobby = bot.last
        for who in ("Bob", "Cyd", "Dan"):
            await bot.press(who, "Join", lobby)
        await bot.slash("Ann", "chouette start")
        await bot.services.presenter.companions.rest(5)
        (thread,) = bot.channel.threads
        assert thread.name == CZECH("Advice at table {table}", table=(await group.table()).id)
        assert english(list(thread.history())) == []
        bot.env.raise_errors()


async def test_the_help_names_buttons_as_its_reader_sees_them(bot: OneBot) -> None:
    """Under the board in the table's language, where people agree to play in the server's, beside the reader's own."""
    bot.speaks("cs", "Ann", "Bob")
    bot.speaks("ru", "Cyd")
    await accepted(bot, length=1)
    words = said(await bot.people["Cyd"].slash(bot.channel, "help"))
    russian = texts("ru")
    both = [f"{russian('Play')} / Play", *(f"{russian(name)} / {CZECH(name)}" for name in ("Roll", "Move", "More"))]
    for name in (*both, russian("Confirm")):
        assert f"**{name}**" in words, name


async def test_where_nothing_is_played_the_help_names_the_buttons_of_a_game_against_the_computer(
    bot: OneBot,
) -> None:
    bot.speaks("ru", "Cyd")
    words = said(await bot.people["Cyd"].slash(bot.channel, "help"))
    russian = texts("ru")
    for name in (f"{russian('Play')} / Play", *map(russian, ("Roll", "Move", "More", "Confirm"))):
        assert f"**{name}**" in words, name


async def test_the_language_is_kept_when_it_changes_and_goes_with_ones_data(bot: OneBot) -> None:
    preferences, ann = bot.services.preferences, bot.people["Ann"].id
    bot.speaks("cs", "Ann")
    kept: list[object] = []
    russian = texts("ru")
    keep = bot.services.store.set_preferences

    async def noted(user: int, data: bytes) -> None:
        kept.append(data)
        await keep(user, data)

    bot.services.store.set_preferences = noted  # type: ignore[method-assign]
    for _ in range(3):
        await bot.slash("Ann", "help")
    assert kept == [b'{"spoken":"cs"}'] and (await preferences.of_person(ann)).answered_in == "cs"
    bot.speaks("ru", "Ann")
    await bot.slash("Ann", "help")
    assert kept[1:] == [b'{"spoken":"ru"}']
    panel = (await bot.people["Ann"].slash(bot.channel, "preferences")).response
    data = (await bot.press("Ann", russian("My data"), panel)).response
    pressed = await bot.press("Ann", russian("Export"), data)
    (answer,) = [each for each in (pressed.response, *pressed.followups) if each is not None and each.attachments]
    assert b'"spoken": "ru"' in bot.env.backend.cdn.get(answer.attachments[0].url)
    sure = (await bot.press("Ann", russian("Delete …"), data)).response
    await bot.press("Ann", russian("Delete my data"), sure)
    assert await bot.services.store.preferences(ann) is None


async def test_a_sheet_of_preferans_and_the_card_of_a_session_speak_it() -> None:
    async with one_bot(("Ann", "Bob", "Cyd")) as bot:
        bot.speaks("cs", "Ann", "Bob", "Cyd")
        await bot.slash("Ann", "preferans open", players=3)
        before, gathering = len(bot.messages), bot.last
        for who in ("Bob", "Cyd"):
            await bot.press(who, "Join", gathering)
        assert CZECH("Hand") in shown(bot.live)
        await bot.slash("Ann", "preferans end")
        assert len(bot.messages) > before and english(bot.messages[before:]) == []
        bot.env.raise_errors()

    async with one_bot() as bot:
        bot.speaks("cs", "Ann", "Bob")
        before = await accepted(bot)
        await resigned(bot, "Ann", "Bob", "cs")
        for who in ("Ann", "Bob"):
            await bot.slash(who, "next")
        await resigned(bot, "Bob", "Ann", "cs")
        await bot.slash("Bob", "end")
        assert (await bot.match()).closed
        card = bot.live.attachments[0].description
        assert CZECH("Session over") in card and english(bot.messages[before:]) == []
        bot.env.raise_errors()


async def test_a_thread_for_a_lobby_is_named_in_the_servers_language(bot: OneBot) -> None:
    bot.speaks("cs", "Ann")
    await bot.slash("Ann", "chouette open", thread=True)
    (thread,) = bot.channel.threads
    assert thread.name == "Chouette: Standard"
