"""tsh, John Chew's tournament program for Scrabble: a division file `.t`, or an archive of all in one file.

An archive has settings, and each division between #begin_file name=A.t and #end_file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from core.crosstable import Board
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection
from core.formats.doubts import Doubts, clean
from core.formats.scores import shorten
from core.formats.tables import MOST_ROWS, decode
from core.formats.tsh.config import TshConfig, is_config_line, read_config
from core.formats.tsh.lines import MOST_PLAYERS, PlayerLine, TextLine, is_player, player_lines, read_players
from core.formats.tsh.rounds import facts_of

DIVISION_FORMAT, ARCHIVE_FORMAT = "tsh division file", "tsh archive"
_BEGIN = re.compile(r"#begin_file[ \t]+name=([^ \t]{1,200})")
_ARCHIVE = re.compile(r"^#begin_file[ \t]+name=[^ \t\n]", re.MULTILINE)
_END = "#end_file"
_LINES_LOOKED_AT = 20
_UPLOAD = "upload a division file, such as a.t, or the archive."


def is_tsh(text: str) -> bool:
    """Tell by its contents whether a text is a division file of tsh, an archive or its settings."""
    if _ARCHIVE.search(text):
        return True
    lines = player_lines(TextLine(0, line) for line in text[:200_000].split("\n"))
    if lines and is_config_line(lines[0].text):
        return True
    seen = list(islice(lines, _LINES_LOOKED_AT))
    return any(";" in line.text for line in seen) and all(is_player(line.text) for line in seen)


def read_tsh(data: bytes, config: bytes | None = None) -> FileEvent:
    """Read a division file or an archive; raise InputError with the line for one that contradicts itself.

    config: the settings (config.tsh) that lie beside a division file, where there are any.
    """
    doubts = Doubts()
    around, files = _files(_lines(data), doubts)
    inside = [line for name, inner in files if _is_config(name) for line in inner]
    settings = read_config([*around, *inside], doubts)
    beside = settings if config is None else read_config(_lines(config), doubts)
    divisions: list[tuple[str | None, list[TextLine]]] = [(settings.division or _only(beside), around)]
    if files:
        divisions = list(_divisions(files, settings, doubts))
    sections = []
    left = MOST_PLAYERS
    for name, inner in divisions:
        players = player_lines(inner)
        left -= len(players)
        if left < 0:
            raise InputError(f"There are more than {MOST_PLAYERS} players: upload one division at a time.")
        if not files and players and is_config_line(players[0].text):
            raise InputError(f"These are tsh's settings, without players: {_UPLOAD}")
        if players:
            sections.append(_section(read_players(players, doubts), name, beside, doubts))
    if not sections:
        raise InputError(f"There are no players in this tsh file: {_UPLOAD}")
    return FileEvent(
        ARCHIVE_FORMAT if files else DIVISION_FORMAT,
        tuple(sections),
        name=beside.event_name or settings.event_name,
        began=beside.began,
        day=beside.day,
        board=Board.SCRABBLE,
        remarks=doubts.remarks(),
    )


def _divisions(
    files: Iterable[tuple[str, list[TextLine]]], settings: TshConfig, doubts: Doubts
) -> Iterator[tuple[str | None, list[TextLine]]]:
    """Yield the name and the lines of each division in an archive."""
    for name, inner in files:
        if name in settings.divisions or name.endswith(".t"):
            yield settings.divisions.get(name, name.removesuffix(".t")), inner
        elif not _is_config(name):
            doubts.add(inner[0].number if inner else 1, "files", f'"{shorten(name)}" is no division: left out')


def _only(config: TshConfig | None) -> str | None:
    """Return the name of the division where the settings have a single one."""
    return next(iter(config.divisions.values())) if config is not None and len(config.divisions) == 1 else None


def _lines(data: bytes) -> list[TextLine]:
    text = decode(data)
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The file has more than {MOST_ROWS} lines: upload one event at a time.")
    return [TextLine(number, line) for number, line in enumerate(text.split("\n"), start=1)]


def _is_config(name: str) -> bool:
    return name.rpartition("/")[2] in ("config.tsh", "tsh.config")


def _files(lines: Sequence[TextLine], doubts: Doubts) -> tuple[list[TextLine], list[tuple[str, list[TextLine]]]]:
    """Return the lines outside the files of an archive, and those of each file by its name."""
    around: list[TextLine] = []
    files: list[tuple[str, list[TextLine]]] = []
    here = around
    for line in lines:
        if match := _BEGIN.match(line.text):
            if here is not around:
                doubts.add(line.number, "files without an end", f'"{shorten(files[-1][0])}" has no #end_file line')
            here = []
            files.append((match[1], here))
        elif line.text.startswith(_END) and files:
            here = around
        else:
            here.append(line)
    if here is not around:
        doubts.add(lines[-1].number, "files without an end", f'"{shorten(files[-1][0])}" has no #end_file line')
    return around, files


def _section(lines: Sequence[PlayerLine], name: str | None, config: TshConfig, doubts: Doubts) -> FileSection:
    games, byes = facts_of(lines, config.bye_spread, doubts)
    players = tuple(_player(number, line) for number, line in enumerate(lines, start=1))
    return FileSection(players, games, byes, name=clean(name or "") or None, rounds_planned=config.rounds)


def _player(number: int, line: PlayerLine) -> FilePlayer:
    games = line.fields.get("lifeg", "")
    return FilePlayer(
        number=number,
        name=line.name,
        rating=line.rating,
        games=int(games) if re.fullmatch(r"[0-9]{1,6}", games) else None,
        naspa_id=line.naspa_id,
        team=clean(line.fields.get("team", "")) or None,
        klass=clean(line.fields.get("class", "")) or None,
        line=line.line,
    )
