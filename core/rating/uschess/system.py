"""The US Chess system: facts and states in, results out."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import compress
from types import MappingProxyType
from typing import Any, NamedTuple

from core.errors import InputError, RatingError, RuleError
from core.event.background import NOTHING_KNOWN, Background, ExternalSystem
from core.event.crosstable import ByeKind, Crosstable, Entrant, EventKind, Seat, TimeControl, score_in
from core.event.entered_rating import EnteredRating
from core.event.published import Comparison, PublishedRating, RatedNear
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules, Codes
from core.rating.outcome import Award, DisplayedRating, Outcome
from core.rating.rating_system import NO_BACKGROUNDS, Bounds, FloorDue, LifetimeTitles, Met, MissedNorm, RatingClass
from core.rating.uschess import rules as uschess_rules
from core.rating.uschess.formulas import (
    CONVERTED_SINCE,
    FIDE_SINCE,
    InitialRating,
    fide_to_us,
    fide_to_us_youth,
    special_rating,
    starting_rating,
)
from core.rating.uschess.lifetime import public_title, title_of, write_code
from core.rating.uschess.norms import LEAST_GAMES, LEVELS, norm_table, performance_rating
from core.rating.uschess.norms import titles as norm_titles
from core.rating.uschess.player import PlayerResult, floor_due, norm_block, with_norms
from core.rating.uschess.published import compare
from core.rating.uschess.rated import (
    EventTerms,
    Formula,
    Games,
    PlayerEvent,
    RatedPlayer,
    formula_of,
    personal_floor,
    rate,
    rate_from,
    start_of,
    terms_of,
)
from core.rating.uschess.rules import (
    EDITIONS,
    ESTABLISHED_ABOVE,
    INFORMAL_2020,
    LIFE_MASTER_GAMES,
    LOWEST_RATING,
    Edition,
    NormTest,
    Reason,
    edition_for,
    edition_named,
    is_established,
)
from core.rating.uschess.state import HIGHEST_RATING, PlayerState, demote_title, enter_rating, hold_for_life
from core.words import counted, displayed

# Rate a whole section: the five steps of the official algorithm (US Chess 2025, section 4). Floors come last: on an
# intermediate rating they would spoil every opponent's. Entrants whom the event does not move keep theirs as given
# throughout.


class SectionEntrant(NamedTuple):
    """An entrant of the five steps.

    rating: before the event, from step 1, or as given. state, formula: None if not rated here. initial: step 1.
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
) -> dict[int, PlayerResult]:
    """Return the results of the rated players by pairing number.

    states, backgrounds: by `Entrant.player`. Raise InputError or RuleError, naming the player.
    """
    rated = rate_ratings(crosstable, rating_list, states, edition, backgrounds)
    after = {number: player.rating for number, player in rated.items()}
    results = {}
    for number, player in rated.items():
        # Norms count post-event ratings; unmoved players keep theirs.
        played = player.event.played
        opponents: list[Any] = list(map(after.get, played.opponents, played.ratings))  # type: ignore[arg-type]
        results[number] = with_norms(player, opponents)
    return results


def rate_ratings(
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, PlayerState],
    edition: Edition,
    backgrounds: Mapping[Any, Background] | None = None,
    initials: Mapping[Any, InitialRating] = MappingProxyType({}),
) -> dict[int, RatedPlayer]:
    """Return the ratings without norms and titles; parameters as in `rate_section`.

    initials: other initial ratings, by `Entrant.player`.
    """
    terms = terms_of(edition, rating_list, crosstable.kind, crosstable.time_control)
    lines = _lines(crosstable, rating_list, states, terms, backgrounds or {}, initials)
    known = intermediate_ratings(lines, terms)
    byes: dict[int, ByeKind] = {bye.entrant: bye.kind for bye in crosstable.byes if bye.kind.gives_a_point}
    day, kind, time_control, rounds = crosstable.date, crosstable.kind, crosstable.time_control, crosstable.rounds
    rated = {}
    rating_at, before_at = known.__getitem__, [line.rating for line in lines].__getitem__
    number_at = [entrant.number for entrant in crosstable.entrants].__getitem__
    is_section = sum(line.formula is not None for line in lines) > 1
    for place, (entrant, seat, _, state, formula, initial) in enumerate(lines):
        if formula is None or state is None:
            continue
        places = seat.opponents
        ratings = list(map(rating_at, places))
        games = Games(seat.rounds, ratings, list(map(number_at, places)), seat.scores, list(map(before_at, places)))
        bye = byes.get(entrant.number)
        event = PlayerEvent(day, rating_list, games, formula.score, kind, time_control, bye, rounds)
        try:
            player = rate_from(formula, rate(formula, ratings), state, event, terms, initial)
            rated[entrant.number] = player._replace(first_pass=known[place]) if is_section and initial else player
        except RatingError as error:
            if not is_section:
                raise
            raise type(error)(f"{entrant.called}: {error.message}") from error
    return rated


