"""Result files of every format, and what chance makes of them."""

import random
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path

from core.event.crosstable import Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.bundle import bundled
from core.files.chess.trf_write import write_trf26
from core.files.chess.uschess_report_write import ReportDetails, write_uschess_report

ROOT = Path(__file__).parents[2]
EVENTS = ROOT / "tests" / "golden" / "files"

_EVENT = FileEvent(
    "drawn",
    (
        FileSection(
            tuple(
                FilePlayer(number, f"Player, {number}", 1500.0 + number, uschess_id=f"9000001{number}")
                for number in (1, 2)
            ),
            (Game(1, 1, 2, 1.0, True), Game(2, 1, 2, 0.5, False)),
        ),
    ),
    "Harbor Lantern Open",
    day=date(2026, 11, 14),
)
_TEXTS = (
    b"round,white,black,result\n1,Ada,Bo,1-0\n2,Bo,Cy,1/2-1/2\n3,Ada,Cy,0-1\n",
    b"date,player,rating,opponent,rating,score\n2026-11-07,Ada,1500,Bo,,1\n14.11.2026,Bo,,Ada,,1/2\n",
    b"Rk.;;Name;Rtg;FED;1;2;3;Pts.\n1;;Ada;1500;SWE;*;1;=;1,5\n2;;Bo;0;SWE;0;*;1;1\n3;;Cy;0;SWE;=;0;*;0,5\n",
    b" Pair | Player Name |Total|Round|Round|\n Num | USCF ID / Rtg (Pre->Post) | Pts |  1  |  2  |\n-----\n"
    b"   1 | ADA QUILL |1.5  |W   2|D   2|\n  WA | 10000001 / R: 1500P7->1510P9 |N:2 |W |B |\n-----\n"
    b"   2 | ROSA FENN |0.5  |L   1|D   1|\n     | 10000002 / R: Unrated->1100P2 | |B |W |\n",
    b"Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ada,400,Bo,350\n2,Bye,50,Ada,0\n\nName,Rating\nAda,1500\n",
    b"Quill, Ada            1500  2 3 0; 400 312 50; p12 1 2 0\n"
    b"Fenn, Rosa  1400  1 0 3; 350 50 401\nOst, Nils 0 0 1 2; -50 298 333\n",
    b"config event_name = 'Lantern'\ndivision A a.t\n"
    b"#begin_file name=a.t\nAda 1500 2; 400\nBo 1400 1; 350\n#end_file\n",
    b"*M14.11.2026 Lantern\n*A\n  0\nAda Quill           2400   2\nRosa Fenn            350   1\n*** END OF FILE ***\n",
    b"division A a.t\ndivision B b.t\nconfig event_name = 'Lantern'\nconfig event_date = 'March 3-5, 2024'\n",
    b'newt={"config":{"event_name":"Lantern","event_date":"2026-11-14","spread_cap":undefined},"divisions":[{"name":"A",'
    b'"players":[undefined,{"etc":{"p12":[1],"class":["A"]},"id":1,"name":"Ada","pairings":[2],"rating":1500,'
    b'"scores":[400]},{"id":2,"name":"Bo","pairings":[1],"rating":0,"scores":[350]}]}]};\n',
    b"Lantern\n2026-11-14\nSection A\nNAME                  RECORD     SPREAD  OLD RAT  NEW RAT  NEW DEV\n"
    b"Ada Quill             1.0-0.0        50     1500     1510     86.6\n\nAda Quill             is unrated\n",
    b"NICK     Name                Games Rat  LastplayedNew Dev\n"
    b"     WA  Ada Quill              20 1500 20261114   86.6\n",
    b"division,rank,username,wins,losses,draws,winpts,spread\nA,1,ada,3,1,0,3,120\n",
    b'[Event "Club"]\n[Site "https://lichess.org/a"]\n[UTCDate "2026.11.07"]\n[Round "1.1"]\n[White "Ada"]\n'
    b'[Black "Bo"]\n[Result "1-0"]\n[WhiteElo "1500"]\n[TimeControl "300+3"]\n\n1. e4 {x} 1-0\n\n[White "Bo"]\n'
    b'[Black "Ada"]\n[Result "*"]\n',
    b'{"id":"a","variant":"standard","status":"mate","createdAt":1794078000000,"players":{"white":{"user":{"name":"ada"},'
    b'"rating":1500},"black":{"user":{"name":"bo"}}},"winner":"white","clock":{"initial":300,"increment":3}}\n',
    b'{"variables":{"name":"Open","timeControl":"90min+30sec","startDate":"2026-11-07"},"players":[{"lastName":"A",'
    b'"elo":1500,"rounds":{"1":{"color":"B","opponent":1,"result":3}}},{"lastName":"B","rounds":[{"opponent":0,"result":1}]}]}',
    b"No\tName\tFeder\tIntl Id\tRtg\tTotal\t1\t2\n1\tAda\tIRL\t90000001\t1500\t1\t2:W\t0:=\n2\tBo\t\t\t\t1\t1:L\t0:+\n",
    b"Match ID,Round,Player 1,Player 2,Player 1 Score,Player 2 Score,Winner\n1,1,Ada,Bo,2,1,Ada\n2,-1,Bo,Ada,0,2,Ada\n",
    b'{"Overview":{"Program":"SwissSys","Version":11.5,"Tournament title":"L"},"Sections":[{"Section name":"Open",'
    b'"Rounds played":1,"Players":[{"Pair number":1,"Name":"Ada","Results":["+;2;W;1;0;0;0"]},'
    b'{"Pair number":2,"Name":"Bo","Results":["-;1;B;1;0;0;0"]}]}]}',
    b'{"event":{"id":"202611070999","name":"Lantern","endDate":"2026-11-07","status":"Rated"},"sections":[{"section":'
    b'{"name":"Open","number":1,"roundCount":1,"endDate":"2026-11-07","ratingSystem":"R","timeControl":"G/60;d5"},'
    b'"standings":[{"pairingNumber":1,"memberId":"30000001","firstName":"ADA","lastName":"QUILL","stateRep":"WA",'
    b'"ratings":[{"ratingSystem":"R","preRating":1500,"preRatingDecimal":1499.6,"postRating":1512,'
    b'"postRatingDecimal":1512.2,"postProvisionalGameCount":9}],"roundOutcomes":[{"roundNumber":1,"outcome":"Win",'
    b'"color":"White","opponentPairingNumber":2}]},{"pairingNumber":2,"memberId":"30000002","firstName":"BO",'
    b'"lastName":"FENN","ratings":[{"ratingSystem":"R","postRating":1100,"postRatingDecimal":1100.5}],'
    b'"roundOutcomes":[{"roundNumber":1,"outcome":"Loss","color":"Black","opponentPairingNumber":1}]}]}]}',
)


