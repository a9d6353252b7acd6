"""Lines that several cards share."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol

import discord

from bot.services.events.report import EventReport
from bot.services.framework.recalculation.lists import RatingChange
from bot.services.ratings.forecast import GoalReport
from bot.services.ratings.rating_card import PlayerCard
from bot.store.database.rows import JournalEntry, Player, ReportStanding
from bot.store.messages.outbox import Outgoing
from bot.ui.framework.layout import FALL, LEVEL, RISE, whole
from bot.ui.framework.text import capital, day_text, number, pack, plain, points, rating, safe, signed
from core.event.crosstable import Crosstable, Entrant, EventKind
from core.event.event_file import LOOK_AT, Remark
from core.event.sides import sides_of
from core.event.similarity import event_name
from core.files.common.totals import CONTRADICTED
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.outcome import SEASON
from core.rating.rating_system import LifetimeTitles
from core.rating.systems import system_of
from core.tournament.best_for_rating import LEAST_COMPARED, ForRating, best_for_rating
from core.words import counted, displayed


def provisional_words(rating_list: RatingList, house_rules: ClubRules) -> str:
    """Return why a rating is provisional, such as fewer than 26 games."""
    least = system_of(rating_list).least_games(rating_list, house_rules)
    return "still uncertain" if least is None else f"fewer than {counted(least, 'game')}"


def provisional_line(rating_list: RatingList, house_rules: ClubRules) -> str:
    """Return the line above the players without a rank."""
    return f"── **Provisional**: {provisional_words(rating_list, house_rules)}"


def rank_cell(rank: int | None) -> str:
    return "" if rank is None else str(rank)


def score_line(score: float, games: int, expected: float, decimals: int = 2) -> str:
    excess = signed(score - expected, decimals)
    shown = rating(expected, decimals) if decimals == 4 else number(expected, decimals)
    return f"{shown} expected, {points(score)} of {games} scored: **{excess}**"


class GameLine(NamedTuple):
    """A game's figures, and the opponent's name or ""."""

    figures: tuple[str, ...]
    name: str


def game_line(report: EventReport, opponent: Entrant, rating: float, expected: float, score: float | None) -> GameLine:
    figures = f"{displayed(rating)}", number(expected, 2).removeprefix("0"), "" if score is None else points(score)
    return GameLine(figures, opponent_name(report, opponent))


def opponent_name(report: EventReport, opponent: Entrant) -> str:
    name = unmarked_name(report, opponent)
    return whole(name) if name else ""


def unmarked_name(report: EventReport, opponent: Entrant) -> str:
    """Return an opponent's name, or those of the side that they were in; it may hold markdown."""
    table, side = report.crosstable, [opponent]
    if table.kind is EventKind.SIDES:
        numbers = next(numbers for numbers in sides_of(table) if opponent.number in numbers)
        side = [table.entrant(number) for number in numbers]
    known = [report.opponents.get(one.player) if isinstance(one.player, int) else None for one in side]
    names = [one.name if player is None else player.name for one, player in zip(side, known, strict=True)]
    return " + ".join(name for name in names if name)


def rated_at_once(crosstable: Crosstable) -> bool:
    return sum(entrant.rated for entrant in crosstable.entrants) > 1


def opponents_note(report: EventReport) -> str:
    return "the whole section rated at once" if rated_at_once(report.crosstable) else "opponents' ratings as given"


def event_label(name: str | None, day: object) -> str:
    return f"**{safe(name, 60)}**" if name else f"the event of **{day}**"


MOST_LINES = 12
ROOM = 3000


def changes_text(
    changes: Sequence[RatingChange], people: Mapping[int, Player], space: int = ROOM, most: int = MOST_LINES
) -> str:
    """Return changed ratings, largest first: a line per player, or per later event."""
    several = len({change.rating_list for change in changes}) > 1
    ordered = sorted(_once(changes), key=lambda change: -_size(change))
    lines = [f"- {_line(change, people, several=several)}" for change in ordered]
    listed = len(lines) if len(lines) <= most else most - 1
    while True:
        left_out = len(lines) - listed
        text = "\n".join(lines[:listed] + [f"- … and {left_out} more"] * (left_out > 0))
        if len(text) <= space or listed == 0:
            return text
        listed -= 1


def _once(changes: Sequence[RatingChange]) -> list[RatingChange]:
    now = {(change.player_id, change.rating_list) for change in changes if change.day is None}
    return [change for change in changes if change.day is None or (change.player_id, change.rating_list) not in now]


