"""Read and write the team records of a tournament report: 013 and 310 teams, 300 line-ups, 320, 330 and 240.

The cells of players say who sat out; records give the byes and forfeited matches of teams (TRF26). A team's bye gives
its members what their own lines count, as in FIDE's example nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import ByeKind, Crosstable, Entrant, Ranking, TeamBye
from core.event.event_file import Conduct, FilePlayer, FileSection
from core.event.teams import Match, Team, TeamEvent, line_up, seats_of, team_event
from core.files.chess.trf_header import (
    BYE_CODES,
    MOST_ROUNDS,
    FileLine,
    PlayerLine,
    RoundCell,
    is_blank,
    numbers,
    set_cell,
    whole,
)
from core.files.common.text import ParseWarnings, clean
from core.tournament.tiebreaks.teams import met_everybody, parse_team_order, teams_ranked, usual_order
from core.words import displayed

_NAME = {"013": slice(4, 36), "310": slice(8, 40)}
_PLAYERS = {"013": 36, "310": 73}
_SLOT = 5
MOST_TEAMS = 999

# Reading


Records = Mapping[str, list[FileLine]]


class FileTeam(NamedTuple):
    """A team as written. members: in board order."""

    name: str
    members: tuple[int, ...]


def read_teams(players: Mapping[int, PlayerLine], records: Records, doubts: ParseWarnings) -> dict[int, FileTeam]:
    """Return the teams by number: record 310, else 013."""
    teams: dict[int, FileTeam] = {}
    taken: dict[int, str] = {}
    tag = "310" if "310" in records else "013"
    for place, line in enumerate(records.get(tag, ()), start=1):
        name = clean(line.text[_NAME[tag]])
        slots = [line.text[at : at + 4] for at in range(_PLAYERS[tag], len(line.text), _SLOT)]
        members = []
        for number in [whole(slot) for slot in slots if slot.strip()]:
            if number is None or number not in players:
                text = f"the team has a player who is not in this file ({number or 'no number'}). Ignored"
                doubts.add(line.number, "unknown players", text)
            elif name and taken.setdefault(number, name) != name:
                text = f'player {number} is also in another team: "{taken[number]}" counts'
                doubts.add(line.number, "players of two teams", text)
            else:
                members.append(number)
        number_of_team = (whole(line.text[4:7]) if tag == "310" else None) or place
        if name:
            teams[number_of_team] = FileTeam(name, tuple(dict.fromkeys(members)))
    return teams


def in_teams(player: FilePlayer, teams: Mapping[int, FileTeam]) -> FilePlayer:
    for team in teams.values():
        if player.number in team.members:
            return replace(player, team=team.name, board=team.members.index(player.number) + 1)
    return player


_WORTH = {ByeKind.FULL_POINT: 1.0, ByeKind.HALF_POINT: 0.5}


def fill_team_rounds(
    players: Mapping[int, PlayerLine],
    teams: Mapping[int, FileTeam],
    records: Records,
    more: Callable[[int], float],
    doubts: ParseWarnings,
) -> tuple[TeamBye, ...]:
    """Put forfeited matches into members' cells, and byes where their points have them; return the other byes.

    more: points of a player's line above those of its cells.
    """
    boards = _boards(players, teams)
    half = half_match_bye(records)
    byes = []

    def put(number: int, round_number: int, code: str) -> None:
        members = teams[number].members
        if any(_code_at(players[one].cells, round_number - 1) in ("F", "H", "U") for one in members):
            return
        kind = ByeKind.HALF_POINT if code == "U" and half else BYE_CODES[code]
        worth = _WORTH.get(kind, 0.0)
        free = [one for one in members if _sat_out(players[one].cells, round_number - 1)]
        counted = [one for one in free if 0 < worth <= more(one)][:boards]
        for member in counted:
            set_cell(players[member].cells, round_number - 1, RoundCell(0, "", code))
        if worth and not counted:
            byes.append(TeamBye(round_number, teams[number].name, kind, code == "U"))

    def known(line: FileLine, round_number: int | None, listed: Sequence[int | None]) -> bool:
        if round_number and round_number <= MOST_ROUNDS and all(number in teams for number in listed):
            return True
        doubts.add(line.number, "rounds of teams", "its round or a team is not in this file. Ignored")
        return False

    for line in records.get("240", ()):
        code, asked_in, listed = line.text[4:5].upper(), whole(line.text[6:9]), numbers(line.text[9:])
        if code in ("F", "H", "Z") and known(line, asked_in, listed):
            for number in listed:
                put(number, asked_in or 0, code)
    for line in records.get("320", ()):
        for place, at in enumerate(range(14, len(line.text), 4), start=1):
            if (team := whole(line.text[at : at + 3])) and known(line, place, [team]):
                put(team, place, "U")
    for line in records.get("330", ()):
        result, round_number = line.text[4:6], whole(line.text[7:10])
        white, black = whole(line.text[11:14]), whole(line.text[15:18])
        if known(line, round_number, [white, black]):
            _forfeit(players, teams[white or 0], teams[black or 0], round_number or 0, result, boards)
    return tuple(byes)


def _boards(players: Mapping[int, PlayerLine], teams: Mapping[int, FileTeam]) -> int:
    """Return the boards of a match: the most members of a team with opponents in one round."""
    rounds = max((len(mine.cells) for mine in players.values()), default=0)
    seated = (
        sum(not _sat_out(players[member].cells, place) for member in team.members)
        for team in teams.values()
        for place in range(rounds)
    )
    return max(seated, default=0)


def _sat_out(cells: Sequence[RoundCell | None], place: int) -> bool:
    if is_blank(cells, place):
        return True
    cell = cells[place]
    return cell is not None and not cell.opponent and cell.code == "-"


def _forfeit(
    players: Mapping[int, PlayerLine], white: FileTeam, black: FileTeam, round_number: int, result: str, boards: int
) -> None:
    """Pair members of a forfeited match by board where their cells name no opponents."""
    at = round_number - 1
    if any(cell.opponent for one in white.members for cell in players[one].cells[at : at + 1] if cell is not None):
        return

    def idle(team: FileTeam) -> list[int]:
        unopposed = [one for one in team.members if _code_at(players[one].cells, at) == "+"]
        return (unopposed or [one for one in team.members if _sat_out(players[one].cells, at)])[:boards]

    for one, other in zip(idle(white), idle(black), strict=False):
        for mine, theirs, code in ((one, other, result[:1]), (other, one, result[1:])):
            set_cell(players[mine].cells, round_number - 1, RoundCell(theirs, "", code if code in "+-" else "-"))


def _code_at(cells: Sequence[RoundCell | None], place: int) -> str:
    cell = cells[place] if place < len(cells) else None
    return cell.code if cell is not None and not cell.opponent else ""


def half_match_bye(records: Records) -> bool:
    """Return whether record 320 gives a drawn match's points for the bye of an odd round."""
    return any((line.text[4:8].strip() or "2").replace(",", ".") in ("1", "1.0") for line in records.get("320", ()))


