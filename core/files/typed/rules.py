"""Time controls as people write them: 90+30, G/60;d5, 25, 15 minutes plus 10 sec per move, 3 Min. + 2 Sek."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import TimeControl
from core.event.event_file import MOST_TEAM_CHARACTERS
from core.files.common.dates import find_day
from core.files.common.text import plain_text, shorten
from core.files.typed.results import ParsedName, parse_name
from core.rating.qursh.cells import SEED_GRID, Grid, finer_grid
from core.tournament.pairing.snapshot import MOST_SECTIONS

MOST_LINES = 50
_ROUNDS = re.compile(r"[ ,]+rounds? *(?P<first>[0-9]{1,2})(?: *[-‐‑‒–—] *(?P<last>[0-9]{1,2}))?$", re.IGNORECASE)
_BOARD = re.compile(r"(?P<who>.+?) *[:=] *(?:board +)?(?P<board>[1-9][0-9]{0,2})", re.IGNORECASE)


class TypedPair(NamedTuple):
    """Two who must not meet. until: the last such round; None for all."""

    first: ParsedName
    second: ParsedName
    until: int | None


def parse_forbidden(text: str) -> tuple[TypedPair, ...]:
    found = []
    for position, line in _lines(text):
        rounds = _ROUNDS.search(line)
        names = [name.strip() for name in re.split(r"\s*/\s*", line[: rounds.start()] if rounds else line)]
        if len(names) != 2 or not all(names):
            raise InputError(f'Line {position}: "{shorten(line)}" is not a pair. Write it like "Ada / Bob rounds 1-3".')
        until = None
        if rounds is not None:
            until = int(rounds["last"] or rounds["first"])
            if int(rounds["first"]) != 1 or until < 1:
                raise InputError(
                    f"Line {position}: rounds begin with 1, for example rounds 1-3. For all rounds, write none."
                )
        found.append(TypedPair(parse_name(names[0]), parse_name(names[1]), until))
    return tuple(found)


def parse_fixed(text: str) -> tuple[tuple[ParsedName, int], ...]:
    found: list[tuple[ParsedName, int]] = []
    for position, line in _lines(text):
        match = _BOARD.fullmatch(line)
        if match is None:
            raise InputError(f'Line {position}: "{shorten(line)}" has no number. Write it like "Ada: 3".')
        found.append((parse_name(match["who"]), int(match["board"])))
    return tuple(found)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    lines: Sequence[str] = [" ".join(line.split()) for line in re.split(r"[;\n\r]+", text)]
    if sum(map(bool, lines)) > MOST_LINES:
        raise InputError(f"There are more than {MOST_LINES} lines. Remove some.")
    yield from ((position, line) for position, line in enumerate(lines, start=1) if line)


MOST_BOARDS = 20


def parse_teams(boards: str, text: str) -> tuple[int, tuple[tuple[str, tuple[ParsedName, ...]], ...]]:
    if not re.fullmatch(r"[1-9][0-9]?", boards) or int(boards) > MOST_BOARDS:
        raise InputError(f'"{shorten(boards)}" is not a number of boards. Write 1 to {MOST_BOARDS}, for example 4.')
    found = []
    for position, line in _lines(text):
        name, _, people = line.partition(":")
        members = [word.strip() for word in people.split(",") if word.strip()]
        if not name.strip() or not members:
            raise InputError(f'Line {position}: "{shorten(line)}" is not a team. Write it like "Rooks: Dana, Eli".')
        found.append((name.strip()[:MOST_TEAM_CHARACTERS], tuple(parse_name(member) for member in members)))
    return int(boards), tuple(found)


def parse_sections(text: str) -> tuple[int, ...]:
    words = [word for word in re.split(r"[,;/\s]+", text.strip()) if word and word.casefold() != "open"]
    bounds = set()
    for word in words:
        found = re.fullmatch(r"[uU<]?([1-9][0-9]{1,3})", word)
        if found is None:
            raise InputError(
                f'"{shorten(word)}" is not a rating. Write, for example, 1600, 1200 for Open, U1600 and U1200.'
            )
        bounds.add(int(found[1]))
    if not bounds:
        raise InputError("No ratings are given. Write, for example, 1600, 1200 for Open, U1600 and U1200.")
    if len(bounds) >= MOST_SECTIONS:
        raise InputError(f"An event has at most {MOST_SECTIONS} sections. Write at most {MOST_SECTIONS - 1} ratings.")
    return tuple(sorted(bounds, reverse=True))


_WRITTEN = re.compile(
    r"(?P<day>.*[0-9].*?)(?:[,\s]\s*(?:at )?|T)"
    r"(?P<hour>[0-9]{1,2})(?:[:.](?P<minute>[0-9]{2}))?\s?(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE,
)

_SOON = re.compile(
    r"(?:(?P<day>today|tonight|tomorrow|(?P<weekday>mon|tue|wed|thu|fri|sat|sun)[a-z]*)[,\s]+(?:at )?)?"
    r"(?P<hour>[0-9]{1,2})(?:[:.](?P<minute>[0-9]{2}))?\s?(?P<half>[ap]\.?m\.?)?",
    re.IGNORECASE,
)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

FARTHEST = timedelta(days=366)
"""How far ahead something may start."""


def parse_start(text: str, zone: tzinfo, now: datetime) -> datetime:
    """Return a future local time in UTC, such as 2026-12-04 19:00, 19:00 or tomorrow 7pm.

    A skipped spring hour moves forward.
    """
    example = f"{(now.astimezone(zone) + timedelta(days=7)).date().isoformat()} 19:00"
    moment = _moment(text, now.astimezone(zone).replace(tzinfo=None))
    if moment is None:
        raise InputError(f'"{shorten(text)}" is not a time. Write day and time, for example {example}.')
    start = moment.replace(tzinfo=zone).astimezone(UTC)
    if start <= now:
        raise InputError(f"{shorten(text)} is in the past. Write a future time, for example {example}.")
    if start > now + FARTHEST:
        raise InputError(f"{shorten(text)} is more than a year ahead. Write an earlier day, for example {example}.")
    return start


def _moment(text: str, now: datetime) -> datetime | None:
    written = plain_text(text).strip()
    soon = _SOON.fullmatch(written)
    found = soon or _WRITTEN.fullmatch(written)
    if found is None or (found["minute"] is None and found["half"] is None):
        return None
    today = now.date()
    day = today if soon else find_day(found["day"], today, today + FARTHEST, today)
    hour = int(found["hour"])
    if found["half"]:
        hour = hour % 12 + 12 * (found["half"][0].lower() == "p")
    try:
        moment = None if day is None else datetime.combine(day, time(hour, int(found["minute"] or 0)))
    except ValueError:
        return None
    return moment if moment is None or soon is None else moment + timedelta(days=_days_ahead(soon, moment, now))


def _days_ahead(soon: re.Match[str], moment: datetime, now: datetime) -> int:
    if soon["weekday"]:
        ahead = (_WEEKDAYS.index(soon["weekday"].lower()) - moment.weekday()) % 7
        return ahead or 7 * (moment <= now)
    if soon["day"]:
        return int(soon["day"].lower() == "tomorrow")
    return int(moment <= now)


_CONTROL = re.compile(
    r"(?:g(?:ame)?/?)?(?P<minutes>\d{1,3})(?:[;,+](?:d|i|inc|\+)?/?(?P<seconds>\d{1,3})|(?:d|i|inc)/?(?P<delay>\d{1,3}))?",
    re.IGNORECASE | re.ASCII,
)
_LONGEST, _MOST_MINUTES = 200, 999

_MARKS = (("''", " sec "), ('"', " sec "), ("'", " min "))
_QUOTES = str.maketrans({"’": "'", "‘": "'", "′": "'", "´": "'", "`": "'", "”": '"', "“": '"', "″": '"', "ł": "l"})
_MOVE = r"(?:moves?|mvs?|mm|zuge?n?|coups?|jugadas?|movimientos?|movs?|moss[ae]|lances?|ruch\w*|posuniec\w*)"
_MINUTE, _HOUR = r"(?:m|mn|mins?|minut\w*)\b", r"(?:h|hrs?|hours?|std|stunden?|heures?|horas?|or[ae]|godz\w*)(?![a-z])"
_PIECE = re.compile(
    rf"""/\s*[2-6]\d\s*m?\b                                                                  # 90 min/40
    | (?:x\s*)?(?:\d{{1,3}}\s*\.?\s*{_MOVE}|{_MOVE}\s*(?:no\.?\s*)?\d{{1,3}})\b           # 40 moves, from move 1
    | (?P<hours>\d{{1,2}}(?:[.,]5)?)\s*{_HOUR}\.?(?:\s*(?P<over>\d\d)(?!\s*[s\d])(?:\s*{_MINUTE})?)?  # 1h30
    | (?P<clock>[0-9]:[0-5]\d)(?::00)?\b(?:\s*{_HOUR})?                                    # 1:30
    | (?P<minutes>\d{{1,3}})\s*{_MINUTE}\.?
    | (?P<seconds>\d{{1,3}})\s*(?:s|secs?|segs?|sek|second\w*|segund\w*|sekund\w*)\b\.?
    | (?P<pair>\d{{1,3}})(?=\s*(?:\+|plus\b)\s*\d{{1,3}}\b(?!\s*(?:[:/.\d]|{_MINUTE}|{_HOUR}|{_MOVE})))   # 15+10
    | (?:\+|\bplus\b)\s*(?P<extra>\d{{1,3}})\b(?!\s*(?:[:/.\d]|{_MINUTE}|{_HOUR}|{_MOVE}|s|x))
    | (?P<word>[a-z]+)
    | [+/.,;:()|&-]
    """,
    re.ASCII | re.VERBOSE,
)
_MOVE_WORD = re.compile(_MOVE, re.ASCII)
_FILLERS = """
    plus and und et y e i a oraz piu mais mas con mit avec with com z za per pro par por each every je jede jeden jeder
    chaque cada ogni kazdy kazde for fur pour para na after nach apres tras despues dopo apos depois po from ab des
    desde dal dalla od partir de du del della do da di d of then danach dann ensuite luego poi potem the an der die den
    das le la les los las el il lo o os as in im zum zu first erste ersten premier premiers premiere primera primeras
    primer primeros prima prime primo primi primeiro primeiros pierwszy pierwszego pierwsze pierwszych bonus increment
    increments inkrement inkrementu incremento incrementi accrual zuschlag zusatz aufschlag bonifikation gutschrift
    dodatek doliczane dodawane added additional supplementaire supplementaires adicional adicionales aggiuntivi
    acrescimo acrescimos ajoutees player players spieler spielers joueur jugador giocatore jogador zawodnik zawodnika p
    game games partie partia partii partida partita rest remaining remainder finish sudden death quickplay guillotine ko
    whole entire ganze gesamte toute toda tutta cadence cadenza cadencia ritmo tempo gry juego gioco jogo jeu bedenkzeit
    spielzeit zeit temps tiempo time control limit controle fischer mode modus delay side inc no without ohne sans sin
    senza sem bez min sec
