"""The catalogues of translations and the tool that keeps them up to date: `python -m bot.locale`."""
