"""The norms of one event on a list of US Chess, and the way to the titles."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.events.report import EventReport, report_of
from bot.services.someone import Someone, find_someone
from bot.services.transaction import Read, read
from bot.store.database import Connection
from bot.store.derived import journals, standings
from bot.store.rows import Club, EarnedNorm
from core.errors import NotFoundError, RuleError
from core.lists import RatingList
from core.systems import SYSTEMS
from core.uschess.system import LISTS, TITLE_SYSTEM
from core.uschess.titles import TitleProgress, title_progress

NORMS_ON_A_CARD = 50


@dataclass(frozen=True, slots=True)
class NormsReport:
    """The norms of one event, and the way to the titles from where the player stands now.

    progress: toward the titles by norms on the event's Regular list; None where it did not move that.
    earned: the norms so far that count toward those titles, with the events that gave them, latest first.
    """

    event: EventReport
    progress: Sequence[TitleProgress] | None
    earned: Sequence[EarnedNorm]


@read()
def norms_of(look: Read, member: Someone | None, event_id: int | None) -> NormsReport:
    """Return the norms of a member's last event, or of a given one."""
    connection, club = look.connection, look.club
    subject = member or look.actor.member
    player = find_someone(connection, club.id, subject)
    if event_id is None:
        latest = None if player is None else journals.last_event(connection, player.id, LISTS)
        if player is None or latest is None:
            who = "You have" if member is None else f"{subject.name} has"
            raise NotFoundError(f"{who} no event on a US Chess list here yet: report one with /rating update.")
        report = report_of(connection, club, latest, player.id)
    else:
        whose = None if member is None or player is None else player.id
        report = report_of(connection, club, event_id, whose)
    return _norms(connection, club, report)


@read()
def event_norms(look: Read, event_id: int, player_id: int | None) -> NormsReport:
    """Return the norms of one player's event; the first player's if none is named."""
    report = report_of(look.connection, look.club, event_id, player_id)
    return _norms(look.connection, look.club, report)


def _norms(connection: Connection, club: Club, report: EventReport) -> NormsReport:
    """Return an event's norms with the way to the titles; raise RuleError for a list that has none."""
    if report.rating_list not in LISTS:
        raise RuleError(
            f"{report.rating_list.label} has no norms of US Chess: choose another event, or see FIDE's with /fide norm."
        )
    on_list = next((moved for moved in report.lists if moved.rating_list is RatingList.USCHESS_REGULAR), None)
    if on_list is None:
        return NormsReport(report, None, ())
    standing = standings.find(connection, club.id, on_list.rating_list, report.player.id)
    state = on_list.outcome.state if standing is None else SYSTEMS[on_list.rating_list].load(standing.state)
    norms = journals.norms_of(connection, report.player.id, on_list.rating_list, NORMS_ON_A_CARD)
    earned = [norm for norm in norms if norm.scheme == TITLE_SYSTEM]
    return NormsReport(report, title_progress(state.norms, state.for_life.peak), earned)
