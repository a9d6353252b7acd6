"""Lines about US Chess titles and lifetime points in reports."""

from bot.services.events.report import EventReport, ListReport
from bot.store.database.rows import ReportStanding
from bot.ui.systems.uschess.wording import award_name, code_text, title_name, way_to_next
from core.rating.uschess.lifetime import LifetimeTitle, write_code
from core.rating.uschess.player import PlayerResult
from core.rating.uschess.system import LIFETIME, LISTS, SYSTEM


def uschess_lists(report: EventReport) -> list[ListReport]:
    return [moved for moved in report.lists if moved.rating_list in LISTS]


def title_lines(report: EventReport) -> list[str]:
    lines = [line for moved in uschess_lists(report) for line in earned_title_lines(report, moved)]
    return list(dict.fromkeys(lines))


def earned_title_lines(report: EventReport, moved: ListReport) -> list[str]:
    where = list_suffix(report, moved)
    return [
        f"🏆 **{award_name(award)}**{where if award.scheme == LIFETIME else ', for life'}"
        for award in moved.outcome.titles
    ]


def lifetime_lines(report: EventReport) -> list[str]:
    lines = []
    for moved in uschess_lists(report):
        result: PlayerResult = moved.outcome.detail
        event = result.lifetime
        if event is None or (event.highest is None and event.before == event.after):
            continue
        where = list_suffix(report, moved)
        if event.before is None:
            lines += lifetime_moved(report, moved)
        else:
            codes = f"{code_text(event.before)} → {code_text(event.after)}"
            why = ", for 300 games at 2200" if event.life_master else ""
            label = f"Lifetime title{where}" if event.highest is None else f"Lifetime norm{where} **{event.highest}**"
            lines.append(f"{label}: {codes}{why}{once_confirmed(report)}")
    return lines


def lifetime_moved(report: EventReport, moved: ListReport) -> list[str]:
    result: PlayerResult = moved.outcome.detail
    event, where = result.lifetime, list_suffix(report, moved)
    if event is None or event.after is None or event.before == event.after:
        return []
    if event.title_earned and not once_confirmed(report):
        return []  # announced as a title
    if event.before is None or event.title_earned:
        return [f"Lifetime title{where}: {title_name(event.after.level)}{once_confirmed(report)}"]
    codes = " → ".join(write_code(title) for title in (event.before, event.after))
    return [f"Lifetime points{where}: {codes}{once_confirmed(report)}"]


def lifetime_stays(report: EventReport, moved: ListReport) -> list[str]:
    after, rules = moved.outcome.after, report.house_rules
    code = "" if after is None else SYSTEM.title_code(after.title_level, after.title_points, rules)
    if after is None or after.title_level is None or not code:
        return []
    title = LifetimeTitle(after.title_level, after.title_points or 0)
    return [f"`{code}`: {title_name(title.level)}, {way_to_next(title)}"]


def once_confirmed(report: EventReport) -> str:
    return "" if report.standing is ReportStanding.CONFIRMED else ", once confirmed"


def list_suffix(report: EventReport, moved: ListReport) -> str:
    return f" ({moved.rating_list.label})" if len(uschess_lists(report)) > 1 else ""
