"""`python -m bot adopt`."""

from __future__ import annotations

import asyncio
import sys

from bot.hosting import checks_discord
from bot.hosting.checks_discord import Account, Trouble
from bot.hosting.findings import State
from bot.settings import Settings
from bot.store import Adopted, StoreError
from bot.store import adopt as take_over


def adopt(settings: Settings) -> int:
    """Hand the store over to the token's bot account; returns the exit code."""
    try:
        account, adopted = asyncio.run(_adopted(settings))
    except Trouble as trouble:
        print(f"Not adopted. {trouble.finding.found} {trouble.finding.todo}", file=sys.stderr)
        return 1
    except StoreError as error:
        print(f"Not adopted. {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Not adopted. It was stopped.", file=sys.stderr)
        return 1
    for line in _words(account, adopted):
        print(line)
    return 0


async def _adopted(settings: Settings) -> tuple[Account, Adopted]:
    async for finding in checks_discord.token(settings):
        if finding.state is State.MUST:
            raise Trouble(finding)
    account = await checks_discord.whose(settings)
    return account, await take_over(settings.redis_url, settings.data_dir, int(account.id))


def _words(account: Account, adopted: Adopted) -> list[str]:
    whose = f"The store at {adopted.address} belongs to {account.username} ({account.id})"
    if adopted.before == int(account.id):
        return [f"{whose} already. Nothing was changed."]
    before = f"that of bot account {adopted.before}" if adopted.before else "nobody's"
    return [
        f"Adopted: {whose} now; it was {before}. Open tables: {adopted.open_tables}.",
        "Tables of servers that the bot is not in rest when it starts, and are closed after 30 days: invite it there.",
    ]
