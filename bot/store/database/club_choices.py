"""What a club can choose in its settings; the values are what the database stores."""

from enum import StrEnum


class Confirm(StrEnum):
    """Who confirms a member's result; a director's needs nobody."""

    BOTH = "both"
    DIRECTOR = "director"
    NONE = "none"


class ConfirmReports(StrEnum):
    """Which effects of a member's report wait for confirmation."""

    TITLES = "titles"
    EVERYTHING = "everything"
    NOTHING = "nothing"


class SelfReport(StrEnum):
    """Who may report their own events."""

    EVERYONE = "everyone"
    ROLE = "role"
    DIRECTORS = "directors"


class Leaving(StrEnum):
    """When players who left the server leave leaderboards; the value is stored."""

    MONTH = "month"
    NEVER = "never"
    AT_ONCE = "at once"


class Paper(StrEnum):
    """The paper of printed files; the value is stored. ZONE: as usual in the club's time zone."""

    ZONE = "zone"
    A4 = "a4"
    LETTER = "letter"


class SiteAccess(StrEnum):
    """Who may find a club's web pages; the value is what the database stores."""

    OFF = "off"
    LINK = "link"
    PUBLIC = "public"


class SitePart(StrEnum):
    """Web pages that a club may show; the value is what the database stores."""

    BOARDS = "boards"
    EVENTS = "events"
    PLAYERS = "players"
    CALCULATIONS = "calc"


class FideFiles(StrEnum):
    """What a club does with FIDE files (TRF); the value is stored.

    BY_FILE: FIDE's lists for other federations, the club's for its own.
    """

    BY_FILE = "never"
    ALSO = "also"
    ONLY = "only"


class NewsKind(StrEnum):
    """A kind of news; the value is stored."""

    TITLE = "title"
    UPSET = "upset"
    PEAK = "peak"
    NORM = "norm"
    MILESTONE = "milestone"
    NEWCOMER = "newcomer"


class NewsWhen(StrEnum):
    """When a club announces news; the value is stored."""

    OFF = "off"
    EVENT = "event"
    DAILY = "daily"
    WEEKLY = "weekly"


class WhoConfirms(StrEnum):
    """Whether claims wait for a director; the value is stored."""

    ASK = "ask"
    AGREE = "agree"
