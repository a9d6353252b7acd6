"""Write tsh: a section as `.t`, several as an archive.

Kinds of byes and most forfeits' opponents are lost; players are renumbered.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.event.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.files.common.packed import ZippedFile, base_name, in_file, naming_file, remarks_of_file
from core.files.common.tables import MOST_ROWS, DecodedText, decode, decode_text, number_text, plain
from core.files.common.text import ParseWarnings, TextLine, one_line, shorten, text_lines
from core.files.scrabble.tsh import (
    BYE_SPREAD,
    GAP,
    HIGHEST_RATING,
    MOST_ROUNDS,
    NASPA_ID,
    TshConfig,
    TshKind,
    check_amount,
    is_config_name,
    is_forfeit,
    kind_of,
    named,
    player_lines,
    read_config,
    read_players,
    read_tsh,
    section_of,
    settings_event,
    tsh_event,
)

# Settings and division files in a zip. A renamed file is matched by order if unambiguous.


FORMAT = "tsh settings and division files"
_SUFFIX = ".t"
_UNKNOWN = (
    "The files are not one event. Upload the three of a US Chess rating report, or tsh's settings with the "
    "division files, or one PGN for each round, and any other file on its own, for example a CSV."
)


@dataclass(frozen=True, slots=True)
class _File:
    """A division file: its name, player lines and comments."""

    name: str
    lines: list[TextLine]
    config: TshConfig
    doubts: ParseWarnings = field(default_factory=ParseWarnings)


def read_tsh_files(files: Sequence[ZippedFile]) -> FileEvent:
    decoded = [(one_line(base_name(name)) or "?", _text(content)) for name, content in files]
    texts = [(name, one.text) for name, one in decoded]
    if sum(text.count("\n") for _, text in texts) > MOST_ROWS:
        raise InputError(f"The files have more than {MOST_ROWS} lines together. Upload one event at a time.")
    kinds = [kind_of(text) or (TshKind.SETTINGS if is_config_name(name.casefold()) else None) for name, text in texts]
    if TshKind.ARCHIVE in kinds:
        return _archive(files, kinds)
    remarks = [Remark(None, in_file(name, str(doubt))) for name, one in decoded for doubt in one.remarks]
    config = _config([text for text, kind in zip(texts, kinds, strict=True) if kind is TshKind.SETTINGS], remarks)
    others = [(text, kind) for text, kind in zip(texts, kinds, strict=True) if kind is not TshKind.SETTINGS]
    divisions = _divisions(others, config, remarks)
    found = _labelled(divisions, config, remarks) if any(file.lines for file in divisions) else []
    sections = _sections(found, config, remarks)
    if sections:
        return tsh_event(FORMAT, sections, config or _settings_in_comments(found), tuple(remarks))
    if config is None:
        raise InputError(_UNKNOWN)
    return settings_event(config, tuple(remarks))


def _text(content: bytes) -> DecodedText:
    try:
        return decode_text(content)
    except InputError:  # empty or no text: no reason to refuse the others
        return DecodedText("")


def _archive(files: Sequence[ZippedFile], kinds: Sequence[TshKind | None]) -> FileEvent:
    if len(files) > 1:
        raise InputError("One of the files is a tsh archive, which has all divisions in it. Upload only that.")
    return read_tsh(files[0].content)


def _config(texts: Sequence[tuple[str, str]], remarks: list[Remark]) -> TshConfig | None:
    if not texts:
        return None
    if len(texts) > 1:
        raise InputError(f"{named(name for name, _ in texts)} are all tsh settings. Upload one event at a time.")
    ((name, text),) = texts
    doubts = ParseWarnings()
    with naming_file(name):
        config = read_config(text_lines(text), doubts)
    remarks += remarks_of_file(name, doubts)
    return config


def _divisions(
    texts: Iterable[tuple[tuple[str, str], TshKind | None]], config: TshConfig | None, remarks: list[Remark]
) -> list[_File]:
    found: list[_File] = []
    for (name, text), kind in texts:
        if kind is None and not _is_named(name, config):
            remarks.append(Remark(None, f'"{shorten(name)}" is not a division. Ignored'))
            continue
        if any(_key(file.name) == _key(name) for file in found):
            raise InputError(f'Two files are called "{shorten(name)}". Remove the older one.')
        doubts = ParseWarnings()
        with naming_file(name):
            lines = text_lines(text)
            found.append(_File(name, player_lines(lines), read_config(lines, doubts), doubts))
        check_amount(sum(len(file.lines) for file in found))
    return found


def _is_named(name: str, config: TshConfig | None) -> bool:
    return _key(name).endswith(_SUFFIX) or (config is not None and _key(name) in map(_key, config.divisions))


def _key(name: str) -> str:
    return base_name(name).casefold()


def _labelled(
    files: Sequence[_File], config: TshConfig | None, remarks: list[Remark]
) -> list[tuple[str | None, _File]]:
    if config is None or not config.divisions:
        return [(file.config.division or (_stem(file.name) if len(files) > 1 else None), file) for file in files]
    known = {_key(file.name): file for file in files}
    wanted = [name for name in config.divisions if _key(name) not in known]
    spare = [file for key, file in known.items() if key not in set(map(_key, config.divisions))]
    by_place: dict[str, _File] = {}
    if wanted and spare:
        if len(wanted) != len(spare):
            raise InputError(
                f"The settings name {named(wanted)}, not {named(file.name for file in spare)}. "
                "Give the files the names that they have in the settings."
            )
        by_place = dict(zip(wanted, spare, strict=True))
        if len(spare) > 1:
            pairs = ", ".join(f"{shorten(file.name)} as {shorten(name)}" for name, file in by_place.items())
            remarks.append(Remark(None, f"some files are not named as in the settings. Read in this order: {pairs}"))
    elif wanted:
        remarks.append(Remark(None, f"the settings name {named(wanted)} as well. Upload them all for the whole event"))
    for file in spare if not wanted else ():
        remarks.append(Remark(None, f'"{shorten(file.name)}" is in no division of the settings. Ignored'))
    found = [(label, by_place.get(name) or known.pop(_key(name), None)) for name, label in config.divisions.items()]
    return [(label, file) for label, file in found if file is not None]


def _stem(name: str) -> str:
    return name[: -len(_SUFFIX)] if _key(name).endswith(_SUFFIX) else name


def _sections(
    found: Iterable[tuple[str | None, _File]], config: TshConfig | None, remarks: list[Remark]
) -> tuple[FileSection, ...]:
    sections = []
    for label, file in found:
        if not file.lines:
            remarks.append(Remark(None, f'"{shorten(file.name)}" has no players. Ignored'))
            continue
        with naming_file(file.name):
            players = read_players(file.lines, file.doubts)
            sections.append(section_of(players, label, config or file.config, file.doubts))
        remarks += remarks_of_file(file.name, file.doubts)
    return tuple(sections)


def _settings_in_comments(found: Iterable[tuple[str | None, _File]]) -> TshConfig:
    configs = [file.config for _, file in found]
    return next((config for config in configs if config.event_name or config.day or config.began), TshConfig())


_NAME_WIDTH = 22
_DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)
"""Windows takes these for devices, whatever their ending."""
_NUMBER_WORD = re.compile(r" (?=[0-9])")
_UNBROKEN = "\N{NO-BREAK SPACE}"
_TURNS = {True: ("1", "2"), False: ("2", "1"), None: ("4", "4")}
_BYES_THAT_COUNT = {ByeKind.FULL_POINT: 1, ByeKind.FORFEIT_WIN: 1, ByeKind.FORFEIT_LOSS: -1}
"""With the sign of what a bye counts."""


class _Chart:
    """Opponents, scores and turns by round."""

    def __init__(self, section: FileSection) -> None:
        self._places = {player.number: place for place, player in enumerate(section.players, start=1)}
        self._spread = _bye_spread(section)
        self._boards = {} if section.conduct is None else section.conduct.boards
        self._cells: dict[int, dict[int, tuple[str, str, str]]] = {number: {} for number in self._places}
        for game in section.games:
            self._add_game(game)
        byes = {(bye.round, bye.entrant): bye for bye in section.byes}
        for bye in section.byes:
            self._add_bye(bye, byes.get((bye.round, bye.opponent or 0)))

    def _add_game(self, game: Game) -> None:
        first, second = game.first_points, game.second_points
        if first is None or second is None:
            raise InputError(
                f"Round {game.round}: the game between players {game.first} and {game.second} has no points on the "
                "board, which tsh needs. Export the event in another format."
            )
        if is_forfeit(first, second, self._spread) or not game.rated:
            raise InputError(
                f"Round {game.round}: tsh would take the game between players {game.first} and {game.second} for "
                "something else. Export the event as a table of pairings."
            )
        if game.score is not None and game.score != (0.5 if first == second else float(first > second)):
            raise InputError(
                f"Round {game.round}: players {game.first} and {game.second} have {first} to {second}, which is not "
                "their result. Correct one of them."
            )
        ours, theirs = _TURNS[game.first_began]
        self._put(game.round, game.first, game.second, first, ours)
        self._put(game.round, game.second, game.first, second, theirs)

    def _add_bye(self, bye: Bye, theirs: Bye | None) -> None:
        if bye.opponent in self._places and theirs is not None and _is_forfeit(bye, theirs, self._spread):
            self._put(bye.round, bye.entrant, bye.opponent, bye.points or 0, "0")
            return
        points = self._spread * _BYES_THAT_COUNT.get(bye.kind, 0)
        if bye.points is not None and bye.points * points > 0:
            points = bye.points
        self._put(bye.round, bye.entrant, None, points, "0")

    def _put(self, round_number: int, number: int, opponent: int | None, points: int, turn: str) -> None:
        place = 0 if opponent is None else self._places[opponent]
        self._cells[number][round_number] = (str(place), str(points), turn)

    def lists(self, number: int) -> tuple[list[str], list[str], list[str]]:
        """Return a player's opponents, scores and turns up to their last round."""
        cells = self._cells[number]
        rounds = [cells.get(index, (GAP, GAP, "0")) for index in range(1, max(cells, default=0) + 1)]
        return [cell[0] for cell in rounds], [cell[1] for cell in rounds], [cell[2] for cell in rounds]

    def boards(self, number: int) -> list[str]:
        """Return a player's boards, 0 for unknown; none if all are."""
        rounds = range(1, max(self._cells[number], default=0) + 1)
        boards = [self._boards.get((index, number), 0) for index in rounds]
        return [str(board) for board in boards] if any(boards) else []


