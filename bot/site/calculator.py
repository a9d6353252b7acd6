"""What the pages calculate: typed fields in, figures and steps out, as plain data that JavaScript shows.

Runs in the browser. It imports core and the words of the steps, nothing else.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from bot.ui.wording.steps import sentence
from core.errors import InputError, RuleError
from core.event.background import Background, ExternalRating, ExternalSystem
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.event.entered_rating import ESTABLISHED_GAMES, EnteredRating
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.bundle import bundled
from core.files.common.dates import parse_day
from core.files.common.text import shorten
from core.files.recognise import read_event_file
from core.files.roster.table import read_rating
from core.files.typed.opponents import ParsedOpponents, parse_opponents, parse_score, settle_scores
from core.files.typed.persons import Age, parse_age
from core.lists import RatingList
from core.rating.outcome import Outcome
from core.rating.qursh.history import SHIPPED
from core.rating.qursh.ranking import divisions_of_file, margin_for, quantile, rank_event
from core.rating.rating_system import RatingSystem
from core.rating.systems import gives_ratings_of, has_guessed_games, lists_for, ratings_in_file, system_of
from core.rating.uschess.norms import NormTable

Fields = Mapping[str, str]
Row = dict[str, Any]

OWN, MOST_GAMES_BEHIND = 1, 100_000

WITHOUT_GAMES = (RatingList.ELO, RatingList.GLICKO_2)
"""Lists whose formulas need no number of games."""


def editions(key: str) -> list[tuple[str, str]]:
    return [(edition.key, edition.title) for edition in reversed(system_of(RatingList(key)).editions)]


def event(fields: Fields, today: date) -> dict[str, Any]:
    """Rate one player's event; with a target, only what each score would give.

    fields: list, opponents, score, rating, games, date, rules, born, target; empty where not filled in.
    Raise InputError or RuleError with the sentence to show.
    """
    rating_list = RatingList(fields["list"])
    day = parse_day(fields["date"], today) if fields.get("date") else today
    target = _number(fields, "target", "1600")
    if target is not None:
        return _needed(fields, rating_list, day, target, today)
    crosstable = _crosstable(fields, day)
    outcome = _rated(fields, rating_list, crosstable, today)
    rating, behind = _own_rating(fields)
    established = rating is not None and behind is None and not fields.get("games") and rating_list not in WITHOUT_GAMES
    answer = _answer(system_of(rating_list).key, rating_list, crosstable, outcome)
    return answer | {"established": established}


def _rated(fields: Fields, rating_list: RatingList, crosstable: Crosstable, today: date) -> Outcome:
    system, rules = system_of(rating_list), fields.get("rules") or None
    state = system.unrated()
    rating, behind = _own_rating(fields)
    typed = _whole(_number(fields, "games", "25"))
    games = behind if typed is None else typed
    if rating is not None:
        system.check_typed(rating, crosstable.date, rules)
        entered = EnteredRating(rating, ESTABLISHED_GAMES if games is None else games, player=0)
        state = system.apply_entered(state, entered, rating_list)
    age = parse_age(fields["born"], today) if fields.get("born") else Age(None, adult=True)
    backgrounds = {0: Background(age.born, age.adult)}
    rated = system.rate_event(crosstable, rating_list, {0: state}, rules, backgrounds)
    if 0 not in rated:
        raise InputError("None of these games is rated. Check the opponents' ratings.")
    return rated[0]


def _needed(fields: Fields, rating_list: RatingList, day: date, target: float, today: date) -> dict[str, Any]:
    """Return the rating after each score, and the least score that reaches the target, None if none does."""
    system, rows = system_of(rating_list), list[Row]()
    games = sum(not isinstance(entry, ByeKind) for entry in _opponents(fields).rounds)
    for halves in range(2 * games + 1):
        crosstable = _crosstable(fields, day, halves / 2)
        after = system.rating_after(_rated(fields, rating_list, crosstable, today))
        rows.append({"score": halves / 2, "after": None if after is None else after.displayed})
    reached = [row["score"] for row in rows if row["after"] is not None and row["after"] >= target]
    return {"target": target, "of": games, "needed": min(reached, default=None), "scores": rows}


def _opponents(fields: Fields) -> ParsedOpponents:
    written = parse_opponents(fields.get("opponents", ""))
    names = [entry.text for entry in written.games if entry.rating is None]
    if names:
        raise InputError(f'"{shorten(names[0])}" is not a rating. On this page, write ratings only, such as W1500.')
    return written


def _crosstable(fields: Fields, day: date, score: float | None = None) -> Crosstable:
    """Return the event. score: instead of the results that were typed."""
    written = _opponents(fields)
    text = fields.get("score", "").strip()
    typed = parse_score(text) if text else None
    scores, total = ([None] * len(written.games), score) if score is not None else settle_scores(written, None, typed)
    games: list[Game] = []
    byes: list[Bye] = []
    entrants: list[Entrant] = []
    each_score = iter(scores)
    for number, entry in enumerate(written.rounds, start=1):
        if isinstance(entry, ByeKind):
            byes.append(Bye(number, OWN, entry))
            continue
        entrants.append(Entrant(OWN + 1 + len(entrants), rating=entry.rating))
        games.append(Game(number, OWN, entrants[-1].number, next(each_score)))
    unknown = any(one is None for one in scores)
    me = Entrant(OWN, player=0, rated=True, score=total if unknown else None)
    return Crosstable(day, (me, *entrants), tuple(games), tuple(byes))


def _number(fields: Fields, name: str, example: str) -> float | None:
    text = fields.get(name, "").strip().replace("½", ".5").replace(",", ".")
    if not text:
        return None
    try:
        return float(text)
    except ValueError:
        raise InputError(f'"{shorten(text)}" is not a number. Write the {name} like {example}.') from None


def _own_rating(fields: Fields) -> tuple[float | None, int | None]:
    """Return the rating and its games, as US Chess prints them (1470P12, unr); None where not said."""
    text = fields.get("rating", "").strip()
    try:
        return read_rating(text, 1) or (None, None)
    except InputError:
        raise InputError(f'"{shorten(text)}" is not a rating. Write it like 1470 or 1470P12.') from None


def _whole(games: float | None) -> int | None:
    if games is not None and not (games.is_integer() and 0 <= games <= MOST_GAMES_BEHIND):
        raise InputError(f"{games:g} is not a number of games. Write a whole number, for example 25.")
    return None if games is None else int(games)


def _answer(key: str, rating_list: RatingList, crosstable: Crosstable, outcome: Outcome) -> dict[str, Any]:
    system = system_of(rating_list)
    after = system.rating_after(outcome)
    before = outcome.before
    title = next((one.title for one in system.editions if one.key == outcome.rules), rating_list.label)
    table = getattr(outcome.detail, "norms", None)
    return {
        "before": None if before is None else before.displayed,
        "after": None if after is None else after.displayed,
        "exact": None if after is None else after.rating,
        "change": system.change_by(outcome._replace(after=after)),
        "score": outcome.score,
        "expected": outcome.expected,
        "performance": outcome.performance,
        "rules": title,
        "games": _games(system, crosstable, outcome),
        "levels": _levels(table) if isinstance(table, NormTable) else [],
        "norms": [f"{award.code} ({award.level})" for award in outcome.norms],
        "steps": [{"clause": step.clause, "text": sentence(step)} for step in outcome.steps],
    }


def _games(system: Any, crosstable: Crosstable, outcome: Outcome) -> list[Row]:
    """Return the games with the expected score of each: that of its step, which knows provisional ratings."""
    by_round = {
        int(step.inputs[0]): step.value for step in outcome.steps if "expectancy" in step.reason and step.inputs
    }
    own = None if outcome.before is None else outcome.before.rating
    rows = []
    for game in crosstable.games:
        rating = crosstable.entrants[game.second - 1].rating
        expected = by_round.get(game.round)
        if expected is None and own is not None and rating is not None:
            expected = system.expected_score(own, rating)
        rows.append({"round": game.round, "opponent": rating, "score": game.score, "expected": expected})
    return rows


def _levels(table: NormTable) -> list[Row]:
    """Return the norm levels, lowest first: expected and required score, and whether the norm is earned."""
    return [
        {
            "level": row.level.rating,
            "code": row.level.code,
            "games": row.games,
            "expected": row.expected,
            "required": row.required,
            "margin": row.margin,
            "earned": row.earned,
        }
        for row in table.rows
    ]


def match(fields: Fields, today: date) -> dict[str, Any]:
    """Rate an Oracle match of two: own and opponent's rating and games, wins, losses, draws."""
    rating_list = RatingList.ORACLE
    system = system_of(rating_list)
    states = {}
    for player, prefix in ((0, ""), (1, "opponent_")):
        rating = _number(fields, f"{prefix}rating", "60")
        if rating is None:
            raise InputError("Both ratings are needed. Write them between 1 and 99, for example 60 and 45.")
        system.check_typed(rating, today)
        entered = EnteredRating(rating, _whole(_number(fields, f"{prefix}games", "40")) or 0, player=player)
        states[player] = system.apply_entered(system.unrated(), entered, rating_list)
    scores = [
        score
        for name, score in (("wins", 1.0), ("losses", 0.0), ("draws", 0.5))
        for _ in range(_whole(_number(fields, name, "12")) or 0)
    ]
    if not 0 < len(scores) <= 999:
        raise InputError("Write how many games were won, lost and drawn, 1 to 999 in all.")
    entrants = (Entrant(1, player=0, rated=True, score=sum(scores)), Entrant(2, player=1, rated=True))
    games = tuple(Game(number, 1, 2, None) for number in range(1, len(scores) + 1))
    crosstable = Crosstable(today, entrants, games)
    rated = system.rate_event(crosstable, rating_list, states)
    answer = _answer(system.key, rating_list, crosstable, rated[0])
    return answer | {"games": [], "other": _answer(system.key, rating_list, crosstable, rated[1])["exact"]}


