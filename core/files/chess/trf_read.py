"""Read tournament report files.

Old files leave half-point byes blank and add them to Points (TRF06).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from core.errors import InputError
from core.event.background import ExternalSystem
from core.event.crosstable import Bye, ByeKind, EventKind, Game, Ranking, TeamBye
from core.event.event_file import Accelerated, Conduct, FileEvent, FilePlayer, FileSection, Forbidden
from core.files.chess.trf_header import (
    BYE_CODES,
    FEDERATION,
    FIDE_ID,
    FIRST_ROUND,
    GAME_CODES,
    MOST_ROUNDS,
    NUMBER,
    RATING,
    ROUND_WIDTH,
    FileLine,
    PlayerLine,
    RoundCell,
    check_counts,
    check_rounds,
    edition,
    is_blank,
    is_trf,
    numbers,
    read_header,
    read_players,
    records_of,
    round_days,
    set_cell,
    whole,
)
from core.files.chess.trf_teams import (
    FileTeam,
    Records,
    fill_team_rounds,
    half_match_bye,
    in_teams,
    line_ups,
    read_teams,
)
from core.files.common.dates import ANYWHERE, Calendar
from core.files.common.tables import MOST_ROWS, decode
from core.files.common.text import ParseWarnings, clean, fault
from core.files.common.totals import doubt_points

_TELLING = ("102", "112", "132", "152", "162", "192", "202", "212", "250", "260", "310")
_HALF_POINT_BYE = re.compile(r"P {1,3}0?[.,]50?(?![0-9])")
_CODE = re.compile(r"[A-Z][A-Z0-9_]{2,39}")
_TIE_BREAK = re.compile(r"[A-Z][A-Z0-9/:_-]{1,19}")
_POINTS = "PTS"


def read_conduct(
    records: Mapping[str, list[FileLine]],
    players: Mapping[int, PlayerLine],
    teams: Mapping[int, FileTeam],
    days: Iterable[date | None],
    doubts: ParseWarnings,
) -> Conduct | None:
    """Return how the event was paired and ranked; None if unknown.

    days: of the rounds.
    """
    if not any(tag in records for tag in _TELLING):
        return None
    colour = _text_of(records, "152").upper()
    return Conduct(
        arbiters=tuple(
            name for tag in ("102", "112") for line in records.get(tag, ()) if (name := clean(line.text[4:]))
        ),
        days=tuple(days),
        system=_system(records, doubts),
        white_first={"W": True, "B": False}.get(colour[:1]),
        given_byes=frozenset(
            (round_number, number)
            for number, mine in players.items()
            for round_number, cell in enumerate(mine.cells, start=1)
            if cell is not None and cell.code == "U"
        ),
        half_point_bye=_HALF_POINT_BYE.search(_text_of(records, "162")) is not None or half_match_bye(records),
        tie_breaks=_tie_breaks(records, doubts),
        ranks={number: mine.rank for number, mine in players.items() if mine.rank is not None},
        accelerated=_accelerated(records, players, doubts),
        forbidden=_forbidden(records, players, doubts),
        boards=line_ups(records, teams),
        teams=tuple(teams[number].name for number in sorted(teams)) if "310" in records else (),
    )


def with_their_points(byes: Iterable[Bye], conduct: Conduct | None) -> tuple[Bye, ...]:
    """Return byes, those by pairing as half a point if the event says so."""
    if conduct is None or not conduct.half_point_bye:
        return tuple(byes)
    return tuple(
        replace(bye, kind=ByeKind.HALF_POINT) if (bye.round, bye.entrant) in conduct.given_byes else bye for bye in byes
    )


def _text_of(records: Mapping[str, list[FileLine]], tag: str) -> str:
    return clean(records[tag][0].text[4:]) if tag in records else ""


def _system(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> str | None:
    text = _text_of(records, "192").upper()
    if text and not _CODE.fullmatch(text):
        doubts.add(records["192"][0].number, "pairing systems", "unknown pairing system code. Ignored")
        return None
    return text or None


def _tie_breaks(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> tuple[str, ...]:
    tag = "212" if "212" in records else "202"
    codes = re.split(r"[,;\s]+", _text_of(records, tag).upper())
    known = [code for code in codes if _TIE_BREAK.fullmatch(code)]
    if len(known) < sum(map(bool, codes)):
        doubts.add(records[tag][0].number, "tie-breaks", "unknown tie-break code. Ignored")
    return tuple(code for code in dict.fromkeys(known) if code != _POINTS)


def _accelerated(
    records: Mapping[str, list[FileLine]], players: Mapping[int, PlayerLine], doubts: ParseWarnings
) -> tuple[Accelerated, ...]:
    found = []
    for line in records.get("250", ()):
        text = line.text
        points = re.fullmatch(r"(\d{1,2})[.,](\d)", text[9:13].strip(), re.ASCII)
        first, last = whole(text[14:17]), whole(text[18:21])
        one, other = whole(text[22:26]), whole(text[27:31])
        if points is None or not first or one not in players:
            doubts.add(line.number, "acceleration", "points, rounds or players are missing. Ignored")
            continue
        found.append(Accelerated(float(f"{points[1]}.{points[2]}"), first, last or first, one or 0, other or one or 0))
    return tuple(found)


def _forbidden(
    records: Mapping[str, list[FileLine]], players: Mapping[int, PlayerLine], doubts: ParseWarnings
) -> tuple[Forbidden, ...]:
    found = []
    for line in records.get("260", ()):
        first, last, who = whole(line.text[4:7]), whole(line.text[8:11]), numbers(line.text[12:])
        if not first or len(who) < 2 or any(number not in players for number in who):
            doubts.add(line.number, "forbidden pairs", "rounds or players of this file are missing. Ignored")
            continue
        found.append(Forbidden(first, last or first, tuple(who)))
    return tuple(found)


def fill_byes(players: Mapping[int, PlayerLine], records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> None:
    """Fill blank rounds from record 240; doubt contradictions."""
    for line in records.get("240", ()):
        code, round_number = line.text[4:5].upper(), whole(line.text[6:9])
        if code not in ("F", "H", "Z") or not round_number or round_number > MOST_ROUNDS:
            doubts.add(line.number, "unreadable byes", "a bye requires a letter F, H or Z and a round. Ignored")
            continue
        for number in numbers(line.text[9:]):
            if number not in players:
                doubts.add(line.number, "unknown players", f"there is no player {number} in this file. Ignored")
                continue
            cells = players[number].cells
            if is_blank(cells, round_number - 1):
                set_cell(cells, round_number - 1, RoundCell(0, "", code))
                continue
            cell = cells[round_number - 1]
            if cell is not None and cell.code != code:
                text = f"player {number} has another entry in round {round_number}. Bye ignored"
                doubts.add(line.number, "byes that a round contradicts", text)


def with_extras(
    players: Mapping[int, PlayerLine], teams: Mapping[int, FileTeam], records: Records, doubts: ParseWarnings
) -> tuple[FilePlayer, ...]:
    members = _members(players, records.get("NRS", ()), doubts)
    found = []
    for number, mine in players.items():
        player = in_teams(mine.player, teams)
        if number in members:
            uschess_id, state = members[number]
            player = replace(player, uschess_id=uschess_id, state=state)
        found.append(player)
    return tuple(found)


def _members(
    players: Mapping[int, PlayerLine], lines: Sequence[FileLine], doubts: ParseWarnings
) -> dict[int, tuple[str | None, str | None]]:
    """Return US Chess number and state; the records' ratings are ignored."""
    members: dict[int, tuple[str | None, str | None]] = {}
    left_out: set[str] = set()
    for line in lines:
        number, country = whole(line.text[NUMBER]), line.text[:3]
        if number not in players or number is None:
            doubts.add(line.number, "unknown players", f"there is no player {number} in this file. Ignored")
            continue
        if country == "USA":
            uschess_id = line.text[FIDE_ID].strip()
            state = line.text[FEDERATION].strip().upper()
            members[number] = (
                uschess_id if re.fullmatch(r"[0-9]{6,8}", uschess_id) else None,
                state if re.fullmatch(r"[A-Z]{2}", state) else None,
            )
        if whole(line.text[RATING]) and country not in left_out:
            left_out.add(country)
            doubts.add(
                line.number,
                "national ratings",
                f"national ratings ({country}) ignored. The ratings of the 001 lines count",
            )
    return members


