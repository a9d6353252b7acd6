"""Official ratings beside the club's: of one member, and of all."""

from datetime import timedelta

import discord

from bot.services.official.ask import Asked, LookUp
from bot.services.official.compare import LEFT, AcceptanceUndone, AcceptedReport, Compared, Comparison
from bot.ui.cards.corrections import moved_card
from bot.ui.cards.players import figure_text, month_text
from bot.ui.framework.layout import INACTIVE, RISE, answer, heading
from bot.ui.framework.text import NAME_CHARACTERS, day_text, safe
from core.lists import RatingList
from core.words import counted

PAGE_SIZE = 15
"""Figures on a page, each with an entry in its menu."""

SHORTLY = timedelta(days=21)


def look_up_card(found: LookUp) -> discord.Embed:
    member, official = found.member, found.official
    lines = [heading(safe(member.name, NAME_CHARACTERS))]
    until = "" if member.expires is None else f" · member until {member.expires}"
    lines.append(f"US Chess {member.number} · {member.status.lower()}{until}")
    ratings = {} if official is None else official.ratings
    for moved in RatingList:
        now, said, after = member.ratings.get(moved), ratings.get(moved), found.latest.get(moved)
        if now is None and said is None and after is None:
            continue
        parts = (
            [] if said is None or official is None else [f"{figure_text(said)}, official of {month_text(official.day)}"]
        )
        if after is not None:
            parts.append(f"{figure_text(after.rating)} since {day_text(after.day)}")
        elif now is not None:
            parts.append(f"{figure_text(now)} on the profile")
        parts += [f"floor {now.floor:g}"] if now is not None and now.floor else []
        lines.append(f"**{moved.label}** {' · '.join(parts)}")
    if not ratings and not member.ratings and not found.latest:
        lines.append("No rating there yet.")
    lines += _next_steps(found)
    return answer(
        lines, footer=["Data: US Chess", *([] if official is None else [f"valid from {day_text(official.day)}"])]
    )


def _next_steps(found: LookUp) -> list[str]:
    if not found.by_director:
        return ["A director can enter the official figures."] if found.official is not None else []
    if found.chosen:
        named = ", ".join(f"{one.rating_list.label} {figure_text(one.official)}" for one in found.chosen)
        return ["", f"To enter: {named}, from {day_text(found.chosen[0].entry.day)}."]
    return ["", "Nothing to enter: the club has these figures, or does not use their lists."]


def comparison_card(found: Comparison, page: int, note: str | None = None) -> discord.Embed:
    differ = sum(not one.agrees for one in found.lines)
    lines = [heading("Official ratings")]
    if found.players:
        verb = "differs" if differ == 1 else "differ"
        lines.append(
            f"{counted(differ, 'figure')} {verb} from the club's, {found.agree} agree "
            f"({counted(found.players, 'player')})."
        )
    else:
        lines.append("There are no official figures of this club's players yet.")
    lines += [_line(one) for one in found.lines[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]]
    if any(_is_short(one) for one in found.lines):
        lines.append("⏱ played here shortly before: the official figure may lack it.")
    if found.unasked and found.can_ask:
        lines.append(f"US Chess was not asked about {counted(found.unasked, 'member')} this month.")
    lines += [] if note is None else ["", note]
    pages = -(-len(found.lines) // PAGE_SIZE)
    footer = [f"Page {page + 1} of {pages}"] if pages > 1 else []
    return answer(
        lines, footer=[*footer, "Each is entered from the first day of its month"] if found.chosen else footer
    )


def _line(one: Compared) -> str:
    here = "none" if one.here is None else str(one.here.displayed)
    text = f"**{safe(one.player.name)}** official {figure_text(one.official)} ({one.entry.month:%B}), here {here}"
    if one.rating_list is not RatingList.USCHESS_REGULAR:
        text += f", {one.rating_list.label}"
    if one.problem is not None:
        return f"{text} · cannot be entered: {safe(one.problem, 200)}"
    if one.decided == LEFT:
        return f"~~{text}~~ · skipped"
    return f"{text} ⏱" if _is_short(one) else text


def _is_short(one: Compared) -> bool:
    return one.played is not None and one.entry.day - SHORTLY <= one.played < one.entry.day


def asked_text(asked: Asked) -> str:
    parts = [f"US Chess was asked about {counted(asked.asked, 'member')}."]
    if asked.unknown:
        parts.append(f"It does not know {counted(asked.unknown, 'number')}. Check them with /td player.")
    if asked.problem is not None:
        parts.append(f"⚠️ {asked.problem} {counted(asked.left, 'member')} left.")
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
    """Return the card of official ratings that no longer count, or would not."""
    head = heading("Undo official ratings?" if asks else "Undone: official ratings")
    lines = [head, f"Ratings that no longer count: {report.entered_ratings}"]
    return moved_card(lines, report.moves, asks=asks, has_changed=has_changed, colour=INACTIVE)
