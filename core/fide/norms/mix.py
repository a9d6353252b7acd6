"""The mix of opponents: titles and federations (FIDE B.01, 1.4.3 to 1.4.5)."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from core.fide.norms import counts
from core.fide.norms.checks import CheckState, NormCheck, NormItem, at_least, at_most
from core.fide.norms.event import EventFormat, EventSettings, Exemption, NormOpponent, NormPlayer
from core.fide.norms.federations import STATELESS
from core.fide.norms.participants import large_swiss
from core.fide.norms.titles import TITLE_HOLDERS, TitleNorm


class ClaimedExemption(NamedTuple):
    """An exemption from the federations, and whether the player has it; None for what is to be confirmed."""

    exemption: Exemption
    holds: bool | None


def exemption_of(settings: EventSettings, player: NormPlayer) -> ClaimedExemption | None:
    """Return the exemption that the event gives this player: the claimed one, or what its participants show."""
    claimed, host = settings.exemption, settings.federation
    if claimed is not None and claimed.is_national:
        known = host is not None and player.federation is not None
        return ClaimedExemption(claimed, player.federation == host if known else None)
    if claimed is Exemption.ZONAL:
        return ClaimedExemption(claimed, True)
    large = claimed is not None
    if settings.format not in (EventFormat.SWISS, None):
        large = False
    elif settings.participants and host is not None:
        large = large_swiss(settings.participants, host, settings.rounds).exempts
    return ClaimedExemption(Exemption.LARGE_SWISS, large) if large or claimed else None


def mix_checks(
    opponents: Iterable[NormOpponent],
    norm: TitleNorm,
    player: NormPlayer,
    exemption: ClaimedExemption | None,
    *,
    twice: bool,
) -> tuple[NormCheck, ...]:
    """Hold the opponents of the counted games against the mix that a norm asks for.

    opponents: one for each game. twice: whether it is a double round robin.
    """
    met = list(opponents)
    federations = _federation_checks(met, player)
    if exemption is not None:
        federations = tuple(_exempted(check, exemption.holds) for check in federations)
    holders = sum(opponent.title in TITLE_HOLDERS for opponent in met)
    title_holders = at_least(NormItem.TITLE_HOLDERS, holders, counts.fewest_title_holders(len(met)))
    return (title_holders, _required_titles(met, norm, twice), *federations)


def _required_titles(met: list[NormOpponent], norm: TitleNorm, twice: bool) -> NormCheck:
    required = counts.fewest_required_titles(len(met))
    if not twice:
        return at_least(NormItem.REQUIRED_TITLES, sum(opponent.title in norm.counting for opponent in met), required)
    # Double round robin: half as many, and different people.
    people = {opponent.person for opponent in met if opponent.title in norm.counting}
    return at_least(NormItem.REQUIRED_TITLES, len(people), -(-required // 2))


def _federation_checks(met: list[NormOpponent], player: NormPlayer) -> tuple[NormCheck, ...]:
    # Nobody counts for or against a federation under FIDE's flag, nor twice while theirs is unknown.
    by_federation = Counter([opponent.federation for opponent in met])
    unknown = by_federation.pop(None, 0)
    by_federation.pop(STATELESS, 0)
    largest = max(by_federation.values(), default=0)
    if player.federation is None:
        # Any one of the federations may turn out to be the player's own.
        foreign, perhaps_foreign = max(0, len(by_federation) - 1), 1 + unknown
        own, perhaps_own = 0, largest + unknown
    else:
        own, perhaps_own = by_federation[player.federation], unknown
        foreign, perhaps_foreign = len(by_federation) - (own > 0), unknown
    games = len(met)
    return (
        at_least(NormItem.FOREIGN_FEDERATIONS, foreign, counts.FEWEST_FOREIGN_FEDERATIONS, perhaps_foreign),
        at_most(NormItem.OWN_FEDERATION, own, counts.most_of_own_federation(games), perhaps_own),
        at_most(NormItem.ONE_FEDERATION, largest, counts.most_of_one_federation(games), unknown),
    )


def _exempted(check: NormCheck, holds: bool | None) -> NormCheck:
    if check.state is CheckState.PASSED or holds is False:
        return check
    return check._replace(state=CheckState.TO_CONFIRM if holds is None else CheckState.WAIVED)
