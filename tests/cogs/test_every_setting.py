"""Every setting of the table by each of its ways."""

from typing import Any

from bot.services.club.settings.table import PAGES, SETTINGS
from bot.services.framework.setting_kinds import RULES, Setting, settings_of
from bot.store.club import clubs
from tests.conftest import SimulatedClub
from tests.flows import set_settings

CHANGED: dict[str, dict[str, Any]] = {
    "td_role_id": {"td_role": "ROLE"},
    "default_list": {"default_list": "elo"},
    "self_report": {"self_report": "directors"},
    "reporter_role_id": {"self_report": "role", "reporter_role": "ROLE"},
    "confirm_results": {"confirm_results": "none"},
    "confirm_hours": {"confirm_hours": 48},
    "confirm_minutes": {"confirm_minutes": 20},
    "check_in": {"check_in": True},
    "forfeit_minutes": {"forfeit_minutes": 30},
    "time_zone": {"time_zone": "Asia/Tokyo"},
    "confirm_reports": {"confirm_reports": "everything"},
    "rate_opponents": {"rate_opponents": True},
    "claims": {"claims": "agree"},
    "td_channel_id": {"td_channel": "CHANNEL"},
    "official": {"official": True},
    "fide_files": {"fide_files": "also"},
    "rules": {"list": "elo", "rules": "elo-10"},
    "paper": {"paper": "letter"},
    "provisional_players": {"provisional_players": "uschess-quick:hidden"},
    "gone": {"gone": "never"},
    "lifetime_titles": {"lifetime_titles": "off"},
    "news_channel_id": {"channel": "CHANNEL"},
    "news_when": {"channel": "CHANNEL", "when": "weekly"},
    "news_hour": {"channel": "CHANNEL", "hour": 7},
    "news_kinds": {"channel": "CHANNEL", "kinds": ["peak", "norm"]},
    "site": {"site": "public"},
    "site_name": {"site": "link", "site_name": "Riverside"},
    "site_parts": {"site": "link", "site_parts": ["boards"]},
    "site_ids": {"site": "link", "site_ids": True},
}
"""The fields that change each setting."""


async def stored(club: SimulatedClub) -> dict[str, Any]:
    found = await club.services.database.read(lambda connection: clubs.find(connection, club.guild.id), club=None)
    return settings_of(found)


async def change(club: SimulatedClub, setting: Setting) -> Any:
    handles = {"ROLE": club.td_role, "CHANNEL": club.channel}
    options = {
        name: handles.get(value, value) if isinstance(value, str) else value
        for name, value in CHANGED[setting.name].items()
    }
    return await set_settings(club, **options)


def kept_as(setting: Setting) -> str:
    """Return the name of what is stored of a setting."""
    rule = "usual_rules" if setting.name == "rules" else setting.name
    return setting.name if setting.into is None else f"{RULES}{rule}"


def test_every_setting_is_changed_and_has_a_page() -> None:
    assert CHANGED.keys() == SETTINGS.keys()
    assert {setting.page for setting in SETTINGS.values()} == PAGES.keys()


async def test_every_setting_goes_by_form_to_card_and_back(club: SimulatedClub) -> None:
    before = await stored(club)
    for setting in (SETTINGS[name] for name in CHANGED):
        page = str((await club.td.slash(club.channel, "td settings")).response.embeds[0].description)
        answer = await change(club, setting)
        after = await stored(club)
        assert after[kept_as(setting)] != before[kept_as(setting)], setting.name
        shown = str((await club.td.slash(club.channel, "td settings")).response.embeds[0].description)
        assert shown != page, setting.name
        await club.td.click(answer.response, label="Undo")
        assert await stored(club) == before, setting.name
