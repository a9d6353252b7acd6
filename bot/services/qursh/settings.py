"""What a director decides about the history: finer bins, and whether the club's own games are part of it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from bot.services.context import Actor, Services
from bot.services.qursh.history import HistoryInUse, in_use
from bot.services.settings_undo import QURSH_CHANGED, difference
from bot.services.transaction import Done, Write, read_as_director, write_once
from bot.store import clubs
from bot.store.database import Connection
from bot.store.rows import AuditEntry, Club
from core.errors import InputError
from core.lists import RatingList
from core.qursh.cells import Grid
from core.qursh.history import History, QuantileSource
from core.qursh.settings import EARLIEST, QurshRules

_WHAT = "see or change what events are ranked against"


@dataclass(frozen=True, slots=True)
class QurshChange:
    """What a director wrote; None keeps a setting. no_own: the club's own games are no longer part of it."""

    grid: Grid | None = None
    own_list: RatingList | None = None
    own_since: date | None = None
    no_own: bool = False

    @property
    def writes(self) -> bool:
        return self != QurshChange()

    def rules(self, before: QurshRules) -> QurshRules:
        """Return a club's rules after the change; raise InputError for a day without a list."""
        own_list = None if self.no_own else self.own_list or before.own_list
        if own_list is None and self.own_since is not None:
            raise InputError("Since when which games count? Add own_games with a rating list.")
        since = EARLIEST if own_list is None else self.own_since or before.own_since
        return QurshRules(self.grid or before.grid, own_list, since)


@dataclass(frozen=True, slots=True)
class QurshSettings:
    """The settings with the table that they make; before: what placed how many cells until then."""

    rules: QurshRules
    in_use: HistoryInUse
    before: Mapping[QuantileSource, int] | None = None


def cell_sources(history: History) -> Counter[QuantileSource]:
    """Return what places how many cells."""
    return Counter(table.source for table in history.tables)


async def qursh_settings(services: Services, actor: Actor, change: QurshChange) -> QurshSettings:
    """Return the settings, after a change where one is asked for; directors only."""

    def work(write: Write) -> Done[QurshSettings]:
        connection, club = write.connection, write.club
        before = in_use(connection, club.id)
        rules = change.rules(club.house_rules.qursh)
        after = in_use(connection, club.id, rules)
        changed = replace(club.house_rules, qursh=rules)
        clubs.change(connection, club.id, {"house_rules": changed.to_json()})
        details = {"values": rules.to_json(), **difference(club, replace(club, house_rules=changed))}
        return Done(QurshSettings(rules, after, cell_sources(before.history)), club.id, details)

    def again(write: Write, entry: AuditEntry) -> QurshSettings:
        return _settings(write.connection, write.club)

    if not change.writes:
        return await read_as_director(services, actor, _WHAT, _settings)
    return await write_once(services, actor, QURSH_CHANGED, work, again=again, director_to=_WHAT)


def _settings(connection: Connection, club: Club) -> QurshSettings:
    return QurshSettings(club.house_rules.qursh, in_use(connection, club.id))
