"""A match as both players see it."""

from datetime import datetime

import discord

from bot.services.framework.confirmation import Confirm
from bot.services.matches.oracle import MatchReport, MatchSide, Objection
from bot.ui.framework.layout import INACTIVE, LEVEL, RISE
from bot.ui.framework.text import day_text, fit, number, plain, safe, signed, table
from bot.ui.systems.oracle.wording import KIND_WORDS, percent, standing_text
from bot.ui.wording.shared_lines import changes_text
from core.rating.oracle.config import PlayerKind, Rebalancing
from core.rating.oracle.formula import win_probability
from core.words import counted


def moment(at: datetime) -> str:
    """Return a moment in the reader's own time zone, and how long until then."""
    seconds = int(at.timestamp())
    return f"<t:{seconds}:f> (<t:{seconds}:R>)"


def question(report: MatchReport) -> str | None:
    """Return the question to the opponent; None if they cannot confirm."""
    other = report.sides[1].player.user_id
    if report.waits_until is None or other is None or other == report.reported_by:
        return None
    return (
        f"<@{other}>, is this correct? Press Confirm or Dispute under the card above; "
        f"if nobody objects, it counts on {moment(report.waits_until)}."
    )


def mentions(objection: Objection) -> str:
    return " ".join(f"<@{user_id}>" for user_id in objection.recipients)


def objection_card(objection: Objection) -> discord.Embed:
    text = (
        f"{safe(objection.name, 120)} of {day_text(objection.day)} does not count: <@{objection.by}> disputes "
        f"it.\n<@{objection.reported_by}>, report the correct result with `/match`, or ask a TD."
    )
    embed = discord.Embed(title="Match disputed", description=text, colour=INACTIVE)
    embed.set_author(name=objection.pool.label)
    embed.set_footer(text="No ratings had changed.")
    return embed


_LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}
_LONGEST_SEQUENCE = 60
_SIDE = 10


def match_card(report: MatchReport) -> discord.Embed:
    first, second = report.sides
    embed = discord.Embed(title=_title(report), colour=RISE if report.confirmations else LEVEL)
    embed.set_author(name=f"{report.pool.label} · {day_text(report.day)}")
    if report.waits_until is not None:
        embed.description = _waits(report, report.waits_until)
        embed.set_footer(text="No ratings change while it waits.")
        return embed
    lines = [_side_line(side) for side in report.sides]
    if first.result is None or second.result is None:
        lines.append("None of its games count, because draws do not count in this pool.")
    else:
        lines += [_figures(first, second), _calculation_line(report, first)]
    lines.append(_confirmed(report))
    if report.later:
        lines.append("\n**Recalculated later events**\n" + changes_text(report.later, report.people or {}, 2000))
    embed.description = "\n".join(lines)
    embed.set_footer(text="Rating = chance in percent of beating the Keeper, who is rated 50")
    return embed


def _title(report: MatchReport) -> str:
    wins, losses, draws = (report.scores.count(score) for score in (1.0, 0.0, 0.5))
    first, second = (safe(side.player.name, 60) for side in report.sides)
    drawn = f", {counted(draws, 'draw')}" if draws else ""
    return f"{first} {wins}–{losses} {second}{drawn}"


def _side_line(side: MatchSide) -> str:
    who = safe(side.player.name)
    if side.kind is not PlayerKind.HUMAN and who.casefold() != "keeper":
        who += f" ({KIND_WORDS[side.kind]})"
    if side.result is None:
        return who
    before, after = side.result.before, side.result.after
    return f"{who} {standing_text(before)} → **{standing_text(after)}** ({signed(side.result.change, 1)})"


def _figures(first: MatchSide, second: MatchSide) -> str:
    """Return the figures of both sides: 31 columns."""
    assert first.result is not None
    assert second.result is not None
    results = (first.result, second.result)
    matches = [result.matches[0] for result in results]
    chances = [percent(win_probability(one.log_strength - one.opponents_log_strength)) for one in matches]
    now = results[0].after.log_strength - results[1].after.log_strength
    rows = [
        ("Before", *(number(result.before.rating, 2) for result in results)),
        ("After", *(number(result.after.rating, 2) for result in results)),
        ("Score", *(number(result.score, 1) for result in results)),
        ("Expected", *(number(result.expected, 2) for result in results)),
        ("Chance", *chances),
        ("… now", percent(win_probability(now)), percent(win_probability(-now))),
        ("Games", *(str(result.after.games) for result in results)),
    ]
    header = ("", *(fit(plain(side.player.name), _SIDE, ">") for side in (first, second)))
    return table(header, rows, (-8, _SIDE, _SIDE))


def _calculation_line(report: MatchReport, first: MatchSide) -> str:
    assert first.result is not None
    played = first.result.matches[0]
    multiplier = f"Multiplier A **{played.multiplier:.3f}** (the mean of both)"
    how = f"in the order of play: {_sequence(report)}"
    if played.wins_first:
        how = "order unknown: rated as wins, losses, draws"
    elif not report.in_order:
        how = "order unknown: each game counts the mean score"
    lines = [f"{multiplier} · {how}"]
    if not report.config.counts_draws and 0.5 in report.scores:
        lines.append("Draws do not count in this pool: the figures do not include them.")
    with_keeper = any(side.kind is PlayerKind.AI_KEEPER for side in report.sides)
    if report.config.rebalancing is Rebalancing.ALL and with_keeper:
        lines.append("Everybody else is rebalanced with the Keeper.")
    return "\n".join(lines)


def _sequence(report: MatchReport) -> str:
    sequence = "".join(_LETTERS[score] for score in report.scores)
    return fit(sequence, min(len(sequence), _LONGEST_SEQUENCE))


def _confirmed(report: MatchReport) -> str:
    names = {side.player.user_id: safe(side.player.name) for side in report.sides if side.player.user_id is not None}
    if report.confirmations:
        return "✅ Confirmed by " + ", ".join(
            f"{names.get(one.user_id, f'<@{one.user_id}>')} (<t:{int(one.at.timestamp())}:d>)"
            for one in report.confirmations
        )
    return f"Reported by {names.get(report.reported_by, f'<@{report.reported_by}>')}"


def _waits(report: MatchReport, until: datetime) -> str:
    reporter, other = (side.player for side in report.sides)
    by = safe(reporter.name) if reporter.user_id == report.reported_by else f"<@{report.reported_by}>"
    may_confirm = other.user_id is not None and report.confirm is not Confirm.DIRECTOR
    confirmer = f"{safe(other.name)}'s confirmation, or a TD's" if may_confirm else "a TD's confirmation"
    lines = [f"Reported by {by}. ⏳ Waits for {confirmer}; counts on {moment(until)} if nobody objects."]
    if report.in_order:
        lines.append(f"In the order of play: {_sequence(report)}")
    return "\n".join(lines)
