"""Who of a whole section has made a title norm, from its crosstable alone."""

from bot.services.events.section import SectionReport
from bot.services.fide.declared_settings import NOTHING_DECLARED
from bot.services.fide.snapshot import NormEvent
from bot.services.fide.title_progress import STANDARD, highest_made
from core.fide.norms import counts
from core.fide.norms.result import NormResult, evaluate_all


def section_norms(section: SectionReport) -> dict[int, NormResult]:
    """Return the highest norm, GM or IM, of everybody who has made one, by pairing number.

    Those for women alone take the player's sex, and the shorter championships what somebody tells: /fide norm has both.
    """
    outcomes = section.outcomes.get(STANDARD)
    if outcomes is None or section.crosstable.rounds < counts.FEWEST_GAMES:
        return {}
    event = NormEvent(section.crosstable, outcomes, NOTHING_DECLARED)
    made = {}
    for number, player in section.players.items():
        if player.id not in outcomes or not event.may_be_norm(number):
            continue
        best = highest_made(evaluate_all(event.snapshot(number, woman=False)))
        if best is not None:
            made[number] = best
    return made