def _size(change: RatingChange) -> float:
    """Return a change's size; first and removed ratings are largest."""
    if change.before is None or change.after is None:
        return math.inf
    return abs(change.after - change.before)


def _line(change: RatingChange, people: Mapping[int, Player], *, several: bool) -> str:
    known = people.get(change.player_id)
    who = safe(known.name) if known else "a player"
    if several:
        who += f" ({change.rating_list.label})"
    moved = f"{figure(change.before)} → **{figure(change.after)}**"
    if change.day is None:
        return f"{who}, rating now: {moved}"
    return f"{who}, {changed_after(change)}: {moved}"


def changed_after(change: RatingChange) -> str:
    assert change.day is not None
    return f"after {safe(change.event_name, 60) if change.event_name else 'event'} of {day_text(change.day)}"


def figure(value: float | None) -> str:
    return "unrated" if value is None else rating(value, 2)


MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def long_day(day: date, today: date | None = None) -> str:
    """Return 1 December 2026; without today's year."""
    text = f"{day.day} {MONTHS[day.month - 1]}"
    return text if today is not None and day.year == today.year else f"{text} {day.year}"


def short_day(day: date, today: date) -> str:
    """Return 21 Nov; in another year 21 Nov 2025."""
    text = f"{day.day} {MONTHS[day.month - 1][:3]}"
    return text if day.year == today.year else f"{text} {day.year}"


def month_words(day: date, today: date) -> str:
    """Return March; in another year March 2025."""
    month = MONTHS[day.month - 1]
    return month if day.year == today.year else f"{month} {day.year}"


def rank_line(card: PlayerCard) -> str:
    if card.rank is None and card.standing.active:
        return f"Not ranked yet: provisional, {provisional_words(card.rating_list, card.house_rules)}"
    if card.rank is None:
        return f"Inactive: the last event was on {day_text(card.standing.place.date)}"
    return f"Rank **{card.rank}** of {card.ranked}"


def default_entry_line(entry: JournalEntry) -> str:
    if entry.is_demotion:
        return f"{day_text(entry.place.date)} lifetime title lowered by 100, as requested"
    if entry.entered_rating_id is not None:
        return f"{day_text(entry.place.date)} rating set: **{figure(entry.after)}**"
    cause = "season begins" if entry.rules == SEASON else safe(event_name(entry.event_name, entry.place.date), 40)
    text = f"{day_text(entry.place.date)} {cause}: {figure(entry.before)} → **{figure(entry.after)}**"
    return text if entry.change is None else f"{text} ({signed(entry.change, 2)})"


SCORES_SHOWN = 15


def goal_embed(goal: GoalReport) -> discord.Embed:
    if goal.target is None:
        embed = discord.Embed(title="What to expect", colour=LEVEL)
    else:
        colour = FALL if goal.needed is None else LEVEL if goal.needed == goal.fixed else RISE
        embed = discord.Embed(title=f"Goal: {rating(goal.target, 2)}", colour=colour)
    embed.set_author(name=f"{plain(goal.best.player.name)} · {goal.best.rating_list.label}")
    return embed


def goal_lines(goal: GoalReport) -> list[str]:
    """Return the needed score and the points already scored; nothing without a target."""
    lines = [] if goal.target is None else [_headline(goal)]
    if goal.played:
        to_play = len(goal.best.crosstable.games) - goal.played
        rest = f"{counted(to_play, 'game')} to play" if to_play else "no game to play"
        lines.append(f"{points(goal.fixed)} of {goal.played} scored already, {rest}")
    return lines


def _headline(goal: GoalReport) -> str:
    games = len(goal.best.crosstable.games)
    if goal.needed is None:
        most, best = goal.outcomes[-1]
        only = "only " if system_of(best.rating_list).rating_after(best.outcome) is not None else ""
        return f"## Out of reach\nEven {points(most)} of {games} gives {only}**{_goal_result(best)}**."
    result = next(_goal_result(report) for score, report in goal.outcomes if score == goal.needed)
    if len(goal.outcomes) == 1:
        return f"## Reached\n{points(goal.needed)} of {games} gives **{result}**."
    if goal.needed == goal.fixed:
        return f"## Any score\nEven {points(goal.needed)} of {games} gives **{result}**."
    return f"## {points(goal.needed)} of {games}\nThis score gives **{result}**; less is not enough."


def _goal_result(report: EventReport) -> str:
    after = system_of(report.rating_list).rating_after(report.outcome)
    return "no rating" if after is None else rating(after.rating, 2)


