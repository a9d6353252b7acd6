"""`crosstable` as it is, against a Discord on this machine."""

import sys

import discord
from discord.http import Route
from yarl import URL

from bot.__main__ import main


def use(host: str) -> None:
    Route.BASE = f"http://{host}/api"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(f"ws://{host}/ws/")


if __name__ == "__main__":
    use(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
