"""Who is who: a file's names and the server's members, "That's me", and a director's word on it."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import claim, entrant, event, merge, player
from tests.conftest import SimulatedClub, card_of, details, rows, said
from tests.file_answers import part_of, rest_are_new, settling
from tests.flows import claim_player, edit_player, link_player, merge_players, on_page, set_settings

FILE = """number,name,rating,games,1,2,3,4
1,Dana,1830,40,W2,W3,D4,L6
2,Eli,1750,60,L1,W5,W6,D3
3,Ann Other,1800,90,W6,L1,W5,D2
4,Bo Cart,1600,33,W5,D6,D1,W5
5,Cy Dorn,1500,28,L4,L2,L3,L4
6,Di Elm,1200,40,L3,D4,L2,W1
"""
OWN = {"opponents": "L1830 W1500 W1200 D1800", "rating": 1750.0, "games": 60}


async def look(club: SimulatedClub, text: str = FILE, **options: Any) -> Any:
    options = {"name": "Club Swiss", "date": "2026-11-01", **options}
    return await club.td.slash(club.channel, "td import", file=("e.csv", text.encode()), **options)


async def imported(club: SimulatedClub, text: str = FILE, **options: Any) -> Any:
    dry = await look(club, text, **options)
    if part_of(dry.response, "settle:") is not None:
        await rest_are_new(club.td, dry)
    return await club.td.click(dry.response, label="Store it")


async def people(club: SimulatedClub) -> dict[str, int | None]:
    query = select(player.c.name, player.c.user_id).where(player.c.merged_into.is_(None))
    return {row.name: row.user_id for row in await rows(club.services.database, query)}


async def count_of(club: SimulatedClub, name: str) -> int:
    query = select(player.c.id).where(player.c.name == name, player.c.merged_into.is_(None))
    return len(await rows(club.services.database, query))


async def number_of(club: SimulatedClub, name: str) -> str:
    query = select(player.c.id).where(player.c.name == name, player.c.merged_into.is_(None))
    return f"#{(await rows(club.services.database, query))[0].id}"


async def refused(clicking: Any) -> str:
    """Return the sentence that a click is refused with, which goes to who pressed alone."""
    (alone,) = (await clicking).followups
    assert alone.ephemeral
    return str(alone.content)


def labels(message: Any) -> list[str]:
    return [part.get("label") or part.get("placeholder") for row in message.components for part in row["components"]]


def menu(message: Any, placeholder: str) -> Any:
    parts = [part for row in message.components for part in row["components"]]
    return next(part for part in parts if placeholder in (part.get("placeholder") or ""))


class TestFile:
    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_members_of_the_server_are_proposed_and_taken_by_one_press(self, club: SimulatedClub) -> None:
        dry = await look(club)
        assert "👤 6 new players, nobody known here · **2 names to settle**" in card_of(dry)
        await settling(club.td, dry)
        assert "Dana: Dana?" in card_of(dry)
        assert "Match 2 exact names" in labels(dry.response)
        taken = await club.td.click(dry.response, label="Match 2 exact names")
        assert "👤 4 new players, 2 known here" in card_of(taken)
        await club.td.click(taken.response, label="Store it")
        assert {name: user for name, user in (await people(club)).items() if user} == {
            "Dana": club.dana.id, "Eli": club.eli.id,
        }  # fmt: skip
        norms = await club.eli.slash(club.channel, "norms")
        assert "Club Swiss" in str(norms.response.embeds[0].to_dict())
        # Known from now on, whatever they call themselves.
        again = await look(club, FILE.replace("W2,W3", "D2,W3").replace("L1,W5,W6", "D1,W5,W6"), date="2026-11-08")
        assert "👤 6 players, all known here" in card_of(again)

    @pytest.mark.long
    async def test_nicknames_and_similar_names_are_always_asked_about(self, club: SimulatedClub) -> None:
        user = club.env.create_user("zelda99", global_name="Zelda")
        zelda = club.guild.add_member(user, nick="Ann Othr")
        dry = await settling(club.td, await look(club))
        choice = menu(dry.response, "Who is Ann Other?")
        assert [(one["label"], one.get("description")) for one in choice["options"]] == [
            ("Ann Other is a new player", None), ("Ann Othr", "A member of this server"),
        ]  # fmt: skip
        picked = choice["options"][1]["value"]
        await club.td.select(dry.response, [picked], custom_id=choice["custom_id"])
        rest = part_of(dry.response, "match-new:")
        if rest is not None:
            await club.td.click(dry.response, custom_id=rest)
        await club.td.click(dry.response, label="Store it")
        found = await people(club)
        assert found["Ann Other"] == zelda.id
        assert found["Dana"] is found["Eli"] is None

    async def test_a_member_gets_nobodys_results_by_calling_themselves_so(self, club: SimulatedClub) -> None:
        """Dana's own name is hers to choose: no director has said that files mean her by it."""
        forger = club.add("Ann Other")
        await edit_player(forger, club.channel, federation="USA")
        dry = await look(club)
        assert "nobody known here" in card_of(dry)
        await settling(club.td, dry)
        assert menu(dry.response, "Who is Ann Other?")["options"][1]["label"] == "Ann Other"
        await club.td.click(dry.response, custom_id=part_of(dry.response, "match-new:"))
        await club.td.click(dry.response, label="Store it")
        assert await count_of(club, "Ann Other") == 2
        shown = await details(forger, club.channel, "rating show")
        assert "No rating here yet" in card_of(shown)

    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_a_members_own_id_matches_once_a_director_confirms_it(self, club: SimulatedClub) -> None:
        text = "number,name,id,rating,games,1\n1,Grand Master,12345678,2500,50,W2\n2,Some Body,,1400,20,L1\n"
        told = await edit_player(club.dana, club.channel, uschess_id="12345678")
        assert "A director confirms the id" in card_of(told)
        dry = await look(club, text)
        assert "nobody known here" in card_of(dry)
        await settling(club.td, dry)
        assert menu(dry.response, "Who is Grand Master?")["options"][1]["label"] == "Dana"

        queue = await club.td.slash(club.channel, "td queue")
        assert queue.ephemeral
        assert "Dana gave the US Chess id **12345678**" in card_of(queue)
        value = menu(queue.response, "Confirm")["options"][0]["value"]
        confirmed = await club.td.select(queue.response, [value], custom_id="claims")
        assert "12345678" not in str(confirmed.followups[0].embeds[0].description)
        assert "1 known here" in card_of(await look(club, text))
        assert "Nothing is waiting" in card_of(await club.td.slash(club.channel, "td queue"))

    async def test_the_queue_has_reports_and_claims_on_one_page(self, club: SimulatedClub) -> None:
        await imported(club)
        await set_settings(club, confirm_reports="everything")
        told = {"opponents": "W1500", "rating": 1500.0, "games": 40, "event": "Open"}
        await club.add("Walter Quill").slash(club.channel, "rating update", **told)
        await claim_player(club.dana, club.channel, player=await _unlinked(club, "Dana"))
        queue = await club.td.slash(club.channel, "td queue")
        assert f"<@{club.dana.id}> claims to be **Dana**" in card_of(queue)
        assert "Open" in queue.response.embeds[0].fields[0].name
        value = menu(queue.response, "Confirm")["options"][0]["value"]
        confirmed = await club.td.select(queue.response, [value], custom_id="claims")
        assert confirmed.followups[0].embeds[0].title == "Confirmed"
        assert "claims to be" not in card_of(queue)
        await club.td.click(queue.response, label="1 Confirm")
        assert card_of(queue) == "Nothing is waiting."

    async def test_whom_a_director_chooses_for_an_id_has_it_confirmed(self, club: SimulatedClub) -> None:
        text = "number,name,id,rating,games,1\n1,Dana Lee,12345678,1500,50,W2\n2,Some Body,,1400,20,L1\n"
        await edit_player(club.dana, club.channel, uschess_id="12345678")
        dry = await settling(club.td, await look(club, text))
        taken = await club.td.click(dry.response, label="Match the exact name")
        await club.td.click(taken.response, label="Store it")
        query = select(player.c.unconfirmed, player.c.known_as).where(player.c.user_id == club.dana.id)
        assert [tuple(row) for row in await rows(club.services.database, query)] == [(None, "dana lee")]


