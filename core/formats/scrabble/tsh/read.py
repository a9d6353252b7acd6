"""tsh, John Chew's tournament program for Scrabble: a division file `.t`, or an archive of all in one file.

An archive has settings, and each division between #begin_file name=A.t and #end_file. Settings alone, config.tsh, are
an event of which nobody is known yet.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import islice

from core.crosstable import GameType
from core.errors import InputError
from core.event_file import FileEvent, FileSection, Remark
from core.formats.common.names import shorten
from core.formats.common.tables import decode
from core.formats.common.text_lines import TextLine, text_lines
from core.formats.common.warnings import ParseWarnings, fault
from core.formats.scrabble.tsh.config import TshConfig, is_config_line, read_config
from core.formats.scrabble.tsh.lines import is_player, player_lines, read_players
from core.formats.scrabble.tsh.sections import check_amount, section_of

DIVISION_FORMAT, ARCHIVE_FORMAT, SETTINGS_FORMAT = "tsh division file", "tsh archive", "tsh settings"
_BEGIN = re.compile(r"#begin_file[ \t]+name=([^ \t]{1,200})")
_ARCHIVE = re.compile(r"^#begin_file[ \t]+name=[^ \t\n]", re.MULTILINE)
_END = "#end_file"
_LINES_LOOKED_AT = 20
_MOST_NAMED, _MOST_DIVISIONS = 4, 100


class TshKind(Enum):
    """What a file of tsh is."""

    DIVISION = "division"
    SETTINGS = "settings"
    ARCHIVE = "archive"


def kind_of(text: str) -> TshKind | None:
    """Return which file of tsh a text is, by its contents; None for none."""
    if _ARCHIVE.search(text):
        return TshKind.ARCHIVE
    lines = player_lines(TextLine(0, line) for line in text[:200_000].split("\n"))
    if lines and is_config_line(lines[0].text):
        return TshKind.SETTINGS
    seen = list(islice(lines, _LINES_LOOKED_AT))
    is_division = any(";" in line.text for line in seen) and all(is_player(line.text) for line in seen)
    return TshKind.DIVISION if is_division else None


def is_tsh(text: str) -> bool:
    """Tell by its contents whether a text is a division file of tsh, an archive or its settings."""
    return kind_of(text) is not None


def read_tsh(data: bytes) -> FileEvent:
    """Read a division file, an archive or settings; raise InputError with the line for one that contradicts itself."""
    doubts = ParseWarnings()
    around, files = _files(text_lines(decode(data)), doubts)
    inside = [line for name, inner in files if is_config_name(name) for line in inner]
    config = read_config([*around, *inside], doubts)
    players = player_lines(around)
    if not files and players and is_config_line(players[0].text):
        _check_alone(players)
        return settings_event(config, doubts.remarks())
    divisions = [(config.division, players)]
    if files:
        divisions = [(name, player_lines(inner)) for name, inner in _divisions(files, config, doubts)]
    check_amount(sum(len(lines) for _, lines in divisions))
    sections = tuple(
        section_of(read_players(lines, doubts), name, config, doubts) for name, lines in divisions if lines
    )
    if not sections:
        raise InputError("There are no players in this tsh file: upload a division file, such as a.t, or the archive.")
    return tsh_event(ARCHIVE_FORMAT if files else DIVISION_FORMAT, sections, config, doubts.remarks())


def tsh_event(
    form: str, sections: tuple[FileSection, ...], config: TshConfig, remarks: tuple[Remark, ...]
) -> FileEvent:
    """Return the event that the settings are of."""
    return FileEvent(
        form,
        sections,
        name=config.event_name,
        began=config.began,
        day=config.day,
        board=GameType.SCRABBLE,
        remarks=remarks,
    )


def settings_event(config: TshConfig, remarks: tuple[Remark, ...]) -> FileEvent:
    """Return an event with empty divisions, and a remark that names the files with the players."""
    if len(config.divisions) > _MOST_DIVISIONS:
        raise InputError(f"The settings have more than {_MOST_DIVISIONS} divisions: upload those of one event.")
    names: list[str | None] = [*config.divisions.values()] or [None]
    sections = tuple(FileSection((), (), name=name, rounds_planned=config.rounds) for name in names)
    files = named(config.divisions) if config.divisions else "the division files, such as a.t,"
    text = f"these are tsh's settings, without players or games: upload {files} together with them"
    return replace(tsh_event(SETTINGS_FORMAT, sections, config, (*remarks, Remark(None, text))), without_games=text)


def named(files: Iterable[str]) -> str:
    """Return the names of files for a sentence, which stays short however many they are."""
    known = list(files)
    names = [shorten(name, 20) for name in known[:_MOST_NAMED]]
    if len(known) > _MOST_NAMED:
        names.append(f"{len(known) - _MOST_NAMED} more")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _check_alone(lines: Iterable[TextLine]) -> None:
    """Raise InputError where a player stands among settings, who would be passed over."""
    # Perl may have its semicolons here as well, but no scores behind them.
    likely = (line for line in lines if line.text.partition(";")[2].strip(" ;") and not is_config_line(line.text))
    player = next((line for line in islice(likely, _LINES_LOOKED_AT) if is_player(line.text)), None)
    if player is not None:
        raise fault(player.number, "a player stands among tsh's settings: put the players into a file of their own.")


def _divisions(
    files: Iterable[tuple[str, list[TextLine]]], config: TshConfig, doubts: ParseWarnings
) -> Iterator[tuple[str, list[TextLine]]]:
    """Yield the name and the lines of each division in an archive."""
    for name, inner in files:
        if name in config.divisions or name.endswith(".t"):
            yield config.divisions.get(name, name.removesuffix(".t")), inner
        elif not is_config_name(name):
            doubts.add(inner[0].number if inner else 1, "files", f'"{shorten(name)}" is no division: left out')


def is_config_name(name: str) -> bool:
    """Tell whether a file has the name that tsh's settings have."""
    return name.rpartition("/")[2] in ("config.tsh", "tsh.config")


def _files(lines: Sequence[TextLine], doubts: ParseWarnings) -> tuple[list[TextLine], list[tuple[str, list[TextLine]]]]:
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
