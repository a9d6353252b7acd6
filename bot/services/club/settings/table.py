"""All settings, declared once for forms, card, files and undo. Oracle pools and QURSH have their own tables."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from bot.services.framework.clock import PAPER_NAMES, paper_of
from bot.services.framework.confirmation import MOST_MINUTES, USUAL_MINUTES
from bot.services.framework.setting_kinds import (
    BOARDS,
    OFF,
    ON,
    ROLES,
    RULES,
    Choice,
    Lists,
    Number,
    ServerId,
    Setting,
    Several,
    Switch,
    Written,
    Zone,
)
from bot.services.ratings.oracle.calibrate import POOL_SETTINGS, checked_pool
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
from bot.store.database.rows import Club
from core.errors import InputError
from core.files.common.text import shorten
from core.files.typed.rules import STANDARD
from core.lists import MOST_LISTS, OwnList, RatingList, own_list, settings_for
from core.rating.club_rules import ClubRules, Codes, Provisional
from core.rating.qursh.cells import QurshRules, finer_grid
from core.rating.systems import system_of

LONGEST_WAIT = 720
"""The most hours until a result confirms itself."""

Lines = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Page:
    """Settings of one form. lines: of the card, at a moment."""

    label: str
    description: str
    lines: Callable[[Club, datetime], Lines]


def _directors(club: Club, _now: datetime) -> Lines:
    yield "Directors", "who may manage the server" if club.td_role_id is None else f"<@&{club.td_role_id}>"


def _list(club: Club, _now: datetime) -> Lines:
    yield "Rating list", club.default_list.label


def _reports(club: Club, _now: datetime) -> Lines:
    who = {
        SelfReport.EVERYONE: "everyone",
        SelfReport.ROLE: f"with <@&{club.reporter_role_id}>, and directors",
        SelfReport.DIRECTORS: "no: directors only",
    }
    yield "Members report", who[club.self_report]


def _results(club: Club, _now: datetime) -> Lines:
    who = {Confirm.BOTH: "the opponent", Confirm.DIRECTOR: "a director"}.get(club.confirm_results)
    yield "Results", f"confirmed by {who}, or after {club.confirm_hours} h" if who else "count at once"
    if club.confirm_minutes != USUAL_MINUTES:
        yield "Paired evenings", f"confirm a result after {club.confirm_minutes} min"


def _no_shows(club: Club, _now: datetime) -> Lines:
    if club.check_in or club.forfeit_minutes:
        how = ["players check in before round 1"] if club.check_in else []
        how += [f"no-shows forfeit after {club.forfeit_minutes} min"] if club.forfeit_minutes else []
        yield "New evenings", "; ".join(how)


def _zone(club: Club, now: datetime) -> Lines:
    yield "Time zone", f"{club.time_zone}, {now:%H:%M} there"


def _paper(club: Club, _now: datetime) -> Lines:
    if club.paper != Paper.ZONE:
        yield "Paper", PAPER_NAMES[paper_of(club)]


def _own_reports(club: Club, _now: datetime) -> Lines:
    if club.confirm_reports != ConfirmReports.TITLES or club.rate_opponents:
        description = {
            ConfirmReports.TITLES: "titles and norms wait until confirmed",
            ConfirmReports.EVERYTHING: "count for nothing until confirmed",
            ConfirmReports.NOTHING: "count in full at once",
        }
        also = "; the opponent who confirms is rated too" if club.rate_opponents else ""
        yield "Members' own reports", description[club.confirm_reports] + also


def _claims(club: Club, _now: datetime) -> Lines:
    if club.claims != WhoConfirms.ASK:
        yield "Who is who", "confirmed by a director, unless name and id agree"


def _channel(club: Club, _now: datetime) -> Lines:
    if club.td_channel_id is not None:
        yield "Directors' messages", f"waiting reports, daily in <#{club.td_channel_id}>"


def _official(club: Club, _now: datetime) -> Lines:
    if club.official:
        yield "Official ratings", "compared with US Chess' each month"


def _files(club: Club, _now: datetime) -> Lines:
    if club.fide_files != FideFiles.BY_FILE:
        lists = "the club's lists and FIDE's" if club.fide_files == FideFiles.ALSO else "only FIDE's lists"
        yield "Files with FIDE ratings", f"change {lists}"


def _rules(club: Club, _now: datetime) -> Lines:
    chosen = [
        edition.title if moved.label in edition.title else f"{moved.label}: {edition.title}"
        for moved, key in club.house_rules.usual_rules.items()
        for edition in system_of(moved).editions
        if edition.key == key
    ]
    if chosen:
        yield "Rules", ", ".join(chosen)


def _leavers(club: Club, _now: datetime) -> Lines:
    if club.gone != Leaving.MONTH:
        yield "Members who left", LEAVERS[club.gone]


def _codes(club: Club, _now: datetime) -> Lines:
    codes = club.house_rules.codes
    if codes is not Codes.EARNED:
        yield "Titles of the 1990s", CODES[codes]


def _news(club: Club, _now: datetime) -> Lines:
    if club.news_when != NewsWhen.OFF and club.news_channel_id is not None:
        hour = f"{club.news_hour:02}:00"
        how = {
            NewsWhen.EVENT: "after each event",
            NewsWhen.DAILY: f"daily at {hour}",
            NewsWhen.WEEKLY: f"weekly at {hour}",
        }
        of = "" if club.news_kinds is None else f": {', '.join(NEWS_KINDS[NewsKind(kind)] for kind in club.news_kinds)}"
        yield "Announcements", f"<#{club.news_channel_id}>, {how[club.news_when]}{of}"


def _site(club: Club, _now: datetime) -> Lines:
    if club.site != SiteAccess.OFF:
        parts = ", ".join(SITE_PARTS[SitePart(one)] for one in club.site_parts or SitePart)
        yield "Web pages", f"{SITE[club.site]}; {parts}"


def _site_name(text: str | None) -> str | None:
    name = " ".join((text or "").split())
    if len(name) > 60:
        raise ValueError(text)
    return name or None


def _into_usual_rules(rules: ClubRules, chosen: tuple[str, str]) -> ClubRules:
    which, key = chosen
    moved = RatingList(which)
    if key not in (STANDARD, *(edition.key for edition in system_of(moved).club_editions)):
        raise InputError(f'"{shorten(key)}" is not a rule of {moved.label}. Pick one from the menu.')
    return rules.with_usual_rules(moved, None if key == STANDARD else key)


def _list_and_rules(text: str) -> tuple[str, str]:
    which, _, key = text.partition(":")
    return RatingList(which), key


PAPERS = {
    Paper.ZONE: "as usual in the club's time zone",
    Paper.A4: "A4",
    Paper.LETTER: "US Letter",
}


PROVISIONAL = {
    Provisional.BELOW: "below a line, without a rank",
    Provisional.MIXED: "mixed with the others",
    Provisional.HIDDEN: "hidden",
}


def _provisional(club: Club, _now: datetime) -> Lines:
    chosen = club.house_rules.provisional_players
    if chosen:
        yield "Provisional players", ", ".join(f"{one.label}: {PROVISIONAL[where]}" for one, where in chosen.items())


def _list_and_place(text: str) -> tuple[RatingList, Provisional]:
    which, _, where = text.rpartition(":")
    return RatingList(which), Provisional(where)


def _into_provisional(rules: ClubRules, chosen: tuple[RatingList, Provisional]) -> ClubRules:
    if chosen[0] not in rules.all_lists:
        raise InputError(f"This club has no list {chosen[0].label}. Choose one from the menu.")
    return rules.with_provisional(*chosen)


REPORTERS = {
    SelfReport.EVERYONE: "everyone",
    SelfReport.ROLE: "members with a role",
    SelfReport.DIRECTORS: "directors only",
}
RESULTS = {
    Confirm.BOTH: "the other player, or a director",
    Confirm.DIRECTOR: "a director",
    Confirm.NONE: "nobody: a result counts at once",
}
REPORTS = {
    ConfirmReports.TITLES: "titles and norms: the rating changes at once",
    ConfirmReports.EVERYTHING: "everything: nothing counts before",
    ConfirmReports.NOTHING: "nothing: everything counts at once",
}
CLAIMS = {
    WhoConfirms.ASK: "a director confirms every claim",
    WhoConfirms.AGREE: "name and a membership id that agree need no director",
}
FIDE_FILES = {
    FideFiles.BY_FILE: "by the file: FIDE's where the event is of another federation",
    FideFiles.ALSO: "also: the club's and FIDE's",
    FideFiles.ONLY: "only FIDE's",
}
LEAVERS = {
    Leaving.MONTH: "hidden from boards after 30 days",
    Leaving.NEVER: "stay on boards",
    Leaving.AT_ONCE: "hidden from boards at once",
}
CODES = {
    Codes.EARNED: "shown if points were earned",
    Codes.ALL: "shown with every rating",
    Codes.NONE: "hidden, but calculated",
}
NEWS_WHEN = {
    NewsWhen.OFF: "off",
    NewsWhen.DAILY: "one digest a day",
    NewsWhen.WEEKLY: "one digest a week, on Mondays",
    NewsWhen.EVENT: "after each event",
}

NEWS_KINDS = {
    NewsKind.TITLE: "titles",
    NewsKind.UPSET: "the upset",
    NewsKind.PEAK: "new peaks",
    NewsKind.NORM: "norms",
    NewsKind.MILESTONE: "milestones",
    NewsKind.NEWCOMER: "newcomers",
}

SITE = {
    SiteAccess.OFF: "off",
    SiteAccess.LINK: "for people who have the link",
    SiteAccess.PUBLIC: "public: listed, and search engines may find them",
}
SITE_PARTS = {
    SitePart.BOARDS: "leaderboards",
    SitePart.EVENTS: "events and seasons",
    SitePart.PLAYERS: "players",
    SitePart.CALCULATIONS: "calculations",
}

_LISTS = Lists()
_USUAL = Written("rules of the list", _list_and_rules)

# Name, page, kind, label and hint.
_ROWS = (
    Setting("td_role_id", "directors", ServerId("role"),
            "Role", "None: only members with Manage Server (they always are directors)"),
    Setting("default_list", "list", _LISTS, "List"),
    Setting("self_report", "reports", Choice(REPORTERS), "Who may report"),
    Setting("reporter_role_id", "reports", ServerId("role"), "Which role", "For members with a role"),
    Setting("confirm_results", "results", Choice(RESULTS), "Who confirms"),
    Setting("confirm_hours", "results", Number(1, LONGEST_WAIT),
            "Hours", f"Hours until a result confirms itself: 1 to {LONGEST_WAIT}"),
    Setting("confirm_minutes", "results", Number(1, MOST_MINUTES),
            "Minutes, at a paired evening", f"For new evenings: 1 to {MOST_MINUTES}"),
    Setting("check_in", "no_shows", Switch(),
            "Check-in before round 1", "Players who have not checked in are not paired"),
    Setting("forfeit_minutes", "no_shows", Number(0, MOST_MINUTES),
            "Round clock in minutes", "A player who is not at the board by then forfeits; 0: no clock"),
    Setting("time_zone", "zone", Zone(), "Place", "For example Europe/Berlin, or UTC"),
    Setting("paper", "paper", Choice(PAPERS), "Paper"),
    Setting("confirm_reports", "own", Choice(REPORTS), "Waits until it is confirmed"),
    Setting("rate_opponents", "own", Switch(),
            "Rate the opponent too", "The opponent who confirms a report is rated too"),
    Setting("claims", "claims", Choice(CLAIMS), "Who confirms"),
    Setting("td_channel_id", "queue", ServerId("channel"), "Channel", "None: nowhere"),
    Setting("official", "official", Switch(), "Compare each month",
            "Sends members' US Chess ids to US Chess; directors accept the figures"),
    Setting("fide_files", "files", Choice(FIDE_FILES), "Lists that they change"),
    Setting("rules", "rules", _USUAL,
            "Rules", "Used for events that name no rules", lambda rules: "", _into_usual_rules),
    Setting("provisional_players", "provisional", Written("a list and where", _list_and_place), "Leaderboards",
            "Each list has a choice of its own; a line is drawn below the others", lambda rules: "", _into_provisional),
    Setting("gone", "gone", Choice(LEAVERS), "Their place on leaderboards"),
    Setting("lifetime_titles", "codes", Choice(CODES), "Codes after ratings"),
    Setting("news_channel_id", "news", ServerId("channel"), "Channel"),
    Setting("news_when", "news", Choice(NEWS_WHEN), "How often"),
    Setting("news_hour", "news", Number(0, 23), "Hour", "Hour of the club's day, 0 to 23"),
    Setting("news_kinds", "news", Several(NEWS_KINDS), "What is announced"),
    Setting("site", "site", Choice(SITE), "Web pages"),
    Setting("site_name", "site", Written("a name of at most 60 characters", _site_name),
            "Name of the club", "Heads each page, and is a part of the address"),
    Setting("site_parts", "site", Several(SITE_PARTS), "Which pages"),
    Setting("site_ids", "site", Switch(), "Show US Chess, FIDE and NASPA ids"),
)  # fmt: skip

PAGES: Mapping[str, Page] = {
    "directors": Page("Directors", "Who imports, corrects and confirms", _directors),
    "list": Page("Rating list", "The list used when a command names none", _list),
    "reports": Page("Members report", "Who may report their own events", _reports),
    "results": Page("Results", "Who confirms a result of an evening, and when it confirms itself", _results),
    "no_shows": Page("No-shows", "Check-in before round 1 and the round clock, for new paired evenings", _no_shows),
    "zone": Page("Time zone", "The club's time zone, for days, months and hours", _zone),
    "paper": Page("Paper", "A4 or US Letter, for what is printed", _paper),
    "own": Page("Members' own reports", "What waits until a report is confirmed", _own_reports),
    "claims": Page("Who is who", "How a member is linked to a player", _claims),
    "queue": Page("Directors' channel", "Where directors read what waits and what is wrong", _channel),
    "official": Page("Official ratings", "Whether US Chess is asked each month. Directors accept", _official),
    "files": Page("Files with FIDE ratings", "Whether TRF files change the club's FIDE lists", _files),
    "rules": Page("Rules of a list", "Which rules rate its events, for example Elo's K 10 or FIDE's of 2017", _rules),
    "provisional": Page("Provisional players", "Whether leaderboards rank players with few games", _provisional),
    "gone": Page("Members who left", "Whether they stay on leaderboards; their ratings stay", _leavers),
    "codes": Page("Titles of the 1990s", "Whether ratings show their codes, for example 1575*c2", _codes),
    "news": Page("Announcements", "Where, when and what news is announced, as one digest", _news),
    "site": Page("Web pages", "Pages for people outside Discord: ratings, events, players", _site),
}

SETTINGS: Mapping[str, Setting] = {setting.name: setting for setting in _ROWS}
COLUMNS = tuple(setting for setting in _ROWS if setting.into is None)


def on_page(key: str) -> tuple[Setting, ...]:
    return tuple(setting for setting in _ROWS if setting.page == key)


def value_text(setting: Setting, club: Club) -> str:
    if setting.text_of is not None:
        return setting.text_of(club.house_rules)
    return setting.kind.text(getattr(club, setting.name))


_OTHERS = {
    ROLES: "Roles", BOARDS: "Live boards", "oracle": "Pool's rules",
    "oracle_pools": "Pools", "usual_rules": PAGES["rules"].label, "qursh": "QURSH", "lists": "Own lists",
    "provisional_players": PAGES["provisional"].label,
}  # fmt: skip


def change_words(name: str, value: Any) -> tuple[str, str]:
    name = name.removeprefix(RULES)
    setting = SETTINGS.get(name) or next((one for one in POOL_SETTINGS if one.name == name), None)
    if setting is None or isinstance(value, dict):
        return _OTHERS.get(name, name.replace("_", " ").capitalize()), str(len(value)) if isinstance(
            value, list
        ) else ""
    description = setting.label or name.replace("_", " ")
    if setting.page in PAGES:
        page = PAGES[setting.page].label
        description = f"{page}, {description[0].lower()}{description[1:]}" if len(on_page(setting.page)) > 1 else page
    return description[0].upper() + description[1:], _words_of(setting.kind, value)


def _words_of(kind: Any, value: Any) -> str:
    if isinstance(kind, ServerId):
        return "none" if value is None else f"<#{value}>" if kind.target == "channel" else f"<@&{value}>"
    if isinstance(value, bool):
        return ON if value else OFF
    if isinstance(kind, Choice | Several):
        chosen = value if isinstance(value, list) else [value]
        return "all" if value is None else ", ".join(str(kind.words.get(one, one)) for one in chosen)
    if isinstance(kind, Lists):
        with suppress(ValueError):
            return RatingList(value).label
    return "none" if value is None else str(value)


def columns_of(club: Club, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return changed columns; raise InputError for invalid values. values: by setting name."""
    columns = {name: value for name, value in values.items() if SETTINGS[name].into is None}
    rules = club.house_rules
    for name, value in values.items():
        into = SETTINGS[name].into
        rules = rules if into is None else into(rules, value)
    if rules != club.house_rules:
        columns["house_rules"] = rules.to_json()
    check_directors(club, columns)
    if "reporter_role_id" in columns and columns["reporter_role_id"] is None:
        del columns["reporter_role_id"]  # an empty field keeps the role
    if columns.get("self_report") == SelfReport.ROLE and columns.get("reporter_role_id", club.reporter_role_id) is None:
        raise InputError("The reporters' role is missing. Choose the role, or another answer to who may report.")
    if "reporter_role_id" in columns:
        columns.setdefault("self_report", SelfReport.ROLE)
    if any(name.startswith("news_") for name in columns):
        _complete_announcements(club, columns)
    return columns


