"""Links to support, terms and privacy policy: those that there are, where people look for help."""

from __future__ import annotations

from msgspec.structs import force_setattr

from .bot import OneBot, walk
from .test_ladder import asked, match

SUPPORT, TERMS, PRIVACY = (f"https://example.org/{what}" for what in ("support", "terms", "privacy"))


async def links(bot: OneBot, command: str, who: str = "Ann") -> dict[str, str]:
    """The links under an answer, by their words."""
    shown = (await bot.people[who].slash(bot.channel, command)).response
    return {each["label"]: each["url"] for each in walk(shown) if "url" in each}


def put_up(bot: OneBot) -> None:
    """The host has a place for support, and both pages in the developer portal."""
    force_setattr(bot.services, "support_url", SUPPORT)
    about = bot.client.application
    assert about is not None
    about.terms_of_service_url, about.privacy_policy_url = TERMS, PRIVACY


async def test_what_there_is_can_be_opened_from_every_topic_of_the_help(bot: OneBot) -> None:
    assert await links(bot, "help") == {}
    put_up(bot)
    assert await links(bot, "help") == {"Support": SUPPORT, "Terms": TERMS, "Privacy": PRIVACY}
    bot.speaks("cs", "Bob")
    assert list(await links(bot, "help", "Bob")) == ["Podpora", "Podmínky", "Soukromí"]
    shown = (await bot.people["Ann"].slash(bot.channel, "help")).response
    await bot.people["Ann"].click(shown, label="Commands")
    assert [each["url"] for each in walk(shown) if "url" in each] == [SUPPORT, TERMS, PRIVACY]


async def test_a_profile_links_support_for_whoever_looks_at_it_alone(bot: OneBot) -> None:
    await match(bot)
    assert await links(bot, "profile") == {}
    put_up(bot)
    assert await links(bot, "profile") == {"Support": SUPPORT}
    shown = await asked(bot, "Ann", "profile")
    await bot.press("Ann", "Show everybody", shown)
    assert not walk(bot.last)
