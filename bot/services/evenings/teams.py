"""Teams of an evening: formed by a director, paired as one, standings by match points."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.services.evenings.announcements import change_evening, number_of_name
from bot.services.evenings.sections import SET_PAIRING_RULES
from bot.services.evenings.tournament import (
    Tournament,
    boards_of,
    counts_as_us_chess,
    crosstable_of,
    open_tournament,
    strength,
    teams_in_order,
    teams_of,
)
from bot.services.events.report import SectionReport
from bot.services.framework.pairing.engine import SwissEngine, pair_round
from bot.services.framework.transaction import Write, use_case
from bot.store.database.evening_rows import Pairing, PairingKind
from core.errors import InputError, RuleError
from core.event.crosstable import ByeKind, Entrant
from core.event.teams import TeamEvent, team_event
from core.files.typed.results import ParsedName
from core.tournament.pairing.snapshot import Board, Snapshot
from core.tournament.tiebreaks.teams import TeamStandings, teams_ranked
from core.words import counted

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


def members_of(tournament: Tournament, name: str) -> list[int]:
    teams = {team.casefold(): members for team, members in teams_of(tournament).items()}
    return teams.get(name.strip().casefold(), [])


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
    """Return the teams with their matches; raise RuleError for an event of individuals."""
    table = crosstable_of(tournament, is_open=True)
    event = team_event(table, teams_in_order(tournament), given=_given(tournament))
    if event is None:
        raise RuleError("This event has no teams. Form them with Teams, under Directors.")
    return event


def _given(tournament: Tournament) -> frozenset[tuple[int, int]]:
    return frozenset((one.round, one.first) for one in tournament.pairings if one.kind is PairingKind.PAIRED_BYE)


def standings_in(section: SectionReport) -> TeamStandings | None:
    return teams_ranked(section.crosstable, uschess=counts_as_us_chess(section.lists))


def standings_of_teams(tournament: Tournament) -> TeamStandings | None:
    if tournament.evening.teams is None:
        return None
    return teams_ranked(crosstable_of(tournament, is_open=True), uschess=counts_as_us_chess(tournament.lists))


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
