"""Rate an event: for everybody the ratings of its first day, and then each player by themselves (B.02 8.3).

Nobody's result depends on what the event does to others, so there is one pass. A rated player's event waits for its
list; an unrated player's goes into the games toward a first rating.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple

from core.background import NOTHING_KNOWN, Background, ExternalRating, ExternalSystem
from core.crosstable import Crosstable, Entrant, EventKind, Seat
from core.errors import InputError, RatingError, RuleError
from core.fide.change import LeftOut, OpponentGame
from core.fide.editions import Edition
from core.fide.player import EventTerms, OwnRating, PlayerResult, rate_player
from core.fide.reasons import Reason
from core.fide.speeds import lists_for
from core.fide.state import HIGHEST_RATING, PlayerState
from core.lists import RatingList

_NO_GAME_COUNTS = {
    LeftOut.UNRATED: "the opponents are unrated",
    LeftOut.BELOW_FLOOR: "the opponents' ratings are too low for a FIDE list, which has ratings {ratings}",
    LeftOut.FAR_APART: "the players are 600 points or more apart",
    LeftOut.MATCH_UNRATED: "a match counts only between rated players",
    LeftOut.MATCH_DECIDED: "the match was decided",
}


class EntrantRating(NamedTuple):
    """An entrant's rating as the opponents see it, or why it is none; and as it counts for the entrant."""

    faced: int | None
    unrated: LeftOut | None = None
    own: OwnRating | None = None


def ratings_allowed(edition: Edition) -> str:
    """Return which ratings a list has by an edition, for the end of a sentence."""
    named, _, _ = edition.title.partition(" (")
    return f"from {edition.floor} to {HIGHEST_RATING} (rules: {named})"


def rate_section(
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, PlayerState],
    edition: Edition,
    backgrounds: Mapping[Any, Background],
) -> dict[int, PlayerResult]:
    """Return the results of everybody whom the event moves and who has a game that counts, by pairing number.

    Raise InputError or RuleError, naming the player, where the facts do not allow it, or where no game counts.
    """
    terms = EventTerms(edition, rating_list, crosstable.began or crosstable.date, crosstable.date)
    lines = [_line(entrant, states, terms, backgrounds) for entrant in crosstable.entrants]
    _check_control(crosstable, terms, lines)
    seats = zip(crosstable.entrants, lines, crosstable.seats(), strict=True)
    moved = [(entrant, line, seat) for entrant, line, seat in seats if entrant.rated and seat.rounds]
    # Why a game against each cannot count, where that is plain already.
    unrated = [line.unrated if line.faced is None else None for line in lines]
    faced_at, unrated_at = [line.faced for line in lines].__getitem__, unrated.__getitem__
    results, left_out = {}, None
    make = tuple.__new__
    for entrant, line, seat in moved:
        try:
            if crosstable.kind is EventKind.MATCH:
                games = _match_games(line, seat, lines)
            else:
                # A month has a hundred thousand: past the named tuple's own __new__, and without a loop in Python.
                opponents = seat.opponents
                columns = zip(
                    seat.rounds, map(faced_at, opponents), seat.scores, map(unrated_at, opponents), strict=True
                )
                games = list(map(make, repeat(OpponentGame), columns))
            background = backgrounds.get(entrant.player, NOTHING_KNOWN)
            result = rate_player(states[entrant.player], line.own, games, terms, entrant.score, background)
        except RatingError as error:
            if len(moved) == 1:
                raise
            raise type(error)(f"Player {entrant.number}: {error.message}") from error
        if result.after is not result.before:
            results[entrant.number] = result
        elif left_out is None:
            left_out = result.games[0].left_out
    if not results and left_out is not None:
        why = _NO_GAME_COUNTS[left_out].format(ratings=ratings_allowed(edition))
        raise RuleError(f"FIDE rates none of these games: {why}.")
    return results


