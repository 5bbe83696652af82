"""`/train`: a card is shown, answered, explained, turned, removed; presses made twice, late or by others; reminders."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from discord.utils import escape_markdown
from msgspec.structs import replace

from bot.engine.thoughts import Level
from bot.tables import personal_data
from bot.training.common_cards import lesson_questions, openings
from bot.training.deck import Origin
from tests.backgammon.test_match_files import MATCH

from .bot import OneBot, walk
from .test_analysis import alone as messages_alone
from .test_analysis import finished, report
from .test_imports import bring, id_of


def alone(bot: OneBot) -> Any:
    """The latest message to one person alone, as it stands now."""
    return messages_alone(bot)[-1]


def labels(message: Any) -> list[str]:
    return [each["label"] for each in walk(message) if "label" in each]


async def kept(bot: OneBot, who: str = "Ann") -> Any:
    return await bot.services.training.read(bot.people[who].id)


async def shown(bot: OneBot, who: str = "Ann") -> Any:
    """The card that is shown to somebody."""
    deck = (await kept(bot, who)).deck
    card = await bot.services.training.card(bot.people[who].id, deck.shown)
    assert card is not None
    return card


async def experienced(bot: OneBot, who: str = "Ann") -> None:
    """Somebody is no beginner: the last game against the computer was at its highest level."""
    user, preferences = bot.people[who].id, bot.services.preferences
    await preferences.keep_person(user, replace(await preferences.of_person(user), computer_level=Level.WORLD_CLASS))


async def pick(bot: OneBot, who: str, message: Any, *, right: bool) -> None:
    """Press the best choice, or another one that loses enough."""
    verdict = (await shown(bot, who)).verdict
    offered = [label for label in labels(message) if label not in ("Turn the board", "Not this one")]
    losses = dict(verdict.near) | {verdict.chosen: verdict.error, verdict.best: 0.0}
    bad = [label for label in offered if losses.get(label, 1.0) > 0.02]
    await bot.press(who, verdict.best if right else bad[0], message)


async def test_a_card_is_shown_answered_and_explained(bot: OneBot) -> None:
    said = await bot.slash("Ann", "train")
    assert "**Training:** card 1 of 3 today" in said and "You have rolled" in said and "A money game." in said
    card, message = await shown(bot), alone(bot)
    assert card.verdict.best not in said and "arrows" not in message.attachments[0].description
    assert card.verdict.best in labels(message) and {"Turn the board", "Not this one"} <= set(labels(message))
    await pick(bot, "Ann", message, right=False)
    answer = alone(bot)
    assert answer.id == message.id and f"**No:** {escape_markdown(card.verdict.best)} is best" in answer.content
    assert "It comes once more today." in answer.content
    await bot.press("Ann", "Why", answer)
    why = alone(bot)
    assert (
        f"1. 🟡 {escape_markdown(card.verdict.best)}" in why.content
        and " · your choice" in why.content
        and "-ply" in why.content
    )
    await bot.press("Ann", "Next", why)
    assert "card 2 of 3 today" in alone(bot).content


async def test_a_beginner_meets_questions_of_the_lessons(bot: OneBot) -> None:
    await bot.slash("Ann", "train")
    assert (await kept(bot)).deck.shown in lesson_questions()
    await experienced(bot, "Bob")
    await bot.slash("Bob", "train")
    assert (await kept(bot, "Bob")).deck.shown in openings()


async def test_the_number_of_the_day_then_what_was_wrong_then_nothing(bot: OneBot) -> None:
    await bot.slash("Ann", "train")
    first = (await kept(bot)).deck.shown
    for place, right in enumerate((False, True, True)):
        assert f"card {place + 1} of 3" in alone(bot).content
        await pick(bot, "Ann", alone(bot), right=right)
        await bot.press("Ann", "Next", alone(bot))
    assert "once more what was wrong today" in alone(bot).content and (await kept(bot)).deck.shown == first
    before = (await kept(bot)).entries[first]
    await pick(bot, "Ann", alone(bot), right=True)
    assert (await kept(bot)).entries[first] == before, "it is not graded"
    await bot.press("Ann", "Next", alone(bot))
    assert "That is all for today." in alone(bot).content and "1 day in a row" in alone(bot).content
    assert "That is all for today." in await bot.slash("Ann", "train")
    assert len([each for each in (await kept(bot)).entries.values() if each.memory]) == 3


async def test_a_second_press_and_an_old_message_change_nothing(bot: OneBot) -> None:
    await bot.slash("Ann", "train")
    message = alone(bot)
    old = [each["custom_id"] for each in walk(message)]
    await pick(bot, "Ann", message, right=True)
    state = (await kept(bot)).state
    bot.still_shown(message)
    await bot.people["Ann"].click(message, custom_id=old[1])
    assert (await kept(bot)).state == state and "**Right:**" in alone(bot).content
    await bot.press("Ann", "Next", alone(bot))
    state = (await kept(bot)).state
    for custom in old:
        bot.still_shown(message)
        await bot.people["Ann"].click(message, custom_id=custom)
        assert (await kept(bot)).state == state
        assert "not your latest card any more" in "\n".join(each.content for each in bot.private)


async def test_somebody_else_pressing_changes_nobodys_deck(bot: OneBot) -> None:
    await bot.slash("Ann", "train")
    await pick(bot, "Ann", alone(bot), right=True)
    await bot.press("Ann", "Next", alone(bot))
    forged, before = [row.to_dict() for row in alone(bot).components], (await kept(bot)).state
    await bot.slash("Bob", "train")
    mine, other = alone(bot), (await kept(bot, "Bob")).state
    stored = bot.env.backend.get_message(mine.channel.id, mine.id)
    for custom in [each["custom_id"] for row in forged for each in row["components"]]:
        stored.components = forged
        await bot.people["Bob"].click(mine, custom_id=custom)
        if not custom.startswith("train_next"):
            assert "not your latest card any more" in alone(bot).content
        assert (await kept(bot)).state == before and (await kept(bot, "Bob")).state == other


async def test_a_card_is_turned_and_stays_the_same(bot: OneBot) -> None:
    await bot.slash("Ann", "train")
    message = alone(bot)
    before, offered = message.attachments[0].description, labels(message)[:-2]
    await bot.press("Ann", "Turn the board", message)
    after = alone(bot)
    assert after.attachments[0].description != before and labels(after)[:-2] == offered
    await bot.press("Ann", "Turn the board", after)
    assert alone(bot).attachments[0].description == before
    await bot.press("Ann", "Turn the board", alone(bot))
    await pick(bot, "Ann", alone(bot), right=True)
    assert "**Right:**" in alone(bot).content and (await kept(bot)).deck.done == 1


async def test_a_card_that_is_not_wanted_never_comes_again(bot: OneBot) -> None:
    await experienced(bot)
    await bot.slash("Ann", "train")
    seen = list[str]()
    for _ in range(len(openings())):
        seen.append((await kept(bot)).deck.shown)
        await bot.press("Ann", "Not this one", alone(bot))
    assert len(set(seen)) == len(openings()) and set(seen) == set(openings())
    assert "That is all for today." in alone(bot).content
    assert all(each.gone for each in (await kept(bot)).entries.values())


async def test_own_mistakes_come_from_analysed_games_before_and_after(bot: OneBot) -> None:
    await report(bot, "Ann", await finished(bot))
    await bot.slash("Ann", "train")
    mine = await kept(bot)
    own = {name: each for name, each in mine.entries.items() if each.origin is Origin.MISTAKE}
    assert own and all(each.lost >= 0.06 for each in own.values())
    contents = await bot.services.store.decks.cards(bot.people["Ann"].id)
    assert contents.keys() == own.keys()
    told = b"".join(contents.values()).decode()
    assert not re.search(rf"Bob|Ann|{bot.people['Bob'].id}|{bot.channel.id}", told)
    assert not (await kept(bot, "Bob")).state, "nothing is collected for who does not train"


async def test_a_mistake_says_what_was_played(bot: OneBot) -> None:
    await experienced(bot)
    await report(bot, "Ann", await finished(bot))
    await bot.slash("Ann", "train")
    assert (await kept(bot)).entries[(await kept(bot)).deck.shown].origin is Origin.MISTAKE
    verdict = (await shown(bot)).verdict
    await bot.press("Ann", verdict.best, alone(bot))
    assert f"**Right:** {verdict.best}" in alone(bot).content
    assert f"In your game: {verdict.chosen} −0." in alone(bot).content


async def test_the_position_of_a_running_game_is_held_back(bot: OneBot) -> None:
    await bot.play(length=3)
    said = await bot.slash("Ann", "train")
    start = {name for name, each in openings().items() if each.verdict.position == "4HPwATDgc/ABMA"}
    assert "card 1 of 3" in said and (await kept(bot)).deck.shown not in start and start


async def test_as_many_a_day_as_are_set_and_a_reminder_only_if_asked_for(bot: OneBot) -> None:
    ann = bot.people["Ann"].id
    await bot.slash("Ann", "preferences")
    await bot.press("Ann", "Reminders", alone(bot))
    await bot.choose("Ann", alone(bot), "cards", "0")
    assert (await bot.services.preferences.of_person(ann)).cards_a_day == 0
    assert "0 cards a day" in await bot.slash("Ann", "train")
    await bot.slash("Ann", "preferences")
    await bot.press("Ann", "Reminders", alone(bot))
    await bot.choose("Ann", alone(bot), "cards", "10")
    assert "card 1 of 10 today" in await bot.slash("Ann", "train")
    assert await bot.services.store.due.times("training") == {}
    await bot.slash("Ann", "preferences")
    await bot.press("Ann", "Reminders", alone(bot))
    await bot.press("Ann", "Remind me of cards: off", alone(bot))
    (at,) = (await bot.services.store.due.times("training")).values()
    assert 0 < at - bot.services.now() <= 2 * 86_400
    await bot.press("Ann", "Remind me of cards: on", alone(bot))
    assert await bot.services.store.due.times("training") == {}


async def test_cards_are_exported_and_deleted_with_their_person(bot: OneBot) -> None:
    await experienced(bot)
    await report(bot, "Ann", await finished(bot))
    await bot.slash("Ann", "train")
    await pick(bot, "Ann", alone(bot), right=True)
    services, ann = bot.services, bot.people["Ann"].id
    store, parts = services.store, (services.store, services.repository, services.preferences, services.ladders)
    told = msgspec.json.decode(await personal_data.export(*parts, ann, services.now()))["training"]
    (learnt,) = [each for each in told["cards"] if "memory" in each["known"]]
    assert told["deck"]["done"] == 1 and learnt["card"]["verdict"]["best"]
    await bot.slash("Ann", "preferences")
    await bot.press("Ann", "Reminders", alone(bot))
    await bot.press("Ann", "Remind me of cards: off", alone(bot))
    assert await store.due.times("training")
    await personal_data.delete(*parts, ann)
    assert (await store.decks.read(ann)) == (b"", {}) and not await store.decks.cards(ann)
    assert await store.due.times("training") == {}


async def test_mistakes_of_an_imported_match_are_ones_own_once_one_says_which_side_one_was(bot: OneBot) -> None:
    told = await bring(bot, "Cyd", MATCH.encode())
    assert "This day is done." not in await bot.slash("Cyd", "train")  # now there is a deck
    await report(bot, "Cyd", id_of(told.content))

    async def own() -> set[str]:
        return {name for name, entry in (await kept(bot, "Cyd")).entries.items() if entry.origin is Origin.MISTAKE}

    assert await own() == set()
    await bot.people["Cyd"].click(told, label="I was Bob, black")
    found = await own()
    assert found
    await bot.people["Cyd"].click(told, label="I was Bob, black")
    assert await own() == found
