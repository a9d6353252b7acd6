"""tsh division files, settings and archives."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from itertools import islice
from operator import attrgetter
from typing import NamedTuple, TypeVar

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, GameType, are_spreads, is_forfeited
from core.event.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.files.common.dates import day_in
from core.files.common.tables import decode
from core.files.common.text import ParseWarnings, TextLine, clean, fault, shorten, text_lines

# The player lines of a tsh division file, `.t`.
#
#     NAME RATING OPPONENTS; SCORES; key words; key words
#
# Opponents are numbers of player lines; 0 is none. 00 among opponents or scores is a gap: nothing is known. \; and \\
# are escapes. A name ends before the first free-standing number: a name with a number in it is written with blanks
# that do not break, or is known by a rating that would be no player's number.


MOST_PLAYERS, MOST_ROUNDS = 2_000, 99
HIGHEST_RATING = 9999
GAP = "00"
"""A round of which nothing is known."""

NASPA_ID = re.compile(r"[A-Z]{2}[0-9]{6}")
_LONGEST_LINE = 20_000
_LEAST_DIGITS = 3
_MOST_WORDS, _MOST_FIELDS = 300, 200
_BLANKS = " \t\v\f"
_WORD = re.compile(r"[^ \t\v\f]+")
_PIECE = re.compile(r"\\.|;|[^\\;]+|\\", re.DOTALL)
_RATING = re.compile(r"[0-9]{1,9}(?:[.+][0-9]{1,20})*")
_OPPONENT = re.compile(r"[0-9]{1,4}")
_SCORE = re.compile(r"-?[0-9]{1,6}")
KEPT = ("p12", "class", "team", "lifeg")
"""Fields in use; others, such as the password, are not stored."""


class PlayerLine(NamedTuple):
    """A player.

    opponents: by round; None for a gap, 0 for a bye. scores may be shorter.
    """

    line: int
    name: str
    naspa_id: str | None
    rating: float | None
    opponents: list[int | None]
    scores: list[int | None]
    fields: dict[str, str]


def player_lines(lines: Iterable[TextLine]) -> list[TextLine]:
    stripped = [TextLine(number, text.strip(_BLANKS)) for number, text in lines]
    return [line for line in stripped if line.text and not line.text.startswith("#")]


def read_players(lines: Sequence[TextLine], doubts: ParseWarnings) -> list[PlayerLine]:
    return [_player(line, len(lines), doubts) for line in lines]


def is_player(text: str) -> bool:
    try:
        _player(TextLine(1, text), MOST_PLAYERS, ParseWarnings())
    except InputError:
        return False
    return True


def split_fields(text: str) -> list[str]:
    """Return the parts between semicolons, unescaped."""
    if "\\" not in text:
        return [part.strip(_BLANKS) for part in text.split(";")]
    parts = [[""]]
    for piece in _PIECE.findall(text):
        if piece == ";":
            parts.append([])
        else:
            parts[-1].append(piece[1:] if piece[0] == "\\" and len(piece) > 1 else piece)
    return ["".join(part).strip(_BLANKS) for part in parts]


def _player(line: TextLine, most: int, doubts: ParseWarnings) -> PlayerLine:
    if len(line.text) > _LONGEST_LINE:
        raise fault(line.number, f"it has more than {_LONGEST_LINE} characters and is not a player of a tsh file.")
    if line.text.count(";") > _MOST_FIELDS:
        raise fault(line.number, f"it has more than {_MOST_FIELDS} fields and is not a player of a tsh file.")
    head, *others = split_fields(line.text)
    words = _WORD.findall(head)
    if len(words) > _MOST_WORDS:
        raise fault(line.number, f"it has more than {MOST_ROUNDS} rounds. Upload one event at a time.")
    played = len(_WORD.findall(others[0])) if others else 0
    place = _place_of_rating(words, most, played)
    if place is None:
        raise fault(
            line.number,
            f'"{shorten(head[:100])}" is not a player. Write the name, the rating and the opponents\' numbers.',
        )
    name = " ".join(words[:place])
    if _RATING.fullmatch(words[place - 1]) and place > 1:
        doubts.add(line.number, "names with a number", f'the name is read as "{clean(name)}"')
    scores = _WORD.findall(others[0]) if others else []
    fields = _fields(line, others[1:], doubts)
    return player_of(line.number, name, words[place], words[place + 1 :], scores, fields, doubts)


def player_of(
    line: int,
    name: str,
    rating: str,
    opponents: Sequence[str],
    scores: Sequence[str],
    fields: dict[str, str],
    doubts: ParseWarnings,
) -> PlayerLine:
    if max(len(opponents), len(scores)) > MOST_ROUNDS:
        raise fault(line, f"it has more than {MOST_ROUNDS} rounds. Upload one event at a time.")
    before, _, naspa_id = name.rpartition(":")
    if not before.strip() or not NASPA_ID.fullmatch(naspa_id):
        before, naspa_id = name, ""
    return PlayerLine(
        line,
        clean(before) or "?",
        naspa_id or None,
        _rating(line, rating, doubts),
        [_opponent(line, word) for word in opponents],
        [_score(line, word) for word in scores],
        fields,
    )


def _place_of_rating(words: Sequence[str], most: int, played: int) -> int | None:
    start = len(words)
    while start > 1 and _OPPONENT.fullmatch(words[start - 1]) and int(words[start - 1]) <= most:
        start -= 1
    first = next((place for place in range(1, len(words)) if _RATING.fullmatch(words[place])), None)
    if first is None or first >= start - 1:
        return first
    later = next((place for place in range(max(start - 1, 1), len(words)) if _RATING.fullmatch(words[place])), None)
    if later is None:
        return first
    is_word_between = any(not _RATING.fullmatch(word) for word in words[first:later])
    is_rating = len(words[later]) >= _LEAST_DIGITS and len(words) - first - 1 != played
    return later if is_word_between or is_rating else first


def _opponent(line: int, word: str) -> int | None:
    if not (word.isdecimal() and len(word) <= 4 and word.isascii()):
        raise fault(line, f'"{shorten(word[:100])}" is not an opponent. Write the number of their line, or 0.')
    return None if word == GAP else int(word)


def _score(line: int, word: str) -> int | None:
    if not _SCORE.fullmatch(word):
        raise fault(line, f'"{shorten(word[:100])}" is not a score. Write points, for example 401 or -50.')
    return None if word == GAP else int(word)


def _rating(line: int, word: str, doubts: ParseWarnings) -> float | None:
    rating = math.inf
    if _RATING.fullmatch(word):
        first, *decimals = word.partition("+")[0].split(".")
        rating = float(f"{first}.{decimals[0]}" if decimals else first)
    if rating > HIGHEST_RATING:
        doubts.add(line, "invalid ratings", f"{shorten(word)} is not a rating. Ignored")
        return None
    return rating or None


def _fields(line: TextLine, parts: Sequence[str], doubts: ParseWarnings) -> dict[str, str]:
    fields: dict[str, str] = {}
    seen = set()
    for part in parts:
        key, _, words = part.partition(" ")
        if key in seen:
            text = f'the field "{shorten(key[:100])}" is listed twice. The last counts'
            doubts.add(line.number, "fields that are listed twice", text)
        if key:
            seen.add(key)
        if key in KEPT:
            fields[key] = words
    return fields


# The rounds of a tsh division made into games and byes.
#
# Every game is listed twice, once for each player. The two must agree: here they are compared with each other.
#
# Without an opponent a score above 0 is a bye, or a win by forfeit, which tsh writes alike; one below 0 is a loss by
# forfeit; 0 is a round that was not played. With an opponent it is a forfeit where one side has 0 or minus what a bye
# counts: nobody plays for that.


_FIRST, _SECOND = "1", "2"
_Entry = TypeVar("_Entry")


def facts_of(
    players: Sequence[PlayerLine], bye_spread: int, doubts: ParseWarnings
) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
    games: list[Game] = []
    byes: list[Bye] = []
    # Rows are made as long as the longest.
    rounds = max((max(len(player.opponents), len(player.scores)) for player in players), default=0)
    opponents = [_filled(player.opponents, rounds) for player in players]
    scores = [_filled(player.scores, rounds) for player in players]
    turns = [_filled(_turns(player), rounds) for player in players]
    for number, mine in enumerate(players, start=1):
        for index, (opponent, score) in enumerate(zip(opponents[number - 1], scores[number - 1], strict=True)):
            if opponent is None:
                if score:
                    raise fault(
                        mine.line,
                        f"round {index + 1}: player {number} has the score {score} without an opponent. "
                        "Write the number, 0 for a bye.",
                    )
            elif opponent == 0:
                if score is not None:
                    byes.append(Bye(index + 1, number, _kind(score), points=score))
            else:
                if opponent == number or opponent > len(players) or opponents[opponent - 1][index] != number:
                    raise _wrong_opponent(players, number, mine, index, opponent)
                theirs = scores[opponent - 1][index]
                if score is None or theirs is None:
                    _check_pending(players, number, index, opponent, score, theirs, doubts)
                elif is_forfeit(score, theirs, bye_spread):
                    if number < opponent:
                        text = f"round {index + 1}: {score} to {theirs} against player {opponent} is read as a forfeit"
                        doubts.add(mine.line, "forfeits against an opponent", text)
                    kind = ByeKind.FORFEIT_WIN if score > theirs else ByeKind.FORFEIT_LOSS
                    byes.append(Bye(index + 1, number, kind, opponent, score))
                elif number < opponent:
                    began = _first_began(turns[number - 1][index], turns[opponent - 1][index])
                    result = 0.5 if score == theirs else float(score > theirs)
                    games.append(Game(index + 1, number, opponent, result, began, score, theirs))
    games.sort(key=attrgetter("round", "first"))
    byes.sort(key=attrgetter("round", "entrant"))
    return tuple(games), tuple(byes)


def is_forfeit(score: int, theirs: int, bye_spread: int) -> bool:
    """Return whether two scores stand for a game that was not played."""
    least, most = (score, theirs) if score < theirs else (theirs, score)
    # Below zero otherwise: six turns without points ended the game.
    return least <= 0 and (least in (0, -bye_spread) or (most <= 0 and is_forfeited(score, theirs)))


def _entry(entries: Sequence[_Entry | None], index: int) -> _Entry | None:
    return entries[index] if index < len(entries) else None


def _kind(score: int) -> ByeKind:
    if score == 0:
        return ByeKind.UNPLAYED
    return ByeKind.FULL_POINT if score > 0 else ByeKind.FORFEIT_LOSS


def _filled(entries: Sequence[_Entry | None], rounds: int) -> list[_Entry | None]:
    return [*entries[:rounds], *[None] * (rounds - len(entries))]


def _wrong_opponent(
    players: Sequence[PlayerLine], number: int, mine: PlayerLine, index: int, opponent: int
) -> InputError:
    where = f"round {index + 1}"
    if opponent == number:
        return fault(mine.line, f"{where}: player {number} cannot play against themselves. Write 0 for a bye.")
    if opponent > len(players):
        return fault(
            mine.line, f"{where}: there is no player {opponent} among {len(players)}. Correct the opponent's number."
        )
    theirs = players[opponent - 1]
    found = _entry(theirs.opponents, index)
    has = {None: "nothing", 0: "no opponent"}.get(found, f"player {found}")
    return fault(
        mine.line,
        f"{where}: player {number} has player {opponent}, who has {has} there (line {theirs.line}). "
        "Correct one of the two lines.",
    )


def _check_pending(
    players: Sequence[PlayerLine],
    number: int,
    index: int,
    opponent: int,
    score: int | None,
    theirs: int | None,
    doubts: ParseWarnings,
) -> None:
    mine = players[number - 1]
    if score is not None:
        line = players[opponent - 1].line
        raise fault(
            mine.line,
            f"round {index + 1}: player {number} has the score {score}, but player {opponent} has none (line {line}). "
            "Write both scores.",
        )
    if theirs is None and number < opponent:
        text = f"round {index + 1}: the game against player {opponent} has no scores. Ignored"
        doubts.add(mine.line, "games without scores", text)


def _turns(player: PlayerLine) -> list[str | None]:
    return [None if word == GAP else word for word in player.fields.get("p12", "").split()]


def _first_began(mine: str | None, theirs: str | None) -> bool | None:
    if (mine, theirs) in ((_FIRST, _SECOND), (_FIRST, None), (None, _SECOND)):
        return True
    return False if (mine, theirs) in ((_SECOND, _FIRST), (_SECOND, None), (None, _FIRST)) else None


# tsh's settings: `division NAME FILE` and `config key = value`. Perl is not evaluated.


BYE_SPREAD = 50
"""What a bye counts by default."""

SPREADS = "the files have spreads instead of scores. Upload an event of tsh with config entry = 'scores'."

_DIVISION = re.compile(r"division[ \t]+([^ \t]{1,200})[ \t]+([^ \t]{1,200})")
_CONFIG = re.compile(r"config[ \t]+([A-Za-z0-9_]{1,50})[ \t]*=[ \t]*(.*)")
_VALUE = re.compile(r"""'(?P<single>(?:[^'\\]++|\\.)*+)'|"(?P<double>(?:[^"\\]++|\\.)*+)"|(?P<bare>-?[A-Za-z0-9_.]+)""")
_COMMENT = re.compile(r"#(event_name|event_date|max_rounds|bye_spread|division)[ \t]+(.+)")
_KINDS = re.compile(
    r"(?:division[ \t]+[^ \t,;]+[ \t]+[^ \t;]*[^ \t0-9.+;]|config[ \t]+[A-Za-z0-9_]+[^=;,]*=|autopair[ \t]|prize[ \t])"
)
_LONGEST = 2_000
_MONTH_FIRST = re.compile(
    r"([A-Za-z]{3,9})\.? ([0-9]{1,2}) ?[-–] ?(?:([A-Za-z]{3,9})\.? )?([0-9]{1,2}),? ([0-9]{4})", re.ASCII
)
_DAY_FIRST = re.compile(
    r"([0-9]{1,2})\.?(?: ([A-Za-z]{3,9})\.?)? ?[-–] ?([0-9]{1,2})\.? ([A-Za-z]{3,9})\.?,? ([0-9]{4})", re.ASCII
)
_SPAN = re.compile(r"(.+?) (?:-|–|to)(?: (.+))?")


