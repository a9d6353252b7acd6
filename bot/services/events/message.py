"""Where Discord shows an event, so that others can be sent there."""

from collections.abc import Collection

from bot.services.context import Actor, Services
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.rows import Event, MessagePlace


async def keep_message(services: Services, actor: Actor, event_ids: Collection[int], place: MessagePlace) -> None:
    """Keep which message shows events of the club."""

    def work(connection: Connection) -> None:
        clubs.enter(connection, actor.club_id, services.now())
        facts.show_at(connection, actor.club_id, event_ids, place)

    await services.database.write(work, club=actor.club_id)


def link_to(event: Event, club_id: int) -> str | None:
    """Return the address of the message that shows an event; None where it is not known."""
    if event.message is None:
        return None
    return f"https://discord.com/channels/{club_id}/{event.message.channel_id}/{event.message.message_id}"
