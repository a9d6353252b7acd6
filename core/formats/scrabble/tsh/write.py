r"""Writes tsh: a section as a division file `.t`, several as an archive.

What tsh cannot hold is left out: kinds of byes (a bye and a win by forfeit are alike, a half-point bye is a round that
was not played), who was to be played in most forfeits, kinds of events. Players are numbered anew, from 1.
"""

import re
from collections.abc import Sequence
from datetime import date

from core.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection
from core.formats.common.cells import number_text, plain
from core.formats.common.tables import decode
from core.formats.scrabble.tsh.config import BYE_SPREAD
from core.formats.scrabble.tsh.lines import GAP, HIGHEST_RATING, MOST_ROUNDS, NASPA_ID
from core.formats.scrabble.tsh.rounds import is_forfeit

_NAME_WIDTH = 22
_DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)
"""What Windows takes for a device, whatever ending it has."""
_NUMBER_WORD = re.compile(r" (?=[0-9])")
_UNBROKEN = "\N{NO-BREAK SPACE}"
_TURNS = {True: ("1", "2"), False: ("2", "1"), None: ("4", "4")}
_BYES_THAT_COUNT = {ByeKind.FULL_POINT: 1, ByeKind.FORFEIT_WIN: 1, ByeKind.FORFEIT_LOSS: -1}
"""With the sign of what a bye counts."""


class _Chart:
    """Everybody's opponents, scores and turns by round, as tsh has them."""

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
                "board, which tsh needs: export the event in another format."
            )
        if is_forfeit(first, second, self._spread) or not game.rated:
            raise InputError(
                f"Round {game.round}: tsh would take the game between players {game.first} and {game.second} for "
                "something else: export the event as a table of pairings."
            )
        if game.score is not None and game.score != (0.5 if first == second else float(first > second)):
            raise InputError(
                f"Round {game.round}: players {game.first} and {game.second} have {first} to {second}, which is not "
                "their result: correct one of the two."
            )
        ours, theirs = _TURNS[game.first_began]
        self._put(game.round, game.first, game.second, first, ours)
        self._put(game.round, game.second, game.first, second, theirs)

    def _add_bye(self, bye: Bye, theirs: Bye | None) -> None:
        if bye.opponent in self._places and theirs is not None and _is_told(bye, theirs, self._spread):
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
        """Return opponents, scores and turns of a player from the first round to their last one."""
        cells = self._cells[number]
        rounds = [cells.get(index, (GAP, GAP, "0")) for index in range(1, max(cells, default=0) + 1)]
        return [cell[0] for cell in rounds], [cell[1] for cell in rounds], [cell[2] for cell in rounds]

    def boards(self, number: int) -> list[str]:
        """Return a player's boards from the first round to their last one, 0 for an unknown one; none where all are."""
        rounds = range(1, max(self._cells[number], default=0) + 1)
        boards = [self._boards.get((index, number), 0) for index in rounds]
        return [str(board) for board in boards] if any(boards) else []


def _bye_spread(section: FileSection) -> int:
    """Return what a bye counts."""
    return (section.conduct.bye_spread if section.conduct else None) or BYE_SPREAD


def _is_told(bye: Bye, theirs: Bye, spread: int) -> bool:
    """Tell whether the scores of two players say that one won by forfeit against the other, or that both lost."""
    if bye.points is None or theirs.points is None or theirs.opponent != bye.entrant or bye.opponent == bye.entrant:
        return False
    if not is_forfeit(bye.points, theirs.points, spread):
        return False
    return (bye.kind, theirs.kind) == (_forfeit(bye.points, theirs.points), _forfeit(theirs.points, bye.points))


def _forfeit(points: int, theirs: int) -> ByeKind:
    return ByeKind.FORFEIT_WIN if points > theirs else ByeKind.FORFEIT_LOSS


def write_tsh(event: FileEvent) -> bytes:
    """Write an event whose games have points on the board; raise InputError for any other."""
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
    """Return text in Latin-1, as tsh has it, or in UTF-8 with its mark where that would not be read back."""
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
        raise InputError("A bye does not count the same in all sections, as it does in tsh: export each on its own.")
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
    """Return a name for each section's file: that of the section, where it can be one and is not taken."""
    names: list[str] = []
    for place, section in enumerate(sections, start=1):
        word = section.name or ""
        name = (
            f"{word}.t" if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", word) and not _DEVICE.fullmatch(word) else f"d{place}.t"
        )
        # Where the archive is taken apart, A.t and a.t are one file on many a disk.
        while name.casefold() in map(str.casefold, names):
            name = f"{name.removesuffix('.t')}-{place}.t"
        names.append(name)
    return names


def _section_lines(section: FileSection) -> list[str]:
    entrants = tuple(Entrant(player.number) for player in section.players)
    Crosstable(date.min, entrants, section.games, section.byes)  # raises InputError for a contradiction
    if section.rounds > MOST_ROUNDS:
        raise InputError(f"The event has more than {MOST_ROUNDS} rounds, which a tsh file does not: export a table.")
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
    """Return a name that ends where the rating begins, also one with a number in it, and that is no comment."""
    name = _NUMBER_WORD.sub(_UNBROKEN, _escaped(player.name) or "?")
    if name.startswith("#"):
        name = _UNBROKEN + name
    return f"{name}:{player.naspa_id}" if player.naspa_id and NASPA_ID.fullmatch(player.naspa_id) else name


def _escaped(text: str) -> str:
    return re.sub(r"([\\;])", r"\\\1", plain(text))