_Values = dict[tuple[str, str], float]
"""Points by colour ("w", "b" or "") and result."""

_DEFAULTS = {"1": 1.0, "W": 1.0, "=": 0.5, "D": 0.5, "0": 0.0, "L": 0.0}
_DEFAULT_BYES = {"+": 1.0, "-": 0.0, "H": 0.5, "F": 1.0, "U": 1.0, "Z": 0.0, "": 0.0}
_ALL = ("", "w", "b")
_WIN, _DRAW, _LOSS = ("1", "W"), ("=", "D"), ("0", "L")
# TRF26, record 162: W also forfeits and full-point byes, D half-point byes, A absences, P allocated byes.
_RECORD_162: dict[str, tuple[str, ...]] = {
    "W": (*_WIN, "+", "F", "U"),
    "D": (*_DRAW, "H"),
    "L": _LOSS,
    "A": ("-", "Z"),
    "P": ("U",),
}
# JaVaFo's advanced user manual, XXS.
_XXS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "WW": (("w",), _WIN),
    "BW": (("b",), _WIN),
    "WD": (("w",), _DRAW),
    "BD": (("b",), _DRAW),
    "WL": (("w",), _LOSS),
    "BL": (("b",), _LOSS),
    "W": (_ALL, (*_WIN, "+", "F")),
    "D": (_ALL, (*_DRAW, "H")),
    "ZPB": (_ALL, ("Z",)),
    "HPB": (_ALL, ("H",)),
    "FPB": (_ALL, ("F",)),
    "PAB": (_ALL, ("U",)),
    "FW": (_ALL, ("+",)),
    "FL": (_ALL, ("-",)),
}
_BBP: dict[str, tuple[str, ...]] = {
    "BBW": (*_WIN, "+", "F"),
    "BBD": (*_DRAW, "H"),
    "BBL": _LOSS,
    "BBZ": ("Z",),
    "BBF": ("-",),
    "BBU": ("U",),
}
_MOST_LINES = 50
_NUMBER = r"(\d{0,3}(?:[.,]\d{1,2})?)"