def scores_shown(goal: GoalReport) -> Sequence[tuple[str, EventReport]]:
    scores = [score for score, _ in goal.outcomes]
    at, expected = len(scores) - 1, goal.best.outcome.expected
    if goal.needed is not None:
        at = scores.index(goal.needed)
    elif goal.target is None and expected is not None:
        at = min(range(len(scores)), key=lambda place: abs(scores[place] - expected))
    first = max(0, min(at - SCORES_SHOWN // 2, len(scores) - SCORES_SHOWN))
    return [
        (f"{'▸' if score == goal.needed else ''}{points(score)}", report)
        for score, report in reversed(goal.outcomes[first : first + SCORES_SHOWN])
    ]


LEAST_RARE, RAREST = 1 / 3, 1 / 1000


def rarity_text(report: EventReport) -> str:
    """Return how rare the score is, in brackets; empty if it is not."""
    rarity = report.rarity
    if rarity is None or rarity.most > LEAST_RARE:
        return ""
    if rarity.most < RAREST:
        often = "fewer than 1 of 1,000"
    else:
        most, least = (round(1 / max(chance, RAREST)) for chance in (rarity.most, rarity.least))
        often = f"1 of {most:,}" + (f" to {least:,}" if least > most else "")
    return f" (this or {'more' if rarity.is_above else 'less'} in {often} such events)"


YOU = " ◂ you"


NAMES = {
    "board": "Live board",
    "news": "Announcements",
    "role": "Roles",
    "notice": "Notices",
    "season": "Season",
    "yearbook": "Yearbook",
    "evening-card": "Evening card",
    "evening-post": "Evening announcement",
    "evening-ask": "Question about a result",
    "evening-event": "Evening's scheduled event",
    "evening-queue": "Evening queue",
    "evening-clock": "Round clock",
    "evening-turn": "Norm notices",
}

MOST_PAUSED_LINES = 10


def paused_line(one: Outgoing) -> str:
    return f"**{NAMES.get(one.kind, one.kind)}**: {one.paused}"


def paused_note(paused: Iterable[Outgoing]) -> str:
    lines = list(dict.fromkeys(map(paused_line, paused)))
    more = [f"and {len(lines) - MOST_PAUSED_LINES} more"] if len(lines) > MOST_PAUSED_LINES else []
    return "\n".join(
        [
            "⚠️ Paused. Fix the cause, press Check in `/td settings`, then Try again:",
            *lines[:MOST_PAUSED_LINES],
            *more,
        ]
    )


class Printable(Protocol):
    """A rating with the norm code of its title."""

    @property
    def displayed(self) -> int: ...

    @property
    def games(self) -> int: ...

    @property
    def provisional(self) -> bool: ...

    @property
    def title_level(self) -> int | None: ...

    @property
    def title_points(self) -> int | None: ...


def rating_with_code(displayed: int, games: int, provisional: bool, code: str) -> str:
    """Return 1575*c2, or while provisional 1575P12 (games)."""
    if provisional:
        return f"{displayed}P{games}"
    return f"{displayed}*{code}" if code else str(displayed)


def printed(rating: Printable, rating_list: RatingList, rules: ClubRules) -> str:
    return rating_with_code(rating.displayed, rating.games, rating.provisional, norm_code(rating, rating_list, rules))


def printed_without_games(rating: Printable, rating_list: RatingList, rules: ClubRules) -> str:
    if rating.provisional:
        return f"{rating.displayed}P"
    return printed(rating, rating_list, rules)


CODE_HEADING = "`*c2`: lifetime title (letter) and points toward the next"


def code_heading(shown: Iterable[str]) -> list[str]:
    return [CODE_HEADING] if any("*" in rating for rating in shown) else []


def norm_code(rating: Printable, rating_list: RatingList, rules: ClubRules) -> str:
    system = system_of(rating_list)
    if not isinstance(system, LifetimeTitles):
        return ""
    return system.title_code(rating.title_level, rating.title_points, rules)


def note_line(note: str) -> str:
    return f"*{note[0].upper()}{note[1:]}.*"


MARK = "Not confirmed yet"
ON_BOARD = "not confirmed"
ON_CARD = "Includes reports that are not confirmed. Titles, norms and lifetime points wait until they are."


def marked(embed: discord.Embed, standing: ReportStanding) -> discord.Embed:
    if standing is ReportStanding.CONFIRMED:
        return embed
    is_disputed = standing is ReportStanding.DISPUTED
    text = "A player disputes this report." if is_disputed else "This event is a member's own report."
    text = f"{text} The rating counts now; titles, norms and lifetime points count once it is confirmed."
    return embed.add_field(name=MARK, value=text, inline=False)


WAITS = "⏳ Waiting for "
"""How the line of who confirms begins; an undone card loses it."""


def to_confirm(names: Sequence[str], because: str = "") -> str:
    """Return who has to confirm a report or match, as one sentence. names: players besides a director."""
    who = f"{' and '.join(names)}, or a director," if names else "a director"
    return f"{WAITS}{who} to confirm{because}."


def disputed(counts: str) -> str:
    return f"⚠️ A player disputes this. A director decides. {counts}".rstrip()


NAMED, REMARK_CHARACTERS = 10, 120

LOOK, LEFT_OUT, DIFFERENTLY, NO_MATTER = "Check these", "Not rated", "Read differently", "For information"

_OUT_OF_THE_RATING = {
    "games with two results",
    "games without a result",
    "games that cannot be read",
    "games without scores",
    "results that were sent twice",
    "ratings of no list",
    "invalid ratings",
    "unknown players",
    "unreadable byes",
}
_NO_MATTER = {
    "no FIDE id",
    "no known record",
    "no sex",
    "birth dates",
    "counts",
    "equal colours",
    "federations",
    "fields that are listed twice",
    "files without an end",
    "names with a number",
    "numbers",
    "players of two teams",
}


class MergedRemark(NamedTuple):
    """Similar remarks merged into one."""

    group: str
    text: str


def merged(remarks: Sequence[Remark]) -> list[MergedRemark]:
    alike: dict[tuple[str, str], list[Remark]] = {}
    for remark in remarks:
        key = ("", remark.text) if remark.kind in ("", LOOK_AT) else (remark.kind, "")
        alike.setdefault(key, []).append(remark)
    found = [MergedRemark(_group(same[0]), _sentence(same)) for same in alike.values()]
    order = (LOOK, LEFT_OUT, DIFFERENTLY, NO_MATTER)
    return sorted(found, key=lambda one: order.index(one.group))


def _sentence(same: Sequence[Remark]) -> str:
    first, lines = same[0], sum(remark.lines for remark in same)
    if lines == 1:
        return str(first)
    if not first.kind:
        return f"{first.text} ({counted(lines, 'time')})"
    return f"{capital(first.kind)}: {counted(lines, 'line')}. {first}"


def _group(remark: Remark) -> str:
    if remark.kind in (LOOK_AT, CONTRADICTED):
        return LOOK
    if remark.kind:
        out, nothing = remark.kind in _OUT_OF_THE_RATING, remark.kind in _NO_MATTER
        return LEFT_OUT if out else NO_MATTER if nothing else DIFFERENTLY
    text = remark.text.casefold()
    if any(word in text for word in ("left out", "ignored", "not rated", "no result")):  # words: ok
        counts = ("rating", "game", "result", "round", "not rated")
        return LEFT_OUT if any(word in text for word in counts) else NO_MATTER
    return DIFFERENTLY


def all_remarks(remarks: Sequence[Remark], named: int = NAMED, characters: int = REMARK_CHARACTERS) -> list[str]:
    if len(remarks) <= named and all(len(str(remark)) <= characters for remark in remarks):
        return []
    return [f"**All remarks**\n{page}" for page in pack([f"- {safe(str(one), 400)}" for one in remarks], "\n")]


def remarks_line(remarks: Sequence[Remark], named: int = NAMED, characters: int = REMARK_CHARACTERS) -> list[str]:
    lines = listed("Remarks", [safe(str(remark), characters) for remark in remarks], named)
    return [f"{line}: all on the last pages" if len(remarks) > named else line for line in lines]


def listed(title: str, items: Sequence[str], most: int = NAMED) -> list[str]:
    if not items:
        return []
    more = f" … and {len(items) - most} more" if len(items) > most else ""
    return [f"**{title}:** {'; '.join(items[:most])}{more}"]


def best_for_rating_line(found: Sequence[ForRating], name_of: Callable[[int], str]) -> list[str]:
    if len(found) < LEAST_COMPARED:
        return []
    items = [
        f"{safe(name_of(one.number))} {signed(one.above, 2)} (chance alone: ±{number(one.luck, 2)})"
        for one in best_for_rating(found)[:LEAST_COMPARED]
    ]
    return listed("Best for their rating", items)


NOT_LATELY = "Nobody on this list has played in the last year."


def not_yet(rating_list: RatingList) -> str:
    return f"Nobody is on this list yet. {system_of(rating_list).reported_with} gives the first rating."
