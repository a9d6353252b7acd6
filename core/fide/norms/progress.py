"""From norms to a title, and titles by rating alone (FIDE B.01, 0.6 and 1.5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from core.errors import RuleError
from core.fide.norms.checks import FEDERATION_ITEMS, CheckState
from core.fide.norms.evaluation import Basis
from core.fide.norms.result import NormResult
from core.fide.norms.titles import PlayerTitle, TitleNorm, open_to

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
    """What a title takes beside its norms. The comment names what there is and what is needed."""

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
    """A norm that was made.

    made: last day of the event. games: what it is worth toward the title. once: whether an application takes only
        one such norm (1.4.1c).
    exempt, large_event, one_round_days: what title applications ask about; None for what nobody has told.
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
        """Return the record of a norm that an event has made; raise RuleError when it has not."""
        best = result.best
        if not best.achieved:
            raise RuleError(f"The event made no {result.norm} norm: record the norms that it made.")
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
    """How far a player is toward a title by norms.

    norms: those that an application may use, oldest first. needs: all lines, met or not.
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
        """Return whether nothing is missing; there may be something left to confirm."""
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
    """Return the way to every title by norms that is open to the player, highest first.

    highest_rating: ever reached, also within a period or a tournament (1.5.3a); None for an unrated player.
    """
    return tuple(_progress(norm, records, highest_rating) for norm in open_to(woman))


def _progress(norm: TitleNorm, records: Sequence[NormRecord], highest_rating: int | None) -> TitleProgress:
    # 1.5.2: a norm that suffices for more than one title is used for each of them.
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
    """Return whether at least one of the norms is of a kind."""
    have = sum(fact is True for fact in facts)
    otherwise = CheckState.TO_CONFIRM if None in facts else CheckState.FAILED
    return TitleNeed(item, CheckState.PASSED if have else otherwise, have, 1)


def _opposite(fact: bool | None) -> bool | None:
    return None if fact is None else not fact


def rating_titles(highest_rating: int | None, rated_games: int, woman: bool | None = None) -> tuple[RatingTitle, ...]:
    """Return the way to every title by rating that is open to the player, highest first (0.6).

    highest_rating: ever reached; None for an unrated player. rated_games: in total.
    """
    games_missing = max(0, GAMES_FOR_A_RATING_TITLE - rated_games)
    return tuple(
        RatingTitle(title, rating, max(0, rating - (highest_rating or 0)), games_missing)
        for title, rating in RATING_TITLES
        if woman or title not in _FOR_WOMEN
    )
