"""What a ranking is made of: divisions with their players' ratings and the games' scores, from a file or the store."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from core.crosstable import Bye, Crosstable, Game
from core.event_file import FileEvent


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a division; rating is the one before the event, None for an unrated player.

    rating_class: rating class. player: who this is in the club, None for somebody it does not know.
    """

    number: int
    name: str
    rating: float | None = None
    rating_class: str | None = None
    player: Hashable | None = None


@dataclass(frozen=True, slots=True)
class Division:
    """Players who met each other; rounds as planned, or as far as they were played."""

    name: str | None
    players: tuple[Contestant, ...]
    games: tuple[Game, ...]
    byes: tuple[Bye, ...] = ()
    rounds: int = 0


def divisions_of_file(event: FileEvent) -> tuple[Division, ...]:
    """Return the divisions of a file."""
    return tuple(
        Division(
            section.name,
            tuple(
                Contestant(player.number, player.name, player.rating, player.rating_class) for player in section.players
            ),
            section.games,
            section.byes,
            section.rounds,
        )
        for section in event.sections
    )


def division_of_crosstable(
    crosstable: Crosstable, name: str | None = None, ratings: Mapping[int, float | None] | None = None
) -> Division:
    """Return a stored event as a division.

    ratings: before the event, by pairing number, where the crosstable does not tell them.
    """
    known = ratings or {}
    players = tuple(
        Contestant(
            entrant.number,
            entrant.name or f"Player {entrant.number}",
            known.get(entrant.number, entrant.rating),
            entrant.rating_class,
            player=entrant.player,
        )
        for entrant in crosstable.entrants
    )
    return Division(name, players, crosstable.games, crosstable.byes, crosstable.rounds)
