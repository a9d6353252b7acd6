"""Rate a member's own event: store it (`record_own_event`) or only show what it would bring (`estimate`)."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from bot.services.context import Actor, Member, Services
from bot.services.folding import changes, fold
from bot.services.opponents import crosstable_of
from bot.services.reports import EventReport, report_of
from bot.services.systems import SYSTEMS
from bot.store import audits, clubs, facts, journals, players
from bot.store.database import Connection
from bot.store.rows import Club, EventFact, NewEvent, NewOpening, OpeningFact, Place, Player
from core.crosstable import Crosstable, EventKind, TimeControl
from core.errors import InputError, NotAllowedError
from core.formats.opponents import WrittenOpponents, settle_scores
from core.lists import RatingList
from core.uschess.speeds import lists_for
from core.uschess.state import Opening

SOURCE = "report"
"""The source of an event that a member typed."""


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """What a member wrote about an event they played; None where they left an option out.

    rating, games: their rating before it and the rated games behind that, where the club does not know them.
    member: whose event it is, where a director reports for somebody.
    """

    opponents: WrittenOpponents
    score: float | None = None
    results: tuple[float, ...] | None = None
    rating_list: RatingList | None = None
    rating: float | None = None
    games: int | None = None
    name: str | None = None
    day: date | None = None
    rules: str | None = None
    member: Member | None = None
    time_control: TimeControl | None = None
    is_match: bool = False

    @property
    def kind(self) -> EventKind:
        return EventKind.MATCH if self.is_match else EventKind.TOURNAMENT


async def record_own_event(services: Services, actor: Actor, written: OwnEvent) -> EventReport:
    """Rate an event and store it; the same interaction is answered again and stored once."""
    scores, total = settle_scores(written.opponents, written.results, written.score)
    async with services.database.write() as connection:
        club, opening_seq, seq = await clubs.enter(connection, actor.club_id, services.now())
        seen = await audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None:
            return await report_of(connection, club.id, seen.subject_id or 0)
        subject = written.member or actor.member
        _check_allowed(club, actor, subject)

        rating_list = _list_of(club, written)
        day = written.day or services.today()
        own = await players.ensure(connection, club.id, subject.user_id, subject.name, services.now())
        crosstable = await crosstable_of(
            connection, club.id, own, written.opponents, scores, total, rating_list, day, written.kind,
            written.time_control,
        )  # fmt: skip
        opening = await _opening(connection, services, actor, own, rating_list, Place(day, opening_seq), written)
        new = NewEvent(
            club_id=club.id,
            place=Place(day, seq),
            name=written.name,
            rating_list=rating_list,
            rules=written.rules,
            source=SOURCE,
            reported_by=actor.member.user_id,
            interaction_id=actor.interaction_id,
            at=services.now(),
        )
        event_id = await facts.add_event(connection, new, crosstable)
        fact = EventFact(new.place, event_id, crosstable, new.rules)
        added = (fact,) if opening is None else (opening, fact)
        done = await fold(connection, club.id, rating_list, services.today(), added=added)
        await audits.add(
            connection,
            club_id=club.id,
            at=services.now(),
            actor_id=actor.member.user_id,
            action="record-event",
            subject_id=event_id,
            details=None,
            interaction_id=actor.interaction_id,
        )
        later = [change for change in changes(done) if change.event_name is not None or change.day is not None]
        return EventReport(
            event_id=event_id,
            name=written.name,
            day=day,
            rating_list=rating_list,
            player=own,
            crosstable=crosstable,
            outcome=done.outcomes[event_id, own.id],
            opponents=await _names(connection, club.id, crosstable),
            reported_by=actor.member.user_id,
            later=tuple(later),
        )


async def estimate(services: Services, actor: Actor | None, written: OwnEvent) -> EventReport:
    """Rate an event and store nothing.

    actor: None outside a club, where rating and games must be given and opponents are ratings.
    """
    scores, total = settle_scores(written.opponents, written.results, written.score)
    day = written.day or services.today()
    if actor is None:
        rating_list = _list_of(None, written)
        crosstable = await crosstable_of(
            None, 0, None, written.opponents, scores, total, rating_list, day, written.kind, written.time_control
        )
        state = _supposed_state(rating_list, written, None)
        return _estimated(written, day, rating_list, Player(0, None, "You"), crosstable, state, {})
    async with services.database.read() as connection:
        club = await clubs.find(connection, actor.club_id)
        rating_list = _list_of(club, written)
        subject = written.member or actor.member
        own = await players.by_user(connection, club.id, subject.user_id)
        crosstable = await crosstable_of(
            connection, club.id, own, written.opponents, scores, total, rating_list, day, written.kind,
            written.time_control,
        )  # fmt: skip
        stored = None
        if own is not None:
            stored = await journals.state_before(connection, own.id, rating_list, facts.end_of(day))
        state = _supposed_state(rating_list, written, stored)
        names = await _names(connection, club.id, crosstable)
    player = own or Player(0, subject.user_id, subject.name)
    return _estimated(written, day, rating_list, player, crosstable, state, names)


def _estimated(
    written: OwnEvent,
    day: date,
    rating_list: RatingList,
    player: Player,
    crosstable: Crosstable,
    state: Any,
    names: dict[int, Player],
) -> EventReport:
    outcome = SYSTEMS[rating_list].rate_event(crosstable, rating_list, {player.id: state}, written.rules)[player.id]
    return EventReport(
        event_id=None,
        name=written.name,
        day=day,
        rating_list=rating_list,
        player=player,
        crosstable=crosstable,
        outcome=outcome,
        opponents=names,
        reported_by=None,
        later=(),
    )


def _check_allowed(club: Club, actor: Actor, subject: Member) -> None:
    if subject.user_id != actor.member.user_id:
        if not actor.is_director(club):
            raise NotAllowedError(
                "Only a tournament director (TD) can report for somebody else: leave member out, or ask a TD."
            )
    elif not actor.may_self_report(club):
        raise NotAllowedError("In this club you cannot report your own events: ask a tournament director (TD).")


def _list_of(club: Club | None, written: OwnEvent) -> RatingList:
    if written.rating_list is not None:
        return written.rating_list
    if written.time_control is not None:
        return lists_for(written.time_control)[0]
    return RatingList.USCHESS_REGULAR if club is None else club.default_list


async def _opening(
    connection: Connection,
    services: Services,
    actor: Actor,
    own: Player,
    rating_list: RatingList,
    place: Place,
    written: OwnEvent,
) -> OpeningFact | None:
    """Store the rating that a member brings along; None when it is known or there is none to bring."""
    stored = await journals.state_before(connection, own.id, rating_list, facts.end_of(place.date))
    given = written.rating is not None or written.games is not None
    if stored is not None:
        if given:
            raise InputError(
                f"{_has(written)} a stored {rating_list.label} rating: leave rating and games out; "
                "a TD can correct it with /rating set."
            )
        return None
    opening = _given_opening(rating_list, written)
    if opening is None:
        return None
    assert opening.games is not None
    new = NewOpening(
        club_id=actor.club_id,
        player_id=own.id,
        rating_list=rating_list,
        place=place,
        rating=opening.rating,
        games=opening.games,
        peak=None,
        floor=None,
        reason="reported with an event",
        reported_by=actor.member.user_id,
        interaction_id=actor.interaction_id,
        at=services.now(),
    )
    opening_id = await facts.add_opening(connection, new)
    return OpeningFact(place, opening_id, own.id, opening.rating, opening.games, None, None)


def _has(written: OwnEvent) -> str:
    return "You have" if written.member is None else f"{written.member.name} has"


def _by(written: OwnEvent) -> str:
    return "" if written.day is None else f" by {written.day.isoformat()}"


def _given_opening(rating_list: RatingList, written: OwnEvent) -> Opening | None:
    """Return the rating given with an event; None for a player who has never been rated (games: 0)."""
    if written.rating is None:
        if written.games == 0:
            return None
        raise InputError(
            f"{_has(written)} no {rating_list.label} rating here{_by(written)} yet: "
            "add rating and games (the rated games behind it), or games: 0 for somebody who was never rated."
        )
    if written.games is None:
        raise InputError("How many rated games is that rating based on? Add games, such as games: 25.")
    return Opening(written.rating, written.games)


def _supposed_state(rating_list: RatingList, written: OwnEvent, stored: dict[str, Any] | None) -> Any:
    """Return the state that an estimate starts from: the stored one, or what the options suppose."""
    system = SYSTEMS[rating_list]
    if stored is not None and written.rating is None and written.games is None:
        return system.load(stored)
    supposed = written
    rank = None if stored is None else system.rank(system.load(stored))
    if rank is not None and written.rating is None and written.games != 0:
        supposed = replace(written, rating=rank.rating)
    elif rank is not None and written.games is None:
        supposed = replace(written, games=rank.games)
    opening = _given_opening(rating_list, supposed)
    return system.unrated() if opening is None else system.apply_opening(system.unrated(), opening)


async def _names(connection: Connection, club_id: int, crosstable: Crosstable) -> dict[int, Player]:
    known = [entrant.player for entrant in crosstable.entrants if isinstance(entrant.player, int) and not entrant.rated]
    return await players.by_ids(connection, club_id, known) if known else {}
