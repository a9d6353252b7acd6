"""An event written as a tournament report file of the edition of 2026 (TRF26; Council, 12 May 2025).

What the file has no place for is left out: games behind a rating, NASPA numbers, classes, points on the board, decimals
of ratings. A name is cut to 33 characters, a team's to 32.
"""

from collections.abc import Mapping

from core.errors import InputError
from core.event_file import Conduct, FileEvent, FilePlayer, FileSection
from core.formats.chess.trf.cells_written import points_of, written_cells
from core.formats.chess.trf.conduct_written import header_lines, pairing_lines, part_asked
from core.formats.common.warnings import clean

_MOST_TEAMS = 999


def write_trf26(event: FileEvent, program: str = "Crosstable") -> bytes:
    """Return an event of one section in UTF-8; raise InputError for what the format cannot hold.

    program: who made the pairings, with its version.
    """
    if len(event.sections) != 1:
        raise InputError("A tournament report holds one section: write each section on its own.")
    section, asked = part_asked(event.sections[0])
    conduct = section.conduct or Conduct()
    players = sorted(section.players, key=lambda player: player.number)
    _check_numbers(players)
    cells = written_cells(section)
    points = points_of(section)
    lines = [*_header(event, section, program)]
    descending = sorted(points.values(), reverse=True)
    ranks = {total: rank for rank, total in reversed(list(enumerate(descending, start=1)))}
    for player in players:
        total = points[player.number]
        rank = conduct.ranks.get(player.number, ranks[total])
        lines.append(_player_line(player, total, rank) + "".join(cells[player.number]))
    lines += [*pairing_lines(conduct, asked), *_member_lines(players), *_team_lines(_teams(players))]
    return "".join(f"{line.rstrip()}\r\n" for line in lines).encode(errors="replace")


def _check_numbers(players: list[FilePlayer]) -> None:
    if not players:
        raise InputError("There are no players to write: enter them first.")
    numbers = [player.number for player in players]
    if len(set(numbers)) != len(numbers):
        raise InputError("Two players have the same pairing number: number them from 1 upward.")
    if numbers[0] < 1 or numbers[-1] > 9999:
        raise InputError("A tournament report numbers its players from 1 to 9999: give them smaller numbers.")


def _header(event: FileEvent, section: FileSection, program: str) -> list[str]:
    """Return the tournament section, as far as it is known; 142 only where the rounds are planned."""
    teams = len(_teams(list(section.players)))
    conduct = section.conduct or Conduct()
    individual = "Team" if teams else "Individual"
    lines = [
        f"012 {clean(event.name or '')}",
        f"022 {clean(event.city or '')}",
        f"032 {clean(event.federation or '')}",
        f"042 {event.began:%Y/%m/%d}" if event.began else "",
        f"052 {event.day:%Y/%m/%d}" if event.day else "",
        f"062 {len(section.players)}",
        f"072 {sum(player.rating is not None for player in section.players)}",
        f"082 {teams}",
        f"092 {individual} {clean(conduct.method or section.kind.value)}",
    ]
    if section.time_control is not None:
        seconds = section.time_control.minutes * 60
        increment = section.time_control.seconds
        lines.append(f"122 {section.time_control}")
        lines.append(f"222 {seconds}+{increment}" if increment else f"222 {seconds}")
    if section.rounds_planned:
        lines.append(f"142 {section.rounds_planned}")
    lines += header_lines(conduct)
    if any(player.uschess_id or player.state for player in section.players):
        lines.append("172 USA FIDE")
    lines.append(f"182 {clean(program)}")
    return [line for line in lines if line]


def _player_line(player: FilePlayer, points: float, rank: int) -> str:
    """Return columns 1 to 91 of record 001."""
    born = f"{player.born:%Y/%m/%d}" if player.born else f"{player.born_year:04d}/00/00" if player.born_year else ""
    return (
        _columns("001", player, _rating(player), player.federation or "", _digits(player.fide_id), born)
        + f" {points:4.1f} {rank:4d}  "
    )


def _columns(tag: str, player: FilePlayer, rating: str, origin: str, number: str, born: str) -> str:
    """Return columns 1 to 79, of record 001 or of a national one."""
    name = clean(player.name, 33) or f"Player {player.number}"
    return (
        f"{tag} {player.number:4d} {(player.sex or '')[:1]:1}{clean(player.title or '', 3):>3} {name:<33} {rating:>4} "
        f"{clean(origin, 3):<3} {number:>11} {born:<10}"
    )


def _rating(player: FilePlayer) -> str:
    """Return a rating as a whole number, halves upward; 0 for unrated."""
    rating = player.rating or 0.0
    if not 0 <= rating < 9999.5:
        raise InputError(f"Player {player.number}: a rating of {rating:g} has no room in four columns: correct it.")
    return str(int(rating + 0.5))


def _digits(number: str | None) -> str:
    """Return a membership number where it is one that fits, else nothing."""
    written = (number or "").strip()
    return written if written.isascii() and written.isdigit() and len(written) <= 11 else ""


def _member_lines(players: list[FilePlayer]) -> list[str]:
    """Return the national records of US Chess members; the rating that counts stands in record 001."""
    return [
        _columns("USA", player, "", player.state or "", _digits(player.uschess_id), "")
        for player in players
        if player.uschess_id or player.state
    ]


def _teams(players: list[FilePlayer]) -> dict[str, list[int]]:
    teams: dict[str, list[int]] = {}
    for player in players:
        name = clean(player.team or "", 32)
        if name:
            teams.setdefault(name, []).append(player.number)
    if len(teams) > _MOST_TEAMS:
        raise InputError(f"A tournament report holds {_MOST_TEAMS} teams at most: write each section on its own.")
    return teams


def _team_lines(teams: Mapping[str, list[int]]) -> list[str]:
    """Return record 310 for each team, without points and rank, which are the match's and not known."""
    return [
        f"310 {number:3d} {name:<32} {'':30}  " + " ".join(f"{player:4d}" for player in players)
        for number, (name, players) in enumerate(teams.items(), start=1)
    ]
