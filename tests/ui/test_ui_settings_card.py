"""A club's settings: one page in words, short for a club that has set little, never too long for Discord."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from hypothesis import given
from ui_factories import check_fits, fast, house_rules

from bot.services.club.settings.change import SettingsPage
from bot.store.database.rows import Club
from bot.store.messages.live_boards import ActiveFeatures
from bot.ui.buttons.settings import SETTING_FORMS, fields, settings_view
from bot.ui.cards.club import settings_card
from bot.ui.framework.layout import MOST_LINES
from core.lists import RatingList
from core.rating.club_rules import ClubRules, Codes

HIGHEST_ID = 2**63 - 1
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CLUB = Club(1, None, RatingList.USCHESS_REGULAR, "everyone", None)
BUSY = Club(
    1,
    HIGHEST_ID,
    RatingList.USCHESS_REGULAR,
    "role",
    HIGHEST_ID,
    fide_files="only",
    claims="agree",
    time_zone="America/Argentina/ComodRivadavia",
    confirm_reports="everything",
    rate_opponents=True,
    td_channel_id=HIGHEST_ID,
    news_channel_id=HIGHEST_ID,
    news_when="daily",
    lifetime_titles="off",
    house_rules=ClubRules(codes=Codes.NONE),
    gone="never",
)
ALIVE = ActiveFeatures(
    ((RatingList.USCHESS_REGULAR, 6),),
    {"class": 6, "title": 4},
    ("Autumn 2026", date(2026, 12, 31)),
)


def lines(page: SettingsPage, server: str = "Riverside Chess Club") -> list[str]:
    return (settings_card(page, server).description or "").splitlines()


def test_the_page_is_that_of_the_design() -> None:
    """The specification, 4.1, with the mentions that Discord shows as names."""
    club = replace(CLUB, td_role_id=7, time_zone="America/New_York", news_channel_id=5, news_when="daily")
    here = datetime.fromisoformat("2026-11-21T11:42:00-05:00")
    assert lines(SettingsPage(club, here, ALIVE)) == [
        "### Riverside Chess Club · settings",
        "**Directors** <@&7>",
        "**Rating list** US Chess Regular",
        "**Members report** everyone",
        "**Results** confirmed by the opponent, or after 24 h",
        "**Time zone** America/New_York, 11:42 there",
        "**Announcements** <#5>, daily at 09:00",
        "**Live boards** US Chess Regular in <#6>",
        "**Roles** by class (6), by title (4)",
        "**Season** Autumn 2026, until 31 December",
    ]


def test_a_club_that_has_set_nothing_sees_what_is_off_in_one_line() -> None:
    found = lines(SettingsPage(CLUB, NOON))
    assert found[-1] == "**Off** announcements, live boards, roles, season"
    assert len(found) <= MOST_LINES


def test_a_servers_name_stays_in_its_place() -> None:
    assert lines(SettingsPage(CLUB, NOON), "**x** <@1>\n# y")[0].count("\\") >= 4


@fast
@given(house_rules())
def test_the_settings_fit_whatever_a_club_has_set(rules: ClubRules) -> None:
    boards = tuple((moved, HIGHEST_ID) for moved in list(RatingList)[:10])
    page = SettingsPage(replace(BUSY, house_rules=rules), NOON, ALIVE._replace(boards=boards))
    check_fits(settings_card(page, "x" * 100, ["⚠️ **Roles** need *Manage Roles*: press Check."]))


def test_every_setting_is_explained_in_a_line() -> None:
    menu: Any = settings_view(BUSY).children[0]
    options = menu.options
    forms = [form.label for form in SETTING_FORMS.values()]
    assert [option.label for option in options] == [*forms, "Oracle", "QURSH", "Own lists"]
    assert len(options) <= 25
    assert all(10 <= len(option.description or "") <= 100 for option in options)


def test_every_form_is_within_discords_limits() -> None:
    for club in (CLUB, BUSY):
        for key in SETTING_FORMS:
            labels = list(fields(key, club))
            assert 1 <= len(labels) <= 5, key
            for label in labels:
                assert len(label.text) <= 45
                assert len(label.description or "") <= 100
                parts = getattr(label.component, "options", [])
                assert len(parts) <= 25
                assert sum(option.default for option in parts) <= getattr(label.component, "max_values", 1)
