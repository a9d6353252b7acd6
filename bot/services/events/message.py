"""Where Discord shows an event, so that others can be sent there."""

from collections.abc import Collection

from bot.services.transaction import Write, repeatable
from bot.store.events import facts
from bot.store.rows import Event, MessagePlace


@repeatable()
def save_message_location(write: Write, event_ids: Collection[int], place: MessagePlace) -> None:
    """Keep which message shows events of the club."""
    facts.save_message_location(write.connection, write.club.id, event_ids, place)


def link_to(event: Event, club_id: int) -> str | None:
    """Return the address of the message that shows an event; None where it is not known."""
    if event.message is None:
        return None
    return f"https://discord.com/channels/{club_id}/{event.message.channel_id}/{event.message.message_id}"
