"""Every command, button and form that stores something, each with the shortest way to it."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.conftest import SimulatedClub

Act = Callable[[], Awaitable[Any]]
Scene = Callable[[SimulatedClub], Awaitable[Act]]
"""Prepares a club; what it returns does the one thing that stores something."""

TABLE = b"number,name,rating,games,1\n1,Ada Blank,1500,30,W2\n2,Bob Blank,1400,20,L1\n"
TWINS = b"number,name,rating,games,1\n1,Ada Blnk,1500,30,W2\n2,Cy Blank,1400,20,L1\n"
POOL = (
    b"player_id,name,type,rating,bt_strength,games,wins\n"
    b"0,Keeper,1,50,1.000000,4,1\n1,Alice,0,55,1.236304,3,2\n2,AggroBot,2,44,0.864022,2,0\n"
)
HISTORY = "winnerscore,loserscore,winneroldrating,loseroldrating\n" + "400,380,1500,1480\n" * 40


async def update(club: SimulatedClub, **options: Any) -> Any:
    return await club.dana.slash(
        club.channel, "rating update", opponents="W1500 L1600", rating=1400.0, games=60, **options
    )


def td(club: SimulatedClub, command: str, **options: Any) -> Act:
    return lambda: club.td.slash(club.channel, command, **options)


def press(who: Any, answer: Any, label: str) -> Act:
    return lambda: who.click(answer.response, label=label)


async def _update(club: SimulatedClub) -> Act:
    return lambda: update(club)


async def _undo_last(club: SimulatedClub) -> Act:
    await update(club)
    return lambda: club.dana.slash(club.channel, "rating undo")


async def _set(club: SimulatedClub) -> Act:
    return td(club, "rating set", member=club.dana, rating=1500.0, games=30)


async def _with_title(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "rating set", member=club.dana, rating=1830.0, games=30, date="2026-01-01")
    for day in range(1, 5):
        date = f"2026-10-{day:02}"
        await club.dana.slash(club.channel, "rating update", opponents="1720 1750 1800 1770 1600", score="3", date=date)


async def _demote(club: SimulatedClub) -> Act:
    await _with_title(club)
    return td(club, "rating demote", member=club.dana, reason="bad years")


async def _undo_demotion(club: SimulatedClub) -> Act:
    await _with_title(club)
    answer = await club.td.slash(club.channel, "rating demote", member=club.dana, reason="bad years")
    return press(club.td, answer, "Undo")


async def asked_to_lower(club: SimulatedClub) -> Any:
    await _with_title(club)
    return await club.dana.slash(club.channel, "rating demote", reason="bad years")


async def _grant(club: SimulatedClub) -> Act:
    return press(club.td, await asked_to_lower(club), "Lower the title (TD)")


async def alerted(club: SimulatedClub) -> Any:
    """Let Dana make a norm of 2000 at a rating of 1730 or so; return the answer, below which directors are told."""
    await club.td.slash(club.channel, "rating set", member=club.dana, rating=1700.0, games=200, date="2026-01-01")
    four = {"opponents": "2060 2060 2060 2060", "score": "2"}
    return await club.td.slash(club.channel, "rating update", member=club.dana, **four)


async def _floor(club: SimulatedClub) -> Act:
    (alert,) = (await alerted(club)).followups
    return lambda: club.td.click(alert, label="Floor 1800 for Dana (TD)")


async def _void(club: SimulatedClub) -> Act:
    await update(club)
    return td(club, "event void", event="1", reason="typed twice")


async def _amend(club: SimulatedClub) -> Act:
    await update(club)
    return td(club, "event amend", event="1", reason="board 1", round=1, result="draw")


async def _new(club: SimulatedClub) -> Act:
    return td(club, "event new", name="Friday")


async def evening(club: SimulatedClub) -> Any:
    for member in (club.dana, club.eli):
        await club.td.slash(club.channel, "rating set", member=member, rating=1500.0, games=30)
    card = await club.td.slash(club.channel, "event new", name="Friday")
    for member in (club.dana, club.eli):
        await member.click(card.response, label="Join")
    return card


async def _result(club: SimulatedClub) -> Act:
    await evening(club)
    return lambda: club.dana.slash(club.channel, "event result", results="1: Dana 1-0 Eli")


async def played(club: SimulatedClub) -> tuple[Any, Any]:
    card = await evening(club)
    return card, await club.dana.slash(club.channel, "event result", results="1: Dana 1-0 Eli")


async def _close(club: SimulatedClub) -> Act:
    await played(club)
    return td(club, "event close", force=True)


async def _settings(club: SimulatedClub) -> Act:
    return td(club, "club settings", confirm_hours=5)


async def _undo_settings(club: SimulatedClub) -> Act:
    return press(club.td, await (await _settings(club))(), "Undo")


async def set_up(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "club setup")


async def _choose(club: SimulatedClub) -> Act:
    card = await set_up(club)
    return lambda: club.td.select(card.response, [club.td_role], custom_id="setup-choose:td_role")


async def _skip(club: SimulatedClub) -> Act:
    return press(club.td, await set_up(club), "Skip")


async def _undo_step(club: SimulatedClub) -> Act:
    return press(club.td, await (await _choose(club))(), "Undo: Directors' role")


async def _fide(club: SimulatedClub) -> None:
    options = {"system": "fide-standard", "rating": 1500.0, "games": 50, "event": "Club Open"}
    await club.dana.slash(club.channel, "rating update", opponents="W1500 W1500 W1500 W1500 W1500", **options)


async def _publish(club: SimulatedClub) -> Act:
    await _fide(club)
    return td(club, "fide list", publish=True)


async def _undo_list(club: SimulatedClub) -> Act:
    await _fide(club)
    return press(club.td, await club.td.slash(club.channel, "fide list", publish=True), "Undo")


async def _norm(club: SimulatedClub) -> Act:
    await _fide(club)
    return td(club, "fide norm", event="1", member=club.dana, keep=True, host="GER")


async def _keeper(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "oracle settings", keeper="Keeper")


async def _pool(club: SimulatedClub) -> Act:
    return lambda: _keeper(club)


async def _undo_rating(club: SimulatedClub) -> Act:
    return press(club.td, await (await _set(club))(), "Undo")


async def match(club: SimulatedClub) -> Any:
    await _keeper(club)
    return await club.dana.slash(club.channel, "oracle match", opponent=f"<@{club.eli.id}>", wins=12, losses=8)


async def report(club: SimulatedClub) -> Any:
    await club.td.slash(club.channel, "rating set", member=club.eli, rating=1500.0, games=30, date="2026-01-01")
    return await club.dana.slash(
        club.channel, "rating update", opponents=f"W<@{club.eli.id}>", rating=1400.0, games=60, event="Friday"
    )


ALL_FIVE = "Take back all 5 of one member"


async def waiting(club: SimulatedClub) -> Any:
    await report(club)
    return await club.td.slash(club.channel, "event waiting")


async def told_again(club: SimulatedClub) -> Any:
    await report(club)
    return await club.dana.slash(club.channel, "rating update", opponents=f"W<@{club.eli.id}>", event="Friday")


async def _confirm_report(club: SimulatedClub) -> Act:
    return press(club.eli, await report(club), "Confirm")


async def _version(club: SimulatedClub) -> Act:
    form = await club.eli.click((await report(club)).response, label="That's wrong")
    return lambda: club.eli.submit_modal(form, {"version": "It was a draw."})


async def _queue(club: SimulatedClub) -> Act:
    return press(club.td, await waiting(club), "1 Confirm")


async def long_queue(club: SimulatedClub) -> Any:
    for day in range(1, 6):
        options = {"rating": 1500.0, "games": 60} if day == 1 else {}
        date = f"2026-10-{day:02}"
        await club.dana.slash(club.channel, "rating update", opponents="W1500", date=date, **options)
    return await club.td.slash(club.channel, "event waiting")


async def _reject_all(club: SimulatedClub) -> Act:
    return press(club.td, await long_queue(club), ALL_FIVE)


async def _told_again(club: SimulatedClub) -> Act:
    return press(club.dana, await told_again(club), "Store it all the same")


async def _match(club: SimulatedClub) -> Act:
    await _keeper(club)
    return lambda: club.dana.slash(club.channel, "oracle match", opponent=f"<@{club.eli.id}>", wins=12, losses=8)


async def _confirm_match(club: SimulatedClub) -> Act:
    return press(club.eli, await match(club), "Confirm")


async def _object_to_match(club: SimulatedClub) -> Act:
    return press(club.eli, await match(club), "That's wrong")


async def looked_at_calibration(club: SimulatedClub) -> Any:
    await _keeper(club)
    for member, wins in ((club.dana, 15), (club.eli, 8)):
        side = {"member": f"<@{member.id}>", "opponent": "Keeper"}
        await club.td.slash(club.channel, "oracle match", wins=wins, losses=20 - wins, **side)
    return await club.td.slash(club.channel, "oracle calibrate")


async def _calibrate(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_calibration(club), "Confirm")


async def _undo_calibration(club: SimulatedClub) -> Act:
    looked = await looked_at_calibration(club)
    return press(club.td, await club.td.click(looked.response, label="Confirm"), "Undo")


async def looked_at_pool(club: SimulatedClub) -> Any:
    return await club.td.slash(club.channel, "oracle import", file=("pool.csv", POOL))


async def _roster(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_pool(club), "Confirm")


async def _undo_roster(club: SimulatedClub) -> Act:
    return press(club.td, await (await _roster(club))(), "Undo")


async def looked_at_people(club: SimulatedClub) -> Any:
    table = b"name,id,rating,games\nAda Blank,10000001,1500,30\n"
    return await club.td.slash(club.channel, "player import", file=("roster.csv", table))


async def _people(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_people(club), "Confirm")


async def _undo_people(club: SimulatedClub) -> Act:
    return press(club.td, await (await _people(club))(), "Undo")


async def _edit(club: SimulatedClub) -> Act:
    return lambda: club.dana.slash(club.channel, "player edit", federation="USA")


async def looked_at_file(club: SimulatedClub, data: bytes = TABLE) -> Any:
    return await club.td.slash(club.channel, "event import", file=("e.csv", data), name="Club Open")


async def imported(club: SimulatedClub, data: bytes = TABLE) -> Any:
    return await club.td.click((await looked_at_file(club, data)).response, label="Confirm")


async def _link(club: SimulatedClub) -> Act:
    await imported(club)
    return td(club, "player link", player="Ada Blank", member=club.dana)


async def _merge(club: SimulatedClub) -> Act:
    await imported(club)
    await imported(club, TWINS)
    return td(club, "player merge", keep="Ada Blank", gone="Ada Blnk", reason="one person")


async def _undo_merge(club: SimulatedClub) -> Act:
    return press(club.td, await (await _merge(club))(), "Undo")


KEEP_FILE = "Keep Club Open (2 players)"
DANAS = b"number,name,rating,games,1,2\n1,Dana,1500,60,W2,W2\n2,Bo Cart,1400,50,L1,L1\n"


async def claimed(club: SimulatedClub) -> Any:
    await imported(club)
    return await club.dana.slash(club.channel, "player claim", player="Ada Blank")


async def asked(club: SimulatedClub) -> Any:
    """Ask a member whether she is somebody of a stored file."""
    await imported(club, DANAS)
    return await club.dana.slash(club.channel, "norms")


async def told_twice(club: SimulatedClub) -> Any:
    """Merge two players who have an event each on the same day."""
    await update(club)
    await imported(club)
    both = {"keep": f"<@{club.dana.id}>", "gone": "Ada Blank"}
    return await club.td.slash(club.channel, "player merge", **both, reason="one person")


async def _claim(club: SimulatedClub) -> Act:
    await imported(club)
    return lambda: club.dana.slash(club.channel, "player claim", player="Ada Blank")


async def _choose_me(club: SimulatedClub) -> Act:
    shown = await club.dana.click((await imported(club)).response, label="That's me")
    (menu,) = [part for row in shown.response.components for part in row["components"]]
    return lambda: club.dana.select(shown.response, [menu["options"][0]["value"]])


async def _claims(club: SimulatedClub) -> Act:
    await claimed(club)
    shown = await club.td.slash(club.channel, "player claims")
    (menu,) = [part for row in shown.response.components for part in row["components"]]
    return lambda: club.td.select(shown.response, [menu["options"][0]["value"]])


async def _say_who(club: SimulatedClub) -> Act:
    return press(club.dana, await asked(club), "That's me")


async def _say_not(club: SimulatedClub) -> Act:
    return press(club.dana, await asked(club), "No, somebody else")


async def _confirm_claim(club: SimulatedClub) -> Act:
    return press(club.td, await claimed(club), "Confirm (TD)")


async def _refuse_claim(club: SimulatedClub) -> Act:
    return press(club.td, await claimed(club), "That's wrong")


async def _undo_claim(club: SimulatedClub) -> Act:
    return press(club.td, await (await _confirm_claim(club))(), "Undo")


async def _take_out(club: SimulatedClub) -> Act:
    return press(club.td, await told_twice(club), KEEP_FILE)


async def _delete(club: SimulatedClub) -> Act:
    await (await _edit(club))()
    return td(club, "player delete", player="Dana", reason="a typo")


async def _hide(club: SimulatedClub) -> Act:
    await imported(club)
    return td(club, "player hide", player="Ada Blank")


async def _split(club: SimulatedClub) -> Act:
    await (await _merge(club))()
    return td(club, "player split", player="Ada Blank")


async def _load(club: SimulatedClub) -> Act:
    return td(club, "qursh history load", file=("games.csv", HISTORY.encode()), origin="club games")


async def _qursh_settings(club: SimulatedClub) -> Act:
    return td(club, "qursh settings", bins="400 500", own_games="naspa")


async def _reset(club: SimulatedClub) -> Act:
    await (await _load(club))()
    return td(club, "qursh history reset")


async def _undo(club: SimulatedClub) -> Act:
    return press(club.dana, await update(club), "Undo")


async def _import(club: SimulatedClub) -> Act:
    return press(club.td, await looked_at_file(club), "Confirm")


async def _join(club: SimulatedClub) -> Act:
    return press(club.dana, await club.td.slash(club.channel, "event new", name="Friday"), "Join")


async def _leave(club: SimulatedClub) -> Act:
    return press(club.dana, await evening(club), "Leave")


async def _close_button(club: SimulatedClub) -> Act:
    card, report = await played(club)
    await club.eli.click(report.response, label="Confirm")
    return press(club.td, card, "Close (TD)")


async def _cancel(club: SimulatedClub) -> Act:
    return press(club.td, await evening(club), "Cancel (TD)")


async def _really_cancel(club: SimulatedClub) -> Act:
    card, _ = await played(club)
    return press(club.td, await club.td.click(card.response, label="Cancel (TD)"), "Yes, cancel it")


async def _confirm_results(club: SimulatedClub) -> Act:
    _, report = await played(club)
    return press(club.eli, report, "Confirm")


async def _form(club: SimulatedClub) -> Act:
    form = await club.dana.click((await evening(club)).response, label="Report a result")
    return lambda: club.dana.submit_modal(form, {"results": "1: Dana 1-0 Eli"})


async def _forget(club: SimulatedClub) -> Act:
    await update(club)
    return lambda: club.dana.slash(club.channel, "privacy forget", word="FORGET")


SCENES: dict[str, Scene] = {
    "club settings": _settings,
    "event amend": _amend,
    "event close": _close,
    "event new": _new,
    "event result": _result,
    "event void": _void,
    "fide list": _publish,
    "fide norm": _norm,
    "oracle match": _match,
    "oracle settings": _pool,
    "player claim": _claim,
    "player delete": _delete,
    "player edit": _edit,
    "player hide": _hide,
    "player link": _link,
    "player merge": _merge,
    "player split": _split,
    "privacy forget": _forget,
    "qursh history load": _load,
    "qursh history reset": _reset,
    "qursh settings": _qursh_settings,
    "rating demote": _demote,
    "rating set": _set,
    "rating undo": _undo_last,
    "rating update": _update,
    "claim": _say_who,
    "claim-no": _refuse_claim,
    "claim-yes": _confirm_claim,
    "claims": _claims,
    "evening-cancel": _cancel,
    "evening-close": _close_button,
    "evening-confirm": _confirm_results,
    "evening-join": _join,
    "evening-leave": _leave,
    "evening-really-cancel": _really_cancel,
    "evening-results": _form,
    "floor": _floor,
    "grant-demotion": _grant,
    "import": _import,
    "me": _choose_me,
    "not-me": _say_not,
    "oracle-calibrate": _calibrate,
    "oracle-confirm": _confirm_match,
    "oracle-import": _roster,
    "oracle-wrong": _object_to_match,
    "queue": _queue,
    "queue-all": _reject_all,
    "report-again": _told_again,
    "report-confirm": _confirm_report,
    "report-version": _version,
    "told-twice": _take_out,
    "setup-choose": _choose,
    "setup-skip": _skip,
    "setup-undo": _undo_step,
    "undo": _undo,
    "undo-calibration": _undo_calibration,
    "undo-claim": _undo_claim,
    "undo-demotion": _undo_demotion,
    "undo-list": _undo_list,
    "undo-merge": _undo_merge,
    "roster": _people,
    "undo-pool-import": _undo_roster,
    "undo-roster": _undo_people,
    "undo-rating": _undo_rating,
    "undo-settings": _undo_settings,
}
"""By the command, or by what the id of the button or form begins with."""
