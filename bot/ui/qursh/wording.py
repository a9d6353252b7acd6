"""The words of QURSH's answers: which table is in use, why games are not scored, what chance does."""

from collections.abc import Sequence

from bot.ui.framework.text import day_text, number, safe
from core.qursh.cells import GROUPS, POOLED
from core.qursh.history import History, OwnGames, QuantileSource, Skipped
from core.qursh.ranking import RankingRow, Unscored

SOURCE_WORDS: dict[QuantileSource, str] = {
    QuantileSource.CELL: "their own cell",
    QuantileSource.THIN: "a thin cell (200 to 999 games)",
    QuantileSource.POOLED: "all ratings together, for their cell has too few games",
    QuantileSource.PARAMETRIC: "the normal curve",
}

UNSCORED_WORDS: dict[Unscored, str] = {
    Unscored.NOT_COUNTED: "marked as not rated",
    Unscored.NO_POINTS: "without scores",
    Unscored.FORFEIT: "forfeits",
    Unscored.UNRATED: "with an unrated player",
}

SKIPPED_WORDS: dict[Skipped, str] = {
    Skipped.TOO_OLD: "before March 2006",
    Skipped.NO_SCORE: "without both scores",
    Skipped.UNRATED: "without both ratings",
    Skipped.TWICE: "there twice",
    Skipped.UNREADABLE: "not readable",
}


PICTURE = "margins.png"


def table_line(history: History) -> str:
    """Say which table is in use, with its games and its day."""
    own = "" if history.own is None else f"; {own_line(history.own)}"
    if history.loaded is None:
        return f"Table in use: {history.origin} (shipped; no history is loaded){own}"
    loaded = f"loaded {day_text(history.loaded)}"
    games = history.used - (history.own.games if history.own else 0)
    noun = "game" if games == 1 else "games"
    return f"Table in use: {safe(history.origin, 120)} · **{games:,}** {noun} · {loaded}{own}"


def own_line(own: OwnGames) -> str:
    """Say how many of the club's own games are part of the table."""
    noun = "game" if own.games == 1 else "games"
    return f"**{own.games:,}** {noun} of this club's own on {own.label} since {day_text(own.since)}"


def percent(tenths: int) -> str:
    """Return a percent as it is scored: whole, or with one decimal between equals."""
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths / 10:.1f} %"


def reading_games(done: int, total: int) -> str:
    """Say how far a file of games is read; both in bytes."""
    return f"Reading games: {done / 1e6:.1f} of {total / 1e6:.1f} MB …"


def cell_name(history: History, group: int | None, bin_number: int) -> str:
    """Return what a cell is called: the higher rating, and the difference."""
    higher = POOLED if group is None else f"higher rating {GROUPS[group]}"
    return f"{higher}, difference {history.grid.names[bin_number]}"


def chance_line(rows: Sequence[RankingRow]) -> str:
    """Say honestly how much of a ranking of at least one scored game is luck."""
    chance = max(rows, key=lambda row: row.games).chance or 0.0
    within = number(chance * 2**0.5, 0)
    return f"Luck alone: ±{number(chance, 0)}. Two players within {within} are about equal."
