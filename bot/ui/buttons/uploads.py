"""An uploaded file of any kind."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any

import discord

from bot.services.events.imports.import_event import preview_import
from bot.services.events.imports.recognise import Upload, find_upload, recognised_as, store_upload
from bot.services.people.roster.report import lists_shown
from bot.ui.buttons.imports import reply_import
from bot.ui.buttons.oracle import preview_table
from bot.ui.buttons.played import ask_what_is_played
from bot.ui.buttons.qursh import preview_games
from bot.ui.buttons.roster import preview_people
from bot.ui.framework.answers import defer, heavy_turn, remove_buttons, reply
from bot.ui.framework.buttons import RED, Digest, Press, Who, button, lasting
from bot.ui.framework.layout import SHOWN, answer
from bot.ui.framework.server import actor_of, match_members, services_of
from core.event.event_file import FileKind
from core.lists import RatingList

WORDS = {
    FileKind.EVENT: "Event",
    FileKind.ROSTER: "Roster",
    FileKind.ORACLE: "Oracle table",
    FileKind.HISTORY: "QURSH history",
    FileKind.CLUB: "Club",
}


async def preview_upload(interaction: discord.Interaction[Any], upload: Upload) -> None:
    kinds = await recognised_as(upload.data)
    if len(kinds) == 1:
        await _preview(interaction, upload, kinds[0])
        return
    waiting = await store_upload(services_of(interaction), actor_of(interaction), upload)
    buttons = [import_as_button.but(label=WORDS[kind])(*waiting, kind) for kind in kinds]
    lines = ["## What is this file?", " or ".join(f"**{WORDS[kind]}**" for kind in kinds)]
    await reply(interaction, answer(lines, colour=SHOWN, footer=["Nothing is stored yet"]), lasting(*buttons))


@button("import-as", "Event", Who.DIRECTOR)
async def import_as_button(press: Press, pending_id: int, digest: Digest, kind: FileKind) -> None:
    await defer(press.interaction, ephemeral=True)
    async with heavy_turn(press.interaction):
        upload = await find_upload(press.services, press.actor, pending_id, digest)
        await _preview(press.interaction, upload, kind)
    await remove_buttons(press.interaction)


async def _preview(interaction: discord.Interaction[Any], upload: Upload, kind: FileKind) -> None:
    await ask_what_is_played(interaction, await _PREVIEWS[kind](interaction, upload))


async def _event(interaction: discord.Interaction[Any], upload: Upload) -> Iterable[RatingList]:
    ask = partial(match_members, interaction)
    services, actor = services_of(interaction), actor_of(interaction)
    report = await preview_import(services, actor, upload.data, upload.options, ask)
    await reply_import(interaction, report)
    return () if report.asks else [section.lists[0] for section in report.sections]


async def _roster(interaction: discord.Interaction[Any], upload: Upload) -> Iterable[RatingList]:
    return lists_shown(await preview_people(interaction, upload))


async def _table(interaction: discord.Interaction[Any], upload: Upload) -> Iterable[RatingList]:
    await preview_table(interaction, upload)
    return (RatingList.ORACLE,)


async def _games(interaction: discord.Interaction[Any], upload: Upload) -> Iterable[RatingList]:
    await preview_games(interaction, upload)
    return (RatingList.NASPA,)


async def _club(interaction: discord.Interaction[Any], upload: Upload) -> Iterable[RatingList]:
    from bot.services.club.club_copy import preview_club
    from bot.ui.cards.club_copy import club_question

    found = await preview_club(services_of(interaction), actor_of(interaction), upload.data)
    await reply(interaction, club_question(found), lasting(import_club_button(found.pending_id, found.digest)))
    return ()


@button("import-club", "Import club", Who.DIRECTOR, style=RED)
async def import_club_button(press: Press, pending_id: int, digest: Digest) -> None:
    from bot.services.club.club_copy import import_club
    from bot.ui.cards.club_copy import club_import_card

    await defer(press.interaction)
    async with heavy_turn(press.interaction):
        imported = await import_club(press.services, press.actor, pending_id, digest)
    await reply(press.interaction, club_import_card(imported))
    await remove_buttons(press.interaction)


_PREVIEWS: Mapping[FileKind, Callable[[discord.Interaction[Any], Upload], Awaitable[Iterable[RatingList]]]] = {
    FileKind.EVENT: _event,
    FileKind.ROSTER: _roster,
    FileKind.ORACLE: _table,
    FileKind.HISTORY: _games,
    FileKind.CLUB: _club,
}
"""Each shows what a file would do, and returns the lists that it is about."""
