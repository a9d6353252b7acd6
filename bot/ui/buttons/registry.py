"""Every button, menu and form there is: their ids say all that they need, and so they outlive a restart."""

from bot.ui.buttons.director_buttons import GrantDemotion, SetFloor
from bot.ui.buttons.event_buttons import HowNorms, ShowCalculation
from bot.ui.buttons.fide_list_buttons import UndoList
from bot.ui.buttons.import_buttons import ChoosePlayer, ConfirmImport
from bot.ui.buttons.live_event_buttons import EVENING_ITEMS, FORMS
from bot.ui.buttons.oracle_buttons import ORACLE_ITEMS
from bot.ui.buttons.page_buttons import PAGE_ITEMS
from bot.ui.buttons.set_up_buttons import SET_UP_ITEMS
from bot.ui.buttons.show_answer import ShowAnswer
from bot.ui.buttons.undo_buttons import Undo, UndoDemotion, UndoMerge, UndoRating, UndoSettings

__all__ = ["DYNAMIC_ITEMS", "FORMS"]

DYNAMIC_ITEMS = (
    ShowAnswer,
    ShowCalculation,
    HowNorms,
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
    *PAGE_ITEMS,
    *EVENING_ITEMS,
    *ORACLE_ITEMS,
    *SET_UP_ITEMS,
)
