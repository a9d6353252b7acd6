"""Buttons of matches of two sides, such as doubles."""

from typing import Any

import discord

from bot.services.matches.sides import SidesReport, SidesSubmission, confirm_sides, object_to_sides, record_sides
from bot.ui.buttons.event import calculation_button
from bot.ui.buttons.undo import strike, undo_button
from bot.ui.cards.sides import disputed_sides_embed, question, sides_embed
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, reply
from bot.ui.framework.buttons import GREEN, Press, Who, button, lasting
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.server import actor_of, only_users, services_of


@button("sides-confirm", "Confirm", Who.OTHER_SIDE, style=GREEN)
async def confirm_sides_button(press: Press, event_id: int) -> None:
    await acknowledge(press.interaction)
    report = await confirm_sides(press.services, press.actor, event_id)
    await edit_answer(press.interaction, embed=sides_embed(report), view=sides_view(report))


@button("sides-wrong", "Dispute", Who.OTHER_SIDE)
async def dispute_sides_button(press: Press, event_id: int) -> None:
    await acknowledge(press.interaction)
    report, me = await object_to_sides(press.services, press.actor, event_id), press.actor.member.user_id
    press.interaction.extras[ANSWERING] = True
    users = [user_id for user_id in {report.reported_by} if user_id != me]
    await press.interaction.followup.send(
        " ".join(f"<@{user_id}>" for user_id in users),
        embed=disputed_sides_embed(report, me),
        allowed_mentions=only_users(users),
    )
    await strike(press.interaction)


def sides_view(report: SidesReport) -> discord.ui.View:
    """Return the buttons of a match: confirm or dispute, later its calculation; and undo."""
    key = report.event_id
    if report.waits_until is not None:
        return lasting(confirm_sides_button(key), dispute_sides_button(key), undo_button(key))
    return lasting(calculation_button(key, report.sides[0][0].player.id), undo_button.but(label="Undo (TD)")(key))


async def report_sides_and_reply(interaction: discord.Interaction[Any], written: SidesSubmission) -> None:
    """Store a match, show it to everybody and ask the other side."""
    await defer(interaction)
    report = await record_sides(services_of(interaction), actor_of(interaction), written)
    await reply(interaction, sides_embed(report), sides_view(report))
    asked = question(report)
    if asked is not None:
        # Discord does not notify mentions in a deferred answer.
        asking = interaction.followup.send(asked, allowed_mentions=only_users(report.asked))
        await afterwards(asking, "asking the other side of a match failed")
