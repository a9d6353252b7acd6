"""Rate a whole section at once: the five steps of the official algorithm (US Chess 2025, section 4).

1. An initial rating for each unrated player. 2. Effective games. 3. A first estimate for newcomers whose initial
rating counts for no games. 4. An intermediate rating for everybody, from the opponents' ratings before the event.
5. The same again, from everybody's own rating before the event but with the intermediate ratings as the opponents'.
Floors come only then; a floor on an intermediate rating would spoil every opponent's.

Entrants whose rating the event does not move keep theirs as given throughout: with one who is moved, this is the
estimate of a single player.
"""

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import Any, NamedTuple

from core.background import NOTHING_KNOWN, Background
from core.crosstable import ByeKind, Crosstable, Entrant, EventKind, Seat, score_in
from core.errors import InputError, RatingError, RuleError
from core.lists import RatingList
from core.uschess.editions import Edition
from core.uschess.event import Games, PlayerEvent
from core.uschess.floors import LOWEST_RATING
from core.uschess.formula import EventTerms, Formula, formula_of, rate, start_of, terms_of
from core.uschess.initial import FIDE_SINCE, InitialRating, fide_to_us, fide_to_us_youth, starting_rating
from core.uschess.lifetime_tables import STANDARD_TABLES, LifetimeTables
from core.uschess.player import PlayerResult, with_norms
from core.uschess.rated import RatedPlayer, rate_from
from core.uschess.special import special_rating
from core.uschess.state import HIGHEST_RATING, PlayerState
from core.words import counted


class SectionEntrant(NamedTuple):
    """An entrant as the five steps see them.

    seat: the games that count here. rating: before the event, from step 1 for an unrated player, or as given for one
        whom the event does not move.
    state, formula: None for one whom the event does not move.
    initial: step 1's answer for an unrated player.
    """

    entrant: Entrant
    seat: Seat
    rating: float
    state: PlayerState | None = None
    formula: Formula | None = None
    initial: InitialRating | None = None


def rate_section(
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, PlayerState],
    edition: Edition,
    backgrounds: Mapping[Any, Background] | None = None,
    tables: LifetimeTables = STANDARD_TABLES,
) -> dict[int, PlayerResult]:
    """Return the results of everybody who played and whose rating the event moves, by pairing number.

    states: before the event, by `Entrant.player`, of everybody whose rating it moves.
    backgrounds: of unrated players, by `Entrant.player`.
    Raise InputError or RuleError, naming the player, where the facts do not allow it.
    """
    rated = rate_ratings(crosstable, rating_list, states, edition, backgrounds)
    after = {number: player.rating for number, player in rated.items()}
    results = {}
    for number, player in rated.items():
        # Norms count post-event ratings; whoever the event does not move keeps theirs.
        played = player.event.played
        opponents: list[Any] = list(map(after.get, played.opponents, played.ratings))  # type: ignore[arg-type]
        results[number] = with_norms(player, opponents, tables)
    return results


def rate_ratings(
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, PlayerState],
    edition: Edition,
    backgrounds: Mapping[Any, Background] | None = None,
) -> dict[int, RatedPlayer]:
    """Return the ratings alone, without norms and titles; parameters and errors are those of `rate_section`."""
    terms = terms_of(edition, rating_list, crosstable.kind, crosstable.time_control)
    lines = _lines(crosstable, rating_list, states, terms, backgrounds or {})
    known = intermediate_ratings(lines, terms)
    byes: dict[int, ByeKind] = {bye.entrant: bye.kind for bye in crosstable.byes if bye.kind.gives_a_point}
    day, kind, time_control, rounds = crosstable.date, crosstable.kind, crosstable.time_control, crosstable.rounds
    rated = {}
    rating_at, before_at = known.__getitem__, [line.rating for line in lines].__getitem__
    number_at = [entrant.number for entrant in crosstable.entrants].__getitem__
    for entrant, seat, _, state, formula, initial in lines:
        if formula is None or state is None:
            continue
        places = seat.opponents
        ratings = list(map(rating_at, places))
        games = Games(seat.rounds, ratings, list(map(number_at, places)), seat.scores, list(map(before_at, places)))
        bye = byes.get(entrant.number)
        event = PlayerEvent(day, rating_list, games, formula.score, kind, time_control, bye, rounds)
        try:
            rated[entrant.number] = rate_from(formula, rate(formula, ratings), state, event, terms, initial)
        except RatingError as error:
            if sum(other.formula is not None for other in lines) == 1:
                raise
            raise type(error)(f"Player {entrant.number}: {error.message}") from error
    return rated


