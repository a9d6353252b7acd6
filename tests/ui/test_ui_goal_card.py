"""/rating estimate with a target."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import blocks, check_fits, crosstables, goal_of, house_rules, names, player_states, tournament

from bot.services.ratings.forecast import GoalReport
from bot.store.database.rows import Player
from bot.ui.cards.section import goal_card
from core.lists import RatingList
from core.rating.club_rules import ClubRules, Codes
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.rules import EDITIONS
from core.rating.uschess.state import PlayerState
from core.rating.uschess.system import LISTS as USCHESS_LISTS
from tests.depth import examples

# An 1800 against six 1800s: 3 expected. N* = 50 / sqrt(0.662 + 0.00000739 (2569 - 1800)^2) = 22.2891, K = 800 /
# 28.2891 = 28.2794; the bonus counts from 10 sqrt(6) = 24.4949 on. 3½: +14.14. 4: 28.28 + 3.78. 0: -84.84.
FIELD = tournament(*[1800] * 6, score=0)
PLAYER = PlayerState(rating=1800, games=300, peak=1800, lifetime=LifetimeTitle(1800))


def text_of(goal: GoalReport) -> str:
    return goal_card(goal).description or ""


def scores_of(text: str) -> list[list[str]]:
    return [line.split() for line in blocks(text)[-1][1:]]


def test_a_target_in_reach_takes_the_least_score_that_makes_it() -> None:
    card = goal_card(goal_of(FIELD, PLAYER, 1810))
    text = card.description or ""
    assert card.title == "Goal: 1810"
    assert text.startswith("## 3½ of 6\nThis score gives **1814.14**; less is not enough.\n")
    rows = scores_of(text)
    assert rows[5][:3] == ["▸3½", "1814.1", "+14.1"]
    assert rows[4][:3] == ["4", "1832.1", "+32.1"]
    assert rows[12][:3] == ["0", "1715.2", "-84.8"]
    assert [row[0].lstrip("▸") for row in rows] == [
        "6",
        "5½",
        "5",
        "4½",
        "4",
        "3½",
        "3",
        "2½",
        "2",
        "1½",
        "1",
        "½",
        "0",
    ]


def test_a_target_out_of_reach_says_what_the_most_would_make() -> None:
    """All six: 84.84 and a bonus of 60.34 more."""
    text = text_of(goal_of(FIELD, PLAYER, 2400))
    assert text.startswith("## Out of reach\nEven 6 of 6 gives only **1945.18**.\n")
    assert "▸" not in text


def test_a_target_below_reach_is_made_by_any_score() -> None:
    text = text_of(goal_of(FIELD, PLAYER, 1700))
    assert text.startswith("## Any score\nEven 0 of 6 gives **1715.16**.\n")
    assert scores_of(text)[-1][0] == "▸0"


def test_the_points_of_games_already_played_stay() -> None:
    """Half a point of two, and four games to play: 4½ at most, +42.42 and a bonus of 17.92."""
    text = text_of(goal_of(FIELD, PLAYER, 2000, played=2, fixed=0.5))
    assert text.startswith(
        "## Out of reach\nEven 4½ of 6 gives only **1860.34**.\n½ of 2 scored already, 4 games to play\n"
    )
    assert [row[0] for row in scores_of(text)] == ["4½", "4", "3½", "3", "2½", "2", "1½", "1", "½"]


def test_with_one_game_left_it_is_one_game() -> None:
    assert "3 of 5 scored already, 1 game to play\n" in text_of(goal_of(FIELD, PLAYER, 1810, played=5, fixed=3))


@pytest.mark.parametrize(
    ("target", "heading"),
    [(1810, "## Reached\n3½ of 6 gives **1814.14**."), (1820, "## Out of reach\nEven 3½ of 6 gives only **1814.14**.")],
)
def test_with_no_game_left_there_is_one_score(target: int, heading: str) -> None:
    text = text_of(goal_of(FIELD, PLAYER, target, played=6, fixed=3.5))
    assert text.startswith(f"{heading}\n3½ of 6 scored already, no game to play\n")
    assert len(scores_of(text)) == 1


def test_each_norm_has_the_least_score_that_earns_it() -> None:
    """C(0) = 1/2, C(-200) = 1/4, C(-400) = 0, C(200) = 1: 3, 1½, 0 and 6 expected; more than a point above."""
    lines = text_of(goal_of(FIELD, PLAYER, 1810)).split("\n")
    start = lines.index("**Score for a norm**")
    assert lines[start + 1 : start + 6] == [
        "- 4th Category (1200): **1½**",
        "- 3rd Category (1400): **1½**",
        "- 2nd Category (1600): **3**",
        "- 1st Category (1800): **4½**",
        "- Candidate Master and above: out of reach",
    ]


def test_above_the_highest_norm_there_is_none() -> None:
    """2400s: C(2400 - 2400) = 1/2; of four games two are expected, and more than three take 3½; of 2600s all fit."""
    text = text_of(goal_of(tournament(*[2400] * 4, score=0), PLAYER, 1810))
    assert "- Life Senior Master (2400): **3½**" in text
    assert "out of reach" not in text
    # 2200s: C(200) = 1, four expected, and no more than four can be scored.
    text = text_of(goal_of(tournament(*[2200] * 4, score=0), PLAYER, 1810))
    assert "- Life Senior Master: out of reach" in text


def test_each_lifetime_norm_has_its_least_score_and_its_code() -> None:
    """The document, six rounds against 1800s: 3½ make 1800, 4½ make 1900, and 5½ suffice for 2000.

    Six make 2200: 6 x .909 = 5.454, and 0.5 more is 5.954. Points: 2 and 2 toward 1900, 5 for the level 200 above;
    2200 is four levels up: the title 2000, and 5 points toward 2100.
    """
    text = text_of(goal_of(FIELD, PLAYER, 1810, house_rules=ClubRules(codes=Codes.ALL)))
    lines = text.split("\n")
    start = lines.index("**Score for a lifetime norm of the 1990s**")
    assert lines[start + 1 : start + 5] == [
        "- Certified Class A (1800): **3½**, `a0` → `a2`",
        "- Advanced Class A (1900): **4½**, `a0` → `a2`",
        "- Certified Expert (2000): **5½**, `a0` → `a5`",
        "- Life Master (2200): **6**, `a0` → `x5`",
    ]
    rows = scores_of(text)
    assert [row[-1] for row in rows] == ["x5", "a5", "a2", "a2", "a2", "a2", *["a0"] * 7]
    assert [row[3] for row in rows if len(row) == 5][:4] == ["1", "1", "1", "1"]  # 6 to 4½
    assert "reconstructed" not in text  # said once, with the tables


@pytest.mark.parametrize(
    ("opponents", "state", "said"),
    [
        (
            1,
            PLAYER,
            "None: a norm requires 4 played games\n\n**Score for a lifetime norm of the 1990s**\n"
            "None: four rounds are required",
        ),
    ],
)
def test_where_no_norm_is_possible_the_reason_stands(opponents: int, state: PlayerState, said: str) -> None:
    assert said in text_of(goal_of(tournament(*[1800] * opponents, score=0), state, 1810))


def test_a_column_that_nobody_fills_is_left_out() -> None:
    """One game brings no norm, and a player who never earned a point has no code."""
    text = text_of(goal_of(tournament(1800, score=0), PLAYER, 1810))
    assert text.split("```")[1].split("\n")[1].split() == ["Score", "Rating", "Change"]


def test_codes_without_a_point_are_shown_where_the_club_turned_them_on() -> None:
    """Below 3½ no norm is made: the code stays a0, of which nothing was earned."""
    assert {row[-1] for row in scores_of(text_of(goal_of(FIELD, PLAYER, 1810)))} >= {"x5", "a5", "a2"}
    assert "a0" not in text_of(goal_of(FIELD, PLAYER, 1810)).split("```")[1]


def test_where_no_lifetime_norm_is_left_it_says_so() -> None:
    """Five lost games of six leave one point; two played of four lost leave 2, and 2 + 0.3 is more."""
    assert "None: 2 points from played games are required" in text_of(goal_of(FIELD, PLAYER, 1810, played=5, fixed=0))
    field = tournament(*[1800] * 4, score=0)
    assert "None is within reach." in text_of(goal_of(field, PLAYER, 1810, played=2, fixed=0))


def test_rules_with_norms_on_every_list_show_them() -> None:
    """The informal calculator knows no conditions of the event; its norms are named as unofficial."""
    text = text_of(goal_of(FIELD, PLAYER, 1810, rating_list=RatingList.USCHESS_QUICK, rules="informal-2020"))
    assert "- 4th Category (1200): **" in text
    assert "Norms by these rules do not count toward titles." in text
    assert "lifetime" not in text


def test_the_table_shows_fifteen_scores_around_the_one_that_is_needed() -> None:
    """Sixty 1800s have 121 scores; seven are below the one that is needed and seven above."""
    rows = scores_of(text_of(goal_of(tournament(*[1800] * 60, score=0), PLAYER, 1900)))
    assert len(rows) == 15
    assert rows[7][0].startswith("▸")
    assert all(not row[0].startswith("▸") for row in rows[:7] + rows[8:])


@st.composite
def goals(draw: st.DrawFn) -> GoalReport:
    crosstable, known = draw(crosstables())
    games = len(crosstable.games)
    played = draw(st.integers(0, games))
    state = draw(player_states())
    return goal_of(
        crosstable,
        state,
        draw(st.integers(100, 3000)),
        played,
        draw(st.integers(0, 2 * played)) / 2,
        rules=draw(st.none() | st.sampled_from([edition.key for edition in EDITIONS])),
        rating_list=draw(st.sampled_from(USCHESS_LISTS)),
        opponents=known,
        house_rules=draw(house_rules()),
        name=draw(st.none() | names),
        player=Player(1, 11, draw(names)),
    )


@pytest.mark.long
@examples(0.4)
@given(goals())
def test_any_goal_fits_and_no_figure_is_cut(goal: GoalReport) -> None:
    card = goal_card(goal)
    check_fits(card)
    assert not [line for block in blocks(card.description) for line in block if "…" in line]
    assert ("▸" in (card.description or "")) == (goal.needed is not None)
