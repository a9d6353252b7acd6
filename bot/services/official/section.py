"""Fetch a rated section of US Chess for the preview of a file."""

import logging

from bot.connect.uschess_section import rated_section, section_number
from bot.services.context import Actor, Services
from bot.services.imports.import_event import may_import

log = logging.getLogger(__name__)


async def fetch_section(services: Services, actor: Actor, written: str) -> bytes:
    """Return a rated section as the file that would be uploaded; directors only. Raise InputError, ConnectError.

    written: its event and number, for example 202411123456-1.
    """
    await may_import(services, actor)
    wanted = section_number(written)
    services.connections.count(actor.club_id, actor.member.user_id, services.now())
    data = await rated_section(services.connections, wanted)
    log.info("rated section fetched: club=%d bytes=%d", actor.club_id, len(data))
    return data
