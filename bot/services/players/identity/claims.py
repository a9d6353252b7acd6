"""Members who say which player they are: asked, never guessed, and confirmed by a director."""

from dataclasses import dataclass
from enum import StrEnum

from bot.services.context import Member
from bot.services.players.identity.merge import MergeReport, merge_within, undo_merge_within
from bot.services.players.identity.merging import get_active_player
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.people import claims, players, profiles
from bot.store.people.claims import Claim, ClaimStatus
from bot.store.people.profiles import Profile
from bot.store.rows import Player
from core.errors import NotAllowedError, NotFoundError, RuleError
from core.search_key import name_key

CLAIMED, DECIDED, TAKEN_BACK = "claim-player", "decide-claim", "undo-claim"
"""The audit's names."""

DECIDE = "say who somebody is"
"""What only directors may, as the end of a sentence."""


class WhoConfirms(StrEnum):
    """Whether a claim waits for a director; the value is what the database stores."""

    ASK = "ask"
    AGREE = "agree"


@dataclass(frozen=True, slots=True)
class ClaimReport:
    """A claim and what became of it; event, number: the player's place in their last event.

    merge: what became of the row that the member had, where they had one.
    """

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
    """Say that one is a player; a director confirms it, or name and a membership id where the club is content.

    member: who it is, where a director says so of somebody else.
    """
    connection, club, me = write.connection, write.club, member or write.actor.member
    _check_whose(write, me)
    profile = _claimed(write, player_id, me.user_id)
    earlier = [one for one in claims.of_user(connection, club.id, me.user_id) if one.player_id == profile.id]
    if earlier and earlier[0].status is ClaimStatus.REFUSED and not write.is_director:
        raise NotAllowedError(f"A director has said that you are not {profile.name}: ask them.")
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
    """Say that one is not a player of the same or a similar name; one is not asked again."""
    profile = get_active_player(write.connection, write.club.id, player_id)
    me, status = member or write.actor.member, ClaimStatus.DENIED
    _check_whose(write, me)
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
    """Make a player the member's who claims to be them, with all that either has; directors only."""
    count_due(write)
    claim = _waiting(write, claim_id)
    report = _settle(write, claim, _claimed(write, claim.player_id, claim.user_id))
    write.note(claim.id)
    return report


@use_case(DECIDED)
def refuse_claim(write: Write, claim_id: int) -> ClaimReport:
    """Say that a claim is wrong: a director, or who made it."""
    claim = _waiting(write, claim_id)
    mine = claim.user_id == write.actor.member.user_id
    if not mine:
        write.require_director(DECIDE)
    status = ClaimStatus.DENIED if mine and not write.is_director else ClaimStatus.REFUSED
    claims.decide(write.connection, claim.id, status, write.actor.member.user_id, write.now)
    report = _report(write, _waiting_or_not(write, claim_id), _profile(write, claim))
    write.note(claim.id)
    return report


@use_case(TAKEN_BACK, director_to=DECIDE)
def undo_claim(write: Write, claim_id: int) -> ClaimReport:
    """Take a confirmed claim back: the player is nobody's again, and the member has what they had; directors only."""
    connection = write.connection
    count_due(write)
    claim = _waiting_or_not(write, claim_id)
    if claim.status is not ClaimStatus.CONFIRMED:
        raise NotFoundError("That has been taken back already, or was never confirmed: /player show tells.")
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


def _check_whose(write: Write, member: Member) -> None:
    if member.user_id != write.actor.member.user_id:
        write.require_director(DECIDE)


def _claimed(write: Write, player_id: int, user_id: int | None = None) -> Profile:
    """Return the player who is claimed; raise RuleError for somebody's own."""
    profile = get_active_player(write.connection, write.club.id, player_id)
    whose = user_id or write.actor.member.user_id
    if profile.user_id == whose:
        raise RuleError(f"{profile.name} is linked to that member already: see /player show.")
    if profile.user_id is not None:
        raise RuleError(f"{profile.name} is another member's here: ask a tournament director (TD) if that is wrong.")
    return profile


def _waiting_or_not(write: Write, claim_id: int) -> Claim:
    claim = claims.find(write.connection, write.club.id, claim_id)
    if claim is None:
        raise NotFoundError("There is no such claim in this club: /player claims shows those that wait.")
    return claim


def _waiting(write: Write, claim_id: int) -> Claim:
    claim = _waiting_or_not(write, claim_id)
    if claim.status is not ClaimStatus.WAITING:
        raise NotFoundError("That has been decided already: /player claims shows what still waits.")
    return claim


def _profile(write: Write, claim: Claim) -> Profile:
    profile = profiles.find(write.connection, write.club.id, claim.player_id)
    assert profile is not None  # a player with a claim is not deleted
    return profile


def _agree(write: Write, profile: Profile) -> bool:
    """Tell whether name and a membership id that the member says to be theirs are those of the player."""
    own = players.by_user(write.connection, write.club.id, write.actor.member.user_id)
    said = None if own is None else profiles.find(write.connection, write.club.id, own.id)
    if said is None or name_key(profile.name) != name_key(write.actor.member.name):
        return False
    return any(
        getattr(profile, column) is not None and getattr(profile, column) == getattr(said, column)
        for column in profiles.IDS
        if column not in profile.unconfirmed_ids
    )


def _settle(write: Write, claim: Claim, profile: Profile) -> ClaimReport:
    """Make the player the member's; the row that the member had goes into it."""
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