def values_of(records: Mapping[str, list[FileLine]]) -> _Values:
    """Return the points of each result: 162, XXS and BB*, else 1 and ½."""
    values = {(colour, code): points for colour in _ALL for code, points in (_DEFAULTS | _DEFAULT_BYES).items()}
    for line in records.get("162", ()):
        found = dict(re.findall(rf"([WDLAPX]) *=? *{_NUMBER}", line.text[4:200].upper(), re.ASCII))
        for key, codes in _RECORD_162.items():  # P comes last: it counts as W unless it is given
            if found.get(key):
                _set(values, _ALL, codes, found[key])
    for line in records.get("XXS", [])[:_MOST_LINES]:
        for key, number in re.findall(rf"\b([A-Z]{{1,3}}) *= *{_NUMBER}", line.text[4:300].upper(), re.ASCII):
            if key in _XXS and number:
                _set(values, *_XXS[key], number)
    for tag, codes in _BBP.items():
        for line in records.get(tag, [])[:1]:
            match = re.match(_NUMBER, line.text[4:].strip(), re.ASCII)
            if match and match[1]:
                _set(values, _ALL, codes, match[1])
    return values


def _set(values: _Values, colours: Sequence[str], codes: Sequence[str], number: str) -> None:
    points = float(number.replace(",", "."))
    values.update({(colour, code): points for colour in colours for code in codes})


def _more(mine: PlayerLine, values: _Values) -> float:
    """Return the points of a line above those of its cells, 0 where it has none."""
    if mine.points is None:
        return 0.0
    return mine.points - sum([values[cell.colour, cell.code] for cell in mine.cells if cell is not None])


