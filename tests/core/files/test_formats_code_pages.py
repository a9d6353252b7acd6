"""Files that are not in UTF-8: by their byte-order mark, or in the code page whose letters make words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.common.tables import decode_in_code_page
from core.files.oracle_csv import read_oracle_csv
from core.files.recognise import read_event_file
from core.files.roster.fide_list import read_people
from core.lists import RatingList
from tests.depth import examples

NAMES = {
    "cp1250": (
        *("Łukasz Żak", "Paweł Wiśniewski", "Michał Dąbrowski", "Jiří Novák", "Petr Dvořák", "Tomáš Černý"),
        *("Nagy Gergő", "Tóth Ernő", "Željko Đurić", "Ľubomír Ďuriš"),
    ),
    "cp1251": ("Иван Петров", "Ольга Смирнова", "Димитър Стоянов", "ПЕТРО ШЕВЧЕНКО"),
    "cp1252": (
        *("Jürgen Müller", "María Núñez", "Åsa Öberg", "François Lefèvre", "Hélène Benoît", "João Gonçalves"),
        *("António Simões", "Søren Nygård", "Bjørn Æbelø", "Sigurður Þórsson", "Jordi Güell"),
    ),
    "cp1253": ("Σταύρος Παπάς", "Γιώργος Νικολάου", "ΜΑΡΙΑ ΔΗΜΟΥ"),
    "cp1254": ("Çağlar Yıldız", "İbrahim Çağlar"),
    "cp1255": ("יוסי כהן",),
    "cp1256": ("محمد علي",),
    "cp1257": ("Jānis Bērziņš", "Žydrūnas Šimėnas"),
}
LABELS = {
    "cp1250": "Central European (Windows-1250)",
    "cp1251": "Cyrillic (Windows-1251)",
    "cp1252": "Western European (Windows-1252)",
    "cp1253": "Greek (Windows-1253)",
    "cp1254": "Turkish (Windows-1254)",
    "cp1255": "Hebrew (Windows-1255)",
    "cp1256": "Arabic (Windows-1256)",
    "cp1257": "Baltic (Windows-1257)",
}


def table(*names: str) -> str:
    return "number,name,rating,1\n" + "".join(f"{number},{name},1500,\n" for number, name in enumerate(names, start=1))


@pytest.mark.parametrize(("page", "name"), [(page, name) for page, names in NAMES.items() for name in names])
def test_one_name_is_enough_to_tell_the_code_page(page: str, name: str) -> None:
    event = read_event_file(table(name, "Bo Carl").encode(page))
    assert event.sections[0].players[0].name == name
    assert [str(one) for one in event.remarks] == [
        f"The file is not in UTF-8 and was read as {LABELS[page]}. If names look wrong, save it as UTF-8."
    ]


@examples(2)
@given(st.data())
def test_names_of_one_region_are_read_whatever_stands_among_them(data: st.DataObject) -> None:
    page = data.draw(st.sampled_from(sorted(NAMES)))
    names = data.draw(st.lists(st.sampled_from(NAMES[page]), min_size=1, unique=True))
    plain = data.draw(st.lists(st.sampled_from(["Ann Alfa", "O'Neill, Bo", "McDonald", "van der Berg"]), unique=True))
    text = table(*data.draw(st.permutations([*names, *plain])))
    assert decode_in_code_page(text.encode(page)).text == text


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig", "utf-8"])
def test_a_mark_tells_the_encoding_of_a_spreadsheets_unicode_text(encoding: str) -> None:
    text = "number\tname\trating\t1\n1\tÄnne Łąk\t1650\tW2\n2\tBo Carl\t1600\tL1\n"
    event = read_event_file(text.encode(encoding))
    assert ([player.name for player in event.sections[0].players], event.remarks) == (["Änne Łąk", "Bo Carl"], ())
    people = read_people("name\trating\nÄnne Łąk\t1650\n".encode(encoding), RatingList.ELO, ())
    assert ([line.name for line in people.lines], people.remarks) == (["Änne Łąk"], ())


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_both_orders_of_bytes_are_read(mark: bytes) -> None:
    order = "utf-16-le" if mark == b"\xff\xfe" else "utf-16-be"
    event = read_event_file(mark + table("Ägir Ö").encode(order))
    assert event.sections[0].players[0].name == "Ägir Ö"


@pytest.mark.parametrize("data", [b"\xff\xfeA", b"\xff\xfe\x00\xd8A\x00", b"\xff\xfe\x00\x00A"])
def test_a_file_that_breaks_off_in_a_character_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match=r"The file is damaged\. Save the table again, as CSV in UTF-8"):
        read_event_file(data)


def test_a_list_of_people_and_a_pool_say_what_was_assumed_too() -> None:
    people = read_people("name,rating\nŁukasz Żak,1650\n".encode("cp1250"), RatingList.ELO, ())
    assert people.lines[0].name == "Łukasz Żak"
    assert "Central European (Windows-1250)" in str(people.remarks[0])
    pool = read_oracle_csv(
        "player_id,name,type,rating,bt_strength,games,wins\n0,Иван,1,50,1.000000,10,5\n".encode("cp1251")
    )
    assert "Cyrillic (Windows-1251)" in str(pool.remarks[0])


def test_bytes_of_no_page_are_read_as_western() -> None:
    assert decode_in_code_page(b"\x81\x8d\xff").assumed == "Western European (Windows-1252)"
