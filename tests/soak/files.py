"""Files of random events: chess crosstables, TRF, Scrabble divisions, Oracle tables."""

from datetime import date
from random import Random

NAMES = ("Ann", "Bob", "Cy", "Dot", "Edo", "Fay", "Gus", "Hal")
"""People whom only files know."""


def crosstable(random: Random, members: list[str]) -> bytes:
    """Return a CSV crosstable; some have ratings, with or without the games behind them."""
    people, rounds = _people(random, members), _rounds(random)
    columns = ["number", "name", "rating"] + (["games"] if random.random() < 0.5 else [])
    lines = [",".join([*columns, *(str(number + 1) for number in range(len(rounds)))])]
    for number, name in enumerate(people, start=1):
        rating = str(random.randint(1300, 2300)) if random.random() < 0.5 else ""
        cells = [str(number), name, rating]
        if "games" in columns:
            cells.append(str(random.randint(4, 40)) if rating else "")
        lines.append(",".join(cells + [played[number] for played in rounds]))
    return ("\n".join(lines) + "\n").encode()


def _rounds(random: Random) -> list[dict[int, str]]:
    rounds = []
    for pairs in random.sample(_PAIRINGS, random.randint(1, 3)):
        cells = {}
        for one, other in pairs:
            kind = random.random()
            if kind < 0.08:
                cells |= {one: f"X{other}", other: f"F{one}"}
            elif kind < 0.16:
                cells |= {one: "B", other: "H"}
            else:
                first, second = random.choice([("W", "L"), ("D", "D"), ("L", "W")])
                cells |= {one: f"{first}{other}", other: f"{second}{one}"}
        rounds.append(cells)
    return rounds


_PAIRINGS = [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]


def trf(random: Random, members: list[str], day: date) -> bytes:
    people = _people(random, members)
    ratings = [random.choice([0, random.randint(1400, 2400)]) for _ in people]
    lines = ["012 Northern Open", f"042 {day:%Y/%m/%d}", f"052 {day:%Y/%m/%d}"]
    scores = [1.0, 1.0, 0.5, 0.5]
    rounds = ["   2 w 1     3 b 0", "   1 b 0     4 w 1", "   4 b =     1 w 1", "   3 w =     2 b 0"]
    scores = [1.0, 1.0, 1.5, 0.5]
    for number, name in enumerate(people, start=1):
        rating, born = ratings[number - 1] or "", random.choice(["", f"{random.randint(1950, 2014)}/00/00"])
        lines.append(
            f"001 {number:4d} {'m':1}{'':>3} {name:<33} {rating:>4} NOR {'':>11} {born:<10} "
            f"{scores[number - 1]:4.1f} {number:4d}  {rounds[number - 1]}"
        )
    return ("\r\n".join(lines) + "\r\n").encode()


def division(random: Random, members: list[str]) -> bytes:
    people = _people(random, members)
    opponents = {1: [2, 3], 2: [1, 4], 3: [4, 1], 4: [3, 2]}
    lines = []
    for number, name in enumerate(people, start=1):
        points = [random.randint(300, 500) for _ in opponents[number]]
        rating = random.choice([0, random.randint(900, 1900)])
        against = " ".join(map(str, opponents[number]))
        lines.append(f"{name:<22} {rating:4} {against}; {' '.join(map(str, points))}\n")
    return "".join(lines).encode()


def pool(random: Random, members: list[str]) -> bytes:
    lines = ["player_id,name,type,rating,bt_strength,games,wins", "0,Keeper,1,50,1.000000,4,1"]
    for number, name in enumerate(random.sample([*members, *NAMES], 3), start=1):
        rating = random.randint(30, 70)
        games = random.randint(1, 6)
        strength = rating / (100 - rating)
        lines.append(f"{number},{name},0,{rating},{strength:.6f},{games},{random.randint(0, games)}")
    return ("\n".join(lines) + "\n").encode()


def _people(random: Random, members: list[str]) -> list[str]:
    return random.sample([*members, *NAMES], 4)
