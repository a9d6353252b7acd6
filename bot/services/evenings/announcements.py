"""Announcements of an evening, and names written at it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.services.evenings.lifecycle import (
    ANEW,
    GAME,
    MOST_PAGES,
    NO_THREAD,
    PAIRED,
    POST,
    LiveEventCard,
    evening_by_id,
    page_kind,
    show_changes,
)
from bot.services.evenings.tournament import (
    Tournament,
    any_tournament,
    open_tournament,
    read_tournament,
    tournament_in,
)
from bot.services.framework import outbox
from bot.services.framework.actions import evening_action
from bot.services.framework.context import Services
from bot.services.framework.transaction import Write, use_case
from bot.store.club import clubs
from bot.store.database.evening_rows import Evening, EveningStatus, LiveEventEntrant, LiveEventResult, RoundStatus
from bot.store.database.rows import AuditEntry
from bot.store.database.transactions import Connection
from bot.store.evenings import evening_rounds, evenings
from bot.store.messages import outbox as store_outbox
from bot.store.people import players
from core.errors import InputError, NotFoundError, RuleError
from core.event.similarity import names_meant
from core.files.typed.results import ME, ParsedName, ParsedResult, Written, parse_name, parse_winners
from core.lists import RatingList
from core.rating.systems import system_of
from core.tournament.prizes import PrizeKind, Sharing

# Places of a paired evening's messages.


NOBODY = 0
"""Reposts a deleted card."""


@dataclass(frozen=True, slots=True)
class Posts:
    """A paired evening and where its messages are (channel, message).

    pages: of the pairings, None if not posted. is_repeated: whether the round was announced before. hinted: whether
    the missing thread was reported.
    """

    tournament: Tournament
    card: tuple[int, int] | None
    pages: Sequence[tuple[int | None, int | None] | None]
    standings: tuple[int | None, int | None] | None
    is_repeated: bool
    hinted: bool


async def posts_of(services: Services, club_id: int, evening_id: int, round_number: int, kind: str = PAIRED) -> Posts:
    def work(connection: Connection) -> Posts:
        club = clubs.find(connection, club_id)
        evening = evening_by_id(connection, club, evening_id)
        return Posts(
            read_tournament(connection, club, evening, services.now()),
            evenings.card_of(connection, club_id, evening),
            [
                evening_rounds.find_announcement(connection, evening_id, round_number, page_kind(PAIRED, page))
                for page in range(MOST_PAGES)
            ],
            evening_rounds.find_announcement(connection, evening_id, round_number, kind),
            evening_rounds.find_announcement(connection, evening_id, round_number, ANEW) is not None,
            evening_rounds.find_announcement(connection, evening_id, 0, NO_THREAD) is not None,
        )

    return await services.database.read(work, club=club_id)


async def repost(
    services: Services, club_id: int, evening_id: int, round_number: int, kind: str = PAIRED, page: int = 0
) -> None:
    def work(connection: Connection) -> None:
        evening_rounds.drop_announcement(connection, evening_id, round_number, page_kind(kind, page))
        store_outbox.put(connection, club_id, POST, f"{evening_id}:{round_number}:{kind}", services.now())

    await _keep(services, club_id, work)


async def game_places(services: Services, club_id: int, evening_id: int) -> dict[str, tuple[int, int]]:
    """Return channel and message of free games' announcements, by kind."""
    return await services.database.read(
        lambda connection: evening_rounds.announcements_of(connection, evening_id, GAME), club=club_id
    )


async def keep_card(services: Services, club_id: int, evening: Evening, channel_id: int, message_id: int) -> None:
    def work(connection: Connection) -> None:
        now = services.now()
        evenings.save_message_location(connection, club_id, evening.id, channel_id, message_id, NOBODY, now)
        outbox.refresh_panel(connection, club_id, now)

    await _keep(services, club_id, work)


async def is_announced(services: Services, club_id: int, evening_id: int, round_number: int, kind: str) -> bool:
    def work(connection: Connection) -> bool:
        return evening_rounds.find_announcement(connection, evening_id, round_number, kind) is not None

    return await services.database.read(work, club=club_id)


async def keep_thread(services: Services, club_id: int, evening_id: int, channel_id: int | None) -> None:
    await _keep(services, club_id, lambda connection: evenings.change(connection, evening_id, posts_in=channel_id))


async def keep_post(
    services: Services, club_id: int, evening_id: int, round_number: int, kind: str, channel_id: int, message_id: int
) -> None:
    def work(connection: Connection) -> None:
        evening_rounds.add_announcement(connection, evening_id, round_number, kind, services.now())
        evening_rounds.keep_announcement(connection, evening_id, round_number, kind, channel_id, message_id)

    await _keep(services, club_id, work)


async def _keep(services: Services, club_id: int, work: Callable[[Connection], None]) -> None:
    await outbox.remember(services, club_id, work)


