"""The one card of a player, written out once: its picture, its words, and its words for who cannot see pictures."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import discord

from bot.services.history.report import Point
from bot.services.people.person import PersonCard, RatedThere
from bot.ui.framework.layout import answer, change_text, figure_line, heading
from bot.ui.framework.looks import Look
from bot.ui.framework.text import NAME_CHARACTERS, clean, count, ordinal, safe
from bot.ui.systems import CARDS
from bot.ui.wording.histories import day_words, moved_by, what_moved
from bot.ui.wording.printed import printed_without_games
from core.systems import SYSTEMS

if TYPE_CHECKING:
    from bot.ui.pictures.drawn.card import CardFigures, FurtherList
    from bot.ui.pictures.parts import Who

POINTS_DRAWN = 17
FURTHER_IN_WORDS = 4


def who_of(profile_name: str, number: int, look: Look) -> "Who":
    """Return somebody as pictures draw them."""
    from bot.ui.pictures.parts import Who

    return Who(profile_name, number, look.called, look.photo, look.colour)


def card_figures(card: PersonCard, rated: RatedThere, look: Look, club: str) -> "CardFigures":
    """Return what the picture of a card shows; club: the server's name."""
    from bot.ui.pictures.drawn.card import CardFigures

    profile, on_list, track = card.profile.profile, rated.card, rated.track
    which, standing = on_list.rating_list, rated.card.standing
    points = track.line[-POINTS_DRAWN:]
    last = points[-1]
    what = "list" if track.steps else "event"
    return CardFigures(
        who=who_of(profile.name, profile.id, look),
        rating=str(standing.displayed),
        list_name=which.label,
        title=_title(card, rated),
        class_name="provisional" if standing.provisional else SYSTEMS[which].class_of(standing.rating),
        champion=None if rated.champion is None else f"{clean(rated.champion, 20)} champion",
        line=[point.displayed for point in points],
        line_of=_line_of(points, what),
        change=last.change,
        what=what_moved(last, on_list.day),
        facts=_facts(rated),
        rank="inactive" if on_list.rank is None else f"{ordinal(on_list.rank)} of {on_list.ranked}",
        games=str(standing.games),
        form=rated.form,
        score=f"{100 * rated.score.points / rated.score.games:.0f} %" if rated.score.games else "",
        further=_further(card),
        footer=f"{club} · {day_words(on_list.day)}",
        alternative=alternative(card, rated),
    )


def card_lines(card: PersonCard, rated: RatedThere) -> list[str]:
    """Return the card in words."""
    on_list, track = rated.card, rated.track
    standing, last = on_list.standing, track.line[-1]
    shown = printed_without_games(standing, on_list.rating_list, card.profile.house_rules).replace("*", "\\*")
    change = "new" if last.change is None else change_text(last.change)
    rank = "inactive" if on_list.rank is None else f"{ordinal(on_list.rank)} of {on_list.ranked}"
    facts = [part for part in (_facts(rated), _title(card, rated)) if part]
    facts += [] if rated.champion is None else [f"champion of {safe(rated.champion, NAME_CHARACTERS)}"]
    return [
        heading(safe(card.profile.profile.name, NAME_CHARACTERS)),
        figure_line(f"{shown}  {on_list.rating_list.label}"),
        f"{change} {safe(moved_by(last, on_list.day), NAME_CHARACTERS)} · {rank} · {count(standing.games, 'game')}",
        *([" · ".join(facts)] if facts else []),
        *([" ".join(f"`{one.rating}` {one.name}  " for one in _further(card)[:FURTHER_IN_WORDS]).rstrip()]),
    ]


def card_embed(card: PersonCard, rated: RatedThere, *, picture: str | None = None, beside: str = "") -> discord.Embed:
    """Return the card's embed: the picture with what cannot be drawn in words beside it, or the words.

    picture: the name of the attached file; None: in words.
    """
    lines: Iterable[str] = [beside] if picture is not None else card_lines(card, rated)
    return answer(filter(None, lines), footer=CARDS[rated.card.rating_list].official, picture=picture)


def alternative(card: PersonCard, rated: RatedThere) -> str:
    """Return the card for who cannot see the picture."""
    on_list, track = rated.card, rated.track
    standing, last = on_list.standing, track.line[-1]
    name, shown = card.profile.profile.name, f"{standing.displayed}{' provisional' * standing.provisional}"
    moved = "first rating" if last.change is None else _moved(last.change)
    parts = [f"{name}: {shown}, {on_list.rating_list.label}", f"{moved} {moved_by(last, on_list.day)}"]
    parts += [part for part in (_facts(rated), _title(card, rated)) if part]
    parts += [] if rated.champion is None else [f"champion of {rated.champion}"]
    parts.append("inactive" if on_list.rank is None else f"{ordinal(on_list.rank)} of {on_list.ranked}")
    parts.append(count(standing.games, "game"))
    if rated.form:
        words = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
        parts.append("latest games: " + ", ".join(words.get(result, "?") for result in rated.form))
    if rated.score.games:
        parts.append(f"scored {100 * rated.score.points / rated.score.games:.0f} %")
    parts += [f"{one.rating} {one.name}" for one in _further(card)]
    return "; ".join(parts) + "."


def _line_of(points: Sequence[Point], what: str) -> str:
    """Return what the points of the line are."""
    if len(points) == POINTS_DRAWN:
        return f"last {POINTS_DRAWN} {what}s"
    moved = sum(bool(point.events) for point in points)
    return count(moved, what) if moved else "first rating"


def _moved(change: int) -> str:
    return "level" if change == 0 else f"{'up' if change > 0 else 'down'} {abs(change)}"


def _title(card: PersonCard, rated: RatedThere) -> str | None:
    """Return the highest title that is held on the list, else FIDE's."""
    titles = rated.card.titles
    if titles:
        return CARDS[rated.card.rating_list].title_name(titles[-1], card.profile.house_rules)
    return card.profile.profile.title


def _facts(rated: RatedThere) -> str:
    sure = CARDS[rated.card.rating_list].how_sure(rated.card)
    if sure is not None:
        return sure
    peak, floor = rated.track.peak, rated.track.floor
    facts = [] if peak is None else [f"{peak.name} {peak.rating}"]
    return " · ".join(facts if floor is None else [*facts, f"floor {floor.rating:.0f}"])


def _further(card: PersonCard) -> "list[FurtherList]":
    from bot.ui.pictures.drawn.card import FurtherList

    return [
        FurtherList(f"{standing.displayed}{'P' * standing.provisional}", one.label)
        for one, standing in card.profile.ratings
        if one is not card.which
    ]
