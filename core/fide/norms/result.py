"""A norm held against one event: the whole event first, and a choice of games where only that makes it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from core.fide.norms import counts
from core.fide.norms.checks import CheckState, NormItem
from core.fide.norms.evaluation import Basis, Evaluation, Judge, opponents_of
from core.fide.norms.event import NormSnapshot
from core.fide.norms.exclusions import ExcludedGame
from core.fide.norms.federations import STATELESS
from core.fide.norms.mix import ClaimedExemption
from core.fide.norms.search import best_choice
from core.fide.norms.titles import TitleNorm, open_to
from core.fide.rounding import percentage

IN_FORCE = date(2024, 1, 1)
"""The first day of events that these regulations apply to."""

LONGEST_EVENT_DAYS = 30


class NormWarning(StrEnum):
    """What a person should know beside the verdict. The comment names the figures, in order."""

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
    """A warning with the rule that it comes from and its figures."""

    warning: NormWarning
    clause: str
    figures: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class NormResult:
    """A norm and one event.

    whole: all games that count. best: a choice of them that makes the norm where the whole does not, otherwise `whole`.
    """

    norm: TitleNorm
    whole: Evaluation
    best: Evaluation
    excluded: tuple[ExcludedGame, ...]
    exemption: ClaimedExemption | None
    remarks: tuple[NormRemark, ...]

    @property
    def achieved(self) -> bool:
        """Return whether nothing fails; there may be something left to confirm."""
        return self.best.achieved

    @property
    def certain(self) -> bool:
        """Return whether the norm is made and nothing is left to confirm."""
        return self.achieved and not self.best.to_confirm

    @property
    def repaired(self) -> tuple[NormItem, ...]:
        """Return what failed over the whole event and does not with the choice of games."""
        still = {check.item for check in self.best.failed}
        return tuple(check.item for check in self.whole.failed if check.item not in still)


def evaluate(snapshot: NormSnapshot, norm: TitleNorm) -> NormResult:
    """Hold an event against a norm; raise InputError when the total score does not fit the games that count."""
    return judged(Judge.of(snapshot), norm)


def evaluate_all(snapshot: NormSnapshot) -> tuple[NormResult, ...]:
    """Hold an event against every norm that is open to the player, highest first."""
    judge = Judge.of(snapshot)
    return tuple(judged(judge, norm) for norm in open_to(snapshot.player.woman))


def judged(judge: Judge, norm: TitleNorm) -> NormResult:
    """Hold an event against a norm."""
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
    """Return what concerns a norm that is made, most of it when the title is applied for."""
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
    if best.figures.games > counts.MOST_GAMES_COUNTED:
        remarks.append(NormRemark(NormWarning.COUNTS_AS_13, "FIDE B.01, 1.7", (best.figures.games,)))
    return remarks
