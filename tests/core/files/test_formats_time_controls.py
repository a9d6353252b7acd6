"""Time controls, as a member writes them."""

import pytest
from formats_checks import HOSTILE, hostile_text, read_or_refused, read_to_the_end, refusal, short_id, thorough
from hypothesis import given
from hypothesis import strategies as st

from core.event.crosstable import TimeControl
from core.files.typed.rules import Speed, parse_time_control, speed_of


@pytest.mark.parametrize(
    ("text", "minutes", "seconds"),
    [
        ("90+30", 90, 30),
        ("90 + 30", 90, 30),
        ("25", 25, 0),
        ("G/60;d5", 60, 5),
        ("g/60;D5", 60, 5),
        ("G/60; d5", 60, 5),
        ("G/60,d5", 60, 5),
        ("G/30 d5", 30, 5),
        ("G/30 d/5", 30, 5),
        ("G/60;+5", 60, 5),
        ("G60;d0", 60, 0),
        ("G/25 inc5", 25, 5),
        ("Game/90;inc/30", 90, 30),
        ("game 60", 60, 0),
        ("G/5", 5, 0),
        (" 3+2 ", 3, 2),
        ("0+0", 0, 0),
        ("999+999", 999, 999),
    ],
)
def test_a_time_control_is_read(text: str, minutes: int, seconds: int) -> None:
    assert parse_time_control(text) == TimeControl(minutes, seconds)


_WORDINGS = (
    ("15 minutes plus 10 sec per move", 15, 10),
    ("90 minutes plus 30 sec plus 30 min after 40 moves", 120, 30),
    ("15 Minuten + 10 Sekunden", 15, 10),
    ("25 min / game + 10 sec", 25, 10),
    ("Rapid 15+10", 15, 10),
    ("3 min. + 2 sec.", 3, 2),
    ("5 Min. + 3 Sek.", 5, 3),
    ("3 Min. + 2 Sek.", 3, 2),
    ("90'/40 moves + 30' + 30''", 120, 30),
    ("90' + 30''", 90, 30),
    ("90’ + 30”", 90, 30),
    ("90 min + 30 sec/move", 90, 30),
    ("90 min/40 moves + 30 min + 30 sec per move from move 1", 120, 30),
    ("90 minutes for 40 moves, 30 minutes for the rest of the game, 30 seconds increment from move 1", 120, 30),
    ("1h30 + 30s", 90, 30),
    ("1h 30min + 30 sec", 90, 30),
    ("1:30 + 30 sec", 90, 30),
    ("2 hours", 120, 0),
    ("1.5 hours + 30 seconds", 90, 30),
    ("60 min", 60, 0),
    ("10 min KO", 10, 0),
    ("Blitz 3+2", 3, 2),
    ("Game in 25 minutes", 25, 0),
    ("90 Minuten für 40 Züge + 30 Minuten + 30 Sekunden pro Zug", 120, 30),
    ("90 Min./40 Züge, danach 30 Min. für den Rest der Partie, 30 Sek. Zuschlag ab Zug 1", 120, 30),
    ("15 Minuten pro Spieler und 10 Sekunden je Zug", 15, 10),
    ("Schnellschach 15 min + 5 sek", 15, 5),
    ("1 heure 30 minutes + 30 secondes par coup", 90, 30),
    ("15 min + 10 s/coup", 15, 10),
    ("10 mn + 5 s", 10, 5),
    ("90 min pour 40 coups + 30 min, 30 secondes d'incrément", 120, 30),
    ("12 minutes + 3 secondes par coup", 12, 3),
    ("15 minutos + 10 segundos por jugada", 15, 10),
    ("90 minutos más 30 segundos de incremento por movimiento", 90, 30),
    ("10 min. + 5 seg.", 10, 5),
    ("60 minutos a finish", 60, 0),
    ("15 minuti + 10 secondi a mossa", 15, 10),
    ("90 minuti per 40 mosse + 30 minuti con incremento di 30 secondi", 120, 30),
    ("3 minuti più 2 secondi", 3, 2),
    ("90 minutos + 30 segundos por lance", 90, 30),
    ("15 minutos mais 10 segundos", 15, 10),
    ("3 minutos + 2 segundos de acréscimo", 3, 2),
    ("90 minut + 30 sekund na ruch", 90, 30),
    ("15 min + 10 s na posunięcie", 15, 10),
    ("3 minuty + 2 sekundy", 3, 2),
    ("P'15 + 10", 15, 10),
    ("15'+10\"", 15, 10),
    ("Standard: 90 minutes with 30 second increment", 90, 30),
    ("15 min. & 10 sec.", 15, 10),
    ("15m+10s", 15, 10),
    ("2h for 40 moves then 1h", 180, 0),
    ("5 minutes per player, no increment", 5, 0),
    ("G/90 +30", 90, 30),
    ("90 + 30 (standard)", 90, 30),
    ("1:30 + 10 from move 1", 90, 10),
    ("1:30 h + 30 s", 90, 30),
    ("100'x40mm + 50'x20mm + 30\" from move 1", 150, 30),
    ("90min/40m + 30min + 30s", 120, 30),
    ("90 min/40 + 30 min, 30 sec", 120, 30),
)


