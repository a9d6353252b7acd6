"""What a director decides about the history: finer bins, and whether the club's own games are part of it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from bot.services.qursh.history import HistoryInUse, in_use
from bot.services.settings_undo import QURSH_CHANGED, difference
from bot.services.transaction import Read, Write, read, use_case
from bot.store import clubs
from core.errors import InputError
from core.lists import RatingList
from core.qursh.cells import Grid
from core.qursh.history import History, QuantileSource
from core.qursh.settings import EARLIEST, QurshRules

WHAT = "see or change what events are ranked against"


@dataclass(frozen=True, slots=True)
class QurshChange:
    """What a director wrote; None keeps a setting. no_own: the club's own games are no longer part of it."""

    grid: Grid | None = None
    own_list: RatingList | None = None
    own_since: date | None = None
    no_own: bool = False

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


@read(director_to=WHAT)
def qursh_settings(read: Read) -> QurshSettings:
    """Return the settings."""
    return QurshSettings(read.club.house_rules.qursh, in_use(read.connection, read.club.id))


@use_case(QURSH_CHANGED, director_to=WHAT)
def change_qursh(write: Write, change: QurshChange) -> QurshSettings:
    """Change the settings, and return them."""
    connection, club = write.connection, write.club
    before = in_use(connection, club.id)
    rules = change.rules(club.house_rules.qursh)
    after = in_use(connection, club.id, rules)
    changed = replace(club.house_rules, qursh=rules)
    clubs.change(connection, club.id, {"house_rules": changed.to_json()})
    write.note(club.id, {"values": rules.to_json(), **difference(club, replace(club, house_rules=changed))})
    return QurshSettings(rules, after, cell_sources(before.history))
