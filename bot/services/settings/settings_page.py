"""A club's settings, for the page that shows them all."""

from dataclasses import dataclass
from datetime import datetime

from bot.services.clock import zone
from bot.services.transaction import Read, read
from bot.store.kept.alive import NOTHING, Alive, alive
from bot.store.rows import Club

SEE = "see or change the settings"


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A club's settings. now: on the club's clock."""

    club: Club
    now: datetime
    alive: Alive = NOTHING


@read(director_to=SEE)
def settings_page(read: Read) -> SettingsPage:
    """Return the settings."""
    return SettingsPage(read.club, read.now.astimezone(zone(read.club.time_zone)), alive(read.connection, read.club.id))
