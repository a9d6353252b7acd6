"""FIDE cards."""

from collections.abc import Iterable, Sequence
from math import isfinite

import discord

from bot.services.events.report import EventReport, ListReport, SectionReport
from bot.services.ratings.fide.norms import title_prospects
from bot.services.ratings.forecast import GoalReport, LiveSection
from bot.services.ratings.rating_card import PlayerCard
from bot.store.database.rows import JournalEntry
from bot.ui.framework.layout import change_text
from bot.ui.framework.text import (
    capital,
    day_text,
    number,
    plain,
    points,
    rating,
    result_letter,
    safe,
    signed,
    table,
)
from bot.ui.systems.fide.list_card import CALCULATOR_NOTE
from bot.ui.systems.fide.norm_card import section_norm_texts
from bot.ui.systems.fide.wording import (
    LEFT_OUT,
    NO_POINT,
    OFFICIAL,
    k_next,
    k_reason,
    missing_text,
    title_name,
    unpublished_text,
)
from bot.ui.systems.system_cards import Cards
from bot.ui.wording.shared_lines import (
    GameLine,
    default_entry_line,
    figure,
    game_line,
    goal_embed,
    goal_lines,
    long_day,
    note_line,
    rank_line,
    score_line,
    scores_shown,
)
from core.event.similarity import event_name
from core.lists import RatingList
from core.rating.fide.norms.result import rating_titles
from core.rating.fide.periods import EventFigure, GameChange, Published, k_shown, last_figure, list_for, waiting_lists
from core.rating.fide.rules import DATED, FirstRatingRule, Reason
from core.rating.fide.state import (
    FEWEST_GAMES,
    PlayerState,
    average_of_opponents,
    change_beyond_table,
    perfect_performance,
    performance_beyond_table,
    tournament_performance,
)
from core.rating.fide.system import PlayerResult
from core.rating.outcome import Award, Outcome
from core.tournament.prospects import Prospect
from core.words import counted, plural

LIMIT_NOTE = "FIDE's own web calculator still counts no difference above 400, and differs"

_OWN_RATING = {
    Reason.OWN_RATING: "Counted with **{0}**, the rating on the event's first day",
    Reason.OWN_CURRENT: "Unrated on the event's first day: counted with the rating now, **{0}**",
    Reason.OWN_BORROWED: "Unrated on this list: counted with **{0}**, the FIDE rating held elsewhere",
}


def full_text(report: EventReport, further: Sequence[str]) -> str:
    result: PlayerResult = report.outcome.detail
    coming, figure = result.estimate, result.figure
    lines = _first_lines(result, coming) if figure is None else _change_lines(result, coming, figure)
    lines.append(_performance_line(result))
    lines += left_out_lines(result)
    lines += further
    lines += [note_line(note) for note in _notes(result, coming)]
    return "\n".join(lines) + "\n\n" + game_table(result)


def further_line(moved: ListReport) -> str:
    result: PlayerResult = moved.outcome.detail
    coming, figure = result.estimate, result.figure
    label = first_text(coming) if figure is None else f"{signed(figure.points, 2)}, {_with_event(coming)}"
    return f"{moved.rating_list.label} too: {label}"


def list_text(coming: Published) -> str:
    after = "unrated" if coming.after is None else str(coming.after.displayed)
    before = "unrated" if coming.before is None else str(coming.before.displayed)
    return f"list of {day_text(coming.day)}: {before} → **{after}**"


def first_text(coming: Published) -> str:
    first = coming.first
    if first is None:
        return "still unrated"
    if first.is_published:
        return f"first rating, {_with_event(coming)}"
    return unpublished_text(first)


def _with_event(coming: Published) -> str:
    return f"{list_text(coming)} as of this event"


