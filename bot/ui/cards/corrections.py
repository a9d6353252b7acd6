"""Cards of voided, corrected and restored events."""

from collections.abc import Iterator
from datetime import date

import discord

from bot.services.events.corrections.correct import CorrectReport
from bot.services.events.corrections.restore import RestoreReport
from bot.services.events.report import SectionReport
from bot.services.events.void import UndoReport
from bot.services.framework.rating_changes import Moves, Placed, PlayerMove
from bot.store.ratings.periods import Earned
from bot.ui.framework.layout import INACTIVE, LEVEL, MOST_LINES, SHOWN, answer, heading
from bot.ui.framework.text import NAME_CHARACTERS, day_text, pack, points, rating, safe
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.shared_lines import changed_after, figure, norm_code
from core.event.crosstable import ByeKind, Crosstable
from core.event.similarity import event_name
from core.lists import RatingList
from core.words import counted

CHANGED_SINCE = "⚠️ Something changed since you looked. Nothing is stored yet. Below is what would change now."
NOT_YET = "Nothing is stored yet"
MOST_RECALCULATED = 3


def void_card(report: UndoReport, *, asks: bool = False, has_changed: bool = False) -> discord.Embed:
    assert report.moves is not None
    head = heading("Void event?" if asks else "Event voided", _label(report.name, report.day))
    lines = [head, f"{report.rating_list.label} · Reason: {safe(report.reason or '', 200)}"]
    if report.waited:
        lines.append("The report was not confirmed and had not changed any rating.")
    elif report.entered_rating_undone:
        lines.append("Its starting ratings are removed too.")
    return moved_card(lines, report.moves, asks=asks, has_changed=has_changed, colour=INACTIVE)


def correct_card(report: CorrectReport, *, asks: bool = False, has_changed: bool = False) -> discord.Embed:
    before = report.before
    subject = "Correct event" if report.moves is None else "Correct event?" if asks else "Event corrected"
    lines = [heading(subject, _label(before.name, before.crosstable.date))]
    lines.append(" and ".join(one.label for one in before.lists))
    if report.reason:
        lines[-1] += f" · Reason: {safe(report.reason, 200)}"
    if report.moves is None:
        return answer([*lines, "", "Choose below what to change."], footer=[NOT_YET])
    lines += ["", "**Changes**", *_listed(list(differences(before, report.section)))]
    return moved_card(lines, report.moves, asks=asks, has_changed=has_changed, colour=SHOWN)


def restored_card(
    report: RestoreReport, subject: str, *, asks: bool = False, has_changed: bool = False
) -> discord.Embed:
    """Return what an undo moved or would move. subject: "void" or "correction"."""
    section = report.section
    name = report.event.name if section is None else section.name
    day = report.event.place.date if section is None else section.crosstable.date
    lines = [heading(f"Undo {subject}?" if asks else f"Undone: {subject}", _label(name, day))]
    if not asks:
        lines.append("The match waits for its confirmation again." if section is None else "The event is restored.")
    return moved_card(lines, report.moves, asks=asks, has_changed=has_changed, colour=LEVEL)


def moved_card(lines: list[str], moves: Moves, *, asks: bool, has_changed: bool, colour: int) -> discord.Embed:
    return answer(
        [*([CHANGED_SINCE] if has_changed else []), *lines, "", *moved_text(moves)],
        colour=SHOWN if asks else colour,
        footer=[NOT_YET] if asks else (),
    )


def _label(name: str | None, day: date) -> str:
    return f"{safe(name, NAME_CHARACTERS)}, {day_text(day)}" if name else f"event of {day_text(day)}"


def moved_text(moves: Moves) -> list[str]:
    """Return everything that moves: ratings with ranks and codes, awards, later events."""
    ratings, awards = player_lines(moves), list(_award_lines(moves))
    lines = (
        [f"**Ratings** · {counted(len(ratings), 'player')}", *_listed(ratings)] if ratings else ["No ratings change."]
    )
    if awards:
        lines += ["**Titles and norms**", *_listed(awards)]
    if moves.recalculated:
        named = [safe(event_name(one.name, one.place.date), 60) for one in moves.recalculated[:MOST_RECALCULATED]]
        more = len(moves.recalculated) - len(named)
        lines.append(f"Recalculated: {', '.join(named)}{f' and {more} more' if more else ''}")
    return lines


def ratings_pages(moves: Moves) -> list[discord.Embed]:
    lines = player_lines(moves)
    if len(lines) <= MOST_LINES:
        return []
    return [discord.Embed(title="Ratings", description=page, colour=SHOWN) for page in pack(lines, "\n")]


def _listed(lines: list[str]) -> list[str]:
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[: MOST_LINES - 1], f"- … and {len(lines) - MOST_LINES + 1} more"]


def player_lines(moves: Moves) -> list[str]:
    lists = {line.rating_list for line in moves.lines} | {change.rating_list for change in moves.past}
    several = len(lists) > 1
    by_player: dict[int, list[str]] = {}
    for line in moves.lines:
        by_player.setdefault(line.player_id, []).append(
            _list_of(line.rating_list, several=several) + _move(line, moves)
        )
    for change in moves.past:
        if change.player_id not in by_player:
            text = f"{changed_after(change)}: {figure(change.before)} → **{figure(change.after)}**"
            by_player[change.player_id] = [_list_of(change.rating_list, several=several) + text]
    return [f"- {safe(moves.people[key].name)}: {'; '.join(parts)}" for key, parts in by_player.items()]


