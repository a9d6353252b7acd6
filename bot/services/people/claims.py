"""Claims of members to be players: asked, never guessed, confirmed by directors."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.framework.actions import player_action
from bot.services.framework.context import Member
from bot.services.framework.find_player import get_active_player
from bot.services.framework.identity import Candidate
from bot.services.framework.recalculation.lists import RatingChange
from bot.services.framework.transaction import Read, Write, read, use_case
from bot.services.framework.whole_clubs import count_due
from bot.services.people.merge import MergeReport, merge_into, merge_within, undo_merge_within
from bot.store.club.audit_log import Subject
from bot.store.database.club_choices import WhoConfirms
from bot.store.database.rows import Player
from bot.store.database.transactions import Connection
from bot.store.people import claims, merges, players, profiles
from bot.store.people.claims import Claim, ClaimedId, ClaimStatus
from bot.store.people.profiles import Profile
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.event.similarity import SimilarNames
from core.words import name_key, search_key

CLAIMED = player_action("claim-player", "claims to be", Subject.CLAIM, shown_by="/td queue", about_who=True)
DECIDED = player_action("decide-claim", "decided who is", Subject.CLAIM, about_who=True)

DECIDE = "link players to members"


@dataclass(frozen=True, slots=True)
class ClaimReport:
    """A claim's outcome; event, number: the player's last event. merge: of the member's previous player."""

    claim_id: int
    player: Player
    user_id: int
    name: str
    status: ClaimStatus
    event: str | None = None
    number: int | None = None
    merge: MergeReport | None = None

    @property
    def waits(self) -> bool:
        return self.status is ClaimStatus.WAITING


@use_case(CLAIMED)
def claim_player(write: Write, player_id: int, member: Member | None = None) -> ClaimReport:
    """Claim to be a player; confirmed by a director, or by name and id if the club allows.

    member: for a director's claim.
    """
    connection, club, me = write.connection, write.club, member or write.actor.member
    _check_owner(write, me)
    profile = _claimed(write, player_id, me.user_id)
    earlier = [one for one in claims.of_user(connection, club.id, me.user_id) if one.player_id == profile.id]
    if earlier and earlier[0].status is ClaimStatus.REFUSED and not write.is_director:
        raise NotAllowedError(f"A director has said that you are not {profile.name}. Ask a director if that is wrong.")
    if earlier and earlier[0].status is ClaimStatus.WAITING:
        claim = earlier[0]
    else:
        at, who = write.now, me.name
        claim = claims.add(
            connection, club.id, profile.id, me.user_id, who, ClaimStatus.WAITING, at, write.actor.interaction_id
        )
    if write.is_director or (club.claims == WhoConfirms.AGREE and _agree(write, profile)):
        count_due(write)
        report = _settle(write, claim, profile)
        write.note(claim.id)
        return report
    if claim not in earlier:
        write.note(claim.id)
    return _report(write, claim, profile)


@use_case(CLAIMED)
def deny_player(write: Write, player_id: int, member: Member | None = None) -> ClaimReport:
    profile = get_active_player(write.connection, write.club.id, player_id)
    me, status = member or write.actor.member, ClaimStatus.DENIED
    _check_owner(write, me)
    for earlier in claims.of_user(write.connection, write.club.id, me.user_id):
        if earlier.player_id == profile.id and earlier.status is status:
            return _report(write, earlier, profile)
    claim = claims.add(
        write.connection, write.club.id, profile.id, me.user_id, me.name, status, write.now, write.actor.interaction_id
    )
    report = _report(write, claim, profile)
    write.note(claim.id)
    return report


@use_case(DECIDED, director_to=DECIDE)
def confirm_claim(write: Write, claim_id: int) -> ClaimReport:
    count_due(write)
    claim = _waiting(write, claim_id)
    report = _settle(write, claim, _claimed(write, claim.player_id, claim.user_id))
    write.note(claim.id)
    return report


@use_case(DECIDED)
def refuse_claim(write: Write, claim_id: int) -> ClaimReport:
    claim = _waiting(write, claim_id)
    mine = claim.user_id == write.actor.member.user_id
    if not mine:
        write.require_director(DECIDE)
    status = ClaimStatus.DENIED if mine and not write.is_director else ClaimStatus.REFUSED
    claims.decide(write.connection, claim.id, status, write.actor.member.user_id, write.now)
    report = _report(write, _waiting_or_not(write, claim_id), _profile(write, claim))
    write.note(claim.id)
    return report


