"""Boards that a director makes by hand: of a draft, or of the round that is played where nothing is reported yet."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.services.context import Actor, Services
from bot.services.live_events.names import number_of_name
from bot.services.live_events.rounds.draft import as_pair, the_draft
from bot.services.live_events.told.announce import announce_board
from bot.services.live_events.tournament import Tournament, open_tournament, tournament_in
from bot.services.live_events.tournament_facts import seeds_for, snapshot_for
from bot.services.transaction import Write, use_case
from bot.store.events import evening_rounds
from bot.store.events.evening_round_rows import Pairing, PairingKind, Round, RoundStatus
from core.errors import InputError, RuleError
from core.formats.typed.results_list import ParsedName
from core.pairing.by_hand import require_boards


async def swap_players(
    services: Services, actor: Actor, evening_id: int, one: ParsedName, other: ParsedName
) -> Tournament:
    """Let two players change places on boards of which nothing is reported yet; a bye changes hands so too."""

    def change(tournament: Tournament, pairings: Sequence[Pairing], numbers: Sequence[int]) -> list[Pairing]:
        places = dict(zip(numbers, reversed(numbers), strict=True))
        return [
            replace(
                pairing,
                first=places.get(pairing.first, pairing.first),
                second=None if pairing.second is None else places.get(pairing.second, pairing.second),
                by_hand=pairing.by_hand or bool({*pairing.numbers} & {*numbers}),
            )
            for pairing in pairings
        ]

    return await _by_hand(services, actor, evening_id, [one, other], change)


async def turn_colours(services: Services, actor: Actor, evening_id: int, who: ParsedName) -> Tournament:
    """Let the other one of a board begin."""

    def change(tournament: Tournament, pairings: Sequence[Pairing], numbers: Sequence[int]) -> list[Pairing]:
        return [
            replace(one, first=one.second, second=one.first, by_hand=True)
            if one.second is not None and numbers[0] in one.numbers
            else one
            for one in pairings
        ]

    return await _by_hand(services, actor, evening_id, [who], change, colours=True)


async def pair_by_hand(
    services: Services, actor: Actor, evening_id: int, boards: Sequence[tuple[ParsedName, ParsedName | None]]
) -> Tournament:
    """Put whole boards in the place of the round's, in their order; who stands in none is not paired."""

    def change(tournament: Tournament, pairings: Sequence[Pairing], numbers: Sequence[int]) -> list[Pairing]:
        before = {one.numbers: one for one in pairings}
        left, made, board = iter(numbers), [], 0
        for _, opponent in boards:
            first, second = next(left), None if opponent is None else next(left)
            board += second is not None
            old = before.get((first,) if second is None else (first, second))
            kind = PairingKind.GAME if second is not None else PairingKind.PAIRED_BYE if old is None else old.kind
            at = board if second is not None else 0
            made.append(Pairing(tournament.next_round, at, first, second, kind, by_hand=old is None or old.by_hand))
        return made

    words = [name for board in boards for name in board if name is not None]
    return await _by_hand(services, actor, evening_id, words, change, draft=True)


Change = Callable[[Tournament, Sequence[Pairing], Sequence[int]], list[Pairing]]


@use_case("pair-by-hand", director_to="change the pairings")
def _by_hand(
    write: Write,
    evening_id: int,
    words: Sequence[ParsedName],
    change: Change,
    *,
    draft: bool = False,
    colours: bool = False,
) -> Tournament:
    """Change pairings of the draft, or else of the round that is played; directors only.

    draft: of a draft alone. colours: nobody meets anybody else.
    """
    tournament = open_tournament(write, evening_id)
    if tournament.method.is_knockout and not colours:
        raise RuleError("The bracket of a knockout says who meets: withdraw whoever cannot play.")
    playing = tournament.open_round
    changed = the_draft(tournament) if playing is None or draft else playing
    club_id = write.club.id
    numbers = [number_of_name(write.connection, club_id, tournament.entrants, word) for word in words]
    for number in numbers:
        if numbers.count(number) > 1:
            raise InputError(f"{tournament.name_of(number)} stands there twice: everybody has one board.")
        if tournament.by_number[number].seed is None:
            raise RuleError(f"{tournament.name_of(number)} came after this was paired: press Pair again first.")
    old = tournament.pairings_of(changed.number)
    pairings = change(tournament, old, numbers)
    seeds = seeds_for(tournament, changed.number)
    given = [one for one in pairings if one.is_game or one.kind is PairingKind.PAIRED_BYE]
    require_boards(snapshot_for(tournament, changed.number, seeds), [as_pair(one, seeds) for one in given])
    before = [[one.board, *one.numbers] for one in old]
    _store(write, tournament, changed, old, pairings)
    write.note(evening_id, {"round": changed.number, "before": before})
    return tournament_in(write, tournament.evening)


def _store(
    write: Write, tournament: Tournament, changed: Round, old: Sequence[Pairing], pairings: Sequence[Pairing]
) -> None:
    """Store a draft anew; of a round that is played only the boards that are different, whose players are told."""
    evening_id, who = tournament.evening.id, write.actor.member.user_id
    if changed.status is RoundStatus.DRAFT:
        evening_rounds.put_draft(
            write.connection, evening_id, changed.number, changed.facts, pairings, who, write.now, RoundStatus.DRAFT
        )
        return
    gone = [one for one in old if one not in pairings]
    for one in gone:
        if tournament.report_of(one) is not None:
            raise RuleError(f"Board {one.board} has a result already: take it back first.")
    for pairing_id in evening_rounds.replace_boards(
        write.connection, evening_id, gone, [one for one in pairings if one not in old]
    ):
        announce_board(write, evening_id, changed.number, pairing_id)