def _change_lines(result: PlayerResult, coming: Published, figure: EventFigure) -> list[str]:
    before = "unrated" if result.before.rating is None else str(result.before.rating)
    lines = [f"## {before} ({signed(figure.points, 2)})", capital(_with_event(coming))]
    if coming.after is None and coming.calculated is not None:
        lines.append(f"{coming.calculated} is below {coming.edition.floor}: unrated from that list on")
    if len(coming.events) > 1:
        waiting = f"{counted(len(coming.events), 'event')}, {counted(coming.games, 'game')}"
        lines.append(f"Waiting for it: {waiting}, {signed(coming.points, 2)} in all")
    above = _game_points(figure.event.above, result)
    lines.append(f"K **{figure.used}** × {above} = **{signed(figure.points, 2)}** ({k_reason(figure.k)})")
    if figure.used != figure.k.value:
        lines.append(
            f"K {figure.k.value} × {counted(coming.games, 'game')} of this list is above 700, so {figure.used}"
        )
    own = result.own
    if result.is_by_game:
        lines.append("Longer than 30 days: each game counted with the ratings of the list when it was played")
    elif own is not None and (own.reason is not Reason.OWN_RATING or own.rating != result.before.rating):
        lines.append(_OWN_RATING[own.reason].format(own.rating))
    expected = (result.expected or 0) / 100
    lines.append(score_line(result.score, len(result.opponents), expected, _places(result)))
    return lines


def _first_lines(result: PlayerResult, coming: Published) -> list[str]:
    first = coming.first
    if first is None:
        lost = coming.lost is not None
        return ["## Still unrated", capital(NO_POINT) if lost else _score_line(result)]
    scored = f"**{points(first.score)}** of {counted(first.games, 'game')}"
    if first.games < FEWEST_GAMES:
        lines = [f"## {first.games} of {FEWEST_GAMES} games", f"Toward a first rating, with {scored} so far"]
    elif first.is_published:
        lines = [f"## First rating {first.rating}", f"{capital(_with_event(coming))}, by {scored}"]
    else:
        lines = [
            f"## {first.rating} is not published",
            f"A first rating must be {first.floor} or more: {scored} and later games keep counting",
        ]
    return [*lines, _score_line(result)] if len(coming.pool) > 1 else lines


def _score_line(result: PlayerResult) -> str:
    return f"Score **{points(result.score)}** of {len(result.opponents)}"


def _performance_line(result: PlayerResult) -> str:
    against = result.opponents
    figures: dict[str, int | str] = {
        "TPR": tournament_performance(against, result.score),
        "PTP": perfect_performance(against, result.score),
        "ARO": average_of_opponents(against),
    }
    if result.edition.simplified and 0 < result.score < len(against):
        figures = {"Performance": number(result.performance, 2), **figures}
    return " · ".join(f"{name} **{figure}**" for name, figure in figures.items())


def left_out_lines(result: PlayerResult) -> list[str]:
    lines = []
    for reason, words in LEFT_OUT.items():
        rounds = [str(game.round) for game in result.games if game.left_out is reason]
        if rounds:
            noun = "round" if len(rounds) == 1 else plural("round")
            lines.append(f"Not rated: {noun} {', '.join(rounds)} ({words})")
    return lines


def _notes(result: PlayerResult, coming: Published) -> list[str]:
    first = coming.first
    if first is not None and first.games >= FEWEST_GAMES and first.rule is FirstRatingRule.SINCE_2024:
        return [CALCULATOR_NOTE]
    if result.own is None or result.figure is None:
        return []
    limit = result.edition.limit_on(result.terms.rating_list)
    exempt = limit.exempt_from is not None and result.own.rating >= limit.exempt_from
    if exempt and any(abs(game.counted or 0) > limit.widest for game in _counting(result)):
        return [LIMIT_NOTE]
    if result.edition.simplified:
        change = change_beyond_table(result.own.rating, result.opponents, result.figure.used)
        beyond = performance_beyond_table(result.opponents, result.score)
        performance = f"{signed(beyond, 1)} from the TPR" if isfinite(beyond) else "without limit for a perfect score"
        return [
            f"The simplified formula gives {signed(change, 2)} against FIDE's table, with rating differences in full; "
            f"its performance is {performance}"
        ]
    return []


