"""Somebody new to the club, entered by a director with what they bring along: a rating, an age."""

from dataclasses import dataclass
from typing import Any

from bot.services.imports.store_file import ESTABLISHED_GAMES
from bot.services.live_events.entries import ADDED, Entries, enter
from bot.services.live_events.tournament import Tournament, open_tournament, tournament_in
from bot.services.players.set_rating import SetRatingRequest, open_for
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.people import players
from bot.store.rows import Player
from core.errors import InputError
from core.formats.typed.persons import Birth
from core.search_key import first_name_first
from core.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody new to the club. rating: on the evening's list, with the games behind it where they are told."""

    name: str
    rating: tuple[float, int | None] | None = None
    birth: Birth | None = None


@use_case(ADDED, director_to="add players")
def add_newcomer(write: Write, evening_id: int | None, written: Newcomer) -> Entries:
    """Add a player who is not on Discord and new to the club, and enter them; directors only.

    What they bring along decides their first rating when the evening is rated.
    """
    name, tournament = first_name_first(written.name), open_tournament(write, evening_id)
    known = players.named(write.connection, write.club.id, name, 1)
    if known:
        raise InputError(
            f"{known[0].name} (#{known[0].id}) is a player of the club already: choose them as you type, "
            "or add a second name."
        )
    player = players.add_unlinked(write.connection, write.club.id, name, write.now, **_of_birth(written.birth))
    if written.rating is not None:
        _bring(write, tournament, player, *written.rating)
    added, waiting = ([name], []) if enter(write, tournament.evening, tournament.entrants, player) else ([], [name])
    write.note(tournament.evening.id, {"added": added, "waiting": waiting})
    return Entries(tournament_in(write, tournament.evening), added, [], waiting)


def _of_birth(birth: Birth | None) -> dict[str, Any]:
    """Return what is kept of a birth, by column."""
    return {} if birth is None else {"born": birth.born, "adult": birth.adult, "born_year": birth.year}


def _bring(write: Write, tournament: Tournament, player: Player, rating: float, games: int | None) -> None:
    """Store the rating that a newcomer brings to the main list; without its games it counts as in an imported file."""
    moved, day = tournament.lists[0], tournament.evening.day
    SYSTEMS[moved].check_typed(rating, day)
    count_due(write)
    behind = ESTABLISHED_GAMES if games is None else games
    reason = f"brought to {tournament.evening.name}"
    open_for(write, player, moved, SetRatingRequest(player, rating, behind, day=day, reason=reason))