def intermediate_ratings(lines: Sequence[SectionEntrant], terms: EventTerms) -> list[float]:
    """Return steps 3 and 4: the ratings that the opponents have in step 5, in the order of the lines."""
    before = [line.rating for line in lines]
    if terms.abroad:  # one pass, against the ratings as they are
        return before
    # Step 3: who enters with an initial rating based on no games is estimated first, as if it were one game.
    known = list(before)
    for place, (_, seat, rating, _, formula, initial) in enumerate(lines):
        if formula is not None and initial is not None and initial.games == 0:
            estimate = special_rating(rating, 1.0, [before[other] for other in seat.opponents], formula.score)
            known[place] = max(estimate.rating, LOWEST_RATING)
    # Step 4. Where one player alone is moved nobody who is moved meets them, and asks for theirs.
    intermediate = list(known)
    moved = [line for line in lines if line.formula is not None]
    if len(moved) == 1:
        return intermediate
    for place, line in enumerate(lines):
        if line.formula is not None:
            result = rate(line.formula, [known[other] for other in line.seat.opponents])
            intermediate[place] = max(result.rating, LOWEST_RATING)
    return intermediate


def _lines(
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, PlayerState],
    terms: EventTerms,
    backgrounds: Mapping[Any, Background],
) -> list[SectionEntrant]:
    """Return the entrants with steps 1 and 2 done."""
    lines = []
    for entrant, met in zip(crosstable.entrants, crosstable.seats(), strict=True):
        seat = met
        if terms.abroad and entrant.rated:
            seat = _with_fide_rating(crosstable, entrant, seat)
        if not entrant.rated or not seat.rounds:
            lines.append(SectionEntrant(entrant, seat, _as_given(crosstable, entrant, met, rating_list)))
            continue
        score = score_in(entrant, seat.scores)
        if not 0 <= score <= len(seat.scores):
            raise InputError(
                f"Player {entrant.number}: a score lies between 0 and the {counted(len(seat.scores), 'game')} played, "
                f"not {score:g}."
            )
        state, initial = states[entrant.player], None
        if terms.abroad:
            _check_abroad(state, rating_list)
        if state.rating is None:
            background = backgrounds.get(entrant.player, NOTHING_KNOWN)
            initial = starting_rating(background, rating_list, crosstable.date)
        start = start_of(state, initial, terms.edition)
        rating = start.rating
        if terms.abroad and entrant.rating is not None:
            # Abroad, opponents count with their FIDE ratings, members of the club too.
            rating = _as_given(crosstable, entrant, met, rating_list)
        formula = formula_of(start, terms, seat.opponents, score)
        lines.append(SectionEntrant(entrant, seat, rating, state, formula, initial))
    return lines


def _with_fide_rating(crosstable: Crosstable, entrant: Entrant, seat: Seat) -> Seat:
    """Leave out the opponents without a FIDE rating, who do not count abroad (US Chess 2025, FIDE events)."""
    counts = [crosstable.entrants[place].rating is not None for place in seat.opponents]
    if entrant.score is not None and not all(counts):
        raise InputError(
            f"Player {entrant.number} has opponents without a FIDE rating: give the results, or leave those out."
        )
    rounds, opponents, scores = seat
    return Seat(list(compress(rounds, counts)), list(compress(opponents, counts)), list(compress(scores, counts)))


def _as_given(crosstable: Crosstable, entrant: Entrant, seat: Seat, rating_list: RatingList) -> float:
    """Return the rating of an entrant whom the event does not move, on the US Chess scale."""
    rating = entrant.rating_on(rating_list)
    if not seat.rounds or (rating is None and crosstable.kind.is_abroad):
        return LOWEST_RATING  # nobody's opponent, or one who does not count: it is not looked at
    if rating is None:
        raise InputError(f"The opponent of round {seat.rounds[0]} has no rating: write a rating instead.")
    refused = f"Player {entrant.number}, round {seat.rounds[0]}: "
    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise InputError(f"{refused}a rating lies between 100 and 3000, not at {rating:g}.")
    if not crosstable.kind.is_abroad:
        return rating
    if crosstable.date < FIDE_SINCE:
        raise RuleError(f"How FIDE events before {FIDE_SINCE.isoformat()} counted is not known here: leave kind out.")
    convert = fide_to_us_youth if crosstable.kind is EventKind.YOUTH_ABROAD else fide_to_us
    converted = convert(rating)
    if converted < LOWEST_RATING:
        raise InputError(f"{refused}{rating:g} is not a FIDE rating: write one such as 1500.")
    return converted


def _check_abroad(state: PlayerState, rating_list: RatingList) -> None:
    if rating_list is not RatingList.USCHESS_REGULAR:
        raise RuleError("A FIDE event abroad moves US Chess Regular ratings only: choose that list.")
    if not state.established:
        raise RuleError("A FIDE event abroad counts only for an established rating (more than 25 games).")
