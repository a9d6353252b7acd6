"""The /metrics figures. Labels are fixed: no ids."""

from prometheus_client import Counter, Gauge, Histogram

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15)

commands = Counter("crosstable_commands", "Commands, buttons and forms answered", ["command", "outcome"])
command_seconds = Histogram(
    "crosstable_command_seconds", "From a command's arrival to its answer", ["command"], buckets=SECONDS
)
acknowledge_seconds = Histogram(
    "crosstable_acknowledge_seconds", "From a member's press to the first answer", buckets=SECONDS
)
database_seconds = Histogram("crosstable_database_seconds", "Transactions: read or write", ["kind"], buckets=SECONDS)
loop_lag_seconds = Histogram("crosstable_loop_lag_seconds", "How late the event loop is", buckets=SECONDS)
rest_requests = Counter("crosstable_rest_requests", "Requests to Discord by status, such as 2xx, 429", ["status"])
gateway_reconnects = Counter("crosstable_gateway_reconnects", "Lost connections to Discord's gateway")
job_failures = Counter("crosstable_job_failures", "Hourly jobs that failed", ["job"])
job_last_success = Gauge("crosstable_job_last_success_timestamp_seconds", "When an hourly job last succeeded", ["job"])

# Set when /metrics is asked for.
guilds = Gauge("crosstable_guilds", "Servers")
shards = Gauge("crosstable_shards", "Shards of this process")
shards_connected = Gauge("crosstable_shards_connected", "Shards that are connected")
gateway_latency_seconds = Gauge("crosstable_gateway_latency_seconds", "From a heartbeat to Discord's answer")
database_bytes = Gauge("crosstable_database_bytes", "Size of the database")
backup_age_seconds = Gauge("crosstable_backup_age_seconds", "Age of the newest backup in BACKUP_DIR")
