"""`python -m bot.locale`: bring the catalogues up to date with the sources."""

from bot.locale.catalogue import update

if __name__ == "__main__":
    update()