def fill_half_points(
    players: Mapping[int, PlayerLine], records: Mapping[str, list[FileLine]], values: _Values, doubts: ParseWarnings
) -> None:
    """Add half-point byes to blank rounds where they explain the points; doubt other differences.

    Record 299 explains a difference too. If most players differ, nothing is added.
    """
    half = values["", "H"]
    explained = {number for line in records.get("299", ()) for number in numbers(line.text[23:])}
    last_round = max((last_result(mine.cells) for mine in players.values()), default=0)
    counted = {number: mine for number, mine in players.items() if mine.points is not None and number not in explained}
    more = {number: _more(mine, values) for number, mine in counted.items()}
    differences = {number: difference for number, difference in more.items() if abs(difference) > 0.001}
    for number, difference in differences.items():
        mine = counted[number]
        blank = [place for place in range(last_round) if is_blank(mine.cells, place)]
        count = difference / half if half else 0.0
        if 2 * len(differences) <= len(counted) and 1 <= round(count) <= len(blank) and abs(count % 1) < 0.001:
            # withdrawn players are absent to the end: byes come before
            taken = blank[: round(count)]
            for place in taken:
                set_cell(mine.cells, place, RoundCell(0, "", "H"))
            rounds = ", ".join(str(place + 1) for place in taken)
            text = f"a half point is only in the points: a half-point bye is assumed in round {rounds}"
            if len(blank) > len(taken):
                text += ", the first that is blank"
            doubts.add(mine.line, "half points that are only in the points", text)
        else:
            given = mine.points or 0
            doubt_points(mine.line, given, given - difference, doubts)


def last_result(cells: Sequence[RoundCell | None]) -> int:
    return next((place + 1 for place in reversed(range(len(cells))) if not is_blank(cells, place)), 0)


# Every game is listed twice; both sides are compared.


_OTHER_SIDE = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D"}


def facts_of(players: Mapping[int, PlayerLine], doubts: ParseWarnings) -> tuple[list[Game], list[Bye]]:
    games, byes = [], []
    for number, mine in players.items():
        for round_number, cell in enumerate(mine.cells, start=1):
            if cell is None:
                continue
            theirs = _theirs(players, number, mine, round_number, cell) if cell.opponent else None
            if cell.code in BYE_CODES:
                if cell.opponent:
                    _check_forfeit(players, number, mine, round_number, cell, theirs, doubts)
                byes.append(Bye(round_number, number, BYE_CODES[cell.code], cell.opponent or None))
            elif not cell.opponent:
                byes.append(Bye(round_number, number, ByeKind.UNPLAYED))
            else:
                _check_mutual(players, number, mine, round_number, cell, theirs)
                if not cell.code:
                    text = f"round {round_number}: the game against player {cell.opponent} has no result. Ignored"
                    doubts.add(mine.line, "games without a result", text)
                elif number < cell.opponent:
                    score, rated = GAME_CODES[cell.code]
                    assert theirs is not None
                    began = _first_began(mine, round_number, cell, theirs, doubts)
                    games.append(Game(round_number, number, cell.opponent, score, began, rated=rated))
    games.sort(key=lambda game: (game.round, game.first))
    byes.sort(key=lambda bye: (bye.round, bye.entrant))
    return games, byes


def _theirs(
    players: Mapping[int, PlayerLine], number: int, mine: PlayerLine, round_number: int, cell: RoundCell
) -> RoundCell | None:
    start = FIRST_ROUND + ROUND_WIDTH * (round_number - 1)
    correct = f"Correct the opponent's number in columns {start + 1} to {start + 4}."
    if cell.opponent == number:
        raise fault(mine.line, f"round {round_number}: player {number} cannot play against themselves. {correct}")
    if cell.opponent not in players:
        raise fault(mine.line, f"round {round_number}: there is no player {cell.opponent} in this file. {correct}")
    cells = players[cell.opponent].cells
    return cells[round_number - 1] if round_number <= len(cells) else None


def _check_mutual(
    players: Mapping[int, PlayerLine],
    number: int,
    mine: PlayerLine,
    round_number: int,
    cell: RoundCell,
    theirs: RoundCell | None,
) -> None:
    if theirs is None or theirs.opponent != number or theirs.code != _OTHER_SIDE.get(cell.code, ""):
        raise _contradiction(players, number, mine, round_number, cell, theirs)


def _check_forfeit(
    players: Mapping[int, PlayerLine],
    number: int,
    mine: PlayerLine,
    round_number: int,
    cell: RoundCell,
    theirs: RoundCell | None,
    doubts: ParseWarnings,
) -> None:
    if theirs is None or theirs.opponent != number:
        text = f"round {round_number}: the forfeit against player {cell.opponent} is missing in that player's line"
        doubts.add(mine.line, "forfeits that only one side has", text)
    elif theirs.code not in "+-" or not theirs.code or cell.code == theirs.code == "+":
        raise _contradiction(players, number, mine, round_number, cell, theirs)


