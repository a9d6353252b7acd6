"""The directors' panels that are open, so that they follow the results as the card does.

A panel is seen by one director alone: it can be edited with their last press, for a quarter of an hour. A restart
forgets the panels, and the next press on one shows it as it stands.
"""

import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.services.live_events.tournament import Tournament
from bot.ui.live_events.panel import panel_embed

log = logging.getLogger(__name__)

PANELS_KEPT = 128
"""How many panels are followed, those used last."""


@dataclass(slots=True)
class _OpenPanel:
    """A panel with what was done last in it. interaction: the last press. shown: its embed as it stands."""

    interaction: discord.Interaction[Any]
    note: str | None
    undo: int | None
    shown: dict[str, Any]


_panels: WeakKeyDictionary[Any, OrderedDict[tuple[int, int], _OpenPanel]] = WeakKeyDictionary()


def _of(client: Any) -> OrderedDict[tuple[int, int], _OpenPanel]:
    """Return the panels by evening and director."""
    return _panels.setdefault(client, OrderedDict())


def follow(
    interaction: discord.Interaction[Any],
    tournament: Tournament,
    note: str | None,
    undo: int | None,
    embed: discord.Embed,
) -> None:
    """Let a panel that a director has just been shown follow the evening."""
    panels = _of(interaction.client)
    key = tournament.evening.id, interaction.user.id
    panels[key] = _OpenPanel(interaction, note, undo, dict(embed.to_dict()))
    panels.move_to_end(key)
    while len(panels) > PANELS_KEPT:
        panels.popitem(last=False)


def leave(interaction: discord.Interaction[Any], evening_id: int) -> None:
    """Let a panel stand as it is, such as one that asks something."""
    _of(interaction.client).pop((evening_id, interaction.user.id), None)


async def redraw_panels(client: Any, tournament: Tournament) -> None:
    """Edit the open panels of an evening that no longer show what stands; one that is gone is followed no more."""
    from bot.ui.buttons.evening.panel_view import panel_view

    panels = _of(client)
    for key, panel in [(key, panel) for key, panel in panels.items() if key[0] == tournament.evening.id]:
        embed = panel_embed(tournament, panel.note)
        if embed.to_dict() == panel.shown:
            continue
        panel.shown = dict(embed.to_dict())
        try:
            if not panel.interaction.is_expired():
                view = panel_view(tournament, panel.undo)
                await panel.interaction.edit_original_response(embed=embed, view=view)
                continue
        except discord.HTTPException as error:
            log.info("a panel of evening %d is gone: %s", tournament.evening.id, error)
        if panels.get(key) is panel:
            del panels[key]
