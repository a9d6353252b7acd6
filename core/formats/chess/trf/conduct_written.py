"""How an event was paired and ranked, as records of TRF26."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.crosstable import Bye, ByeKind
from core.event_file import Conduct, FileSection
from core.formats.chess.trf.records import FIRST_ROUND
from core.formats.common.warnings import clean

_ASKED = {ByeKind.FULL_POINT: "F", ByeKind.HALF_POINT: "H", ByeKind.ZERO_POINT: "Z"}
_FORFEITS = (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS)


def header_lines(conduct: Conduct) -> list[str]:
    """Return what stands with the tournament: arbiters, days, lot, points of a bye, system, tie-breaks."""
    chief, *deputies = conduct.arbiters or ("",)
    lines = [f"102 {clean(chief)}" if chief else "", *(f"112 {clean(deputy)}" for deputy in deputies)]
    if any(conduct.days):
        days = (f"{day:%y/%m/%d}" if day else "" for day in conduct.days)
        lines.append(f"{'132':<{FIRST_ROUND}}" + "  ".join(f"{day:8}" for day in days))
    if conduct.white_first is not None:
        lines.append(f"152 {'W' if conduct.white_first else 'B'}")
    if conduct.half_point_bye:
        lines.append("162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5")
    if conduct.system:
        lines.append(f"192 {clean(conduct.system)}")
    if conduct.tie_breaks:
        codes = ",".join(clean(code) for code in conduct.tie_breaks)
        lines += [f"202 {codes}", f"212 PTS,{codes}"]
    return [line for line in lines if line]


def pairing_lines(conduct: Conduct, asked: Iterable[Bye]) -> list[str]:
    """Return the records that matter for pairing alone: byes asked for, acceleration, forbidden pairs."""
    byes: dict[tuple[int, str], list[int]] = defaultdict(list)
    for bye in asked:
        byes[bye.round, _ASKED[bye.kind]].append(bye.entrant)
    lines = [
        f"240 {letter} {round_number:03d} " + " ".join(f"{number:04d}" for number in sorted(who))
        for (round_number, letter), who in sorted(byes.items())
    ]
    lines += [
        f"250      {one.points:04.1f} {one.first_round:03d} {one.last_round:03d} {one.first:04d} {one.last:04d}"
        for one in conduct.accelerated
    ]
    return lines + [
        f"260 {one.first_round:03d} {one.last_round:03d} " + " ".join(f"{number:4d}" for number in one.numbers)
        for one in conduct.forbidden
    ]


def part_asked(section: FileSection) -> tuple[FileSection, Sequence[Bye]]:
    """Return a section that is not over without the byes asked for rounds that nobody has played yet, and these."""
    rounds = [game.round for game in section.games]
    rounds += [bye.round for bye in section.byes if bye.kind in _FORFEITS]
    if section.conduct is not None:
        rounds += [round_number for round_number, _ in section.conduct.given_byes]
    played = max(rounds, default=0)
    if section.conduct is None or (section.rounds_planned or 0) <= played:
        return section, ()
    asked = [bye for bye in section.byes if bye.round > played and bye.kind in _ASKED]
    return replace(section, byes=tuple(bye for bye in section.byes if bye not in asked)), asked