@use_case(player_action("undo-claim", "undid the identity of", Subject.CLAIM, about_who=True), director_to=DECIDE)
def undo_claim(write: Write, claim_id: int) -> ClaimReport:
    connection = write.connection
    count_due(write)
    claim = _waiting_or_not(write, claim_id)
    if claim.status is not ClaimStatus.CONFIRMED:
        raise NotFoundError("The claim has already been undone, or was never confirmed. See /rating show.")
    merge = None
    if claim.merge_id is not None:
        merge = undo_merge_within(write, claim.merge_id)
    else:
        profile = get_active_player(connection, write.club.id, claim.player_id)
        if profile.user_id == claim.user_id:
            profiles.change(connection, profile.id, {"user_id": None})
    claims.decide(connection, claim.id, ClaimStatus.REFUSED, write.actor.member.user_id, write.now, claim.merge_id)
    now = _waiting_or_not(write, claim_id)
    report = _report(write, now, _profile(write, now), merge)
    write.note(claim.id)
    return report


def _check_owner(write: Write, member: Member) -> None:
    if member.user_id != write.actor.member.user_id:
        write.require_director(DECIDE)


def _claimed(write: Write, player_id: int, user_id: int | None = None) -> Profile:
    profile = get_active_player(write.connection, write.club.id, player_id)
    if profile.hidden and not write.is_director:
        raise NotFoundError("There is no such player in this club. Pick one from the list.")
    claimant = user_id or write.actor.member.user_id
    if profile.user_id == claimant:
        raise RuleError(f"{profile.name} is already linked to that member. See /rating show.")
    if profile.user_id is not None:
        raise RuleError(f"{profile.name} is linked to another member. Ask a tournament director (TD) if that is wrong.")
    return profile


def _waiting_or_not(write: Write, claim_id: int) -> Claim:
    claim = claims.find(write.connection, write.club.id, claim_id)
    if claim is None:
        raise NotFoundError("There is no such claim in this club. See /td queue for those waiting.")
    return claim


def _waiting(write: Write, claim_id: int) -> Claim:
    claim = _waiting_or_not(write, claim_id)
    if claim.status is not ClaimStatus.WAITING:
        raise NotFoundError("That claim has already been decided. See /td queue for those waiting.")
    return claim


def _profile(write: Write, claim: Claim) -> Profile:
    profile = profiles.find(write.connection, write.club.id, claim.player_id)
    assert profile is not None  # a player with a claim is not deleted
    return profile


def _agree(write: Write, profile: Profile) -> bool:
    own = players.by_user(write.connection, write.club.id, write.actor.member.user_id)
    own_profile = None if own is None else profiles.find(write.connection, write.club.id, own.id)
    if own_profile is None or name_key(profile.name) != name_key(write.actor.member.name):
        return False
    return any(
        getattr(profile, column) is not None and getattr(profile, column) == getattr(own_profile, column)
        for column in profiles.IDS
        if column not in profile.unconfirmed_ids
    )


def _settle(write: Write, claim: Claim, profile: Profile) -> ClaimReport:
    connection, club = write.connection, write.club
    own = players.by_user(connection, club.id, claim.user_id)
    merge = None
    if own is None:
        known = {"user_id": claim.user_id, "left_at": None, "known_as": profile.file_name}
        profiles.change(connection, profile.id, known)
    else:
        merge = merge_within(write, profile.id, own.id, f"{claim.name} is {profile.name}")
    merge_id = None if merge is None else merge.merge_id
    claims.decide(connection, claim.id, ClaimStatus.CONFIRMED, write.actor.member.user_id, write.now, merge_id)
    now = _waiting_or_not(write, claim.id)
    return _report(write, now, _profile(write, now), merge)


def _report(write: Write, claim: Claim, profile: Profile, merge: MergeReport | None = None) -> ClaimReport:
    entry = claims.latest_entry(write.connection, profile.id)
    return ClaimReport(
        claim_id=claim.id,
        player=profile.player,
        user_id=claim.user_id,
        name=claim.name,
        status=claim.status,
        event=None if entry is None else entry.label,
        number=None if entry is None else entry.number,
        merge=merge,
    )


# Link and unlink players.


