"""Entrants of an evening: join, leave, add, withdraw, waiting list."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.services.evenings.announcements import number_of_name
from bot.services.evenings.lifecycle import card_in, evening_by_id, find_open, lists_of, show_changes
from bot.services.evenings.sections import (
    divided,
    drop_draft,
    entrants_of,
    forget_number,
    own_name,
    require_before_round_1,
    seat_in,
)
from bot.services.evenings.tournament import Tournament, open_tournament, read_tournament, tournament_in
from bot.services.events.newcomers import remove_newcomers
from bot.services.framework.actions import evening_action
from bot.services.framework.identity import check_identity
from bot.services.framework.subject import Someone
from bot.services.framework.transaction import ClubWrite, Write, use_case
from bot.services.framework.whole_clubs import count_due
from bot.services.ratings.set_rating import RatingToEnter, enter_many
from bot.store.database.evening_rows import (
    AskedBye,
    Evening,
    EveningStatus,
    LiveEventEntrant,
    PairingKind,
    Part,
    RoundStatus,
)
from bot.store.database.rows import AuditEntry, Player
from bot.store.evenings import evening_rounds, evenings
from bot.store.people import newcomers, players
from bot.store.ratings import standings
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.event.entered_rating import ESTABLISHED_GAMES, EnteredRating
from core.files.common.people import is_nobody
from core.files.common.text import shorten
from core.files.typed.persons import Birth
from core.files.typed.results import ParsedName
from core.rating.systems import system_of
from core.tournament.pairing.methods import MOST_IN_SWISS
from core.tournament.pairing.snapshot import section_of_rating
from core.words import counted, first_name_first, title_and_name

# Move a player to another section.


MOVED = evening_action("move-player", "moved a player between sections of")


@use_case(MOVED, director_to="move a player")
def move_player(write: Write, evening_id: int, who: ParsedName, section: str) -> Tournament:
    tournament = divided(write, evening_id)
    by_part = {part.id: entrants_of(write, tournament, part) for part in tournament.parts}
    everybody = [one for entrants in by_part.values() for one in entrants]
    number = number_of_name(write.connection, write.club.id, everybody, who)
    from_id = next(key for key, entrants in by_part.items() if number in [one.number for one in entrants])
    return _moved(write, tournament, number, from_id, _named(tournament, section).id)


def undo_move(write: Write, entry: AuditEntry) -> Tournament:
    tournament, details = divided(write, entry.subject_id or 0), entry.details
    part = _part(tournament, details["to"])
    if details["number"] not in [one.number for one in entrants_of(write, tournament, part)]:
        raise RuleError(
            "The player has been moved in the meantime, or has withdrawn. Press Move a player to move them."
        )
    return _moved(write, tournament, details["number"], details["to"], details["from"])


def _moved(write: Write, tournament: Tournament, number: int, from_id: int, to_id: int) -> Tournament:
    source, target = _part(tournament, from_id), _part(tournament, to_id)
    entrant = next(one for one in entrants_of(write, tournament, source) if one.number == number)
    if source.id == target.id:
        raise InputError(f"{entrant.player.name} is already in {target.name}. Choose another section.")
    for part in (source, target):
        require_before_round_1(part)
        drop_draft(write, part.id)
    evenings.move_to_section(write.connection, [number], source.id, target.id)
    if not entrant.waits:  # the place goes with them
        for part, more in ((source, -1), (target, 1)):
            if part.most is not None:
                evenings.change(write.connection, part.id, most=part.most + more)
    for part in (source, target):
        show_changes(write, part.id)
    values = {"moved": entrant.player.name, "to": target.name}
    details = {"number": number, "from": source.id, "to": target.id, "values": values}
    write.note(tournament.evening.id, details)
    return divided(write, tournament.evening.id)


def _named(tournament: Tournament, text: str) -> Part:
    called = {own_name(part).casefold(): part for part in tournament.parts}
    word = text.strip().casefold()
    found = called.get(word) or called.get(f"u{word}") or called.get(f"quad {word}")
    if found is None:
        offered = ", ".join(own_name(part) for part in tournament.parts)
        raise InputError(f'There is no section "{shorten(text)}". Write one of {offered}.')
    return found


def _part(tournament: Tournament, section_id: int) -> Part:
    found = next((part for part in tournament.parts if part.id == section_id), None)
    if found is None:
        raise NotFoundError("That section no longer exists. Press Directors again.")
    return found


# The section of a member's Join and Leave.


def evening_to_join(write: Write, evening_id: int, player_id: int) -> Evening:
    evening = evening_by_id(write.connection, write.club, evening_id)
    if evening.status is EveningStatus.DIVIDED:
        tournament = tournament_in(write, evening)
        seat = seat_in(write, tournament, player_id)
        _require_quads_open(tournament, seat)
        part = seat[0] if seat is not None else _of_rating(write, tournament, player_id)
        return find_open(write.connection, write.club, part.id)
    evening = find_open(write.connection, write.club, evening_id)
    if evening.part_of is not None:
        whole = tournament_in(write, evening_by_id(write.connection, write.club, evening.part_of))
        _require_quads_open(whole, seat_in(write, whole, player_id))
        shown = _shown(write, whole, player_id)
        if section_of_rating(shown, whole.evening.bounds or ()) < _place(whole, evening.under):
            raise RuleError(f"Your rating of {shown} is too high for {evening.name}. Join a higher section.")
        if (
            shown is None
            and seat_in(write, whole, player_id) is None
            and _of_rating(write, whole, player_id).id != evening.id
        ):
            raise RuleError("Unrated players start in the lowest section. Join that one, or ask a TD.")
    return evening


def evening_to_leave(write: Write, evening_id: int) -> Evening:
    evening = evening_by_id(write.connection, write.club, evening_id)
    if evening.status is not EveningStatus.DIVIDED:
        return find_open(write.connection, write.club, evening_id)
    own = players.by_user(write.connection, write.club.id, write.actor.member.user_id)
    seat = None if own is None else seat_in(write, tournament_in(write, evening), own.id)
    if seat is None:
        raise InputError("You have not joined. Press Join to enter.")
    return find_open(write.connection, write.club, seat[0].id)


def require_in_no_other(write: Write, evening: Evening, player_id: int, name: str) -> None:
    """Raise RuleError if a player is in another section of the evening."""
    if evening.part_of is None:
        return
    whole = tournament_in(write, evening_by_id(write.connection, write.club, evening.part_of))
    seat = seat_in(write, whole, player_id)
    if seat is not None and seat[0].id != evening.id:
        raise RuleError(f"{name} already plays in {seat[0].name}. Press Leave there first, or ask a TD to move you.")


def _require_quads_open(whole: Tournament, seat: tuple[Part, LiveEventEntrant] | None) -> None:
    if whole.method.in_groups and seat is None:
        raise RuleError("The quads are already made. Ask a TD to add you to one before its round 1.")


def _of_rating(write: Write, whole: Tournament, player_id: int) -> Part:
    place = section_of_rating(_shown(write, whole, player_id), whole.evening.bounds or ())
    fit = [one for one in whole.parts if one.status is EveningStatus.OPEN and _place(whole, one.under) <= place]
    if not fit:
        raise RuleError("No open section fits your rating. Ask a TD.")
    return max(fit, key=lambda one: _place(whole, one.under))


def _place(whole: Tournament, under: int | None) -> int:
    return 0 if under is None else (whole.evening.bounds or ()).index(under) + 1


def _shown(write: Write, whole: Tournament, player_id: int) -> int | None:
    found = standings.find(write.connection, write.club.id, whole.lists[0], player_id)
    return None if found is None else found.displayed


ADDED = evening_action("add-entrants", "added players to")

MOST_ENTRANTS = 100


@use_case(evening_action("join-evening", "joined"))
def join_evening(write: Write, evening_id: int) -> bool:
    """Enter the actor, creating their player; return whether they play or wait."""
    own = write.ensure(write.actor.member)
    evening = evening_to_join(write, evening_id, own.id)
    joined = evenings.entrants(write.connection, write.club.id, evening.id, lists_of(write.club, evening)[0])
    for entrant in joined:
        if entrant.player.id != own.id:
            continue
        if entrant.until_round is not None:
            _come_back(write, evening, entrant)
            write.note(evening.id)
            return True
        tournament = tournament_in(write, evening)
        if entrant.missing and tournament.has_begun:
            put_here(write, tournament, entrant.number)
            write.note(evening.id)
            return not entrant.waits
        raise InputError(f"You have already joined, with number {entrant.number}. Press Leave to withdraw.")
    check_identity(write, None, own, is_rated=False)
    report = enter(write, evening, joined, own)
    write.note(evening.id)
    return report


def come_in(write: Write, evening: Evening) -> Evening:
    own = write.ensure(write.actor.member)
    joined = evenings.entrants(write.connection, write.club.id, evening.id, lists_of(write.club, evening)[0])
    entrant = next((one for one in joined if one.player.id == own.id), None)
    if entrant is None:
        check_identity(write, None, own, is_rated=False)
        enter(write, evening, joined, own)
    elif entrant.until_round is not None:
        _come_back(write, evening, entrant)
    return evening


def enter(write: Write, evening: Evening, joined: Sequence[LiveEventEntrant], player: Player) -> bool:
    """Enter a player for undrafted rounds; return whether there was a place."""
    most = MOST_IN_SWISS if evening.is_paired else MOST_ENTRANTS
    if len(joined) >= most:
        raise RuleError(f"This evening already has {counted(most, 'player')}, the most it can hold. Ask a TD.")
    if not evening.is_paired:
        evenings.enter(write.connection, evening.id, player.id)
        return True
    require_in_no_other(write, evening, player.id, player.name)
    tournament = tournament_in(write, evening)
    require_still_open(tournament)
    waits = evening.most is not None and _playing(joined) >= evening.most
    more: dict[str, Any] = {
        "from_round": tournament.next_round,
        "waits": waits,
        # Who joins later is there.
        "missing": evening.check_in and not tournament.has_begun,
        "entered_by": write.actor.member.user_id,
        "entered_at": write.now,
    }
    evenings.enter(write.connection, evening.id, player.id, **more)
    show_changes(write, evening.id)
    return not waits


def put_here(write: Write, tournament: Tournament, number: int) -> bool:
    """Store that an entrant is here; return whether that was new.

    One who has yet to check in is paired from the next round on.
    """
    entrant, playing = tournament.by_number[number], tournament.open_round
    is_seated = playing is not None and tournament.pairing_of(number, playing.number) is not None
    here_in = tournament.next_round - is_seated
    if not entrant.missing and (entrant.here_in or 0) >= here_in:
        return False
    values: dict[str, Any] = {"here_in": here_in}
    if entrant.missing:
        require_still_open(tournament)
        values |= {"missing": False, "from_round": tournament.next_round}
    evenings.change_entrant(write.connection, tournament.evening.id, number, **values)
    show_changes(write, tournament.evening.id)
    return True


def _playing(joined: Sequence[LiveEventEntrant]) -> int:
    return sum(not one.waits and one.until_round is None for one in joined)


def _is_full(tournament: Tournament) -> bool:
    return tournament.method.closed and any(one.status is not RoundStatus.DRAFT for one in tournament.rounds)


def require_still_open(tournament: Tournament) -> None:
    """Raise RuleError if the method takes no late entries and has begun."""
    if _is_full(tournament):
        raise RuleError(f"{tournament.method.label} has begun and is closed to new players.")


@use_case(evening_action("leave-evening", "left"))
def leave_evening(write: Write, evening_id: int) -> None:
    """Withdraw the actor, from the next unpaired round on."""
    evening = evening_to_leave(write, evening_id)
    if evening.is_paired:
        tournament = tournament_in(write, evening)
        number = tournament.number_of(write.actor)
        if number is None:
            raise InputError("You have not joined. Press Join to enter.")
        take_out(write, tournament, number, write.actor.member.user_id)
        write.note(evening.id)
        return
    card = card_in(write, evening)
    mine = next((one for one in card.entrants if one.player.user_id == write.actor.member.user_id), None)
    if mine is None:
        raise InputError("You have not joined. Press Join to enter.")
    for result in card.results:
        if mine.number in result.numbers:
            raise RuleError(
                f"You have a result in round {result.round}, {card.describe(result)}. Ask a director to undo "
                "it before you leave."
            )
    evenings.leave(write.connection, evening.id, mine.number)
    write.note(evening.id)


def take_out(write: ClubWrite, tournament: Tournament, number: int, by: int | None) -> None:
    """Withdraw an entrant, deleting one who was never paired; the first on the waiting list moves up."""
    entrant, evening = tournament.by_number[number], tournament.evening
    if entrant.until_round is not None:
        raise InputError(f"{entrant.player.name} has already withdrawn. Join adds them again.")
    shown = {one.number for one in tournament.rounds if one.status is not RoundStatus.DRAFT}
    if any(number in one.numbers for one in tournament.pairings if one.round in shown):
        values = {
            "until_round": tournament.next_round - 1,
            "withdrawn_by": by,
            "withdrawn_at": write.now,
            "ready_at": None,
        }
        evenings.change_entrant(write.connection, evening.id, number, **values)
    else:
        # Only directors have seen the draft, which must be paired again.
        if tournament.draft is not None:
            evening_rounds.drop_round(write.connection, evening.id, tournament.draft.number)
        evening_rounds.take_bye(write.connection, evening.id, number)
        evenings.leave(write.connection, evening.id, number)
        forget_number(write, tournament, number)
    if not entrant.waits:
        _let_in(write, tournament, number)
    show_changes(write, evening.id)


def withdraw_everywhere(write: ClubWrite, player_id: int) -> None:
    for evening_id in evenings.played_by(write.connection, player_id):
        tournament = read_tournament(
            write.connection, write.club, evening_by_id(write.connection, write.club, evening_id), write.now
        )
        entrant = next(one for one in tournament.entrants if one.player.id == player_id)
        if entrant.until_round is None:
            take_out(write, tournament, entrant.number, None)


def _let_in(write: ClubWrite, tournament: Tournament, gone: int) -> None:
    most = tournament.evening.most
    left = [one for one in tournament.entrants if one.number != gone]
    waiting = sorted((one for one in left if one.waits), key=lambda one: one.missing)
    if most is not None and waiting and _playing(left) < most and not _is_full(tournament):
        values = {"waits": False, "from_round": tournament.next_round}
        evenings.change_entrant(write.connection, tournament.evening.id, waiting[0].number, **values)


def _come_back(write: Write, evening: Evening, entrant: LiveEventEntrant) -> None:
    tournament = tournament_in(write, evening)
    missed = range((entrant.until_round or 0) + 1, tournament.next_round)
    for number in () if tournament.is_free else missed:
        bye = AskedBye(entrant.number, number, PairingKind.ZERO_BYE, write.actor.member.user_id)
        evening_rounds.put_bye(write.connection, evening.id, bye, write.now)
    values = {"until_round": None, "withdrawn_by": None, "withdrawn_at": None}
    evenings.change_entrant(write.connection, evening.id, entrant.number, **values)
    show_changes(write, evening.id)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player whom a director enters by name. rating: on the evening's list, with its games if known."""

    name: str
    rating: tuple[float, int | None] | None = None
    birth: Birth | None = None


