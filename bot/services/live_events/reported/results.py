"""Results of an evening: reported by the players or a director, and confirmed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.services.confirmation import Confirm
from bot.services.live_events.lifecycle import LiveEventCard, card_in, find_open, number_of
from bot.services.live_events.names import result_of
from bot.services.report_codec import from_json, to_json
from bot.services.transaction import Write, use_case
from bot.store.events import evenings
from bot.store.events.evening_rows import LiveEventResult
from bot.store.rows import Club
from core.errors import InputError, NotAllowedError, NotFoundError
from core.formats.typed.results_list import ParsedResult, Written


class ReportOutcome(StrEnum):
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

    card: LiveEventCard
    lines: Sequence[tuple[LiveEventResult, ReportOutcome]]
    waiting: Sequence[LiveEventResult]
    report_id: int


@use_case("report-results")
def report_results(write: Write, evening_id: int | None, written: Sequence[ParsedResult]) -> Reported:
    """Store results: one's own games for a member, any for a director; all of them or none."""
    evening = find_open(write.connection, write.club, evening_id)
    card = card_in(write, evening)
    if not write.is_director and number_of(card, write.actor) is None:
        raise NotAllowedError("You have not joined this evening: press Join under it before you report.")
    lines = []
    for line in written:
        lines.append(_record(write, card, line, result_of(write, card, line)))
        card = card_in(write, evening)
    return _done(write, card, lines, write.actor.interaction_id)


@use_case("confirm-results")
def confirm_report(write: Write, evening_id: int, report_id: int) -> Reported:
    """Confirm what a report said and still stands: the other player their own games, a director all of them."""
    card = card_in(write, find_open(write.connection, write.club, evening_id))
    report = write.entry(report_id)
    if report is None or report.subject_id != card.evening.id:
        raise NotFoundError("There is no such report: report the result again.")
    lines: Sequence[tuple[LiveEventResult, ReportOutcome]] = from_json(_Kept, report.details).results
    standing = _among(card.waiting, lines)
    if not standing:
        raise NotFoundError("Nothing waits for a confirmation there any more: the card shows what stands.")
    allowed = [result for result in standing if _may_confirm(write, card, result)]
    if not allowed:
        raise NotAllowedError(_why_not(write.club))
    for result in allowed:
        _put(write, card, result, write.now)
    card = card_in(write, card.evening)
    # What has been changed or taken back since is no longer what the report says.
    lines = [
        (result, ReportOutcome.CONFIRMED if any(result.says_the_same_as(one) for one in allowed) else what)
        for result, what in lines
        if any(result.says_the_same_as(one) for one in card.results)
    ]
    return _done(write, card, lines, report_id)


def _record(
    write: Write, card: LiveEventCard, line: ParsedResult, new: LiveEventResult
) -> tuple[LiveEventResult, ReportOutcome]:
    """Store one result, or take it back; raise a sentence where it is not theirs to say or something else stands."""
    where, director = f"Result {line.position}: ", write.is_director
    if not director and number_of(card, write.actor) not in new.numbers:
        raise NotAllowedError(f"{where}that is not your game: report your own, a TD reports those of others.")
    held = [result for result in card.results if result.round == new.round and {*result.numbers} & {*new.numbers}]
    same = next((result for result in held if {*result.numbers} == {*new.numbers}), None)
    if line.result is Written.TAKEN_BACK:
        write.require_director("take a result back")
        if same is None:
            raise NotFoundError(f"{where}there is no such result in round {new.round}: the card shows what there is.")
        evenings.take_result(write.connection, card.evening.id, same)
        return same, ReportOutcome.TAKEN_BACK
    for result in held:
        if result is not same:
            raise InputError(
                f"{where}round {new.round} has {card.describe(result)} already, and nobody plays twice in a round: "
                "a TD can take that back with * for the result."
            )
    at_once = director or write.club.confirm_results == Confirm.NONE
    if same is None:
        return _put(write, card, new, new.reported_at if at_once else None), ReportOutcome.REPORTED
    if same.says_the_same_as(new):
        if same not in card.waiting or not _may_confirm(write, card, same):
            return same, ReportOutcome.STANDS
        return _put(write, card, same, new.reported_at), ReportOutcome.CONFIRMED
    if not director:
        raise InputError(
            f"{where}round {new.round} stands as {card.describe(same)}: ask a TD to change it if that is wrong."
        )
    evenings.take_result(write.connection, card.evening.id, same)
    return _put(write, card, new, new.reported_at), ReportOutcome.REPLACED


def _put(write: Write, card: LiveEventCard, result: LiveEventResult, confirmed_at: datetime | None) -> LiveEventResult:
    """Store a result, confirmed by the actor where a time is given."""
    kept = replace(result, confirmed_at=confirmed_at)
    by = None if confirmed_at is None else write.actor.member.user_id
    evenings.put_result(write.connection, card.evening.id, kept, by)
    return kept


def _may_confirm(write: Write, card: LiveEventCard, result: LiveEventResult) -> bool:
    if write.is_director:
        return True
    other = number_of(card, write.actor) in result.numbers and result.reported_by != write.actor.member.user_id
    return other and write.club.confirm_results == Confirm.BOTH


def _why_not(club: Club) -> str:
    if club.confirm_results == Confirm.DIRECTOR:
        return "In this club a tournament director (TD) confirms results: ask one of yours."
    return "The other player confirms that, or a tournament director (TD): ask them to press Confirm."


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the audit keeps of a report: its lines, and by what they are confirmed."""

    results: tuple[tuple[LiveEventResult, ReportOutcome], ...]
    report: int


def _done(
    write: Write, card: LiveEventCard, lines: Sequence[tuple[LiveEventResult, ReportOutcome]], report_id: int
) -> Reported:
    """Note what was done, for a confirmation has to know what it is about, and return it."""
    write.note(card.evening.id, to_json(_Kept, _Kept(tuple(lines), report_id)))
    return Reported(card, tuple(lines), _among(card.waiting, lines), report_id)


def _among(
    results: Sequence[LiveEventResult], lines: Sequence[tuple[LiveEventResult, ReportOutcome]]
) -> list[LiveEventResult]:
    """Return those of some results that a report's lines say."""
    return [one for one in results if any(one.says_the_same_as(result) for result, _ in lines)]