def intermediate_ratings(lines: Sequence[SectionEntrant], terms: EventTerms) -> list[float]:
    """Return steps 3 and 4: the opponents' ratings for step 5, in order of the lines."""
    before = [line.rating for line in lines]
    if terms.abroad:  # one pass, against the ratings as they are
        return before
    # Step 3: an initial rating of no games is estimated first, as of one game.
    known = list(before)
    for place, (_, seat, rating, _, formula, initial) in enumerate(lines):
        if formula is not None and initial is not None and initial.games == 0:
            estimate = special_rating(rating, 1.0, [before[other] for other in seat.opponents], formula.score)
            known[place] = max(estimate.rating, LOWEST_RATING)
    # Step 4. A single moved player's opponents do not need it.
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
    initials: Mapping[Any, InitialRating],
) -> list[SectionEntrant]:
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
                f"{entrant.called}: a score must be between 0 and the {counted(len(seat.scores), 'game')} played, "
                f"not {score:g}."
            )
        state, initial = states[entrant.player], None
        if terms.abroad:
            _check_abroad(state, rating_list)
        if state.rating is None:
            background = backgrounds.get(entrant.player, NOTHING_KNOWN)
            initial = initials.get(entrant.player) or starting_rating(background, rating_list, crosstable.date)
        start = start_of(state, initial, terms.edition)
        rating = start.rating
        if terms.abroad and entrant.rating is not None:
            # Abroad, opponents count with their FIDE ratings.
            rating = _as_given(crosstable, entrant, met, rating_list)
        formula = formula_of(start, terms, seat.opponents, score)
        lines.append(SectionEntrant(entrant, seat, rating, state, formula, initial))
    return lines


def _with_fide_rating(crosstable: Crosstable, entrant: Entrant, seat: Seat) -> Seat:
    """Remove opponents without a FIDE rating (US Chess 2025, FIDE events)."""
    counts = [crosstable.entrants[place].rating is not None for place in seat.opponents]
    if entrant.score is not None and not all(counts):
        raise InputError(
            f"{entrant.called} has opponents without a FIDE rating. Give the results, or remove those opponents."
        )
    rounds, opponents, scores = seat
    return Seat(list(compress(rounds, counts)), list(compress(opponents, counts)), list(compress(scores, counts)))


def _as_given(crosstable: Crosstable, entrant: Entrant, seat: Seat, rating_list: RatingList) -> float:
    rating = entrant.rating_on(rating_list)
    if not seat.rounds or (rating is None and crosstable.kind.is_abroad):
        return LOWEST_RATING  # nobody's opponent, or one who does not count
    if rating is None:
        raise InputError(f"The opponent of round {seat.rounds[0]} has no rating. Write a rating instead.")
    refused = f"{entrant.called}, round {seat.rounds[0]}: "
    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise InputError(f"{refused}a rating must be between 100 and 3000, not {rating:g}.")
    if not crosstable.kind.is_abroad:
        return rating
    if crosstable.date < FIDE_SINCE:
        raise RuleError(f"How FIDE events before {FIDE_SINCE.isoformat()} counted is unknown. Remove kind.")
    convert = fide_to_us_youth if crosstable.kind is EventKind.YOUTH_ABROAD else fide_to_us
    converted = convert(rating)
    if converted < LOWEST_RATING:
        raise InputError(f"{refused}{rating:g} is not a FIDE rating. Write one, for example 1500.")
    return converted