@pytest.mark.parametrize(("text", "minutes", "seconds"), _WORDINGS)
def test_a_time_control_in_words_is_read(text: str, minutes: int, seconds: int) -> None:
    """Wordings of record 122 in seven languages, as arbiters and pairing programs write them."""
    assert parse_time_control(text) == TimeControl(minutes, seconds)


@pytest.mark.parametrize(
    ("text", "speed"),
    [
        ("Rapid", Speed.RAPID),
        ("rapid chess", Speed.RAPID),
        ("Schnellschach", Speed.RAPID),
        ("Échecs rapides", Speed.RAPID),
        ("Ajedrez rápido", Speed.RAPID),
        ("Szachy szybkie", Speed.RAPID),
        ("Partidas rápidas", Speed.RAPID),
        ("Blitz", Speed.BLITZ),
        ("Gioco lampo", Speed.BLITZ),
        ("Standard", Speed.STANDARD),
        ("Klasyczne", Speed.STANDARD),
        ("Blitz/Rapid", None),
        ("fast rapid", None),
        ("Rapid 15", None),
        ("", None),
    ],
)
def test_a_speed_is_read_where_it_is_all_that_is_told(text: str, speed: Speed | None) -> None:
    assert speed_of(text) is speed


@pytest.mark.parametrize(
    "text",
    [
        "10 min + 5 sec (default time 30 min)",  # the second is no part of it
        "2 x 15 min",
        "40/90 + SD/30 + 30",
        "90/30",
        "15 min + 10 sec + 5 sec",
        "30 sec per move",
        "Fast",
        "Rapid",
        "1000 minutes",
    ],
)
def test_what_is_not_understood_whole_is_refused(text: str) -> None:
    assert "is not a time control" in refusal(parse_time_control, text)


@thorough
@given(
    st.integers(min_value=1, max_value=999),
    st.integers(min_value=0, max_value=999),
    st.sampled_from(["min", "min.", "minutes", "Minuten", "minutos", "minuti", "minut", "'", "’", "m"]),
    st.sampled_from(
        ["sec", "sec.", "seconds", "Sekunden", "Sek.", "secondes", "segundos", "secondi", "sekund", "''", '"']
    ),
    st.sampled_from(
        ["", " per move", "/move", " pro Zug", " par coup", " por jugada", " a mossa", " por lance", " na ruch"]
    ),
    st.sampled_from(["+", "plus", "und", "et", "y", "e", "oraz", "&"]),
)
def test_words_read_back_in_every_mixture(minutes: int, seconds: int, m: str, s: str, per: str, plus: str) -> None:
    assert parse_time_control(f"{minutes} {m} {plus} {seconds} {s}{per}") == TimeControl(minutes, seconds)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "fast",
            "90+",
            "+30",
            "G/",
            "90+30+15",
            "40/90,SD/30;d5",
            "40/90;+30",
            "1000",
            "90+1000",
            "1.5+2",
            "-5+3",
        ),
        *("90+-30", "90:30", "G/60;delay5", "½+2", "GG/60"),
    ],
    ids=short_id,
)
def test_anything_else_is_refused_and_repeated(text: str) -> None:
    assert f'"{text}" is not a time control' in refusal(parse_time_control, text)


@pytest.mark.parametrize("text", HOSTILE, ids=short_id)
def test_a_hostile_text_is_read_or_refused_in_one_line(text: str) -> None:
    read_or_refused(parse_time_control, text)


times = st.integers(min_value=0, max_value=999)
forms = st.sampled_from(
    ["{}+{}", "{} + {}", "G/{};d{}", "g/{};d{}", "G/{} d{}", "G/{}, d/{}", "G/{};+{}", "Game {} inc {}"]
)


@thorough
@given(times, times, forms)
def test_a_time_control_reads_back_in_every_spelling(minutes: int, seconds: int, form: str) -> None:
    assert parse_time_control(form.format(minutes, seconds)) == TimeControl(minutes, seconds)


@thorough
@given(times, times)
def test_what_an_answer_prints_can_be_typed_again(minutes: int, seconds: int) -> None:
    control = TimeControl(minutes, seconds)
    assert parse_time_control(str(control)) == control


@thorough
@given(hostile_text)
def test_any_text_is_a_time_control_or_refused(text: str) -> None:
    control = read_or_refused(parse_time_control, text)
    assert control is None or (0 <= control.minutes <= 999 and 0 <= control.seconds <= 999)


@pytest.mark.parametrize("part", ["1", " ", "g ", "game", "1 ", "+", "1 +", "d/", "\u2003", "1\t"], ids=short_id)
@pytest.mark.parametrize(("start", "end"), [("", ""), ("9", "x"), ("9+", ""), ("g", "9x")])
def test_the_longest_text_is_read_to_the_end(part: str, start: str, end: str) -> None:
    read_to_the_end(parse_time_control, part, start, end)
