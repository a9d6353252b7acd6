"""Every step that core.rating.oracle takes, over matches of every kind that it tells apart."""

from collections.abc import Iterator
from datetime import date

from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.oracle.config import BareScores, OracleConfig, Rebalancing
from core.rating.oracle.state import PlayerState, as_keeper
from core.rating.oracle.system import SYSTEM as system
from core.rating.outcome import Step

DAY, LIST = date(2026, 11, 20), RatingList.ORACLE
IDLE = PlayerState()
PLAYERS = (IDLE, PlayerState(-39.9, 5), PlayerState(1.25, 400, 250, 100, 50, 60.5), as_keeper(IDLE))
AS_THE_SEED = ClubRules(oracle=OracleConfig(bare_scores=BareScores.WINS_FIRST, rebalancing=Rebalancing.ALL))
RESULTS: tuple[tuple[float | None, ...], ...] = ((1,), (1, 0.5, 0), (0,) * 40, (None,) * 3)


def oracle_steps() -> Iterator[Step]:
    """Take every step: against players of the club, the Keeper, and an opponent of whom only the rating is known."""
    for results in RESULTS:
        total = None if results[0] is not None else 1.5
        games = tuple(Game(number, 1, 2, result) for number, result in enumerate(results, start=1))
        known = Entrant(1, player="a", rated=True, score=total)
        for opponent in (Entrant(2, player="b", rated=True), Entrant(2, 62.5), Entrant(2, name="Keeper")):
            crosstable = Crosstable(DAY, (known, opponent), games, kind=EventKind.MATCH)
            for player in PLAYERS[:-1]:
                for other in PLAYERS:
                    states = {"a": player, "b": other}
                    for rules in (DEFAULT_RULES, AS_THE_SEED):
                        for outcome in system.rate_event(crosstable, LIST, states, house_rules=rules).values():
                            yield from outcome.steps
            if opponent.rating is None:
                for calibrated in system.calibrate_club([crosstable], LIST, {"a": IDLE, "b": IDLE}, DAY).values():
                    yield from calibrated.steps
