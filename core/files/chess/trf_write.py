"""Write a tournament report file (TRF26; Council, 12 May 2025).

Without games behind a rating, NASPA numbers, classes and Scrabble scores. Names are cut to 33 characters, teams to
32.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game
from core.event.event_file import Conduct, FileEvent, FilePlayer, FileSection
from core.files.chess.trf_header import FIRST_ROUND, MOST_ROUNDS, ROUND_WIDTH
from core.files.chess.trf_teams import forfeit_colours, team_event_of, team_lines
from core.files.common.text import clean
from core.words import displayed

_RATED = {1.0: "1", 0.5: "=", 0.0: "0", None: " "}
_NOT_RATED = {1.0: "W", 0.5: "D", 0.0: "L", None: " "}
_COLOURS = {True: ("w", "b"), False: ("b", "w"), None: ("-", "-")}
_BYES = {
    ByeKind.FULL_POINT: "F",
    ByeKind.HALF_POINT: "H",
    ByeKind.ZERO_POINT: "Z",
    ByeKind.FORFEIT_WIN: "+",
    ByeKind.FORFEIT_LOSS: "-",
    ByeKind.UNPLAYED: " ",
}
_GIVEN = (ByeKind.FULL_POINT, ByeKind.HALF_POINT)

_BYE_POINTS = {ByeKind.FULL_POINT: 1.0, ByeKind.FORFEIT_WIN: 1.0, ByeKind.HALF_POINT: 0.5}


def written_cells(section: FileSection, colours: Mapping[tuple[int, int], str] | None = None) -> dict[int, list[str]]:
    """Return each player's cells, ten columns per round.

    colours: of forfeits, by round and number, where known.
    """
    rounds = section.rounds
    if rounds > MOST_ROUNDS:
        raise InputError(f"Round {rounds}: a tournament report has room for {MOST_ROUNDS} rounds.")
    cells = {player.number: [" " * ROUND_WIDTH] * rounds for player in section.players}
    for game in section.games:
        mine, theirs = _results(game)
        colour, other = _COLOURS[game.first_began]
        _put(cells, game.round, game.first, game.second, colour, mine)
        _put(cells, game.round, game.second, game.first, other, theirs)
    given = given_byes(section)
    for bye in section.byes:
        opponent = (bye.opponent or 0) if bye.kind in (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS) else 0
        colour = (colours or {}).get((bye.round, bye.entrant), "-") if opponent else "-"
        is_given = bye.kind in _GIVEN and (bye.round, bye.entrant) in given
        _put(cells, bye.round, bye.entrant, opponent, colour, "U" if is_given else _BYES[bye.kind])
    return cells


def given_byes(section: FileSection) -> frozenset[tuple[int, int]]:
    """Return round and number of byes by pairing; if unknown, a round's only full-point bye."""
    if section.conduct is not None:
        return section.conduct.given_byes
    # TRF26: at most one allocated bye (U) a round
    full = [bye for bye in section.byes if bye.kind is ByeKind.FULL_POINT]
    teams = team_event_of(section)
    team_of = {} if teams is None or teams.matches is None else teams.team_of
    whose = {(bye.round, team_of.get(bye.entrant, -bye.entrant)) for bye in full}
    count = Counter(round_number for round_number, _ in whose)
    return frozenset((bye.round, bye.entrant) for bye in full if count[bye.round] == 1)


def points_of(section: FileSection) -> dict[int, float]:
    """Return each player's points, with byes and forfeits."""
    points = {player.number: 0.0 for player in section.players}
    for game in section.games:
        if game.score is not None:
            points[game.first] += game.score
            points[game.second] += 1 - game.score
    for bye in section.byes:
        points[bye.entrant] += _BYE_POINTS.get(bye.kind, 0.0)
    return points


def _results(game: Game) -> tuple[str, str]:
    codes = _RATED if game.rated else _NOT_RATED
    if game.score not in codes:
        raise InputError(f"Round {game.round}: a game scores 0, 0.5 or 1, not {game.score:g}.")
    return codes[game.score], codes[None if game.score is None else 1 - game.score]


def _put(cells: dict[int, list[str]], round_number: int, number: int, opponent: int, colour: str, code: str) -> None:
    missing = next((one for one in (number, opponent) if one and one not in cells), None)
    if missing is not None or number == opponent or round_number < 1:
        raise InputError(
            f"Round {round_number}: player {number} against {opponent} is not a valid pairing. Correct it."
        )
    mine = cells[number]
    if mine[round_number - 1].strip():
        raise InputError(f"Round {round_number}: player {number} is listed twice.")
    mine[round_number - 1] = f"{f'{opponent:4d}' if opponent else '0000'} {colour} {code}  "


_ASKED = {ByeKind.FULL_POINT: "F", ByeKind.HALF_POINT: "H", ByeKind.ZERO_POINT: "Z"}
_FORFEITS = (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS)


