"""A club's first evening, as its director does it: eighty people from a file, and only what is true counts.

Issue 15's Show. All people are invented. What the director types, presses and chooses is counted.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select

from bot.services.framework.whole_clubs import verify_everywhere
from bot.store.database.tables import event, norm, player, standing, title
from tests.cogs.test_privacy import everything
from tests.cogs.test_setup import joined
from tests.conftest import SimulatedClub, card_of, details, rows
from tests.flows import forget, merge_players

FIRST = re.findall(r"\w+", "Ada Bo Cyra Dov Edda Falk Greta Hugo Ines Jarl Kaia Ludo Mira Nils Orla Pelle")
LAST = re.findall(
    r"\w+",
    "Quill Cartwright Dornbach Elmore Frostad Graymoor Haverkamp Ibsley Jorvik Kestrel Lindqvist Mosswood Nettlefold "
    "Oakhurst Pennyfeather Rushmere Silverton Thornbury Umberland Vandersloot",
)
NAMES = [f"{FIRST[number % 16]} {LAST[number % 20]}" for number in range(80)]

CALLED_SO, BY_USER_NAME, CALLED_OTHERWISE = range(40), range(40, 52), range(52, 64)
"""How members of the server are found: by a nickname, by the roster's column, or not. The last 16 have no Discord."""

QUICK, FORGOTTEN = 54, 3
"""Who reports the evening before its file comes, and who wants to be forgotten when it is over."""

DUELS = ((30, 31), (32, 33), (34, 35))
"""Who reports against whom, and is contradicted."""


@dataclass
class Director:
    """A member whose commands, presses and choices are counted, by the part of the evening."""

    member: Any
    part: str = ""
    needed: Counter[str] = field(default_factory=Counter)

    async def slash(self, *words: Any, **options: Any) -> Any:
        self.needed[self.part] += 1
        return await self.member.slash(*words, **options)

    async def click(self, *where: Any, **which: Any) -> Any:
        self.needed[self.part] += 1
        return await self.member.click(*where, **which)

    async def submit_modal(self, *what: Any) -> Any:
        self.needed[self.part] += 1
        return await self.member.submit_modal(*what)

    async def select(self, *what: Any, **which: Any) -> Any:
        self.needed[self.part] += 1
        return await self.member.select(*what, **which)


def roster() -> str:
    """Return the club's table as a secretary keeps it."""
    lines = ["Name;Discord;USCF ID;FIDE ID;Born;Fed;Regular;Games"]
    for number, name in enumerate(NAMES):
        user = f"chess.friend{number}" if number in BY_USER_NAME else ""
        fide = 90000000 + number if number % 4 == 0 else ""
        cells = [name, user, 10000000 + number, fide, 1950 + number % 60, "USA", 1200 + number * 10, 30 + number]
        lines.append(";".join(map(str, cells)))
    return "\n".join(lines) + "\n"


# Who plays: twenty by their nickname, three who are called otherwise on the server, four who are not on Discord, and
# three whom nobody knows. Two names are misspelt, and Ada Quill has only her initial, but her FIDE id.
PLAYING = [*range(20), 52, 53, 54, 64, 65, 66, 67]
STRANGERS = ["Yorick Zimmerwald", "Xenia Wexford", "Zeno Yardley"]
MISSPELT = {5: "Falk Gramoor", 65: "Bo Graymor"}
ROUNDS = 4


def written(number: int) -> str:
    """Return a player's name as the pairing program writes it."""
    first, last = MISSPELT.get(number, NAMES[number]).split()
    return f"{last}, {first[0]}." if number == 0 else f"{last}, {first}"