def margin(fields: Fields, today: date) -> dict[str, Any]:
    """Return what a Scrabble game is worth by QURSH, with the built-in table: rating, opponent, margin."""
    own, other = _number(fields, "rating", "1500"), _number(fields, "opponent_rating", "1700")
    spread = _number(fields, "margin", "-40")
    if own is None or other is None:
        raise InputError("Both ratings are needed, for example 1500 and 1700.")
    even = margin_for(SHIPPED, max(own, other), min(own, other))
    answer: dict[str, Any] = {"even": even if own >= other else -even, "percent": None}
    if spread is not None:
        points = (400 + max(spread, 0), 400 + max(-spread, 0))
        placed = quantile(SHIPPED, own, other, round(points[0]), round(points[1]))
        answer["percent"] = placed.first
    return answer


def file(files: Sequence[tuple[str, bytes]], rating_list: str, today: date) -> dict[str, Any]:
    """Rate the sections of result files of one event, and rank them by QURSH where it is Scrabble.

    files: names and contents. rating_list: a list's key, or empty for the list that fits the file.
    Raise InputError for files that are none.
    """
    found = read_event_file(bundled([content for _, content in files], [name for name, _ in files]))
    day = found.day or today
    chosen = RatingList(rating_list) if rating_list else None
    sections = [_section(section, found, day, chosen or _usual_list(found, section, day)) for section in found.sections]
    return {"sections": sections, "ranking": _ranking(found) if any(map(_is_scrabble, found.sections)) else None}


