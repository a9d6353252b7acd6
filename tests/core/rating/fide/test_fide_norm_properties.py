"""What holds for every event and every norm."""

from dataclasses import replace
from itertools import pairwise

from fide_norm_factories import fast, games, snapshot, snapshots
from hypothesis import assume, given
from hypothesis import strategies as st

from core.rating.fide.norms import facts as norm_facts
from core.rating.fide.norms.evaluation import Basis, CheckState, NormItem
from core.rating.fide.norms.facts import NORMS, EventFormat, NormSnapshot, PlayerTitle, TitleNorm
from core.rating.fide.norms.result import NormResult, evaluate, evaluate_all

norms = st.sampled_from(NORMS)
positions = st.integers(0, 10)


def with_game(event: NormSnapshot, position: int, **changed: object) -> NormSnapshot:
    index = position % len(event.games)
    game = replace(event.games[index], **changed)  # type: ignore[arg-type]
    return replace(event, games=(*event.games[:index], game, *event.games[index + 1 :]))


def ratings_hold(result: NormResult) -> tuple[bool, bool]:
    states = [result.whole.check(item).state for item in (NormItem.AVERAGE, NormItem.PERFORMANCE)]
    return states[0] is CheckState.PASSED, states[1] is CheckState.PASSED


@fast
@given(snapshots(), norms, positions)
def test_a_better_result_never_takes_a_norm_away(event: NormSnapshot, norm: TitleNorm, position: int) -> None:
    # Not with games left out either: a game that was won stays one, and any other may be kept as it was.
    score = event.games[position % len(event.games)].score
    assume(score is not None and score < 1)
    better = with_game(event, position, score=(score or 0) + 0.5)
    assert evaluate(better, norm).achieved >= evaluate(event, norm).achieved
    before, after = evaluate(event, norm).whole.figures, evaluate(better, norm).whole.figures
    assert (after.performance or 0) >= (before.performance or 0)


@fast
@given(snapshots(), norms, positions, st.integers(1, 400))
def test_a_stronger_opponent_never_hurts_average_or_performance(
    event: NormSnapshot, norm: TitleNorm, position: int, stronger: int
) -> None:
    opponent = event.games[position % len(event.games)].opponent
    assert opponent is not None
    raised = replace(opponent, rating=min(3000, (opponent.rating or norm_facts.UNRATED) + stronger))
    after = evaluate(with_game(event, position, opponent=raised), norm)
    before = evaluate(event, norm)
    assert all(new >= old for new, old in zip(ratings_hold(after), ratings_hold(before), strict=True))
    assert after.achieved >= before.achieved


@fast
@given(snapshots(), norms, positions)
def test_an_opponent_of_the_highest_title_never_hurts(event: NormSnapshot, norm: TitleNorm, position: int) -> None:
    opponent = event.games[position % len(event.games)].opponent
    assert opponent is not None
    after = evaluate(with_game(event, position, opponent=replace(opponent, title=PlayerTitle.GM)), norm)
    assert after.achieved >= evaluate(event, norm).achieved


@fast
@given(snapshots(), norms, st.randoms(use_true_random=False))
def test_the_order_of_rounds_is_irrelevant_to_predetermined_pairings(
    event: NormSnapshot, norm: TitleNorm, random: object
) -> None:
    event = replace(event, settings=replace(event.settings, format=EventFormat.ROUND_ROBIN))
    rounds = random.sample(range(1, len(event.games) + 1), len(event.games))  # type: ignore[attr-defined]
    moved = [replace(game, round=number) for game, number in zip(event.games, rounds, strict=True)]
    one, other = evaluate(event, norm), evaluate(replace(event, games=tuple(moved)), norm)
    assert one.whole.checks == other.whole.checks
    assert one.achieved == other.achieved
    assert len(one.best.dropped) == len(other.best.dropped)


@fast
@given(snapshots(fewest=9))
def test_who_makes_a_norm_makes_the_lower_ones(event: NormSnapshot) -> None:
    results = evaluate_all(replace(event, player=replace(event.player, woman=True)))
    assert all(low.achieved >= high.achieved for high, low in pairwise(results))


@fast
@given(snapshots(), norms)
def test_a_choice_repairs_something_and_breaks_nothing(event: NormSnapshot, norm: TitleNorm) -> None:
    result = evaluate(event, norm)
    rounds = sorted([game.round for game in result.best.games] + [one.game.round for one in result.best.dropped])
    assert rounds == [game.round for game in result.whole.games]
    assert (result.best is result.whole) == (not result.best.dropped)
    if result.best.dropped:
        assert result.repaired == tuple(check.item for check in result.whole.failed)
        assert len(result.best.games) >= norm_facts.FEWEST_GAMES
        assert result.best.basis is Basis.GAMES


@fast
@given(snapshots(), norms)
def test_the_check_list_is_in_order_and_says_by_how_much_it_fails(event: NormSnapshot, norm: TitleNorm) -> None:
    checks = evaluate(event, norm).whole.checks
    assert [check.item.number for check in checks] == sorted(check.item.number for check in checks)
    for check in checks:
        decided = check.state in (CheckState.PASSED, CheckState.FAILED)
        if decided and check.need is not None and check.have is not None:
            assert (check.missing == 0) is (check.state is CheckState.PASSED)


@fast
@given(norms, st.integers(7, 13), st.integers(0, 26))
def test_the_table_of_averages_says_what_the_evaluator_says(norm: TitleNorm, number: int, half_points: int) -> None:
    """An event at the average that the table asks for makes the norm, and one point lower it does not."""
    half_points = min(half_points, 2 * number)
    enough = half_points >= norm_facts.fewest_half_points(number)
    results = "1" * (half_points // 2) + "=" * (half_points % 2)
    results += "0" * (number - len(results))
    for lower in (0, 1):
        average = (norm_facts.required_average(norm, half_points, number) if enough else 2600) - lower
        field = [f"{average} GM {'NED' if game % 2 else 'FRA'}" for game in range(number)]
        whole = evaluate(snapshot(games(field, results), woman=True), norm).whole
        items = (NormItem.SCORE, NormItem.AVERAGE, NormItem.PERFORMANCE)
        made = all(whole.check(item).state is CheckState.PASSED for item in items)
        assert made is (enough and not lower)
