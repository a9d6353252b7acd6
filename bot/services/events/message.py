"""Where Discord shows an event, so that others can be sent there."""

from collections.abc import Collection

from bot.services.context import Actor, Services
from bot.services.transaction import Write, write_each_time
from bot.store.events import facts
from bot.store.rows import Event, MessagePlace


async def save_message_location(
    services: Services, actor: Actor, event_ids: Collection[int], place: MessagePlace
) -> None:
    """Keep which message shows events of the club."""

    def work(write: Write) -> None:
        facts.save_message_location(write.connection, write.club.id, event_ids, place)

    await write_each_time(services, actor, work)


def link_to(event: Event, club_id: int) -> str | None:
    """Return the address of the message that shows an event; None where it is not known."""
    if event.message is None:
        return None
    return f"https://discord.com/channels/{club_id}/{event.message.channel_id}/{event.message.message_id}"