@dataclass(frozen=True, slots=True)
class LinkReport:
    """A player and the linked Discord user, or None with the previous one. changes: of ratings by the member's age."""

    player: Player
    user_id: int | None
    was: int | None
    reason: str | None
    changes: tuple[RatingChange, ...] = ()


@use_case(player_action("link-player", "linked", about_who=True), director_to="link players")
def link_player(write: Write, player_id: int, member: Member | None, reason: str | None) -> LinkReport:
    count_due(write)
    profile = get_active_player(write.connection, write.club.id, player_id)
    different: tuple[RatingChange, ...] = ()
    if member is None:
        if profile.user_id is None:
            raise RuleError(f"{profile.name} is not linked to a member.")
    else:
        _check_free(profile, member)
        different = _remove_empty_row(write, profile, member)
    user_id = None if member is None else member.user_id
    known = profiles.find(write.connection, write.club.id, profile.id)
    known_as = None if known is None else known.file_name
    profiles.change(write.connection, profile.id, {"user_id": user_id, "left_at": None, "known_as": known_as})
    player = Player(profile.id, user_id, profile.name)
    report = LinkReport(player, user_id, profile.user_id, reason, different)
    write.note(profile.id, {"reason": reason})
    return report


def _check_free(profile: Profile, member: Member) -> None:
    if profile.user_id == member.user_id:
        raise RuleError(f"{profile.name} is already linked to that member.")
    if profile.user_id is not None:
        raise RuleError(f"{profile.name} is linked to another member. Unlink them first with /td player.")


def _remove_empty_row(write: Write, profile: Profile, member: Member) -> tuple[RatingChange, ...]:
    connection, club, actor = write.connection, write.club, write.actor
    own = players.by_user(connection, club.id, member.user_id)
    if own is None:
        return ()
    if merges.has_facts(connection, own.id):
        raise RuleError(f"{member.name} already has results here. Merge the two players with /td player.")
    moved, changed = merge_into(connection, club.id, profile, get_active_player(connection, club.id, own.id))
    moved["reason"] = "merged by a link"
    merges.add(connection, club.id, profile.id, own.id, moved, actor.member.user_id, write.now, actor.interaction_id)
    return write.recalculate(changed).changes


# Possible identities, and what waits for a director.


LABELS = {"uschess_id": "US Chess id", "fide_id": "FIDE id", "naspa_id": "NASPA id"}


@dataclass(frozen=True, slots=True)
class WaitingClaim:
    """A waiting claim with its player."""

    claim: Claim
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Queue:
    """Waiting claims and unconfirmed ids."""

    claims: Sequence[WaitingClaim]
    ids: Sequence[ClaimedId]


@dataclass(frozen=True, slots=True)
class IdReport:
    """A confirmed id by its column."""

    player: Player
    column: str


@read()
def unlinked_in(look: Read, event_id: int, most: int) -> Sequence[tuple[int, Player]]:
    found = claims.unlinked_entrants(look.connection, look.club.id, event_id)
    names = SimilarNames({search_key(player.name).strip() for _, player in found}, 0.0)
    close = names.to_name(look.actor.member.name, len(found) or 1)
    place = {name: at for at, name in enumerate(close)}
    return sorted(found, key=lambda one: place.get(search_key(one[1].name).strip(), len(place)))[:most]


def queue(connection: Connection, club_id: int) -> Queue:
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
    return Queue(waiting, tuple(claims.claimed_ids(connection, club_id)))


@use_case(player_action("confirm-id", "confirmed an id of", about_who=True), director_to=DECIDE)
def confirm_id(write: Write, player_id: int, column: str) -> IdReport:
    connection, club = write.connection, write.club
    profile = get_active_player(connection, club.id, player_id)
    if column not in profile.unconfirmed_ids:
        raise NotFoundError("That id has already been confirmed or removed. See /rating show.")
    number: str = getattr(profile, column)
    other = players.by_membership(connection, club.id, column, [number]).get(number)
    if other is not None:
        raise InputError(
            f"{other.name} (#{other.id}) already has that {LABELS[column]}. Merge the two players, or "
            "remove it from one, with /td player."
        )
    profiles.change(
        connection, profile.id, {"unconfirmed": profiles.encode_claimed(profile.unconfirmed_ids - {column})}
    )
    report = IdReport(profile.player, column)
    write.note(profile.id, {"column": column})
    return report