class TestClaim:
    @pytest.mark.both_databases
    async def test_thats_me_under_a_stored_event_waits_for_one_press_of_a_director(self, club: SimulatedClub) -> None:
        stored = await imported(club)
        asked = await club.eli.click(stored.response, label="That's me")
        assert asked.response.ephemeral
        options = menu(asked.response, "I am")["options"]
        assert options[0]["label"] == "2. Eli"
        claimed = await club.eli.select(asked.response, [options[0]["value"]])
        (public,) = claimed.followups
        assert not public.ephemeral
        assert f"<@{club.eli.id}> claims to be **Eli**, number 2 of Club Swiss" in public.embeds[0].description
        assert "Only a tournament director (TD) can link players to members" in await refused(
            club.eli.click(public, label="Confirm (TD)")
        )
        assert (await people(club))["Eli"] is None
        confirmed = await club.td.click(public, label="Confirm (TD)")
        assert f"<@{club.eli.id}> is now **Eli**" in card_of(confirmed)
        assert (await people(club))["Eli"] == club.eli.id
        undone = await club.td.click(confirmed.response, label="Undo")
        assert "is not **Eli**" in undone.followups[0].embeds[0].description
        assert (await people(club))["Eli"] is None

    @pytest.mark.long
    async def test_a_claim_is_refused_or_withdrawn_and_takes_no_owned_player(self, club: SimulatedClub) -> None:
        await imported(club)
        ann = await number_of(club, "Ann Other")
        claimed = await claim_player(club.dana, club.channel, player=ann)
        assert "Only a tournament director" in await refused(club.eli.click(claimed.response, label="Dispute"))
        assert "Not confirmed" in (await club.td.click(claimed.response, label="Dispute")).response.embeds[0].title
        assert "A director has said that you are not Ann Other" in await said(
            claim_player(club.dana, club.channel, player=ann)
        )
        await link_player(club.td, club.channel, player=ann, member=club.eli)
        assert "linked to another member" in await said(claim_player(club.add("Fay"), club.channel, player=ann))
        mine = await claim_player(club.dana, club.channel, player="Bo Cart")
        await club.dana.click(mine.response, label="Dispute")
        assert "Nothing is waiting" in card_of(await club.td.slash(club.channel, "td queue"))

    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_where_name_and_id_agree_the_club_may_be_content(self, club: SimulatedClub) -> None:
        settings = await set_settings(club, claims="agree")
        assert "**Who is who** confirmed by a director, unless name and id agree" in str(
            settings.response.embeds[0].to_dict()
        )
        await edit_player(club.dana, club.channel, uschess_id="12345678")
        await edit_player(club.eli, club.channel, fide_id="2020009")
        await imported(club, "number,name,id,rating,games,1\n1,Dana,12345678,1500,50,W2\n2,Eli,,1400,20,L1\n")
        at_once = await claim_player(club.dana, club.channel, player=await _unlinked(club, "Dana"))
        assert "Confirmed" in at_once.response.embeds[0].title
        assert (await people(club))["Dana"] == club.dana.id
        waits = await claim_player(club.eli, club.channel, player=await _unlinked(club, "Eli"))
        assert "Confirm (TD)" in labels(waits.response)
        assert "claim the player with /me" in await said(edit_player(club.eli, club.channel, uschess_id="12345678"))

    @pytest.mark.long
    async def test_norms_show_and_update_ask_first_and_a_no_is_kept(self, club: SimulatedClub) -> None:
        await imported(club)
        for command in ("norms", "rating show"):
            asked = await club.eli.slash(club.channel, command)
            assert asked.response.ephemeral
            assert "Are you **Eli**, number 2 of Club Swiss?" in card_of(asked)
        asked = await club.eli.slash(club.channel, "rating update", **OWN)
        assert "Are you **Eli**, number 2 of Club Swiss?" in card_of(asked)
        assert len(await rows(club.services.database, select(event.c.id))) == 1
        await club.eli.click(asked.response, label="No, somebody else")
        stored = await club.eli.slash(club.channel, "rating update", **OWN)
        assert "1750" in str(stored.response.embeds[0].to_dict())
        assert await count_of(club, "Eli") == 2
        assert (await details(club.eli, club.channel, "rating show")).followups == []

    @pytest.mark.long
    @pytest.mark.both_databases
    async def test_a_claim_merges_two_players_with_results_and_its_undo_splits(self, club: SimulatedClub) -> None:
        await club.eli.slash(club.channel, "rating update", date="2026-11-01", event="Club Swiss", **OWN)
        await imported(club)
        claimed = await claim_player(club.eli, club.channel, player=await _unlinked(club, "Eli"))
        confirmed = await club.td.click(claimed.response, label="Confirm (TD)")
        text = card_of(confirmed)
        assert "Counted twice?" in text
        assert "own report" in text
        assert await count_of(club, "Eli") == 1
        keep = [label for label in labels(confirmed.response) if label.startswith("Keep") and "6 players" in label]
        gone = await club.td.click(confirmed.response, label=keep[0])
        assert "it was reported twice" in str(gone.followups[0].embeds[0].to_dict())
        counted = select(event.c.source).where(event.c.voided.is_(False))
        assert [row.source for row in await rows(club.services.database, counted)] == ["file"]
        norms = await club.eli.slash(club.channel, "norms")
        assert "1 of 5 norms" in str(norms.response.embeds[0].to_dict())