def _is_scrabble(section: FileSection) -> bool:
    return any(game.first_points is not None for game in section.games)


def _ranking(event: FileEvent) -> dict[str, Any]:
    """Return the QURSH standings against the built-in table, or the sentence why there are none."""
    try:
        ranking = rank_event(divisions_of_file(event), SHIPPED)
    except InputError as error:
        return {"error": error.message}
    rows = [
        {
            "rank": row.rank,
            "name": row.player.name,
            "division": row.division,
            "rating": row.player.rating,
            "score": row.score,
            "games": row.games,
            "wins": row.record.wins,
            "losses": row.record.losses,
            "spread": row.record.spread,
        }
        for row in (*ranking.rows, *ranking.others)
    ]
    return {"rows": rows, "missing": ranking.missing, "origin": ranking.history.origin}


def _usual_list(event: FileEvent, section: FileSection, day: date) -> RatingList:
    """Return the list that fits a section: by its game, the ratings in the file and the time control.

    Games played online fit no federation's list.
    """
    if event.of_any_game:
        return RatingList.ELO
    if _is_scrabble(section):
        return RatingList.NASPA
    if event.site is not None:
        return RatingList.ELO
    usual = RatingList.FIDE_STANDARD if event.ratings_of is ExternalSystem.FIDE else RatingList.USCHESS_REGULAR
    return next(iter(_lists_of(section, usual, day)), usual)


