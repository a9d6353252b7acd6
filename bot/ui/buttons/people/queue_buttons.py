"""The directors' queue: what waits to be confirmed, with two buttons for each. Ids say all that they need."""

from typing import Any

import discord

from bot.services.directors_queue import QueuePage, accept, directors_queue, reject, reject_all
from bot.ui.buttons.people.report_buttons import alert_of_report
from bot.ui.buttons.undo_buttons import persistent
from bot.ui.cards.people.reports import queue_embed
from bot.ui.framework.answers import acknowledge, afterwards, edit_answer, reply
from bot.ui.framework.custom_ids import KEY, SMALL
from bot.ui.framework.items import LastingButton
from bot.ui.framework.server.actors import actor_of, services_of

_GREEN, _RED = discord.ButtonStyle.success, discord.ButtonStyle.danger


class Decide(LastingButton, template=rf"queue:(?P<what>yes|no):(?P<event>{KEY}):(?P<page>{SMALL})"):
    """Confirm what waits, or take it back, for a director; the queue is shown again without it."""

    def __init__(self, what: str, event_id: int, page: int, number: int = 1) -> None:
        accepts = what == "yes"
        super().__init__(
            discord.ui.Button(
                label=f"{number} {'Confirm' if accepts else 'Take back'}",
                style=_GREEN if accepts else _RED,
                custom_id=f"queue:{what}:{event_id}:{page}",
            )
        )
        self.accepts, self.event_id, self.page = accepts, event_id, page

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        services, actor = services_of(interaction), actor_of(interaction)
        await acknowledge(interaction)
        await (accept if self.accepts else reject)(services, actor, self.event_id)
        page = await directors_queue(services, actor, self.page)
        await edit_answer(interaction, embed=queue_embed(page), view=queue_view(page))
        if self.accepts:
            alert = alert_of_report(interaction, self.event_id)
            await afterwards(alert, "directors cannot be told that a floor may be due")


class RejectAll(LastingButton, template=rf"queue-all:(?P<user>{KEY}):(?P<latest>{KEY})"):
    """Take back whatever of one member was shown to wait, for a director; the queue is shown again without it."""

    def __init__(self, user_id: int, latest: int, many: int = 0) -> None:
        label, custom_id = f"Take back all {many} of one member", f"queue-all:{user_id}:{latest}"
        super().__init__(discord.ui.Button(label=label, style=_RED, custom_id=custom_id, row=4))
        self.user_id, self.latest = user_id, latest

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        services, actor = services_of(interaction), actor_of(interaction)
        await acknowledge(interaction)
        await reject_all(services, actor, self.user_id, self.latest)
        page = await directors_queue(services, actor)
        await edit_answer(interaction, embed=queue_embed(page), view=queue_view(page))


class TurnQueue(LastingButton, template=rf"queue-page:(?P<page>{SMALL})"):
    """Turn to another page of the queue, for a director."""

    def __init__(self, page: int, label: str = "…") -> None:
        super().__init__(discord.ui.Button(label=label, custom_id=f"queue-page:{page}", row=4))
        self.page = page

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await acknowledge(interaction)
        page = await directors_queue(services_of(interaction), actor_of(interaction), self.page)
        await edit_answer(interaction, embed=queue_embed(page), view=queue_view(page))


QUEUE_ITEMS = (Decide, RejectAll, TurnQueue)


def queue_view(page: QueuePage) -> discord.ui.View:
    """Return two buttons for each report of a page, a row each, and those that turn it."""
    items: list[LastingButton] = []
    for number, report in enumerate(page.reports, start=1):
        for what in ("yes", "no"):
            item = Decide(what, report.event_id, page.page, number)
            item.item.row = number - 1
            items.append(item)
    if page.page:
        items.append(TurnQueue(page.page - 1, "Previous"))
    if page.page + 1 < page.pages:
        items.append(TurnQueue(page.page + 1, "Next"))
    if page.flood is not None:
        items.append(RejectAll(page.flood.user_id, page.flood.latest, page.flood.many))
    return persistent(*items)


async def reply_queue(interaction: discord.Interaction[Any], page: QueuePage) -> None:
    """Send the queue to the director alone."""
    await reply(interaction, queue_embed(page), queue_view(page), ephemeral=True)
