"""An evening's messages, kept up to date: its card, and the panels that directors opened."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate
from weakref import WeakKeyDictionary

import discord

from bot.services.evenings.announcements import keep_card
from bot.services.evenings.entries import Entries
from bot.services.evenings.lifecycle import LiveEventCard, evening_card, save_message_location
from bot.services.evenings.standings import live_standings
from bot.services.evenings.tournament import Tournament
from bot.services.framework.context import Actor, Services
from bot.store.database.club_choices import SitePart
from bot.store.database.evening_rows import EveningStatus
from bot.ui.cards.evening import evening_embed, panel_embed
from bot.ui.cards.evening_standings import tournament_embed
from bot.ui.framework.answers import acknowledge, afterwards, edit_answer, reply
from bot.ui.framework.buttons import Act, P, Press
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.server import web_button
from bot.ui.framework.text import safe


class _Views:
    """Which buttons a card and a panel have: set by `evening_views`, which imports every button of an evening."""

    card: Callable[[LiveEventCard], discord.ui.View | None]
    panel: Callable[[Tournament, int | None], discord.ui.View]


VIEWS = _Views()

# An evening's card: one edit at a time, and none if nothing changed.


UNKNOWN_MESSAGE = 10008

log = logging.getLogger(__name__)


@dataclass
class _Shown:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    embed: dict[str, Any] | None = None


MOST_CARDS = 512

_cards: WeakKeyDictionary[Any, OrderedDict[int, _Shown]] = WeakKeyDictionary()


def _shown(client: Any, evening_id: int) -> _Shown:
    cards = _cards.setdefault(client, OrderedDict())
    shown = cards.setdefault(evening_id, _Shown())
    cards.move_to_end(evening_id)
    while len(cards) > MOST_CARDS:
        # members wait on the lock of a running edit
        idle = (key for key, card in cards.items() if not card.lock.locked() and card is not shown)
        oldest = next(idle, None)
        if oldest is None:
            break
        del cards[oldest]
    return shown


async def post_card(
    interaction: discord.Interaction[Any], actor: Actor, card: LiveEventCard, view: discord.ui.View | None
) -> None:
    """Answer with an evening's card, and remember its message."""
    services: Services = interaction.client.services
    evening_id, embed = card.evening.id, await embed_of(services, card)
    shown = _shown(interaction.client, evening_id)
    async with shown.lock:  # an immediate click finds it remembered
        message_id = await edit_answer(interaction, embed=embed, view=view)
        shown.embed = dict(embed.to_dict())
        if interaction.channel_id is not None:
            keeping = save_message_location(services, actor, evening_id, interaction.channel_id, message_id)
            await afterwards(keeping, f"storing the message of evening {evening_id} failed")


async def refresh_card(interaction: discord.Interaction[Any], evening_id: int, *, on_card: bool = False) -> None:
    """Edit a changed card. on_card: a click that is not answered yet."""
    interaction.extras[ANSWERING] = True
    refreshing = _refresh(interaction, evening_id, on_card=on_card)
    await (refreshing if on_card else afterwards(refreshing, f"editing the card of evening {evening_id} failed"))


async def _refresh(interaction: discord.Interaction[Any], evening_id: int, *, on_card: bool) -> None:
    edit = interaction.edit_original_response if on_card else None
    await bring_up_to_date(interaction.client, interaction.guild_id or 0, evening_id, edit)


async def embed_of(services: Services, card: LiveEventCard) -> discord.Embed:
    if not card.evening.is_paired:
        return evening_embed(card)
    return tournament_embed(await live_standings(services, card.club.id, card.evening.id))


async def _edit_or_post(
    client: Any, club_id: int, card: LiveEventCard, place: tuple[int, int], changes: dict[str, Any]
) -> None:
    """Edit a card; post it again if it was deleted too early."""
    channel_id, message_id = place
    channel = client.get_partial_messageable(channel_id)
    try:
        await channel.get_partial_message(message_id).edit(**changes)
    except discord.HTTPException as error:
        is_missed = card.evening.is_paired and card.evening.status is EveningStatus.OPEN
        if error.code != UNKNOWN_MESSAGE or not is_missed:
            raise
        posted = await channel.send(**changes)
        await keep_card(client.services, club_id, card.evening, channel_id, posted.id)


async def _posted_section(client: Any, club_id: int, card: LiveEventCard, changes: dict[str, Any]) -> bool:
    """Post a section's first card in its event's channel; return whether it did."""
    evening = card.evening
    if evening.part_of is None or evening.status is not EveningStatus.OPEN:
        return False
    _, place = await evening_card(client.services, club_id, evening.part_of)
    if place is None:
        return False
    channel_id, _ = place
    posted = await client.get_partial_messageable(channel_id).send(**changes)
    await keep_card(client.services, club_id, evening, channel_id, posted.id)
    return True