@dataclass(frozen=True, slots=True)
class TshConfig:
    """Settings.

    divisions: name by file. division: of a file that names its own. bye_spread: of a bye.
    """

    divisions: dict[str, str] = field(default_factory=dict)
    event_name: str | None = None
    began: date | None = None
    day: date | None = None
    rounds: int | None = None
    bye_spread: int = BYE_SPREAD
    division: str | None = None


def is_config_line(text: str) -> bool:
    return _KINDS.match(text) is not None


def read_config(lines: Iterable[TextLine], doubts: ParseWarnings) -> TshConfig:
    divisions: dict[str, str] = {}
    values: dict[str, tuple[int, str]] = {}
    for number, whole in lines:
        text = whole[:_LONGEST].strip()
        if match := _DIVISION.match(text):
            divisions[match[2]] = clean(match[1])
        elif match := _CONFIG.match(text):
            value = _value(match[2])
            if value is not None:
                values[match[1]] = (number, value)
        elif match := _COMMENT.fullmatch(text):
            values.setdefault(match[1], (number, match[2]))
    return config_of(values, divisions, doubts)


def config_of(values: Mapping[str, tuple[int, str]], divisions: dict[str, str], doubts: ParseWarnings) -> TshConfig:
    if values.get("entry", (0, ""))[1] == "spread":
        raise fault(values["entry"][0], SPREADS)
    began, day = _days(values.get("event_date"), doubts)
    return TshConfig(
        divisions,
        event_name=clean(values["event_name"][1]) or None if "event_name" in values else None,
        began=began,
        day=day,
        rounds=_whole(values.get("max_rounds"), 1, MOST_ROUNDS),
        bye_spread=_whole(values.get("bye_spread"), 1, 999_999) or BYE_SPREAD,
        division=clean(values["division"][1]) if "division" in values else None,
    )


