"""Frozen rows that leave the store."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, StrEnum
from typing import Any, NamedTuple

from bot.store.database.club_choices import (
    Confirm,
    ConfirmReports,
    FideFiles,
    Leaving,
    NewsKind,
    NewsWhen,
    Paper,
    SelfReport,
    SiteAccess,
    SitePart,
    WhoConfirms,
)
from core.event.crosstable import Crosstable
from core.event.entered_rating import EnteredRating, EnteredRecord
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules, Codes
from core.rating.outcome import Compared


class FactPosition(NamedTuple):
    """A fact's place: its day, then its order of reporting."""

    date: date
    seq: int


class ReportStanding(StrEnum):
    """An event's standing; the value is stored.

    Reported: by a player alone. Confirmed: by everybody in it, a director or a file. Disputed: a director decides.
    """

    REPORTED = "reported"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Club:
    """A club with its settings; their defaults are also those of the table."""

    id: int
    td_role_id: int | None = None
    default_list: RatingList = RatingList.USCHESS_REGULAR
    self_report: SelfReport = SelfReport.EVERYONE
    reporter_role_id: int | None = None
    house_rules: ClubRules = DEFAULT_RULES
    fold_version: int = 1
    confirm_results: Confirm = Confirm.BOTH
    confirm_hours: int = 24
    confirm_minutes: int = 15
    check_in: bool = False
    forfeit_minutes: int = 0
    fide_files: FideFiles = FideFiles.BY_FILE
    claims: WhoConfirms = WhoConfirms.ASK
    time_zone: str = "UTC"
    paper: Paper = Paper.ZONE
    confirm_reports: ConfirmReports = ConfirmReports.TITLES
    rate_opponents: bool = False
    td_channel_id: int | None = None
    official: bool = False
    gone: Leaving = Leaving.MONTH
    news_channel_id: int | None = None
    news_when: NewsWhen = NewsWhen.OFF
    news_hour: int = 9
    news_kinds: tuple[NewsKind, ...] | None = None
    lifetime_titles: Codes = Codes.EARNED
    followed: frozenset[str] = frozenset()
    site: SiteAccess = SiteAccess.OFF
    site_name: str | None = None
    site_parts: tuple[SitePart, ...] | None = None
    site_ids: bool = False

    @property
    def followers(self) -> frozenset[str]:
        """Return what follows rating changes: live boards, news, ..."""
        has_news = self.news_when is not NewsWhen.OFF and self.news_channel_id is not None
        return self.followed | {"news"} if has_news else self.followed


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody of a club."""

    id: int
    user_id: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event with its lists, main one first, and chosen rules.

    name: as shown. given_name: as stored, None for a match that has no name but its players'. waits_until: when it
    counts by itself. successor_id: the event that replaced a voided one.
    """

    id: int
    place: FactPosition
    name: str | None
    source: str
    voided: bool
    reported_by: int
    interaction_id: int | None
    rating_lists: tuple[RatingList, ...]
    rules: str | None
    message: "MessagePlace | None" = None
    waits_until: datetime | None = None
    standing: ReportStanding = ReportStanding.CONFIRMED
    successor_id: int | None = None
    given_name: str | None = None

    @property
    def is_confirmed(self) -> bool:
        return self.standing is ReportStanding.CONFIRMED