_POINTS = {
    Written.WIN: 1.0,
    Written.DRAW: 0.5,
    Written.LOSS: 0.0,
    Written.FORFEIT_WIN: 1.0,
    Written.BOTH_FORFEIT: 0.0,
    Written.FULL_BYE: 1.0,
    Written.HALF_BYE: 0.5,
    Written.ZERO_BYE: 0.0,
    Written.TAKEN_BACK: 0.0,
}
_MYSELF = (ME.casefold(), "me")
_PLAYED = (Written.WIN, Written.DRAW, Written.LOSS)


def result_of(write: Write, card: LiveEventCard, line: ParsedResult) -> LiveEventResult:
    """Return a written result with the entrants' numbers; raise for unknown names."""
    if line.points is not None and not takes_scores(card.lists):
        raise InputError(
            f"Result {line.position}: this evening accepts 1-0, 0-1 or ½-½. For points on the board, open "
            "an event with a Scrabble method with /td evening."
        )
    first, second = numbers_in(write, card.entrants, line)
    result = line.result
    if result is Written.FORFEIT_LOSS and second is not None:
        # A forfeit stands with its winner first.
        first, second, result = second, first, Written.FORFEIT_WIN
    new = LiveEventResult(
        round=line.round or 0,
        first=first,
        second=second,
        points=_POINTS[result],
        played=result in _PLAYED,
        reported_by=write.actor.member.user_id,
        reported_at=write.now,
    )
    return new if line.round is not None else _in_its_round(card, new)


def takes_scores(lists: Sequence[RatingList]) -> bool:
    """Return whether a match score such as 2-1 is a result on these lists."""
    return all(system_of(moved).board is None for moved in lists)


def _me(write: Write, entrants: Sequence[LiveEventEntrant], who: ParsedName) -> ParsedName:
    """Return the writer for I and me, unless an entrant is called so."""
    name = (who.name or "").casefold()
    if name not in _MYSELF or any(one.player.name.casefold() == name for one in entrants):
        return who
    return ParsedName(write.actor.member.name, user=write.actor.member.user_id)


def numbers_in(write: Write, entrants: Sequence[LiveEventEntrant], line: ParsedResult) -> tuple[int, int | None]:
    where = f"Result {line.position}: "
    connection, club_id = write.connection, write.club.id
    if line.board is not None:
        raise InputError(f"{where}this evening has no boards. Write both names, for example Dana 1-0 Eli.")
    line = replace(line, first=_me(write, entrants, line.first))
    if line.second is not None:
        line = replace(line, second=_me(write, entrants, line.second))
    second: int | None
    if line.together:
        first, second = _parted(connection, club_id, entrants, line.first, where)
    else:
        first = number_of_name(connection, club_id, entrants, line.first, where)
        second = None if line.second is None else number_of_name(connection, club_id, entrants, line.second, where)
    if first == second:
        raise InputError(f"{where}{line.first.text} cannot play against themselves. Write two players.")
    return first, second


def number_of_name(
    connection: Connection, club_id: int, entrants: Sequence[LiveEventEntrant], who: ParsedName, where: str = ""
) -> int:
    mentions = () if who.user is None else (who.user,)
    meant = _entered(entrants, who)
    if len(meant) == 1:
        return meant[0].number
    if meant:
        choices = ", ".join(f"#{entrant.number} {entrant.player.name}" for entrant in meant[:5])
        raise InputError(
            f'{where}"{who.text}" could be {choices}. Write the number of the player you mean, for example #3.'
        )
    if who.number is not None:
        raise NotFoundError(
            f'{where}"{who.text}" is not on the card. Write a name or a number from it, for example #3.'
        )
    if _is_known(connection, club_id, who):
        raise NotFoundError(
            f"{where}{who.text} has not joined this evening. Ask them to press Join first.", mentions=mentions
        )
    raise NotFoundError(
        f'{where}"{who.text}" is not in this event. Write a name or a number from the card, for example #3.',
        mentions=mentions,
    )


def _parted(
    connection: Connection, club_id: int, entrants: Sequence[LiveEventEntrant], both: ParsedName, where: str
) -> tuple[int, int]:
    both_name = both.name or ""
    for between in _BETWEEN:
        cuts = [(both_name[: cut.start()], both_name[cut.end() :]) for cut in between.finditer(both_name)]
        found = {
            (first[0].number, second[0].number)
            for one, other in cuts
            if one.strip('@" ')
            and other.strip('@" ')
            and len(first := _entered(entrants, parse_name(one))) == 1
            and len(second := _entered(entrants, parse_name(other))) == 1
        }
        if len(found) == 1:
            return found.pop()
        if len(cuts) == 1 and not found:
            # One of the two is unknown: quote it.
            one, other = (number_of_name(connection, club_id, entrants, parse_name(word), where) for word in cuts[0])
            return one, other
    raise InputError(
        f'{where}"{both.text}" is not clearly two names. Write the result between the names, for example Dana 1-0 Eli.'
    )


async def entrant_named(services: Services, tournament: Tournament, who: ParsedName) -> int:
    def work(connection: Connection) -> int:
        return number_of_name(connection, tournament.club.id, tournament.entrants, who)

    return await services.database.read(work, club=tournament.club.id)