@dataclass(frozen=True, slots=True)
class Entries:
    """Players a director added, by name. known: already in; waiting: on the waiting list.

    kept: written with a rating, but the club has one.
    """

    tournament: Tournament
    added: Sequence[str]
    known: Sequence[str]
    waiting: Sequence[str]
    kept: Sequence[str] = ()


@use_case(ADDED, director_to="add players")
def add_entrants(
    write: Write, evening_id: int | None, people: Sequence[Someone | Newcomer], *, here: bool = False
) -> Entries:
    """Enter players and newcomers; directors only. here: whether they check in at once."""
    tournament = open_tournament(write, evening_id)
    added: list[str] = []
    known: list[str] = []
    waiting: list[str] = []
    kept: list[str] = []
    brought: list[RatingToEnter] = []
    for who in people:
        player, is_known = _newcomer(write, who) if isinstance(who, Newcomer) else (write.ensure(who), True)
        rating = who.rating if isinstance(who, Newcomer) else None
        if is_known and standings.find(write.connection, write.club.id, tournament.lists[0], player.id) is not None:
            kept += [player.name] if rating is not None else []
        elif rating is not None:
            brought.append(_brought(tournament, player, *rating))
        joined = tournament_in(write, tournament.evening).entrants
        entrant = next((one for one in joined if one.player.id == player.id), None)
        if entrant is not None and entrant.until_round is not None:
            _come_back(write, tournament.evening, entrant)
            added.append(player.name)
        elif entrant is not None:
            known.append(player.name)
        else:
            (added if enter(write, tournament.evening, joined, player) else waiting).append(player.name)
        after = tournament_in(write, tournament.evening)
        entrant = next(one for one in after.entrants if one.player.id == player.id)
        if here and entrant.missing:
            put_here(write, after, entrant.number)
    if brought:
        count_due(write)
        enter_many(write, brought)
    after = tournament_in(write, tournament.evening)
    if added or waiting:
        write.note(tournament.evening.id, {"added": added, "waiting": waiting})
    return Entries(after, added, known, waiting, kept)


