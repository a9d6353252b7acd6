"""A target on FIDE's lists."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import blocks, check_fits, names
from ui_fide_factories import DAY, fide_event, fide_report, fide_states, ratings

from bot.services.ratings.forecast import GoalReport
from bot.store.database.rows import Player
from bot.ui.cards.section import goal_card
from core.errors import RatingError
from core.lists import RatingList
from core.rating.fide.rules import EDITIONS
from core.rating.fide.state import PendingEvent, PlayerState, PoolEvent
from core.rating.fide.system import SYSTEM as system
from core.rating.systems import system_of
from tests.depth import examples

NOW = "fide-2025-10-01"
# Four 1800s: 2 expected, K 20: each half point is 10.
PLAYER = PlayerState(1800, 200, 1800)


def goal_of(
    opponents: list[int],
    state: PlayerState,
    target: float,
    *,
    played: int = 0,
    fixed: float = 0.0,
    rating_list: RatingList = RatingList.FIDE_STANDARD,
    rules: str | None = None,
    name: str = "Dana",
) -> GoalReport:
    """Return every score from `fixed` up with its outcome."""
    event = fide_event(opponents, [None] * len(opponents), score=0.0)
    outcomes = []
    for half in range(2 * (len(opponents) - played) + 1):
        score = fixed + half / 2
        me, *others = event.entrants
        supposed = replace(event, entrants=(replace(me, score=score), *others))
        report = fide_report(supposed, state, rating_list, rules, event_id=None, player=Player(1, 11, name))
        outcomes.append((score, report))
    after = {score: system_of(rating_list).rating_after(report.outcome) for score, report in outcomes}
    reached = [score for score, rank in after.items() if rank is not None and rank.rating >= target]
    return GoalReport(target, played, fixed, tuple(outcomes), min(reached, default=None))


def text_of(goal: GoalReport) -> str:
    return goal_card(goal).description or ""


def scores_of(text: str) -> list[list[str]]:
    return [line.split() for line in blocks(text)[0][1:]]


def test_the_target_is_reached_on_the_coming_list() -> None:
    """TPR: 63% of four 1800s is dp 95 (2.5/4 = .625, .5 up)."""
    card = goal_card(goal_of([1800] * 4, PLAYER, 1810))
    text = card.description or ""
    assert card.title == "Goal: 1810"
    assert card.author.name == "Dana · FIDE Standard"
    assert text.startswith("## 2½ of 4\nThis score gives **1810**; less is not enough.\nOn the list of 2026-12-01\n")
    rows = scores_of(text)
    assert [row[0] for row in rows] == ["4", "3½", "3", "▸2½", "2", "1½", "1", "½", "0"]
    assert rows[3] == ["▸2½", "1895", "+10.00", "1810"]
    assert rows[-1] == ["0", "1000", "-40.00", "1760"]


def test_what_waits_already_counts() -> None:
    """+10 waits: half a point less makes 1810."""
    waiting = PLAYER._replace(pending=(PendingEvent(date(2026, 11, 5), 1, 1.0, 50, NOW),))
    text = text_of(goal_of([1800] * 4, waiting, 1810))
    assert text.startswith("## 2 of 4\nThis score gives **1810**;")
    assert "On the list of 2026-12-01, together with 1 waiting event\n" in text


def test_out_of_reach() -> None:
    text = text_of(goal_of([1800] * 4, PLAYER, 1841))
    assert text.startswith("## Out of reach\nEven 4 of 4 gives only **1840**.\n")


def test_any_score_and_none_left() -> None:
    assert text_of(goal_of([1800] * 4, PLAYER, 1760)).startswith("## Any score\nEven 0 of 4 gives **1760**.\n")
    text = text_of(goal_of([1800] * 4, PLAYER, 1800, played=4, fixed=2.0))
    assert text.startswith("## Reached\n2 of 4 gives **1800**.\n2 of 4 scored already, no game to play\n")


def test_a_first_rating_may_be_the_goal() -> None:
    """Four 1800s and one more in the pool: (2 + 1 + 1) / 7 = 57%, dp 50; one half point more is 64%, dp 102."""
    newcomer = PlayerState(pool=(PoolEvent(date(2026, 11, 5), (1800,), 1.0, NOW),))
    text = text_of(goal_of([1800] * 4, newcomer, 1860))
    assert text.startswith("## 2½ of 4\nThis score gives **1902**; less is not enough.\n")
    assert "On the list of 2026-12-01, together with 1 earlier event\n" in text


@pytest.mark.parametrize("opponents", [[1800] * 4, [1800]])
def test_games_too_few_for_a_rating_make_none(opponents: list[int]) -> None:
    text = text_of(goal_of(opponents, PlayerState(), 1500))
    games = len(opponents)
    assert text.startswith(f"## Out of reach\nEven {games} of {games} gives **no rating**.\n")
    assert {row[-1] for row in scores_of(text)} == {"–"}


@examples(0.4)
@given(data=st.data())
def test_any_goal_fits_and_no_figure_is_cut(data: st.DataObject) -> None:
    opponents = data.draw(st.lists(ratings.filter(lambda rating: rating >= 1400), min_size=1, max_size=60))
    played = data.draw(st.integers(0, len(opponents)))
    try:
        goal = goal_of(
            opponents,
            data.draw(fide_states(DAY)),
            data.draw(st.integers(100, 3000)),
            played=played,
            fixed=data.draw(st.integers(0, 2 * played)) / 2,
            rating_list=data.draw(st.sampled_from(system.lists)),
            rules=data.draw(st.none() | st.sampled_from([edition.key for edition in EDITIONS])),
            name=data.draw(names),
        )
    except RatingError:  # rapid games that are far apart need their results
        return
    card = goal_card(goal)
    check_fits(card)
    assert not [line for block in blocks(card.description) for line in block if "…" in line]
    assert ("▸" in (card.description or "")) == (goal.needed is not None)
