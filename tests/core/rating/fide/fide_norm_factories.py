"""Factories for the norm tests: opponents as "2450 IM FRA", results as "1=0", events about which all is known."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from hypothesis import strategies as st

from core.event.crosstable import TimeControl
from core.rating.fide.norms.facts import (
    Decided,
    EventFormat,
    EventSettings,
    NormGame,
    NormOpponent,
    NormPlayer,
    NormSnapshot,
    PlayerTitle,
)
from tests.depth import examples

fast = examples()
"""No deadline: a slow machine is not a fault of the rules."""

POINTS = {"1": 1.0, "=": 0.5, "0": 0.0}
NINE_GMS = [f"2500 GM {federation}" for federation in ["NED", "FRA", "GER", "ESP", "ITA", "POL", "USA", "IND", "CHN"]]
"""Nine grandmasters rated 2500, of nine federations."""


def opponent(text: str, **more: Any) -> NormOpponent:
    """Return an opponent such as "2450 IM FRA"; "-" for no rating or title, "?" for an unknown federation."""
    rating, title, federation = text.split()
    return NormOpponent(
        None if rating == "-" else int(rating),
        None if federation == "?" else federation,
        None if title == "-" else PlayerTitle(title),
        **more,
    )


def games(opponents: Iterable[str | NormOpponent], results: str) -> tuple[NormGame, ...]:
    """Return played games from round 1 on; `results` has a letter for each: 1, = or 0."""
    met = [opponent(one) if isinstance(one, str) else one for one in opponents]
    return tuple(
        NormGame(number, one, POINTS[result])
        for number, (one, result) in enumerate(zip(met, results, strict=True), start=1)
    )


def known_event(rounds: int = 9, **more: Any) -> EventSettings:
    """Return a Swiss of which everything is known and right."""
    known: dict[str, Any] = {
        "start": date(2026, 5, 1),
        "format": EventFormat.SWISS,
        "rated": True,
        "registered": True,
        "most_rounds_a_day": 2,
        "time_control": TimeControl(90, 30),
        "arbiters": True,
        "arbiters_play": False,
        "changed_for_players": False,
    }
    return EventSettings(rounds=rounds, **(known | more))


def snapshot(
    played: Sequence[NormGame], *, federation: str | None = "NOR", woman: bool | None = None, **event: Any
) -> NormSnapshot:
    rounds = event.pop("rounds", max([game.round for game in played], default=9))
    event["federation"] = event.pop("host", None)
    return NormSnapshot(NormPlayer(federation, woman), known_event(rounds, **event), tuple(played))


def unplayed(game: NormGame, decided: Decided, score: float = 1) -> NormGame:
    """Return a round as it is when it was not played."""
    without = decided in (Decided.ALLOCATED_BYE, Decided.OTHER_BYE)
    return replace(game, opponent=None if without else game.opponent, decided=decided, score=score)


federations = st.sampled_from(["NED", "FRA", "GER", "NOR", "NED", "FRA", "GER", "NOR", "FID", None])
opponents = st.builds(
    NormOpponent,
    st.sampled_from([None, 1950, 2150, *range(2300, 2700, 19)]),
    federations,
    st.sampled_from([*PlayerTitle, None, PlayerTitle.IM, *[PlayerTitle.GM] * 9]),
)


@st.composite
def snapshots(draw: st.DrawFn, *, fewest: int = 8, most: int = 11) -> NormSnapshot:
    """Draw an event of any format but a double round robin."""
    met = draw(st.lists(opponents, min_size=fewest, max_size=most))
    results = [draw(st.sampled_from("1111==0")) for _ in met]
    event_format = draw(st.sampled_from([EventFormat.SWISS, EventFormat.ROUND_ROBIN, EventFormat.KNOCKOUT]))
    return snapshot(
        games(met, "".join(results)), federation=draw(st.sampled_from(["NOR", "NED", "NOR", None])), format=event_format
    )
