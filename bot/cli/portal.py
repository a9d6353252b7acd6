"""What clubs see of the bot in Discord before they invite it: offered by `crosstable run --set-up` on a terminal."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import discord

from bot.settings import About
from bot.ui.framework.server import INVITE, NEEDED, SCOPES

DESCRIPTION = (
    "Ratings for clubs that play chess, Scrabble or any other game.\n"
    "Report your results and see your new rating at once, with every step: US Chess, FIDE, NASPA, Elo, Glicko-2 or "
    "your club's own list. Club evenings with pairings and standings, leaderboards, norms, and files of every common "
    "pairing program.\n"
    "Directors begin with /td setup, members with /help."
)
"""At most 400 characters."""

TAGS = ("chess", "scrabble", "ratings", "tournaments", "clubs")
"""At most five of 20 characters."""

ICON = Path(__file__).parents[1] / "icon.png"


def is_terminal() -> bool:
    """Return whether somebody can answer: nobody can in an image or under systemd."""
    return sys.stdin is not None and sys.stdin.isatty()


async def offer_page(token: str, about: About) -> None:
    """Offer to fill in what is empty on the bot's page in Discord, and list what only the portal changes."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(token)
            app = await client.application_info()
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return  # the bot's start says what is wrong
        app_changes, avatar = _changes(app), {}
        if client.user is not None and client.user.avatar is None:
            avatar["avatar"] = ICON.read_bytes()
        if app_changes or avatar:
            print("Clubs see the bot's page in Discord before they invite it. These are not filled in yet:")
            print(*_lines({**app_changes, **avatar}), sep="\n")
            if _agrees("Write them to Discord? [Y/n] "):
                await _write(client, app, app_changes, avatar)
        if app_changes or avatar or None in (app.terms_of_service_url, app.privacy_policy_url):
            print(*_portal_lines(app, about), sep="\n", flush=True)


def _changes(app: discord.AppInfo) -> dict[str, Any]:
    """Return what is empty, as discord.py's edit takes it."""
    changes: dict[str, Any] = {}
    if not app.description:
        changes["description"] = DESCRIPTION
    if not app.tags:
        changes["tags"] = list(TAGS)
    server = app.guild_integration_config
    params = None if server is None else server.oauth2_install_params
    if params is None or "bot" not in params.scopes:
        changes |= {"guild_install_scopes": list(SCOPES), "guild_install_permissions": INVITE}
        if app.user_integration_config is not None:  # Discord takes both kinds together
            changes["user_install_scopes"] = ["applications.commands"]
    if app.icon is None:
        changes["icon"] = ICON.read_bytes()
    return changes


def _lines(changes: dict[str, Any]) -> Iterator[str]:
    texts = {
        "description": f"description: {DESCRIPTION}",
        "tags": f"tags: {', '.join(TAGS)}",
        "guild_install_permissions": "default install settings: "
        + ", ".join((*SCOPES, *(words.partition(",")[0] for words in NEEDED.values()))),
        "icon": f"icon of the app: {ICON.name}",
        "avatar": f"avatar of the bot: {ICON.name}",
    }
    for name, text in texts.items():
        if name in changes:
            yield "  " + text.replace("\n", "\n    ")


def _agrees(question: str) -> bool:
    try:
        return input(question).strip().casefold() in ("", "y", "yes")
    except EOFError:
        return False


async def _write(
    client: discord.Client, app: discord.AppInfo, changes: dict[str, Any], avatar: dict[str, bytes]
) -> None:
    try:
        if changes:
            await app.edit(**changes)
        if avatar and client.user is not None:
            await client.user.edit(avatar=avatar["avatar"])
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        print(f"Discord did not take all of it ({error}). Enter the rest in the portal. The bot starts now.")
    else:
        print("Written. Discord may show it after some minutes.")


def _portal_lines(app: discord.AppInfo, about: About) -> Iterator[str]:
    yield f"Only the portal changes the rest: https://discord.com/developers/applications/{app.id}"
    yield f'  General Information, Name: now "{app.name}"'
    for label, now, ours, page in (
        ("Terms of Service URL", app.terms_of_service_url, about.terms, "TERMS.md"),
        ("Privacy Policy URL", app.privacy_policy_url, about.privacy, "PRIVACY.md"),
    ):
        enter = ours or f"the address where you publish docs/{page}"
        yield f"  General Information, {label}: " + (f"now {now}" if now else f"empty; enter {enter}")
    public = "on; turn it off if only you may invite the bot" if app.bot_public else "off: only you can invite the bot"
    yield f"  Bot, Public Bot: {public}"
    yield "  Bot, Token: reset it if somebody else has seen it, and put the new one into DISCORD_TOKEN"