def _value(text: str) -> str | None:
    match = _VALUE.match(text)
    if match is None:
        return None
    if match["single"] is not None:
        return re.sub(r"\\([\\'])", r"\1", match["single"])
    return match["bare"] if match["double"] is None else re.sub(r"\\(.)", r"\1", match["double"])


def _whole(value: tuple[int, str] | None, least: int, most: int) -> int | None:
    if value is None or not re.fullmatch(r"[0-9]{1,6}", value[1]):
        return None
    return int(value[1]) if least <= int(value[1]) <= most else None


def _days(value: tuple[int, str] | None, doubts: ParseWarnings) -> tuple[date | None, date | None]:
    if value is None or not value[1].strip():
        return None, None
    line, text = value
    began, day = days_of(text)
    if began is None and day is None:
        doubts.add(line, "dates", f'"{clean(text, 40)}" is not a date. Ignored')
    return began, day


def days_of(text: str) -> tuple[date | None, date | None]:
    """Return first and last day, or None.

    March 5, 2023; March 3-5, 2023; 3-5 March 2023; Dec 29-Jan 1, 2025; 2023-03-03 - 2023-03-05; 2023-03-03~2023-03-05.
    """
    written = " ".join(text.replace("~", " - ").split())
    began: date | None
    single = _day(written)
    if single is not None:
        return None, single
    if match := _MONTH_FIRST.fullmatch(written):
        began, day = _within_a_year(match[5], (match[1], match[2]), (match[3] or match[1], match[4]))
    elif match := _DAY_FIRST.fullmatch(written):
        began, day = _within_a_year(match[5], (match[2] or match[4], match[1]), (match[4], match[3]))
    elif match := _SPAN.fullmatch(written):
        began, day = _day(match[1]), _day(match[2] or "")
        if match[2] and day is None:
            return None, None
    else:
        return None, None
    return (None, None) if began is None or (day is not None and day < began) else (began, day)


