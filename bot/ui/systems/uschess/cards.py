"""US Chess cards."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import Any

import discord

from bot.services.events.report import EventReport, ListReport, SectionReport
from bot.services.ratings.forecast import GoalReport
from bot.services.ratings.rating_card import PlayerCard
from bot.store.database.rows import ReportStanding
from bot.ui.framework.text import number, points, rating, signed, table
from bot.ui.systems.system_cards import Cards
from bot.ui.systems.uschess import norms_card
from bot.ui.systems.uschess.norms_card import games_heading, games_table
from bot.ui.systems.uschess.report_lines import earned_title_lines, lifetime_moved, lifetime_stays, list_suffix
from bot.ui.systems.uschess.wording import (
    LIFETIME_BLOCKS,
    NORM_BLOCKS,
    award_name,
    code_text,
    norm_name,
    title_name,
    way_to_next,
)
from bot.ui.wording.shared_lines import (
    GameLine,
    game_line,
    goal_embed,
    goal_lines,
    rank_line,
    rating_with_code,
    scores_shown,
)
from core.event.crosstable import Entrant
from core.lists import RatingList
from core.rating.club_rules import Codes
from core.rating.outcome import Award, Outcome
from core.rating.uschess.norms import LEVELS, NORMS_FOR_A_TITLE, NormRow, NormTable, title_progress
from core.rating.uschess.player import PlayerResult
from core.rating.uschess.rules import ESTABLISHED_ABOVE, NormTest
from core.rating.uschess.second_pass import PublishedRange, published_range
from core.rating.uschess.state import PlayerState
from core.rating.uschess.system import SYSTEM
from core.words import counted, displayed

FEWEST_GAMES, JUST_MISSED = 4, 0.5

_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th")


def notes(report: EventReport, moved: ListReport) -> list[str]:
    """Return norm, titles, the code if it changed, and what the rating needs to be established."""
    result: PlayerResult = moved.outcome.detail
    lifetime = [*earned_title_lines(report, moved), *lifetime_moved(report, moved)]
    lines = [*_norm(report, result), *(lifetime or lifetime_stays(report, moved))]
    after = moved.outcome.after
    if after is not None and after.provisional:
        missing = ESTABLISHED_ABOVE + 1 - after.games
        lines.append(
            f"from {counted(after.games, 'game')}; it counts as established after {ESTABLISHED_ABOVE}"
            if result.before.rating is None
            else f"provisional: {counted(missing, 'more game')}"
        )
    return lines


def published_line(report: EventReport, moved: ListReport) -> list[str]:
    """Return where US Chess' own figure lies; empty for a whole section."""
    found = _range(report, moved)
    if found is None or report.event_id is None:
        return []
    span = f"**{found.low} to {found.high}**{list_suffix(report, moved)}"
    return [f"US Chess will probably publish {span}, depending on the section's other games."]


def official_notes(report: EventReport, moved: ListReport, official: float) -> list[str]:
    found, ours = _range(report, moved), moved.outcome.after
    if found is None or ours is None:
        return []
    difference = displayed(official) - ours.displayed
    if not difference:
        return [f"The last report came to **{ours.displayed}** too."]
    away = f"{abs(difference)} {'above' if difference > 0 else 'below'} the last report's **{ours.displayed}**"
    usual = f"{found.low} to {found.high}"
    if found.low <= displayed(official) <= found.high:
        return [f"{away}: US Chess' second pass explains that ({usual})."]
    before = moved.outcome.before
    start = "the first rating" if before is None else f"the rating before the event ({before.displayed})"
    return [f"{away}, more than the second pass explains ({usual}). Check {start} and the games."]


def _range(report: EventReport, moved: ListReport) -> PublishedRange | None:
    is_own = sum(one.rated for one in report.crosstable.entrants) == 1
    return published_range(moved.outcome.detail.rated) if is_own else None


def has_norms(report: EventReport) -> bool:
    """Return whether a norm was earned or just missed, or the lifetime title changed."""
    results: list[PlayerResult] = [moved.outcome.detail for moved in report.lists]
    events = [result.lifetime for result in results if result.lifetime is not None]
    by_life = any(event.highest is not None or event.before != event.after for event in events)
    return by_life or any(_norm(report, result) for result in results)


