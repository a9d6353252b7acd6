"""Every form in which people and providers write where the database is."""

import re
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from bot.store.database.engines import Address


@pytest.mark.parametrize(
    ("written", "file"),
    [
        ("sqlite:///club.db", "club.db"),
        ("sqlite+aiosqlite:///club.db", "club.db"),
        ("sqlite:////data/a b.db", "/data/a b.db"),
        ("data/club.db", "data/club.db"),
        ("/data/club.db", "/data/club.db"),
    ],
)
def test_a_sqlite_file(written: str, file: str) -> None:
    assert Address.read(written).file == Path(file)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_server_under_every_scheme(scheme: str) -> None:
    address = Address.read(f"{scheme}://club:p%40%3A%2F%23w@db.example:6432/ratings")
    assert address.file is None
    assert conninfo_to_dict(address.text) == {
        "user": "club",
        "password": "p@:/#w",
        "host": "db.example",
        "port": "6432",
        "dbname": "ratings",
    }


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("u@h/d?sslmode=require&connect_timeout=3", {"sslmode": "require", "connect_timeout": "3"}),
        ("u@h1:1,h2:2/d?target_session_attrs=read-write", {"host": "h1,h2", "port": "1,2"}),
        ("/d?host=/run/postgresql&user=club", {"host": "/run/postgresql", "user": "club"}),
        ("u@[::1]:5433/d", {"host": "::1", "port": "5433"}),
        ("u@h/d?options=-c%20search_path%3Dclub", {"options": "-c search_path=club"}),
        ("u:@/d?host=/tmp/x", {"host": "/tmp/x"}),
    ],
)
def test_what_libpq_knows_passes(rest: str, expected: dict[str, str]) -> None:
    assert conninfo_to_dict(Address.read(f"postgresql://{rest}").text).items() >= expected.items()


@pytest.mark.parametrize("password", ["sec@ret", "sec:ret", "sec/ret", "sec#ret", "sec?ret", "sec%ret", "s:e@c/r#t"])
def test_an_unencoded_password_is_reported_without_a_piece_of_it(password: str) -> None:
    with pytest.raises(ValueError, match="percent-encode the user name and the password") as caught:
        Address.read(f"postgresql://club:{password}@db.example/ratings")
    for piece in ("sec", "ret", "club", "ratings"):
        assert piece not in str(caught.value)


@pytest.mark.parametrize(
    ("written", "part"),
    [
        ("mysql://club", "postgresql://"),
        ("club", "sqlite:///FILE"),
        ("sqlite://", "name a file"),
        ("sqlite:///:memory:", "name a file"),
        ("postgresql://u@host:port/d", "port is not a number"),
        ("postgresql://u@h/d?nonsense=1", "not PostgreSQL's"),
    ],
)
def test_what_is_no_address_says_what_to_write(written: str, part: str) -> None:
    with pytest.raises(ValueError, match=re.escape(part)):
        Address.read(written)


def test_an_address_does_not_show_its_password() -> None:
    assert "hidden" not in repr(Address.read("postgresql://u:hidden@h/d"))
