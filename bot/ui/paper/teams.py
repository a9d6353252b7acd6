"""Teams on paper and on web pages: standings, who met whom, the boards of a round."""

from collections.abc import Sequence

from bot.services.evenings.tournament import Tournament, teams_of
from bot.store.database.evening_rows import Pairing, PairingKind
from bot.ui.cards.evening_teams import BEST, match_points, match_score
from bot.ui.framework.text import clean, points
from bot.ui.paper.sheets import Sheet
from bot.ui.wording.evenings import value_text, white
from core.event.teams import best_scores
from core.tournament.tiebreaks.field import halves_text
from core.tournament.tiebreaks.teams import TeamRow, TeamStandings, chosen_for_teams

_SHOWN = ("MPvGP", "GP")
"""Tie-breaks that repeat the game points."""


def team_sheets(name: str, facts: str, found: TeamStandings) -> list[Sheet]:
    """Return the standings of the teams and who met whom; the best scores where members met several teams."""
    if not found.rows:
        return [_best_sheet(name, facts, found)]
    return [_standings_sheet(name, facts, found), _crosstable_sheet(name, facts, found)]


def _best_sheet(name: str, facts: str, found: TeamStandings) -> Sheet:
    scores = sorted(best_scores(found.event, BEST).items(), key=lambda one: (-one[1], one[0]))
    rows = [(points(score), clean(found.event.by_number[number].name, 60)) for number, score in scores]
    return Sheet(f"{name} · teams", facts, ("Points", "Team"), "><", rows, [f"The {BEST} best scores of each team"])


def _standings_sheet(name: str, facts: str, found: TeamStandings) -> Sheet:
    places = [at for at, code in enumerate(found.order) if code not in _SHOWN]
    rows = []
    for row in found.rows:
        figures = match_points(row.match_points, uschess=found.uschess), value_text(row.game_points)
        shown = [str(row.rank), *figures, *(value_text(row.values[at]) for at in places)]
        rank, *rest = ["–"] * len(shown) if row.out else shown
        rows.append((rank, clean(found.event.by_number[row.number].name, 60), *rest))
    codes = [found.order[at] for at in places]
    notes = ["MP match points, GP game points", *(f"{code} {chosen_for_teams(code)[0].name}" for code in codes)]
    notes += [found.edition] if found.edition else []
    head = ("", "Team", "MP", "GP", *codes)
    return Sheet(f"{name} · teams", facts, head, "><" + ">" * (len(head) - 2), rows, [", ".join(notes)])


def _crosstable_sheet(name: str, facts: str, found: TeamStandings) -> Sheet:
    """Return a line per team, by rank: in each round the opponent's line and the game points of both."""
    lines = {row.number: line for line, row in enumerate(found.rows, start=1)}
    rounds = range(1, found.event.table.rounds + 1)
    rows = [
        (
            str(lines[row.number]),
            clean(found.event.by_number[row.number].name, 60),
            *(_cell(found, row, number, lines) for number in rounds),
            match_points(row.match_points, uschess=found.uschess),
            value_text(row.game_points),
        )
        for row in found.rows
    ]
    head = ("#", "Team", *(f"Round {number}" for number in rounds), "MP", "GP")
    notes = ["Each round: the opponent's line, and the game points of both; f: nobody played"]
    return Sheet(f"{name} · matches", facts, head, "><" + "^" * len(rounds) + ">>", rows, notes)


def _cell(found: TeamStandings, row: TeamRow, round_number: int, lines: dict[int, int]) -> str:
    for match in found.event.matches or ():
        if match.round != round_number or row.number not in (match.one, match.other):
            continue
        if match.other is None:
            worth = found.event.game_points[round_number, row.number]
            return f"bye {halves_text(worth)}" if worth else "–"
        other = match.other if match.one == row.number else match.one
        forfeit = "" if match.is_played or match.is_open else " f"
        return f"{lines[other]}: {match_score(match, row.number)}{forfeit}"
    return "–"


_SEATS = (PairingKind.GAME, PairingKind.UNOPPOSED, PairingKind.PAIRED_BYE)
_WORTH = {"1": 2, "+": 2, "½": 1}
"""Half points of a result's character."""


def match_sheet(title: str, facts: str, tournament: Tournament, number: int) -> Sheet:
    """Return a round's matches: the teams with their score so far, then board by board."""
    team_of = {member: name for name, members in teams_of(tournament).items() for member in members}
    matches: dict[tuple[str, str], list[Pairing]] = {}
    seats = [one for one in tournament.pairings_of(number) if one.kind in _SEATS]
    for one in sorted(seats, key=lambda one: (not one.is_game, one.board)):
        teams = [team_of.get(member, "") for member in one.numbers]
        known = next((both for both in matches if {*teams} <= {*both}), (teams[0], "".join(teams[1:])))
        matches.setdefault(known, []).append(one)
    rows: list[Sequence[str]] = []
    for (ours, theirs), boards in matches.items():
        seated = [_seated(tournament, one, at_left=team_of.get(one.first, "") == ours) for one in boards]
        score = _score([signs for _, signs, _ in seated]) if theirs else "bye"
        rows.append(("", clean(ours, 60).upper(), score, clean(theirs, 60).upper() if theirs else ""))
        for place, (left, signs, right) in enumerate(seated, start=1):
            sign = ("/" if {*signs} & {*"+-"} else "-").join(signs)
            rows.append((str(place), left, sign, right) if theirs else (str(place), left, "", ""))
    notes = ["* has White" if white(tournament) == "White" else "* begins"]
    return Sheet(title, facts, ("Board", "", "Result", ""), "><^<", rows, notes)


def _seated(tournament: Tournament, one: Pairing, *, at_left: bool) -> tuple[str, tuple[str, ...], str]:
    """Return who sits left, the characters of both results if known, and who sits right."""
    names = [clean(tournament.name_of(number), 100) for number in one.numbers]
    report = tournament.result_of(one)
    result = None if report is None else report.result
    signs = () if result is None else (result.value[0], result.turned.value[0])
    if not one.is_game:
        names, signs = [names[0], "–"], ("+", "-")
    else:
        names[0] += " *"
    return (names[0], signs, names[1]) if at_left else (names[1], signs[::-1], names[0])


def _score(results: Sequence[tuple[str, ...]]) -> str:
    """Return the game points of both teams so far; empty before a result."""
    known = [signs for signs in results if signs]
    return "-".join(halves_text(sum(_WORTH.get(signs[side], 0) for signs in known)) for side in (0, 1)) if known else ""
