"""Every button, menu and form there is: their ids say all that they need, and so they outlive a restart."""

from bot.ui.buttons.alive.live_buttons import LIVE_ITEMS
from bot.ui.buttons.alive.news_buttons import NEWS_ITEMS
from bot.ui.buttons.alive.notice_buttons import NOTICE_FORMS, NOTICE_ITEMS
from bot.ui.buttons.challenge_buttons import CHALLENGE_FORMS, CHALLENGE_ITEMS
from bot.ui.buttons.chart_buttons import Chart
from bot.ui.buttons.club.alive_forms import FORMS as ALIVE_FORMS
from bot.ui.buttons.club.check_buttons import CHECK_ITEMS
from bot.ui.buttons.club.club_chart_buttons import CHART_ITEMS
from bot.ui.buttons.club.file_preview import FILE_ITEMS
from bot.ui.buttons.club.file_preview import FORMS as FILE_FORMS
from bot.ui.buttons.club.role_buttons import FORMS as ROLE_FORMS
from bot.ui.buttons.club.role_buttons import ROLE_ITEMS
from bot.ui.buttons.club.settings_buttons import FORMS as SETTING_FORMS
from bot.ui.buttons.club.settings_buttons import SETTINGS_ITEMS
from bot.ui.buttons.edit_again import EditAgain
from bot.ui.buttons.evening.announced_buttons import ANNOUNCED_ITEMS
from bot.ui.buttons.evening.answer_buttons import ANSWER_ITEMS
from bot.ui.buttons.evening.directors.director_buttons import DIRECTOR_ITEMS
from bot.ui.buttons.evening.directors.director_forms import DIRECTOR_FORMS, FORM_ITEMS
from bot.ui.buttons.evening.directors.more_buttons import MORE_FORMS, MORE_ITEMS
from bot.ui.buttons.evening.directors.parts_buttons import PARTS_FORMS, PARTS_ITEMS
from bot.ui.buttons.evening.entry_buttons import ENTRY_FORMS, ENTRY_ITEMS
from bot.ui.buttons.evening.game_buttons import GAME_FORMS, GAME_ITEMS
from bot.ui.buttons.evening.knockout_buttons import KNOCKOUT_FORMS, KNOCKOUT_ITEMS
from bot.ui.buttons.evening.live_event_buttons import EVENING_FORMS, EVENING_ITEMS
from bot.ui.buttons.evening.prize_buttons import PRIZE_FORMS, PRIZE_ITEMS
from bot.ui.buttons.evening.queue_buttons import PAIR_ME_ITEMS
from bot.ui.buttons.evening.when_buttons import WHEN_FORMS, WHEN_ITEMS
from bot.ui.buttons.events.event_buttons import EVENT_ITEMS
from bot.ui.buttons.events.import_buttons import IMPORT_FORMS, IMPORT_ITEMS
from bot.ui.buttons.events.wall_chart_buttons import WALL_CHART_ITEMS
from bot.ui.buttons.fide_list_buttons import LIST_ITEMS
from bot.ui.buttons.leaderboard_buttons import OrderBoard
from bot.ui.buttons.oracle_buttons import ORACLE_ITEMS
from bot.ui.buttons.page_buttons import PAGE_FORMS, PAGE_ITEMS
from bot.ui.buttons.people.card_buttons import CARD_ITEMS
from bot.ui.buttons.people.claim_buttons import CLAIM_ITEMS
from bot.ui.buttons.people.director_buttons import GrantDemotion, SetFloor
from bot.ui.buttons.people.queue_buttons import QUEUE_ITEMS
from bot.ui.buttons.people.report_buttons import FORMS as REPORT_FORMS
from bot.ui.buttons.people.report_buttons import REPORT_ITEMS
from bot.ui.buttons.people.roster_buttons import ROSTER_ITEMS
from bot.ui.buttons.people.set_up_buttons import SET_UP_ITEMS
from bot.ui.buttons.season_buttons import SEASON_ITEMS
from bot.ui.buttons.undo_buttons import Undo, UndoDemotion, UndoMerge, UndoRating

"""What becomes of the forms, by the pattern of their ids."""

DYNAMIC_ITEMS = (
    *EVENT_ITEMS,
    Chart,
    Undo,
    UndoDemotion,
    UndoMerge,
    UndoRating,
    *LIST_ITEMS,
    GrantDemotion,
    SetFloor,
    *IMPORT_ITEMS,
    *CARD_ITEMS,
    OrderBoard,
    *CHART_ITEMS,
    *WALL_CHART_ITEMS,
    *CLAIM_ITEMS,
    *PAGE_ITEMS,
    *EVENING_ITEMS,
    *GAME_ITEMS,
    *KNOCKOUT_ITEMS,
    *WHEN_ITEMS,
    *PAIR_ME_ITEMS,
    *ANSWER_ITEMS,
    *ENTRY_ITEMS,
    *DIRECTOR_ITEMS,
    *FORM_ITEMS,
    *ANNOUNCED_ITEMS,
    *PRIZE_ITEMS,
    *PARTS_ITEMS,
    *MORE_ITEMS,
    EditAgain,
    *ORACLE_ITEMS,
    *ROSTER_ITEMS,
    *REPORT_ITEMS,
    *QUEUE_ITEMS,
    *SET_UP_ITEMS,
    *LIVE_ITEMS,
    *NEWS_ITEMS,
    *NOTICE_ITEMS,
    *SEASON_ITEMS,
    *CHALLENGE_ITEMS,
    *SETTINGS_ITEMS,
    *ROLE_ITEMS,
    *CHECK_ITEMS,
    *FILE_ITEMS,
)

FORMS = {
    **FILE_FORMS,
    **EVENING_FORMS,
    **GAME_FORMS,
    **KNOCKOUT_FORMS,
    **WHEN_FORMS,
    **ENTRY_FORMS,
    **DIRECTOR_FORMS,
    **PRIZE_FORMS,
    **PARTS_FORMS,
    **MORE_FORMS,
    **IMPORT_FORMS,
    **NOTICE_FORMS,
    **PAGE_FORMS,
    **REPORT_FORMS,
    **ROLE_FORMS,
    **ALIVE_FORMS,
    **SETTING_FORMS,
    **CHALLENGE_FORMS,
}
"""What becomes of every form, by the pattern of its id."""
