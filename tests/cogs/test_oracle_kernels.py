"""What the seed's headline speeds are about is what commands run: one update, one probability, one batch.

Seed 004, "Performance": single match update, win probability, batch compute. tests/bench/oracle.py measures these.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from oracle_club import match, name_keeper

import bot.services.matches.predictions
import core.rating.oracle.event
import core.rating.oracle.system
from core.rating.oracle import batch, formula
from tests.conftest import SimulatedClub


def counting(calls: Counter[str], kernel: Callable[..., Any]) -> Callable[..., Any]:
    def counted(*arguments: Any, **options: Any) -> Any:
        calls[kernel.__name__] += 1
        return kernel(*arguments, **options)

    return counted


async def test_every_command_runs_the_kernel_that_is_measured(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Counter[str] = Counter()
    for module, kernel in (
        (core.rating.oracle.event, formula.half_by_mean),
        (core.rating.oracle.event, formula.half_by_results),
        (bot.services.matches.predictions, formula.win_probability),
        (core.rating.oracle.system, batch.fit),
    ):
        assert getattr(module, kernel.__name__) is kernel
        monkeypatch.setattr(module, kernel.__name__, counting(calls, kernel))
    await name_keeper(club)

    def since() -> set[str]:
        seen = set(calls)
        calls.clear()
        return seen

    await match(club, "Keeper", wins=12, losses=8)
    assert since() == {"half_by_mean"}
    await match(club, "Keeper", results="WWLDW")
    assert since() == {"half_by_mean", "half_by_results"}  # reported by its score, then in the order of play
    await club.dana.slash(club.channel, "rating estimate", opponents="Keeper", list="oracle")
    assert "win_probability" in since()
    await club.td.slash(club.channel, "td publish", what="oracle")
    assert since() == {"fit"}