def _within_a_year(year: str, first: tuple[str, str], last: tuple[str, str]) -> tuple[date | None, date | None]:
    began, day = (_day(f"{month} {number}, {year}") for month, number in (first, last))
    if began is not None and day is not None and day < began and first[0] != last[0]:
        began = _day(f"{first[0]} {first[1]}, {int(year) - 1}")
    return began, day


def _day(text: str) -> date | None:
    return day_in(text)


def check_amount(players: int) -> None:
    """Raise InputError for more players than an event has."""
    if players > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players. Upload one division at a time.")


def section_of(lines: Sequence[PlayerLine], name: str | None, config: TshConfig, doubts: ParseWarnings) -> FileSection:
    games, byes = facts_of(lines, config.bye_spread, doubts)
    if are_spreads(games):
        raise fault(lines[0].line, SPREADS)
    players = tuple(_section_player(number, line) for number, line in enumerate(lines, start=1))
    return FileSection(players, games, byes, name=clean(name or "") or None, rounds_planned=config.rounds)


def _section_player(number: int, line: PlayerLine) -> FilePlayer:
    games = line.fields.get("lifeg", "")
    return FilePlayer(
        number=number,
        name=line.name,
        rating=line.rating,
        games=int(games) if re.fullmatch(r"[0-9]{1,6}", games) else None,
        naspa_id=line.naspa_id,
        team=clean(line.fields.get("team", "")) or None,
        rating_class=clean(line.fields.get("class", "")) or None,
        line=line.line,
    )


