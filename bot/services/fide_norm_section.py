"""Who of a whole section has made a title norm, from its crosstable alone."""

from bot.services.fide_norm_settings import NOTHING_TOLD
from bot.services.fide_norm_snapshot import NormEvent
from bot.services.fide_norm_way import STANDARD, highest_made
from bot.services.sections import SectionReport
from core.fide.norms import counts
from core.fide.norms.event import NormSnapshot
from core.fide.norms.result import NormResult, evaluate_all
from core.fide.norms.titles import MASTERS, TITLE_HOLDERS


def section_norms(section: SectionReport) -> dict[int, NormResult]:
    """Return the highest norm, GM or IM, of everybody who has made one, by pairing number.

    Those for women alone take the player's sex, and the shorter championships what somebody tells: /fide norm has both.
    """
    outcomes = section.outcomes.get(STANDARD)
    if outcomes is None or section.crosstable.rounds < counts.FEWEST_GAMES:
        return {}
    event = NormEvent(section.crosstable, outcomes, NOTHING_TOLD)
    made = {}
    for number, player in section.players.items():
        if player.id not in outcomes or event.games_of(number) < counts.FEWEST_GAMES:
            continue
        snapshot = event.snapshot(number, woman=False)
        best = highest_made(evaluate_all(snapshot)) if _met_enough_titles(snapshot) else None
        if best is not None:
            made[number] = best
    return made


def _met_enough_titles(snapshot: NormSnapshot) -> bool:
    """Tell whether the opponents' titles can suffice for the least that any norm asks for; few events have so many."""
    titles = [game.opponent.title for game in snapshot.games if game.opponent is not None]
    holders, masters = (sum(title in kind for title in titles) for kind in (TITLE_HOLDERS, MASTERS))
    fewest = counts.FEWEST_GAMES
    return holders >= counts.fewest_title_holders(fewest - 1) and masters >= counts.fewest_required_titles(fewest - 1)