def line_ups(records: Records, teams: Mapping[int, FileTeam]) -> dict[tuple[int, int], int]:
    """Return the boards of members seated out of order, by round and number (record 300)."""
    found: dict[tuple[int, int], int] = {}
    for line in records.get("300", ()):
        round_number, team = whole(line.text[4:7]), teams.get(whole(line.text[8:11]) or 0)
        slots = [whole(line.text[at : at + 4]) for at in range(16, len(line.text), _SLOT)]
        for board, number in enumerate(slots, start=1):
            if team is not None and round_number and number in team.members:
                found[round_number, number or 0] = board
    return found


# Writing


def team_event_of(section: FileSection, day: date = date.min) -> TeamEvent | None:
    """Return a section's teams, or None. day: the first, for the tie-breaks' edition."""
    entrants = tuple(
        Entrant(one.number, team=clean(one.team or "", 32) or None, board=one.board, out=one.out)
        for one in section.players
    )
    if len({one.team for one in entrants if one.team}) > MOST_TEAMS:
        raise InputError(f"A tournament report has at most {MOST_TEAMS} teams. Export each section separately.")
    conduct = section.conduct or Conduct()
    ranking = section.ranking or Ranking()
    table = Crosstable(day, entrants, section.games, section.byes, ranking=ranking)
    return team_event(table, ranking.teams or conduct.teams, conduct.boards, conduct.given_byes)


def forfeit_colours(event: TeamEvent | None) -> dict[tuple[int, int], str]:
    """Return the scheduled colours of forfeited boards, which alternate, by round and number."""
    found: dict[tuple[int, int], str] = {}
    for match in () if event is None else event.matches or ():
        for place, board in enumerate(match.boards):
            if board.one is not None and board.other is not None and not board.played:
                white_first = (event is None or event.began(match) is not False) == (place % 2 == 0)
                found[match.round, board.one], found[match.round, board.other] = "wb" if white_first else "bw"
    return found


