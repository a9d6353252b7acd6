"""Who is linked to whom by results: where ratings compare, and where pure maximum likelihood has an answer."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.errors import RuleError
from core.oracle.history import Match


class Links(NamedTuple):
    """Groups of players by their numbers, each in ascending order, larger groups first.

    strong: within each, everybody has won or drawn a way to everybody else. weak: linked by games at all.
    only_wins, only_losses: players who never lost or drew, and who never won or drew.
    """

    strong: tuple[tuple[int, ...], ...]
    weak: tuple[tuple[int, ...], ...]
    only_wins: tuple[int, ...]
    only_losses: tuple[int, ...]


class NoMaximumError(RuleError):
    """Pure maximum likelihood would send somebody's strength to zero or infinity, or leave a level open."""

    def __init__(self, message: str, links: Links) -> None:
        super().__init__(message)
        self.links = links


def links_of(matches: Iterable[Match], keeper: int, *, counts_draws: bool = True) -> Links:
    """Return how the players with a game, and the Keeper, are linked."""
    beaten: dict[int, set[int]] = {keeper: set()}
    beaten_by: dict[int, set[int]] = {keeper: set()}
    for first, second, wins, losses, draws in matches:
        drawn = draws if counts_draws else 0
        for winner, loser, points in ((first, second, wins + drawn), (second, first, losses + drawn)):
            if points:
                beaten.setdefault(winner, set()).add(loser)
                beaten_by.setdefault(loser, set()).add(winner)
                beaten.setdefault(loser, set())
                beaten_by.setdefault(winner, set())
    both_ways = {player: beaten[player] | beaten_by[player] for player in beaten}
    return Links(
        strong=_ordered(_strong(beaten, beaten_by)),
        weak=_ordered(_reached(both_ways, both_ways)),
        only_wins=tuple(sorted(player for player in beaten if beaten[player] and not beaten_by[player])),
        only_losses=tuple(sorted(player for player in beaten if beaten_by[player] and not beaten[player])),
    )


def check_one_maximum(links: Links, names: Sequence[str] | None = None) -> None:
    """Raise NoMaximumError unless everybody has won a way to everybody else."""
    if len(links.strong) == 1:
        return

    def named(players: Sequence[int]) -> str:
        shown = [names[player] if names and player < len(names) else f"player {player}" for player in players[:3]]
        more = len(players) - len(shown)
        return ", ".join(shown) + (f" and {more} more" if more else "")

    why = []
    if links.only_wins:
        why.append(f"{named(links.only_wins)} only won")
    if links.only_losses:
        why.append(f"{named(links.only_losses)} only lost")
    if len(links.weak) > 1:
        why.append(f"{named(links.weak[1])} never met the others, directly or through anybody")
    if not why:
        why.append(f"{named(links.strong[1])} won all or lost all against the others")
    raise NoMaximumError(f"Without a prior there is no best fit: {'; '.join(why)}. Set a prior, such as 1.5.", links)


def _ordered(groups: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted((tuple(sorted(group)) for group in groups), key=lambda group: (-len(group), group)))


def _reached(edges: dict[int, set[int]], starts: Iterable[int]) -> list[list[int]]:
    """Return who is first reached from each start, along the edges."""
    seen: set[int] = set()
    groups = []
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        group = [start]
        for player in group:  # grows while it is walked
            new = edges[player] - seen
            seen |= new
            group += new
        groups.append(group)
    return groups


def _strong(edges: dict[int, set[int]], back: dict[int, set[int]]) -> list[list[int]]:
    """Return the strongly connected components: against the edges, in reverse order of being done with."""
    done: list[int] = []
    seen: set[int] = set()
    for start in edges:
        stack = [] if start in seen else [(start, iter(edges[start]))]
        seen.add(start)
        while stack:
            player, others = stack[-1]
            new = next((other for other in others if other not in seen), None)
            if new is None:
                done.append(player)
                stack.pop()
            else:
                seen.add(new)
                stack.append((new, iter(edges[new])))
    return _reached(back, reversed(done))
