"""Post an evening's card and bring it up to date: one edit at a time, and none where nothing changed."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.lifecycle import LiveEventCard, evening_card, save_message_location
from bot.services.live_events.ranked.live_standings import live_standings
from bot.services.live_events.told.posts import keep_card
from bot.store.events.evening_rows import EveningStatus
from bot.ui.framework.answers import afterwards, edit_answer
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.live_events.card import evening_embed
from bot.ui.live_events.standings_card import tournament_embed

UNKNOWN_MESSAGE = 10008

log = logging.getLogger(__name__)


@dataclass
class _Shown:
    """What a card shows, as far as this process knows: a restart forgets it, and costs one edit."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    embed: dict[str, Any] | None = None


CARDS_KEPT = 512
"""How many cards are remembered, those used last: more than are open at once."""

_cards: WeakKeyDictionary[Any, OrderedDict[int, _Shown]] = WeakKeyDictionary()


def _shown(client: Any, evening_id: int) -> _Shown:
    """Return what is known of a card, and forget those that were not used for longest."""
    cards = _cards.setdefault(client, OrderedDict())
    shown = cards.setdefault(evening_id, _Shown())
    cards.move_to_end(evening_id)
    while len(cards) > CARDS_KEPT:
        # One whose edit is under way is kept: whoever comes meanwhile has to wait for it.
        idle = (key for key, card in cards.items() if not card.lock.locked() and card is not shown)
        oldest = next(idle, None)
        if oldest is None:
            break
        del cards[oldest]
    return shown


async def post_card(
    interaction: discord.Interaction[Any], actor: Actor, card: LiveEventCard, view: discord.ui.View | None
) -> None:
    """Send an evening's card in the place of the "thinking", and remember where it is."""
    services: Services = interaction.client.services
    evening_id, embed = card.evening.id, await embed_of(services, card)
    shown = _shown(interaction.client, evening_id)
    async with shown.lock:  # whoever clicks at once finds it remembered
        message_id = await edit_answer(interaction, embed=embed, view=view)
        shown.embed = dict(embed.to_dict())
        if interaction.channel_id is not None:
            keeping = save_message_location(services, actor, evening_id, interaction.channel_id, message_id)
            await afterwards(keeping, f"where the card of evening {evening_id} stands cannot be kept")


async def refresh_card(interaction: discord.Interaction[Any], evening_id: int, *, on_card: bool = False) -> None:
    """Edit an evening's card where it no longer shows what stands.

    Whoever comes while another edit is under way waits, and then finds that it showed their change too.
    on_card: the interaction is a click on the card itself, whose answer is the edit; otherwise it is answered
        already, and the next change tries again what fails here.
    """
    interaction.extras[ANSWERING] = True
    refreshing = _refresh(interaction, evening_id, on_card=on_card)
    await (refreshing if on_card else afterwards(refreshing, f"the card of evening {evening_id} cannot be edited"))


async def _refresh(interaction: discord.Interaction[Any], evening_id: int, *, on_card: bool) -> None:
    edit = interaction.edit_original_response if on_card else None
    await bring_up_to_date(interaction.client, interaction.guild_id or 0, evening_id, edit)


async def embed_of(services: Services, card: LiveEventCard) -> discord.Embed:
    """Return the card of an evening, paired or not."""
    if not card.evening.is_paired:
        return evening_embed(card)
    return tournament_embed(await live_standings(services, card.club.id, card.evening.id))


def view_of(card: LiveEventCard) -> discord.ui.View | None:
    """Return the buttons under a card."""
    # Each of them brings the card up to date.
    from bot.ui.buttons.evening.evening import card_view

    return card_view(card)


async def _edit_or_post(
    client: Any, club_id: int, card: LiveEventCard, place: tuple[int, int], changes: dict[str, Any]
) -> None:
    """Edit a card; post it once more where somebody deleted that of an open, paired evening."""
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
    """Post the first card of a section in the channel of the event that it is of; tell whether that was done."""
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
    """Edit an evening's card where it shows something else. edit: of a click on the card, whose errors go out."""
    services: Services = client.services
    shown = _shown(client, evening_id)
    async with shown.lock:
        card, place = await evening_card(services, club_id, evening_id)
        embed = await embed_of(services, card)
        if embed.to_dict() == shown.embed:
            return
        changes: dict[str, Any] = {"embed": embed, "view": view_of(card)}
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
            # What was asked for is stored and answered; the next change tries the card again.
            log.warning("the card of evening %d cannot be edited: %s", evening_id, error)
            return
        shown.embed = dict(embed.to_dict())