async def bring_up_to_date(
    client: Any, club_id: int, evening_id: int, edit: Callable[..., Awaitable[Any]] | None = None
) -> None:
    """Edit a changed card. edit: of a click, whose errors are raised."""
    services: Services = client.services
    shown = _shown(client, evening_id)
    async with shown.lock:
        card, place = await evening_card(services, club_id, evening_id)
        embed = await embed_of(services, card)
        if embed.to_dict() == shown.embed:
            return
        changes: dict[str, Any] = {"embed": embed, "view": VIEWS.card(card)}
        try:
            if edit is not None:
                await edit(**changes)
            elif place is not None:
                await _edit_or_post(client, club_id, card, place, changes)
            elif not await _posted_section(client, club_id, card, changes):
                return
        except discord.HTTPException as error:
            if edit is not None:
                raise
            # the next change tries again
            log.warning("editing an evening's card failed: evening=%d: %s", evening_id, error)
            return
        shown.embed = dict(embed.to_dict())


async def post_evening(interaction: discord.Interaction[Any], actor: Actor, card: LiveEventCard) -> None:
    await post_card(interaction, actor, card, VIEWS.card(card))


def entries_note(entries: Entries) -> str:
    result_text = (
        ("Added", entries.added),
        ("Already entered", entries.known),
        ("On the waiting list", entries.waiting),
        ("Rated by the club already", entries.kept),
    )
    return " ".join(f"{word}: {', '.join(safe(name, 100) for name in names)}." for word, names in result_text if names)


# Open panels of directors follow the results; the last press on one can edit it for 15 minutes.


MOST_PANELS = 128


@dataclass(slots=True)
class _OpenPanel:
    """A panel, its last press, and the embed that it shows."""

    interaction: discord.Interaction[Any]
    note: str | None
    undo: int | None
    shown: dict[str, Any]


_panels: WeakKeyDictionary[Any, OrderedDict[tuple[int, int], _OpenPanel]] = WeakKeyDictionary()


def _of(client: Any) -> OrderedDict[tuple[int, int], _OpenPanel]:
    return _panels.setdefault(client, OrderedDict())


def follow(
    interaction: discord.Interaction[Any],
    tournament: Tournament,
    note: str | None,
    undo: int | None,
    embed: discord.Embed,
) -> None:
    panels = _of(interaction.client)
    key = tournament.evening.id, interaction.user.id
    panels[key] = _OpenPanel(interaction, note, undo, dict(embed.to_dict()))
    panels.move_to_end(key)
    while len(panels) > MOST_PANELS:
        panels.popitem(last=False)


def leave(interaction: discord.Interaction[Any], evening_id: int) -> None:
    """Stop updating a panel, such as one that asks something."""
    _of(interaction.client).pop((evening_id, interaction.user.id), None)


async def redraw_panels(client: Any, tournament: Tournament) -> None:
    panels = _of(client)
    for key, panel in [(key, panel) for key, panel in panels.items() if key[0] == tournament.evening.id]:
        embed = panel_embed(tournament, panel.note)
        if embed.to_dict() == panel.shown:
            continue
        panel.shown = dict(embed.to_dict())
        try:
            if not panel.interaction.is_expired():
                view = await _panel_view(panel.interaction, tournament, panel.undo)
                await panel.interaction.edit_original_response(embed=embed, view=view)
                continue
        except discord.HTTPException as error:
            log.info("directors' panel not edited: evening=%d: %s", tournament.evening.id, error)
        if panels.get(key) is panel:
            del panels[key]


def on_panel(do: Callable[Concatenate[Press, P], Awaitable[tuple[Tournament, str]]]) -> Act[P]:
    """Show the panel after the action, with its note."""

    @wraps(do)
    async def act(press: Press, /, *args: P.args, **kwargs: P.kwargs) -> None:
        await acknowledge(press.interaction)
        tournament, note = await do(press, *args, **kwargs)
        await show_panel(press.interaction, tournament, note)

    return act


async def _panel_view(
    interaction: discord.Interaction[Any], tournament: Tournament, undo: int | None = None
) -> discord.ui.View:
    """Return the panel's buttons, with the way to the screen of the hall while the club has web pages."""
    view = VIEWS.panel(tournament, undo)
    if tournament.evening.status is EveningStatus.OPEN:
        page = f"hall-{tournament.evening.id}"
        for item in await web_button(interaction, SitePart.EVENTS, page, "Screen for the hall"):
            with contextlib.suppress(ValueError):  # a full panel
                view.add_item(item)
    return view


async def open_panel(interaction: discord.Interaction[Any], tournament: Tournament, note: str | None = None) -> None:
    """Show a director the panel, privately; it follows the evening."""
    embed = panel_embed(tournament, note)
    await reply(interaction, embed, await _panel_view(interaction, tournament), ephemeral=True)
    follow(interaction, tournament, note, None, embed)


async def show_panel(
    interaction: discord.Interaction[Any], tournament: Tournament, note: str | None = None, undo: int | None = None
) -> None:
    embed = panel_embed(tournament, note)
    await edit_answer(interaction, embed=embed, view=await _panel_view(interaction, tournament, undo))
    follow(interaction, tournament, note, undo, embed)