def header_lines(conduct: Conduct) -> list[str]:
    """Return arbiters, days, lot, points of a bye, system and tie-breaks."""
    chief, *deputies = conduct.arbiters or ("",)
    lines = [f"102 {clean(chief)}" if chief else "", *(f"112 {clean(deputy)}" for deputy in deputies)]
    if any(conduct.days):
        days = (f"{day:%y/%m/%d}" if day else "" for day in conduct.days)
        lines.append(f"{'132':<{FIRST_ROUND}}" + "  ".join(f"{day:8}" for day in days))
    if conduct.white_first is not None:
        lines.append(f"152 {'W' if conduct.white_first else 'B'}")
    if conduct.half_point_bye:
        lines.append("162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5")
    if conduct.system:
        lines.append(f"192 {clean(conduct.system)}")
    if conduct.tie_breaks:
        codes = ",".join(clean(code) for code in conduct.tie_breaks)
        lines += [f"202 {codes}", f"212 PTS,{codes}"]
    return [line for line in lines if line]


def pairing_lines(conduct: Conduct, asked: Iterable[Bye]) -> list[str]:
    """Return requested byes, acceleration and forbidden pairs."""
    byes: dict[tuple[int, str], list[int]] = defaultdict(list)
    for bye in asked:
        byes[bye.round, _ASKED[bye.kind]].append(bye.entrant)
    lines = [
        f"240 {letter} {round_number:03d} " + " ".join(f"{number:04d}" for number in sorted(who))
        for (round_number, letter), who in sorted(byes.items())
    ]
    lines += [
        f"250      {one.points:04.1f} {one.first_round:03d} {one.last_round:03d} {one.first:04d} {one.last:04d}"
        for one in conduct.accelerated
    ]
    return lines + [
        f"260 {one.first_round:03d} {one.last_round:03d} " + " ".join(f"{number:4d}" for number in one.numbers)
        for one in conduct.forbidden
    ]


def part_asked(section: FileSection) -> tuple[FileSection, Sequence[Bye]]:
    """Return an unfinished section without byes of future rounds, and those byes."""
    rounds = [game.round for game in section.games]
    rounds += [bye.round for bye in section.byes if bye.kind in _FORFEITS]
    if section.conduct is not None:
        rounds += [round_number for round_number, _ in section.conduct.given_byes]
    played = max(rounds, default=0)
    conduct = section.conduct or Conduct()
    if replace(conduct, ranks={}, teams=(), boards={}) == Conduct() or (section.rounds_planned or 0) <= played:
        return section, ()
    asked = [bye for bye in section.byes if bye.round > played and bye.kind in _ASKED]
    return replace(section, byes=tuple(bye for bye in section.byes if bye not in asked)), asked


def write_trf26(event: FileEvent, program: str = "Crosstable") -> bytes:
    """Return an event of one section.

    program: with its version.
    """
    if len(event.sections) != 1:
        raise InputError("A tournament report has one section. Export each section separately.")
    section, asked = part_asked(event.sections[0])
    conduct = section.conduct or Conduct()
    players = sorted(section.players, key=lambda player: player.number)
    _check_numbers(players)
    teams = team_event_of(section, event.began or event.day or date.min)
    cells = written_cells(section, forfeit_colours(teams))
    points = points_of(section)
    lines = [*_header(event, section, program, 0 if teams is None else len(teams.teams))]
    descending = sorted(points.values(), reverse=True)
    ranks = {total: rank for rank, total in reversed(list(enumerate(descending, start=1)))}
    for player in players:
        total = points[player.number]
        rank = conduct.ranks.get(player.number, ranks[total])
        lines.append(_player_line(player, total, rank) + "".join(cells[player.number]))
    lines += [*pairing_lines(conduct, asked), *_member_lines(players)]
    if teams is not None:
        lines += team_lines(section, teams, given_byes(section))
    return "".join(f"{line.rstrip()}\r\n" for line in lines).encode(errors="replace")


def _check_numbers(players: list[FilePlayer]) -> None:
    if not players:
        raise InputError("There are no players to write. Enter them first.")
    numbers = [player.number for player in players]
    if len(set(numbers)) != len(numbers):
        raise InputError("Two players have the same pairing number. Number them from 1 upward.")
    if numbers[0] < 1 or numbers[-1] > 9999:
        raise InputError("Pairing numbers of a tournament report are 1 to 9999. Use smaller numbers.")


def _header(event: FileEvent, section: FileSection, program: str, teams: int) -> list[str]:
    """Return the tournament section; 142 only if the rounds are planned."""
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
    rating = player.rating or 0.0
    if not 0 <= rating < 9999.5:
        raise InputError(f"Player {player.number}: a rating of {rating:g} does not fit in four columns. Correct it.")
    return str(displayed(rating))


def _digits(number: str | None) -> str:
    written = (number or "").strip()
    return written if written.isascii() and written.isdigit() and len(written) <= 11 else ""


def _member_lines(players: list[FilePlayer]) -> list[str]:
    return [
        _columns("USA", player, "", player.state or "", _digits(player.uschess_id), "")
        for player in players
        if player.uschess_id or player.state
    ]