def corpus() -> list[bytes]:
    """Return small files of every format."""
    details = ReportDetails(date(2026, 11, 20), "A9999999", "90000099", city="Bay", state="WA", zip_code="98000")
    found = [
        (ROOT / "bot" / "samples" / "sample-event.csv").read_bytes(),
        write_trf26(_EVENT),
        write_uschess_report(_with_control(), details).data,
        *_TEXTS,
        bundled([b"division A a.t\ndivision B b.t\n", _TEXTS[2], b"Ada 1500 2; 400\nBo 1400 1; 350\n"]),
    ]
    return found + [path.read_bytes() for path in sorted(EVENTS.iterdir()) if path.suffix in (".t", ".trf")]


def _with_control() -> FileEvent:
    section = replace(_EVENT.sections[0], time_control=TimeControl(90, 5))
    return replace(_EVENT, sections=(section,))


def mutants(files: Sequence[bytes], amount: int, seed: int) -> Iterator[bytes]:
    """Yield files that chance has changed."""
    chance = random.Random(seed)
    for _ in range(amount):
        data = bytearray(chance.choice(files))
        if data[:2] == b"PK" and chance.random() < 0.7:
            yield _mutated_zip(bytes(data), chance)
            continue
        for _ in range(chance.randint(1, 4)):
            _mutate(data, files, chance)
        yield bytes(data)


def _mutated_zip(data: bytes, chance: random.Random) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as was, zipfile.ZipFile(packed, "w") as now:
        for name in was.namelist():
            content = bytearray(was.read(name))
            for _ in range(chance.randint(0, 4)):
                _mutate(content, [bytes(content)], chance)
            now.writestr(zipfile.ZipInfo(name), bytes(content))  # without the time of its making
    return packed.getvalue()


def _mutate(data: bytearray, files: Sequence[bytes], chance: random.Random) -> None:
    at = chance.randrange(len(data) + 1)
    match chance.randrange(7):
        case 0 if data:
            data[at % len(data)] = chance.randrange(256)
        case 1:
            data[at:at] = bytes(
                chance.choice(b"0123456789,;: -+=WLDBX\n\r\t\"'{}[]#*") for _ in range(chance.randint(1, 6))
            )
        case 2:
            del data[at : at + chance.randint(1, 40)]
        case 3:
            data[at:at] = data[at : at + chance.randint(1, 400)]
        case 4:
            del data[at:]
        case 5:
            other = chance.choice(files)
            begin = chance.randrange(len(other) + 1)
            data[at:at] = other[begin : begin + chance.randint(1, 200)]
        case _:
            data[at:at] = chance.choice((b"\0", b"\xff\xfe", b"9" * 30, b"\xe2\x80\xae", b"=1+1", b"\n" * 50))
