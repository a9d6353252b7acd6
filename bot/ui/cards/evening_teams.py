"""The teams of an event: standings, each team's matches and members."""

from collections.abc import Callable, Sequence

import discord

from bot.services.evenings.teams import standings_in
from bot.services.events.report import SectionReport
from bot.ui.framework.layout import answer, cell_lines, heading
from bot.ui.framework.text import plain, points, safe
from bot.ui.wording.evenings import value_text
from bot.ui.wording.wall_chart import decided_by
from core.event.similarity import event_name
from core.event.teams import Match, Team, TeamEvent, best_scores
from core.tournament.tiebreaks.field import halves_text
from core.tournament.tiebreaks.team_parts import TeamPart, explain_team
from core.tournament.tiebreaks.teams import TeamRow, TeamStandings, chosen_for_teams

ROWS_ON_A_PAGE = 20
BEST = 4

Named = Callable[[int], str]


def team_pages(section: SectionReport) -> list[discord.Embed]:
    found = standings_in(section)
    if found is None:
        return [answer(["This event has no teams."])]
    event, title = found.event, safe(event_name(section.name, section.crosstable.date), 80)
    if event.matches is None:
        return _best(title, event)
    return [
        *standings_pages(title, found),
        *(team_page(event, team, section.name_of) for team in (event.by_number[row.number] for row in found.rows)),
    ]


def _best(title: str, event: TeamEvent) -> list[discord.Embed]:
    """Return sums of best scores: the members met opponents as individuals."""
    scores = sorted(best_scores(event, BEST).items(), key=lambda one: (-one[1], one[0]))
    rows = [((points(score),), safe(event.by_number[number].name, 60)) for number, score in scores]
    footer = [f"The {BEST} best scores of each team"]
    starts = range(0, len(rows), ROWS_ON_A_PAGE)
    return [
        answer([heading(title, "teams"), *cell_lines(rows[at : at + ROWS_ON_A_PAGE], ">")], footer=footer)
        for at in starts
    ]


def standings_pages(title: str, found: TeamStandings) -> list[discord.Embed]:
    """Return the standings with every deciding tie-break; for a match of two, its boards."""
    footer = ["MP match points", "GP game points"]
    footer += [decided_by(found.order, found.edition)] if found.order else []
    lines = standings_lines(found.event, found.rows, found.order, uschess=found.uschess)
    head, body = lines[:1], lines[1:]
    return [
        answer([heading(title, "teams"), *head, *body[at : at + ROWS_ON_A_PAGE]], footer=footer)
        for at in range(0, max(len(body), 1), ROWS_ON_A_PAGE)
    ]


def standings_lines(event: TeamEvent, rows: Sequence[TeamRow], order: Sequence[str], *, uschess: bool) -> list[str]:
    """Return a line per team: place, match points, game points, name, deciding tie-breaks."""
    parting = _parting(rows, order)
    lines = [
        (
            (
                "–" if row.out else str(row.rank),
                "–" if row.out else match_points(row.match_points, uschess=uschess),
                "–" if row.out else value_text(row.game_points),
            ),
            safe(event.by_number[row.number].name, 60)
            + "".join(f" · {plain(order[at])} {value_text(row.values[at])}" for at in parting.get(row.number, ())),
        )
        for row in rows
    ]
    return cell_lines([(("", "MP", "GP"), ""), *lines], ">>>")


def how_pages(title: str, found: TeamStandings) -> list[discord.Embed]:
    pages = []
    for row in found.rows:
        if row.out:
            continue
        points_text = match_points(row.match_points, uschess=found.uschess)
        head = f"{safe(found.event.by_number[row.number].name, 60)} · place {row.rank} · MP {points_text}"
        for at, code in enumerate(found.order):
            tie_break, low = chosen_for_teams(code)
            name = f"**{tie_break.name}** ({tie_break.rule}{f', without the lowest {low}' if low else ''})"
            parts = explain_team(found.event, found.order, found.terms, row.number, at)
            lines = cell_lines([((one.label, value_text(one.value)), _part(found.event, one)) for one in parts], "<>")
            value = f"{name}: **{value_text(row.values[at])}**"
            among = tie_break.order is not None and code[0] in "EH"
            nothing = "No teams are tied here." if among else "Nothing counts toward it."
            footer = ["Turn pages for the next tie-break, then the next team"]
            pages.append(answer([heading(title, "how?"), head, value, "", *(lines or [nothing])], footer=footer))
    return pages or [answer([heading(title, "how?"), "This event has no tie-breaks of teams."])]


def place_of_member(found: TeamStandings, number: int | None) -> int | None:
    """Return the place of a member's team among the ranked, from 0; None for nobody."""
    team = None if number is None else found.event.team_of.get(number)
    ranked = [row.number for row in found.rows if not row.out]
    return ranked.index(team) if team in ranked else None


def _part(event: TeamEvent, one: TeamPart) -> str:
    against = "" if one.opponent is None else f"{safe(event.by_number[one.opponent].name, 60)}: "
    text = f"{against}{one.words}"
    return text if one.counted else f"~~{text}~~ cut"


def match_points(halves: int, *, uschess: bool) -> str:
    """Return match points: 2 for a won match, 1 at US Chess."""
    return halves_text(halves) if uschess else str(halves)


def _parting(rows: Sequence[TeamRow], order: Sequence[str]) -> dict[int, list[int]]:
    """Return tie-breaks that differ among equal match points, by team."""
    found: dict[int, list[int]] = {}
    for row in rows:
        same = [other for other in rows if other.match_points == row.match_points and not other.out]
        differing = [
            at for at, code in enumerate(order)
            if code not in ("MPvGP", "GP") and len({other.values[at] for other in same}) > 1
        ]  # fmt: skip
        tied = len({other.game_points for other in same}) < len(same)
        if len(same) > 1 and tied and not row.out:
            found[row.number] = differing[:1]
    return found


def team_page(event: TeamEvent, team: Team, named: Named) -> discord.Embed:
    """Return a team's matches by round and its members with their points."""
    mine = [match for match in event.matches or () if team.number in (match.one, match.other)]
    rows = [
        ((f"R{match.round}", match_score(match, team.number)), _opponent(event, match, team.number)) for match in mine
    ]
    members = [
        ((str(place), _points(event, number)), safe(named(number), 100))
        for place, number in enumerate(team.members, start=1)
    ]
    footer = ["Members in board order, with points and games"]
    lines = [heading(safe(team.name, 60)), *cell_lines(rows, "<>"), "**Members**", *cell_lines(members, ">>")]
    return answer(lines, footer=footer)


def match_score(match: Match, number: int) -> str:
    """Return a match from a team's side, such as 2½-1½; empty for a bye, a dash while it is being played."""
    one, other = match.halves
    if match.is_open:
        return "–"
    if match.other is None:
        return ""
    mine, theirs = (one, other) if match.one == number else (other, one)
    return f"{halves_text(mine)}-{halves_text(theirs)}"


def _opponent(event: TeamEvent, match: Match, number: int) -> str:
    if match.other is None:
        worth = event.game_points[match.round, number]
        return f"bye · {halves_text(worth)} game {'point' if worth == 2 else 'points'}"
    other = match.other if match.one == number else match.one
    forfeited = "" if match.is_played or match.is_open else " · forfeit"
    return safe(event.by_number[other].name, 60) + forfeited


def _points(event: TeamEvent, number: int) -> str:
    games = sum(number in (game.first, game.second) for game in event.table.games)
    return f"{points(event.members_points[number])}/{games}"
