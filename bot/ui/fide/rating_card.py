"""An event that FIDE rates: what it brings for the list that it waits for, with all figures."""

from collections.abc import Sequence
from math import isfinite

from bot.services.events.report import EventReport, ListReport
from bot.ui.fide.first_card import CALCULATOR_NOTE
from bot.ui.fide.wording import LEFT_OUT, NO_POINT, k_reason, unpublished_text
from bot.ui.framework.text import capital, count, day_text, number, points, signed, table
from bot.ui.wording.event_lines import result_letter, score_line
from bot.ui.wording.printed import note_line
from core.fide.change import GameChange
from core.fide.editions import FirstRatingRule
from core.fide.figures import EventFigure
from core.fide.first_rating import FEWEST_GAMES
from core.fide.performance import average_of_opponents, perfect_performance, tournament_performance
from core.fide.periods import Published
from core.fide.player import PlayerResult
from core.fide.reasons import Reason
from core.fide.simplified import change_beyond_table, performance_beyond_table

LIMIT_NOTE = "FIDE's own web calculator still counts no difference above 400, and differs"

_OWN_RATING = {
    Reason.OWN_RATING: "Counted with **{0}**, the rating on the event's first day",
    Reason.OWN_CURRENT: "Unrated on the event's first day: counted with the rating now, **{0}**",
    Reason.OWN_BORROWED: "Unrated on this list: counted with **{0}**, the FIDE rating held elsewhere",
}


def full_text(report: EventReport, further: Sequence[str]) -> str:
    """Return all figures of one rated event. further: a line for each other list that it moved."""
    result: PlayerResult = report.outcome.detail
    coming, figure = result.estimate, result.figure
    lines = _first_lines(result, coming) if figure is None else _change_lines(result, coming, figure)
    lines.append(_performance_line(result))
    lines += left_out_lines(result)
    lines += further
    lines += [note_line(note) for note in _notes(result, coming)]
    return "\n".join(lines) + "\n\n" + game_table(result)


def further_line(moved: ListReport) -> str:
    """Return what an event did to a list beside its main one."""
    result: PlayerResult = moved.outcome.detail
    coming, figure = result.estimate, result.figure
    what = first_text(coming) if figure is None else f"{signed(figure.points, 2)}, {_with_event(coming)}"
    return f"{moved.rating_list.label} too: {what}"


def list_text(coming: Published) -> str:
    """Return what a list would be by now: 1800 → 1807. The event that asks may not be its last."""
    after = "unrated" if coming.after is None else str(coming.after.displayed)
    before = "unrated" if coming.before is None else str(coming.before.displayed)
    return f"list of {day_text(coming.day)}: {before} → **{after}**"


def first_text(coming: Published) -> str:
    """Return how far an unrated player's games have come."""
    first = coming.first
    if first is None:
        return "still unrated"
    if first.is_published:
        return f"first rating, {_with_event(coming)}"
    return unpublished_text(first)


def _with_event(coming: Published) -> str:
    """Return a list with all that had ended by the event; where it is out, later ones may stand on it too."""
    return f"{list_text(coming)} as of this event"


def _change_lines(result: PlayerResult, coming: Published, figure: EventFigure) -> list[str]:
    """Return what an event brings a rated player, with what else waits for the same list."""
    before = "unrated" if result.before.rating is None else str(result.before.rating)
    lines = [f"## {before} ({signed(figure.points, 2)})", capital(_with_event(coming))]
    if coming.after is None and coming.calculated is not None:
        lines.append(f"{coming.calculated} is below {coming.edition.floor}: unrated from that list on")
    if len(coming.events) > 1:
        waiting = f"{count(len(coming.events), 'event')}, {count(coming.games, 'game')}"
        lines.append(f"Waiting for it: {waiting}, {signed(coming.points, 2)} in all")
    above = _game_points(figure.event.above, result)
    lines.append(f"K **{figure.used}** × {above} = **{signed(figure.points, 2)}** ({k_reason(figure.k)})")
    if figure.used != figure.k.value:
        lines.append(f"K {figure.k.value} × {count(coming.games, 'game')} of this list is above 700, so {figure.used}")
    own = result.own
    if own is not None and (own.reason is not Reason.OWN_RATING or own.rating != result.before.rating):
        lines.append(_OWN_RATING[own.reason].format(own.rating))
    expected = (result.expected or 0) / 100
    lines.append(score_line(result.score, len(result.opponents), expected, _places(result)))
    return lines


def _first_lines(result: PlayerResult, coming: Published) -> list[str]:
    """Return how far an unrated player's games have come toward a first rating."""
    first = coming.first
    if first is None:
        lost = coming.lost is not None
        return ["## Still unrated", capital(NO_POINT) if lost else _score_line(result)]
    made = f"**{points(first.score)}** of {count(first.games, 'game')}"
    if first.games < FEWEST_GAMES:
        lines = [f"## {first.games} of {FEWEST_GAMES} games", f"Toward a first rating, with {made} so far"]
    elif first.is_published:
        lines = [f"## First rating {first.rating}", f"{capital(_with_event(coming))}, by {made}"]
    else:
        lines = [
            f"## {first.rating} is not published",
            f"A first rating takes {first.floor}: {made} go on counting, with those to come",
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
    """Return the rounds that do not count, by reason."""
    lines = []
    for reason, words in LEFT_OUT.items():
        rounds = [str(game.round) for game in result.games if game.left_out is reason]
        if rounds:
            lines.append(f"Not rated: round{'s' if len(rounds) > 1 else ''} {', '.join(rounds)} ({words})")
    return lines


def _notes(result: PlayerResult, coming: Published) -> list[str]:
    """Say where FIDE's own calculator answers otherwise, and what the simplified formula makes of the event."""
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
        performance = f"{signed(beyond, 1)} from the TPR" if isfinite(beyond) else "without end for a clean score"
        return [
            f"The formula's change is {signed(change, 2)} from that of FIDE's table, differences in full; "
            f"its performance is {performance}"
        ]
    return []


def game_table(result: PlayerResult) -> str:
    """Return a line for each game that counts: 31 columns at most."""
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
    """Return the decimals of an expected score: those of FIDE's table, or more where a formula stands in for it."""
    return 4 if result.edition.simplified else 2


def _game_points(hundredths: float, result: PlayerResult) -> str:
    """Return a difference of game points with its sign."""
    return signed(hundredths / 100, _places(result))
