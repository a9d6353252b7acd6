"""Results of an evening: reported by the players or a director, and confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.services.audit import note
from bot.services.confirmation import Confirm
from bot.services.context import Actor, Services, require_director
from bot.services.live_events.lifecycle import EveningCard, card_in, find_open, number_of
from bot.services.live_events.names import result_of
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import evenings
from bot.store.events.evening_rows import EveningResult
from bot.store.kept import audits
from bot.store.rows import Club
from core.errors import InputError, NotAllowedError, NotFoundError
from core.formats.typed.results_list import Written, WrittenResult


class What(StrEnum):
    """What a report did to a round."""

    REPORTED = "reported"
    CONFIRMED = "confirmed"
    REPLACED = "replaced"
    STANDS = "stands"
    TAKEN_BACK = "taken back"


@dataclass(frozen=True, slots=True)
class Reported:
    """What was done with results.

    card: the evening after it.
    lines: each result with what became of it.
    waiting: those of them that still have to be confirmed.
    report_id: by which they can be confirmed together.
    """

    card: EveningCard
    lines: Sequence[tuple[EveningResult, What]]
    waiting: Sequence[EveningResult]
    report_id: int


async def report_results(
    services: Services, actor: Actor, evening_id: int | None, written: Sequence[WrittenResult]
) -> Reported:
    """Store results: one's own games for a member, any for a director; all of them or none."""

    def work(connection: Connection) -> Reported:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        seen = _already_done(connection, services, club, actor)
        if seen is not None:
            return seen
        evening = find_open(connection, club, evening_id)
        card = card_in(connection, services, club, evening)
        if not actor.is_director(club) and number_of(card, actor) is None:
            raise NotAllowedError("You have not joined this evening: press Join under it before you report.")
        lines = []
        for line in written:
            new = result_of(connection, services, actor, card, line)
            lines.append(_record(connection, club, actor, card, line, new))
            card = card_in(connection, services, club, evening)
        return _done(connection, services, actor, "report-results", card, lines, actor.interaction_id)

    return await services.database.write(work, club=actor.club_id)


async def confirm_report(services: Services, actor: Actor, evening_id: int, report_id: int) -> Reported:
    """Confirm what a report said and still stands: the other player their own games, a director all of them."""

    def work(connection: Connection) -> Reported:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        seen = _already_done(connection, services, club, actor)
        if seen is not None:
            return seen
        card = card_in(connection, services, club, find_open(connection, club, evening_id))
        report = audits.by_interaction(connection, club.id, report_id)
        if report is None or report.subject_id != card.evening.id:
            raise NotFoundError("There is no such report: report the result again.")
        lines = [(EveningResult.from_json(data), What(what)) for data, what in report.details["results"]]
        standing = _among(card.waiting, lines)
        if not standing:
            raise NotFoundError("Nothing waits for a confirmation there any more: the card shows what stands.")
        allowed = [result for result in standing if _may_confirm(club, actor, card, result)]
        if not allowed:
            raise NotAllowedError(_why_not(club))
        for result in allowed:
            _put(connection, actor, card, result, services.now())
        card = card_in(connection, services, club, card.evening)
        # What has been changed or taken back since is no longer what the report says.
        lines = [
            (result, What.CONFIRMED if any(result.says_the_same_as(one) for one in allowed) else what)
            for result, what in lines
            if any(result.says_the_same_as(one) for one in card.results)
        ]
        return _done(connection, services, actor, "confirm-results", card, lines, report_id)

    return await services.database.write(work, club=actor.club_id)


