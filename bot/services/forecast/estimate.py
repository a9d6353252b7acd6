"""Rate an event and store nothing."""

import asyncio

from bot.services.context import Actor, Services
from bot.services.events.report import EventReport
from bot.services.events.submission import EventSubmission
from bot.services.forecast.hypothetical import hypothetical_event


async def estimate(services: Services, actor: Actor | None, written: EventSubmission) -> EventReport:
    """Rate an event and store nothing.

    actor: None outside a club, where rating and games must be given and opponents are ratings.
    """
    supposed = await hypothetical_event(services, actor, written)
    return await asyncio.to_thread(supposed.rate)