def tournament() -> str:
    """Return the evening's tournament as a pairing program writes it (FIDE's TRF16), each pairing by the circle."""
    names = [written(number) for number in PLAYING]
    names += [f"{last}, {first}" for first, last in map(str.split, STRANGERS)]
    ids = [90000000 + number if number % 4 == 0 else "" for number in PLAYING] + [""] * len(STRANGERS)
    ratings = [1200 + number * 10 for number in PLAYING] + [""] * len(STRANGERS)
    many = len(names)
    cells: list[list[str]] = [[] for _ in names]
    points = [0.0] * many
    for turn in range(ROUNDS):
        circle = [0, *(1 + (place + turn) % (many - 1) for place in range(many - 1))]
        for table in range(many // 2):
            white, black = circle[table], circle[many - 1 - table]
            result = ("1", "0", "=")[(table + turn) % 3]
            other = {"1": "0", "0": "1", "=": "="}[result]
            for one, two, colour, got in ((white, black, "w", result), (black, white, "b", other)):
                cells[one].append(f"{two + 1:4d} {colour} {got}")
                points[one] += {"1": 1.0, "0": 0.0, "=": 0.5}[got]
    lines = ["012 First Evening", "032 USA", "042 2026/11/21", "052 2026/11/21", "122 90+30"]
    for number, name in enumerate(names):
        lines.append(
            f"001 {number + 1:4d}      {name:<33} {ratings[number]:>4} USA {ids[number]:>11} {'':10} "
            f"{points[number]:4.1f} {number + 1:4d}  {'  '.join(cells[number])}"
        )
    return "\r\n".join(lines) + "\r\n"


def members(club: SimulatedClub) -> dict[int, Any]:
    found = {}
    for number in (*CALLED_SO, *BY_USER_NAME, *CALLED_OTHERWISE):
        user = club.env.create_user(f"chess.friend{number}", global_name=f"Friend {number}")
        nick = NAMES[number] if number in CALLED_SO else None
        found[number] = club.guild.add_member(user, nick=nick)
    return found


def parts(answer: Any) -> list[dict[str, Any]]:
    return [part for row in answer.response.components for part in row["components"]]


async def count(club: SimulatedClub, table: Any, *where: Any) -> int:
    ((found,),) = await rows(club.services.database, select(func.count()).select_from(table).where(*where))
    return int(found)


async def linked(club: SimulatedClub) -> dict[int, str]:
    query = select(player.c.user_id, player.c.name).where(player.c.user_id.is_not(None))
    return {row.user_id: row.name for row in await rows(club.services.database, query)}


async def ratings(club: SimulatedClub) -> list[tuple[Any, ...]]:
    query = select(standing.c.list, standing.c.player_id, standing.c.rating)
    return [tuple(row) for row in await rows(club.services.database, query.order_by("list", "player_id"))]


async def test_a_club_of_eighty_is_known_and_only_what_is_true_counts(club: SimulatedClub) -> None:
    td, server = Director(club.td), members(club)
    await joined(club, club.channel)
    await _set_up(club, td)
    await _roster(club, td, server)
    evening = await _tournament(club, td, server)
    forger = club.add("Forger")
    await _claims(club, td, server, forger, evening)
    await _merge(club, td, server)
    titles = await count(club, title), await count(club, norm)
    await _disputes(club, server)
    await _forge(club, forger)
    assert (await count(club, title), await count(club, norm)) == titles
    await _queue(club, td, server, forger)
    assert (await count(club, title), await count(club, norm)) == titles
    await _forget(club, server)
    await _audit(club, td)
    assert [one.is_good async for one in verify_everywhere(club.services)] == [True]

    assert td.needed.total() < 28
    assert td.needed == {
        "set-up": 5, "roster": 3, "import": 5, "claims": 4, "merge": 4, "what waits": 5, "audit": 1,
    }  # fmt: skip


async def _set_up(club: SimulatedClub, td: Director) -> None:
    td.part = "set-up"
    card = await td.click(club.channel.last_message, label="Set the club up (TD)")
    card = await td.click(card.response, label="Chess: US Chess")
    card = await td.select(card.response, [club.td_role], custom_id="setup-choose:td_role")
    for label in ("Skip", "Skip"):
        card = await td.click(card.response, label=label)
    assert card.response.embeds[0].title == "Set-up, step 5 of 5: Roster"
    assert f"✅ Directors' role: {club.td_role.name}" in card_of(card)


async def _roster(club: SimulatedClub, td: Director, server: dict[int, Any]) -> None:
    td.part = "roster"
    file = ("members.csv", roster().encode("cp1252"))
    looked = await td.slash(club.channel, "td import", file=file)
    assert "80 new · 0 changed · 0 as before · 0 doubtful" in card_of(looked)
    assert "Players with a member's name: 40" in card_of(looked)
    assert await count(club, player) == 0
    looked = await td.click(looked.response, label="Link by name")
    await td.click(looked.response, label="Store it")
    assert await count(club, player) == len(await ratings(club)) == 80
    assert await linked(club) == {server[number].id: NAMES[number] for number in (*CALLED_SO, *BY_USER_NAME)}
    done = await club.td.slash(club.channel, "td setup")  # looked at by the test alone
    assert (done.response.embeds[0].title, "✅ Roster" in card_of(done)) == ("Set up", True)


async def _tournament(club: SimulatedClub, td: Director, server: dict[int, Any]) -> Any:
    told = {"event": "First Evening", "opponents": "W1300 W1300 L1300 D1300", "rating": 1740.0, "games": 84}
    asked = await server[QUICK].slash(club.channel, "rating update", **told)
    assert f"Are you **{NAMES[QUICK]}**?" in card_of(asked)
    await server[QUICK].click(asked.response, label="No, somebody else")
    await server[QUICK].slash(club.channel, "rating update", **told)

    td.part = "import"
    looked = await td.slash(club.channel, "td import", file=("evening.trf", tournament().encode()))
    assert "30 players · 4 rounds · 60 games" in card_of(looked)
    assert "would be rated on **US Chess Regular**" in card_of(looked)
    # "Cartwright, Bo" is no other name, and is not told.
    assert "👤 5 new players, 25 known here, 1 under another name · **2 names to settle**" in card_of(looked)
    looked = await td.click(looked.response, label="Settle 2 names")
    for number, name in MISSPELT.items():
        first, last = name.split()
        menu = next(part for part in parts(looked) if part.get("placeholder") == f"Who is {last}, {first}?")
        meant = next(option["value"] for option in menu["options"] if option["label"] == NAMES[number])
        looked = await td.select(looked.response, [meant], custom_id=menu["custom_id"])
    assert "👤 3 new players, 27 known here, 3 under another name\n" in card_of(looked)
    assert await count(club, event) == 1
    stored = await td.click(looked.response, label="Store it")
    assert await count(club, player) == 80 + 1 + 3
    norms = await server[0].slash(club.channel, "norms")
    assert card_of(norms).splitlines()[0].endswith(" · norms at First Evening")
    return stored


async def _claims(club: SimulatedClub, td: Director, server: dict[int, Any], forger: Any, evening: Any) -> None:
    td.part = "claims"
    yorick = club.guild.add_member(club.env.create_user("yz", global_name="yz"), roles=[])
    mine = {server[52]: NAMES[52], server[53]: NAMES[53], yorick: "Yorick Zimmerwald", forger: NAMES[66]}
    before = await linked(club)
    for member, name in mine.items():
        asked = await member.click(evening.response, label="That's me")
        (menu,) = parts(asked)
        chosen = next(option["value"] for option in menu["options"] if option["label"].endswith(f". {name}"))
        (claimed,) = (await member.select(asked.response, [chosen])).followups
        assert f"<@{member.id}> claims to be **{name}**" in claimed.embeds[0].description
        assert await linked(club) == before
        await td.click(claimed, label="Dispute" if member is forger else "Confirm (TD)")
        if member is not forger:
            before[member.id] = name
        assert await linked(club) == before
    norms = await server[52].slash(club.channel, "norms")
    assert card_of(norms).splitlines()[0].endswith(" · norms at First Evening")


async def _merge(club: SimulatedClub, td: Director, server: dict[int, Any]) -> None:
    td.part = "merge"
    member = server[QUICK]
    before = await ratings(club)
    people = {"player": NAMES[QUICK], "duplicate": f"<@{member.id}>", "reason": "one person"}
    merged = await merge_players(td, club.channel, **people)
    assert "Counted twice?" in card_of(merged)
    kept = await td.click(merged.response, label="Keep First Evening (30 players)")
    assert "it was reported twice" in str(kept.followups[0].embeds[0].description)
    assert (await linked(club))[member.id] == NAMES[QUICK]
    assert await count(club, event, event.c.voided.is_(False)) == 1
    # The rating that came with the report is of the same day as the roster's, and the same.
    assert {row[1]: row for row in await ratings(club)}.items() <= {row[1]: row for row in before}.items()


async def _disputes(club: SimulatedClub, server: dict[int, Any]) -> None:
    for one, other in DUELS:
        opponents = f"W<@{server[other].id}> W<@{server[other].id}>"
        told = await server[one].slash(club.channel, "rating update", event=f"Duel {one}", opponents=opponents)
        assert told.followups[0].content.startswith(f"<@{server[other].id}>, is this correct?")
        form = await server[other].click(told.response, label="Dispute")
        await server[other].submit_modal(form, {"version": f"We drew game two of {one}."})
    assert await count(club, event, event.c.standing == "disputed") == 3


async def _forge(club: SimulatedClub, forger: Any) -> None:
    for day in range(16, 21):
        told = {"date": f"2026-11-{day}", "event": f"Open {day}", "opponents": "W2400 W2400 W2400 W2400"}
        brings = {"rating": 2390.0, "games": 100} if day == 16 else {}
        answer = await forger.slash(club.channel, "rating update", **told, **brings)
        assert "⏳ Waiting for a director to confirm. The rating counts now; norms and titles count then." in card_of(
            answer
        )
    assert "*· not confirmed*" in await _board(club)


async def _board(club: SimulatedClub) -> str:
    board = await club.eli.slash(club.channel, "leaderboard")
    return f"{card_of(board)}\n{board.response.embeds[0].footer.text}"


async def _queue(club: SimulatedClub, td: Director, server: dict[int, Any], forger: Any) -> None:
    td.part = "what waits"
    queue = await td.slash(club.channel, "td queue")
    for one, other in DUELS:
        assert f"<@{server[other].id}> says: We drew game two of {one}." in card_of(queue)
    queue = await td.click(queue.response, label="1 Confirm")
    waiting = event.c.voided.is_(False), event.c.standing != "confirmed"
    for left in (6, 5):
        queue = await td.click(queue.response, label="1 Undo")
        assert await count(club, event, *waiting) == left
    assert f"5 of the reports are <@{forger.id}>'s." in card_of(queue)
    queue = await td.click(queue.response, label="Undo all 5 of one member")
    assert await count(club, event, *waiting) == 0
    assert "Nothing is waiting." in card_of(queue)
    stand = select(event.c.name).where(event.c.voided.is_(False)).order_by(event.c.id)
    assert [row.name for row in await rows(club.services.database, stand)] == ["First Evening", f"Duel {DUELS[0][0]}"]
    board = await _board(club)
    assert "not confirmed yet" not in board
    assert "Forger" not in board
    shown = await details(club.eli, club.channel, "rating show", player=f"<@{forger.id}>")
    assert "2390" not in card_of(shown)


async def _forget(club: SimulatedClub, server: dict[int, Any]) -> None:
    gone = server[FORGOTTEN]
    before = await ratings(club)
    answer = await forget(gone, club.channel)
    assert "replaces the name" in card_of(answer)
    assert await ratings(club) == before
    text = await everything(club)
    for trace in (NAMES[FORGOTTEN], written(FORGOTTEN), str(gone.id), str(10000000 + FORGOTTEN)):
        assert trace not in text, trace


async def _audit(club: SimulatedClub, td: Director) -> None:
    td.part = "audit"
    answer = await td.slash(club.channel, "td audit")
    newest, *_ = card_of(answer).splitlines()
    assert "a former player was forgotten" in newest
    all_of_one = f"<@{club.td.id}> rejected all waiting reports of one member, among them **Open 20**"
    assert f"{all_of_one} · rejected in the directors' queue" in card_of(answer)
    said, turn = [], answer
    for _ in range(2):
        turn = await club.td.click(turn.response, label="▶")  # read to the end by the test alone
        said.append(card_of(turn))
    for deed in ("imported a roster", "imported **First Evening**", "merged another player into", "decided who is"):
        assert any(deed in page for page in said), (deed, said)