def game_table(result: PlayerResult) -> str:
    """Return a line for each game that counts: 31 columns."""
    if result.change is None:
        rows = [(_round(game), str(game.rating)) for game in _counting(result)]
        return table(("Rd", "Opp."), rows, (4, 4))
    places = _places(result)
    lines = [
        (
            _round(game),
            str(game.rating),
            f"{game.difference}{'' if game.counted == game.difference else '*'}",
            number(game.expected / 100, places),
            "" if game.above is None else signed(game.above / 100, places),
        )
        for game in _counting(result)
    ]
    text = table(("Rd", "Opp.", "D", "PD", "s−PD"), lines, (3, 4, 6, places + 2, places + 3))
    limited = sorted({abs(game.counted or 0) for game in _counting(result) if game.counted != game.difference})
    return f"{text}\\* counts as {limited[0]}" if limited else text


def _counting(result: PlayerResult) -> list[GameChange]:
    return [game for game in result.games if game.left_out is None]


def _round(game: GameChange) -> str:
    return f"{game.round}{result_letter(game.score)}"


def _places(result: PlayerResult) -> int:
    """Return an expected score's decimals: the table's, or more for a formula."""
    return 4 if result.edition.simplified else 2


def _game_points(hundredths: float, result: PlayerResult) -> str:
    return signed(hundredths / 100, _places(result))


def moved_text(result: PlayerResult) -> str:
    coming, figure, first = result.estimate, result.figure, result.estimate.first
    before = "unrated" if coming.before is None else str(coming.before.displayed)
    if figure is not None:
        after = "unrated" if coming.after is None else str(coming.after.displayed)
        # one of several waiting events is named
        change = coming.rounded if len(coming.events) == 1 else figure.points
        return f"{before} → {after}  {change_text(change)}"
    if first is None:
        return "Still unrated"
    if first.games < FEWEST_GAMES:
        return f"{first.games} of {FEWEST_GAMES} games"
    return f"new → {first.rating}" if first.is_published else f"{first.rating} is not published"


def notes(result: PlayerResult) -> list[str]:
    coming, figure, first = result.estimate, result.figure, result.estimate.first
    lines = []
    if figure is not None:
        line = f"K {figure.used} · {change_text(figure.points, 2)}"
        if len(coming.events) > 1:
            line += f", {change_text(coming.points, 2)} by {counted(len(coming.events), 'event')}"
        lines.append(f"{line} · list of {long_day(coming.day)}")
        if coming.after is None and coming.calculated is not None:
            lines.append(f"{coming.calculated} is below {coming.edition.floor}: unrated from that list on")
    elif first is not None and first.is_published:
        lines.append(f"first rating, on the list of {long_day(coming.day)}")
    elif first is not None and first.games >= FEWEST_GAMES:
        lines.append(f"a first rating must be {first.floor} or more; the games keep counting")
    elif first is not None:
        lines.append(f"toward a first rating, with {points(first.score)} so far")
    return lines + left_out_lines(result)


def game_lines(report: EventReport) -> list[GameLine]:
    result: PlayerResult = report.outcome.detail
    games = report.crosstable.games_of(report.crosstable.number_of(report.player.id))
    lines = []
    for played, game in zip(games, result.games, strict=True):
        if game.left_out is None and game.rating is not None:
            line = game_line(report, played.opponent, game.rating, (game.expected or 0) / 100, game.score)
            # unrated players have no expected score
            rated = result.change is not None
            lines.append(line if rated else line._replace(figures=(line.figures[0], "", line.figures[2])))
    return lines


ROWS_IN_A_TABLE = 25


def calculation_tables(report: EventReport, moved: ListReport) -> Iterable[str]:
    result: PlayerResult = moved.outcome.detail
    coming = result.estimate
    return [_opponents_table(report, result), *(_events_tables(coming) if coming.events else _pool_tables(coming))]