def _norm(report: EventReport, result: PlayerResult) -> list[str]:
    norms = result.norms
    if norms.earned is None:
        missed = just_missed(norms, result.event.score, result.event.games_played)
        if missed is None:
            return []
        row, short = missed
        by = points(short) if norms.test is NormTest.TITLE_SYSTEM else number(short, 2)
        return [f"{by} short of the {row.level.title} norm"]
    line = f"🏅 Norm: **{norms.earned.title}** ({norms.earned.rating})"
    if norms.test is not NormTest.TITLE_SYSTEM:
        return [f"{line}, unofficial"]
    if report.standing is not ReportStanding.CONFIRMED:
        return [f"{line}, once confirmed"]
    earned = title_progress(result.after.norms, result.after.peak)[LEVELS.index(norms.earned)].norms
    return [f"{line}, your {_ORDINALS[earned - 1]} of {NORMS_FOR_A_TITLE}" if 0 < earned <= NORMS_FOR_A_TITLE else line]


def just_missed(norms: NormTable, score: float, games: int) -> tuple[NormRow, float] | None:
    """Return the lowest missed level and its shortfall, at most half a point, or None. games: played."""
    if norms.blocked is not None or games < FEWEST_GAMES:
        return None
    row = norms.lowest_missed
    if row is None or row.required is None or row.required - score > JUST_MISSED:
        return None
    return row, row.required - score


def game_lines(report: EventReport) -> list[GameLine]:
    result: PlayerResult = report.outcome.detail
    played = result.event.played
    by_number: Mapping[Any, Entrant] = {entrant.number: entrant for entrant in report.crosstable.entrants}
    games = zip(played.opponents, played.ratings, result.expectancies, played.scores, strict=True)
    return [
        game_line(report, by_number[number], displayed(rating), expected, score)
        for number, rating, expected, score in games
    ]


def goal_card(goal: GoalReport) -> discord.Embed:
    best: PlayerResult = goal.best.outcome.detail
    embed = goal_embed(goal)
    lines = goal_lines(goal)
    lines += ["\n**Score for a norm**", _norms(goal)]
    if best.lifetime is not None and (best.lifetime.before is not None or goal.best.house_rules.codes is Codes.ALL):
        lines += ["\n**Score for a lifetime norm of the 1990s**", _lifetime_norms(goal)]
    lines += ["\n**What each score would give**", _scores(goal)]
    embed.description = "\n".join(lines)
    embed.set_footer(text=f"Rules: {best.edition.title} · opponents' ratings as given · not stored")
    return embed


def _norms(goal: GoalReport) -> str:
    best: PlayerResult = goal.best.outcome.detail
    if best.norms.blocked is not None and best.norms.earned is None:
        return f"None: {NORM_BLOCKS[best.norms.blocked]}"
    parts = []
    for index, level in enumerate(LEVELS):
        needed = next((score for score, report in goal.outcomes if _detail(report).norms.rows[index].earned), None)
        if needed is None:
            break
        parts.append(f"- {norm_name(level)}: **{points(needed)}**")
    if len(parts) < len(LEVELS):
        above = " and above" if len(parts) < len(LEVELS) - 1 else ""
        parts.append(f"- {LEVELS[len(parts)].title}{above}: out of reach")
    if best.norms.test is not NormTest.TITLE_SYSTEM:
        parts.append("\nNorms by these rules do not count toward titles.")
    return "\n".join(parts)


def _lifetime_norms(goal: GoalReport) -> str:
    best = _detail(goal.best).lifetime
    assert best is not None
    if best.blocked is not None:
        return f"None: {LIFETIME_BLOCKS[best.blocked]}"
    parts, reached = [], 0
    for score, report in goal.outcomes:
        event = _detail(report).lifetime
        if event is not None and event.highest is not None and event.highest > reached:
            reached = event.highest
            code = f"{code_text(event.before)} → {code_text(event.after)}"
            parts.append(f"- {title_name(reached)}: **{points(score)}**, {code}")
    return "\n".join(parts) or "None is within reach."