def _newcomer(write: Write, new: Newcomer) -> tuple[Player, bool]:
    """Return a new player, or the only one of that name; and whether the club knew them."""
    bare = title_and_name(new.name)[1]
    if is_nobody(bare):
        raise InputError(f'"{shorten(bare)}" means that there is no player. Write a name, or give a bye with Bye.')
    name, club_id = first_name_first(bare), write.club.id
    known = players.named(write.connection, club_id, name, 2)
    if len(known) > 1 or (known and (new.rating is None or new.birth is not None)):
        raise InputError(
            f"{known[0].name} is already a player of the club. Write #{known[0].id} instead, "
            "or add a second name to the newcomer's."
        )
    if known:
        return known[0], True
    return players.add_unlinked(write.connection, club_id, name, write.now, **_of_birth(new)), False


def _of_birth(new: Newcomer) -> dict[str, Any]:
    birth = new.birth
    return {} if birth is None else {"born": birth.born, "adult": birth.adult, "born_year": birth.year}


def _brought(tournament: Tournament, player: Player, rating: float, games: int | None) -> RatingToEnter:
    moved, day = tournament.lists[0], tournament.evening.day
    system_of(moved).check_typed(rating, day)
    entered = EnteredRating(rating, ESTABLISHED_GAMES if games is None else games)
    return RatingToEnter(player.id, moved, day, entered, f"entered for {tournament.evening.name}")