def _bye_spread(section: FileSection) -> int:
    return (section.conduct.bye_spread if section.conduct else None) or BYE_SPREAD


def _is_forfeit(bye: Bye, theirs: Bye, spread: int) -> bool:
    if bye.points is None or theirs.points is None or theirs.opponent != bye.entrant or bye.opponent == bye.entrant:
        return False
    if not is_forfeit(bye.points, theirs.points, spread):
        return False
    return (bye.kind, theirs.kind) == (_forfeit(bye.points, theirs.points), _forfeit(theirs.points, bye.points))


def _forfeit(points: int, theirs: int) -> ByeKind:
    return ByeKind.FORFEIT_WIN if points > theirs else ByeKind.FORFEIT_LOSS


def write_tsh(event: FileEvent) -> bytes:
    """Write an event whose games have points on the board."""
    if len(event.sections) == 1:
        (section,) = event.sections
        facts = {
            "event_name": plain(event.name or ""),
            "event_date": _days_text(event),
            "max_rounds": str(section.rounds_planned or ""),
            "bye_spread": "" if _bye_spread(section) == BYE_SPREAD else str(_bye_spread(section)),
            "division": plain(section.name or ""),
        }
        return _encoded([*(f"#{key} {value}" for key, value in facts.items() if value), *_section_lines(section)])
    lines = ["# tsh archive file"]
    names = _file_names(event.sections)
    for section, name in zip(event.sections, names, strict=True):
        label = plain(section.name or "").replace(" ", _UNBROKEN)
        lines.append(f"division {label or name.removesuffix('.t')} {name}")
    planned = {section.rounds_planned for section in event.sections}
    lines += _settings(event, planned.pop() if len(planned) == 1 else None)
    for section, name in zip(event.sections, names, strict=True):
        lines += [f"#begin_file name={name}", *_section_lines(section), f"#end_file name={name}"]
    return _encoded(lines)