def _list_of(rating_list: RatingList, *, several: bool) -> str:
    return f"{rating_list.label} " if several else ""


def _move(line: PlayerMove, moves: Moves) -> str:
    before, after = line.before, line.after
    was, now = _figure(before), _figure(after)
    parts = [f"{was} → **{now}**" if was != now else now]
    ranks = [None if one is None else one.rank for one in (before, after)]
    if ranks[0] != ranks[1]:
        parts.append(f"rank {ranks[0] or '–'} → {ranks[1] or '–'}")
    codes = ["" if one is None else norm_code(one, line.rating_list, moves.rules) for one in (before, after)]
    if codes[0] != codes[1]:
        parts.append("code " + " → ".join(f"`*{code}`" if code else "none" for code in codes))
    games = [0 if one is None else one.games for one in (before, after)]
    if games[0] != games[1]:
        parts.append(f"games {games[0]} → {games[1]}")
    return " · ".join(parts)


def _figure(one: Placed | None) -> str:
    return "unrated" if one is None else rating(one.rating, 2)


def _award_lines(moves: Moves) -> Iterator[str]:
    for verb, awards in (("loses", moves.lost), ("earns", moves.won)):
        for one in dict.fromkeys(awards):
            yield f"- {safe(moves.people[one.player_id].name)} {verb} {_award(one, moves)}"


def _award(one: Earned, moves: Moves) -> str:
    name = CARDS[one.rating_list].title_name(one.award)
    return f"the norm {safe(one.award.code)} ({name})" if one.award.code else f"the title {name}"


_PLAYED = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}
_NOT_PLAYED = {
    ByeKind.FORFEIT_WIN: "won by forfeit against",
    ByeKind.FORFEIT_LOSS: "lost by forfeit to",
    ByeKind.UNPLAYED: "did not play",
}


def differences(before: SectionReport, after: SectionReport) -> Iterator[str]:
    was, now = before.crosstable, after.crosstable
    facts = (
        ("Name", before.name or "none", after.name or "none"),
        ("Date", day_text(was.date), day_text(now.date)),
        ("Time control", str(was.time_control or "none"), str(now.time_control or "none")),
        ("Rating list", *(" and ".join(one.label for one in section.lists) for section in (before, after))),
    )
    yield from (f"- {subject}: {safe(old, 60)} → **{safe(new, 60)}**" for subject, old, new in facts if old != new)
    old_numbers, new_numbers = ({one.number for one in table.entrants} for table in (was, now))
    yield from (f"- Removed: {_name(before, number)}" for number in sorted(old_numbers - new_numbers))
    yield from (f"- Added: {_name(after, number)}" for number in sorted(new_numbers - old_numbers))
    ratings = {one.number: one.rating for one in was.entrants}
    for one in now.entrants:
        if one.number in ratings and one.rating != ratings[one.number]:
            yield f"- Rating of {_name(after, one.number)}: {figure(ratings[one.number])} → **{figure(one.rating)}**"
    yield from _rounds(before, after)


def _rounds(before: SectionReport, after: SectionReport) -> Iterator[str]:
    old, new = dict(_seats(before.crosstable)), dict(_seats(after.crosstable))
    seen: set[tuple[int, int, int | None]] = set()
    for key in sorted(old.keys() | new.keys()):
        round_number, number = key
        was, now = old.get(key), new.get(key)
        pair = (round_number, *((now or was or (None, ""))[:1]))
        if was == now or (round_number, pair[1], number) in seen:
            continue
        seen.add((round_number, number, pair[1]))
        section = after if any(one.number == number for one in after.crosstable.entrants) else before
        yield f"- Round {round_number}: {_name(section, number)} {_result(before, was)} → **{_result(after, now)}**"


def _seats(table: Crosstable) -> Iterator[tuple[tuple[int, int], tuple[int | None, str]]]:
    for game in table.games:
        first, second = game.score, None if game.score is None else 1 - game.score
        yield (game.round, game.first), (game.second, "met" if first is None else _PLAYED[first])
        yield (game.round, game.second), (game.first, "met" if second is None else _PLAYED[second])
    for bye in table.byes:
        points_won = points(1.0 if bye.kind is ByeKind.FULL_POINT else 0.5 if bye.kind is ByeKind.HALF_POINT else 0.0)
        yield (bye.round, bye.entrant), (bye.opponent, _NOT_PLAYED.get(bye.kind, f"bye, {points_won}"))


def _result(section: SectionReport, seat: tuple[int | None, str] | None) -> str:
    if seat is None:
        return "no game"
    opponent, subject = seat
    alone = opponent is None or subject == _NOT_PLAYED[ByeKind.UNPLAYED]
    return subject if alone else f"{subject} {_name(section, opponent)}"


def _name(section: SectionReport, number: int | None) -> str:
    return "nobody" if number is None else safe(section.name_of(number), 40)
