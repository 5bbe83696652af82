"""The buttons under a table that is over: again, see it, have it, check its dice."""

from __future__ import annotations

from .bot import OneBot, options, said, walk


async def lost(bot: OneBot, who: str, other: str) -> None:
    """One resigns a single game, the other accepts."""
    asked = await bot.people[who].slash(bot.channel, "resign", kind="single")
    await bot.press(who, "Confirm", asked.response)
    await bot.press(other, "Accept resignation")


async def test_a_match_of_one_game_is_seen_had_and_checked_by_its_buttons(bot: OneBot) -> None:
    await bot.play(length=1)
    before = bot.private
    await lost(bot, "Ann", "Bob")
    assert bot.private == before
    over = bot.live
    assert over.content.splitlines()[-4:] == [
        "**Bob** wins 1 point.",
        "🏆 **Bob** wins the match 1 : 0.",
        "Not rated: fewer than 12 plays were made.",
        "Every roll of this table can be checked: `/fairness`.",
    ]
    assert bot.labels == ["Rematch", "Replay", "Export", "Analyse", "Dice"]
    table = await bot.table()

    await bot.press("Cyd", "Replay", over)
    assert bot.last.attachments[0].filename == f"{table.id}-1.webp" and bot.private == before

    kinds = (await bot.press("Ann", "Export", over)).response
    assert kinds.ephemeral and options(kinds, "export_as") == ["mat", "sgf", "ogxm", "txt"]
    (file,) = (await bot.choose("Ann", kinds, "export_as", "mat")).response.attachments
    assert file.filename == f"{table.id}.mat" and len(bot.private) == len(before) + 1

    proof = await bot.press("Cyd", "Dice", over)
    assert f"**Dice of table `{table.id}`**" in said(proof) and f"Seed: `{table.seed.hex()}`" in said(proof)

    await bot.press("Bob", "Rematch", over)
    (left,) = [message for message in bot.messages if message.id == over.id]
    assert [each["label"] for each in walk(left)] == ["Replay", "Export", "Analyse", "Dice"]


async def test_a_session_of_one_game_is_closed_under_its_result_which_is_shown_once(bot: OneBot) -> None:
    await bot.play()
    await lost(bot, "Ann", "Bob")
    over, before = bot.live, len(bot.messages)
    assert "Bob wins 1 point." in over.attachments[0].description
    await bot.press("Ann", "End")
    assert (bot.live.id, len(bot.messages)) == (over.id, before)
    assert bot.live.content.splitlines() == [
        "**Bob** accepts the resignation.",
        "**Bob** wins 1 point.",
        "**Ann** ends the session.",
        "The session is over.",
    ]
    assert bot.labels == ["Rematch", "Replay", "Export", "Analyse", "Dice"]


async def test_of_a_session_one_chooses_which_game_is_shown_and_reads_the_balance_once(bot: OneBot) -> None:
    await bot.play()
    before = bot.private
    await lost(bot, "Ann", "Bob")
    await bot.press("Ann", "Next")
    await bot.press("Bob", "Next")
    await lost(bot, "Bob", "Ann")
    await bot.press("Ann", "End")
    assert "**Ann** wins 1 point." in bot.messages[-2].content, "the last game stands by itself"
    assert bot.live.content.splitlines() == [
        "**Ann** ends the session.", "The session is over. Balance: **Ann** 0, **Bob** 0.",
    ]  # fmt: skip
    assert bot.live.content.count("Balance") == 1
    shown = bot.live.attachments[0].description
    assert shown.startswith("Nobody has won. Session over. 2 games. Total: Ann 0, Bob 0.")
    games = (await bot.press("Bob", "Replay")).response
    assert games.ephemeral and options(games, "replay_game") == ["2", "1"]
    await bot.choose("Bob", games, "replay_game", "1")
    assert bot.last.attachments[0].filename == f"{(await bot.table()).id}-1.webp"
    assert bot.private == before, "the list is gone"
