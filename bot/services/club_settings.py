"""A club's settings."""

from dataclasses import dataclass

from bot.services.audit import note
from bot.services.context import Actor, SelfReport, Services, require_director
from bot.store import audits, clubs
from bot.store.database import Connection
from bot.store.rows import Club
from core.errors import InputError
from core.lists import RatingList


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """What a director wrote; None keeps a setting."""

    td_role_id: int | None = None
    default_list: RatingList | None = None
    self_report: SelfReport | None = None
    reporter_role_id: int | None = None

    def values(self) -> dict[str, object]:
        written = {
            "td_role_id": self.td_role_id,
            "default_list": self.default_list,
            "self_report": self.self_report,
            "reporter_role_id": self.reporter_role_id,
        }
        return {name: value for name, value in written.items() if value is not None}


async def club_settings(services: Services, actor: Actor, change: SettingsChange) -> Club:
    """Return the settings, after a change where one is asked for; directors only."""
    asked = change.values()

    def look(connection: Connection) -> Club:
        club = clubs.find(connection, actor.club_id)
        require_director(club, actor, "see or change the settings")
        return club

    def work(connection: Connection) -> Club:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "see or change the settings")
        if audits.by_interaction(connection, club.id, actor.interaction_id) is not None:
            return club
        values = dict(asked)
        needs_role = values.get("self_report") == SelfReport.ROLE
        if needs_role and (change.reporter_role_id or club.reporter_role_id) is None:
            raise InputError("Which role may report? Add reporter_role, or choose another value for self_report.")
        if change.reporter_role_id is not None and "self_report" not in values:
            values["self_report"] = SelfReport.ROLE
        clubs.change(connection, club.id, values)
        details = {name: str(value) for name, value in values.items()}
        note(connection, services, actor, "settings", club.id, details)
        return clubs.find(connection, club.id)

    return await (services.database.write(work) if asked else services.database.read(look))
