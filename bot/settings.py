"""Settings from the environment or .env; all are in .env.example."""

import re
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.connect.client import Connections, Service
from bot.store.database.engines import Address

HttpsUrl = Annotated[str, Field(pattern=r"^https://[^\s<>]+$", max_length=512)]
"""An address as Discord takes it for a button."""

ServiceUrl = Annotated[str, Field(pattern=r"^(https://|http://(127\.0\.0\.1|localhost)[:/])[^\s<>]+$", max_length=512)]
"""The address of a service that is asked; without TLS only on this machine."""


_LIST_SOURCE = r"^(https://[^\s<>]+|http://(127\.0\.0\.1|localhost)[:/][^\s<>]+|[^:\s][^:\n]*)$"
ListSource = Annotated[str, Field(pattern=_LIST_SOURCE, max_length=512)]
"""An address, or a file of this machine."""


class Shards(NamedTuple):
    """This process's shards and the total."""

    ids: tuple[int, ...]
    total: int

    @classmethod
    def read(cls, written: str) -> "Shards | None":
        """Read such as 0-3/16 or 0,5/16; empty is None."""
        if not written.strip():
            return None
        match = re.fullmatch(r"([\d,\s-]+)/\s*(\d{1,6})", written.strip())
        spans = (
            [re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", part.strip()) for part in match[1].split(",")] if match else []
        )
        if match is None or None in spans:
            raise ValueError("write for example 0-3/16")
        ids = [id for span in spans if span for id in range(int(span[1]), int(span[2] or span[1]) + 1)]
        total = int(match[2])
        if not ids or max(ids) >= total:
            raise ValueError(f"the shards of {total} are 0 to {total - 1}")
        return cls(tuple(sorted(set(ids))), total)

    def __str__(self) -> str:
        return f"{','.join(map(str, self.ids))}/{self.total}"


class About(NamedTuple):
    """The operator's name and addresses; None if not set."""

    operator: str | None = None
    source: str | None = None
    support: str | None = None
    privacy: str | None = None
    terms: str | None = None
    site: str | None = None


class Settings(BaseSettings):
    """All settings; created once, in main()."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True, env_ignore_empty=True
    )

    discord_token: SecretStr | None = Field(
        default=None, description="The bot's token. Without it, only the practice club."
    )
    discord_token_file: Path | None = Field(
        default=None, description="A file with the token, instead of DISCORD_TOKEN."
    )
    database_url: SecretStr = Field(
        default=SecretStr("sqlite:///crosstable.db"), description="Where the clubs' data is."
    )
    database_url_file: Path | None = Field(
        default=None, description="A file with the address, instead of DATABASE_URL."
    )
    database_pool: int = Field(default=5, ge=1, le=50, description="PostgreSQL: how many connections this process has.")
    backup_dir: Path | None = Field(default=None, description="The folder for daily backups (default: no backups).")
    backup_keep: int = Field(default=14, ge=1, description="How many of the newest backups are kept.")
    practice_database: Path = Field(default=Path("practice.db"), description="The practice club's own SQLite file.")
    practice_port: int = Field(default=8765, ge=0, le=65535, description="The practice page's port; 0: any free port.")
    practice_browser: bool = Field(default=True, description="Open the practice page in the browser.")
    font_dirs: Annotated[tuple[Path, ...], NoDecode] = Field(
        default=(), description="Folders with more fonts for pictures, separated by commas."
    )
    operator: str | None = Field(default=None, max_length=100, description="Who runs this instance, as /about says.")
    source_url: HttpsUrl | None = Field(default=None, description="Where its source code is.")
    support_url: HttpsUrl | None = Field(default=None, description="Where members find support, for example a server.")
    privacy_url: HttpsUrl | None = Field(default=None, description="Your privacy notice (docs/PRIVACY.md is a draft).")
    terms_url: HttpsUrl | None = Field(default=None, description="Your terms (docs/TERMS.md is a draft).")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO", description="How much is logged.")
    log_format: Literal["text", "json"] = Field(default="text", description="How a line of the log is written.")
    health_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="The port of /live, /ready and /metrics (default: none).",
    )
    health_host: str = Field(default="127.0.0.1", description="The address of these pages.")
    site_folder: Path | None = Field(default=None, description="The folder for clubs' web pages (default: none).")
    site_port: int | None = Field(
        default=None, ge=0, le=65535, description="The port that serves that folder (default: none)."
    )
    site_host: str = Field(default="127.0.0.1", description="The address of that port.")
    site_url: HttpsUrl | None = Field(default=None, description="The public address of that folder, shown on cards.")
    connect: Annotated[tuple[Service, ...], NoDecode] = Field(
        default=(), description="Services that may be asked, for example uschess,lichess,chesscom (default: none)."
    )
    uschess_api: ServiceUrl = Field(
        default="https://ratings-api.uschess.org/api/v1", description="The address of US Chess' ratings API."
    )
    uschess_api_key: SecretStr | None = Field(default=None, description="Your key for it, where it wants one.")
    lichess_api: ServiceUrl = Field(default="https://lichess.org", description="The address of Lichess' API.")
    chesscom_api: ServiceUrl = Field(default="https://api.chess.com/pub", description="That of chess.com's.")
    fide_list: ListSource | None = Field(
        default=None, description="FIDE's rating list for the clubs, each month: an address or a file (default: none)."
    )
    start_patience: float = Field(
        default=600, ge=0, description="How many seconds Discord and the database may be out of reach."
    )
    shards: Annotated[Shards | None, NoDecode] = Field(
        default=None,
        description="This process's shards, for example 0-3/16 or 0,5/16 (default: all).",
    )

    @model_validator(mode="before")
    @classmethod
    def _read_files(cls, given: dict[str, Any]) -> dict[str, Any]:
        read = {}
        for name in ("discord_token", "database_url"):
            path = given.get(f"{name}_file")
            if path and not given.get(name):
                try:
                    read[name] = Path(path).read_text(encoding="utf-8").strip()
                except OSError as error:
                    raise ValueError(f"{name.upper()}_FILE cannot be read: {error.strerror}") from None
        return {**given, **read}

    @field_validator("discord_token", "uschess_api_key", mode="before")
    @classmethod
    def _empty_is_unset(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @property
    def about(self) -> About:
        return About(self.operator, self.source_url, self.support_url, self.privacy_url, self.terms_url, self.site_url)

    def connections(self) -> Connections:
        addresses = {
            Service.USCHESS: self.uschess_api,
            Service.LICHESS: self.lichess_api,
            Service.CHESSCOM: self.chesscom_api,
        }
        key = self.uschess_api_key
        return Connections(
            {one: addresses[one] for one in self.connect},
            keys={} if key is None else {Service.USCHESS: key.get_secret_value()},
            contact=self.support_url or self.source_url,
        )

    @field_validator("connect", mode="before")
    @classmethod
    def _services(cls, value: object) -> object:
        return (
            tuple(part.strip().lower() for part in value.split(",") if part.strip())
            if isinstance(value, str)
            else value
        )

    @field_validator("font_dirs", mode="before")
    @classmethod
    def _folders(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("shards", mode="before")
    @classmethod
    def _shards(cls, value: object) -> object:
        return Shards.read(value) if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _readable(cls, value: SecretStr) -> SecretStr:
        Address.read(value.get_secret_value())
        return value