def _scores(goal: GoalReport) -> str:
    rows = []
    for score, report in scores_shown(goal):
        result = _detail(report)
        change = "" if result.change is None else signed(result.change, 1)
        norm = "" if result.norms.earned is None else result.norms.earned.code
        rank = None if result.lifetime is None else SYSTEM.rank(result.after)
        code = "" if rank is None else SYSTEM.title_code(rank.title_level, rank.title_points, report.house_rules)
        rows.append((score, number(result.rating, 1), change, norm, code))
    header, widths = ("Score", "Rating", "Change", "Norm", "Code"), (5, 7, 7, 4, 4)
    used_columns = [any(column) for column in zip(*rows, strict=True)]
    return table(
        tuple(compress(header, used_columns)),
        [tuple(compress(row, used_columns)) for row in rows],
        tuple(compress(widths, used_columns)),
    )


def _detail(report: EventReport) -> PlayerResult:
    result: PlayerResult = report.outcome.detail
    return result


def player_lines(card: PlayerCard) -> list[str]:
    standing = card.standing
    state: PlayerState = card.state
    title = state.lifetime if state.established and card.house_rules.codes is not Codes.NONE else None
    rank = SYSTEM.rank(state)
    rules = card.house_rules.with_every_code
    code = "" if rank is None else SYSTEM.title_code(rank.title_level, rank.title_points, rules)
    shown = rating_with_code(standing.displayed, standing.games, standing.provisional, code).replace("*", "\\*")
    kind = "provisional" if standing.provisional else "established"
    lines = [f"## {shown}", f"{rating(standing.rating, 2)} exactly · {kind}, {counted(standing.games, 'rated game')}"]
    lines.append(rank_line(card))
    if state.wins or state.draws or state.losses:
        known = state.wins + state.draws + state.losses
        lines.append(
            f"Record +{state.wins} ={state.draws} −{state.losses}"
            + ("" if known == standing.games else f" (of {counted(known, 'game')} with a known result)")
        )
    facts = [] if state.peak is None else [f"peak {rating(state.peak, 2)}"]
    lines.append(" · ".join([*facts, f"floor {rating(card.floor, 0)}"]).capitalize())
    if card.titles:
        lines.append("🏅 " + ", ".join(award_name(award) for award in reversed(card.titles)))
    if title is not None:
        lines.append(f"Lifetime title **{title_name(title.level)}**: {way_to_next(title)}")
    return lines


class UsChessCards(Cards):
    """US Chess' cards."""

    waits = "The rating counts now; norms and titles count then."

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return norms_card.full_text(report, further)

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return result.event.games_played

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return game_lines(report)

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        return notes(report, moved)

    def published(self, report: EventReport) -> list[str]:
        return [line for one in report.lists for line in published_line(report, one)]

    def official_notes(self, report: EventReport, rating_list: RatingList, official: float) -> list[str]:
        found = [moved for moved in report.lists if moved.rating_list is rating_list]
        return [note for moved in found for note in official_notes(report, moved, official)]

    def has_norms(self, report: EventReport) -> bool:
        return has_norms(report)

    def own_games(self, section: SectionReport, player_id: int) -> str:
        people = {player.id: player for player in section.players.values()}
        result: PlayerResult = section.outcomes[section.lists[0]][player_id].detail
        return f"{games_heading(section.crosstable)}\n" + games_table(section.crosstable, player_id, people, result)

    def further_line(self, moved: ListReport) -> str:
        return norms_card.further_line(moved)

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        return norms_card.calculation_tables(report, moved)

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        return goal_card(goal)

    def player_lines(self, card: PlayerCard) -> list[str]:
        return player_lines(card)

    def norm_name(self, outcome: Outcome) -> str | None:
        result: PlayerResult = outcome.detail
        earned = result.norms.earned
        return None if earned is None else f"{earned.title} ({earned.rating})"

    def award_name(self, award: Award) -> str:
        return award_name(award)


CARDS = UsChessCards()