"""


class Speed(StrEnum):
    """How fast games are, in one word; the last two are US Chess'."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"
    QUICK = "quick"
    DUAL = "dual"


_SPEEDS = {
    Speed.STANDARD: "standard regular classic classical klassisch classique clasico clasica classico classica lento "
    "klasyczne turnierschach langschach",
    Speed.RAPID: "rapid rapidplay rapide rapides semirapide semirapid rapido rapida rapidas semilampo schnellschach "
    "aktivschach active szybkie",
    Speed.BLITZ: "blitz blitzschach blitzpartie lampo relampago relampagos blyskawiczne ultrarapidas",
    Speed.QUICK: "quick",
    Speed.DUAL: "dual",
}
_SPEED_WORDS = {word: speed for speed, words in _SPEEDS.items() for word in words.split()}
_KNOWN = {*_FILLERS.split(), *_SPEED_WORDS}
_CHESS = re.compile(r"\b(?:chess|schach|echecs|ajedrez|scacchi|xadrez|szachy|fide|gioco|parties?|partidas?)\b")


def parse_time_control(text: str) -> TimeControl:
    """Read a time control, the minutes of its periods summed."""
    # Between two numbers a space separates.
    written = re.sub(r"(?<=\d) +(?=\d)", "+", " ".join(text.split()))
    match = _CONTROL.fullmatch(written.replace(" ", ""))
    if match is not None:
        return TimeControl(int(match["minutes"]), int(match["seconds"] or match["delay"] or 0))
    control = _in_words(text)
    if control is None:
        raise InputError(
            f'"{shorten(text)}" is not a time control. Write minutes and seconds, for example 90+30 or G/60;d5.'
        )
    return control


