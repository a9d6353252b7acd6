"""Directors alerted by a norm to assign a minimum rating, and the one press that does it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.services.context import Member
from bot.services.events.report import EventReport, report_of
from bot.services.events.section import SectionReport
from bot.services.players.set_rating import OpeningReport, SetRatingRequest, open_for
from bot.services.transaction import Read, Write, read, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.derived import journals
from bot.store.rows import Player
from core.errors import RuleError
from core.lists import RatingList
from core.outcome import Outcome
from core.rating_system import FloorDue, LifetimeTitles
from core.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class FloorAlert:
    """A player whose norm in an event lies far above the rating, and the floor that it would justify."""

    event_id: int
    player: Player
    rating_list: RatingList
    due: FloorDue


def alerts_of(reports: Iterable[EventReport | SectionReport]) -> Sequence[FloorAlert]:
    """Return what stored events alert directors of, those furthest above their rating first."""
    found = []
    for report in reports:
        for player, rating_list, outcome in _outcomes(report):
            system = SYSTEMS[rating_list]
            due = system.floor_due(outcome, rating_list) if isinstance(system, LifetimeTitles) else None
            if due is not None and report.event_id is not None:
                found.append(FloorAlert(report.event_id, player, rating_list, due))
    return sorted(found, key=lambda alert: alert.due.rating - alert.due.norm)


def _outcomes(report: EventReport | SectionReport) -> Iterable[tuple[Player, RatingList, Outcome]]:
    if isinstance(report, EventReport):
        return [(report.player, moved.rating_list, moved.outcome) for moved in report.lists]
    people = {player.id: player for player in report.players.values()}
    return [
        (people[player_id], moved, outcome)
        for moved, outcomes in report.outcomes.items()
        for player_id, outcome in outcomes.items()
    ]


@read()
def directors_role(look: Read) -> int | None:
    """Return the role of the club's directors, where there is one."""
    return look.club.td_role_id


@use_case("set-rating", director_to="set a floor")
def assign_floor(write: Write, event_id: int, player_id: int, rating_list: RatingList) -> OpeningReport:
    """Set the floor that an event's norm justifies, and lift the rating to it; directors only."""
    count_due(write)
    report = report_of(write.connection, write.club, event_id, player_id)
    system = SYSTEMS[rating_list]
    due = next((alert.due for alert in alerts_of([report]) if alert.rating_list is rating_list), None)
    if due is None:
        raise RuleError("That event asks for no floor any more: set one with /rating set if it should be.")
    data = journals.state_before(write.connection, report.player.id, rating_list, write.place())
    state = system.unrated() if data is None else system.load(data)
    now = system.rank(state)
    if now is None:
        raise RuleError(f"{report.player.name} has no {rating_list.label} rating any more.")
    if system.floor(state, rating_list) >= due.floor:
        raise RuleError(f"{report.player.name} has a floor of {system.floor(state, rating_list):g} already.")
    written = SetRatingRequest(
        Member(0, report.player.name),
        rating=max(now.rating, due.floor),
        floor=due.floor,
        reason=f"alerted by a norm of {due.norm} at a rating of {due.rating}",
    )
    opened = open_for(write, report.player, rating_list, written)
    write.note(opened.opening_id, {"reason": written.reason})
    return opened
