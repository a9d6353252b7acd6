"""Rating histories as text."""

from collections.abc import Sequence
from datetime import date

from bot.services.ratings.history import HistoryReport, Point, Track
from bot.ui.framework.layout import cell_lines, change_text, figure_line, heading
from bot.ui.framework.text import safe
from bot.ui.wording.shared_lines import short_day
from core.words import counted, displayed

EVENTS_SHOWN = 5
NAME_CHARACTERS = 100
_NUMBERS = {2: "Two", 3: "Three", 4: "Four", 5: "Five"}


def day_words(day: date) -> str:
    return f"{short_day(day, day)} {day.year}"


def cause_of_change(point: Point, today: date) -> str:
    """Return an event's name or day, a number of events, or "rating set"."""
    if len(point.events) == 1:
        ((name, day),) = point.events
        return name or f"on {short_day(day, today)}"
    if point.events:
        return f"in {counted(len(point.events), 'event')}"
    return "rating set" if point.entered else "all recalculated"


def moved_by(point: Point, today: date) -> str:
    """Return the cause within a sentence: at Spring Open, on 20 Oct, in 2 events."""
    is_named = len(point.events) == 1 and point.events[0][0] is not None
    return f"at {cause_of_change(point, today)}" if is_named else cause_of_change(point, today)


def rating_words(track: Track) -> str:
    """Return the rating, with P while provisional."""
    return f"{track.shown}P" if track.provisional else str(track.shown)


def events_words(report: HistoryReport, track: Track) -> str:
    """Return 32 events since 2023, or 5 events in one year."""
    when = f"since {track.line[0].day.year}" if report.window.first is None else f"in {report.window.name}"
    return f"{counted(track.events, 'event')} {when}"


def compared_title(report: HistoryReport) -> str:
    """Return a title such as: five players, one year."""
    if not report.compares:
        return report.tracks[0].player.name
    return f"{_NUMBERS[len(report.tracks)]} players" + _window(report)


def compared_subtitle(report: HistoryReport) -> str:
    if report.compares:
        return f"{report.tracks[0].rating_list.label} · by {report.axis}"
    return f"{counted(len(report.tracks), 'list')}{_window(report)} · by {report.axis}"


def _window(report: HistoryReport) -> str:
    """Return the period after a comma; empty for all time."""
    return "" if report.window.first is None else f", {report.window.name}"


def track_name(report: HistoryReport, track: Track) -> str:
    return track.player.name if report.compares else track.rating_list.label


def facts_words(track: Track) -> list[str]:
    facts = []
    if track.peak is not None:
        facts.append(
            f"{track.peak.name} {track.peak.rating}" + (f" on {day_words(track.peak.at.day)}" if track.peak.at else "")
        )
    if track.floor is not None:
        facts.append(f"floor {displayed(track.floor.rating)}")
    return facts


def alternative(report: HistoryReport, titles: Sequence[str] = ()) -> str:
    if len(report.tracks) > 1:
        lines = [
            f"{track_name(report, track)} {rating_words(track)}, {_moved(track.change)}" for track in report.tracks
        ]
        return f"{compared_title(report)}, {compared_subtitle(report)}: {'; '.join(lines)}."
    (track,) = report.tracks
    parts = [
        f"{track.player.name}, {track.rating_list.label}: {rating_words(track)} after {events_words(report, track)}"
    ]
    line = track.line
    parts.append(f"from {line[0].displayed} on {day_words(line[0].day)}")
    parts += facts_words(track)
    parts += [f"title: {title}" for title in titles]
    parts += [
        f"{_moved(point.change or 0)} {moved_by(point, report.today)}"
        for point in (track.points[at] for at in track.jumps)
    ]
    parts.append(f"by {report.axis}")
    return "; ".join(parts) + "."


def _moved(change: int) -> str:
    return "level" if change == 0 else f"{'up' if change > 0 else 'down'} {abs(change)}"


def event_lines(report: HistoryReport, track: Track) -> list[str]:
    latest = tuple(reversed(track.points))[:EVENTS_SHOWN]
    rows = [
        (
            (*_rating(point.displayed, point.provisional), "" if point.change is None else _cell(point.change)),
            _cause_text(point, report.today),
        )
        for point in latest
    ]
    return cell_lines(rows, ">|<")


def _cause_text(point: Point, today: date) -> str:
    cause, day = cause_of_change(point, today), short_day(point.day, today)
    return cause if cause.endswith(f"on {day}") else f"{safe(cause, NAME_CHARACTERS)} · {day}"


def track_lines(report: HistoryReport) -> list[str]:
    rows = [
        (
            (*_rating(track.shown, track.provisional), _cell(track.change)),
            safe(track_name(report, track), NAME_CHARACTERS),
        )
        for track in report.tracks
    ]
    return cell_lines(rows, ">|<")


def in_words(report: HistoryReport) -> list[str]:
    if len(report.tracks) > 1:
        title = safe(compared_title(report), NAME_CHARACTERS)
        return [heading(title), compared_subtitle(report), *track_lines(report)]
    (track,) = report.tracks
    last = track.line[-1]
    change = "" if last.change is None else f"  {change_text(last.change)}"
    return [
        heading(safe(track.player.name, NAME_CHARACTERS), track.rating_list.label),
        figure_line(f"{rating_words(track)}{change}"),
        " · ".join([events_words(report, track), *facts_words(track)]),
        *event_lines(report, track),
    ]


def why_no_picture(report: HistoryReport) -> str | None:
    points = sum(len(track.points) for track in report.tracks)
    if points > 1 and any(len(track.line) > 1 for track in report.tracks):
        return None
    if points == 0:
        return f"No events in {report.window.name}. Choose a longer period below."
    return "A chart needs two events. There is one after your next event."


def _rating(displayed: int, provisional: bool) -> tuple[str, str]:
    return str(displayed), "P" if provisional else ""


def _cell(change: int) -> str:
    return change_text(change, space="")
