"""Who the players are that somebody wrote down at an evening."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.services.context import Services
from bot.services.live_events.lifecycle import LiveEventCard
from bot.services.live_events.tournament import Tournament
from bot.services.transaction import Write
from bot.store.database import Connection
from bot.store.events.evening_rows import LiveEventEntrant, LiveEventResult
from bot.store.people import players
from core.errors import InputError, NotFoundError
from core.formats.typed.boards import parse_name
from core.formats.typed.results_list import ME, ParsedName, ParsedResult, Written
from core.likeness.names_meant import names_meant
from core.lists import RatingList
from core.systems import POOLS

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
_OF_ANY_GAME = (*POOLS, RatingList.ELO, RatingList.GLICKO_2)
_PLAYED = (Written.WIN, Written.DRAW, Written.LOSS)


def result_of(write: Write, card: LiveEventCard, line: ParsedResult) -> LiveEventResult:
    """Return what was written with the entrants' numbers, reported now; raise a sentence for who is not there."""
    if line.points is not None and not takes_scores(card.lists):
        raise InputError(
            f"Result {line.position}: this evening takes 1-0, 0-1 or ½-½; points on the board are for one that "
            "/event new opens with a method for Scrabble."
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
    """Return whether a score such as 2-1 or 11:7 is a result: on lists of any game, of which the winner counts."""
    return all(moved in _OF_ANY_GAME for moved in lists)


def numbers_in(write: Write, entrants: Sequence[LiveEventEntrant], line: ParsedResult) -> tuple[int, int | None]:
    """Return the numbers of who was written down; raise a sentence for who is not there."""
    where = f"Result {line.position}: "
    connection, club_id = write.connection, write.club.id
    is_named = any(one.player.name.casefold() == (line.first.name or "").casefold() for one in entrants)
    if (line.first.name or "").casefold() in _MYSELF and not is_named:
        line = replace(line, first=ParsedName(write.actor.member.name, user=write.actor.member.user_id))
    second: int | None
    if line.together:
        first, second = _parted(connection, club_id, entrants, line.first, where)
    else:
        first = number_of_name(connection, club_id, entrants, line.first, where)
        second = None if line.second is None else number_of_name(connection, club_id, entrants, line.second, where)
    if first == second:
        raise InputError(f"{where}{line.first.text} cannot play against themselves.")
    return first, second


def number_of_name(
    connection: Connection, club_id: int, entrants: Sequence[LiveEventEntrant], who: ParsedName, where: str = ""
) -> int:
    """Return the number of the one entrant whom a word means; raise a sentence for none and for several."""
    mentions = () if who.user is None else (who.user,)
    meant = _entered(entrants, who)
    if len(meant) == 1:
        return meant[0].number
    if meant:
        choices = ", ".join(f"#{entrant.number} {entrant.player.name}" for entrant in meant[:5])
        raise InputError(f"{where}{who.text} could be {choices}: write the # of the one you mean.")
    if who.number is not None:
        raise NotFoundError(f"{where}there is no {who.text} on the card: look for the number or write the name.")
    if _is_known(connection, club_id, who):
        raise NotFoundError(
            f"{where}{who.text} has not joined this evening: they press Join under it first.", mentions=mentions
        )
    raise NotFoundError(
        f"{where}{who.text} is not in this event: write a name from the card, or its number, as #3.", mentions=mentions
    )


def _parted(
    connection: Connection, club_id: int, entrants: Sequence[LiveEventEntrant], both: ParsedName, where: str
) -> tuple[int, int]:
    """Return who two names beside each other are: where one ends, the names on the card decide."""
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
            # One of the two is nobody: say which.
            one, other = (number_of_name(connection, club_id, entrants, parse_name(word), where) for word in cuts[0])
            return one, other
    raise InputError(f'{where}where does one name end in "{both.text}"? Put the result between the names.')


async def entrant_named(services: Services, tournament: Tournament, who: ParsedName) -> int:
    """Return the number of the entrant whom a director names; raise a sentence for none and for several."""

    def work(connection: Connection) -> int:
        return number_of_name(connection, tournament.club.id, tournament.entrants, who)

    return await services.database.read(work, club=tournament.club.id)


_BETWEEN = (re.compile(r" (?:-|vs?\.?|and|against) "), re.compile(r" "), re.compile(r"-"))
"""What may stand between two names, the plainest first."""


def _in_its_round(card: LiveEventCard, new: LiveEventResult) -> LiveEventResult:
    """Return a result of an evening that is not paired, written without its round, in the round that it is of.

    That of the same result where it waits to be confirmed; otherwise the one after all that the two have had.
    """
    for result in card.waiting:
        if result.says_the_same_as(replace(new, round=result.round)):
            return replace(new, round=result.round)
    had = [result.round for result in card.results if {*result.numbers} & {*new.numbers}]
    return replace(new, round=max(had, default=0) + 1)


def _entered(entrants: Sequence[LiveEventEntrant], who: ParsedName) -> Sequence[LiveEventEntrant]:
    """Return the entrants whom a word may mean: those of the whole name before those who have it in part."""
    if who.number is not None:
        return [entrant for entrant in entrants if entrant.number == who.number]
    if who.user is not None:
        return [entrant for entrant in entrants if entrant.player.user_id == who.user]
    return names_meant(who.name or "", entrants, lambda one: one.player.name)


def _is_known(connection: Connection, club_id: int, who: ParsedName) -> bool:
    if who.user is not None:
        return players.by_user(connection, club_id, who.user) is not None
    return bool(players.named(connection, club_id, who.name or "", 1))
