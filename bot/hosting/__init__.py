"""What the one who hosts the bot runs beside it."""