def _line(
    entrant: Entrant, states: Mapping[Any, PlayerState], terms: EventTerms, backgrounds: Mapping[Any, Background]
) -> EntrantRating:
    line = _as_stored(entrant, states, terms, backgrounds) if entrant.rated else _as_given(entrant, terms)
    if line.faced is not None and line.faced < terms.edition.floor:
        # As somebody wrote it, or of older rules: no list has such a rating.
        return line._replace(faced=None, unrated=LeftOut.BELOW_FLOOR)
    return line


def _as_stored(
    entrant: Entrant, states: Mapping[Any, PlayerState], terms: EventTerms, backgrounds: Mapping[Any, Background]
) -> EntrantRating:
    """Return the rating of an entrant whom the event moves."""
    state = states[entrant.player]
    faced = state.in_force(terms.began)
    if state.rating is None:
        held = (*entrant.external_ratings, *backgrounds.get(entrant.player, NOTHING_KNOWN).ratings)
        borrowed = _standard_rating(held, terms)
        own = None if borrowed is None else OwnRating(borrowed, Reason.OWN_BORROWED)
        return EntrantRating(borrowed if faced is None else faced, LeftOut.UNRATED, own)
    if faced is None:
        # Published meanwhile: rated for themselves, but not for the opponents (B.02 8.2.4).
        return EntrantRating(None, LeftOut.UNRATED, OwnRating(state.rating, Reason.OWN_CURRENT))
    return EntrantRating(faced, None, OwnRating(faced))


def _standard_rating(held: Iterable[ExternalRating], terms: EventTerms) -> int | None:
    """Return the FIDE rating that stands in for a missing one: in rapid and blitz, the standard rating counts."""
    for other in held:
        if other.system is ExternalSystem.FIDE and terms.edition.floor <= other.rating <= HIGHEST_RATING:
            return int(other.rating)
    return None


def _as_given(entrant: Entrant, terms: EventTerms) -> EntrantRating:
    """Return the rating of an entrant whom the event does not move."""
    rating = entrant.rating_on(terms.rating_list)
    if rating is None:
        return EntrantRating(_standard_rating(entrant.external_ratings, terms), LeftOut.UNRATED)
    if rating != int(rating) or rating > HIGHEST_RATING:
        allowed = ratings_allowed(terms.edition)
        raise InputError(f"Player {entrant.number}: {rating:g} is not a FIDE rating: write a whole number {allowed}.")
    return EntrantRating(int(rating))


def _check_control(crosstable: Crosstable, terms: EventTerms, lines: Iterable[EntrantRating]) -> None:
    control = crosstable.time_control
    if control is None or crosstable.overruled is not None:
        return
    ratings = [rating for line in lines for rating in (line.faced, line.own and line.own.rating) if rating]
    right = lists_for(control, max(ratings, default=None), terms.edition)
    if terms.rating_list not in right:
        allowed = " or ".join(rating_list.label for rating_list in right)
        raise RuleError(f"A time control of {control} is rated as {allowed}, not as {terms.rating_list.label}.")


def _match_games(mine: EntrantRating, seat: Seat, lines: Sequence[EntrantRating]) -> list[OpponentGame]:
    """Return the games of a match: none counts with an unrated player, nor those after it was decided."""
    if len(set(seat.opponents)) > 1:
        raise InputError("A match has one opponent: choose no kind, or name the same opponent for every game.")
    theirs = lines[seat.opponents[0]].faced
    unrated = theirs is None or (mine.own is None and mine.faced is None)
    points, lost, games = 0.0, 0.0, []
    for round_number, score in zip(seat.rounds, seat.scores, strict=True):
        decided = 2 * max(points, lost) > len(seat.rounds)
        left_out = LeftOut.MATCH_UNRATED if unrated else LeftOut.MATCH_DECIDED if decided else None
        games.append(OpponentGame(round_number, theirs, score, left_out))
        if score is not None:
            points, lost = points + score, lost + 1 - score
    return games
