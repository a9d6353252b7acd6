"""Oracle players as CSV in the seed's seven columns, and more:

    player_id,name,type,rating,bt_strength,games,wins,losses,draws,theta,se,confidence

Columns in any order; those after the seventh are optional. The Keeper has type 1, or the Keeper's name. bt_strength
takes precedence over rating.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, isclose, isfinite, log

from core.errors import InputError
from core.event.event_file import Remark
from core.files.common.tables import TableRow, decode_text, first_line, guarded, plain, read_rows, unguarded
from core.files.common.text import ParseWarnings, clean_name, fault, shorten
from core.rating.oracle.config import DEFAULT, OracleConfig, PlayerKind, kind_of_code
from core.rating.oracle.formula import MAX_LOG_STRENGTH, displayed, log_strength_of, rating_of
from core.rating.oracle.system import RosterLine
from core.words import counted

SEED_COLUMNS = ("player_id", "name", "type", "rating", "bt_strength", "games", "wins")
MORE_COLUMNS = ("losses", "draws", "theta", "se", "confidence")
_NEEDED = ("name", "type", "games", "wins")
_HEADER = f"Write {','.join(SEED_COLUMNS)}"
_NAME_CHARACTERS, _MOST_DIGITS = 100, 9
_OLD_SCALE = 1000.0
"""The seed's first version rated from 0 to 1000."""


