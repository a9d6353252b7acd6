"""The kinds of things in the outbox, and who sends each."""

from bot.services.alive.follow import follow
from bot.services.outbox.moved import MOVED
from bot.services.outbox.queue import NOTE
from bot.services.outbox.roles import ROLE
from bot.services.seasons.end import POSTED
from bot.ui.sending.handler import Handler, Sending
from bot.ui.sending.notes import send_note
from bot.ui.sending.roles import send_role
from bot.ui.sending.seasons import send_season


async def _follow(sending: Sending) -> None:
    await follow(sending.services, sending.one.club_id)


HANDLERS: dict[str, Handler] = {MOVED: _follow, NOTE: send_note, ROLE: send_role, POSTED: send_season}
"""By the kind's name in the row; what directors call it is in `bot.ui.wording.paused`."""
