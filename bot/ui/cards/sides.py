"""Cards of matches of two sides, such as doubles."""

from collections.abc import Iterable

import discord

from bot.services.matches.sides import SidePlayer, SidesReport, name_of
from bot.store.database.rows import Player
from bot.ui.framework.layout import INACTIVE, NEWS, STORED, answer, change_text, heading
from bot.ui.framework.text import day_text, number, points, rating, safe
from bot.ui.wording.shared_lines import changes_text


def sides_embed(report: SidesReport) -> discord.Embed:
    first, second = (_names(one.player for one in side) for side in report.sides)
    won = sum(report.scores)
    lines = [heading(f"{first} {points(won)} – {points(len(report.scores) - won)} {second}")]
    if report.waits_until is not None:
        lines.append(_waits(report))
    else:
        lines += [*_strengths(report), *(_moved(one) for side in report.sides for one in side), _confirmed(report)]
    if report.later:
        lines.append("**Recalculated later events**\n" + changes_text(report.later, report.people or {}, 2000))
    colour = NEWS if report.waits_until is not None else STORED
    return answer(lines, colour=colour, footer=[report.rating_list.label, day_text(report.day)])


def disputed_sides_embed(report: SidesReport, by: int) -> discord.Embed:
    sides = " – ".join(_names(one.player for one in side) for side in report.sides)
    text = f"{sides} of {day_text(report.day)} does not count: <@{by}> disputes it."
    todo = f"<@{report.reported_by}>, report the correct result with `/match`, or ask a TD."
    return answer([heading("Match disputed"), text, todo], colour=INACTIVE, footer=["No ratings had changed."])


def question(report: SidesReport) -> str | None:
    """Return the question to the other side; None where nobody of it can confirm."""
    asked = [user_id for user_id in report.asked if user_id != report.reported_by]
    who = ", ".join(f"<@{user_id}>" for user_id in asked)
    return f"{who}, is this correct? One of you presses Confirm or Dispute." if asked else None


def _names(side: Iterable[Player]) -> str:
    return safe(name_of(side), 120)


def _strengths(report: SidesReport) -> list[str]:
    outcome = report.sides[0][0].outcome
    strengths = None if outcome is None else outcome.detail.sides
    if outcome is None or strengths is None or outcome.expected is None:
        return []
    expected = f"expected {number(outcome.expected, 2)} of {len(report.scores)}"
    return [f"Mean ratings {rating(strengths.own, 0)} and {rating(strengths.other, 0)}, {expected}"]


def _moved(one: SidePlayer) -> str:
    name, outcome = safe(one.player.name), one.outcome
    if outcome is None or outcome.after is None:
        return f"{name}: unrated"
    after = outcome.after.displayed
    if outcome.before is None:
        return f"new → **{after}** {name}"
    return f"{outcome.before.displayed} → **{after}** {change_text(after - outcome.before.displayed)} {name}"


def _waits(report: SidesReport) -> str:
    assert report.waits_until is not None
    asked = ", ".join(safe(one.name) for one in report.others if one.user_id in report.asked)
    who = f"{asked} or a director" if asked else "a director"
    return f"Waits for {who}; otherwise it counts <t:{int(report.waits_until.timestamp())}:R>."


def _confirmed(report: SidesReport) -> str:
    names = {one.player.user_id: safe(one.player.name) for side in report.sides for one in side}
    by = report.confirmations[-1].user_id if report.confirmations else report.reported_by
    return f"{'✅ Confirmed' if report.confirmations else 'Reported'} by {names.get(by, f'<@{by}>')}"