def _encoded(lines: Sequence[str]) -> bytes:
    text = "\n".join(lines) + "\n"
    try:
        data = text.encode("latin-1")
        if decode(data) == text:
            return data
    except UnicodeEncodeError:
        pass
    return text.encode("utf-8-sig")


def _settings(event: FileEvent, rounds: int | None) -> list[str]:
    spreads = {_bye_spread(section) for section in event.sections}
    if len(spreads) > 1:
        raise InputError(
            "A bye does not count the same in all sections, as tsh requires. Export each section separately."
        )
    settings = [f"config bye_spread = {spreads.pop()}"]
    for key, value in (("event_name", plain(event.name or "")), ("event_date", _days_text(event))):
        if value:
            escaped = re.sub(r'([\\"$@])', r"\\\1", value)
            settings.append(f'config {key} = "{escaped}"')
    if rounds is not None:
        settings.append(f"config max_rounds = {rounds}")
    return settings


def _days_text(event: FileEvent) -> str:
    day: date | None = event.day
    if event.began is None:
        return "" if day is None else day.isoformat()
    return f"{event.began.isoformat()} - {'' if day is None else day.isoformat()}".strip()


def _file_names(sections: Sequence[FileSection]) -> list[str]:
    names: list[str] = []
    for place, section in enumerate(sections, start=1):
        word = section.name or ""
        name = (
            f"{word}.t" if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", word) and not _DEVICE.fullmatch(word) else f"d{place}.t"
        )
        # A.t and a.t are one file on many disks.
        while name.casefold() in map(str.casefold, names):
            name = f"{name.removesuffix('.t')}-{place}.t"
        names.append(name)
    return names


