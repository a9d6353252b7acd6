"""What an event did to titles: those by norms, for life, and the lifetime titles of the 1990s."""

from bot.services.events.report import EventReport, ListReport
from bot.ui.uschess.norm_codes import code_text, title_name
from core.outcome import Award
from core.uschess.lifetime import write_code
from core.uschess.lifetime_tables import LifetimeTables
from core.uschess.norms import LEVELS, NormLevel
from core.uschess.player import PlayerResult
from core.uschess.system import LIFETIME, LISTS, NATIONAL_MASTER, ORIGINAL_LIFE_MASTER, TITLE_SYSTEM

_TITLES = {level.rating: level.title for level in LEVELS}
_TITLES_WITHOUT_NORMS = {NATIONAL_MASTER: "National Master", ORIGINAL_LIFE_MASTER: "Original Life Master"}


def norm_name(level: NormLevel) -> str:
    return f"{level.title} ({level.rating})"


def award_name(award: Award, tables: LifetimeTables) -> str:
    """Return the name of a title."""
    if award.scheme == LIFETIME:
        return f"{title_name(award.level, tables)}, lifetime title"
    if award.scheme == TITLE_SYSTEM:
        return f"{_TITLES[award.level]} ({award.level})"
    return _TITLES_WITHOUT_NORMS[award.scheme]


def uschess_lists(report: EventReport) -> list[ListReport]:
    """Return what an event did to the lists of US Chess."""
    return [moved for moved in report.lists if moved.rating_list in LISTS]


def title_lines(report: EventReport) -> list[str]:
    """Announce the titles that an event brought; for a lifetime title, on which of its lists."""
    lines = [line for moved in uschess_lists(report) for line in titles_made(report, moved)]
    return list(dict.fromkeys(lines))


def titles_made(report: EventReport, moved: ListReport) -> list[str]:
    """Return a line for each title that an event brought on a list."""
    tables, where = report.house_rules.lifetime, _where(report, moved)
    return [
        f"🏆 **{award_name(award, tables)}**{where if award.scheme == LIFETIME else ', for life'}"
        for award in moved.outcome.titles
    ]


def lifetime_lines(report: EventReport) -> list[str]:
    """Say in full what the event did to the lifetime titles, where it did something."""
    tables = report.house_rules.lifetime
    lines = []
    for moved in uschess_lists(report):
        result: PlayerResult = moved.outcome.detail
        event = result.lifetime
        if event is None or (event.highest is None and event.before == event.after):
            continue
        where = _where(report, moved)
        if event.before is None:
            lines += lifetime_moved(report, moved)
        else:
            codes = f"{code_text(event.before, tables)} → {code_text(event.after, tables)}"
            why = ", for 300 games at 2200" if event.life_master else ""
            what = f"Lifetime title{where}" if event.highest is None else f"Lifetime norm{where} **{event.highest}**"
            lines.append(f"{what}: {codes}{why}")
    return lines


def lifetime_moved(report: EventReport, moved: ListReport) -> list[str]:
    """Return the one line that says of a code that it moved; none for one that stays, or that a new title explains."""
    result: PlayerResult = moved.outcome.detail
    event, tables, where = result.lifetime, report.house_rules.lifetime, _where(report, moved)
    if event is None or event.after is None or event.before == event.after or event.title_earned:
        return []
    if event.before is None:
        return [f"Lifetime title{where}: {title_name(event.after.level, tables)}"]
    codes = " → ".join(write_code(title, tables) for title in (event.before, event.after))
    return [f"Lifetime points{where}: {codes}"]


def _where(report: EventReport, moved: ListReport) -> str:
    """Name the list where the event moved several."""
    return f" ({moved.rating_list.label})" if len(uschess_lists(report)) > 1 else ""