class MessagePlace(NamedTuple):
    """The channel and message in which Discord shows something."""

    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to store, beside its crosstable; waits_until: if it does not count yet."""

    club_id: int
    place: FactPosition
    name: str | None
    rating_lists: tuple[RatingList, ...]
    rules: str | None
    source: str
    reported_by: int
    interaction_id: int | None
    at: datetime
    digest: str | None = None
    waits_until: datetime | None = None
    standing: ReportStanding = ReportStanding.CONFIRMED


@dataclass(frozen=True, slots=True)
class NewEnteredRating:
    """An entered rating to be stored."""

    club_id: int
    player_id: int
    rating_list: RatingList
    place: FactPosition
    rating: float
    games: int | None
    peak: float | None
    floor: float | None
    reason: str | None
    reported_by: int
    interaction_id: int | None
    at: datetime
    event_id: int | None = None
    record: EnteredRecord | None = None
    is_confirmed: bool = True
    waits: bool = False


@dataclass(frozen=True, slots=True)
class EventFact:
    """An event on one list, ready to rate; an unconfirmed one gives nothing for life."""

    place: FactPosition
    event_id: int
    crosstable: Crosstable
    rules: str | None
    is_confirmed: bool = True

    @property
    def players(self) -> frozenset[Any]:
        return frozenset(entrant.player for entrant in self.crosstable.entrants if entrant.rated)

    @property
    def ref(self) -> "FactRef":
        return FactRef(self.place, FactKind.EVENT, self.event_id, self.players)


@dataclass(frozen=True, slots=True)
class EnteredRatingFact:
    """A stored starting rating or correction; an unconfirmed one gives nothing for life."""

    place: FactPosition
    entered_rating_id: int
    player_id: int
    rating: float
    games: int | None
    peak: float | None
    floor: float | None
    record: EnteredRecord | None = None
    is_confirmed: bool = True

    @property
    def entered(self) -> EnteredRating:
        return EnteredRating(self.rating, self.games, self.peak, self.floor, self.player_id, self.record)

    @property
    def players(self) -> frozenset[int]:
        return frozenset((self.player_id,))

    @property
    def ref(self) -> "FactRef":
        return FactRef(self.place, FactKind.ENTERED_RATING, self.entered_rating_id, self.players)


@dataclass(frozen=True, slots=True)
class NewDemotion:
    """A lowered title to be stored."""

    club_id: int
    player_id: int
    rating_list: RatingList
    place: FactPosition
    reason: str
    reported_by: int
    interaction_id: int
    at: datetime


@dataclass(frozen=True, slots=True)
class DemotionFact:
    """A lifetime title lowered by 100 points."""

    place: FactPosition
    demotion_id: int
    player_id: int

    @property
    def players(self) -> frozenset[int]:
        return frozenset((self.player_id,))

    @property
    def ref(self) -> "FactRef":
        return FactRef(self.place, FactKind.DEMOTION, self.demotion_id, self.players)


class ListFactKind(StrEnum):
    """What can happen to a whole list; the value is stored."""

    PUBLICATION = "publication"
    CALIBRATION = "calibration"
    SEASON = "season"


@dataclass(frozen=True, slots=True)
class ListFact:
    """A fact about a whole list.

    through: last day of its events. players: who may be moved. factor: remaining share of the distance to the middle;
    0: all start equal.
    """

    place: FactPosition
    list_fact_id: int
    kind: ListFactKind
    through: date
    players: frozenset[int]
    factor: float = 1.0

    @property
    def ref(self) -> "FactRef":
        return FactRef(self.place, FactKind(self.kind.value), self.list_fact_id, self.players)


class ListedEvent(NamedTuple):
    """A counting event of one player on a published list."""

    player_id: int
    event_id: int
    name: str | None
    day: date


Fact = EventFact | EnteredRatingFact | DemotionFact | ListFact


class FactKind(Enum):
    """The kinds of facts that a recalculation reads."""

    EVENT = "event"
    ENTERED_RATING = "entered_rating"
    DEMOTION = "demotion"
    PUBLICATION = "publication"
    CALIBRATION = "calibration"
    SEASON = "season"


OF_THE_LIST = frozenset({FactKind.PUBLICATION, FactKind.CALIBRATION, FactKind.SEASON})
"""A list is published, calibrated, or begins a season."""


@dataclass(frozen=True, slots=True)
class FactRef:
    """A fact's place and the players it moves, before it is loaded."""

    place: FactPosition
    kind: FactKind
    id: int
    players: frozenset[int]

    @property
    def applies_to_everyone(self) -> bool:
        """Return whether it moves exactly the recalculated players (a publication)."""
        return self.kind in (FactKind.PUBLICATION, FactKind.SEASON)


class JournalEntry(NamedTuple):
    """A fact's effect on a rating on a list; a tuple: one recalculation makes tens of thousands.

    after: None if still unrated.
    """

    player_id: int
    place: FactPosition
    event_id: int | None
    entered_rating_id: int | None
    before: float | None
    after: float | None
    games_before: int
    games_after: int
    expected: float | None
    score: float | None
    performance: float | None
    rules: str | None
    state: dict[str, Any]
    event_name: str | None = None
    list_fact_id: int | None = None
    compared: Compared | None = None

    @property
    def is_demotion(self) -> bool:
        return self.event_id is None and self.entered_rating_id is None and self.list_fact_id is None

    @property
    def change(self) -> float | None:
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def bare(self) -> "BareEntry":
        return BareEntry(
            self.player_id,
            self.place,
            self.event_id,
            self.entered_rating_id,
            self.list_fact_id,
            self.before,
            self.after,
            self.games_after,
            self.rules,
            self.event_name,
        )


class BareEntry(NamedTuple):
    """What shows that a journal entry changed: a fifth of its size."""

    player_id: int
    place: FactPosition
    event_id: int | None
    entered_rating_id: int | None
    list_fact_id: int | None
    before: float | None
    after: float | None
    games_after: int
    rules: str | None
    event_name: str | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's current rating on a list."""

    player_id: int
    rating: float
    displayed: int
    games: int
    provisional: bool
    active: bool
    place: FactPosition
    state: dict[str, Any]
    title_level: int | None = None
    title_points: int | None = None


@dataclass(frozen=True, slots=True)
class EarnedNorm:
    """A norm toward a title, with its event."""

    scheme: str
    level: int
    code: str
    event_id: int
    event_name: str | None
    date: date


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of a leaderboard, without its rank."""

    player: Player
    displayed: int
    games: int
    provisional: bool
    active: bool
    date: date
    title_level: int | None = None
    title_points: int | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class PendingImport:
    """A file or report that waits for a decision."""

    id: int
    data: bytes
    options: dict[str, Any]
    asked_by: int


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An entry of the audit log to be stored."""

    action: str
    subject_id: int | None
    details: Any
    actor_id: int
