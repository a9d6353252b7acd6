"""A member's own request for a lifetime title 100 points lower, and the director's grant of it.

A request is a note in the audit and moves nothing; the demotion that grants it is stored under the request's own
interaction, so that however many directors press, it lowers the title once.
"""

from dataclasses import dataclass

from bot.services.context import Actor, Services
from bot.services.transaction import Done, Write, write_once
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


async def request_demotion(
    services: Services, actor: Actor, rating_list: RatingList | None, reason: str
) -> DemotionRequest:
    """Ask for one's own title to be lowered; nothing is lowered before a director grants it."""

    def work(write: Write) -> Done[DemotionRequest]:
        connection, club = write.connection, write.club
        require_codes(club)
        which = rating_list or club.default_list
        own = players.by_user(connection, club.id, actor.member.user_id)
        data = None if own is None else journals.state_before(connection, own.id, which, write.place())
        if own is None or data is None:
            raise NotFoundError(f"You have no {which.label} rating here yet: start with /rating update.")
        system = SYSTEMS[which]
        state = system.load(data)
        after = system.demote(state).lifetime  # refuses a list without titles, and the lowest one
        would = DemotionReport(0, own, which, state.lifetime, after, reason, club.house_rules)
        return Done(DemotionRequest(would, actor.interaction_id, club.td_role_id), own.id)

    return await write_once(services, actor, REQUESTED, work, again=DemotionRequest)


async def grant_demotion(services: Services, actor: Actor, asked: int) -> DemotionReport:
    """Lower the title of a member who asked for it; directors only. asked: the interaction that asked."""

    def work(write: Write) -> Done[DemotionReport]:
        entry = write.entry(asked)
        if entry is None or entry.action != REQUESTED:
            raise NotFoundError("There is no such request in this club: lower a title with /rating demote.")
        would = write.kept(DemotionRequest, entry).would
        if corrections.is_granted(write.connection, write.club.id, asked):
            raise RuleError("That request has been granted already: lower a title once more with /rating demote.")
        # Whoever asked may have turned out to be another row of the club's.
        own = players.resolve_merged(write.connection, write.club.id, [would.player.id])[would.player.id]
        return lower(write, own, would.rating_list, would.reason, asked)

    return await write_once(services, actor, "demote-title", work, again=DemotionReport, director_to="lower a title")
