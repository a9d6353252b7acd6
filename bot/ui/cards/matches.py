"""Cards of matches, of two players or of two sides."""

from collections.abc import Iterable

import discord

from bot.services.matches.match import DisputedMatch, MatchReport, SameMatchError, name_of
from bot.store.database.rows import Player, ReportStanding
from bot.store.events.unconfirmed import UNTIL_CONFIRMED
from bot.ui.framework.layout import INACTIVE, LEVEL, NEWS, STORED, answer, heading
from bot.ui.framework.text import day_text, points, safe
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.shared_lines import changes_text, disputed, to_confirm
from core.rating.systems import is_pool
from core.words import counted


def match_card(report: MatchReport) -> discord.Embed:
    cards, waits = CARDS[report.rating_list], report.waits_until is not None
    footer = [report.rating_list.label, day_text(report.day)]
    lines = [heading(_result(report))]
    if report.sets:
        lines.append("Sets: " + ", ".join(f"{own}–{other}" for own, other in report.sets))
    if waits:
        lines.append(_waits(report))
        footer.append("no ratings change while it waits")
    else:
        lines += [*cards.match_lines(report), _confirmed(report)]
        footer.append(cards.match_foot)
    if report.later:
        lines.append("**Recalculated later events**\n" + changes_text(report.later, report.people or {}, 2000))
    return answer(lines, colour=NEWS if waits else STORED, footer=footer)


def same_match_card(same: SameMatchError) -> discord.Embed:
    shown = [] if same.waiting is None else [f"**{_result(same.waiting)}**"]
    text = f"{safe(same.message, 400)} Nothing is stored yet."
    return answer([heading("Is it the same match?"), text, *shown], colour=LEVEL)


def disputed_card(disputed: DisputedMatch) -> discord.Embed:
    report = disputed.report
    sides = f"{_names(report, 0)} – {_names(report, 1)}"
    text = f"{sides} of {day_text(report.day)} does not count: <@{disputed.by}> disputes it."
    is_challenge = disputed.challenge_id is not None
    how = "press **Report result** under the challenge" if is_challenge else "report the correct result with `/match`"
    todo = f"<@{report.reported_by}>, {how}, or ask a TD."
    return answer([heading("Match disputed"), text, todo], colour=INACTIVE, footer=["No ratings had changed."])


def question(report: MatchReport) -> str | None:
    """Return the question to the other side; None where nobody of it can confirm."""
    who, several = ", ".join(f"<@{user_id}>" for user_id in report.asked), len(report.asked) > 1
    todo = "One of you presses Confirm or Dispute." if several else "Press Confirm or Dispute."
    return f"{who}, is this correct? {todo}" if who else None


def _side(report: MatchReport, side: int) -> Iterable[Player]:
    return (one.player for one in report.sides[side])


def _names(report: MatchReport, side: int) -> str:
    return safe(name_of(_side(report, side)), 120)


def _result(report: MatchReport) -> str:
    return f"{_names(report, 0)} {_score(report)} {_names(report, 1)}{_draws(report)}"


def _score(report: MatchReport) -> str:
    scores = report.scores
    if is_pool(report.rating_list):
        return f"{scores.count(1.0)}–{scores.count(0.0)}"
    return f"{points(sum(scores))} – {points(len(scores) - sum(scores))}"


def _draws(report: MatchReport) -> str:
    draws = report.scores.count(0.5) if is_pool(report.rating_list) else 0
    return f", {counted(draws, 'draw')}" if draws else ""


def _waits(report: MatchReport) -> str:
    text = to_confirm([safe(one.name) for one in report.others if one.user_id in report.asked])
    until = report.waits_until
    if until is None or until == UNTIL_CONFIRMED:
        return text
    seconds = int(until.timestamp())
    return f"{text} Without an answer the match counts on <t:{seconds}:f> (<t:{seconds}:R>)."


def _confirmed(report: MatchReport) -> str:
    names = {one.player.user_id: safe(one.player.name) for side in report.sides for one in side}
    if report.confirmations:
        return "✅ Confirmed by " + ", ".join(
            f"{names.get(one.user_id, f'<@{one.user_id}>')} (<t:{int(one.at.timestamp())}:d>)"
            for one in report.confirmations
        )
    reported = f"Reported by {names.get(report.reported_by, f'<@{report.reported_by}>')}"
    if report.standing is ReportStanding.CONFIRMED:
        return reported
    counts = CARDS[report.rating_list].waits
    waits = disputed(counts) if report.standing is ReportStanding.DISPUTED else f"{to_confirm(())} {counts}"
    return f"{reported}\n{waits}"