@dataclass(frozen=True, slots=True)
class OracleTable:
    """A file's players in order, one of them the Keeper, and doubts."""

    players: tuple[RosterLine, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def keeper(self) -> RosterLine:
        return next(line for line in self.players if line.is_keeper)


def write_oracle_csv(lines: Iterable[RosterLine], *, like_seed: bool = False) -> str:
    """Return the table, exact to the last bit.

    like_seed: only seven columns, six decimals.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(SEED_COLUMNS if like_seed else SEED_COLUMNS + MORE_COLUMNS)
    for line in lines:
        strength = exp(line.log_strength)
        name = plain(line.name)
        cells = [
            line.player_id,
            name if like_seed else guarded(name),
            line.kind.code,
            displayed(rating_of(line.log_strength)),
            f"{strength:.6f}" if like_seed else repr(strength),
            line.games,
            line.wins,
        ]
        if not like_seed:
            error, confidence = (
                "" if figure is None else repr(figure) for figure in (line.standard_error, line.confidence)
            )
            cells += [line.losses, line.draws, repr(line.log_strength), error, confidence]
        writer.writerow(cells)
    return written.getvalue()


def read_oracle_csv(data: bytes, config: OracleConfig = DEFAULT) -> OracleTable:
    """Read a table, strengths relative to its Keeper."""
    decoded = decode_text(data)
    header, *rows = read_rows(decoded.text)
    columns = _columns(header)
    if not rows:
        raise InputError("There are no players below the header. Write one line per player.")
    doubts = ParseWarnings()
    scale = _scale(rows, columns)
    players = [_player(row, header, columns, scale, place, doubts) for place, row in enumerate(rows)]
    _check_unique(rows, players)
    keeper = _keeper(rows, players, config)
    anchor = players[keeper].log_strength
    return OracleTable(
        tuple(
            replace(line, log_strength=line.log_strength - anchor, is_keeper=place == keeper)
            for place, line in enumerate(players)
        ),
        (*decoded.remarks, *doubts.remarks()),
    )


def is_oracle_csv(text: str) -> bool:
    try:
        (header,) = read_rows(first_line(text))
        return bool(_columns(header))
    except (InputError, ValueError):  # other columns, no row, or no table
        return False


def has_strengths(text: str) -> bool:
    return "bt_strength" in re.split(r"[\s,;|\"]+", first_line(text).casefold())


def _columns(header: TableRow) -> dict[str, int]:
    columns: dict[str, int] = {}
    for index, cell in enumerate(header.cells):
        columns.setdefault(cell.casefold(), index)
    missing = [name for name in _NEEDED if name not in columns]
    if missing or not columns.keys() & {"bt_strength", "rating"}:
        raise fault(header.line, f"the header has no column {(missing or ['bt_strength'])[0]}. {_HEADER}.")
    return columns


def _scale(rows: Sequence[TableRow], columns: dict[str, int]) -> float:
    """Return the scale of the ratings: 1000 if one is above 100 (the seed's first version)."""
    for row in rows:
        text = row.cell(columns.get("rating"))
        if re.fullmatch(r"[0-9]{3,4}(?:\.[0-9]{1,12})?", text) and float(text) > 100:
            return _OLD_SCALE
    return 100.0


def _player(
    row: TableRow, header: TableRow, columns: dict[str, int], scale: float, place: int, doubts: ParseWarnings
) -> RosterLine:
    if len(row.cells) > len(header.cells):
        under = counted(len(header.cells), "column")
        raise fault(
            row.line, f"{len(row.cells)} cells under {under}. Put names that contain a comma in quotation marks."
        )
    name = clean_name(unguarded(row.cell(columns["name"]))[:_NAME_CHARACTERS])
    if not name:
        raise fault(row.line, "the player has no name. Write one.")
    games, wins = _whole(row, columns, "games"), _whole(row, columns, "wins")
    draws = _whole(row, columns, "draws", 0)
    losses = _whole(row, columns, "losses", games - wins - draws)
    # Some results may be unknown, such as those behind a starting rating.
    if wins + losses + draws > games or losses < 0:
        raise fault(
            row.line, f"wins {wins}, losses {losses} and draws {draws} do not add up to games {games}. Correct them."
        )
    return RosterLine(
        player_id=_whole(row, columns, "player_id", place),
        name=name,
        kind=_kind(row, columns),
        log_strength=_log_strength(row, columns, scale, doubts),
        games=games,
        wins=wins,
        losses=losses,
        draws=draws,
        standard_error=_figure(row, columns, "se"),
        confidence=_figure(row, columns, "confidence"),
    )


def _kind(row: TableRow, columns: dict[str, int]) -> PlayerKind:
    try:
        return kind_of_code(_whole(row, columns, "type"))
    except InputError as error:
        message = error.message
        raise error if message.startswith("Line ") else fault(row.line, message[0].lower() + message[1:]) from None


def _whole(row: TableRow, columns: dict[str, int], column: str, left_out: int | None = None) -> int:
    text = row.cell(columns.get(column))
    if not text and left_out is not None:
        return left_out
    if not re.fullmatch("[0-9]+", text):
        raise fault(row.line, f'{column} "{shorten(text)}" is not a whole number of 0 or more. Correct it.')
    if len(text) > _MOST_DIGITS:
        raise fault(row.line, f'{column} "{shorten(text)}" is more than a billion. Correct it.')
    return int(text)


def _figure(row: TableRow, columns: dict[str, int], column: str) -> float | None:
    text = row.cell(columns.get(column))
    if not text:
        return None
    try:
        value = float(text) if text.isascii() and "_" not in text else float("nan")
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise fault(row.line, f'{column} "{shorten(text)}" is not a number. Correct it, or leave it empty.')
    return value


def _log_strength(row: TableRow, columns: dict[str, int], scale: float, doubts: ParseWarnings) -> float:
    strength, exact, rating = (_figure(row, columns, name) for name in ("bt_strength", "theta", "rating"))
    if strength is not None and strength < 0:
        raise fault(row.line, f"bt_strength {strength:g} is below 0. Write a strength, for example 1.0.")
    if strength:
        # The logarithm is more exact, unless one of the two was edited.
        if exact is not None and isclose(exact, log(strength), abs_tol=1e-9):
            return exact
        return _within(row, log(strength))
    if exact is not None:
        return _within(row, exact)
    if rating is None:
        raise fault(row.line, "the player has neither a bt_strength nor a rating. Write one of them.")
    if strength == 0:
        doubts.add(row.line, "strengths without digits", f"strength 0 has no digits left. Rating used: {rating:g}")
    if not 0 <= rating <= scale:
        raise fault(row.line, f"rating {rating:g} is not between 1 and {scale - 1:g}. Correct it.")
    # What is shown is never 0 or all.
    return log_strength_of(max(scale / 100, min(rating, scale - scale / 100)), scale)


def _within(row: TableRow, log_strength: float) -> float:
    if abs(log_strength) > 2 * MAX_LOG_STRENGTH:
        raise fault(row.line, f"a strength of e^{log_strength:.0f} is out of range. Write one, for example 1.0.")
    return log_strength


def _check_unique(rows: Sequence[TableRow], players: Sequence[RosterLine]) -> None:
    lines: dict[int | str, int] = {}
    for row, player in zip(rows, players, strict=True):
        for key, noun in (
            (player.player_id, f"player {player.player_id}"),
            (player.name.casefold(), f'"{shorten(player.name)}"'),
        ):
            first = lines.setdefault(key, row.line)
            if first != row.line:
                raise fault(row.line, f"{noun} is listed twice, first in line {first}. Give each a different one.")


def _keeper(rows: Sequence[TableRow], players: Sequence[RosterLine], config: OracleConfig) -> int:
    for is_one, noun in (
        (lambda line: line.kind is PlayerKind.AI_KEEPER, "of type 1"),
        (lambda line: line.name.casefold() == config.keeper_name.casefold(), f"named {config.keeper_name}"),
    ):
        found = [place for place, line in enumerate(players) if is_one(line)]
        if len(found) > 1:
            first, second = rows[found[0]].line, rows[found[1]].line
            raise fault(
                second, f"a second player {noun}, after line {first}. A club has one Keeper. Change the other one."
            )
        if found:
            return found[0]
    raise InputError(f"There is no Keeper. Give one player the type 1, or the name {config.keeper_name}.")
