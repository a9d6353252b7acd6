"""Teams of an evening: formed by a director, paired as one, standings by match points."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.services.evenings.announcements import change_evening, number_of_name
from bot.services.evenings.sections import SET_PAIRING_RULES
from bot.services.evenings.tournament import (
    Tournament,
    crosstable_of,
    digest_number,
    open_tournament,
    planned_rounds,
)
from bot.services.events.report import SectionReport
from bot.services.framework.pairing.engine import SwissEngine, pair_round
from bot.services.framework.transaction import Write, use_case
from bot.store.database.evening_rows import Pairing, PairingKind
from core.errors import InputError, RuleError
from core.event.crosstable import ByeKind, Entrant
from core.event.teams import TeamEvent, team_event
from core.event.withdrawals import Scheduled, out_of_the_table, with_forfeits
from core.files.typed.results import ParsedName
from core.rating.systems import system_of
from core.tournament.pairing.scrabble import schedule_of_round
from core.tournament.pairing.snapshot import Board, Snapshot
from core.tournament.tiebreaks.field import Terms
from core.tournament.tiebreaks.standings import DEFAULT_ORDER
from core.tournament.tiebreaks.teams import (
    ROUND_ROBIN_ORDER,
    SWISS_ORDER,
    USCHESS_ORDER,
    TeamRow,
    met_everybody,
    parse_team_order,
    team_standings,
    usual_order,
)
from core.words import counted

_BELOW = 10_000
"""Board of a member against an empty seat, below all."""

LEAST_TEAMS = 2

METHODS = ("swiss", "round-robin", "double-round-robin")


@use_case(SET_PAIRING_RULES, director_to="form teams")
def set_teams(
    write: Write, evening_id: int, boards: int, teams: Sequence[tuple[str, Sequence[ParsedName]]]
) -> Tournament:
    """Form the teams of an evening, in board order; none: an event of individuals. Directors only.

    boards: of a match. After round 1 is paired, members may come and change their order, but not their team.
    """
    tournament = open_tournament(write, evening_id)
    if tournament.method.key not in METHODS or tournament.evening.sections is not None:
        raise RuleError("Teams play a Swiss or a round robin without sections. Open such an evening for them.")
    found: dict[str, list[int]] = {}
    for name, people in teams:
        members = [number_of_name(write.connection, write.club.id, tournament.entrants, who) for who in people]
        _require_team(tournament, found, name, members, boards)
        found[name] = members
    _require_same(tournament, found, boards)
    value = {"boards": boards, "teams": [[name, members] for name, members in found.items()]} if found else None
    return change_evening(write, tournament, {"teams": value}, None)


def _require_team(
    tournament: Tournament, found: Mapping[str, Sequence[int]], name: str, members: Sequence[int], boards: int
) -> None:
    if name in found:
        raise InputError(f'Two teams are called "{name}". Give each another name.')
    least = -(-boards // 2)
    if len(members) < least:
        raise InputError(
            f'"{name}" has {counted(len(members), "player")} for {counted(boards, "board")}. '
            f"A team needs at least {least}; the other boards are lost by forfeit."
        )
    taken = {number: team for team, others in found.items() for number in others}
    for number in members:
        if number in taken or members.count(number) > 1:
            other = taken.get(number, name)
            raise InputError(f'{tournament.name_of(number)} is already in "{other}". Remove one of the two.')


def _require_same(tournament: Tournament, found: Mapping[str, Sequence[int]], boards: int) -> None:
    if len(found) == 1:
        raise InputError("One team has no opponent. Write at least two teams, one per line.")
    before = {number: name for name, members in teams_of(tournament).items() for number in members}
    if not tournament.rounds:
        return
    now = {number: name for name, members in found.items() for number in members}
    moved = next((number for number, name in before.items() if now.get(number) != name), None)
    if not before or boards != boards_of(tournament) or moved is not None:
        who = "" if moved is None else f" {tournament.name_of(moved)} stays in {before[moved]}."
        raise RuleError(f"Round 1 is already paired. Only add members or change their order.{who}")


def teams_of(tournament: Tournament) -> dict[str, list[int]]:
    listed = (tournament.evening.teams or {}).get("teams", [])
    return {name: [one for one in members if one in tournament.by_number] for name, members in listed}


def members_of(tournament: Tournament, name: str) -> list[int]:
    teams = {team.casefold(): members for team, members in teams_of(tournament).items()}
    return teams.get(name.strip().casefold(), [])


def boards_of(tournament: Tournament) -> int:
    return int((tournament.evening.teams or {}).get("boards", 1))


def seats_taken(tournament: Tournament, round_number: int) -> dict[str, int]:
    """Return how many boards each team can fill in a round."""
    byes = {one.number for one in tournament.byes if one.round == round_number}
    return {
        name: min(
            sum(tournament.by_number[one].plays_in(round_number) and one not in byes for one in members),
            boards_of(tournament),
        )
        for name, members in teams_of(tournament).items()
    }


def without_team(tournament: Tournament) -> list[int]:
    placed = {number for members in teams_of(tournament).values() for number in members}
    return [one.number for one in tournament.entrants if one.number not in placed and one.until_round is None]


# Teams as one crosstable, whose entrants are numbered as the pairing numbers them.


def event_of(tournament: Tournament) -> TeamEvent:
    """Return the teams with their complete matches; raise RuleError for an event of individuals."""
    table = crosstable_of(tournament)
    unfinished = {
        (one.round, number)
        for one in tournament.pairings
        if one.is_game and tournament.result_of(one) is None
        for number in one.numbers
    }
    event = team_event(table, _in_order(tournament))
    if event is None:
        raise RuleError("This event has no teams. Form them with Teams, under Directors.")
    open_teams = {(number, event.team_of.get(member)) for number, member in unfinished}
    games = tuple(game for game in table.games if (game.round, event.team_of.get(game.first)) not in open_teams)
    byes = tuple(bye for bye in table.byes if (bye.round, event.team_of.get(bye.entrant)) not in open_teams)
    places = {
        (one.round, number): one.board or _BELOW
        for one in tournament.pairings
        if one.is_game or one.kind is PairingKind.UNOPPOSED
        for number in one.numbers
    }
    found = team_event(replace(table, games=games, byes=byes), _in_order(tournament), places, _given(tournament))
    assert found is not None
    return found


def _in_order(tournament: Tournament) -> list[str]:
    """Return the teams by their boards' mean rating; by lot in a schedule."""
    teams = teams_of(tournament)
    if tournament.method.at_once:
        return sorted(teams, key=lambda name: digest_number(tournament.evening.lot, name))
    return sorted(teams, key=lambda name: (-strength(tournament, teams[name]), name))


