"""Everything that a club keeps of whoever asks, as files that a spreadsheet or a program reads."""

import json
import zipfile
from io import BytesIO
from typing import Any

from bot.services.context import Actor, Services
from bot.services.privacy.forget import merged_too
from bot.store.database import Connection
from bot.store.kept import traces
from bot.store.people import players
from core.errors import NotFoundError

_README = """\
What {name} is in this club, as Crosstable keeps it. One file a table, in JSON.

player: who you are, with ids, birth date, federation and title. event, entrant, game: what you played.
opening, demotion: ratings that were entered and titles that were lowered. journal: every change of a rating;
how it came about is worked out again by the button Calculation. standing, norm, title, season_board: where you stand,
and stood when a season ended.
news: what the club announces of you. outbox: what is still to be sent to you.
evening_entrant, evening_bye, evening_pairing, evening_report: evenings that you entered, byes, whom you met, what was
reported. kept_form: what you typed into a form that was refused, for a quarter of an hour.
challenge: matches that you proposed, or that were proposed to you. audit: what you asked the bot to store.

Other people's results in your games are theirs too: their names stand in the club, not here.
To be forgotten, use /privacy forget.
"""


async def own_data(services: Services, actor: Actor) -> bytes:
    """Return a zip of all that is kept of a member in their club; raise NotFoundError where that is nothing."""
    rows = await services.database.read(lambda connection: _rows(connection, actor), club=actor.club_id)
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _README.format(name=actor.member.name))
        for table, found in rows.items():
            archive.writestr(f"{table}.json", json.dumps(found, indent=1, ensure_ascii=False, default=str))
    return packed.getvalue()


def _rows(connection: Connection, actor: Actor) -> dict[str, Any]:
    own = players.by_user(connection, actor.club_id, actor.member.user_id)
    if own is None:
        raise NotFoundError("Nothing is kept of you in this club.")
    ids = merged_too(connection, actor.club_id, own.id)
    return traces.all_of(connection, ids, actor.member.user_id, actor.club_id)
