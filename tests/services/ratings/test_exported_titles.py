"""An exported file has the player's title, or that of the event where the club knows none."""

from datetime import date

from bot.services.events.listing import ExportFormat, file_event
from bot.services.events.report import SectionReport
from bot.store.database.rows import Player
from bot.store.people.profiles import PlayerDetails
from core.event.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES


def test_a_title_is_written_that_the_player_or_the_entrant_alone_has() -> None:
    titles = {1: "GM", 2: None, 3: "FM", 4: None}
    entrants = tuple(
        Entrant(number, player=number, name=f"P{number}", rated=True, title=title) for number, title in titles.items()
    )
    table = Crosstable(date(2026, 6, 1), entrants, (Game(1, 1, 2, 1.0), Game(1, 3, 4, 1.0)))
    people = {number: Player(number, None, f"P{number}") for number in titles}
    lists = (RatingList.ELO,)
    section = SectionReport(1, "Open", table, lists, people, {RatingList.ELO: {}}, DEFAULT_RULES)
    known = {2: PlayerDetails(title="WIM"), 3: PlayerDetails(title="IM")}
    (written,) = file_event(section, known, ExportFormat.CROSSTABLE).sections
    assert [one.title for one in written.players] == ["GM", "WIM", "IM", None]
