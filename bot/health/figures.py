"""The figures of /metrics, in Prometheus's form: the only module that knows prometheus-client.

Every name begins with `crosstable_`. Labels are few and known beforehand: no ids of clubs or members.
"""

import math
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from bot.services.upkeep.last_verified import noted
from bot.store.backups import companion

if TYPE_CHECKING:
    from bot.app import CrosstableBot
    from bot.store.database import Database

COMMAND_SECONDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15)
DATABASE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60)
LAG_SECONDS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

COUNTERS = {
    "commands_total": ("Commands, controls and forms that were answered", ("command", "outcome")),
    "transactions_total": ("Transactions", ("kind", "outcome")),
    "folds_total": ("Lists that were folded", ("reason",)),
    "fold_facts_total": ("Facts that changed and led to a fold", ("reason",)),
    "imports_total": ("Files that were read or refused", ("format", "outcome")),
    "gateway_reconnects_total": ("Connections to Discord's gateway that broke off", ("shard",)),
    "rest_requests_total": ("Requests to Discord", ("method", "status")),
    "job_failures_total": ("Jobs of the hour that failed", ("job",)),
}
HISTOGRAMS = {
    "command_seconds": ("From the command's arrival to its answer", ("command",), COMMAND_SECONDS),
    "acknowledge_seconds": ("From the member's press to the first answer", ("kind",), COMMAND_SECONDS),
    "database_seconds": ("Transactions, without waiting for a turn", ("kind", "backend"), DATABASE_SECONDS),
    "database_wait_seconds": ("Waiting for the club's share or for a connection", ("what",), DATABASE_SECONDS),
    "fold_seconds": ("Folds of all lists that a change moves", ("reason",), DATABASE_SECONDS),
    "loop_lag_seconds": ("By how much the event loop is late", (), LAG_SECONDS),
}
GAUGES = {
    "job_last_success_timestamp_seconds": ("When a job of the hour was last done", ("job",)),
}
READ_WHEN_ASKED = {
    "gateway_latency_seconds": "From a heartbeat to its answer",
    "shard_connected": "1 for a shard that is connected",
    "guilds": "Servers of a shard",
    "database_connections": "Connections to the database",
    "database_bytes": "Size of the database",
    "verify_differences": "What the last `crosstable verify` found stored otherwise, by the note in BACKUP_DIR",
    "backup_age_seconds": "Since the newest backup of BACKUP_DIR",
    "build_info": "The program's version",
}


def program_version() -> str:
    """Return the version that is installed, "unknown" for a folder that is not."""
    try:
        return version("crosstable")
    except PackageNotFoundError:
        return "unknown"


class Figures:
    """Keeps what `bot.measures` tells, and reads the rest when it is asked for."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._kept: dict[str, Any] = {}
        for name, (says, labels) in COUNTERS.items():
            self._kept[name] = Counter(f"crosstable_{name}", says, labels, registry=self._registry)
        for name, (says, labels, buckets) in HISTOGRAMS.items():
            self._kept[name] = Histogram(f"crosstable_{name}", says, labels, buckets=buckets, registry=self._registry)
        for name, (says, labels) in GAUGES.items():
            self._kept[name] = Gauge(f"crosstable_{name}", says, labels, registry=self._registry)
        ProcessCollector(namespace="crosstable", registry=self._registry)

    def read(self, collector: Collector) -> None:
        """Let a collector add what it reads each time."""
        self._registry.register(collector)

    def count(self, name: str, amount: float, labels: Mapping[str, str]) -> None:
        self._of(name, labels).inc(amount)

    def observe(self, name: str, value: float, labels: Mapping[str, str]) -> None:
        self._of(name, labels).observe(value)

    def put(self, name: str, value: float, labels: Mapping[str, str]) -> None:
        self._of(name, labels).set(value)

    def text(self) -> bytes:
        """Return all of them, as Prometheus reads them."""
        return generate_latest(self._registry)

    def _of(self, name: str, labels: Mapping[str, str]) -> Any:
        kept = self._kept[name]
        return kept.labels(**labels) if labels else kept


class State(Collector):
    """Reads the state of the bot and its database when the figures are asked for."""

    def __init__(self, database: "Database", backups: Path | None) -> None:
        self.database, self._backups = database, backups
        self.bot: CrosstableBot | None = None
        self.bytes: int | None = None

    def describe(self) -> Iterable[GaugeMetricFamily]:
        return ()

    def collect(self) -> Iterable[GaugeMetricFamily]:
        latency, connected, guilds = (_gauge(name, "shard") for name in tuple(READ_WHEN_ASKED)[:3])
        if self.bot is not None:
            for shard_id, shard in self.bot.shards.items():
                label = [str(shard_id)]
                connected.add_metric(label, 0 if shard.is_closed() else 1)
                if math.isfinite(shard.latency):
                    latency.add_metric(label, shard.latency)
                guilds.add_metric(label, sum(guild.shard_id == shard_id for guild in self.bot.guilds))
        size = _gauge("database_bytes")
        if self.bytes is not None:
            size.add_metric([], self.bytes)
        differences = _gauge("verify_differences")
        found = noted(self._backups) if self._backups else None
        if found is not None:
            differences.add_metric([], found)
        build = _gauge("build_info", "version")
        build.add_metric([program_version()], 1)
        age = _gauge("backup_age_seconds")
        made = [told.made_at for told in companion.in_folder(self._backups).values()] if self._backups else []
        if made:
            age.add_metric([], (datetime.now(UTC) - max(made)).total_seconds())
        return (latency, connected, guilds, size, build, differences, age)


def _gauge(name: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"crosstable_{name}", READ_WHEN_ASKED[name], labels=labels)
