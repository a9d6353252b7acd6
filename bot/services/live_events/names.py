"""Who the players are that somebody wrote down at an evening."""

from collections.abc import Sequence

from bot.services.live_events.lifecycle import LiveEventCard
from bot.services.transaction import Write
from bot.store.database import Connection
from bot.store.events.evening_rows import LiveEventEntrant, LiveEventResult
from bot.store.people import players
from core.errors import InputError, NotFoundError
from core.formats.typed.results_list import ParsedName, ParsedResult, Written

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
_PLAYED = (Written.WIN, Written.DRAW, Written.LOSS)


def result_of(write: Write, card: LiveEventCard, line: ParsedResult) -> LiveEventResult:
    """Return what was written with the entrants' numbers, reported now; raise a sentence for who is not there."""
    first = _number(write.connection, card, line, line.first)
    second = None if line.second is None else _number(write.connection, card, line, line.second)
    if first == second:
        raise InputError(f"Result {line.position}: {line.first.text} cannot play against themselves.")
    result = line.result
    if result is Written.FORFEIT_LOSS and second is not None:
        # A forfeit stands with its winner first.
        first, second, result = second, first, Written.FORFEIT_WIN
    return LiveEventResult(
        round=line.round,
        first=first,
        second=second,
        points=_POINTS[result],
        played=result in _PLAYED,
        reported_by=write.actor.member.user_id,
        reported_at=write.now,
    )


def _number(connection: Connection, card: LiveEventCard, line: ParsedResult, who: ParsedName) -> int:
    where = f"Result {line.position}: "
    mentions = () if who.user is None else (who.user,)
    found = _entered(card, who)
    if len(found) == 1:
        return found[0].number
    if found:
        choices = ", ".join(f"#{entrant.number} {entrant.player.name}" for entrant in found[:5])
        raise InputError(f"{where}{who.text} could be {choices}: write the # of the one you mean.")
    if who.number is not None:
        raise NotFoundError(f"{where}there is no {who.text} on the card: look for the number or write the name.")
    if _is_known(connection, card.club.id, who):
        raise NotFoundError(
            f"{where}{who.text} has not joined this evening: they press Join under it first.", mentions=mentions
        )
    raise NotFoundError(
        f"{where}{who.text} is not in this event: write a name of the card, or its #, as in #3.", mentions=mentions
    )


def _entered(card: LiveEventCard, who: ParsedName) -> Sequence[LiveEventEntrant]:
    """Return the entrants whom a word may mean: those of exactly that name before those whose name begins so."""
    if who.number is not None:
        return [entrant for entrant in card.entrants if entrant.number == who.number]
    if who.user is not None:
        return [entrant for entrant in card.entrants if entrant.player.user_id == who.user]
    folded = (who.name or "").casefold()
    names = [(entrant, entrant.player.name.casefold()) for entrant in card.entrants]
    exact = [entrant for entrant, name in names if name == folded]
    return exact or [entrant for entrant, name in names if name.startswith(folded)]


def _is_known(connection: Connection, club_id: int, who: ParsedName) -> bool:
    if who.user is not None:
        return players.by_user(connection, club_id, who.user) is not None
    return bool(players.by_folded_names(connection, club_id, [(who.name or "").casefold()]))
