"""Answers of one rating system; defaults for most."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import discord

from bot.services.events.report import EventReport, ListReport, SectionReport
from bot.services.matches.match import MatchPlayer, MatchReport
from bot.services.ratings.forecast import GoalReport, LiveSection
from bot.services.ratings.rating_card import PlayerCard, ProfileCard
from bot.store.database.rows import JournalEntry
from bot.ui.framework.layout import change_text
from bot.ui.framework.text import number, points, rating, safe, signed, table
from bot.ui.wording.shared_lines import (
    GameLine,
    default_entry_line,
    figure,
    goal_embed,
    goal_lines,
    opponents_note,
    printed_without_games,
    scores_shown,
)
from core.lists import RatingList
from core.rating.outcome import Award, Outcome
from core.rating.systems import system_of
from core.tournament.prospects import Prospect


class Cards(ABC):
    """A system's cards: `CARDS` of bot/ui/<key>/cards.py, found by `bot.ui.systems.by_key`."""

    official: tuple[str, ...] = ()
    """A card's foot: that it is an estimate, and where official ratings are."""

    waits: str = "The rating counts now."
    """What counts before a member's report is confirmed, and what counts then."""

    game_columns: str = ">>>"
    """How a game's figures are aligned (`layout.code_cells`): rating, expected score, result."""

    game_heading: tuple[str, str, str] = ("Opp.", "Exp.", "Pts")
    """Headings of these figures."""

    def game_sums(self, outcome: Outcome) -> tuple[str, str, str] | None:
        """Return their sums; None if a system has none."""
        expected = "" if outcome.expected is None else number(outcome.expected, 2)
        return ("Sum", expected, points(outcome.score))

    @abstractmethod
    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        """Return all figures of one player's event. further: a line per other list."""

    @abstractmethod
    def games_counted(self, outcome: Outcome) -> int:
        """Return how many games the score is of."""

    @abstractmethod
    def game_lines(self, report: EventReport) -> Sequence[GameLine]:
        """Return rating, expected score, result and name of every counted game on the main list."""

    def moved_text(self, report: EventReport, moved: ListReport) -> str:
        """Return an event's change, in whole points: 1470 → 1558*c0  ▲ 88."""
        before, after = moved.outcome.before, system_of(moved.rating_list).rating_after(moved.outcome)
        shown = "unrated" if after is None else printed_without_games(after, moved.rating_list, report.house_rules)
        text = f"{'new' if before is None else before.displayed} → {shown}".replace("*", "\\*")
        if before is None or after is None:
            return text
        return f"{text}  {change_text(after.displayed - before.displayed)}"

    match_foot: str = ""
    """Small print under a match."""

    def match_lines(self, report: MatchReport) -> list[str]:
        """Return what a match did to everybody's rating."""
        return [*_strengths(report), *(_changed(one) for side in report.sides for one in side)]

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        """Return further lines on a list: norms and titles earned or missed."""
        return []

    def official_notes(self, report: EventReport, rating_list: RatingList, official: float) -> list[str]:
        return []

    def has_norms(self, report: EventReport) -> bool:
        return False

    def published(self, report: EventReport) -> list[str]:
        """Return what a federation will probably publish, for the line under the headline."""
        return []

    def small_print(self, report: EventReport) -> list[str]:
        """Return an answer's foot: the rules, and the opponents' ratings."""
        return [self.rules_title(report.outcome), opponents_note(report), *self.official]

    @abstractmethod
    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        """Return the tables behind the steps."""

    @abstractmethod
    def player_lines(self, card: PlayerCard) -> list[str]:
        """Return a card's lines above the latest events."""

    def certainty(self, card: PlayerCard) -> str | None:
        return None

    def rules_title(self, outcome: Outcome) -> str:
        title: str = outcome.detail.edition.title
        return title

    def further_line(self, moved: ListReport) -> str:
        system, outcome = system_of(moved.rating_list), moved.outcome
        before, after = outcome.before, system.rating_after(outcome)
        figures = [figure(None if rank is None else rank.rating) for rank in (before, after)]
        text = f"{moved.rating_list.label} too: {figures[0]} → **{figures[1]}**"
        change = system.change_by(outcome)
        return text if change is None else f"{text} ({signed(change, 2)})"

    def own_games(self, section: SectionReport, player_id: int) -> str:
        return ""

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        """Return the scores around a target's, with their outcomes."""
        embed = goal_embed(goal)
        embed.description = "\n".join([*goal_lines(goal), "\n**What each score would give**", _scores(goal)])
        rules = self.rules_title(goal.best.outcome)
        embed.set_footer(text=f"Rules: {rules} · opponents' ratings as given · not stored")
        return embed

    def entry_line(self, card: PlayerCard, entry: JournalEntry) -> str:
        return default_entry_line(entry)

    def norm_name(self, outcome: Outcome) -> str | None:
        return None

    def award_name(self, award: Award) -> str:
        return award.code

    def title_name(self, award: Award) -> str:
        return self.award_name(award).partition(" (")[0]

    def section_norms(self, section: SectionReport) -> list[str]:
        return []

    def further_prospects(self, section: LiveSection, number: int) -> Sequence[Prospect]:
        """Return norms still possible in a live section that its outcomes do not hold."""
        return ()

    def profile_lines(self, card: ProfileCard) -> list[str]:
        return []


def _scores(goal: GoalReport) -> str:
    rows = []
    for score, report in scores_shown(goal):
        system, outcome = system_of(report.rating_list), report.outcome
        after, change = system.rating_after(outcome), system.change_by(outcome)
        rows.append(
            (
                score,
                "–" if after is None else rating(after.rating, 2),
                "" if change is None else signed(change, 2),
                rating(outcome.performance, 0),
            )
        )
    return table(("Score", "Rating", "Change", "Perf."), rows, (5, 9, 8, 6))


def _strengths(report: MatchReport) -> list[str]:
    outcome = report.sides[0][0].outcome
    strengths = None if outcome is None or len(report.sides[0]) == 1 else outcome.detail.sides
    if outcome is None or strengths is None or outcome.expected is None:
        return []
    expected = f"expected {number(outcome.expected, 2)} of {report.rated}"
    return [f"Mean ratings {rating(strengths.own, 0)} and {rating(strengths.other, 0)}, {expected}"]


def _changed(one: MatchPlayer) -> str:
    name, outcome = safe(one.player.name), one.outcome
    if outcome is None or outcome.after is None:
        return f"{name}: unrated"
    after = outcome.after.displayed
    if outcome.before is None:
        return f"new → **{after}** {name}"
    return f"{outcome.before.displayed} → **{after}** {change_text(after - outcome.before.displayed)} {name}"