def _check_abroad(state: PlayerState, rating_list: RatingList) -> None:
    if rating_list is not RatingList.USCHESS_REGULAR:
        raise RuleError("A FIDE event abroad only changes US Chess Regular ratings. Choose that list.")
    if not state.established:
        raise RuleError("A FIDE event abroad counts only for an established rating (more than 25 games).")


LISTS = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ)

TITLE_SYSTEM, LIFETIME = "uschess", "lifetime"
"""The schemes of norms: the title system of 2016, and the lifetime titles of the 1990s."""

NATIONAL_MASTER, ORIGINAL_LIFE_MASTER = "national-master", "original-life-master"
"""Titles without norms: an established rating of 2200 once, and 300 games above it."""

MASTER_RATING, LOWEST_CLASS = 2200, 1200


def edition_of(crosstable: Crosstable, rules: str | None) -> Edition:
    return edition_for(crosstable.date) if rules is None else edition_named(rules)


class UsChess(LifetimeTitles):
    """US Chess ratings, with the titles by norms and the lifetime titles of the 1990s."""

    key = "uschess"
    ratings = "US Chess ratings"
    lists = LISTS
    editions = EDITIONS
    club_editions = (INFORMAL_2020,)
    federation, membership = "USA", "uschess_id"
    month_first = True
    has_provisional = True
    established_games = ESTABLISHED_ABOVE + 1
    typed_ratings = Bounds(LOWEST_RATING, HIGHEST_RATING)
    quiet_schemes = frozenset((LIFETIME,))
    reasons = Reason
    state_type = PlayerState
    title_names = MappingProxyType(
        {
            "S": "Life Senior Master",
            "OLM": "Original Life Master",
            "M": "Life Master",
            "NM": "National Master",
            **{level.code: level.title for level in reversed(LEVELS) if level.rating < MASTER_RATING},
        }
    )
    background_of = MappingProxyType(
        {
            RatingList.USCHESS_REGULAR: ExternalSystem.USCHESS_REGULAR,
            RatingList.USCHESS_QUICK: ExternalSystem.USCHESS_QUICK,
            RatingList.USCHESS_BLITZ: ExternalSystem.USCHESS_BLITZ,
        }
    )

    def rank(self, state: PlayerState) -> DisplayedRating | None:
        if state.rating is None:
            return None
        provisional = not is_established(state.games)
        title = state.lifetime
        if title is None or provisional:
            return DisplayedRating(state.rating, displayed(state.rating), state.games, provisional)
        points = title.first if title.first or state.earned else None
        return DisplayedRating(state.rating, displayed(state.rating), state.games, provisional, title.level, points)

    def floor(self, state: PlayerState, rating_list: RatingList) -> float:
        return personal_floor(state, rating_list)

    def peak(self, state: PlayerState) -> int | None:
        return None if state.peak is None else displayed(state.peak)

    def titles(self, state: PlayerState, rating_list: RatingList) -> tuple[Award, ...]:
        state = state.for_life
        held = [Award(TITLE_SYSTEM, level.rating, level.code) for level in norm_titles(state.norms, state.peak)]
        if rating_list is RatingList.USCHESS_REGULAR:
            if state.peak is not None and displayed(state.peak) >= MASTER_RATING:
                held.append(Award(NATIONAL_MASTER, MASTER_RATING, "NM"))
            if state.games_above_2200 >= LIFE_MASTER_GAMES:
                held.append(Award(ORIGINAL_LIFE_MASTER, MASTER_RATING, "OLM"))
        return tuple(held)

    def class_of(self, rating: float) -> str:
        return uschess_rules.class_of(rating)

    def classes(self, rating_list: RatingList) -> tuple[RatingClass, ...]:
        """Return the classes down to D and one below; Quick and Blitz say so."""
        speed = "" if rating_list is LISTS[0] else rating_list.label.removeprefix("US Chess ") + " "
        named = [RatingClass(low, f"{speed}{name}") for low, name in uschess_rules.CLASSES if low >= LOWEST_CLASS]
        return (*named, RatingClass(0, f"{speed}Class E and below"))

    def missed_norm(
        self, kind: EventKind, rating_list: RatingList, opponents: Sequence[Met], score: float
    ) -> MissedNorm | None:
        """Return the next norm; None below four games, or if the event gives none."""
        met = [one.opponent for one in opponents]
        if len(met) < LEAST_GAMES or norm_block(kind, rating_list, met) is not None:
            return None
        missed = norm_table([one.rating for one in opponents], score).lowest_missed
        if missed is None or missed.required is None:
            return None
        return MissedNorm(Award(TITLE_SYSTEM, missed.level.rating, missed.level.code), missed.required - score)

    def hold_for_life(self, before: PlayerState, after: PlayerState) -> PlayerState:
        return hold_for_life(after, before.for_life)

    def as_reported(self, before: PlayerState, outcome: Outcome) -> Outcome:
        reported = super().as_reported(before, outcome)
        return reported._replace(detail=outcome.detail._replace(after=reported.state))

    def title_code(self, level: int | None, points: int | None, rules: ClubRules) -> str:
        if rules.codes is Codes.NONE or (rules.codes is Codes.EARNED and points is None):
            return ""
        return write_code(public_title(level, points))

    def as_shown(self, outcome: Outcome, rules: ClubRules) -> Outcome:
        """Return an outcome without the 1990s' titles if the club hides them."""
        if rules.codes is not Codes.NONE:
            return outcome
        before, after = (
            None if rank is None else rank._replace(title_level=None, title_points=None)
            for rank in (outcome.before, outcome.after)
        )
        norms, titles = (
            tuple(award for award in awards if award.scheme != LIFETIME) for awards in (outcome.norms, outcome.titles)
        )
        detail = outcome.detail._replace(lifetime=None)
        return outcome._replace(before=before, after=after, norms=norms, titles=titles, detail=detail)

    def compare_published(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        outcomes: Mapping[int, Outcome],
        published: Mapping[int, PublishedRating],
        near: Mapping[int, Sequence[RatedNear]],
    ) -> Comparison:
        """Return what explains the differences, by rating again with each possible cause."""
        rated = {number: outcome.detail.rated for number, outcome in outcomes.items()}
        return compare(crosstable, rating_list, rated, published, near, rate_ratings)

    def peak_of(self, state: PlayerState) -> float | None:
        return state.peak

    def needs_player_background(self, state: PlayerState) -> bool:
        return state.rating is None or (state.confirmed is not None and state.confirmed.rating is None)

    def apply_entered(
        self,
        state: PlayerState,
        entered: EnteredRating,
        rating_list: RatingList,
        house_rules: ClubRules = DEFAULT_RULES,
    ) -> PlayerState:
        return enter_rating(state, entered, rating_list)

    def entered_rating_of(self, state: PlayerState) -> EnteredRating | None:
        if state.rating is None:
            return None
        return EnteredRating(state.rating, state.games, state.peak, state.imposed_floor)

    def lists_for(
        self, control: TimeControl, usual: RatingList, began: date, highest: int | None = None
    ) -> tuple[RatingList, ...]:
        return uschess_rules.lists_for(control)

    def can_convert(self, system: ExternalSystem, day: date) -> bool:
        return day >= CONVERTED_SINCE.get(system, date.min)

    def can_be_rating(self, rating_list: RatingList, rating: float, day: date) -> bool:
        return True  # invalid ones are refused by name

    def demote(self, state: PlayerState) -> PlayerState:
        return demote_title(state)

    def floor_due(self, outcome: Outcome, rating_list: RatingList) -> FloorDue | None:
        """Return the minimum rating that a norm far above the rating justifies, or None."""
        waits = all(norm.scheme != LIFETIME for norm in outcome.norms)  # an unconfirmed lifetime norm
        return floor_due(outcome.detail._replace(lifetime=None) if waits else outcome.detail)

    def performance(self, opponents: Sequence[float], score: float) -> float:
        return performance_rating(opponents, score).rating

    def rate_event(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        rules: str | None = None,
        backgrounds: Mapping[Any, Background] = NO_BACKGROUNDS,
        house_rules: ClubRules = DEFAULT_RULES,
        *,
        for_life: bool = True,
    ) -> dict[Any, Outcome]:
        """Rate the players, all at once.

        states, backgrounds: by `Entrant.player`. for_life: with unconfirmed reports.
        """
        control = crosstable.time_control
        if control is not None and crosstable.overruled is None and rating_list not in uschess_rules.lists_for(control):
            right = " or ".join(allowed.label for allowed in uschess_rules.lists_for(control))
            raise RuleError(f"A time control of {control} is rated as {right}, not as {rating_list.label}.")
        edition = edition_of(crosstable, self.rules_for(rating_list, rules, house_rules))
        results = rate_section(crosstable, rating_list, states, edition, backgrounds)
        if not results and not crosstable.games:
            raise InputError("No played games. Give at least one opponent.")
        sure: Mapping[int, PlayerResult] = {}
        # For one alone the opponents' ratings are as given: the same norms.
        if results and (for_life or len(results) > 1):
            sure = self._without_unconfirmed(crosstable, rating_list, states, edition, backgrounds)
        outcomes, players = {}, {entrant.number: entrant.player for entrant in crosstable.entrants}
        for number, result in results.items():
            player = players[number]
            outcome, confirmed = self._outcome(result), states[player].confirmed
            # Unconfirmed facts earn nothing: `as_reported` says so once.
            if confirmed is not None and (for_life or number in sure):
                outcome = self._with_life_of(outcome, confirmed, sure.get(number))
            outcomes[player] = outcome
        return outcomes

    def rate_reported(
        self, crosstable: Crosstable, rating_list: RatingList, states: Mapping[Any, Any], *more: Any
    ) -> dict[Any, Outcome]:
        outcomes = self.rate_event(crosstable, rating_list, states, *more, for_life=False)
        return {player: self.as_reported(states[player], outcome) for player, outcome in outcomes.items()}

    def _without_unconfirmed(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        states: Mapping[Any, Any],
        edition: Edition,
        backgrounds: Mapping[Any, Background],
    ) -> Mapping[int, PlayerResult]:
        before = {entrant.player: states[entrant.player] for entrant in crosstable.entrants if entrant.rated}
        if all(state.confirmed is None for state in before.values()):
            return {}
        confirmed = {player: state.for_life for player, state in before.items()}
        try:
            return rate_section(crosstable, rating_list, confirmed, edition, backgrounds)
        except RatingError:  # needs a rating that only unconfirmed reports gave
            return {}

    def _with_life_of(self, outcome: Outcome, confirmed: PlayerState, sure: PlayerResult | None) -> Outcome:
        state = hold_for_life(outcome.state, confirmed if sure is None else sure.after)
        detail = outcome.detail._replace(after=state, lifetime=None if sure is None else sure.lifetime)
        if sure is None:
            return outcome._replace(after=self.rank(state), norms=(), titles=(), state=state, detail=detail)
        life, detail = self._outcome(sure), detail._replace(norms=sure.norms)
        return outcome._replace(
            after=self.rank(state), norms=life.norms, titles=life.titles, state=state, detail=detail
        )

    def _outcome(self, result: PlayerResult) -> Outcome:
        after, rating_list = self.rank(result.after), result.event.rating_list
        assert after is not None
        norms, gained = [], []
        if result.norms.earned is not None:
            official = result.norms.test is NormTest.TITLE_SYSTEM
            scheme = TITLE_SYSTEM if official else result.edition.key
            norms.append(Award(scheme, result.norms.earned.rating, result.norms.earned.code))
        held = self.titles(result.before, rating_list)
        gained += [title for title in self.titles(result.after, rating_list) if title not in held]
        lifetime = result.lifetime
        if lifetime is not None and lifetime.highest is not None:
            norms.append(Award(LIFETIME, lifetime.highest, title_of(lifetime.highest).letter))
        title, held_title = result.after.lifetime, result.before.lifetime
        if title is not None and held_title is not None and title.level > held_title.level:
            gained.append(Award(LIFETIME, title.level, title_of(title.level).letter))
        return Outcome(
            before=self.rank(result.before),
            after=after,
            expected=result.expected_in_section,
            score=result.event.score,
            performance=result.performance.rating,
            rules=result.edition.key,
            norms=tuple(norms),
            titles=tuple(gained),
            state=result.after,
            detail=result,
            first_pass=result.rated.first_pass,
        )


SYSTEM = UsChess()
rate_event = SYSTEM.rate_event
