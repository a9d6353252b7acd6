"""Add details to a reported event, which replaces the first version."""

from dataclasses import dataclass, replace

from bot.services.events.consent import UnconfirmedReport
from bot.services.events.record import RECORDED, store_own_event
from bot.services.events.report import EventReport, EventSource
from bot.services.events.submission import OWN_NUMBER, EventSubmission
from bot.services.events.void import may_change, void
from bot.services.framework.context import Actor
from bot.services.framework.recalculation.states import state_before
from bot.services.framework.transaction import Read, Write, read, use_case
from bot.services.framework.whole_clubs import count_due
from bot.store.database.rows import Club, Event, Player
from bot.store.database.transactions import Connection
from bot.store.events import corrections, facts
from bot.store.people import players
from bot.store.ratings import standings
from core.errors import NotAllowedError, NotFoundError
from core.event.background import ExternalRating
from core.event.crosstable import ByeKind, Crosstable, EventKind, TimeControl
from core.files.typed.opponents import ParsedOpponent, ParsedOpponents
from core.files.typed.persons import Age


@dataclass(frozen=True, slots=True)
class EventDetails:
    """Details of an event beside its games; None if missing."""

    time_control: TimeControl | None = None
    kind: EventKind | None = None
    age: Age | None = None
    external_ratings: tuple[ExternalRating, ...] = ()

    def added_to(self, written: EventSubmission) -> EventSubmission:
        return replace(
            written,
            time_control=self.time_control or written.time_control,
            kind=self.kind or written.kind,
            age=self.age or written.age,
            external_ratings=self.external_ratings or written.external_ratings,
        )


@use_case(RECORDED)
def add_details(write: Write, event_id: int, details: EventDetails) -> EventReport | UnconfirmedReport:
    count_due(write)
    event = _report(write.connection, write.club, event_id)
    written, own, has_entered_rating = _written(write.connection, write.club, write.actor, event)
    void(write, event)
    main = written.lists_in(write.club, event.place.date)[0]
    standing = standings.find(write.connection, write.club.id, main, own.id)
    end = facts.end_of(event.place.date)
    if not has_entered_rating and state_before(write.connection, main, own.id, standing, end) is None:
        written = replace(written, games=0)
    place = None
    if event.waits_until is None and not has_entered_rating:  # a starting rating comes before it
        facts.give_seq(write.connection, event_id, write.seq)
        place = event.place
    return store_own_event(write, details.added_to(written), twice=True, place=place)


@read()
def kind_of_report(look: Read, event_id: int) -> EventKind:
    """Return a report's kind; raise NotAllowedError if the actor may not add details."""
    event = _report(look.connection, look.club, event_id)
    movers = facts.rated_players(look.connection, event_id)
    if not may_change(look.connection, look.club, look.actor, event, movers):
        raise NotAllowedError(
            "Only the reporter or a tournament director (TD) can add details to this event. Ask one of them."
        )
    return facts.crosstables(look.connection, [event_id])[event_id].kind


def _report(connection: Connection, club: Club, event_id: int) -> Event:
    event = facts.find_event(connection, club.id, event_id)
    is_there = event is not None and (not event.voided or event.waits_until is not None)
    if event is None or not is_there or event.source != EventSource.REPORT:
        raise NotFoundError("That event has been undone or replaced. Report it again with /rating update.")
    return event


def _written(connection: Connection, club: Club, actor: Actor, event: Event) -> tuple[EventSubmission, Player, bool]:
    table = facts.crosstables(connection, [event.id])[event.id]
    me = table.entrant(OWN_NUMBER)
    assert isinstance(me.player, int)
    own = players.by_ids(connection, club.id, [me.player])[me.player]
    waits = event.waits_until is not None
    entered_ratings = [
        given for _, given in corrections.entered_ratings_of_event(connection, club.id, event.id, waits=waits)
    ]
    entered = next((given for given in entered_ratings if given.player_id == own.id), None)
    is_usual = event.rating_lists[0] is club.default_list
    written = EventSubmission(
        ParsedOpponents(_rounds(table)),
        score=me.score,
        rating_list=None if is_usual else event.rating_lists[0],
        rating=None if entered is None else entered.rating,
        games=None if entered is None else entered.games,
        name=event.name,
        day=table.date,
        rules=event.rules,
        member=own if own.user_id != actor.member.user_id else None,
        time_control=table.time_control,
        kind=table.kind,
        external_ratings=me.external_ratings,
    )
    return written, own, entered is not None


def _rounds(table: Crosstable) -> tuple[ParsedOpponent | ByeKind, ...]:
    found: dict[int, ParsedOpponent | ByeKind] = {bye.round: bye.kind for bye in table.byes}
    for game in table.games:
        one = table.entrant(game.second)
        if isinstance(one.player, int):
            found[game.round] = ParsedOpponent(f"#{one.player}", player=one.player, score=game.score)
        else:
            found[game.round] = ParsedOpponent(f"{one.rating:g}", rating=one.rating, score=game.score)
    return tuple(found[number] for number in sorted(found))