# tsh (John Chew): a division file `.t`, or an archive with settings and #begin_file name=A.t ... #end_file.


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
    if _ARCHIVE.search(text):
        return TshKind.ARCHIVE
    lines = player_lines(TextLine(0, line) for line in text[:200_000].split("\n"))
    if lines and is_config_line(lines[0].text):
        return TshKind.SETTINGS
    seen = list(islice(lines, _LINES_LOOKED_AT))
    is_division = any(";" in line.text for line in seen) and all(is_player(line.text) for line in seen)
    return TshKind.DIVISION if is_division else None


def is_tsh(text: str) -> bool:
    return kind_of(text) is not None


def read_tsh(data: bytes) -> FileEvent:
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
        raise InputError(
            "There are no players in this tsh file. Upload a division file, for example a.t, or the archive."
        )
    return tsh_event(ARCHIVE_FORMAT if files else DIVISION_FORMAT, sections, config, doubts.remarks())


def tsh_event(
    form: str, sections: tuple[FileSection, ...], config: TshConfig, remarks: tuple[Remark, ...]
) -> FileEvent:
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
    if len(config.divisions) > _MOST_DIVISIONS:
        raise InputError(f"The settings have more than {_MOST_DIVISIONS} divisions. Upload those of one event.")
    names: list[str | None] = [*config.divisions.values()] or [None]
    sections = tuple(FileSection((), (), name=name, rounds_planned=config.rounds) for name in names)
    files = named(config.divisions) if config.divisions else "the division files, such as a.t,"
    text = f"the file has tsh's settings, without players or games. Upload {files} together with them"
    return replace(tsh_event(SETTINGS_FORMAT, sections, config, (*remarks, Remark(None, text))), without_games=text)


def named(files: Iterable[str]) -> str:
    known = list(files)
    names = [shorten(name, 20) for name in known[:_MOST_NAMED]]
    if len(known) > _MOST_NAMED:
        names.append(f"{len(known) - _MOST_NAMED} more")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _check_alone(lines: Iterable[TextLine]) -> None:
    # Perl may have semicolons, but no scores behind them.
    likely = (line for line in lines if line.text.partition(";")[2].strip(" ;") and not is_config_line(line.text))
    player = next((line for line in islice(likely, _LINES_LOOKED_AT) if is_player(line.text)), None)
    if player is not None:
        raise fault(player.number, "a player is among tsh's settings. Put the players into a separate file.")


def _divisions(
    files: Iterable[tuple[str, list[TextLine]]], config: TshConfig, doubts: ParseWarnings
) -> Iterator[tuple[str, list[TextLine]]]:
    for name, inner in files:
        if name in config.divisions or name.endswith(".t"):
            yield config.divisions.get(name, name.removesuffix(".t")), inner
        elif not is_config_name(name):
            doubts.add(inner[0].number if inner else 1, "files", f'"{shorten(name)}" is not a division. Ignored')


def is_config_name(name: str) -> bool:
    return name.rpartition("/")[2] in ("config.tsh", "tsh.config")


def _files(lines: Sequence[TextLine], doubts: ParseWarnings) -> tuple[list[TextLine], list[tuple[str, list[TextLine]]]]:
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
