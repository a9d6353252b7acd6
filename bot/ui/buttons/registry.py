"""Every button, menu and form there is: their ids say all that they need, and so they outlive a restart."""

from bot.ui.buttons.event_buttons import EVENT_ITEMS
from bot.ui.buttons.fide_list_buttons import UndoList
from bot.ui.buttons.import_buttons import (
    IMPORT_FORMS,
    ChooseLists,
    ChoosePlayer,
    ConfirmImport,
    GiveReason,
    TakeNamed,
)
from bot.ui.buttons.live_event_buttons import EVENING_FORMS, EVENING_ITEMS
from bot.ui.buttons.oracle_buttons import ORACLE_ITEMS
from bot.ui.buttons.page_buttons import PAGE_ITEMS
from bot.ui.buttons.people.claim_buttons import CLAIM_ITEMS
from bot.ui.buttons.people.director_buttons import GrantDemotion, SetFloor
from bot.ui.buttons.people.queue_buttons import QUEUE_ITEMS
from bot.ui.buttons.people.report_buttons import FORMS as REPORT_FORMS
from bot.ui.buttons.people.report_buttons import REPORT_ITEMS
from bot.ui.buttons.people.roster_buttons import ROSTER_ITEMS
from bot.ui.buttons.people.set_up_buttons import SET_UP_ITEMS
from bot.ui.buttons.show_answer import ShowAnswer
from bot.ui.buttons.undo_buttons import Undo, UndoDemotion, UndoMerge, UndoRating, UndoSettings

"""What becomes of the forms, by the pattern of their ids."""

DYNAMIC_ITEMS = (
    ShowAnswer,
    *EVENT_ITEMS,
    Undo,
    UndoDemotion,
    UndoMerge,
    UndoRating,
    UndoSettings,
    UndoList,
    GrantDemotion,
    SetFloor,
    ConfirmImport,
    ChoosePlayer,
    ChooseLists,
    GiveReason,
    TakeNamed,
    *CLAIM_ITEMS,
    *PAGE_ITEMS,
    *EVENING_ITEMS,
    *ORACLE_ITEMS,
    *ROSTER_ITEMS,
    *REPORT_ITEMS,
    *QUEUE_ITEMS,
    *SET_UP_ITEMS,
)

FORMS = {**EVENING_FORMS, **IMPORT_FORMS, **REPORT_FORMS}
"""What becomes of every form, by the pattern of its id."""
