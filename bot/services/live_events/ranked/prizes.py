"""Who gets which prize of a paired evening: if it ended now, or once it is closed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.services.context import Services
from bot.services.events.section import section_of
from bot.services.live_events.lifecycle import evening_by_id
from bot.services.live_events.ranked.live_standings import rank_in
from bot.services.live_events.tournament import Tournament, read_tournament
from bot.services.live_events.tournament_facts import crosstable_of, terms_of
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import evenings
from bot.store.rows import Player
from core.crosstable import Crosstable
from core.errors import NotFoundError, RuleError
from core.outcome import DisplayedRating
from core.prizes.distribution import Distribution, Sharing, distribute
from core.prizes.fund import PrizeFund
from core.prizes.prize import Contestant, Prize, money
from core.prizes.upsets import upsets_in
from core.withdrawals import without


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prizes of an evening. prizes: what so many entries pay for; empty where none are set.

    distribution: by the numbers of `contestants` and `players`; None before a game is played.
    """

    tournament: Tournament
    fund: PrizeFund | None
    prizes: tuple[Prize, ...]
    distribution: Distribution | None
    contestants: Mapping[int, Contestant]
    players: Mapping[int, Player]

    @property
    def sharing(self) -> Sharing:
        return Sharing(self.tournament.evening.prize_sharing or Sharing.USCHESS)

    def amount(self, cents: int) -> str:
        """Return an amount with the sign of the currency that was typed, if one was."""
        sign = re.search("[$€£]", self.tournament.evening.prizes or "")
        return f"{sign[0] if sign else ''}{money(cents)}"

    def worth(self, prize: Prize) -> str:
        return prize.thing or "" if prize.cents is None else self.amount(prize.cents)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What prizes are worked out from, by numbers of its own.

    ratings: at the start. numbers: those of the card, by the crosstable's.
    """

    crosstable: Crosstable
    ratings: Mapping[int, tuple[int, bool]]
    players: Mapping[int, Player]
    numbers: Mapping[int, int]


async def prizes_of(services: Services, club_id: int, evening_id: int) -> Prizes:
    """Return the prizes of a paired evening, open or closed; raise RuleError for one that the bot does not pair."""
    found = await prizes_if_paired(services, club_id, evening_id)
    if found is None:
        raise RuleError("That event is not paired by the bot: it has no prizes.")
    return found


async def prizes_if_paired(services: Services, club_id: int, evening_id: int) -> Prizes | None:
    """Return the prizes of an evening, open or closed; None where the bot does not pair it."""

    def work(connection: Connection) -> Prizes | None:
        club = clubs.find(connection, club_id)
        evening = evening_by_id(connection, club, evening_id)
        if not evening.is_paired:
            return None
        tournament = read_tournament(connection, club, evening, services.now())
        facts = _stored(connection, tournament) if evening.event_id is not None else _so_far(tournament)
        return _divided(tournament, facts)

    return await services.database.read(work, club=club_id)


async def evening_of_event(services: Services, club_id: int, event_id: int) -> int:
    """Return the evening that became an event."""
    found = await services.database.read(
        lambda connection: evenings.that_became(connection, club_id, event_id), club=club_id
    )
    if found is None or not found.is_paired:
        raise NotFoundError("Prizes are for events that are paired here: choose one that /event new opened.")
    return found.id


def _so_far(tournament: Tournament) -> _Facts:
    playing = [one for one in tournament.entrants if not one.waits]
    return _Facts(
        crosstable_of(tournament),
        {one.number: (one.displayed, one.provisional) for one in playing if one.displayed is not None},
        {one.number: one.player for one in playing},
        {one.number: one.number for one in playing},
    )


def _stored(connection: Connection, tournament: Tournament) -> _Facts:
    """Return a closed evening as its event stands now, with what was corrected in it."""
    section = section_of(connection, tournament.club, tournament.evening.event_id or 0)
    outcomes = section.outcomes[section.lists[0]]
    ratings: dict[int, tuple[int, bool]] = {}
    for number, player in section.players.items():
        outcome = outcomes.get(player.id)
        before: DisplayedRating | None = None if outcome is None else outcome.before
        if before is not None:
            ratings[number] = before.displayed, before.provisional
    entered = {one.player.id: one.number for one in tournament.entrants}
    numbers = {number: entered[one.id] for number, one in section.players.items() if one.id in entered}
    return _Facts(section.crosstable, ratings, section.players, numbers)


def _divided(tournament: Tournament, facts: _Facts) -> Prizes:
    from core.formats.typed.prizes import parse_prizes

    text, named = tournament.evening.prizes, tournament.evening.prize_people or {}
    if text is None:
        return Prizes(tournament, None, (), None, {}, {})
    fund = parse_prizes(text)
    prizes = fund.for_entries(len(facts.crosstable.entrants))
    if not facts.crosstable.games:
        return Prizes(tournament, fund, prizes, None, {}, {})
    table = replace(
        facts.crosstable,
        entrants=tuple(
            replace(one, rating=facts.ratings.get(one.number, (None,))[0]) for one in facts.crosstable.entrants
        ),
    )
    table = without(table, terms_of(tournament, table).out)
    # Who has played no game wins nothing.
    played = {number for game in table.games for number in (game.first, game.second)}
    groups: dict[int, set[str]] = {}
    by_hand: dict[str, int] = {}
    on_card = {card: number for number, card in facts.numbers.items()}
    for what, listed in named.items():
        for card in listed:
            if card in on_card:
                groups.setdefault(on_card[card], set()).add(what)
                by_hand[what] = on_card[card]
    contestants = {
        row.number: Contestant(
            row.number,
            row.rank,
            row.points,
            facts.ratings.get(row.number, (None,))[0],
            frozenset(groups.get(row.number, ())),
        )
        for row in rank_in(tournament, table)[0]
        if row.number in played and row.number in facts.players
    }
    established = [number for number, (_, provisional) in facts.ratings.items() if not provisional]
    sharing = Sharing(tournament.evening.prize_sharing or Sharing.USCHESS)
    distribution = distribute(
        prizes, contestants.values(), upsets=upsets_in(table, established), by_hand=by_hand, sharing=sharing
    )
    return Prizes(tournament, fund, prizes, distribution, contestants, facts.players)
