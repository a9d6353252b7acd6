"""Tournament report files of invented people, written column by column as the regulations have it."""

SWISS = """\
012 Autumn Open\r
022 Larkfield\r
032 \r
042 25.02.2011\r
052 27.02.2011\r
062 4\r
072 3\r
082 0\r
092 Swiss\r
102 Somebody\r
122 1:30 + 10 from move 1\r
132                                                                                        11.25.02  11.26.02  11.27.02\r
001    1 M GM Quill, Ada                        2431 WLS                         2.5    1     2 w 1     3 b 1       -\r
001    2 M    Ó Broin, Cillian                  2011 KIL                         1.0    3     1 b 0       -       4 w =\r
001    3 FWFM Marsh, Bo                         1920 C.C                         0.5    4     4 b =     1 w 0       -\r
001    4 M    Tarn, Di                             0                             1.0    2     3 w =       -       2 b =\r
"""  # noqa: E501

IN_PROGRESS = """\
012 Harbour Festival
022 Port Vell
032 ESP
042 24/09/2010
052 28/09/2010
XXR 4
XXZ 3
XXC white1
001    1 m  g Alder Joan                        2427 NOR    99900011 1978        1.5    1     2 w 1     3 b =            \n\
001    2 w wf Birch Eva                         2308 ESP     9990022 1981/00/00  1.0    2     1 b 0     4 w +            \n\
001    3 m  f Cedar Oto                         2182                 1981/05/29  1.0    3  0000 - H     1 w =  0000 - Z\n\
001    4 m    Dogwood Pit                          0 ESP           0             1.0    4  0000 - U     2 b -
"""  # noqa: E501

TEAMS = """\
012 Three Rivers Cup
042 2024/12/01
052 2024/12/02
142 2
162  W 1.0    D 0.5    L 0.0
172 IND FIDE
222 40/6000+30:20/3000+30:1500+30
352 WB
###      1         2         3         4
### SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1
001    1      Ebony Ann                         2586 IND 70123454321 1987/00/00  1.0    1     2 b =     2 w =
001    2      Fir Max                           2540 UKR 70223454321 1992/00/00  1.0    1     1 w =     1 b =
001    3      Gorse Tim                         2531 IND 70323454321 1987/00/00  0.0    3  0000 - -  0000 - -

IND    1   GM Ebony Ann                         2634 CG  70100010001 1987/07/05
310   1 Northerners                      NOR     2486    2      2.0   1     1    3
310   2 Southerners                      SOU     2478    2      2.0   1     2
240 F   1    3
330 +-   2   1   2
801  1 NOR    2    2.0
013 Northerners                        1    3
013 Southerners                        2
"""


def line_of(number: int, name: str, *rounds: str, **columns: str) -> str:
    """Return a player's record; rounds such as "2 w 1" or "0000 - H", "" for a blank one.

    columns: sex, title, rating, federation, fide_id, born, points, rank.
    """
    fields = (
        (1, "001"),
        (5, f"{number:>4}"),
        (10, columns.get("sex", "")),
        (11, f"{columns.get('title', ''):>3}"),
        (15, name),
        (49, f"{columns.get('rating', ''):>4}"),
        (54, columns.get("federation", "")),
        (58, f"{columns.get('fide_id', ''):>11}"),
        (70, columns.get("born", "")),
        (81, f"{columns.get('points', ''):>4}"),
        (86, f"{columns.get('rank', ''):>4}"),
    )
    line = ""
    for start, text in fields:
        line = line.ljust(start - 1) + text
    for place, written in enumerate(rounds):
        line = line.ljust(91 + 10 * place) + cell_of(written)
    return line.rstrip()


def cell_of(written: str) -> str:
    opponent, _, rest = written.partition(" ")
    return f"{opponent:>4} {rest}"


def file_of(*lines: str, end: str = "\n") -> bytes:
    return (end.join(lines) + end).encode()


def big_file(players: int, rounds: int) -> bytes:
    """Return a file in which everybody plays in every round: neighbours, turned by one place a round."""
    half = players // 2
    lines = []
    for number in range(1, players + 1):
        cells = []
        for round_number in range(rounds):
            if number <= half:
                cells.append(f"{half + (number - 1 + round_number) % half + 1} w 1")
            else:
                cells.append(f"{(number - half - 1 - round_number) % half + 1} b 0")
        lines.append(line_of(number, f"Invented, Player {number}", *cells, rating="1500", points=""))
    return file_of("012 Invented Open", *lines)
