"""Every button and menu that outlives a restart: their ids say all that they need."""

from bot.ui.evening_buttons import EVENING_ITEMS
from bot.ui.event_buttons import HowNorms, ShowCalculation
from bot.ui.fide.list_buttons import UndoList
from bot.ui.import_buttons import ChoosePlayer, ConfirmImport
from bot.ui.oracle.buttons import ORACLE_ITEMS
from bot.ui.undo_buttons import Undo, UndoDemotion, UndoMerge, UndoRating

DYNAMIC_ITEMS = (
    ShowCalculation,
    HowNorms,
    Undo,
    UndoDemotion,
    UndoMerge,
    UndoRating,
    UndoList,
    ConfirmImport,
    ChoosePlayer,
    *EVENING_ITEMS,
    *ORACLE_ITEMS,
)
