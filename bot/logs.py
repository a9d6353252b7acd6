"""Logging: one line an event, to standard error."""

import logging

import discord


def set_up_logging(level: str) -> None:
    """Log the program at a level, and the libraries from warnings up."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True)
    for name in ("bot", "cogs", "core"):
        logging.getLogger(name).setLevel(level)
    # The bot never speaks: that the voice libraries are missing is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