def _section_lines(section: FileSection) -> list[str]:
    entrants = tuple(Entrant(player.number) for player in section.players)
    Crosstable(date.min, entrants, section.games, section.byes)  # raises InputError for a contradiction
    if section.rounds > MOST_ROUNDS:
        raise InputError(f"The event has more than {MOST_ROUNDS} rounds, which tsh cannot store. Export a table.")
    chart = _Chart(section)
    return [
        _player_line(player, *chart.lists(player.number), chart.boards(player.number)) for player in section.players
    ]


def _player_line(
    player: FilePlayer, opponents: list[str], scores: list[str], turns: list[str], boards: list[str]
) -> str:
    rating = number_text(player.rating) if player.rating and 0 < player.rating <= HIGHEST_RATING else "0"
    head = f"{_name(player):<{_NAME_WIDTH}} {rating:>4} {' '.join(opponents)}".rstrip(" ")
    fields = [head, " ".join(scores)]
    if boards:
        fields.append("board " + " ".join(boards))
    if player.rating_class:
        fields.append(f"class {_escaped(player.rating_class)}")
    if player.games is not None:
        fields.append(f"lifeg {player.games}")
    if any(turn in ("1", "2") for turn in turns):
        fields.append("p12 " + " ".join(turns))
    if player.team:
        fields.append(f"team {_escaped(player.team)}")
    return "; ".join(fields).rstrip(" ") if fields[1] or len(fields) > 2 else f"{head};"


def _name(player: FilePlayer) -> str:
    name = _NUMBER_WORD.sub(_UNBROKEN, _escaped(player.name) or "?")
    if name.startswith("#"):
        name = _UNBROKEN + name
    return f"{name}:{player.naspa_id}" if player.naspa_id and NASPA_ID.fullmatch(player.naspa_id) else name


def _escaped(text: str) -> str:
    return re.sub(r"([\\;])", r"\\\1", plain(text))