@use_case(evening_action("withdraw", "withdrew a player from"), director_to="withdraw a player")
def withdraw(write: Write, evening_id: int, *numbers: int) -> Tournament:
    """Withdraw an entrant, or the members of a team, from future rounds."""
    tournament = open_tournament(write, evening_id)
    for number in numbers:
        take_out_newcomer_too(write, tournament, entered(tournament, number).number)
        tournament = tournament_in(write, tournament.evening)
    write.note(evening_id, {"number": numbers[0]} if len(numbers) == 1 else {"numbers": list(numbers)})
    return tournament


def take_out_newcomer_too(write: Write, tournament: Tournament, number: int) -> None:
    """Withdraw an entrant; remove one new to the club and never paired."""
    came = newcomers.came_new(write.connection, [tournament.by_number[number].player.id])
    take_out(write, tournament, number, write.actor.member.user_id)
    remove_newcomers(write, came)


@use_case(evening_action("come-back", "brought a player back to"), director_to="let a player return")
def come_back(write: Write, evening_id: int, *numbers: int) -> Tournament:
    tournament = open_tournament(write, evening_id)
    for number in numbers:
        entrant = entered(tournament, number)
        if entrant.until_round is None:
            raise InputError(f"{entrant.player.name} has not withdrawn and will be paired in the next round.")
        _come_back(write, tournament.evening, entrant)
    write.note(evening_id, {"number": numbers[0]} if len(numbers) == 1 else {"numbers": list(numbers)})
    return tournament_in(write, tournament.evening)


