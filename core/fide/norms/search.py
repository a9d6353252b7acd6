"""The games that a player may leave out so that the rest makes the norm (FIDE B.01, 1.4.1e and f).

For a given last round and number of won games left out, score and needed average are fixed: what remains is to keep
the highest ratings that the mix of opponents allows. Among won games against opponents that are alike but for their
rating the lowest goes first; the floor for the lowest opponent never turns that around. So the search is exact
without trying every subset.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from core.fide.norms import counts
from core.fide.norms.checks import FEDERATION_ITEMS, CheckState, NormItem
from core.fide.norms.evaluation import DroppedGame, DropReason, Evaluation, Judge, fewest_games, opponents_of
from core.fide.norms.event import EventFormat, NormGame
from core.fide.norms.federations import STATELESS
from core.fide.norms.figures import counted_rating
from core.fide.norms.titles import TITLE_HOLDERS, TitleNorm

_CHANGED_BY_THE_CHOICE = FEDERATION_ITEMS | {
    NormItem.SCORE,
    NormItem.TITLE_HOLDERS,
    NormItem.REQUIRED_TITLES,
    NormItem.AVERAGE,
    NormItem.PERFORMANCE,
}


def best_choice(judge: Judge, norm: TitleNorm, whole: Evaluation) -> Evaluation | None:
    """Return the choice that leaves out some games and makes the norm; None when there is none.

    It keeps as many games as it can, and of those choices it is the one of the highest performance.
    whole: how the whole event failed.
    """
    games = judge.counted
    fewest = fewest_games(judge.usual_basis)
    if judge.snapshot.score is not None or len(games) <= fewest or not _may_help(judge, norm, whole):
        return None
    # Whole rounds can be cut off at the end only where pairings are free.
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
    """Return whether leaving out games can make the norm possible."""
    if any(check.item not in _CHANGED_BY_THE_CHOICE for check in whole.failed):
        return False
    # 1.4.1f: in a round robin the mix must be there over the complete tournament.
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
    """Return the games to keep when a number of the won ones is left out: the highest ratings that make the norm."""
    kept = len(games) - drops
    half_points = sum(game.half_points for game in games) - 2 * drops
    won = sum(game.score == 1 for game in games)
    if won < drops or half_points < counts.fewest_half_points(kept):
        return None
    if not _titles_can_suffice(judge, norm, games, drops):
        return None
    needed = _needed_sum(counts.required_average(norm, half_points, kept), kept)
    ratings = {game.round: counted_rating(game) for game in games}
    total = sum(ratings.values())
    most_raised = max(0, norm.floor - min(ratings.values()))
    best: tuple[int, list[NormGame]] | None = None
    for dropped in _choices(_groups(judge, norm, games, drops), drops, total + most_raised - needed):
        remaining = [game for game in games if game not in dropped]
        kept_ratings = [ratings[game.round] for game in remaining]
        reached = sum(kept_ratings) + max(0, norm.floor - min(kept_ratings))
        # Of equals the last: it leaves out the lowest ratings.
        better = reached >= needed and (best is None or reached >= best[0])
        if better and not _fails_mix(judge, norm, remaining):
            best = (reached, remaining)
    return None if best is None else best[1]


def _titles_can_suffice(judge: Judge, norm: TitleNorm, games: Sequence[NormGame], drops: int) -> bool:
    """Return whether titles enough can be left, each kind looked at alone, when a number of won games goes."""
    kept = len(games) - drops
    asked = [(TITLE_HOLDERS, counts.fewest_title_holders(kept))]
    if judge.settings.format is not EventFormat.DOUBLE_ROUND_ROBIN:  # there different people are counted
        asked.append((norm.counting, counts.fewest_required_titles(kept)))
    for titles, needed in asked:
        holders = [game.opponent is not None and game.opponent.title in titles for game in games]
        others_won = sum(game.score == 1 and not holds for game, holds in zip(games, holders, strict=True))
        if sum(holders) - max(0, drops - others_won) < needed:
            return False
    return True


def _needed_sum(average: int, games: int) -> int:
    """Return the smallest sum of ratings whose average rounds to at least this."""
    return -(-games * (2 * average - 1) // 2)


def _groups(judge: Judge, norm: TitleNorm, games: Sequence[NormGame], drops: int) -> list[list[NormGame]]:
    """Return the won games by what the mix sees of the opponent, lowest rating first; of equals the later first."""
    twice = judge.settings.format is EventFormat.DOUBLE_ROUND_ROBIN
    told_apart = _federations_told_apart(judge, games, drops)
    groups = defaultdict(list)
    for game in sorted(games, key=lambda game: (counted_rating(game), -game.round)):
        opponent = game.opponent
        if game.score == 1 and opponent is not None:
            counting = opponent.title in norm.counting
            federation = opponent.federation if opponent.federation in told_apart else None
            person = opponent.person if twice and counting else None
            groups[opponent.title in TITLE_HOLDERS, counting, federation, person].append(game)
    return list(groups.values())


def _federations_told_apart(judge: Judge, games: Sequence[NormGame], drops: int) -> Collection[str]:
    """Return the federations that can decide about the mix when a number of the won games is left out."""
    if judge.exemption is not None and judge.exemption.holds is not False:
        return ()
    own = judge.player.federation
    met = Counter([opponent.federation for opponent in opponents_of(games) if opponent.federation is not None])
    foreign = met.keys() - {own, STATELESS}
    staying = {opponent.federation for opponent in opponents_of([game for game in games if game.score != 1])}
    # Where the player's own federation is unknown, any one of the foreign ones may be it.
    enough = counts.FEWEST_FOREIGN_FEDERATIONS + (own is None)
    if max(len(foreign) - drops, len(foreign & staying)) < enough:
        return met.keys()
    too_many = counts.most_of_one_federation(len(games) - drops)
    return {federation for federation, count in met.items() if federation == own or count > too_many}


def _choices(
    groups: Sequence[Sequence[NormGame]], drops: int, slack: int, first: int = 0
) -> Iterator[tuple[NormGame, ...]]:
    """Yield the ways to leave out won games, the lowest of each group first, of ratings not above `slack` together."""
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
