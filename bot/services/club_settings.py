"""A club's settings."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from bot.services.confirmation import Confirm, ConfirmReports
from bot.services.context import Actor, SelfReport, Services
from bot.services.imports.target_lists import FideFiles
from bot.services.players.identity.claims import WhoConfirms
from bot.services.settings_undo import CHANGED, difference, put
from bot.services.transaction import Done, Write, check_director, write_once
from bot.store import clubs
from bot.store.rows import AuditEntry, Club
from core.club_rules import ClubRules
from core.errors import InputError
from core.lists import RatingList
from core.systems import SYSTEMS
from core.uschess.lifetime_tables import STANDARD_TABLES, LifetimeTables

STANDARD = "standard"
"""Brings the usual rules of a list back."""


class Gone(StrEnum):
    """When who has left the server goes from live boards; the value is what the database stores."""

    MONTH = "month"
    NEVER = "never"
    AT_ONCE = "at once"


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """What a director wrote; None keeps a setting.

    lifetime_titles: whether the codes of the 1990s are shown. gone: when who has left goes from live boards.
    cleared: the settings that are to be empty, by column.
    rating_list, rules: a list and the edition that rates its events, STANDARD for the one that the system takes.
    deltas, letters: of the lifetime titles, in thousandths by rounds and by level; empty for the usual ones.
    """

    td_role_id: int | None = None
    default_list: RatingList | None = None
    self_report: SelfReport | None = None
    reporter_role_id: int | None = None
    deltas: Mapping[int, int] | None = None
    letters: Mapping[int, str] | None = None
    confirm_results: Confirm | None = None
    confirm_hours: int | None = None
    confirm_minutes: int | None = None
    confirm_reports: ConfirmReports | None = None
    rate_opponents: bool | None = None
    td_channel_id: int | None = None
    fide_files: FideFiles | None = None
    claims: WhoConfirms | None = None
    time_zone: str | None = None
    lifetime_titles: bool | None = None
    gone: Gone | None = None
    cleared: frozenset[str] = frozenset()
    rating_list: RatingList | None = None
    rules: str | None = None

    @property
    def is_empty(self) -> bool:
        return not self.values() and all(
            one is None for one in (self.deltas, self.letters, self.rating_list, self.rules)
        )

    def values(self) -> dict[str, object]:
        written = {
            "td_role_id": self.td_role_id,
            "default_list": self.default_list,
            "self_report": self.self_report,
            "reporter_role_id": self.reporter_role_id,
            "confirm_results": self.confirm_results,
            "confirm_hours": self.confirm_hours,
            "confirm_minutes": self.confirm_minutes,
            "confirm_reports": self.confirm_reports,
            "rate_opponents": self.rate_opponents,
            "td_channel_id": self.td_channel_id,
            "fide_files": self.fide_files,
            "claims": self.claims,
            "time_zone": self.time_zone,
            "lifetime_titles": self.lifetime_titles,
            "gone": self.gone,
        }
        return {name: value for name, value in written.items() if value is not None} | dict.fromkeys(self.cleared)

    def lifetime(self, tables: LifetimeTables) -> LifetimeTables:
        """Return a club's tables after the change; raise InputError for a table that cannot be."""
        deltas = STANDARD_TABLES.deltas if self.deltas is not None and not self.deltas else tables.deltas
        titles = STANDARD_TABLES.titles if self.letters is not None and not self.letters else tables.titles
        return LifetimeTables(titles, deltas).with_deltas(self.deltas or {}).with_letters(self.letters or {})

    def house_rules(self, rules: ClubRules) -> ClubRules:
        """Return a club's rules after the change; raise InputError for what cannot be."""
        changed = replace(rules, lifetime=self.lifetime(rules.lifetime))
        if self.rules is None and self.rating_list is None:
            return changed
        if self.rules is None or self.rating_list is None:
            raise InputError("Rules are those of a list: give both system and rules.")
        choices = {edition.key: edition.title for edition in SYSTEMS[self.rating_list].club_editions}
        if not choices:
            raise InputError(f"{self.rating_list.label} has no rules to choose for a club: leave system and rules out.")
        if self.rules not in (*choices, STANDARD):
            offered = ", ".join(choices.values())
            raise InputError(f"Those are not rules of {self.rating_list.label}: choose {offered}, or {STANDARD}.")
        return changed.with_usual_rules(self.rating_list, None if self.rules == STANDARD else self.rules)


async def default_list(services: Services, actor: Actor) -> RatingList:
    """Return the list that a club means where none is named."""
    club = await services.database.read(lambda connection: clubs.find(connection, actor.club_id), club=actor.club_id)
    return club.default_list


async def today_in(services: Services, club_id: int | None) -> date:
    """Return today's date in a club; outside one, in UTC."""
    if club_id is None:
        return services.today(None)
    return services.today(
        await services.database.read(lambda connection: clubs.find(connection, club_id), club=club_id)
    )


async def is_director(services: Services, actor: Actor) -> bool:
    """Tell whether somebody is a tournament director."""
    club = await services.database.read(lambda connection: clubs.find(connection, actor.club_id), club=actor.club_id)
    return actor.is_director(club)


def changed_by(write: Write, change: SettingsChange) -> Done[Club]:
    """Change the settings, fold again what rests on them; the details say what was and what is."""
    club, values = write.club, change.values()
    if change.td_role_id == club.id:  # Discord's @everyone has the server's id
        raise InputError("@everyone would make every member a director: choose a role that only directors have.")
    needs_role = values.get("self_report") == SelfReport.ROLE
    if needs_role and (change.reporter_role_id or club.reporter_role_id) is None:
        raise InputError("Which role may report? Add reporter_role, or choose another value for self_report.")
    if change.reporter_role_id is not None and "self_report" not in values:
        values["self_report"] = SelfReport.ROLE
    rules = change.house_rules(club.house_rules)
    if rules != club.house_rules:
        values["house_rules"] = rules.to_json()
    changed = put(write, values)
    return Done(changed, club.id, difference(club, changed))


async def club_settings(services: Services, actor: Actor, change: SettingsChange) -> Club:
    """Return the settings, after a change where one is asked for; directors only."""

    def again(write: Write, entry: AuditEntry) -> Club:
        return write.club

    what = "see or change the settings"
    if change.is_empty:
        return await check_director(services, actor, what)
    return await write_once(
        services, actor, CHANGED, lambda write: changed_by(write, change), again=again, director_to=what
    )