def entered(tournament: Tournament, number: int) -> LiveEventEntrant:
    entrant = tournament.by_number.get(number)
    if entrant is None:
        raise NotFoundError(f"There is no #{number} in this event. See the card for the numbers.")
    return entrant


# Byes requested before a round is paired.


USUAL_BYES = 1


@use_case(evening_action("ask-bye", "asked for or gave a bye at"))
def ask_bye(
    write: Write, evening_id: int, number: int | None, round_number: int, kind: PairingKind | None
) -> Tournament:
    """Request or cancel (kind None) a bye in an unpaired round.

    number: None for the actor. Members get one half-point bye, not in the last round, and any zero-point byes;
    directors give any.
    """
    tournament = open_tournament(write, evening_id)
    if tournament.method.closed and not tournament.method.is_knockout and kind is not None:
        raise RuleError(
            f"{tournament.method.label} has no byes because everybody meets everybody. Play the game on "
            "another day, or ask a TD to enter a forfeit."
        )
    if tournament.method.is_knockout or tournament.is_free:
        raise RuleError(f"{tournament.method.label} has no byes. Press Leave if you cannot play.")
    who = tournament.number_of(write.actor) if number is None else number
    if who is None:
        raise NotAllowedError("You are not in this event. Press Join on its card first.")
    if who != tournament.number_of(write.actor):
        write.require_director("give somebody a bye")
    entrant = entered(tournament, who)
    if round_number < tournament.next_round:
        raise RuleError(f"Round {round_number} is already paired. Ask a TD.")
    planned = tournament.evening.rounds
    if planned is not None and round_number > planned:
        raise InputError(f"The evening has {counted(planned, 'round')}. Choose a round that is still to come.")
    if kind is None:
        evening_rounds.take_bye(write.connection, evening_id, who, round_number)
    else:
        if not write.is_director:
            _require_modest(tournament, entrant, round_number, kind)
        bye = AskedBye(who, round_number, kind, write.actor.member.user_id)
        evening_rounds.put_bye(write.connection, evening_id, bye, write.now)
    if round_number == 1:
        is_missing = tournament.evening.check_in and kind is None and entrant.here_in is None
        evenings.change_entrant(write.connection, evening_id, who, missing=is_missing)
    show_changes(write, evening_id)
    details = {"number": who, "round": round_number, "kind": kind}
    write.note(evening_id, details)
    return tournament_in(write, tournament.evening)


def _require_modest(tournament: Tournament, entrant: LiveEventEntrant, round_number: int, kind: PairingKind) -> None:
    if kind is PairingKind.FULL_BYE:
        raise NotAllowedError("Only a TD can give a full-point bye. Ask for a half-point bye.")
    if kind is not PairingKind.HALF_BYE:
        return
    if round_number == tournament.evening.rounds:
        raise RuleError("There is no half-point bye in the last round. Ask for a zero-point bye, or ask a TD.")
    others = [one for one in tournament.byes if one.number == entrant.number and one.round != round_number]
    if sum(one.kind is PairingKind.HALF_BYE for one in others) >= USUAL_BYES:
        raise RuleError("You already have a half-point bye. Ask for a zero-point bye, or ask a TD.")
