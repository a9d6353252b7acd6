"""Every answer to something stored, shown again from the audit: a line for each action, in its subject's room."""

from bot.services.directors_queue import ALL_VOIDED
from bot.services.players.identity.remove import DELETED, HIDDEN
from bot.services.privacy.forget import FORGOTTEN
from bot.services.settings.set_up import SKIPPED as STEP_SKIPPED
from bot.services.settings_undo import CHANGED as SETTINGS_CHANGED
from bot.services.settings_undo import POOL_CHANGED
from bot.services.settings_undo import UNDONE as SETTINGS_UNDONE
from bot.ui.buttons.again.clubs import CLUBS_AGAIN
from bot.ui.buttons.again.evenings import DIRECTED, EVENINGS_AGAIN
from bot.ui.buttons.again.events import EVENTS_AGAIN
from bot.ui.buttons.again.people import PEOPLE_AGAIN
from bot.ui.buttons.again.shown import Again
from bot.ui.buttons.alive.again import ALIVE_AGAIN

AGAIN: dict[str, Again] = {**ALIVE_AGAIN, **EVENTS_AGAIN, **PEOPLE_AGAIN, **CLUBS_AGAIN, **EVENINGS_AGAIN}
"""How to show again what was stored, by the action that the audit names."""

PRIVATE = frozenset(
    {
        "cancel-evening",
        ALL_VOIDED,
        "export-club",
        "import-club",
        DELETED,
        "edit-player",
        FORGOTTEN,
        HIDDEN,
        *ALIVE_AGAIN,
        "join-evening",
        "leave-evening",
        "ask-bye",
        "add-entrants",
        "report-game",
        "answer-game",
        "take-back-game",
        *DIRECTED,
        "pair-me",
        "not-now",
        POOL_CHANGED,
        SETTINGS_CHANGED,
        SETTINGS_UNDONE,
        STEP_SKIPPED,
    }
)
"""What is for the member alone: what was answered so, and cards that stand elsewhere for everybody."""