async def _unlinked(club: SimulatedClub, name: str) -> str:
    query = select(player.c.id).where(player.c.name == name, player.c.user_id.is_(None))
    return f"#{(await rows(club.services.database, query))[0].id}"


class TestMerge:
    @pytest.mark.both_databases
    async def test_an_event_that_is_there_twice_is_found_and_one_stays(self, club: SimulatedClub) -> None:
        await club.eli.slash(club.channel, "rating update", date="2026-11-01", event="Club Swiss", **OWN)
        await imported(club)
        mine = f"<@{club.eli.id}>"
        merged = await merge_players(
            club.td, club.channel, player=mine, duplicate=await _unlinked(club, "Eli"), reason="same person"
        )
        assert "Counted twice?" in card_of(merged)
        keep = [label for label in labels(merged.response) if label.startswith("Keep") and "own report" in label]
        await club.td.click(merged.response, label=keep[0])
        counted = select(event.c.source).where(event.c.voided.is_(False))
        assert [row.source for row in await rows(club.services.database, counted)] == ["report"]

    @pytest.mark.long
    async def test_events_of_other_days_are_two(self, club: SimulatedClub) -> None:
        await club.eli.slash(club.channel, "rating update", date="2026-10-01", event="Autumn", **OWN)
        await imported(club)
        merged = await merge_players(
            club.td,
            club.channel,
            player=f"<@{club.eli.id}>",
            duplicate=await _unlinked(club, "Eli"),
            reason="same",
        )
        assert "twice" not in card_of(merged)

    @pytest.mark.both_databases
    async def test_split_undoes_the_last_merge_long_after(self, club: SimulatedClub) -> None:
        await imported(club)
        options = {"player": "Ann Other", "duplicate": "Bo Cart", "reason": "typo"}
        assert "Ann Other and Bo Cart both played in Club" in await said(
            merge_players(club.td, club.channel, **options)
        )
        await imported(club, FILE.replace("Bo Cart", "Bob Carter"), date="2026-10-01")
        await merge_players(club.td, club.channel, player="Bo Cart", duplicate="Bob Carter", reason="typo")
        assert "Bob Carter" not in await people(club)
        parted = await on_page(club.td, club.channel, "Bo Cart", "Split")
        assert "Merge undone" in parted.response.embeds[0].title
        assert "Bob Carter" in await people(club)
        assert "Split" not in str((await on_page(club.td, club.channel, "Bo Cart", "Split")).response.components)
        assert [row.undone for row in await rows(club.services.database, select(merge.c.undone))] == [True]
        assert await rows(club.services.database, select(claim)) == []
        assert len(await rows(club.services.database, select(entrant))) == 12
