"""The kinds of things in the outbox, and who sends each."""

from bot.services.alive.follow import follow
from bot.services.alive.live_boards import BOARD, REMOVE
from bot.services.alive.news.look import DIGEST, LOOK, look_for_news
from bot.services.alive.notices import OBJECTION
from bot.services.alive.wishes import NOTICE
from bot.services.club_year.posting import YEARBOOK
from bot.services.live_events.rounds.turned import TURN
from bot.services.live_events.told.announce import ASK, POST, QUEUE, SCHEDULED
from bot.services.outbox.moved import CARD, MOVED
from bot.services.outbox.queue import NOTE
from bot.services.outbox.roles import ROLE
from bot.services.seasons.end import POSTED
from bot.ui.sending.boards import remove_message, send_board
from bot.ui.sending.evenings import send_cards, send_post, send_question
from bot.ui.sending.games import send_queue
from bot.ui.sending.handler import Handler, Sending
from bot.ui.sending.news import send_digest
from bot.ui.sending.notes import send_note
from bot.ui.sending.notices import send_notice, send_objection, send_turn
from bot.ui.sending.roles import send_role
from bot.ui.sending.scheduled import send_scheduled
from bot.ui.sending.seasons import send_season
from bot.ui.sending.yearbook import send_yearbook


async def _follow(sending: Sending) -> None:
    await follow(sending.services, sending.one.club_id)


async def _look(sending: Sending) -> None:
    await look_for_news(sending.services, sending.one.club_id)


HANDLERS: dict[str, Handler] = {
    MOVED: _follow,
    NOTE: send_note,
    BOARD: send_board,
    REMOVE: remove_message,
    LOOK: _look,
    DIGEST: send_digest,
    NOTICE: send_notice,
    OBJECTION: send_objection,
    ROLE: send_role,
    YEARBOOK: send_yearbook,
    POSTED: send_season,
    CARD: send_cards,
    POST: send_post,
    ASK: send_question,
    QUEUE: send_queue,
    SCHEDULED: send_scheduled,
    TURN: send_turn,
}
"""By the kind's name in the row; what directors call it is in `bot.ui.wording.paused`."""