def check_directors(club: Club, columns: Mapping[str, Any]) -> None:
    """Raise InputError where every member would be a director."""
    if columns.get("td_role_id") == club.id:  # Discord's @everyone has the server's id
        raise InputError("@everyone would make every member a director. Choose a role that only directors have.")


def _complete_announcements(club: Club, columns: dict[str, Any]) -> None:
    if columns.get("news_channel_id") is None:
        columns.pop("news_channel_id", None)
        if club.news_channel_id is None and columns.get("news_when") != NewsWhen.OFF:
            raise InputError("The channel is missing. Choose where news is announced.")
    elif club.news_when == NewsWhen.OFF:
        columns.setdefault("news_when", NewsWhen.DAILY)


def check_columns(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return a file's columns; raise InputError naming an invalid one."""
    found = {setting.name: setting.check(written[setting.name]) for setting in COLUMNS if setting.name in written}
    if "house_rules" in written:
        found["house_rules"] = check_rules(written["house_rules"]).to_json()
    return found


def check_club(club: Club) -> None:
    """Raise InputError for an impossible stored setting."""
    columns = {setting.name: getattr(club, setting.name) for setting in COLUMNS}
    check_columns(columns | {"house_rules": club.house_rules.to_json()})


def check_rules(written: Mapping[str, Any] | None) -> ClubRules:
    """Return a file's rules; raise InputError naming an invalid one."""
    found: dict[str, Any] = {}
    given = {} if written is None else {**written}
    for name, (allowed, read) in _RULES.items():
        value = given.get(name)
        if not value:
            continue
        try:
            found[name] = read(value)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise InputError(f'"{shorten(str(value))}" is not allowed for {name}. Choose {allowed}.') from error
    return ClubRules(**found)


def _pools(written: Mapping[str, Any]) -> dict[RatingList, Any]:
    if not all(system_of(RatingList(pool)).is_calibrated for pool in written):
        raise ValueError(written)
    return {RatingList(pool): checked_pool(config) for pool, config in written.items()}


def _usual_rules(written: Mapping[str, Any]) -> dict[RatingList, str]:
    for which, key in written.items():
        if key not in {edition.key for edition in system_of(RatingList(which)).club_editions}:
            raise ValueError(key)
    return {RatingList(which): key for which, key in written.items()}


def _provisional_players(written: Mapping[str, Any]) -> dict[RatingList, Provisional]:
    return {RatingList(which): Provisional(where) for which, where in written.items()}


def _qursh(written: Mapping[str, Any]) -> QurshRules:
    date.fromisoformat(written["own_since"])
    if list(finer_grid(written["edges"]).edges) != written["edges"]:
        raise ValueError(written)
    return QurshRules.from_json(written)


def _own_lists(written: Mapping[str, Any]) -> dict[RatingList, OwnList]:
    if len(written) > MOST_LISTS:
        raise ValueError(written)
    lists = {RatingList(one): OwnList.from_json(settings) for one, settings in written.items()}
    for one, settings in lists.items():
        are_whole = type(settings.k) is int and type(settings.start) is int and type(settings.closed) is bool
        if own_list(one.base, one.label) is not one or not are_whole or settings_for(one, settings) != settings:
            raise ValueError(one.label)
    if len({one.label.casefold() for one in lists}) < len(lists):
        raise ValueError(written)
    return lists


_RULES: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "oracle": ("the settings of a pool", checked_pool),
    "oracle_pools": ("settings of the club's own Oracle lists", _pools),
    "usual_rules": ("a list's own rules, for example elo: elo-10", _usual_rules),
    "qursh": ("edges of bins, a rating list and a day", _qursh),
    "provisional_players": ("below, mixed or hidden for each list", _provisional_players),
    "lists": ("the settings of each of the club's own lists", _own_lists),
}


def lines(club: Club, now: datetime) -> Iterator[tuple[str, str]]:
    for page in PAGES.values():
        yield from page.lines(club, now)
