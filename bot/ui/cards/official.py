"""Official ratings beside the club's: of one member, and of all."""

from datetime import timedelta

import discord

from bot.services.people.official.ask import Asked, LookUp
from bot.services.people.official.compare import LEFT, AcceptanceUndone, AcceptedReport, Compared, Comparison
from bot.ui.cards.corrections import moved_card
from bot.ui.cards.players import month_text
from bot.ui.framework.layout import INACTIVE, RISE, answer, cell_lines, heading
from bot.ui.framework.text import NAME_CHARACTERS, day_text, safe
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.words import counted

PAGE_SIZE = 15

SHORTLY = timedelta(days=21)


def look_up_card(found: LookUp, *, by_director: bool = False) -> discord.Embed:
    member, official = found.member, found.official
    lines = [heading(safe(member.name, NAME_CHARACTERS))]
    lines.append(f"US Chess {member.number} · {member.status.lower()}")
    lines += [] if member.expires is None else [f"Member until {member.expires}"]
    ratings = {} if official is None else official.ratings
    for moved in RatingList:
        now, after = member.ratings.get(moved), found.latest.get(moved)
        figures = []
        if official is not None and moved in ratings:
            figures.append(_figure_line(ratings[moved], f"official of {month_text(official.day)}"))
        if after is not None:
            figures.append(_figure_line(after.rating, f"latest, {day_text(after.day)}"))
        elif now is not None:
            figures.append(_figure_line(now, "on the profile"))
        figures += [f"`{now.floor:g}` floor"] if now is not None and now.floor else []
        lines += [f"**{moved.label}**", *figures] if figures else []
    if not ratings and not member.ratings and not found.latest:
        lines.append("No rating there yet.")
    if official is not None and not by_director:
        lines.append("A director can enter the official figures.")
    return answer(
        lines, footer=["Data: US Chess", *([] if official is None else [f"valid from {day_text(official.day)}"])]
    )


def _figure_line(rating: EnteredRating, what: str) -> str:
    games = "" if rating.games is None else f", after {counted(rating.games, 'game')}"
    return f"`{rating.rating:g}` {what}{games}"


def comparison_card(found: Comparison, page: int, note: str | None = None) -> discord.Embed:
    differ = sum(not one.agrees for one in found.lines)
    months = list(dict.fromkeys(month_text(one.entry.month) for one in found.lines))
    lines = [heading("Official ratings", *(months if len(months) == 1 else []))]
    if found.players:
        players = counted(found.players, "player")
        lines.append(f"Different from the club's: {differ} · the same: {found.agree} · {players}")
    else:
        lines.append("There are no official figures of this club's players yet.")
    shown = found.lines[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
    if shown:
        rows = [(_cells(one), _name(one, has_month=len(months) > 1)) for one in shown]
        lines += cell_lines([(("official", "here"), ""), *rows], ">>")
    if any(_is_short(one) for one in found.lines):
        lines.append("⏱ played here shortly before; the official figure may not include it")
    if found.unasked and found.can_ask:
        not_asked = counted(found.unasked, "member")
        lines.append(f"US Chess was not asked about {not_asked} this month: press **Ask US Chess**.")
    lines += [] if note is None else ["", note]
    pages = -(-len(found.lines) // PAGE_SIZE)
    footer = [f"Page {page + 1} of {pages}"] if pages > 1 else []
    return answer(
        lines, footer=[*footer, "Each is entered from the first day of its month"] if found.chosen else footer
    )


def _cells(one: Compared) -> tuple[str, str]:
    return f"{one.official.rating:g}", "none" if one.here is None else str(one.here.displayed)


def _name(one: Compared, *, has_month: bool) -> str:
    games = one.entry.ratings[one.rating_list].games
    parts = [safe(one.player.name)]
    parts += [f"{one.entry.month:%B}"] if has_month else []
    parts += [] if one.rating_list is RatingList.USCHESS_REGULAR else [one.rating_list.label]
    parts += [] if games is None else [f"after {counted(games, 'game')}"]
    text = ", ".join(parts)
    if one.problem is not None:
        return f"{text} · not entered: {safe(one.problem, 200)}"
    if one.decided == LEFT:
        return f"~~{text}~~ skipped"
    return f"{text} ⏱" if _is_short(one) else text


def _is_short(one: Compared) -> bool:
    return one.played is not None and one.entry.day - SHORTLY <= one.played < one.entry.day


def asked_text(asked: Asked) -> str:
    parts = [f"US Chess was asked about {counted(asked.asked, 'member')}."]
    if asked.unknown:
        parts.append(f"US Chess does not know {counted(asked.unknown, 'number')}. Check them with /td player.")
    if asked.problem is not None:
        parts.append(f"⚠️ {asked.problem} Not asked yet: {counted(asked.left, 'member')}.")
    return " ".join(parts)


def accepted_card(report: AcceptedReport) -> discord.Embed:
    months = ", ".join(dict.fromkeys(month_text(one.entry.month) for one in report.lines))
    lines = [
        heading("Official ratings entered"),
        f"{counted(len(report.lines), 'rating')} of {counted(report.moved, 'player')} · {months}",
        "Later events are recalculated.",
    ]
    return answer(lines, colour=RISE, footer=["Undo reverses all of it"])


def acceptance_undone_card(report: AcceptanceUndone, *, asks: bool = False, has_changed: bool = False) -> discord.Embed:
    head = heading("Undo official ratings?" if asks else "Undone: official ratings")
    lines = [head, f"Ratings that no longer count: {report.entered_ratings}"]
    return moved_card(lines, report.moves, asks=asks, has_changed=has_changed, colour=INACTIVE)