_TYPES = {ByeKind.FULL_POINT: "F", ByeKind.HALF_POINT: "H"}


def team_lines(section: FileSection, event: TeamEvent, given: frozenset[tuple[int, int]]) -> list[str]:
    """Return the team records; match points and ranks only if they met in matches."""
    if event.matches is None:
        return [_team_line(team, "") for team in event.teams]
    ranked = teams_ranked(_ranked_table(section, event), uschess=False)
    rows = {row.number: row for row in ranked.rows} if ranked is not None else {}
    ratings = {one.number: one.rating for one in section.players}
    lines = ["352 " + ("WB" * event.boards)[: event.boards]]
    for team in event.teams:
        row = rows[team.number]
        known = [rating for one in team.members[: event.boards] if (rating := ratings[one])]
        strength = str(displayed(sum(known) / len(known))) if known else ""
        figures = f"{strength:>6} {row.match_points:6.1f} {float(row.game_points):6.1f} {row.rank:3d}"
        lines.append(_team_line(team, figures))
    return [*lines, *_line_up_lines(event), *_bye_lines(event, given), *_forfeit_lines(event)]


def _ranked_table(section: FileSection, event: TeamEvent) -> Crosstable:
    """Return the table with the event's own ranking, else with the file's tie-breaks."""
    ranking, conduct = section.ranking or Ranking(), section.conduct or Conduct()
    seats = seats_of(event)
    entrants = tuple(replace(one, seats=seats.get(one.number, ())) for one in event.table.entrants)
    if not ranking.teams:
        try:
            order = parse_team_order(",".join(conduct.tie_breaks))
        except InputError:
            order = usual_order(event, uschess=False)
        teams = tuple(team.name for team in event.teams)
        ranking = replace(ranking, teams=teams, team_order=order, cycles=int(met_everybody(event)))
    return replace(event.table, entrants=entrants, ranking=ranking)


def _team_line(team: Team, figures: str) -> str:
    return f"310 {team.number:3d} {team.name:<32} {'':5} {figures:<24}  " + " ".join(
        f"{one:4d}" for one in team.members
    )


def _line_up_lines(event: TeamEvent) -> list[str]:
    """Return record 300 of teams seated out of order, or with an empty seat above another."""
    lines = []
    for match in event.matches or ():
        if match.other is None or not match.is_played:
            continue
        for side, mine, theirs in ((0, match.one, match.other), (1, match.other, match.one)):
            seats = line_up(event, match, side)
            if seats:
                slots = " ".join(f"{one or 0:4d}" for one in seats)
                lines.append(f"300 {match.round:3d} {mine:3d} {theirs:3d} {slots}")
    return lines


def _bye_lines(event: TeamEvent, given: frozenset[tuple[int, int]]) -> list[str]:
    asked: dict[tuple[int, str], list[int]] = defaultdict(list)
    allocated: dict[int, Match] = {}
    for match in event.matches or ():
        if match.kind not in _TYPES:
            continue
        members = event.by_number[match.one].members
        if match.round not in allocated and any((match.round, one) in given | event.given for one in members):
            allocated[match.round] = match
        else:
            asked[match.round, _TYPES[match.kind]].append(match.one)
    lines = [
        f"240 {letter} {round_number:3d} " + " ".join(f"{number:4d}" for number in listed)
        for (round_number, letter), listed in sorted(asked.items())
    ]
    if allocated:
        first = next(iter(allocated.values()))
        worth = 2.0 if first.kind is ByeKind.FULL_POINT else 1.0
        slots = [allocated.get(number) for number in range(1, max(allocated) + 1)]
        listed_teams = " ".join(f"{0 if one is None else one.one:03d}" for one in slots)
        lines.append(f"320 {worth:4.1f} {event.game_points[first.round, first.one] / 2:4.1f} {listed_teams}")
    return lines


def _forfeit_lines(event: TeamEvent) -> list[str]:
    lines = []
    for match in event.matches or ():
        if match.other is not None and not match.is_played:
            one, other = match.halves
            sign = "+-" if one > other else "-+" if other > one else "--"
            lines.append(f"330 {sign} {match.round:3d} {match.one:3d} {match.other:3d}")
    return lines
