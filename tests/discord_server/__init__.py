"""A small Discord on this machine, with real sockets: the unmodified bot runs against it as a process, people play it.

async with DiscordServer() as discord:
    guild = discord.guild(locale="en-US")
    channel = guild.channel("backgammon")
    alice, bob = guild.member("Alice"), guild.member("Bob", locale="de")
    async with discord.bot_process({"LOG_LEVEL": "DEBUG"}, data_dir=tmp_path) as bot:
        await bot.ready()
        answer = await alice.slash(channel, "play", opponent=bob, length=3)
        assert not answer.failed
        answer = await bob.press(answer.message, "Accept")
        await channel.wait_for(lambda message: "begins" in message.text, timeout=5)
"""

from .controls import Button, Select
from .errors import ClientRefuses
from .interactions import Interaction
from .options import File
from .people import Person
from .process import BotProcess
from .server import DiscordServer
from .traffic import Fault, Request
from .world import Attachment, Channel, Guild, Message

__all__ = [
    "Attachment",
    "BotProcess",
    "Button",
    "Channel",
    "ClientRefuses",
    "DiscordServer",
    "Fault",
    "File",
    "Guild",
    "Interaction",
    "Message",
    "Person",
    "Request",
    "Select",
]
