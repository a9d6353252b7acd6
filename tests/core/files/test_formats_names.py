"""Names made harmless: what hides, reorders or piles up goes; what the world's scripts need stays."""

import json
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.common.text import clean_name, shorten
from core.files.oracle_csv import read_oracle_csv
from core.files.recognise import read_event_file
from core.files.scrabble.tsh_archive import write_tsh
from tests.depth import examples

HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
JOINERS = "\u200c\u200d"
LIKELY = (
    "ab \u0301\u0323\u1dc4\ufe20\u1ab0\u0e49\u0e01\u094d\u0915"
    "\u200c\u200d\u200b\u202e\u0627\u0633\u09c7\u09be\u1100\u1161\u11a8"
)
any_words = st.text(st.one_of(st.sampled_from(LIKELY), st.characters()), max_size=60)
fast = examples(2)


@fast
@given(any_words, st.sampled_from([None, 5, 40]))
@example("\u0915\u094d\u200d\u094d\u200d\u094d\u200d\u094d\u200d\u094d\u200d", None)
@example("\u0627\u200c\u0633\u200c\u0627\u0633", 5)
def test_what_was_cleaned_is_clean(text: str, most: int | None) -> None:
    once = clean_name(text, most)
    assert clean_name(once, most) == once
    assert once == unicodedata.normalize("NFC", once)
    assert once == " ".join(once.split())


@fast
@given(any_words)
def test_nothing_in_it_hides_or_reorders(text: str) -> None:
    shown = clean_name(text)
    assert not [letter for letter in shown if unicodedata.category(letter) in HIDDEN and letter not in JOINERS]
    for place, letter in enumerate(shown):
        if letter in JOINERS:
            before = shown[place - 1]
            assert place > 0
            assert unicodedata.combining(before) == 9 or unicodedata.bidirectional(before) == "AL"


@fast
@given(any_words)
def test_no_letter_carries_a_tower_of_marks(text: str) -> None:
    above = beside = 0
    for letter in clean_name(text):
        kind = unicodedata.category(letter)
        above = above + 1 if kind in ("Mn", "Me") else above if kind == "Mc" or letter in JOINERS else 0
        beside = beside + 1 if kind == "Mc" else beside if kind in ("Mn", "Me") or letter in JOINERS else 0
        assert above <= 3
        assert beside <= 4


@pytest.mark.parametrize("mark", ["\u0300", "\u1dc4", "\ufe20", "\u1ab0", "\u0e49", "\u0489", "\u064b"], ids=ascii)
def test_zalgo_is_cut(mark: str) -> None:
    assert len(clean_name("z" + mark * 31)) <= 4
    assert len(clean_name(("z" + mark * 31) * 3)) <= 12


@pytest.mark.parametrize(
    "name",
    [
        "Nguyễn Thị Ánh Tuyết", "Åse Øst-Nøkleby", "Ǖmit Şahin-Łuczak", "Зоя Ёлкина", "Ελένη Παπαδοπούλου",
        "محمّدٌ بن سلمان", "علی\u200cرضا", "שָׁלוֹם", "क्षत्रिय श्रीकृष्ण", "ප්\u200dරසන්න", "தமிழ்ச்செல்வன்", "മലയാളം",
        "น้ำผึ้ง กิ๊ก", "མྱི་བསྒྲུབས", "မြွှေ လျှော်", "ខ្មែរ ស្រី", "김철수", "\u1112\u119e\u11ab",
        "山田 太郎", "がぎぐ パピプ", "王小明", "𠮷野",
    ],
)  # fmt: skip
def test_names_of_the_scripts_of_the_world_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


BAD, GOOD = "Ada\u202e \u200fQu\u0301\u0302\u0303\u0304ill\u2066", "Ada Qú\u0302\u0303ill"
SWISSSYS = {
    "Overview": {"Program": "SwissSys", "Tournament title": BAD},
    "Sections": [
        {
            "Section name": BAD,
            "Rounds played": 1,
            "Players": [
                {"Pair number": 1, "Name": BAD, "Team": BAD, "Results": ["+;2;W;1;0;0;0"]},
                {"Pair number": 2, "Name": "Bo", "Results": ["-;1;B;1;0;0;0"]},
            ],
        }
    ],
}
FILES = {
    "a crosstable": f"number,name,1\n1,{BAD},W2\n2,Bo,L1\n",
    "a round robin": f"number,name,1,2\n1,{BAD},*,1\n2,Bo,0,*\n",
    "US Chess with bars": f"Pair|Player Name|Total|Round|\nNum|USCF ID|Pts|1|\n1|{BAD}|1|W 2|\n2|Bo|0|L 1|\n",
    "pairings": f"round,white,black,result\n1,{BAD},Bo,1-0\n",
    "CoCo": f"Round,Winner,Winners Score,Opponent,Opponents Score\n1,{BAD},400,Bo,300\n",
    "tsh": f"{BAD} 1500 2; 400\nBo 1400 1; 350\n",
    "tourney.js": 'newt={"config":{"event_name":"BAD"},"divisions":[{"name":"BAD","players":[undefined,{"id":1,'
    '"name":"BAD","pairings":[2],"scores":[400]},{"id":2,"name":"Bo","pairings":[1],"scores":[350]}]}]};'.replace(
        "BAD", BAD
    ),
    "SwissSys": json.dumps(SWISSSYS, ensure_ascii=False),
    "TRF": f"012 {BAD}\n001    1      {BAD:<33} 1500\n001    2      Bo\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_every_reader_gives_harmless_names(text: str) -> None:
    event = read_event_file(text.encode())
    words = [event.name, *(section.name for section in event.sections), *(str(remark) for remark in event.remarks)]
    players = [player for section in event.sections for player in section.players]
    words += [word for player in players for word in (player.name, player.team, player.rating_class)]
    assert [word for word in words if word and word != clean_name(word)] == []
    assert players[0].name == GOOD


def test_a_name_of_nothing_that_can_be_seen_becomes_the_number() -> None:
    event = read_event_file("number,name,1\n7,\u200b\u202e,W2\n2,Bo,L7\n".encode())
    assert [player.name for player in event.sections[0].players] == ["Player 7", "Bo"]


def test_oracle_tables_and_error_sentences_are_harmless_too() -> None:
    table = f"player_id,name,type,rating,bt_strength,games,wins\n1,{BAD},1,50,1,0,0\n2,Bo,0,50,1,0,0\n"
    assert read_oracle_csv(table.encode()).players[0].name == GOOD
    assert shorten(BAD) == GOOD


def test_no_file_of_an_archive_is_called_as_a_device_or_a_path() -> None:
    names = ["CON", "nul", "Com1", "a/b", "..\\x", "A", "a", "\u202eA", "x" * 200, "A.t "]
    players = tuple(FilePlayer(number, f"P{number}") for number in (1, 2))
    written = write_tsh(FileEvent("x", tuple(FileSection(players, (), name=name) for name in names))).decode()
    files = [line.split("name=")[1] for line in written.splitlines() if line.startswith("#begin_file")]
    assert files == ["d1.t", "d2.t", "d3.t", "d4.t", "d5.t", "A.t", "a-7.t", "d8.t", "d9.t", "d10.t"]
