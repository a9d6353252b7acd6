"""Settings, from the environment or a .env file; every one of them stands in .env.example."""

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.services.backup.retention import Retention
from bot.store.urls import Address
from core.errors import InputError


class Settings(BaseSettings):
    """Everything that can be set from outside; made once, in main()."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True, env_ignore_empty=True
    )

    discord_token: SecretStr | None = Field(default=None, description="The bot's token; without it, the practice club.")
    discord_token_file: Path | None = Field(default=None, description="A file with the token, where it is not above.")
    database_url: SecretStr = Field(
        default=SecretStr("sqlite:///crosstable.db"), description="Where the clubs' data is."
    )
    database_url_file: Path | None = Field(default=None, description="A file with the address, instead of it.")
    database_pool: int = Field(default=5, ge=1, le=50, description="PostgreSQL: how many connections this process has.")
    database_prepare: bool = Field(default=False, description="PostgreSQL: prepare statements; not behind a pooler.")
    backup_dir: Path | None = Field(default=None, description="Where a backup goes once a day; nowhere if empty.")
    backup_keep: str = Field(
        default="7d,4w,6m", description="Which of them stay: the last of as many days, weeks, months."
    )
    practice_database: Path = Field(default=Path("practice.db"), description="The practice club's own SQLite file.")
    practice_port: int = Field(default=8765, ge=0, le=65535, description="The practice page's port; 0 takes any.")
    practice_browser: bool = Field(default=True, description="Open the practice page in the browser.")
    font_dirs: Annotated[tuple[Path, ...], NoDecode] = Field(
        default=(), description="Folders with further fonts for pictures, with commas between them."
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(default="INFO", description="How much is logged.")
    log_format: Literal["text", "json"] = Field(default="text", description="How a line of the log is written.")
    health_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="The port of /live, /ready and /metrics; none of them if empty.",
    )
    health_host: str = Field(default="127.0.0.1", description="The address on which they are answered.")
    start_patience: float = Field(
        default=600, ge=0, description="For how many seconds Discord and the database may be out of reach."
    )
    shard_count: int | None = Field(default=None, ge=1, description="All shards together; Discord's advice if empty.")
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = Field(
        default=None, description="The shards of this process, such as 0,1; all of them if empty."
    )

    @model_validator(mode="before")
    @classmethod
    def _read_files(cls, given: dict[str, Any]) -> dict[str, Any]:
        """Read what platforms give as a file: secrets of containers, credentials of systemd."""
        read = {}
        for name in ("discord_token", "database_url"):
            path = given.get(f"{name}_file")
            if path and not given.get(name):
                try:
                    read[name] = Path(path).read_text(encoding="utf-8").strip()
                except OSError as error:
                    raise ValueError(f"{name.upper()}_FILE cannot be read: {error.strerror}") from None
        return {**given, **read}

    @field_validator("discord_token", "shard_count", mode="before")
    @classmethod
    def _empty_is_unset(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @field_validator("font_dirs", mode="before")
    @classmethod
    def _folders(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _numbers(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(int(part) for part in value.split(",")) if value.strip() else None
        return value

    @field_validator("database_url")
    @classmethod
    def _readable(cls, value: SecretStr) -> SecretStr:
        Address.read(value.get_secret_value())
        return value

    @field_validator("backup_keep")
    @classmethod
    def _kept(cls, value: str) -> str:
        try:
            Retention.read(value)
        except InputError:
            raise ValueError("write such as 7d,4w,6m") from None
        return value

    @field_validator("shard_ids")
    @classmethod
    def _within_the_count(cls, value: tuple[int, ...] | None, info: ValidationInfo) -> tuple[int, ...] | None:
        count = info.data.get("shard_count")
        if value is None:
            return None
        if count is None:
            raise ValueError("SHARD_COUNT must be set too")
        if not all(0 <= shard < count for shard in value):
            raise ValueError(f"the shards of {count} are 0 to {count - 1}")
        return value