def _opponents_table(report: EventReport, result: PlayerResult) -> str:
    own = report.crosstable.number_of(report.player.id)
    rows = []
    for played, game in zip(report.crosstable.games_of(own), result.games, strict=True):
        known = report.opponents.get(played.opponent.player) if isinstance(played.opponent.player, int) else None
        counted = "–" if game.rating is None else f"{game.rating}{'' if game.left_out is None else 'x'}"
        rows.append((str(game.round), result_letter(game.score), counted, plain(known.name) if known else ""))
    text = table(("Rd", "", "Rating", "Player"), rows, (2, 1, 6, -19))
    legend = "\nx and –: does not count" if any(game.left_out is not None for game in result.games) else ""
    return f"**Opponents, ratings on the event's first day**\n{text}{legend}"


def _events_tables(coming: Published) -> Iterable[str]:
    """Return the change of each event on the list: 30 columns."""
    rows = [
        (
            day_text(figure.event.ended)[2:],
            str(figure.event.games),
            signed(figure.event.above / 100, 2),
            str(figure.used),
            signed(figure.points, 2),
        )
        for figure in coming.events
    ]
    heading = f"**Events of the list of {day_text(coming.day)}**\n"
    for first in range(0, len(rows), ROWS_IN_A_TABLE):
        part = rows[first : first + ROWS_IN_A_TABLE]
        if first + ROWS_IN_A_TABLE >= len(rows):
            part.append(("All", str(coming.games), "", "", signed(coming.points, 2)))
        yield heading + table(("Ended", "Gms", "s−PD", "K", "Change"), part, (-8, 3, 6, 2, 8))
        heading = ""


def _pool_tables(coming: Published) -> Iterable[str]:
    """Return the events that count toward a first rating: 26 columns."""
    rows = [(day_text(event.ended), str(len(event.opponents)), points(event.score)) for event in coming.pool]
    if coming.first is not None:
        rows.append(("All", str(coming.first.games), points(coming.first.score)))
    heading = "**Games toward a first rating**\n"
    for first in range(0, len(rows), ROWS_IN_A_TABLE):
        yield heading + table(("Ended", "Games", "Score"), rows[first : first + ROWS_IN_A_TABLE], (-10, 6, 8))
        heading = ""


def goal_card(goal: GoalReport) -> discord.Embed:
    """Return the score that a target rating needs."""
    best: PlayerResult = goal.best.outcome.detail
    lines = goal_lines(goal)
    lines.append(f"On the list of {day_text(best.listed_on)}{_with_others(best)}")
    lines += ["**What each score would give**", _scores(goal)]
    embed = goal_embed(goal)
    embed.description = "\n".join(lines)
    embed.set_footer(text=f"Rules: {best.edition.title} · opponents' ratings as given · not stored · {OFFICIAL}")
    return embed


def _with_others(best: PlayerResult) -> str:
    coming = best.estimate
    others = len(coming.events or coming.pool) - 1
    if others <= 0:
        return ""
    return f", together with {counted(others, 'waiting event' if coming.events else 'earlier event')}"


def _scores(goal: GoalReport) -> str:
    rows = []
    for score, report in scores_shown(goal):
        result: PlayerResult = report.outcome.detail
        after, figure = result.estimate.after, result.figure
        change = "" if figure is None else signed(figure.points, 2)
        rows.append((score, rating(result.performance, 0), change, "–" if after is None else str(after.displayed)))
    performance = "Perf." if goal.best.outcome.detail.edition.simplified else "TPR"
    return table(("Score", performance, "Change", "List"), rows, (6, 5, 9, 6))


