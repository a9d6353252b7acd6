"""/event import: tables as people have them, from a spreadsheet, a pairing program or a page."""

from typing import Any

import pytest

from tests.conftest import SimulatedClub
from tests.file_answers import players_of, remarks_of

UNICODE_TEXT = "number\tname\trating\t1\n1\tÄnne Łąk\t1650\tW2\n2\tBo Carl\t1600\tL1\n"


async def looked_at(club: SimulatedClub, data: str | bytes, name: str = "table.csv", **options: Any) -> Any:
    content = data.encode() if isinstance(data, str) else data
    return await club.td.slash(club.channel, "event import", file=(name, content), **options)


def shown(answer: Any) -> str:
    return str(answer.response.embeds[0].description)


@pytest.mark.parametrize(
    ("encoding", "remark"),
    [("utf-16", None), ("cp1250", "The file is not in UTF-8. It is read as Central European (Windows-1250)")],
)
async def test_a_table_is_decoded_and_what_was_assumed_is_said(
    club: SimulatedClub, encoding: str, remark: str | None
) -> None:
    looked = await looked_at(club, UNICODE_TEXT.encode(encoding))
    assert "Änne Łąk" in "\n".join(await players_of(club.td, looked))
    if remark is not None:
        assert remark in (await remarks_of(club.td, looked)).replace("\\", "")