def _contradiction(
    players: Mapping[int, PlayerLine],
    number: int,
    mine: PlayerLine,
    round_number: int,
    cell: RoundCell,
    theirs: RoundCell | None,
) -> Exception:
    other = players[cell.opponent]
    return fault(
        mine.line,
        f"round {round_number}: player {number} has {_words(cell)}, but player {cell.opponent} has {_words(theirs)} "
        f"(line {other.line}). Correct one of the two lines.",
    )


def _words(cell: RoundCell | None) -> str:
    if cell is None or not (cell.opponent or cell.code):
        return "nothing there"
    against = f" against {cell.opponent}" if cell.opponent else ""
    return f'"{cell.code}"{against}' if cell.code else f"no result{against}"


def _first_began(
    mine: PlayerLine, round_number: int, cell: RoundCell, theirs: RoundCell, doubts: ParseWarnings
) -> bool | None:
    if cell.colour and cell.colour == theirs.colour:
        text = f"round {round_number}: both players have the colour {cell.colour}. Treated as unknown"
        doubts.add(mine.line, "equal colours", text)
        return None
    if cell.colour:
        return cell.colour == "w"
    return theirs.colour == "b" if theirs.colour else None


# TRF06, TRF16 and TRF26 (FIDE C.04, annex 2; Council, 12 May 2025), tolerant of real files.


__all__ = ["MOST_BYTES", "MOST_PLAYERS", "is_trf", "read_trf"]

MOST_BYTES = 4 * 1024 * 1024
"""2,000 players with 99 rounds are half of it."""
MOST_PLAYERS = 2_000


def read_trf(data: bytes, calendar: Calendar = ANYWHERE) -> FileEvent:
    text = decode(data)
    if len(data) > MOST_BYTES:
        raise InputError("The file has more than 4 MiB: a tournament report is smaller. Upload one event at a time.")
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The file has more than {MOST_ROWS} lines. Upload one event at a time.")
    doubts = ParseWarnings()
    records = records_of(text, doubts)
    lines = records.get("001", [])
    if not lines:
        raise InputError("There are no players in the file. A tournament report has one line 001 per player.")
    if len(lines) > MOST_PLAYERS:
        raise fault(
            lines[MOST_PLAYERS].number, f"there are more than {MOST_PLAYERS} players. Upload one section at a time."
        )
    players = read_players(lines, doubts)
    header = read_header(records, [mine.player.name for mine in players.values()], calendar, doubts)
    kind = edition(records, letters=_has_letters(players), slashed=header.slashed or _has_slashes(players))
    teams = read_teams(players, records, doubts)
    values = values_of(records)
    team_byes: tuple[TeamBye, ...] = ()
    if teams:
        team_byes = fill_team_rounds(players, teams, records, lambda number: _more(players[number], values), doubts)
    else:
        fill_byes(players, records, doubts)
    fill_half_points(players, records, values, doubts)
    games, byes = facts_of(players, doubts)
    conduct = read_conduct(records, players, teams, round_days(records), doubts)
    found = with_extras(players, teams, records, doubts)
    check_counts(records, len(found), sum(player.rating is not None for player in found), doubts)
    section = FileSection(
        players=found,
        games=tuple(games),
        byes=with_their_points(byes, conduct),
        kind=EventKind.MATCH if header.is_match and len(found) == 2 else EventKind.TOURNAMENT,
        time_control=header.time_control,
        written_control=header.written_control,
        rounds_planned=header.rounds_planned,
        conduct=conduct,
        ranking=Ranking(team_byes=team_byes) if team_byes else None,
    )
    check_rounds(records, section.rounds_planned, section.rounds, doubts)
    return FileEvent(
        format=kind,
        sections=(section,),
        name=header.name,
        began=header.began,
        day=header.day,
        city=header.city,
        federation=header.federation,
        ratings_of=ExternalSystem.FIDE,
        site=header.site,
        remarks=doubts.remarks(),
        unsure=header.unsure,
    )


def _has_letters(players: dict[int, PlayerLine]) -> bool:
    codes = {cell.code for mine in players.values() for cell in mine.cells if cell is not None}
    return any(code.isalpha() for code in codes)


def _has_slashes(players: dict[int, PlayerLine]) -> bool:
    return any(mine.slashed for mine in players.values())
