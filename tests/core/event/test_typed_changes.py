"""What directors type to correct an event, and what it says."""

import pytest

from core.errors import InputError
from core.event.corrections import RoundResult
from core.files.typed.changes import ChangeKind, ParsedChange, parse_changes

ROUND = ChangeKind.ROUND


@pytest.mark.parametrize(
    ("typed", "changes"),
    [
        ("round 3: Dana 1-0 Eli", [ParsedChange(ROUND, "", 3, "Dana", "Eli", RoundResult.WIN)]),
        ("3: Dana ½-½ Eli", [ParsedChange(ROUND, "", 3, "Dana", "Eli", RoundResult.DRAW)]),
        ("R3: Ann Other lost to Bob Cart", [ParsedChange(ROUND, "", 3, "Ann Other", "Bob Cart", RoundResult.LOSS)]),
        ("round 3: Dana -+ #12", [ParsedChange(ROUND, "", 3, "Dana", "#12", RoundResult.FORFEIT_LOSS)]),
        ("round 3: Dana -- Eli", [ParsedChange(ROUND, "", 3, "Dana", "Eli", RoundResult.NOT_PLAYED)]),
        ("round 1: draw", [ParsedChange(ROUND, "", 1, result=RoundResult.DRAW)]),
        ("round 1: <@12> forfeit win", [ParsedChange(ROUND, "", 1, "<@12>", result=RoundResult.FORFEIT_WIN)]),
        ("round 1: opponent 1650", [ParsedChange(ROUND, "", 1, rating=1650.0)]),
        ("round 1: Dana's opponent 1650.5", [ParsedChange(ROUND, "", 1, "Dana", rating=1650.5)]),
        ("name Winter Cup", [ParsedChange(ChangeKind.NAME, "Winter Cup")]),
        ("Date: 20 Nov 2026", [ParsedChange(ChangeKind.DATE, "20 Nov 2026")]),
        ("time control G/60;d5", [ParsedChange(ChangeKind.TIME_CONTROL, "G/60;d5")]),
        (
            "add Fay; remove Eli\nround 2: Fay 1-0 Dana; Ann 0-1 Bob",
            [
                ParsedChange(ChangeKind.ADD, player="Fay"),
                ParsedChange(ChangeKind.REMOVE, player="Eli"),
                ParsedChange(ROUND, "", 2, "Fay", "Dana", RoundResult.WIN),
                ParsedChange(ROUND, "", 2, "Ann", "Bob", RoundResult.LOSS),
            ],
        ),
    ],
)
def test_changes_are_read(typed: str, changes: list[ParsedChange]) -> None:
    assert list(parse_changes(typed)) == changes


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Dana 1-0 Eli", '"Dana 1-0 Eli" is not a change of an event. For example, write round 3: Dana 1-0 Eli'),
        ("round 0: draw", '"0" is not a round. Rounds are 1 to 99.'),
        ("round 2: Dana bye", '"Dana bye" is not a result of a game.'),
        ("round 2: Dana 412-387 Eli", '"Dana 412-387 Eli" is not a result of a game.'),
        ("name", '"name" is incomplete.'),
        (" ; ", "The change is empty."),
    ],
)
def test_what_is_no_change_is_quoted(typed: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_changes(typed)
    assert refused.value.message.startswith(sentence)