def player_lines(card: PlayerCard) -> list[str]:
    """Return rating, rank, K, peak, waiting changes, titles and the next title."""
    state: PlayerState = card.state
    lines = [f"## {card.standing.displayed}", rank_line(card)]
    k = k_shown(state, card.rating_list, card.day, card.background)
    if k is not None:
        lines.append(f"K **{k.value}**: {k_reason(k)}; {k_next(k)}")
    facts = [counted(state.games, "rated game")]
    if state.peak is not None:
        facts.append(f"peak {state.peak}")
    lines.append(" · ".join([*facts, f"unrated below {rating(card.floor, 0)}"]))
    lines += [_waiting_line(coming) for coming in waiting_lists(state, card.rating_list, card.background)]
    if card.titles:
        lines.append("🏅 By rating: " + ", ".join(title_name(award) for award in reversed(card.titles)))
    if card.rating_list is RatingList.FIDE_STANDARD:
        lines += _next_title(state)
    return lines


def _next_title(state: PlayerState) -> list[str]:
    ahead = [title for title in rating_titles(state.peak, state.games, woman=False) if not title.earned]
    return [f"Next by rating alone: {missing_text(ahead[-1])}; by norms: /norms"] if ahead else []


def _waiting_line(coming: Published) -> str:
    waiting = f"{counted(len(coming.events), 'event')}, {signed(coming.points, 2)}"
    return f"{capital(list_text(coming))} so far ({waiting})"


def entry_line(card: PlayerCard, entry: JournalEntry) -> str:
    if entry.list_fact_id is not None:
        text = f"{day_text(entry.place.date)} list: {figure(entry.before)} → **{figure(entry.after)}**"
        return text if entry.change is None else f"{text} ({signed(entry.change, 0)})"
    if entry.event_id is None:
        return default_entry_line(entry)
    name = safe(event_name(entry.event_name, entry.place.date), 40)
    state = PlayerState.from_json(entry.state)
    # unrated players have no expected score
    change = None if entry.expected is None else last_figure(state, card.rating_list, card.background)
    if change is not None:
        brings = signed(change.points, 2)
    elif state.pool:
        brings = (
            f"{points(state.pool[-1].score)} of {counted(len(state.pool[-1].opponents), 'game')} toward a first rating"
        )
    else:
        brings = "no change"
    # may count on another list than its month's
    coming = day_text(card.listed_on.get(entry.place) or list_for(entry.place.date))
    return f"{day_text(entry.place.date)} {name}: **{brings}**, list of {coming}"


class FideCards(Cards):
    """Cards of ratings that wait for a list. Title norms have their own card."""

    official = (OFFICIAL,)
    waits = "The games count for the coming list; norms and titles count then."

    def full_text(self, report: EventReport, further: Sequence[str]) -> str:
        return full_text(report, further)

    def rules_title(self, outcome: Outcome) -> str:
        """Return the edition; of today's only the day."""
        title = super().rules_title(outcome)
        return title.partition(" (")[0] if outcome.detail.edition is DATED[-1] else title

    def games_counted(self, outcome: Outcome) -> int:
        result: PlayerResult = outcome.detail
        return len(result.opponents)

    def game_lines(self, report: EventReport) -> list[GameLine]:
        return game_lines(report)

    def moved_text(self, report: EventReport, moved: ListReport) -> str:
        return moved_text(moved.outcome.detail)

    def notes(self, report: EventReport, moved: ListReport) -> list[str]:
        return notes(moved.outcome.detail)

    def further_line(self, moved: ListReport) -> str:
        return further_line(moved)

    def calculation_tables(self, report: EventReport, moved: ListReport) -> Iterable[str]:
        return calculation_tables(report, moved)

    def goal_card(self, goal: GoalReport) -> discord.Embed:
        return goal_card(goal)

    def player_lines(self, card: PlayerCard) -> list[str]:
        return player_lines(card)

    def entry_line(self, card: PlayerCard, entry: JournalEntry) -> str:
        return entry_line(card, entry)

    def further_prospects(self, section: LiveSection, number: int) -> Sequence[Prospect]:
        return title_prospects(section, number)

    def award_name(self, award: Award) -> str:
        return title_name(award)

    def section_norms(self, section: SectionReport) -> list[str]:
        return section_norm_texts(section)


CARDS = FideCards()