def speed_of(text: str) -> Speed | None:
    """Return the speed that a word such as Rapid or Schnellschach names."""
    if re.search(r"\d", text):
        return None
    words = set(re.findall(r"[^\W\d_]+", _CHESS.sub(" ", _plain(text))))
    named = {_SPEED_WORDS.get(word) for word in words}
    return named.pop() if len(named) == 1 else None


def _plain(text: str) -> str:
    written = text[:_LONGEST].casefold().translate(_QUOTES)
    for mark, word in _MARKS:
        written = written.replace(mark, word)
    return "".join(one for one in unicodedata.normalize("NFKD", written) if not unicodedata.combining(one))


def _in_words(text: str) -> TimeControl | None:
    written, position, minutes, seconds = _plain(text).strip(), 0, 0.0, set[int]()
    if len(text) > _LONGEST or written[:1] in ("+", "-"):
        return None
    while position < len(written):
        piece = _PIECE.match(written, position)
        if piece is None or (piece["word"] and not (piece["word"] in _KNOWN or _MOVE_WORD.fullmatch(piece["word"]))):
            return None
        hours, over = (piece["clock"] or f"{piece['hours'] or 0}:{piece['over'] or 0}").split(":")
        minutes += 60 * float(hours.replace(",", ".")) + int(over) + int(piece["minutes"] or piece["pair"] or 0)
        seconds |= {int(figure) for figure in (piece["seconds"], piece["extra"]) if figure}
        position = len(written) - len(written[piece.end() :].lstrip())
    if not 0 < minutes <= _MOST_MINUTES or not minutes.is_integer() or len(seconds) > 1:
        return None
    return TimeControl(int(minutes), seconds.pop() if seconds else 0)


ANNOUNCED = "as announced"
SUGGESTED = {
    ANNOUNCED: "0-50, 51-100, 101-150, 151-200, 201-300, above 300",
    "25 75 125 175 225 250 275": "every 25 points up to 300",
    "400 500": "above 300 in three",
    "25 75 125 175 225 250 275 400 500": "both",
}


def parse_bins(text: str) -> Grid:
    if text.strip().casefold() == ANNOUNCED:
        return SEED_GRID
    words = re.split(r"[\s,;]+", text.strip())
    if not all(re.fullmatch(r"[0-9]{1,4}", word) for word in words):
        raise InputError(f'Write the upper ends of more bins, for example 25 75 400 500, or "{ANNOUNCED}".')
    return finer_grid(int(word) for word in words)


STANDARD = "standard"
"""Restores the usual table."""