def strength(tournament: Tournament, members: Sequence[int]) -> float:
    """Return the mean rating of as many members as a match has boards; 0 if all are unrated."""
    shown = [tournament.by_number[number].displayed for number in members[: boards_of(tournament)]]
    rated = [one for one in shown if one is not None]
    return sum(rated) / len(rated) if rated else 0.0


def _given(tournament: Tournament) -> frozenset[tuple[int, int]]:
    return frozenset((one.round, one.first) for one in tournament.pairings if one.kind is PairingKind.PAIRED_BYE)


def order_of_teams(tournament: Tournament) -> tuple[str, ...]:
    if tournament.evening.tie_breaks is not None:
        return parse_team_order(tournament.evening.tie_breaks)
    if counts_as_us_chess(tournament):
        return USCHESS_ORDER
    return ROUND_ROBIN_ORDER if tournament.method.cycles else SWISS_ORDER


def counts_as_us_chess(tournament: Tournament) -> bool:
    """Return whether a match won counts 1, as at US Chess."""
    return system_of(tournament.lists[0]).key in DEFAULT_ORDER


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """An event's teams as they are ranked now; without rows where members met opponents of several teams in a round."""

    event: TeamEvent
    rows: Sequence[TeamRow]
    order: tuple[str, ...]
    uschess: bool
    terms: Terms


def standings_in(section: SectionReport) -> TeamStandings | None:
    event = team_event(section.crosstable)
    if event is None:
        return None
    uschess = system_of(section.lists[0]).key in DEFAULT_ORDER
    if event.matches is None:
        return TeamStandings(event, (), (), uschess, Terms())
    order, terms = usual_order(event, uschess=uschess), Terms(preset=met_everybody(event))
    return TeamStandings(event, team_standings(event, order, terms), order, uschess, terms)


def standings_of_teams(tournament: Tournament) -> TeamStandings | None:
    if not teams_of(tournament):
        return None
    event, order = event_of(tournament), order_of_teams(tournament)
    event = _with_withdrawals(tournament, event)
    terms = Terms(
        planned=planned_rounds(tournament, len(event.teams)),
        preset=tournament.method.cycles > 0,
        out=_out(tournament, event),
    )
    return TeamStandings(event, team_standings(event, order, terms), order, counts_as_us_chess(tournament), terms)


