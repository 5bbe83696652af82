"""The buttons under a table that is over: again, see it, have it, check its dice."""

from __future__ import annotations

from .party import Party, options, said, walk


async def lost(club: Party, who: str, other: str) -> None:
    """One resigns a single game, the other accepts."""
    asked = await club.people[who].slash(club.channel, "resign", kind="single")
    await club.press(who, "Confirm", asked.response)
    await club.press(other, "Accept resignation")


async def test_a_match_of_one_game_is_seen_had_and_checked_by_its_buttons(club: Party) -> None:
    await club.play(length=1)
    before = club.private
    await lost(club, "Ann", "Bob")
    assert club.private == before
    over = club.live
    assert over.content.splitlines()[-4:] == [
        "**Bob** wins 1 point.",
        "🏆 **Bob** wins the match 1 : 0.",
        "Not rated: fewer than 12 plays were made.",
        "Every roll of this table can be checked: `/fairness`.",
    ]
    assert club.labels == ["Rematch", "Replay", "Export", "Analyse", "Dice"]
    table = await club.table()

    await club.press("Cyd", "Replay", over)
    assert club.last.attachments[0].filename == f"{table.id}-1.webp" and club.private == before

    kinds = (await club.press("Ann", "Export", over)).response
    assert kinds.ephemeral and options(kinds, "export_as") == ["mat", "sgf", "ogxm", "txt"]
    (file,) = (await club.choose("Ann", kinds, "export_as", "mat")).response.attachments
    assert file.filename == f"{table.id}.mat" and len(club.private) == len(before) + 1

    proof = await club.press("Cyd", "Dice", over)
    assert f"**Dice of table `{table.id}`**" in said(proof) and f"Seed: `{table.seed.hex()}`" in said(proof)

    await club.press("Bob", "Rematch", over)
    (left,) = [message for message in club.messages if message.id == over.id]
    assert [each["label"] for each in walk(left)] == ["Replay", "Export", "Analyse", "Dice"]


async def test_a_session_of_one_game_is_closed_under_its_result_which_is_shown_once(club: Party) -> None:
    await club.play()
    await lost(club, "Ann", "Bob")
    over, before = club.live, len(club.messages)
    assert "Bob wins 1 point." in over.attachments[0].description
    await club.press("Ann", "End")
    assert (club.live.id, len(club.messages)) == (over.id, before)
    assert club.live.content.splitlines() == [
        "**Bob** accepts the resignation.",
        "**Bob** wins 1 point.",
        "**Ann** ends the session.",
        "The session is over.",
    ]
    assert club.labels == ["Rematch", "Replay", "Export", "Analyse", "Dice"]


async def test_of_a_session_one_chooses_which_game_is_shown_and_reads_the_balance_once(club: Party) -> None:
    await club.play()
    before = club.private
    await lost(club, "Ann", "Bob")
    await club.press("Ann", "Next")
    await club.press("Bob", "Next")
    await lost(club, "Bob", "Ann")
    await club.press("Ann", "End")
    assert "**Ann** wins 1 point." in club.messages[-2].content, "the last game stands by itself"
    assert club.live.content.splitlines() == [
        "**Ann** ends the session.", "The session is over. Balance: **Ann** 0, **Bob** 0.",
    ]  # fmt: skip
    assert club.live.content.count("Balance") == 1
    shown = club.live.attachments[0].description
    assert shown.startswith("Nobody has won. Session over. 2 games. Total: Ann 0, Bob 0.")
    games = (await club.press("Bob", "Replay")).response
    assert games.ephemeral and options(games, "replay_game") == ["2", "1"]
    await club.choose("Bob", games, "replay_game", "1")
    assert club.last.attachments[0].filename == f"{(await club.table()).id}-1.webp"
    assert club.private == before, "the list is gone"
