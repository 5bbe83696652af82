"""A table speaks its people's language, where its server has fixed none: game by game, in all that everybody sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bot.backgammon import Phase
from bot.tables.preferences import PersonPreferences, ServerSettings
from bot.texts import texts

from .crew import Crew, crew
from .party import Party, party, said, walk

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


async def accepted(club: Party, **options: Any) -> int:
    """Ann challenges Bob, who accepts; how many messages there were before the table's own."""
    await club.slash("Ann", "play", opponent="Bob", **options)
    before = len(club.messages)
    await club.tap("Bob", club.last, "join")
    return before


async def turn(club: Party) -> None:
    """Whoever is asked rolls or plays."""
    match, who = await club.match(), await club.asked()
    if match.game.phase is Phase.PLAY:
        await club.slash(who, "move", play=str(match.game.plays(match.rules)[0]) or "—")
    else:
        await club.slash(who, "roll")


async def resigned(club: Party, who: str, other: str, language: str = "en") -> None:
    """One resigns a single game, the other accepts."""
    asked = await club.people[who].slash(club.channel, "resign", kind="single")
    await club.press(who, texts(language)("Confirm"), asked.response)
    await club.slash(other, "accept")


async def test_two_who_speak_czech_have_a_czech_table_in_an_english_server(club: Party) -> None:
    club.speaks("cs", "Ann", "Bob")
    before = await accepted(club, length=1)
    challenge = club.messages[before - 1]
    assert english([challenge]), "it stays in the server's language, also once it is accepted"
    buttons = set(shown(club.live))
    for _ in range(6):
        await turn(club)
        buttons |= set(shown(club.live))
    await club.slash("Ann", "board")
    await club.bot.services.lifecycle.remind(await club.table())
    await resigned(club, "Ann", "Bob", "cs")
    over = club.live
    await club.slash("Ann", "replay", game=(await club.table()).id)
    own = club.messages[before:]
    assert len(own) > 6 and english(own) == []
    assert {CZECH("Move"), CZECH("More")} <= buttons and not any(map(ENGLISH.search, buttons))
    assert CZECH("Rematch") in shown(over)
    assert CZECH.many("{who} wins {number} point.", "{who} wins {number} points.", 1, who="**Bob**") in over.content
    await club.tap("Bob", over, "rematch")
    assert english([club.last]), "the next challenge is the server's again"


async def test_those_who_have_no_language_in_common_have_the_servers(club: Party) -> None:
    club.speaks("cs", "Ann")
    before = await accepted(club, length=1)
    assert (await club.table()).language is None
    assert all(english([message]) for message in club.messages[before:])


async def test_a_language_that_the_server_has_fixed_holds_for_all(club: Party) -> None:
    club.speaks("cs", "Ann", "Bob")
    await club.bot.services.preferences.keep_server(club.guild.id, ServerSettings(language="ru"))
    await accepted(club, length=1)
    assert texts("ru")("More") in shown(club.live)
    await club.bot.services.preferences.keep_server(club.guild.id, ServerSettings(language="en-US"))
    await club.slash("Ann", "board")
    assert "More" in shown(club.live)


async def test_a_chosen_language_counts_more_than_discords(club: Party) -> None:
    club.speaks("ru", "Ann", "Bob")
    for who in ("Ann", "Bob"):
        panel = (await club.people[who].slash(club.channel, "preferences")).response
        await club.choose(who, panel, "language", "cs")
    await accepted(club)
    assert CZECH("More") in shown(club.live)


async def test_it_is_looked_at_again_between_two_games_and_never_in_one(club: Party) -> None:
    club.speaks("cs", "Ann", "Bob")
    await accepted(club, length=3)
    club.speaks("en-US", "Bob")
    for _ in range(4):
        await turn(club)
    await club.slash("Bob", "board")
    assert CZECH("More") in shown(club.live) and english([club.live]) == []
    before = len(club.messages)
    await resigned(club, "Ann", "Bob", "cs")
    end, board = club.messages[before], club.live
    assert end.id != board.id and english([end]) == [], "the end of a game is told in its own language"
    assert (await club.match()).number == 2 and "More" in shown(board)


async def test_a_restart_keeps_it(club: Party) -> None:
    club.speaks("cs", "Ann", "Bob")
    await accepted(club, length=1)
    preferences = club.bot.services.preferences
    for who in ("Ann", "Bob"):
        await preferences.keep_person(club.people[who].id, PersonPreferences(language="ru"))
    await club.restart()
    await club.slash("Ann", "board")
    assert CZECH("More") in shown(club.live)


async def test_an_old_board_in_another_language_still_answers(club: Party) -> None:
    club.speaks("cs", "Ann", "Bob")
    await accepted(club, length=1)
    who = await club.asked()
    old = club.live
    await club.bot.services.preferences.keep_server(club.guild.id, ServerSettings(language="en-US"))
    club.still_shown(old)
    answered = await club.tap(who, old, "move")
    assert answered.response.ephemeral


async def test_a_computer_speaks_any_language(club: Party) -> None:
    club.speaks("cs", "Ann")
    await club.slash("Ann", "play", opponent="the bot", thread=False)
    await club.rested()
    table = await club.table()
    assert table.language == "cs" and table.person(1).name.startswith(CZECH("Computer · {level}", level=""))
    assert english(club.messages) == []


