"""Rate a whole section at once: the five steps of the official algorithm (US Chess 2025, section 4).

1. An initial rating for each unrated player. 2. Effective games. 3. A first estimate for newcomers whose initial
rating counts for no games. 4. An intermediate rating for everybody, from the opponents' ratings before the event.
5. The same again, from everybody's own rating before the event but with the intermediate ratings as the opponents'.
Floors come only then; a floor on an intermediate rating would spoil every opponent's.

Entrants whose rating the event does not move keep theirs as given throughout: with one who is moved, this is the
estimate of a single player.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from core.background import NOTHING_KNOWN, Background
from core.crosstable import ByeKind, Crosstable, Entrant, EventKind, PlayedGame, score_in
from core.errors import InputError, RatingError, RuleError
from core.frozen import frozen
from core.lists import RatingList
from core.uschess.editions import Edition
from core.uschess.event import OpponentGame, PlayerEvent
from core.uschess.floors import LOWEST_RATING
from core.uschess.formula import EventTerms, Start, rate, start_of, terms_of
from core.uschess.initial import FIDE_SINCE, InitialRating, fide_to_us, fide_to_us_youth, starting_rating
from core.uschess.lifetime_tables import STANDARD_TABLES, LifetimeTables
from core.uschess.player import PlayerResult, with_norms
from core.uschess.rated import RatedPlayer, rate_from
from core.uschess.special import special_rating
from core.uschess.state import HIGHEST_RATING, PlayerState
from core.words import counted


@frozen
class SectionEntrant:
    """An entrant as the five steps see them.

    rating: before the event, from step 1 for an unrated player, or as given for one whom the event does not move.
    state, start: None for one whom the event does not move.
    initial: step 1's answer for an unrated player.
    opponents: places of the opponents among the lines, one for each game; people repeat where they met again.
    """

    entrant: Entrant
    games: Sequence[PlayedGame]
    opponents: tuple[int, ...]
    score: float
    rating: float
    state: PlayerState | None
    start: Start | None
    initial: InitialRating | None

    @property
    def is_moved(self) -> bool:
        return self.start is not None and bool(self.opponents)


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
        opponents = [after.get(game.opponent, game.rating) for game in player.event.games]  # type: ignore[call-overload]
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
    lines = _lines(crosstable, rating_list, states, edition, backgrounds or {})
    known = intermediate_ratings(lines, terms)
    byes: dict[int, ByeKind] = {bye.entrant: bye.kind for bye in crosstable.byes if bye.kind.gives_a_point}
    rounds = crosstable.rounds
    rated = {}
    make = tuple.__new__
    for line in lines:
        if line.start is None or line.state is None or not line.opponents:
            continue
        # Of thousands, past the named tuple's own __new__, at half its time.
        games = tuple(
            [
                make(OpponentGame, (round_number, known[place], opponent.number, score, lines[place].rating))
                for (round_number, opponent, score), place in zip(line.games, line.opponents, strict=True)
            ]
        )
        event = PlayerEvent(
            day=crosstable.date,
            rating_list=rating_list,
            games=games,
            score=line.score,
            kind=crosstable.kind,
            time_control=crosstable.time_control,
            bye=byes.get(line.entrant.number),
            rounds=rounds,
        )
        try:
            rated[line.entrant.number] = rate_from(line.start, line.state, event, terms, line.initial)
        except RatingError as error:
            if sum(other.is_moved for other in lines) == 1:
                raise
            raise type(error)(f"Player {line.entrant.number}: {error.message}") from error
    return rated


def intermediate_ratings(lines: Sequence[SectionEntrant], terms: EventTerms) -> list[float]:
    """Return steps 3 and 4: the ratings that the opponents have in step 5, in the order of the lines."""
    before = [line.rating for line in lines]
    if terms.abroad:  # one pass, against the ratings as they are
        return before
    # Step 3: who enters with an initial rating based on no games is estimated first, as if it were one game.
    known = list(before)
    for place, line in enumerate(lines):
        if line.is_moved and line.initial is not None and line.initial.games == 0:
            estimate = special_rating(line.rating, 1.0, [before[other] for other in line.opponents], line.score)
            known[place] = max(estimate.rating, LOWEST_RATING)
    # Step 4
    intermediate = list(known)
    for place, line in enumerate(lines):
        if line.is_moved and line.start is not None:
            opponents = [known[other] for other in line.opponents]
            result = rate(line.start, terms, opponents, line.opponents, line.score)
            intermediate[place] = max(result.rating, LOWEST_RATING)
    return intermediate


def _lines(
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, PlayerState],
    edition: Edition,
    backgrounds: Mapping[Any, Background],
) -> list[SectionEntrant]:
    """Return the entrants with steps 1 and 2 done."""
    places = {entrant.number: place for place, entrant in enumerate(crosstable.entrants)}
    played = crosstable.played()
    lines = []
    for entrant in crosstable.entrants:
        met = games = played[entrant.number]
        if crosstable.kind.is_abroad and entrant.rated:
            games = _with_fide_rating(entrant, games)
        opponents = tuple([places[game.opponent.number] for game in games])
        if not entrant.rated or not games:
            rating = _as_given(crosstable, entrant, met, rating_list)
            lines.append(SectionEntrant(entrant, games, opponents, 0.0, rating, None, None, None))
            continue
        score = score_in(entrant, games)
        if not 0 <= score <= len(games):
            raise InputError(
                f"Player {entrant.number}: a score lies between 0 and the {counted(len(games), 'game')} played, "
                f"not {score:g}."
            )
        state, initial = states[entrant.player], None
        if crosstable.kind.is_abroad:
            _check_abroad(state, rating_list)
        if state.rating is None:
            background = backgrounds.get(entrant.player, NOTHING_KNOWN)
            initial = starting_rating(background, rating_list, crosstable.date)
        start = start_of(state, initial, edition)
        rating = start.rating
        if crosstable.kind.is_abroad and entrant.rating is not None:
            # Abroad, opponents count with their FIDE ratings, members of the club too.
            rating = _as_given(crosstable, entrant, met, rating_list)
        lines.append(SectionEntrant(entrant, games, opponents, score, rating, state, start, initial))
    return lines


def _with_fide_rating(entrant: Entrant, games: Sequence[PlayedGame]) -> list[PlayedGame]:
    """Leave out the opponents without a FIDE rating, who do not count abroad (US Chess 2025, FIDE events)."""
    counted = [game for game in games if game.opponent.rating is not None]
    if entrant.score is not None and len(counted) < len(games):
        raise InputError(
            f"Player {entrant.number} has opponents without a FIDE rating: give the results, or leave those out."
        )
    return counted


def _as_given(crosstable: Crosstable, entrant: Entrant, games: Sequence[PlayedGame], rating_list: RatingList) -> float:
    """Return the rating of an entrant whom the event does not move, on the US Chess scale."""
    rating = entrant.rating_on(rating_list)
    if not games or (rating is None and crosstable.kind.is_abroad):
        return LOWEST_RATING  # nobody's opponent, or one who does not count: it is not looked at
    if rating is None:
        raise InputError(f"The opponent of round {games[0].round} has no rating: write a rating instead.")
    refused = f"Player {entrant.number}, round {games[0].round}: "
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
