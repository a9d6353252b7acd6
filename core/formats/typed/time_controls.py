"""Time controls as people write them: 90+30, G/60;d5, 25, 15 minutes plus 10 sec per move, 3 Min. + 2 Sek."""

import re
import unicodedata
from enum import StrEnum

from core.crosstable import TimeControl
from core.errors import InputError
from core.formats.common.names import shorten

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
    """How fast games are, where a time control is one word; the last two are US Chess' words."""

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
    """Read a time control, the minutes of its periods summed; raise InputError for anything else."""
    # Between two numbers a space separates; elsewhere it means nothing.
    written = re.sub(r"(?<=\d) +(?=\d)", "+", " ".join(text.split()))
    match = _CONTROL.fullmatch(written.replace(" ", ""))
    if match is not None:
        return TimeControl(int(match["minutes"]), int(match["seconds"] or match["delay"] or 0))
    control = _in_words(text)
    if control is None:
        raise InputError(
            f'"{shorten(text)}" is not a time control: write minutes and seconds, such as 90+30 or G/60;d5.'
        )
    return control


def speed_of(text: str) -> Speed | None:
    """Return the speed that a time control without figures names, such as Rapid or Schnellschach."""
    if re.search(r"\d", text):
        return None
    words = set(re.findall(r"[^\W\d_]+", _CHESS.sub(" ", _plain(text))))
    named = {_SPEED_WORDS.get(word) for word in words}
    return named.pop() if len(named) == 1 else None


def _plain(text: str) -> str:
    """Return text in small letters without accents; the marks of minutes and seconds as words."""
    written = text[:_LONGEST].casefold().translate(_QUOTES)
    for mark, word in _MARKS:
        written = written.replace(mark, word)
    return "".join(one for one in unicodedata.normalize("NFKD", written) if not unicodedata.combining(one))


def _in_words(text: str) -> TimeControl | None:
    """Read a time control whose figures have units, in English, German, French, Spanish, Italian, Portuguese, Polish.

    Every word and every figure must be understood: who writes more than that is asked.
    """
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
