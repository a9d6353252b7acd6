"""What a match did to both ratings of a pool."""

from bot.services.matches.match import MatchPlayer, MatchReport
from bot.ui.framework.text import fit, number, plain, safe, signed, table
from bot.ui.systems.oracle.wording import KIND_WORDS, percent, standing_text
from core.rating.oracle.config import PlayerKind, Rebalancing
from core.rating.oracle.event import PlayerResult, RatedMatch
from core.rating.oracle.formula import win_probability

_LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}
_LONGEST_SEQUENCE = 60
_SIDE = 10


FOOTER = "Rating = chance in percent of beating the Keeper, who is rated 50"


def pool_lines(report: MatchReport) -> list[str]:
    """Return what a match of two did to both ratings."""
    (first,), (second,) = report.sides
    lines = [_side_line(side) for side in (first, second)]
    if first.outcome is None or second.outcome is None:
        return [*lines, "None of its games count, because draws do not count in this pool."]
    return [*lines, _figures(first, second), _calculation_line(report, first)]


def _side_line(side: MatchPlayer) -> str:
    who = safe(side.player.name)
    if side.kind is not PlayerKind.HUMAN and who.casefold() != "keeper":
        who += f" ({KIND_WORDS[side.kind]})"
    if side.outcome is None:
        return who
    result: PlayerResult = side.outcome.detail
    before, after = result.before, result.after
    return f"{who} {standing_text(before)} → **{standing_text(after)}** ({signed(result.change, 1)})"


def _figures(first: MatchPlayer, second: MatchPlayer) -> str:
    """Return the figures of both sides: 31 columns."""
    assert first.outcome is not None
    assert second.outcome is not None
    results: tuple[PlayerResult, PlayerResult] = (first.outcome.detail, second.outcome.detail)
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


def _calculation_line(report: MatchReport, first: MatchPlayer) -> str:
    assert first.outcome is not None
    played: RatedMatch = first.outcome.detail.matches[0]
    multiplier = f"Multiplier A **{played.multiplier:.3f}** (the mean of both)"
    how = f"in the order of play: {_sequence(report)}"
    if played.wins_first:
        how = "order unknown: rated as wins, losses, draws"
    elif not report.in_order:
        how = "order unknown: each game counts the mean score"
    lines = [f"{multiplier} · {how}"]
    if not report.config.counts_draws and 0.5 in report.scores:
        lines.append("Draws do not count in this pool: the figures do not include them.")
    with_keeper = any(one.kind is PlayerKind.AI_KEEPER for side in report.sides for one in side)
    if report.config.rebalancing is Rebalancing.ALL and with_keeper:
        lines.append("Everybody else is rebalanced with the Keeper.")
    return "\n".join(lines)


def _sequence(report: MatchReport) -> str:
    sequence = "".join(_LETTERS[score] for score in report.scores)
    return fit(sequence, min(len(sequence), _LONGEST_SEQUENCE))
