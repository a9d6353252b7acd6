"""What directors are asked for: to grant a member's request, to assign a minimum rating."""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord

from bot.services.context import Actor, Services
from bot.services.players.assign_floor import FloorAlert, assign_floor, directors_role
from bot.services.uschess.request_demotion import DemotionRequest, grant_demotion
from bot.ui.buttons.undo_buttons import UndoDemotion, UndoRating, persistent
from bot.ui.cards.events.undo import opening_card
from bot.ui.framework.answers import acknowledge, afterwards, edit_answer, reply
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.error_handler import ANSWERING
from bot.ui.framework.items import KeyButton, LastingButton
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.text import plain
from bot.ui.uschess.demotion_card import demotion_card
from bot.ui.uschess.request_cards import alert_card, request_card
from core.lists import RatingList
from core.uschess.lifetime import LISTS

MOST_ALERTS = 5
"""Players of one event whom directors are alerted of: those furthest above their rating."""

_LISTS = "|".join(moved.value for moved in LISTS)


class GrantDemotion(KeyButton, template=rf"grant-demotion:(?P<key>{KEY})"):
    """Lower the title of a member who asked for it, for a director; the id holds the interaction that asked."""

    name, label, style = "grant-demotion", "Lower the title (TD)", discord.ButtonStyle.primary

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        report = await grant_demotion(services, actor, self.key)
        view = persistent(UndoDemotion(report.demotion_id))
        await edit_answer(interaction, content=None, embed=demotion_card(report), view=view)


class SetFloor(
    LastingButton,
    template=rf"floor:(?P<event>{KEY}):(?P<player>{KEY}):(?P<list>{_LISTS})",
):
    """Assign the floor that a norm justifies, for a director."""

    def __init__(self, event_id: int, player_id: int, rating_list: RatingList, label: str = "Set the floor") -> None:
        custom_id = f"floor:{event_id}:{player_id}:{rating_list.value}"
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id))
        self.event_id, self.player_id, self.rating_list = event_id, player_id, rating_list

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["event"]), int(match["player"]), RatingList(match["list"]))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await acknowledge(interaction)
        services, actor = services_of(interaction), actor_of(interaction)
        report = await assign_floor(services, actor, self.event_id, self.player_id, self.rating_list)
        interaction.extras[ANSWERING] = True
        await interaction.followup.send(embed=opening_card(report), view=persistent(UndoRating(report.opening_id)))


async def reply_request(interaction: discord.Interaction[Any], request: DemotionRequest) -> None:
    """Send a member's request where everybody sees it, and call the directors who may grant it."""
    await reply(interaction, request_card(request), persistent(GrantDemotion(request.asked)))
    await _call(
        interaction, request.td_role_id, f"{plain(request.would.player.name)} asks for a lifetime title to be lowered."
    )


async def alert_directors(interaction: discord.Interaction[Any], alerts: Sequence[FloorAlert]) -> None:
    """Tell directors, below an answer, whose norm lies far above the rating, with one press for each."""
    if alerts:
        await afterwards(_alert(interaction, alerts[:MOST_ALERTS]), "directors cannot be told that a floor may be due")


async def _alert(interaction: discord.Interaction[Any], alerts: Sequence[FloorAlert]) -> None:
    role = await directors_role(services_of(interaction), actor_of(interaction))
    buttons = [
        SetFloor(
            alert.event_id,
            alert.player.id,
            alert.rating_list,
            f"Floor {alert.due.floor} for {plain(alert.player.name, 30)} (TD)",
        )
        for alert in alerts
    ]
    await interaction.followup.send(
        "" if role is None else f"<@&{role}>",
        embed=alert_card(alerts),
        view=persistent(*buttons),
        allowed_mentions=_role_alone(role),
    )


async def _call(interaction: discord.Interaction[Any], role: int | None, what: str) -> None:
    if role is not None:
        calling = interaction.followup.send(f"<@&{role}> {what}", allowed_mentions=_role_alone(role))
        await afterwards(calling, "directors cannot be called")


def _role_alone(role: int | None) -> discord.AllowedMentions:
    roles = [] if role is None else [discord.Object(role)]
    return discord.AllowedMentions(everyone=False, users=False, roles=roles)
