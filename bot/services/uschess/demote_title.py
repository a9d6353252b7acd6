"""A lifetime title lowered by 100 points, as a player with a long period of poor results may request."""

from dataclasses import dataclass
from datetime import timedelta

from bot.services.fold.lists import ListChange
from bot.services.someone import Someone, find_someone
from bot.services.transaction import Write, use_case
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.events import corrections
from bot.store.people import players
from bot.store.rows import Club, DemotionFact, FactKind, FactPosition, FactRef, NewDemotion, Player
from core.club_rules import ClubRules
from core.errors import NotFoundError, RuleError
from core.lists import RatingList
from core.systems import SYSTEMS
from core.uschess.lifetime import LifetimeTitle

ASKED_ONCE = timedelta(days=1)
"""How long the same reason lowers a title once: a second time is a command repeated by mistake."""


@dataclass(frozen=True, slots=True)
class DemotionReport:
    """A lifetime title before and after; `undone` when it has been given back."""

    demotion_id: int
    player: Player
    rating_list: RatingList
    before: LifetimeTitle | None
    after: LifetimeTitle | None
    reason: str
    house_rules: ClubRules
    undone: bool = False


@use_case("demote-title", director_to="lower a title")
def demote_title(write: Write, member: Someone, rating_list: RatingList | None, reason: str) -> DemotionReport:
    """Lower a member's lifetime title by 100 points from today on; directors only."""
    connection, club = write.connection, write.club
    which = rating_list or club.default_list
    own = find_someone(connection, club.id, member)
    if own is None:
        raise NotFoundError(f"{member.name} has no {which.label} rating here yet: choose a rated member.")
    again = corrections.same_demotion(connection, own.id, which, reason, write.now - ASKED_ONCE)
    if again:
        raise RuleError(
            f"The lifetime title of {own.name} was lowered for that reason less than a day ago: "
            "give another reason if it is to be lowered once more."
        )
    return lower(write, own, which, reason, write.actor.interaction_id)


def require_codes(club: Club) -> None:
    """Raise RuleError where the club does not show the titles."""
    if not club.lifetime_titles:
        raise RuleError(
            "The lifetime titles of the 1990s are turned off here: a director shows them again with /club settings."
        )


def lower(write: Write, own: Player, which: RatingList, reason: str, interaction_id: int) -> DemotionReport:
    """Lower a player's title from today on. interaction_id: the one that asked for it, which may do so once."""
    connection, club = write.connection, write.club
    require_codes(club)
    new = NewDemotion(
        club_id=club.id,
        player_id=own.id,
        rating_list=which,
        place=write.place(),
        reason=reason,
        reported_by=write.actor.member.user_id,
        interaction_id=interaction_id,
        at=write.now,
    )
    fact = corrections.add_demotion(connection, new)
    # Refuses a list without lifetime titles, whose states have none to look up.
    write.fold({which: ListChange(added=(fact,))})
    before = title_at(connection, own, which, new.place)
    after = title_at(connection, own, which, _behind(fact))
    write.note(fact.demotion_id, {"reason": reason})
    return DemotionReport(fact.demotion_id, own, which, before, after, reason, club.house_rules)


@use_case("undo-demotion", director_to="give a title back")
def undo_demotion(write: Write, demotion_id: int) -> DemotionReport:
    """Give a lowered title back; directors only."""
    connection, club = write.connection, write.club
    stored = corrections.find_demotion(connection, club.id, demotion_id)
    if stored is None:
        raise NotFoundError("That title has been given back already: lower it again with /rating demote.")
    fact, which, reason = stored
    own = players.by_ids(connection, club.id, [fact.player_id])[fact.player_id]
    before = title_at(connection, own, which, _behind(fact))
    corrections.void_demotion(connection, demotion_id)
    write.fold({which: ListChange(removed=(FactRef(fact.place, FactKind.DEMOTION, demotion_id, fact.players),))})
    after = title_at(connection, own, which, _behind(fact))
    report = DemotionReport(demotion_id, own, which, before, after, reason, club.house_rules, undone=True)
    write.note(demotion_id, {"reason": reason})
    return report


def _behind(fact: DemotionFact) -> FactPosition:
    return FactPosition(fact.place.date, fact.place.seq + 1)


def title_at(connection: Connection, own: Player, rating_list: RatingList, place: FactPosition) -> LifetimeTitle | None:
    """Return a player's lifetime title just before a place."""
    data = journals.state_before(connection, own.id, rating_list, place)
    title: LifetimeTitle | None = None if data is None else SYSTEMS[rating_list].load(data).lifetime
    return title
