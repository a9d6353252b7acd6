"""What a club's settings are, for the one page that shows them all."""

from dataclasses import dataclass
from datetime import datetime

from bot.services.clock import zone
from bot.services.context import Actor, Services
from bot.services.transaction import read_as_director
from bot.store.database import Connection
from bot.store.kept.alive import NOTHING, Alive, alive
from bot.store.rows import Club

SEE = "see or change the settings"


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A club's settings. now: on the club's clock."""

    club: Club
    now: datetime
    alive: Alive = NOTHING


async def settings_page(services: Services, actor: Actor) -> SettingsPage:
    """Return the settings; directors only."""

    def work(connection: Connection, club: Club) -> SettingsPage:
        return SettingsPage(club, services.now().astimezone(zone(club.time_zone)), alive(connection, club.id))

    return await read_as_director(services, actor, SEE, work)