def _record(
    connection: Connection, club: Club, actor: Actor, card: EveningCard, line: WrittenResult, new: EveningResult
) -> tuple[EveningResult, What]:
    """Store one result, or take it back; raise a sentence where it is not theirs to say or something else stands."""
    where, director = f"Result {line.position}: ", actor.is_director(club)
    if not director and number_of(card, actor) not in new.numbers:
        raise NotAllowedError(f"{where}that is not your game: report your own, a TD reports those of others.")
    held = [result for result in card.results if result.round == new.round and {*result.numbers} & {*new.numbers}]
    same = next((result for result in held if {*result.numbers} == {*new.numbers}), None)
    if line.result is Written.TAKEN_BACK:
        require_director(club, actor, "take a result back")
        if same is None:
            raise NotFoundError(f"{where}there is no such result in round {new.round}: the card shows what there is.")
        evenings.take_result(connection, card.evening.id, same)
        return same, What.TAKEN_BACK
    for result in held:
        if result is not same:
            raise InputError(
                f"{where}round {new.round} has {card.describe(result)} already, and nobody plays twice in a round: "
                "a TD can take that back with * for the result."
            )
    at_once = director or club.confirm_results == Confirm.NONE
    if same is None:
        return _put(connection, actor, card, new, new.reported_at if at_once else None), What.REPORTED
    if same.says_the_same_as(new):
        if same not in card.waiting or not _may_confirm(club, actor, card, same):
            return same, What.STANDS
        return _put(connection, actor, card, same, new.reported_at), What.CONFIRMED
    if not director:
        raise InputError(
            f"{where}round {new.round} stands as {card.describe(same)}: ask a TD to change it if that is wrong."
        )
    evenings.take_result(connection, card.evening.id, same)
    return _put(connection, actor, card, new, new.reported_at), What.REPLACED


def _put(
    connection: Connection, actor: Actor, card: EveningCard, result: EveningResult, confirmed_at: datetime | None
) -> EveningResult:
    """Store a result, confirmed by the actor where a time is given."""
    kept = replace(result, confirmed_at=confirmed_at)
    evenings.put_result(connection, card.evening.id, kept, None if confirmed_at is None else actor.member.user_id)
    return kept


def _may_confirm(club: Club, actor: Actor, card: EveningCard, result: EveningResult) -> bool:
    if actor.is_director(club):
        return True
    other = number_of(card, actor) in result.numbers and result.reported_by != actor.member.user_id
    return other and club.confirm_results == Confirm.BOTH


def _why_not(club: Club) -> str:
    if club.confirm_results == Confirm.DIRECTOR:
        return "In this club a tournament director (TD) confirms results: ask one of yours."
    return "The other player confirms that, or a tournament director (TD): ask them to press Confirm."


def _done(
    connection: Connection,
    services: Services,
    actor: Actor,
    action: str,
    card: EveningCard,
    lines: Sequence[tuple[EveningResult, What]],
    report_id: int,
) -> Reported:
    """Note what was done, so that the same interaction finds it and a confirmation knows what it is about."""
    details = {"results": [[result.to_json(), what.value] for result, what in lines], "report": report_id}
    note(connection, services, actor, action, card.evening.id, details)
    return _reported(card, lines, report_id)


def _already_done(connection: Connection, services: Services, club: Club, actor: Actor) -> Reported | None:
    """Return what this interaction has done before, when it is delivered again."""
    seen = audits.by_interaction(connection, club.id, actor.interaction_id)
    if seen is None or seen.details is None:
        return None
    evening = evenings.find(connection, club.id, seen.subject_id or 0)
    assert evening is not None
    lines = [(EveningResult.from_json(data), What(what)) for data, what in seen.details["results"]]
    return _reported(card_in(connection, services, club, evening), lines, seen.details["report"])


def _reported(card: EveningCard, lines: Sequence[tuple[EveningResult, What]], report_id: int) -> Reported:
    return Reported(card, lines, _among(card.waiting, lines), report_id)


def _among(results: Sequence[EveningResult], lines: Sequence[tuple[EveningResult, What]]) -> list[EveningResult]:
    """Return those of some results that a report's lines say."""
    return [one for one in results if any(one.says_the_same_as(result) for result, _ in lines)]
