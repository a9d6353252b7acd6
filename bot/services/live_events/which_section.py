"""Which section of an evening a member's Join and Leave are about."""

from bot.services.live_events.lifecycle import evening_by_id, find_open
from bot.services.live_events.sections import seat_in
from bot.services.live_events.tournament import Tournament, tournament_in
from bot.services.transaction import Write
from bot.store.derived import standings
from bot.store.events.evening_rows import Evening, EveningStatus, LiveEventEntrant, Part
from bot.store.people import players
from core.errors import InputError, RuleError
from core.pairing.sections import section_of_rating


def evening_to_join(write: Write, evening_id: int, player_id: int) -> Evening:
    """Return the open evening that a player joins; of one that is divided, the section of their rating."""
    evening = evening_by_id(write.connection, write.club, evening_id)
    if evening.status is EveningStatus.DIVIDED:
        tournament = tournament_in(write, evening)
        seat = seat_in(write, tournament, player_id)
        _require_not_made(tournament, seat)
        part = seat[0] if seat is not None else _of_rating(write, tournament, player_id)
        return find_open(write.connection, write.club, part.id)
    evening = find_open(write.connection, write.club, evening_id)
    if evening.part_of is not None:
        whole = tournament_in(write, evening_by_id(write.connection, write.club, evening.part_of))
        _require_not_made(whole, seat_in(write, whole, player_id))
        shown = _shown(write, whole, player_id)
        if section_of_rating(shown, whole.evening.bounds or ()) < _place(whole, evening.under):
            raise RuleError(f"Your rating of {shown} is too high for {evening.name}: join a higher section.")
        if (
            shown is None
            and seat_in(write, whole, player_id) is None
            and _of_rating(write, whole, player_id).id != evening.id
        ):
            raise RuleError("Unrated players start in the lowest section: join there, or ask a TD.")
    return evening


def evening_to_leave(write: Write, evening_id: int) -> Evening:
    """Return the open evening that a member leaves; of one that is divided, their section."""
    evening = evening_by_id(write.connection, write.club, evening_id)
    if evening.status is not EveningStatus.DIVIDED:
        return find_open(write.connection, write.club, evening_id)
    own = players.by_user(write.connection, write.club.id, write.actor.member.user_id)
    seat = None if own is None else seat_in(write, tournament_in(write, evening), own.id)
    if seat is None:
        raise InputError("You have not joined: Join enters you.")
    return find_open(write.connection, write.club, seat[0].id)


def require_in_no_other(write: Write, evening: Evening, player_id: int, name: str) -> None:
    """Raise RuleError for a player who plays in another section of the same evening."""
    if evening.part_of is None:
        return
    whole = tournament_in(write, evening_by_id(write.connection, write.club, evening.part_of))
    seat = seat_in(write, whole, player_id)
    if seat is not None and seat[0].id != evening.id:
        raise RuleError(f"{name} plays in {seat[0].name}: Leave there first; a TD moves players under Directors.")


def _require_not_made(whole: Tournament, seat: tuple[Part, LiveEventEntrant] | None) -> None:
    """Raise RuleError for a member who comes when the quads are made."""
    if whole.method.in_groups and seat is None:
        raise RuleError("The quads are made: ask a TD, who can add you to one before its round 1.")


def _of_rating(write: Write, whole: Tournament, player_id: int) -> Part:
    """Return the open section in which a player belongs, or the next higher one where nobody made it."""
    place = section_of_rating(_shown(write, whole, player_id), whole.evening.bounds or ())
    fit = [one for one in whole.parts if one.status is EveningStatus.OPEN and _place(whole, one.under) <= place]
    if not fit:
        raise RuleError("No section that is open is for your rating: ask a TD.")
    return max(fit, key=lambda one: _place(whole, one.under))


def _place(whole: Tournament, under: int | None) -> int:
    """Return the place of a section, 0 for the highest."""
    return 0 if under is None else (whole.evening.bounds or ()).index(under) + 1


def _shown(write: Write, whole: Tournament, player_id: int) -> int | None:
    found = standings.find(write.connection, write.club.id, whole.lists[0], player_id)
    return None if found is None else found.displayed
