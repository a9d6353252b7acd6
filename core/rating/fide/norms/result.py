"""A norm compared with an event: all games, then a choice of them."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from core.errors import RuleError
from core.rating.fide.norms import facts as norm_facts
from core.rating.fide.norms.evaluation import (
    FEDERATION_ITEMS,
    Basis,
    CheckState,
    ClaimedExemption,
    DroppedGame,
    DropReason,
    Evaluation,
    ExcludedGame,
    Judge,
    NormItem,
    counted_rating,
    fewest_games,
    opponents_of,
)
from core.rating.fide.norms.facts import (
    STATELESS,
    TITLE_HOLDERS,
    EventFormat,
    NormGame,
    NormSnapshot,
    PlayerTitle,
    TitleNorm,
    open_to,
)
from core.rating.fide.rules import percentage

# Games that may be left out for a norm (FIDE B.01, 1.4.1e and f). For a last round and a number of won games, score and
# average are fixed, so the highest ratings that the mix allows are kept: exact.


_CHANGED_BY_THE_CHOICE = FEDERATION_ITEMS | {
    NormItem.SCORE,
    NormItem.TITLE_HOLDERS,
    NormItem.REQUIRED_TITLES,
    NormItem.AVERAGE,
    NormItem.PERFORMANCE,
}


def best_choice(judge: Judge, norm: TitleNorm, whole: Evaluation) -> Evaluation | None:
    """Return the choice of most games, then highest performance, that earns the norm, or None.

    whole: the evaluation of the whole event.
    """
    games = judge.counted
    fewest = fewest_games(judge.usual_basis)
    if judge.snapshot.score is not None or len(games) <= fewest or not _may_help(judge, norm, whole):
        return None
    # Whole rounds can be cut off only where pairings are free.
    free = judge.settings.pairings_are_predetermined is False
    for kept in range(len(games) - 1, fewest - 1, -1):
        found = []
        for last in range(len(games), kept - 1 if free else len(games) - 1, -1):
            choice = _best_of(judge, norm, games[:last], last - kept)
            if choice is not None:
                found.append(_evaluated(judge, norm, choice))
        made = [evaluation for evaluation in found if evaluation.achieved]
        if made:
            return max(made, key=lambda evaluation: evaluation.figures.performance or 0)
    return None


def _may_help(judge: Judge, norm: TitleNorm, whole: Evaluation) -> bool:
    if any(check.item not in _CHANGED_BY_THE_CHOICE for check in whole.failed):
        return False
    # 1.4.1f: in a round robin the mix must exist over the complete tournament.
    event_format = judge.settings.format
    round_robin = event_format is not None and event_format.is_round_robin
    return not (round_robin and _fails_mix(judge, norm, judge.counted))


def _fails_mix(judge: Judge, norm: TitleNorm, games: Sequence[NormGame]) -> bool:
    return any(check.state is CheckState.FAILED for check in judge.mix(games, norm))


def _evaluated(judge: Judge, norm: TitleNorm, kept: Sequence[NormGame]) -> Evaluation:
    dropped = [
        DroppedGame(game, DropReason.WON if game.score == 1 else DropReason.LATER)
        for game in judge.counted
        if game not in kept
    ]
    return judge.evaluate(norm, kept, judge.usual_basis, dropped)


def _best_of(judge: Judge, norm: TitleNorm, games: Sequence[NormGame], drops: int) -> list[NormGame] | None:
    kept = len(games) - drops
    half_points = sum(game.half_points for game in games) - 2 * drops
    won = sum(game.score == 1 for game in games)
    if won < drops or half_points < norm_facts.fewest_half_points(kept):
        return None
    if not _titles_can_suffice(judge, norm, games, drops):
        return None
    needed = _needed_sum(norm_facts.required_average(norm, half_points, kept), kept)
    ratings = {game.round: counted_rating(game) for game in games}
    total = sum(ratings.values())
    most_raised = max(0, norm.floor - min(ratings.values()))
    best: tuple[int, list[NormGame]] | None = None
    for dropped in _choices(_groups(judge, norm, games, drops), drops, total + most_raised - needed):
        remaining = [game for game in games if game not in dropped]
        kept_ratings = [ratings[game.round] for game in remaining]
        reached = sum(kept_ratings) + max(0, norm.floor - min(kept_ratings))
        # Of equals the last, which leaves out the lowest ratings.
        better = reached >= needed and (best is None or reached >= best[0])
        if better and not _fails_mix(judge, norm, remaining):
            best = (reached, remaining)
    return None if best is None else best[1]


def _titles_can_suffice(judge: Judge, norm: TitleNorm, games: Sequence[NormGame], drops: int) -> bool:
    kept = len(games) - drops
    asked = [(TITLE_HOLDERS, norm_facts.fewest_title_holders(kept))]
    if judge.settings.format is not EventFormat.DOUBLE_ROUND_ROBIN:  # there different people are counted
        asked.append((norm.counting, norm_facts.fewest_required_titles(kept)))
    for titles, needed in asked:
        holders = [game.opponent is not None and game.opponent.title in titles for game in games]
        others_won = sum(game.score == 1 and not holds for game, holds in zip(games, holders, strict=True))
        if sum(holders) - max(0, drops - others_won) < needed:
            return False
    return True


def _needed_sum(average: int, games: int) -> int:
    return -(-games * (2 * average - 1) // 2)


def _groups(judge: Judge, norm: TitleNorm, games: Sequence[NormGame], drops: int) -> list[list[NormGame]]:
    twice = judge.settings.format is EventFormat.DOUBLE_ROUND_ROBIN
    deciding = _deciding_federations(judge, games, drops)
    groups = defaultdict(list)
    for game in sorted(games, key=lambda game: (counted_rating(game), -game.round)):
        opponent = game.opponent
        if game.score == 1 and opponent is not None:
            counting = opponent.title in norm.counting
            federation = opponent.federation if opponent.federation in deciding else None
            person = opponent.person if twice and counting else None
            groups[opponent.title in TITLE_HOLDERS, counting, federation, person].append(game)
    return list(groups.values())


def _deciding_federations(judge: Judge, games: Sequence[NormGame], drops: int) -> Collection[str]:
    if judge.exemption is not None and judge.exemption.holds is not False:
        return ()
    own = judge.player.federation
    met = Counter([opponent.federation for opponent in opponents_of(games) if opponent.federation is not None])
    foreign = met.keys() - {own, STATELESS}
    staying = {opponent.federation for opponent in opponents_of([game for game in games if game.score != 1])}
    # If the player's own federation is unknown, it may be any foreign one.
    enough = norm_facts.FEWEST_FOREIGN_FEDERATIONS + (own is None)
    if max(len(foreign) - drops, len(foreign & staying)) < enough:
        return met.keys()
    too_many = norm_facts.most_of_one_federation(len(games) - drops)
    return {federation for federation, count in met.items() if federation == own or count > too_many}


def _choices(
    groups: Sequence[Sequence[NormGame]], drops: int, slack: int, first: int = 0
) -> Iterator[tuple[NormGame, ...]]:
    if drops == 0:
        if slack >= 0:
            yield ()
        return
    if first == len(groups):
        return
    taken: tuple[NormGame, ...] = ()
    for game in (None, *groups[first]):
        if game is not None:
            taken += (game,)
            slack -= counted_rating(game)
        if slack < 0 or len(taken) > drops:
            return
        for rest in _choices(groups, drops - len(taken), slack, first + 1):
            yield taken + rest


IN_FORCE = date(2024, 1, 1)
"""The first day of events that these regulations apply to."""

LONGEST_EVENT_DAYS = 30


class NormWarning(StrEnum):
    """What to know beside the verdict; comments name the figures."""

    OLDER_RULES = "older-rules"  # the event started before 2024, whose rules are not verified
    SCORE_ROUNDS_TO_35 = "score-rounds-to-35"  # points, games: 35 % only when rounded
    STATELESS_OPPONENTS = "stateless-opponents"  # opponents under FIDE's flag, whose own flag may count
    POINTLESS_UNKNOWN = "pointless-unknown"  # unrated opponents of a round robin who perhaps do not count
    RATINGS_AT_THE_GAME = "ratings-at-the-game"  # days: ratings and titles are those at each game
    APPROVED_TIME_CONTROL = "approved-time-control"  # minutes for 60 moves
    COUNTED_AS_LOSS = "counted-as-loss"  # the round of the forfeit win
    EIGHT_GAMES_ONCE = "eight-games-once"  # one such norm an application
    EXEMPTION_USED = "exemption-used"  # an application needs another norm, without exemption
    COUNTS_AS_13 = "counts-as-13"  # games


class NormRemark(NamedTuple):
    """A warning with its clause and figures."""

    warning: NormWarning
    clause: str
    figures: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class NormResult:
    """A norm and one event.

    whole: all counted games. best: a choice that earns the norm, otherwise `whole`.
    """

    norm: TitleNorm
    whole: Evaluation
    best: Evaluation
    excluded: tuple[ExcludedGame, ...]
    exemption: ClaimedExemption | None
    remarks: tuple[NormRemark, ...]

    @property
    def achieved(self) -> bool:
        return self.best.achieved

    @property
    def certain(self) -> bool:
        return self.achieved and not self.best.to_confirm

    @property
    def repaired(self) -> tuple[NormItem, ...]:
        """Return what failed over the whole event and does not with the choice."""
        still = {check.item for check in self.best.failed}
        return tuple(check.item for check in self.whole.failed if check.item not in still)


def evaluate(snapshot: NormSnapshot, norm: TitleNorm) -> NormResult:
    """Compare an event with a norm; raise InputError if invalid."""
    return judged(Judge.of(snapshot), norm)


def evaluate_all(snapshot: NormSnapshot) -> tuple[NormResult, ...]:
    judge = Judge.of(snapshot)
    return tuple(judged(judge, norm) for norm in open_to(snapshot.player.woman))


def judged(judge: Judge, norm: TitleNorm) -> NormResult:
    whole = judge.whole(norm)
    chosen = None if whole.achieved else best_choice(judge, norm, whole)
    best = whole if chosen is None else chosen
    return NormResult(norm, whole, best, judge.excluded, judge.exemption, _remarks(judge, best))


def _remarks(judge: Judge, best: Evaluation) -> tuple[NormRemark, ...]:
    settings, figures = judge.settings, best.figures
    remarks = []
    if settings.start < IN_FORCE:
        remarks.append(NormRemark(NormWarning.OLDER_RULES, "FIDE B.01, 1.5.4"))
    score = best.check(NormItem.SCORE)
    if score.state is CheckState.FAILED and percentage(figures.half_points, figures.games) >= 35:
        remarks.append(
            NormRemark(NormWarning.SCORE_ROUNDS_TO_35, NormItem.SCORE.clause, (figures.score, figures.games))
        )
    opponents = opponents_of(best.games)
    stateless = sum(opponent.federation == STATELESS for opponent in opponents)
    if stateless:
        remarks.append(NormRemark(NormWarning.STATELESS_OPPONENTS, "FIDE B.01, 1.4.2a", (stateless,)))
    round_robin = settings.format is not None and settings.format.is_round_robin
    unknown = sum(opponent.rating is None and opponent.pointless is None for opponent in opponents)
    if round_robin and unknown:
        remarks.append(NormRemark(NormWarning.POINTLESS_UNKNOWN, "FIDE B.01, 1.4.2b", (unknown,)))
    days = 0 if settings.end is None else (settings.end - settings.start).days + 1
    if days > LONGEST_EVENT_DAYS:
        remarks.append(NormRemark(NormWarning.RATINGS_AT_THE_GAME, "FIDE B.01, 1.1.4", (days,)))
    return (*remarks, *_of_the_norm(best))


def _of_the_norm(best: Evaluation) -> list[NormRemark]:
    if not best.achieved:
        return []
    remarks = []
    waived = {check.item: check for check in best.waived}
    control = waived.pop(NormItem.TIME_CONTROL, None)
    if control is not None and control.have is not None:
        remarks.append(NormRemark(NormWarning.APPROVED_TIME_CONTROL, control.item.clause, (control.have,)))
    if best.basis is Basis.LAST_ROUND_FORFEIT:
        last = best.games[-1].round
        remarks.append(NormRemark(NormWarning.COUNTED_AS_LOSS, "FIDE B.01, 1.4.2c", (last,)))
    if best.basis is Basis.EIGHT_AND_A_POINT:
        remarks.append(NormRemark(NormWarning.EIGHT_GAMES_ONCE, "FIDE B.01, 1.4.1c"))
    if waived:
        remarks.append(NormRemark(NormWarning.EXEMPTION_USED, "FIDE B.01, 1.4.3e"))
    if best.figures.games > norm_facts.MOST_GAMES_COUNTED:
        remarks.append(NormRemark(NormWarning.COUNTS_AS_13, "FIDE B.01, 1.7", (best.figures.games,)))
    return remarks


# From norms to a title (FIDE B.01, 0.6 and 1.5)


GAMES_FOR_A_TITLE = 27
GAMES_FOR_A_RATING_TITLE = 30
LARGE_EVENT_NEEDED_AFTER = date(2022, 6, 30)

RATING_TITLES: tuple[tuple[PlayerTitle, int], ...] = (
    (PlayerTitle.FM, 2300),
    (PlayerTitle.CM, 2200),
    (PlayerTitle.WFM, 2100),
    (PlayerTitle.WCM, 2000),
)
_FOR_WOMEN = (PlayerTitle.WFM, PlayerTitle.WCM)


class TitleItem(StrEnum):
    """What a title requires beside norms."""

    GAMES = "games"  # games of the norms, and extra ones
    RATING = "rating"  # highest rating ever, published or not
    NORMAL_FOREIGNERS = "normal-foreigners"  # norms made without an exemption
    LARGE_EVENT = "large-event"  # norms from a large Swiss, Olympiad, world cycle or national final
    ONE_ROUND_DAYS = "one-round-days"  # norms from an event with one round a day on three days

    @property
    def clause(self) -> str:
        return f"FIDE B.01, {_ARTICLES[self]}"


_ARTICLES = {
    TitleItem.GAMES: "1.5.1",
    TitleItem.RATING: "1.5.3",
    TitleItem.NORMAL_FOREIGNERS: "1.4.3e",
    TitleItem.LARGE_EVENT: "1.5.6",
    TitleItem.ONE_ROUND_DAYS: "1.1.3a",
}


@dataclass(frozen=True, slots=True)
class NormRecord:
    """An earned norm.

    made: last day. games: counted toward the title. once: only one such counts (1.4.1c).
    """

    norm: TitleNorm
    made: date
    games: int
    once: bool = False
    exempt: bool | None = False
    large_event: bool | None = None
    one_round_days: bool | None = None

    @classmethod
    def of(
        cls,
        result: NormResult,
        made: date,
        *,
        large_event: bool | None = None,
        one_round_days: bool | None = None,
    ) -> "NormRecord":
        """Return the record of an earned norm; raise RuleError otherwise."""
        best = result.best
        if not best.achieved:
            raise RuleError(f"No {result.norm} norm was earned in this event. Record only norms that were earned.")
        federations = {check.state for check in best.checks if check.item in FEDERATION_ITEMS}
        exempt = True if CheckState.WAIVED in federations else None if CheckState.TO_CONFIRM in federations else False
        return cls(
            result.norm,
            made,
            best.games_for_title,
            best.basis is Basis.EIGHT_AND_A_POINT,
            exempt,
            large_event,
            one_round_days,
        )


class TitleNeed(NamedTuple):
    """A line on the way to a title."""

    item: TitleItem
    state: CheckState
    have: float | None
    need: float

    @property
    def missing(self) -> float:
        return max(0, self.need - (self.have or 0))


@dataclass(frozen=True, slots=True)
class TitleProgress:
    """Progress toward a title by norms.

    norms: usable, oldest first. needs: all requirements.
    """

    norm: TitleNorm
    norms: tuple[NormRecord, ...]
    needs: tuple[TitleNeed, ...]

    @property
    def missing(self) -> tuple[TitleNeed, ...]:
        return tuple(need for need in self.needs if need.state is CheckState.FAILED)

    @property
    def to_confirm(self) -> tuple[TitleNeed, ...]:
        return tuple(need for need in self.needs if need.state is CheckState.TO_CONFIRM)

    @property
    def earned(self) -> bool:
        return not self.missing


class RatingTitle(NamedTuple):
    """A title by rating: what is missing in rating points and in rated games."""

    title: PlayerTitle
    rating: int
    rating_missing: int
    games_missing: int

    @property
    def earned(self) -> bool:
        return not self.rating_missing and not self.games_missing


def title_progress(
    records: Sequence[NormRecord], highest_rating: int | None, woman: bool | None = None
) -> tuple[TitleProgress, ...]:
    """Return the progress toward each open title by norms, highest first.

    highest_rating: ever reached, also within a period (1.5.3a).
    """
    return tuple(_progress(norm, records, highest_rating) for norm in open_to(woman))


def _progress(norm: TitleNorm, records: Sequence[NormRecord], highest_rating: int | None) -> TitleProgress:
    # 1.5.2: a norm enough for several titles is used for each.
    usable = sorted((record for record in records if record.norm.counts_for(norm)), key=lambda record: record.made)
    games = sum(record.games for record in usable if not record.once)
    games += max((record.games for record in usable if record.once), default=0)
    reached = CheckState.PASSED if (highest_rating or 0) >= norm.rating else CheckState.FAILED
    needs = [
        TitleNeed(
            TitleItem.GAMES,
            CheckState.PASSED if games >= GAMES_FOR_A_TITLE else CheckState.FAILED,
            games,
            GAMES_FOR_A_TITLE,
        ),
        TitleNeed(TitleItem.RATING, reached, highest_rating, norm.rating),
        _one_norm(TitleItem.NORMAL_FOREIGNERS, [_opposite(record.exempt) for record in usable]),
    ]
    if any(record.made > LARGE_EVENT_NEEDED_AFTER for record in usable) or not usable:
        needs.append(_one_norm(TitleItem.LARGE_EVENT, [record.large_event for record in usable]))
    if norm.one_round_days:
        needs.append(_one_norm(TitleItem.ONE_ROUND_DAYS, [record.one_round_days for record in usable]))
    return TitleProgress(norm, tuple(usable), tuple(needs))


def _one_norm(item: TitleItem, facts: Sequence[bool | None]) -> TitleNeed:
    have = sum(fact is True for fact in facts)
    otherwise = CheckState.TO_CONFIRM if None in facts else CheckState.FAILED
    return TitleNeed(item, CheckState.PASSED if have else otherwise, have, 1)


def _opposite(fact: bool | None) -> bool | None:
    return None if fact is None else not fact


def rating_titles(highest_rating: int | None, rated_games: int, woman: bool | None = None) -> tuple[RatingTitle, ...]:
    """Return the progress toward each open title by rating, highest first (0.6)."""
    games_missing = max(0, GAMES_FOR_A_RATING_TITLE - rated_games)
    return tuple(
        RatingTitle(title, rating, max(0, rating - (highest_rating or 0)), games_missing)
        for title, rating in RATING_TITLES
        if woman or title not in _FOR_WOMEN
    )