def _lists_of(section: FileSection, usual: RatingList, day: date) -> tuple[RatingList, ...]:
    """Return the lists that a section's time control moves; none where it is unknown or too fast for its players."""
    highest = max((int(one.rating) for one in section.players if one.rating is not None), default=None)
    try:
        return lists_for(section.time_control, usual, day, highest) if section.time_control else ()
    except RuleError:
        return ()


def _section(section: FileSection, event: FileEvent, day: date, rating_list: RatingList) -> dict[str, Any]:
    system = system_of(rating_list)
    given = ratings_in_file(event, section, rating_list, event.began or day)
    states = {player.number: system.unrated() for player in section.players}
    for number, (rating, games) in given.items():
        entered = EnteredRating(rating, games, player=number)
        states[number] = system.apply_entered(states[number], entered, rating_list)
    own = gives_ratings_of(event, rating_list)
    elsewhere = event.ratings_of if event.ratings_of and not own and system.can_convert(event.ratings_of, day) else None
    backgrounds = {one.number: _background(one, elsewhere, day) for one in section.players}
    entrants = tuple(Entrant(one.number, rating=one.rating, player=one.number, rated=True) for one in section.players)
    # A list that the time control excludes rates the event all the same: the page's reader chose it, or none fits.
    control = section.time_control if rating_list in _lists_of(section, rating_list, day) else None
    crosstable = Crosstable(day, entrants, section.games, section.byes, section.kind, control)
    rated = system.rate_event(crosstable, rating_list, states, None, backgrounds)
    rows = [_line(system, player, rated.get(player.number)) for player in section.players]
    rows.sort(key=lambda row: (-(row["score"] or 0), row["number"]))
    guessed = [player for player in section.players if player.number in given and has_guessed_games(event, player)]
    return {
        "name": section.name or event.name or event.format,
        "list": rating_list.label,
        "day": day.isoformat(),
        "players": rows,
        "established": 0 if rating_list in WITHOUT_GAMES else len(guessed),
    }


def _background(player: FilePlayer, elsewhere: ExternalSystem | None, day: date) -> Background:
    ratings = (ExternalRating(elsewhere, player.rating, day),) if elsewhere and player.rating else ()
    return Background(player.born, ratings=ratings, born_year=player.born_year)


def _line(system: RatingSystem, player: FilePlayer, outcome: Outcome | None) -> Row:
    line: Row = {"number": player.number, "name": player.name}
    if outcome is None:
        return line | dict.fromkeys(("before", "after", "score", "expected", "performance")) | {"norms": []}
    after = system.rating_after(outcome)
    return line | {
        "before": None if outcome.before is None else outcome.before.displayed,
        "after": None if after is None else after.displayed,
        "score": outcome.score,
        "expected": outcome.expected,
        "performance": outcome.performance,
        "norms": [award.code for award in outcome.norms],
    }
