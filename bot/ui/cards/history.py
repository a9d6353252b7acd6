"""Answers about ratings over time: a picture with the last events below it, or all in words."""

import discord

from bot.services.history.report import HistoryReport
from bot.ui.framework.layout import answer
from bot.ui.pictures.drawn.compare import compare_scene
from bot.ui.pictures.drawn.history import history_scene
from bot.ui.pictures.scene import Scene
from bot.ui.systems import CARDS
from bot.ui.wording.histories import event_lines, in_words, track_lines, why_no_picture
from core.outcome import Award

PICTURE = "history.png"


def scene_of(report: HistoryReport, club: str) -> Scene:
    """Return the picture of a report of which there is one; club: the server's name."""
    if len(report.tracks) > 1:
        return compare_scene(report, club)
    return history_scene(report, club, title_names(report))


def title_names(report: HistoryReport) -> dict[Award, str]:
    """Return what the titles on a chart are called."""
    return {
        mark.award: CARDS[track.rating_list].title_name(mark.award, report.house_rules)
        for track in report.tracks
        for mark in track.marks
        if mark.is_title
    }


def picture_embeds(report: HistoryReport, in_full: str) -> list[discord.Embed]:
    """Return the picture, and below it what an embed cannot have there: the last events, or whose lines they are.

    in_full: the line with the names that the picture could not draw.
    """
    lines = track_lines(report) if len(report.tracks) > 1 else event_lines(report, report.tracks[0])
    return [answer([], picture=PICTURE), answer([*lines, *([in_full] if in_full else [])], footer=_official(report))]


def words_embed(report: HistoryReport) -> discord.Embed:
    """Return the answer where there is no picture, and why there can be none."""
    why = why_no_picture(report)
    return answer([*in_words(report), *([why] if why else [])], footer=_official(report))


def _official(report: HistoryReport) -> list[str]:
    notes = [note for track in report.tracks for note in CARDS[track.rating_list].official]
    return list(dict.fromkeys(notes))
