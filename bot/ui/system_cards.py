"""What one rating system's answers look like; what most systems say alike stands here as a default."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

import discord

from bot.services.events.report import EventReport, ListReport, SectionReport
from bot.services.forecast import GoalReport, LiveSection
from bot.services.players.rating_card import PlayerCard, ProfileCard
from bot.store.rows import JournalEntry
from bot.ui.framework.layout import change_text
from bot.ui.framework.text import number, points, rating, signed, table
from bot.ui.wording.lines import (
    GameLine,
    default_entry_line,
    figure,
    goal_embed,
    goal_lines,
    opponents_note,
    printed_without_games,
    scores_shown,
)
from core.club_rules import ClubRules
from core.lists import RatingList
from core.outcome import Award, Outcome
from core.prospects import Prospect
from core.systems import system_of


class Cards(ABC):
    """A system's cards: `CARDS` of its bot/ui/<key>/cards.py, which bot/ui/systems.py finds by the key."""

    official: tuple[str, ...] = ()
    """Stands at the foot of each card: that it is an estimate, and where the official ratings are."""

    waits: str = ""
    """What waits until a report is confirmed, beside the rating, which does not."""

    game_columns: str = ">>>"
    """How the figures of a game are aligned (bot.ui.framework.layout.code_cells): rating, expected score, result."""

    game_heading: tuple[str, str, str] = ("Opp.", "Exp.", "Pts")
    """What stands above these figures."""

    def game_sums(self, outcome: Outcome) -> tuple[str, str, str] | None:
        """Return what is shown below them; None for a system whose games are not summed up."""
        expected = "" if outcome.expected is None else number(outcome.expected, 2)
        return ("Sum", expected, points(round(2 * outcome.score) / 2))

    @abstractmethod
    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        """Return all figures of one player's event, with a line for each list beside its main one."""

    @abstractmethod
    def games_counted(self, outcome: Outcome) -> int:
        """Return how many games of an event the score is of."""

    @abstractmethod
    def game_lines(self, report: EventReport) -> Sequence[GameLine]:
        """Return opponent's rating, expected score, result and name of every game that counts on the main list."""

    def moved_text(self, report: EventReport, moved: ListReport) -> str:
        """Return what an event did to a list, in whole points: 1470 → 1558*c0  ▲ 88."""
        before, after = moved.outcome.before, system_of(moved.rating_list).rating_after(moved.outcome)
        shown = "unrated" if after is None else printed_without_games(after, moved.rating_list, report.house_rules)
        text = f"{'new' if before is None else before.displayed} → {shown}".replace("*", "\\*")
        if before is None or after is None:
            return text
        return f"{text}  {change_text(after.displayed - before.displayed)}"

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        """Return what else an answer says of a list, a line each: norms and titles that were made, what is missing."""
        return []

    def official_notes(self, report: EventReport, rating_list: RatingList, official: float) -> list[str]:
        return []

    def has_norms(self, report: EventReport) -> bool:
        return False

    def small_print(self, report: EventReport) -> list[str]:
        """Return what stands at the foot of an answer: the rules, and the opponents' ratings."""
        return [self.rules_title(report.outcome), opponents_note(report), *self.official]

    @abstractmethod
    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        """Return the tables behind the steps."""

    @abstractmethod
    def player_lines(self, card: PlayerCard) -> list[str]:
        """Return what a player's card says above the latest events."""

    def certainty(self, card: PlayerCard) -> str | None:
        return None

    def rules_title(self, outcome: Outcome) -> str:
        title: str = outcome.detail.edition.title
        return title

    def further_line(self, moved: ListReport) -> str:
        """Return what an event did to a list of this system beside its main one."""
        system, outcome = system_of(moved.rating_list), moved.outcome
        before, after = outcome.before, system.rating_after(outcome)
        figures = [figure(None if rank is None else rank.rating) for rank in (before, after)]
        text = f"{moved.rating_list.label} too: {figures[0]} → **{figures[1]}**"
        change = system.change_by(outcome)
        return text if change is None else f"{text} ({signed(change, 2)})"

    def own_games(self, section: SectionReport, player_id: int) -> str:
        """Return the games of the only player whom an event rates, with what was expected; empty for none."""
        return ""

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        """Return the score that a target rating takes, and what every score near it would bring."""
        embed = goal_embed(goal)
        embed.description = "\n".join([*goal_lines(goal), "\n**What the scores would bring**", _scores(goal)])
        rules = self.rules_title(goal.best.outcome)
        embed.set_footer(text=f"Rules: {rules} · opponents' ratings as given · not stored")
        return embed

    def entry_line(self, card: PlayerCard, entry: JournalEntry) -> str:
        return default_entry_line(entry)

    def norm_name(self, outcome: Outcome) -> str | None:
        return None

    def award_name(self, award: Award, house_rules: ClubRules) -> str:
        return award.code

    def title_name(self, award: Award, house_rules: ClubRules) -> str:
        """Return the name of a title alone, without its level."""
        return self.award_name(award, house_rules).partition(" (")[0]

    def section_norms(self, section: SectionReport) -> list[str]:
        """Return who of a section has made a norm that its outcomes do not hold."""
        return []

    def further_prospects(self, section: LiveSection, number: int) -> Sequence[Prospect]:
        """Return the norms that one player of a live section can still make and that its outcomes do not hold."""
        return ()

    def profile_lines(self, card: ProfileCard) -> list[str]:
        """Return what the system knows a player as, whether they are rated or not."""
        return []


def _scores(goal: GoalReport) -> str:
    """Return the table of scores, highest first: 31 columns."""
    rows = []
    for score, report in scores_shown(goal):
        system, outcome = system_of(report.rating_list), report.outcome
        after, change = system.rating_after(outcome), system.change_by(outcome)
        rows.append(
            (
                score,
                "–" if after is None else rating(after.rating, 2),
                "" if change is None else signed(change, 2),
                number(outcome.performance, 0),
            )
        )
    return table(("Score", "Rating", "Change", "Perf."), rows, (5, 9, 8, 6))