_BETWEEN = (re.compile(r" (?:-|vs?\.?|and|against) "), re.compile(r" "), re.compile(r"-"))
"""What may separate two names, plainest first."""


def _in_its_round(card: LiveEventCard, new: LiveEventResult) -> LiveEventResult:
    for result in card.waiting:
        if result.agrees_with(replace(new, round=result.round)):
            return replace(new, round=result.round)
    had = [result.round for result in card.results if {*result.numbers} & {*new.numbers}]
    return replace(new, round=max(had, default=0) + 1)


def _entered(entrants: Sequence[LiveEventEntrant], who: ParsedName) -> Sequence[LiveEventEntrant]:
    if who.number is not None:
        return [entrant for entrant in entrants if entrant.number == who.number]
    if who.user is not None:
        return [entrant for entrant in entrants if entrant.player.user_id == who.user]
    return names_meant(who.name or "", entrants, lambda one: one.player.name)


def _is_known(connection: Connection, club_id: int, who: ParsedName) -> bool:
    if who.user is not None:
        return players.by_user(connection, club_id, who.user) is not None
    return bool(players.named(connection, club_id, who.name or "", 1))


# Directors' announcements: tie-breaks and prizes.


ORDER_SET = evening_action("set-tie-breaks", "set the tie-breaks of")
PRIZES_SET = evening_action("set-prizes", "set the prizes of")


@use_case(ORDER_SET, director_to="set the tie-breaks of an event")
def set_order(write: Write, evening_id: int | None, order: str | None, reason: str | None) -> Tournament:
    """Set an open evening's tie-breaks; directors only.

    order: for `parse_order`, None for the usual. reason: required after round 1 is published (C.07 4).
    """
    tournament = open_tournament(write, evening_id)
    begun = any(one.status is not RoundStatus.DRAFT for one in tournament.rounds)
    if begun and reason is None:
        raise InputError("Round 1 is already published. Give a reason; the standings show it.")
    values = {"tie_breaks": order, "tie_breaks_reason": reason if begun else None}
    return change_evening(write, tournament, values, reason)


@use_case(PRIZES_SET, director_to="set the prizes of an event")
def set_prizes(write: Write, evening_id: int, text: str, people: str, sharing: Sharing) -> Tournament:
    """Set an evening's prizes; directors only.

    text: for `parse_prizes`, empty for none. people: for `parse_winners`.
    """
    tournament = any_tournament(write, evening_id)
    if not text.strip():
        return change_evening(write, tournament, dict.fromkeys(_PRIZES), None)
    values = (text, _numbers(write, tournament, text, people), sharing.value)
    return change_evening(write, tournament, dict(zip(_PRIZES, values, strict=True)), None)


_PRIZES = ("prizes", "prize_people", "prize_sharing")


def _numbers(write: Write, tournament: Tournament, text: str, people: str) -> dict[str, list[int]]:
    from core.files.typed.prizes import parse_prizes

    given = [prize for prize in parse_prizes(text).prizes if prize.kind in (PrizeKind.GROUP, PrizeKind.BY_HAND)]
    alone = {prize.name for prize in given if prize.kind is PrizeKind.BY_HAND}
    numbers: dict[str, list[int]] = {}
    for prize, names in parse_winners(people, [prize.group or prize.name for prize in given]):
        if prize in alone and len(names) > 1:
            raise InputError(f"{prize} goes to one player. Write one name after it.")
        found = [
            number_of_name(write.connection, write.club.id, tournament.entrants, parse_name(name), f"{prize}: ")
            for name in names
        ]
        numbers[prize] = sorted(set(numbers.get(prize, [])) | set(found))
    return numbers


def undo_change(write: Write, entry: AuditEntry) -> Tournament:
    """Undo a change of an evening unless it changed again; after its end only prizes."""
    find = any_tournament if entry.action == PRIZES_SET.name else open_tournament
    tournament = find(write, entry.subject_id or 0)
    was, now = entry.details["was"], entry.details["now"]
    if any(getattr(tournament.evening, name) != value for name, value in now.items()):
        raise RuleError("The evening has been changed in the meantime. Press Directors on its card to change it.")
    return change_evening(write, tournament, was, None)


_NUMBERS = ("prize_people", "forbidden", "fixed", "teams", "play_off")


def change_evening(write: Write, tournament: Tournament, values: dict[str, Any], reason: str | None) -> Tournament:
    """Change columns of an evening, with the old values in the audit."""
    evening = tournament.evening
    stated = {name: value for name, value in values.items() if value and value != reason and name not in _NUMBERS}
    was = {name: getattr(evening, name) for name in values}
    details = {"was": was, "now": values, "values": stated, "reason": reason}
    evenings.change(write.connection, evening.id, **values)
    if evening.status is EveningStatus.OPEN:
        show_changes(write, evening.id)
    changed = evenings.find(write.connection, write.club.id, evening.id)
    assert changed is not None
    write.note(evening.id, details)
    return tournament_in(write, changed)
