"""Whom the club may know under another row, and what waits for a director's word on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.services.context import Actor
from bot.services.players.identity.claims import DECIDE
from bot.services.players.identity.merging import get_active_player
from bot.services.someone import Someone, find_someone
from bot.services.transaction import Read, Write, read, use_case
from bot.store.database import Connection
from bot.store.people import claims, merges, players, profiles
from bot.store.people.claims import Claim, Entry, SaidId
from bot.store.rows import Player
from core.errors import InputError, NotFoundError, RuleError
from core.likeness.similar_names import SimilarNames
from core.search_key import name_key, search_key

SIMILAR, SUGGESTIONS = 0.75, 4
ID_CONFIRMED = "confirm-id"
"""The audit's name for it."""

LABELS = {"uschess_id": "US Chess id", "fide_id": "FIDE id", "naspa_id": "NASPA id"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player, no member's, who may be somebody; entry: their last event."""

    player: Player
    entry: Entry | None


@dataclass(frozen=True, slots=True)
class WaitingClaim:
    """A claim that waits, with the player whom it is about."""

    claim: Claim
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Queue:
    """What waits for a director: claims to be a player, and ids that nobody has confirmed."""

    claims: Sequence[WaitingClaim]
    ids: Sequence[SaidId]


@dataclass(frozen=True, slots=True)
class IdReport:
    """An id that a director has confirmed, by its column."""

    player: Player
    column: str


@read()
def who_may_be(look: Read, who: Someone | None) -> Sequence[Candidate]:
    """Return whom somebody may be too: players of the name who are no member's, and similar ones for a newcomer.

    Whoever has said of a player who they are, or are not, is not asked of that player again.
    """
    if (who or look.actor.member).user_id is None:
        return ()
    return candidates(
        look.connection, look.actor, who, find_someone(look.connection, look.club.id, who or look.actor.member)
    )


def candidates(
    connection: Connection, actor: Actor, who: Someone | None, own: Player | None, *, is_rated: bool = False
) -> Sequence[Candidate]:
    """Return what `who_may_be` does, within a transaction.

    own: the player who asks, None for one whom the club does not know. is_rated: whether a rating of theirs is known.
    """
    subject = who or actor.member
    if subject.user_id is None:
        return ()
    name = subject.name if own is None else own.name
    named = claims.nobodys_named(connection, actor.club_id, name_key(name))
    if not named and not is_rated and (own is None or not merges.has_facts(connection, own.id)):
        everybody = claims.nobodys(connection, actor.club_id)
        close = SimilarNames(everybody, SIMILAR).to_name(name, SUGGESTIONS)
        named = [player for one in close for player in everybody[one]]
    if not named:
        return ()
    told = {claim.player_id for claim in claims.of_user(connection, actor.club_id, subject.user_id)}
    asked = [player for player in named if player.id not in told][:SUGGESTIONS]
    return tuple(Candidate(player, claims.latest_entry(connection, player.id)) for player in asked)


class MayBeKnown(RuleError):
    """Somebody is perhaps a player whom the club knows under another row: they are asked, and nothing is stored."""

    def __init__(self, found: Sequence[Candidate]) -> None:
        super().__init__("You may be a player of this club already: say so first.")
        self.found = found


def ask_first(actor: Actor, who: Someone | None) -> Callable[[Connection, Player, bool], None]:
    """Return what raises MayBeKnown within a write, told the player and whether they are rated: no read more."""

    def check(connection: Connection, own: Player, is_rated: bool) -> None:
        found = candidates(connection, actor, who, own, is_rated=is_rated)
        if found:
            raise MayBeKnown(found)

    return check


@read()
def unlinked_in(look: Read, event_id: int, most: int) -> Sequence[tuple[int, Player]]:
    """Return who of an event is no member's, with their numbers; first whose name is most like that of who asks."""
    found = claims.unlinked_entrants(look.connection, look.club.id, event_id)
    names = SimilarNames({search_key(player.name).strip() for _, player in found}, 0.0)
    close = names.to_name(look.actor.member.name, len(found) or 1)
    place = {name: at for at, name in enumerate(close)}
    return sorted(found, key=lambda one: place.get(search_key(one[1].name).strip(), len(place)))[:most]


@read(director_to=DECIDE)
def claims_waiting(look: Read) -> Queue:
    """Return what waits for a director; directors only."""
    return queue(look.connection, look.club.id)


def queue(connection: Connection, club_id: int) -> Queue:
    """Return what waits for a director in a club."""
    found = claims.waiting(connection, club_id)
    people = players.resolve_merged(connection, club_id, [claim.player_id for claim in found])
    waiting = tuple(
        WaitingClaim(
            claim,
            Candidate(people[claim.player_id], claims.latest_entry(connection, people[claim.player_id].id)),
        )
        for claim in found
        if claim.player_id in people
    )
    return Queue(waiting, tuple(claims.ids_said(connection, club_id)))


@use_case(ID_CONFIRMED, director_to=DECIDE)
def confirm_id(write: Write, player_id: int, column: str) -> IdReport:
    """Say that an id is whose who gave it: from now on it matches files; directors only."""
    connection, club = write.connection, write.club
    profile = get_active_player(connection, club.id, player_id)
    if column not in profile.unconfirmed_ids:
        raise NotFoundError("That id has been confirmed already, or taken out: see /player show.")
    number: str = getattr(profile, column)
    other = players.by_membership(connection, club.id, column, [number]).get(number)
    if other is not None:
        raise InputError(
            f"{other.name} (#{other.id}) has that {LABELS[column]} here: merge the two with /player merge, or take "
            "it out of one with /player edit."
        )
    profiles.change(connection, profile.id, {"unconfirmed": profiles.said(profile.unconfirmed_ids - {column})})
    report = IdReport(profile.player, column)
    write.note(profile.id, {"column": column})
    return report