def _withdrawn(tournament: Tournament, event: TeamEvent) -> frozenset[int]:
    return frozenset(
        team.number
        for team in event.teams
        if all(tournament.by_number[member].until_round is not None for member in team.members)
    )


def _out(tournament: Tournament, event: TeamEvent) -> frozenset[int]:
    """Return the teams that left a round robin before half of their matches, which do not count (C.05)."""
    cycles = tournament.method.cycles
    return out_of_the_table(event.match_table, _withdrawn(tournament, event), cycles) if cycles else frozenset()


def _with_withdrawals(tournament: Tournament, event: TeamEvent) -> TeamEvent:
    """Return a round robin in which a team that left later forfeits its other matches (C.05)."""
    cycles, teams = tournament.method.cycles, len(event.teams)
    if not cycles:
        return event
    schedule = [
        Scheduled(number, first, second)
        for number in range(1, event.table.rounds + 1)
        for first, second in schedule_of_round(teams, number, double=cycles > 1)
        if max(first, second) <= teams
    ]
    came = {(number, event.team_of[member]) for number, member in event.given if member in event.team_of}
    table = with_forfeits(event.match_table, schedule, came, _withdrawn(tournament, event), cycles)
    return replace(event, results=table)


# A round of teams.


async def pair_teams(
    engine: SwissEngine, tournament: Tournament, snapshot: Snapshot, seeds: Mapping[int, int]
) -> list[Pairing]:
    """Return a round's boards: teams by match points, then members in board order."""
    event = event_of(tournament)
    if sum(one > 0 for one in seats_taken(tournament, snapshot.round).values()) < LEAST_TEAMS:
        raise RuleError(f"Fewer than two teams have a player in round {snapshot.round}, so nobody can be paired.")
    line_ups = {team.number: _line_up(tournament, snapshot, seeds, team.members) for team in event.teams}
    asked = _asked(tournament, snapshot, event, line_ups)
    ratings = {team.number: strength(tournament, team.members) or None for team in event.teams}
    table = event.match_table
    entrants = tuple(Entrant(one.number, ratings[one.number], one.name, one.name) for one in table.entrants)
    given = {(number, event.team_of[member]) for number, member in event.given if member in event.team_of}
    teams = replace(
        snapshot,
        crosstable=replace(table, entrants=entrants),
        asked=asked,
        absent=frozenset(number for number, members in line_ups.items() if not members and number not in asked),
        late=frozenset(),
        forbidden=(),
        fixed={},
        allocated=frozenset(given),
        accelerated=False,
    )
    boards = await pair_round(engine, tournament.method, teams)
    return [one for board in boards for one in _seated(board, line_ups, snapshot.round, boards_of(tournament))]


def _line_up(tournament: Tournament, snapshot: Snapshot, seeds: Mapping[int, int], members: Sequence[int]) -> list[int]:
    """Return the first members who play this round and asked for no bye."""
    out = snapshot.absent | snapshot.asked.keys()
    there = [number for number in members if number in seeds and seeds[number] not in out]
    return there[: boards_of(tournament)]


def _asked(
    tournament: Tournament, snapshot: Snapshot, event: TeamEvent, line_ups: Mapping[int, Sequence[int]]
) -> dict[int, ByeKind]:
    by_member = {one.number: one.kind for one in tournament.byes if one.round == snapshot.round}
    kinds = {PairingKind.HALF_BYE: ByeKind.HALF_POINT, PairingKind.FULL_BYE: ByeKind.FULL_POINT}
    found: dict[int, ByeKind] = {}
    for team in event.teams:
        wanted = Counter(kinds[by_member[one]] for one in team.members if by_member.get(one) in kinds)
        if wanted and not line_ups[team.number]:
            found[team.number] = wanted.most_common(1)[0][0]
    return found


def _seated(board: Board, line_ups: Mapping[int, Sequence[int]], round_number: int, boards: int) -> list[Pairing]:
    """Return a match's boards; colours alternate, and an empty seat forfeits."""
    ours = line_ups[board.first]
    if board.second is None:
        return [Pairing(round_number, 0, number, None, PairingKind.PAIRED_BYE) for number in ours]
    theirs, found = line_ups[board.second], []
    for place in range(max(len(ours), len(theirs))):
        here = [team[place] for team in (ours, theirs) if place < len(team)]
        if len(here) == 1:
            found.append(Pairing(round_number, 0, here[0], None, PairingKind.UNOPPOSED))
            continue
        white, black = here if place % 2 == 0 else reversed(here)
        found.append(Pairing(round_number, ((board.number or 1) - 1) * boards + place + 1, white, black))
    return found
