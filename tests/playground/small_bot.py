"""A bot of a few commands, one for each thing that the playground has to show."""

from __future__ import annotations

import asyncio
import io

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from PIL import Image

from bot.settings import Settings

_CZECH = {
    "language": "jazyk",
    "Say in which language I am spoken to": "Řekni, jak se se mnou mluví",
    "The text": "Co říct",
    "Quote": "Citovat",
}


class _Translator(app_commands.Translator):
    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return _CZECH.get(string.message) if locale is discord.Locale.czech else None


class _Answer(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"answer:(?P<word>\w+)"):
    def __init__(self, word: str) -> None:
        super().__init__(discord.ui.Button(label=word, custom_id=f"answer:{word}"))
        self.word = word

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match):
        return cls(match["word"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} pressed {self.word}")


def _buttons(*words: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for word in words:
        view.add_item(_Answer(word))
    return view


def _picture(colour: str = "green") -> discord.File:
    content = io.BytesIO()
    Image.new("RGB", (300, 200), colour).save(content, "PNG")
    return discord.File(io.BytesIO(content.getvalue()), "board.png", description=f"A {colour} board")


async def _words(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=word, value=word) for word in ("first", "second") if word.startswith(current)]


def _apps() -> list[app_commands.ContextMenu]:
    """Commands on a message and on a person."""

    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"“{message.content}”", ephemeral=True)

    async def ask(interaction: discord.Interaction, message: discord.Message) -> None:
        form = discord.ui.Modal(title="Why?", custom_id="why")
        form.add_item(discord.ui.Label(text="Because", component=discord.ui.TextInput(custom_id="because")))
        await interaction.response.send_modal(form)

    async def greet(interaction: discord.Interaction, person: discord.Member) -> None:
        await interaction.response.send_message(f"Hello, {person.display_name}")

    menus = {"Quote": quote, "Ask": ask, "Greet": greet}
    return [app_commands.ContextMenu(name=locale_str(name), callback=used) for name, used in menus.items()]


class SmallBot(commands.Bot):
    """`ended`: whether it was told to end."""

    ended = False

    def __init__(self) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True))
        self._door: discord.Message | None = None

    async def setup_hook(self) -> None:
        self.add_dynamic_items(_Answer)
        for command in (self._language(), self._say(), *self._others(), *_apps()):
            self.tree.add_command(command)
        await self.tree.set_translator(_Translator())
        await self.tree.sync()

    async def close(self) -> None:
        self.ended = True
        await super().close()

    def _language(self) -> app_commands.Command:
        @app_commands.command(
            name=locale_str("language"), description=locale_str("Say in which language I am spoken to")
        )
        async def language(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(f"{interaction.locale.value}", ephemeral=True)

        return language

    def _say(self) -> app_commands.Command:
        @app_commands.command(description="Say something, after a while")
        @app_commands.describe(text=locale_str("The text"))
        async def say(interaction: discord.Interaction, text: str, after: float = 0.0) -> None:
            await asyncio.sleep(after)
            await interaction.response.send_message(text)

        return say

    def _others(self) -> list[app_commands.Command]:
        @app_commands.command(description="A picture with two buttons")
        async def door(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("A door", file=_picture(), view=_buttons("enter", "leave"))
            self._door = await interaction.original_response()

        @app_commands.command(description="Other buttons at the same place")
        async def swap(interaction: discord.Interaction) -> None:
            assert self._door is not None
            await self._door.edit(view=_buttons("resign", "leave"))
            await interaction.response.send_message("Swapped", ephemeral=True)

        @app_commands.command(description="Another picture and other buttons in its place")
        async def paint(interaction: discord.Interaction) -> None:
            assert self._door is not None
            await self._door.edit(attachments=[_picture("red")], view=_buttons("wait"))
            await interaction.response.send_message("Painted", ephemeral=True)

        @app_commands.command(description="Four options of which none has to be given, with a list for each but one")
        @app_commands.autocomplete(word=_words)
        async def many(
            interaction: discord.Interaction,
            who: discord.Member | None = None,
            word: str | None = None,
            yes: bool | None = None,
            number: int | None = None,
        ) -> None:
            await interaction.response.send_message(f"{who and who.mention} {word} {yes} {number}")

        @app_commands.command(description="A thread with a word in it")
        async def thread(interaction: discord.Interaction) -> None:
            assert isinstance(interaction.channel, discord.TextChannel)
            made = await interaction.channel.create_thread(name="Beside it", type=discord.ChannelType.public_thread)
            await made.send("Inside", view=_buttons("deep"))
            await interaction.response.send_message(f"See {made.mention}", ephemeral=True)

        @app_commands.command(description="Nothing comes back")
        async def silence(interaction: discord.Interaction) -> None:
            """It never answers."""

        return [door, swap, paint, many, thread, silence]


async def make(settings: Settings) -> SmallBot:
    """As `bot.app.create_bot`."""
    return SmallBot()
