"""The texts that the seed's program prints, character by character."""

from collections.abc import Iterable
from math import exp, sqrt

from seeds_pool import DEFAULT, SeedConfig
from wcwidth import wcswidth

from core.rating.oracle.formula import displayed, multiplier, rating_of, win_probability
from core.rating.oracle.system import RosterLine

FEWEST_GAMES_OF_SEED = 10


def leaderboard_text(lines: Iterable[RosterLine]) -> str:
    """Return the leaderboard, by the rating as shown; those with the same one by their exact strengths."""
    rows = [
        "",
        "=== Oracle Rating Leaderboard ===",
        f"{'Player':<20} {'Type':<10} {'Rating':>6} {'Games':>6} {'Wins':>6} {'WinRate':>6}",
        "-" * 59,
    ]
    for line in sorted(lines, key=lambda line: (-line.log_strength, line.player_id)):
        rating = displayed(rating_of(line.log_strength))
        share = 100 * _share(line)
        rows.append(
            f"{_padded(line.name, 20)} {line.kind.label:<10} {rating:>6} {line.games:>6} {line.wins:>6} {share:>6.1f}%"
        )
    return "\n".join([*rows, "\n"])


def details_text(line: RosterLine, config: SeedConfig = DEFAULT, z: float = 1.96) -> str:
    """Return all about one player, with the seed's own interval, which is too narrow after ten games."""
    confidence = config.initial_confidence if line.confidence is None else line.confidence
    reach = seed_interval(line.games, line.wins, confidence, z)
    rows = [
        "",
        f"=== Player Details: {line.name} ===",
        f"Rating: {displayed(rating_of(line.log_strength))} (strength: {exp(line.log_strength):.4f})",
        f"Games: {line.games}, Wins: {line.wins} ({100 * _share(line):.1f}%)",
        f"95% Confidence: ±{reach:.1f} points",
        f"Current update multiplier: {multiplier(line.games, config):.3f}",
        f"Win probability vs Keeper: {100 * win_probability(line.log_strength):.1f}%",
    ]
    return "\n".join([*rows, "\n"])


def _share(line: RosterLine) -> float:
    """Return wins per game; a draw is no win here."""
    return line.wins / line.games if line.games else 0.0


def _padded(name: str, width: int) -> str:
    return name + " " * max(0, width - max(0, wcswidth(name)))


def seed_interval(games: int, wins: int, confidence: float, z: float = 1.96) -> float:
    """Return the half width in points that the seed's program prints; its own report alone shows it."""
    if games < FEWEST_GAMES_OF_SEED:
        return confidence
    share = wins / games
    return z * sqrt(share * (1 - share) / games) * 100
