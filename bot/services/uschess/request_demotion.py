"""A member's own request for a lifetime title 100 points lower, and the director's grant of it.

A request is a note in the audit and moves nothing; the demotion that grants it is stored under the request's own
interaction, so that however many directors press, it lowers the title once.
"""

from dataclasses import dataclass

from bot.services.transaction import Write, use_case
from bot.services.uschess.demote_title import DemotionReport, lower, require_codes
from bot.store.derived import journals
from bot.store.events import corrections
from bot.store.people import players
from core.errors import NotFoundError, RuleError
from core.lists import RatingList
from core.systems import SYSTEMS

REQUESTED = "request-demotion"
"""The audit's name for a request."""


@dataclass(frozen=True, slots=True)
class DemotionRequest:
    """What a member asks for: their title, and what it would be; `would.demotion_id` is 0.

    asked: the interaction that asked. td_role_id: the role of those who may grant it, where the club has one.
    """

    would: DemotionReport
    asked: int
    td_role_id: int | None


@use_case(REQUESTED)
def request_demotion(write: Write, rating_list: RatingList | None, reason: str) -> DemotionRequest:
    """Ask for one's own title to be lowered; nothing is lowered before a director grants it."""
    connection, club = write.connection, write.club
    require_codes(club)
    which = rating_list or club.default_list
    own = players.by_user(connection, club.id, write.actor.member.user_id)
    data = None if own is None else journals.state_before(connection, own.id, which, write.place())
    if own is None or data is None:
        raise NotFoundError(f"You have no {which.label} rating here yet: start with /rating update.")
    system = SYSTEMS[which]
    state = system.load(data)
    after = system.demote(state).lifetime  # refuses a list without titles, and the lowest one
    would = DemotionReport(0, own, which, state.lifetime, after, reason, club.house_rules)
    report = DemotionRequest(would, write.actor.interaction_id, club.td_role_id)
    write.note(own.id, {"list": which.value, "reason": reason})
    return report


@use_case("demote-title", director_to="lower a title")
def grant_demotion(write: Write, asked: int) -> DemotionReport:
    """Lower the title of a member who asked for it; directors only. asked: the interaction that asked."""
    entry = write.entry(asked)
    if entry is None or entry.action != REQUESTED:
        raise NotFoundError("There is no such request in this club: lower a title with /rating demote.")
    if corrections.is_granted(write.connection, write.club.id, asked):
        raise RuleError("That request has been granted already: lower a title once more with /rating demote.")
    # Whoever asked may have turned out to be another row of the club's.
    player_id, kept = entry.subject_id or 0, entry.details
    own = players.resolve_merged(write.connection, write.club.id, [player_id])[player_id]
    return lower(write, own, RatingList(kept["list"]), kept["reason"], asked)
