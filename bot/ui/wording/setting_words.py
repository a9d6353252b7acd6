"""What the settings can be, in the words of the page, of its forms and of the options that are typed."""

from collections.abc import Mapping

from bot.services.club_settings import Gone
from bot.services.confirmation import Confirm, ConfirmReports
from bot.services.context import SelfReport
from bot.services.imports.target_lists import FideFiles
from bot.services.players.identity.claims import WhoConfirms

REPORTERS: Mapping[str, str] = {
    SelfReport.EVERYONE: "everyone",
    SelfReport.ROLE: "members with a role",
    SelfReport.DIRECTORS: "directors only",
}
RESULTS: Mapping[str, str] = {
    Confirm.BOTH: "the other player, or a director",
    Confirm.DIRECTOR: "a director",
    Confirm.NONE: "nobody: a result stands at once",
}
REPORTS: Mapping[str, str] = {
    ConfirmReports.TITLES: "titles and norms: the rating moves at once",
    ConfirmReports.EVERYTHING: "everything: nothing counts before",
    ConfirmReports.NOTHING: "nothing: everybody is trusted",
}
CLAIMS: Mapping[str, str] = {
    WhoConfirms.ASK: "a director confirms every claim",
    WhoConfirms.AGREE: "name and a membership id that agree need no director",
}
FIDE_FILES: Mapping[str, str] = {
    FideFiles.BY_FILE: "by the file: FIDE's where the event is of another federation",
    FideFiles.ALSO: "also: the club's and FIDE's",
    FideFiles.ONLY: "only FIDE's",
}
LEAVERS: Mapping[str, str] = {
    Gone.MONTH: "hidden from live boards after 30 days",
    Gone.NEVER: "stay on live boards",
    Gone.AT_ONCE: "hidden from live boards at once",
}
ROLES_BY: Mapping[str, str] = {"class": "by class of rating", "title": "by title", "off": "off"}
NEWS_WHEN: Mapping[str, str] = {
    "off": "off",
    "daily": "one digest a day",
    "weekly": "one digest a week, on Mondays",
    "event": "after each event",
}
TOPS: Mapping[str, str] = {"10": "10", "20": "20", "30": "30", "off": "off: the board ends"}
CODES: Mapping[str, str] = {"on": "shown", "off": "hidden, and still kept"}
