"""/leaderboard: pages of ten, shared ranks, and "Jump to me"."""

import pytest

from tests.conftest import SimulatedClub, lines_of


def text_of(answer: object) -> str:
    return answer.response.embeds[0].description


async def fill(club: SimulatedClub, ratings: list[float], *, date: str = "2026-11-01") -> list[object]:
    members = []
    for number, rating in enumerate(ratings, start=1):
        member = club.add(f"Player {number:02}")
        await club.td.slash(club.channel, "rating set", member=member, rating=rating, games=30, date=date)
        members.append(member)
    return members


@pytest.mark.both_databases
async def test_ten_players_a_page_and_ties_share_a_rank(club: SimulatedClub) -> None:
    await fill(club, [1500 - 10 * number for number in range(10)] + [1410.3, 1300])
    board = await club.dana.slash(club.channel, "leaderboard")
    lines = text_of(board).splitlines()
    assert len(lines) == 13  # the header, ten players and the block's two ends
    assert lines[2].split()[:3] == ["1", "Player", "01"]
    # 1410 and 1410.3 are both shown as 1410: they share rank 10, across the page's end.
    assert lines[11].split()[0] == "10"
    await club.dana.click(board.response, label="Next")
    assert text_of(board).splitlines()[2].split()[0] == "10"
    assert text_of(board).splitlines()[3].split()[0] == "12"


async def test_the_buttons_are_dead_at_the_ends(club: SimulatedClub) -> None:
    await fill(club, [1500 - number for number in range(15)])
    board = await club.dana.slash(club.channel, "leaderboard")
    previous, following, _ = board.response.components[0]["components"]
    assert (previous.get("disabled"), following.get("disabled")) == (True, False)
    await club.dana.click(board.response, label="Next")
    previous, following, _ = board.response.components[0]["components"]
    assert (previous.get("disabled"), following.get("disabled")) == (False, True)
    await club.dana.click(board.response, label="Previous")
    assert "Page 1 of 2" in board.response.embeds[0].footer.text


@pytest.mark.both_databases
async def test_jump_to_me_opens_the_page_one_is_on(club: SimulatedClub) -> None:
    members = await fill(club, [1500 - number for number in range(35)])
    board = await members[23].slash(club.channel, "leaderboard")
    await members[23].click(board.response, label="Jump to me")
    assert "Page 3 of 4" in board.response.embeds[0].footer.text
    assert "▸24 Player 24" in text_of(board)


async def test_a_wrong_users_click_is_always_answered(club: SimulatedClub) -> None:
    members = await fill(club, [1500 - number for number in range(15)])
    board = await club.dana.slash(club.channel, "leaderboard")
    turned = await club.eli.click(board.response, label="Next")
    assert turned.ephemeral
    assert "belong to whoever asked" in turned.response.content
    own = await members[14].click(board.response, label="Jump to me")
    assert own.ephemeral
    assert "▸15 Player 15" in text_of(own)
    nobody = await club.eli.click(board.response, label="Jump to me")
    assert "no US Chess Regular rating here yet" in nobody.response.content
    assert "Page 1 of 2" in board.response.embeds[0].footer.text


async def test_provisional_and_inactive_players_are_marked(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="D1400 D1500", games=0)
    await fill(club, [1600], date="2025-01-01")  # established: by rule g a title of 1500, whose letter is C
    board = await club.eli.slash(club.channel, "leaderboard")
    assert "1450P" in text_of(board)
    assert "Player 01" not in text_of(board)
    everyone = await club.eli.slash(club.channel, "leaderboard", all=True)
    assert ["1", "Player", "01", "1600*C0z", "30"] in lines_of(text_of(everyone))
    assert ["2", "Dana", "1450P?", "2"] in lines_of(text_of(everyone))


async def test_the_board_may_be_ordered_by_games(club: SimulatedClub) -> None:
    await fill(club, [1500, 1400])
    await club.td.slash(club.channel, "rating set", member=club.dana, rating=1000.0, games=200)
    lines = text_of(await club.dana.slash(club.channel, "leaderboard", order="games")).splitlines()
    assert lines[2].split()[:2] == ["▸1", "Dana"]
    assert lines[3].split()[0] == lines[4].split()[0] == "2="


async def test_wide_and_long_names_keep_the_columns_straight(club: SimulatedClub) -> None:
    for name in ("日本語の名前とても長い名前です", "Extraordinarily Long Name", "e\u0301mile"):
        await club.td.slash(club.channel, "rating set", member=club.add(name), rating=1500.0, games=30)
    from wcwidth import wcswidth

    lines = text_of(await club.dana.slash(club.channel, "leaderboard")).splitlines()[1:-1]
    assert len({wcswidth(line) for line in lines}) == 1
