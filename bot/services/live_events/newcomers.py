"""Somebody new to the club, entered by a director with what they bring along: a rating, an age."""

from dataclasses import dataclass
from typing import Any

from bot.services.context import Actor, Services
from bot.services.imports.store_file import ESTABLISHED_GAMES
from bot.services.live_events.entries import ADDED, Entries, enter
from bot.services.live_events.tournament import Tournament, as_it_stands, open_tournament, tournament_in
from bot.services.players.set_rating import SetRatingRequest, open_for
from bot.services.transaction import Done, Write, write_once
from bot.services.upkeep.due_matches import count_due
from bot.store.people import players
from bot.store.rows import AuditEntry, Player
from core.errors import InputError
from core.formats.typed.persons import Birth
from core.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody new to the club. rating: on the evening's list, with the games behind it where they are told."""

    name: str
    rating: tuple[float, int | None] | None = None
    birth: Birth | None = None


async def add_newcomer(services: Services, actor: Actor, evening_id: int | None, written: Newcomer) -> Entries:
    """Add a player who is not on Discord and new to the club, and enter them; directors only.

    What they bring along decides their first rating when the evening is rated.
    """
    name = written.name

    def work(write: Write) -> Done[Entries]:
        tournament = open_tournament(write, evening_id)
        known = players.by_folded_names(write.connection, write.club.id, [name.casefold()])
        if known:
            raise InputError(f"{name} is a player of the club already: choose them as you type, or add a second name.")
        player = players.add_unlinked(write.connection, write.club.id, name, write.now, **_of_birth(written.birth))
        if written.rating is not None:
            _bring(write, tournament, player, *written.rating)
        plays = enter(write, tournament.evening, tournament.entrants, player)
        after = tournament_in(write, tournament.evening)
        entries = Entries(after, [name] if plays else [], [], [] if plays else [name])
        return Done(entries, tournament.evening.id, {"added": [*entries.added], "waiting": [*entries.waiting]})

    def again(write: Write, entry: AuditEntry) -> Entries:
        return Entries(as_it_stands(write, entry), entry.details["added"], (), entry.details["waiting"])

    return await write_once(services, actor, ADDED, work, again=again, director_to="add players")


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