async def test_a_joiner_of_another_language_changes_a_chouette_with_the_next_game() -> None:
    async with crew() as group:
        club = group.club
        club.speaks("cs", "Ann", "Bob", "Cyd")
        await group.open("Ann", "Bob", "Cyd")
        assert english(club.messages[:1]), "where people gather it is the server's"
        assert (await group.table()).language == "cs"
        before = len(club.messages)
        await club.slash("Dan", "chouette join")
        await club.slash("Ann", "board")
        assert (await group.table()).language == "cs" and english([club.live]) == []
        await resign_all(group)
        await club.slash("Ann", "chouette score")
        await club.slash("Ann", "chouette history")
        assert english(club.messages[before:]) == []
        await club.slash(await group.name((await group.session()).playing[0]), "next")
        assert (await group.session()).number == 2 and (await group.table()).language is None
        assert english([club.live])
        club.env.raise_errors()


async def resign_all(group: Crew) -> None:
    """The box resigns to all, who accept."""
    box = await group.box()
    asked = await group.club.people[box].slash(group.club.channel, "resign", kind="single")
    if asked.response is not None and CZECH("Confirm") in shown(asked.response):
        await group.club.press(box, CZECH("Confirm"), asked.response)
    for proposal in (await group.session()).proposals:
        await group.club.slash(await group.name(proposal.of[0]), "accept", offer=str(proposal.number))


async def test_the_thread_of_a_team_speaks_its_language_too() -> None:
    async with crew() as group:
        club = group.club
        club.speaks("cs", "Ann", "Bob", "Cyd", "Dan")
        await club.slash("Ann", "chouette open", preset="full_advice")
        lobby = club.last
        for who in ("Bob", "Cyd", "Dan"):
            await club.press(who, "Join", lobby)
        await club.slash("Ann", "chouette start")
        await club.bot.services.presenter.companions.rest(5)
        (thread,) = club.channel.threads
        assert thread.name == CZECH("Advice at table {table}", table=(await group.table()).id)
        assert english(list(thread.history())) == []
        club.env.raise_errors()


async def test_the_help_names_buttons_as_its_reader_sees_them(club: Party) -> None:
    """Under the board in the table's language, where people agree to play in the server's, one's own in one's own."""
    club.speaks("cs", "Ann", "Bob")
    club.speaks("ru", "Cyd")
    await accepted(club, length=1)
    words = said(await club.people["Cyd"].slash(club.channel, "help"))
    russian = texts("ru")
    for name in ("Play", CZECH("Roll"), CZECH("Move"), CZECH("More"), russian("Confirm")):
        assert f"**{name}**" in words, name


async def test_where_nothing_is_played_the_help_names_the_buttons_of_a_game_against_the_computer(club: Party) -> None:
    club.speaks("ru", "Cyd")
    words = said(await club.people["Cyd"].slash(club.channel, "help"))
    russian = texts("ru")
    for name in ("Play", russian("Roll"), russian("Move"), russian("More"), russian("Confirm")):
        assert f"**{name}**" in words, name


async def test_the_language_is_kept_when_it_changes_and_goes_with_ones_data(club: Party) -> None:
    preferences, ann = club.bot.services.preferences, club.people["Ann"].id
    club.speaks("cs", "Ann")
    kept: list[object] = []
    russian = texts("ru")
    keep = club.bot.services.store.set_preferences

    async def noted(user: int, data: bytes) -> None:
        kept.append(data)
        await keep(user, data)

    club.bot.services.store.set_preferences = noted  # type: ignore[method-assign]
    for _ in range(3):
        await club.slash("Ann", "help")
    assert kept == [b'{"spoken":"cs"}'] and (await preferences.of_person(ann)).answered_in == "cs"
    club.speaks("ru", "Ann")
    await club.slash("Ann", "help")
    assert kept[1:] == [b'{"spoken":"ru"}']
    panel = (await club.people["Ann"].slash(club.channel, "preferences")).response
    data = (await club.press("Ann", russian("My data"), panel)).response
    pressed = await club.press("Ann", russian("Export"), data)
    (answer,) = [each for each in (pressed.response, *pressed.followups) if each is not None and each.attachments]
    assert b'"spoken": "ru"' in club.env.backend.cdn.get(answer.attachments[0].url)
    sure = (await club.press("Ann", russian("Delete …"), data)).response
    await club.press("Ann", russian("Delete my data"), sure)
    assert await club.bot.services.store.preferences(ann) is None


async def test_a_sheet_of_preferans_and_the_card_of_a_session_speak_it() -> None:
    async with party(("Ann", "Bob", "Cyd")) as club:
        club.speaks("cs", "Ann", "Bob", "Cyd")
        await club.slash("Ann", "preferans open", players=3)
        before, gathering = len(club.messages), club.last
        for who in ("Bob", "Cyd"):
            await club.press(who, "Join", gathering)
        assert CZECH("Hand") in shown(club.live)
        await club.slash("Ann", "preferans end")
        assert len(club.messages) > before and english(club.messages[before:]) == []
        club.env.raise_errors()

    async with party() as club:
        club.speaks("cs", "Ann", "Bob")
        before = await accepted(club)
        await resigned(club, "Ann", "Bob", "cs")
        for who in ("Ann", "Bob"):
            await club.slash(who, "next")
        await resigned(club, "Bob", "Ann", "cs")
        await club.slash("Bob", "end")
        assert (await club.match()).closed
        card = club.live.attachments[0].description
        assert CZECH("Session over") in card and english(club.messages[before:]) == []
        club.env.raise_errors()


async def test_a_thread_for_a_lobby_is_named_in_the_servers_language(club: Party) -> None:
    club.speaks("cs", "Ann")
    await club.slash("Ann", "chouette open", thread=True)
    (thread,) = club.channel.threads
    assert thread.name == "Chouette: Standard"
