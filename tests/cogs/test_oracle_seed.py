"""Seed 004 sentence by sentence, at the commands: each quotation with what a member then reads.

Source: shared/seeds, document 004, "Oracle Rating System" (README of the second version).
"""

import pytest
from oracle_club import match, name_keeper

from core.rating.oracle.config import OracleConfig
from core.rating.oracle.formula import multiplier
from tests.conftest import SimulatedClub, details, text_of
from tests.flows import set_pool

HEADER = "player_id,name,type,rating,bt_strength,games,wins\n"
TABLE = HEADER + (
    "0,Keeper,1,50,1.000000,500,250\n1,Weak,0,1,,500,5\n2,Even,0,50,,500,250\n3,Dominant,0,99,,500,495\n"
    "4,Strong,0,65,,0,0\n"
)
SEEDS_SCALE = {
    "Rating 1: 1% win rate vs Keeper (very weak)": ("Weak", "1.0%"),
    "Rating 50: 50% win rate (equal to Keeper)": ("Even", "50.0%"),
    "Rating 99: 99% win rate (dominant)": ("Dominant", "99.0%"),
    "a rating of 65 means 65% win rate vs Keeper": ("Strong", "65.0%"),
}
SEEDS_CONFIG = """
    .a_max = 1.30,              // Initial update multiplier
    .a_min = 1.08,              // Final update multiplier
    .a_decay_rate = 150.0,      // Games for exponential decay
    .convergence_threshold = 1e-6,  // For gradient ascent
    .max_iterations = 1000,
    .use_draws = true,
    .initial_confidence = 100.0
"""


async def player(club: SimulatedClub, name: str) -> str:
    return text_of(await details(club.dana, club.channel, "rating show", list="oracle", player=name))


async def test_the_scale_the_strengths_and_the_multiplier_read_as_the_seed_says(club: SimulatedClub) -> None:
    looked = await club.td.slash(club.channel, "td import", file=("seed.csv", TABLE.encode()))
    await club.td.click(looked.response, label="Store it")

    for name, chance in SEEDS_SCALE.values():
        assert f"Win probability against the Keeper **{chance}**" in await player(club, name)
        told = await club.dana.slash(club.channel, "rating estimate", opponents=f"{name} Keeper", list="oracle")
        assert str(round(float(chance.removesuffix("%")))) in text_of(told)

    # "s = rating / (100 - rating)" and back.
    assert "Strength **1.8571** (the Keeper's is 1)" in await player(club, "Strong")
    assert "## 65\n65.00 exactly" in await player(club, "Strong")

    # "New player (0 games): A = 1.30 (responsive)"; "Experienced (500+ games): A = 1.08 (stable)", which is 1.088 by
    # "A(games) = 1.08 + 0.22 × exp(-games/150)" at 500 games.
    assert "Current update multiplier **1.300**" in await player(club, "Strong")
    assert "Current update multiplier **1.088**" in await player(club, "Dominant")
    assert multiplier(10_000, OracleConfig()) == pytest.approx(1.08)

    # "P(i beats j) = s_i / (s_i + s_j)": 99 against 65, s = 99 and 13/7.
    told = await club.dana.slash(club.channel, "rating estimate", opponents="Dominant Strong", list="oracle")
    assert str(round(100 * 99 / (99 + 13 / 7))) in text_of(told)


async def test_the_seeds_configuration_is_the_usual_one_name_by_name(club: SimulatedClub) -> None:
    text = text_of(await set_pool(club))
    for line in SEEDS_CONFIG.strip().splitlines():
        name, value = (part.strip() for part in line.split("//")[0].strip().rstrip(", ").split("="))
        if name == ".use_draws":
            assert "Draws: **half a win for each**" in text
        else:
            assert f"`{name.removeprefix('.')}` **{float(value):g}** ·" in text, name


@pytest.mark.long
async def test_the_update_is_the_seeds_formula_game_by_game(club: SimulatedClub) -> None:
    """s_player_new = s_player × A^delta; s_opponent_new = s_opponent × A^(-delta), delta = actual - expected."""
    await name_keeper(club)
    await match(club, f"<@{club.eli.id}>", results="WLW")
    s_player = s_opponent = 1.0
    for actual in (1.0, 0.0, 1.0):
        delta = actual - s_player / (s_player + s_opponent)
        s_player, s_opponent = s_player * 1.30**delta, s_opponent * 1.30 ** (-delta)
    for name, strength in (("Dana", s_player), ("Eli", s_opponent)):
        text = await player(club, name)
        assert f"{100 * strength / (strength + 1):.2f} exactly" in text
        assert f"Strength **{strength:.4f}**" in text
    # "Keeps Keeper at rating 50 (strength 1.0)"
    await match(club, "Keeper", wins=12, losses=8)
    assert "## 50\n50.00 exactly · by definition" in await player(club, "Keeper")
