"""A bot of a few lines that does one thing for each test of this package; run as a process of its own."""

import asyncio
import io
import os

import discord
import yarl
from discord import app_commands

discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
Context = discord.Interaction["Bot"]


class Offer(discord.ui.View):
    """Two buttons and a select that outlive the process."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Accept", custom_id="accept", style=discord.ButtonStyle.green)
    async def accept(self, context: Context, button: discord.ui.Button["Offer"]) -> None:
        button.disabled = True
        await context.response.edit_message(content=f"{context.user.display_name} accepts", view=self)
        await context.followup.send("Only you see this", ephemeral=True)

    @discord.ui.button(label="Note", custom_id="note")
    async def note(self, context: Context, button: discord.ui.Button["Offer"]) -> None:
        await context.response.send_modal(Note())

    @discord.ui.select(
        placeholder="Colour",
        custom_id="colour",
        options=[discord.SelectOption(label=one) for one in ("White", "Black")],
    )
    async def colour(self, context: Context, select: discord.ui.Select["Offer"]) -> None:
        await context.response.defer()
        await context.edit_original_response(content=f"Colour: {select.values[0]}")


class Note(discord.ui.Modal, title="A note"):
    """One text."""

    words: discord.ui.TextInput["Note"] = discord.ui.TextInput(label="Words", max_length=20)

    async def on_submit(self, context: Context) -> None:
        await context.response.send_message(f"Noted: {self.words.value}", ephemeral=True)


class Bot(discord.Client):
    """The commands, and a reader of messages."""

    async def setup_hook(self) -> None:
        self.add_view(Offer())
        await tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            print(f"heard {message.content!r}", flush=True)


bot = Bot(intents=discord.Intents(guilds=True, messages=True))
tree = app_commands.CommandTree(bot)
tables = app_commands.Group(name="table", description="Tables")
tree.add_command(tables)


@tree.command(description="Challenge someone")
@app_commands.choices(kind=[app_commands.Choice(name="Money", value="money")])
async def play(
    context: Context,
    opponent: discord.Member,
    length: app_commands.Range[int, 1, 25] = 7,
    kind: str = "match",
    cube: bool = True,
) -> None:
    words = f"{context.user.mention} {opponent.mention} {length} {kind} {cube} {context.locale} {opponent.mention}"
    file = discord.File(io.BytesIO(b"board"), "board.png", description="The board")
    await context.response.send_message(words, view=Offer(), file=file)


@tree.command(description="A move")
async def move(context: Context, play: str) -> None:
    await context.response.defer(thinking=True, ephemeral=True)
    await context.followup.send(f"Played {play}")


@move.autocomplete("play")
async def plays(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=one, value=one) for one in ("8/5 6/5", "24/20") if one.startswith(typed)]


@tree.context_menu(name="Quote")
async def quote(context: Context, message: discord.Message) -> None:
    await context.response.send_message(f"> {message.id} {message.author.display_name}", ephemeral=True)


@tables.command(description="Sends the same nonce twice, then changes the files")
async def new(context: Context) -> None:
    await context.response.defer(ephemeral=True)
    channel = context.channel
    first = await channel.send("table", nonce="one", file=discord.File(io.BytesIO(b"1"), "1.txt"))
    again = await channel.send("table", nonce="one", file=discord.File(io.BytesIO(b"1"), "1.txt"))
    await first.add_files(discord.File(io.BytesIO(b"2"), "2.txt", description="two"))
    both = await channel.fetch_message(first.id)
    await both.edit(attachments=[both.attachments[1], discord.File(io.BytesIO(b"3"), "3.txt")])
    thread = await first.create_thread(name="Table 1")
    await thread.send("in the thread")
    await context.edit_original_response(content=f"same: {first.id == again.id}")


@tree.command(description="Answers too late, or wrongly, and says how Discord takes it")
async def mistake(context: Context, which: str) -> None:
    try:
        if which == "late":
            await asyncio.sleep(0.5)
        if which == "long":
            await context.response.send_message(view=discord.ui.View().add_item(discord.ui.Button(label="x" * 81)))
        elif which == "silent":
            await context.followup.send("no answer before")
        elif which == "forbidden":
            await context.channel.send("not allowed")
        else:
            await context.response.send_message("here")
        if which == "twice":
            context.response._response_type = None
            await context.response.send_message("again")
        if which == "direct":
            await context.user.send("between us")
        if which == "old":
            await context.followup.send("soon")
            await asyncio.sleep(0.3)
            await context.followup.send("old")
    except discord.HTTPException as error:
        print(f"{which}: {error.status} {error.code} {error.text}", flush=True)


bot.run(os.environ["DISCORD_TOKEN"])
