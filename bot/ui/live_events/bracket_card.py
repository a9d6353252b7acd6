"""The bracket of a knockout in lines, and in which round who went out."""

from collections.abc import Iterator, Sequence

from bot.services.live_events.rounds.knockout import bracket_now
from bot.services.live_events.tournament import Tournament, points_or_sign
from bot.store.events.evening_round_rows import Pairing, ReportState
from bot.ui.framework.layout import cell_lines
from bot.ui.framework.text import safe
from bot.ui.live_events.wording import DISPUTED, OPEN, WAITS, goes_on
from core.pairing.knockout import Match
from core.tiebreaks.standings import StandingRow

_FROM_THE_END = ("Final", "Semi-finals", "Quarter-finals")


def round_name(number: int, rounds: int) -> str:
    """Return what a round of a knockout is called."""
    left = rounds - number
    return _FROM_THE_END[left] if left < len(_FROM_THE_END) else f"Round {number}"


def bracket_lines(tournament: Tournament, room: int) -> list[str]:
    """Return the bracket round by round, who goes on in bold; the earliest rounds are left out where room is short.

    room: characters.
    """
    rounds = bracket_now(tournament)
    blocks: list[list[str]] = []
    for number, matches in reversed(list(enumerate(rounds, start=1))):
        shown = [match for match in matches if match.one is not None or match.other is not None]
        if not shown:
            continue
        rows = [_row(tournament, number, match) for match in shown]
        block = [f"**{round_name(number, len(rounds))}**", *cell_lines([((cell,), names) for cell, names in rows], ">")]
        room -= sum(len(line.encode("utf-16-le")) // 2 + 1 for line in block)
        if room < 0 and blocks:
            break
        blocks.append(block)
    return [line for block in reversed(blocks) for line in block]


def _row(tournament: Tournament, number: int, match: Match) -> tuple[str, str]:
    """Return a match: its result as seen from who stands first, and both names."""
    pairing = next((one for one in tournament.pairings_of(number) if {match.one, match.other} & {*one.numbers}), None)
    names = [
        "?" if one is None else f"**{name}**" if match.through == one else name
        for one in (match.one, match.other)
        for name in [safe(tournament.name_of(one), 100) if one is not None else ""]
    ]
    if match.is_over and None in (match.one, match.other):
        return "bye", next(name for name in names if name != "?")
    if pairing is None or pairing.second is None:
        return ("bye" if pairing is not None else OPEN), f"{names[0]} – {names[1]}"
    return _sign(tournament, pairing, match), f"{names[0]} – {names[1]}{_score(tournament, pairing)}"


def _sign(tournament: Tournament, pairing: Pairing, match: Match) -> str:
    report, state = tournament.report_of(pairing), tournament.state_of(pairing)
    if report is None:
        return OPEN
    if state is ReportState.DISPUTED:
        return DISPUTED
    sign = points_or_sign(report)
    if pairing.first != match.one:
        sign = ":".join(reversed(sign.split(":"))) if ":" in sign else report.result.turned.sign
    return sign + (WAITS if state is ReportState.REPORTED else "")


def _score(tournament: Tournament, pairing: Pairing) -> str:
    """Return what decided a drawn game, or that it is not decided yet; bold already says who goes on."""
    if pairing.goes_on is not None and tournament.is_told_who_goes_on(pairing):
        return "" if pairing.play_off is None else f" · play-off {pairing.play_off}"
    return goes_on(tournament, pairing)


def place_words(tournament: Tournament, rows: Sequence[StandingRow]) -> Iterator[tuple[StandingRow, str]]:
    """Yield each line of the standings with the round in which they went out, as the end of a line."""
    rounds = bracket_now(tournament)
    for row in rows:
        survived = int(row.points)
        if rounds and survived == len(rounds):
            yield row, " · winner"
            continue
        is_out = any(
            match.is_over and row.number in (match.one, match.other) and match.through != row.number
            for matches in rounds
            for match in matches
        )
        yield row, f" · {round_name(survived + 1, len(rounds)).rstrip('s').lower()}" if is_out else ""
