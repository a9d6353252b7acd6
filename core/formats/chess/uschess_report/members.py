"""The rows of TDEXPORT as they are written: strict, every member and every result (sections 3 and 4)."""

from collections.abc import Sequence
from datetime import date

from core.crosstable import Crosstable, Entrant, Game
from core.errors import InputError
from core.event_file import FilePlayer, FileSection
from core.formats.chess.uschess_report.cells import bye_text, played_text
from core.formats.chess.uschess_report.dbf import DbfField, fitted
from core.formats.chess.uschess_report.fields import MOST_PLAYERS, MOST_ROUNDS, NAME_WIDTH
from core.formats.chess.uschess_report.players import LEAST_RATING, MEMBER_ID, MOST_RATING, check_members
from core.formats.chess.uschess_report.remarks import Remarks
from core.formats.chess.uschess_report.text import placeholder_name, report_name, to_ascii
from core.formats.common.names import shorten
from core.formats.common.text_lines import clean

_SURPLUS = "U0"


def check_section(section: FileSection, label: str, *, without_colours: bool) -> None:
    """Raise InputError, which begins with the label, for a section that a report cannot hold."""
    numbers = sorted(player.number for player in section.players)
    if not 1 <= len(numbers) <= MOST_PLAYERS:
        raise InputError(f"{label} has {len(numbers)} players: a report takes from 1 to {MOST_PLAYERS}.")
    if numbers != list(range(1, len(numbers) + 1)):
        raise InputError(f"{label}: number its players from 1 to {len(numbers)}, each once.")
    rounds = [game.round for game in section.games] + [bye.round for bye in section.byes]
    if not rounds or min(rounds) < 1 or max(rounds) > MOST_ROUNDS:
        raise InputError(f"{label} does not have from 1 to {MOST_ROUNDS} rounds, which is what a report takes.")
    try:  # the facts of every event: opponents that exist, nobody twice in a round, scores of 0, 0.5 and 1
        Crosstable(date.min, tuple(Entrant(number) for number in numbers), section.games, section.byes)
    except InputError as error:
        raise InputError(f"{label}: {error.message}") from None
    for game in section.games:
        where = f"{label}, round {game.round}, {game.first} against {game.second}"
        if game.score is None or not game.rated:
            raise InputError(f"{where}: the game is disputed or has no result: decide it before you report the event.")
        if game.first_began is None and not without_colours:
            raise InputError(f"{where}: who had White is not told: add it, or choose a report without colours.")


def member_rows(
    section: FileSection, label: str, number: int, columns: int, remarks: Remarks, *, cut_names: bool
) -> list[list[str]]:
    """Return a section's rows, cells filled up to `columns` rounds; raise InputError for a value that does not fit."""
    players = sorted(section.players, key=lambda player: player.number)
    check_members(players, label, remarks)
    cells = _cells(section)
    surplus = [_SURPLUS] * (columns - section.rounds)
    return [
        [
            *("", str(number), str(player.number)),
            *_member(player, f"{label}, player {player.number}", remarks, cut_names=cut_names),
            *cells[player.number],
            *surplus,
        ]
        for player in players
    ]


def _cells(section: FileSection) -> dict[int, list[str]]:
    """Return the cells of every player; a round before a late entry or after a withdrawal is a bye without a point."""
    cells = {player.number: [_SURPLUS] * section.rounds for player in section.players}
    for game in section.games:
        assert game.score is not None
        cells[game.first][game.round - 1] = played_text(game.score, game.second, game.first_began)
        cells[game.second][game.round - 1] = played_text(1 - game.score, game.first, _second_began(game))
    for bye in section.byes:
        # Forfeits too without the opponent, as SwissSys writes them: US Chess pairs them again (section 4).
        cells[bye.entrant][bye.round - 1] = bye_text(bye.kind)
    return cells


def _second_began(game: Game) -> bool | None:
    return None if game.first_began is None else not game.first_began


def _member(player: FilePlayer, where: str, remarks: Remarks, *, cut_names: bool) -> Sequence[str]:
    """Return id, name, state and rating."""
    member = player.uschess_id or ""
    if member and not MEMBER_ID.fullmatch(member):
        raise InputError(f'{where}: "{shorten(clean(member))}" is no US Chess id: write 8 digits, or none.')
    if member == "00000000":  # the 2C word for "unavailable"
        raise InputError(f"{where}: 00000000 is nobody's US Chess id: write theirs, or none.")
    state = to_ascii(player.state or "", where).upper()
    if state and not (len(state) == 2 and state.isalpha()):
        raise InputError(f'{where}: "{shorten(state)}" is no state: write two letters, or none.')
    return member, _name(player, where, remarks, cut=cut_names), state, _rating(player, where)


def _name(player: FilePlayer, where: str, remarks: Remarks, *, cut: bool) -> str:
    if player.name in ("", placeholder_name(player.number, player.uschess_id)):
        remarks.add(f"{where} has no name.")
        return ""
    name = report_name(player.name, where)
    if "," not in player.name and "," in name:
        remarks.add(f"{where} is written as {shorten(name)}: write the name with a comma if that is wrong.")
    if cut and len(name) > NAME_WIDTH:
        remarks.add(f"{where}: the name is cut to {name[:NAME_WIDTH].rstrip()}.")
        name = name[:NAME_WIDTH].rstrip()
    try:
        fitted(name, DbfField("the name", NAME_WIDTH))
    except InputError as error:
        raise InputError(f"{where}: {error.message}") from None
    return name


def _rating(player: FilePlayer, where: str) -> str:
    """Return the rating in whole points, 0 for the unrated."""
    if player.rating is None:
        return "0"
    if not LEAST_RATING <= player.rating <= MOST_RATING:
        raise InputError(f"{where}: {player.rating:g} is no rating from {LEAST_RATING} to {MOST_RATING}: correct it.")
    return str(int(player.rating + 0.5))
