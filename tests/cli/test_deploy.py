"""deploy/ and docs/operating.md are held to the program."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram

from bot import metrics
from bot.cli.commands import COMMANDS
from bot.exit_codes import FAILED, SETTINGS
from bot.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
ROOT = DEPLOY.parent
OPERATING = (ROOT / "docs" / "operating.md").read_text("utf-8")

OTHERS = {"PYTHONSAFEPATH", "PYTHONDONTWRITEBYTECODE", "MALLOC_ARENA_MAX", "PATH", "SQLITE_TMPDIR"}
"""Variables that Python, the C library and SQLite read."""

LABELS = {"command", "outcome", "kind", "status", "job", "le"}
NAMES = {name.upper() for name in Settings.model_fields}


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def yaml_of(name: str) -> Any:
    return yaml.safe_load(text(name))


def figures() -> set[str]:
    """Return the names of all series that /metrics has."""
    found = set()
    for one in vars(metrics).values():
        if isinstance(one, Counter | Gauge | Histogram):
            (family,) = one.describe()
            endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(family.type, ("",))
            found |= {f"{family.name}{ending}" for ending in endings}
    return found


def expressions() -> dict[str, str]:
    rules = [rule for group in yaml_of("alerts.yml")["groups"] for rule in group["rules"]]
    found = {rule["alert"]: rule["expr"] for rule in rules}
    for panel in json.loads(text("dashboard.json"))["panels"]:
        for target in panel["targets"]:
            found[f"{panel['title']} {target['refId']}"] = target["expr"]
    return found


@pytest.mark.parametrize(("where", "expression"), expressions().items())
def test_alerts_and_dashboard_ask_for_figures_that_there_are(where: str, expression: str) -> None:
    asked = set(re.findall(r"crosstable_\w+", expression))
    assert asked or 'job="crosstable"' in expression
    assert asked <= figures()
    assert expression.count("(") == expression.count(")")
    for names in re.findall(r"by \(([^)]*)\)", expression):
        assert {name.strip() for name in names.split(",")} <= LABELS, where


def test_every_alarm_is_explained() -> None:
    for rule in (rule for group in yaml_of("alerts.yml")["groups"] for rule in group["rules"]):
        assert f"`{rule['alert']}`" in OPERATING
        assert rule["annotations"]["summary"]
        assert set(rule) <= {"alert", "expr", "for", "annotations"}


def test_every_exit_code_is_explained() -> None:
    rows = dict(re.findall(r"^\| (\d+) \| (.+?) \|", OPERATING, re.MULTILINE))
    assert set(rows) == {"0", str(FAILED), str(SETTINGS)}
    unit = dict(line.split("=", 1) for line in text("crosstable.service").splitlines() if re.match(r"\w+=", line))
    assert unit["RestartPreventExitStatus"] == str(SETTINGS)
    assert unit["Restart"] == "on-failure"
    assert int(unit["TimeoutStopSec"]) >= 45


def test_every_command_is_explained() -> None:
    for name in ("init", *COMMANDS):
        assert f"crosstable {name}" in OPERATING, name


def test_the_unit_and_the_image_set_what_the_program_reads() -> None:
    unit = re.findall(r"^Environment=(.+)$", text("crosstable.service"), re.MULTILINE)
    set_by_unit = {pair.split("=")[0] for line in unit for pair in line.split()}
    image = text("Dockerfile")
    set_by_image = set(re.findall(r"(?:ENV |^ {4})([A-Z_]+)=", image, re.MULTILINE))
    assert "HEALTH_PORT" in set_by_image & set_by_unit
    assert set_by_image | set_by_unit <= NAMES | OTHERS


def test_the_image_runs_commands_that_there_are_as_nobody() -> None:
    image = text("Dockerfile")
    assert json.loads(re.findall(r"^CMD (\[.*\])", image, re.MULTILINE)[0])[0] in COMMANDS
    assert re.search(r"^USER 10001:10001$", image, re.MULTILINE)
    assert "practice" not in re.sub(r"#.*", "", image)
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", image, re.MULTILINE):
        for name in copied.split():
            assert (ROOT / name).exists()
            assert f"!{name}" in text("Dockerfile.dockerignore").splitlines()
    client = re.findall(r"postgresql-client-(\d+)", image)
    assert yaml_of("compose.yaml")["services"]["postgres"]["image"] == f"postgres:{client[0]}"


SERVICE_KEYS = {
    "build", "cap_drop", "command", "depends_on", "environment", "healthcheck", "image", "logging", "mem_limit",
    "ports", "profiles", "read_only", "restart", "security_opt", "stop_grace_period", "tmpfs", "user", "volumes",
}  # fmt: skip
"""Of the Compose specification's keys of a service, those that are used."""


def test_compose_has_the_structure_of_its_specification() -> None:
    compose = yaml_of("compose.yaml")
    assert {key for key in compose if not key.startswith("x-")} == {"services", "volumes"}
    services = compose["services"]
    for name, service in services.items():
        assert set(service) <= SERVICE_KEYS, name
        assert "image" in service
        for other, condition in service.get("depends_on", {}).items():
            assert condition == {"condition": "service_healthy"}
            assert "healthcheck" in services[other]
        for volume in service.get("volumes", []):
            source, target, *_ = volume.split(":")
            assert target.startswith("/")
            assert (DEPLOY / source).exists() if source.startswith(".") else source in compose["volumes"]


def test_compose_runs_the_bot_with_as_few_rights_as_it_needs() -> None:
    services = yaml_of("compose.yaml")["services"]
    bots = {name: service for name, service in services.items() if service["image"] == "crosstable"}
    assert set(bots) == {"bot", "bot-sqlite", "verify"}
    for name, service in bots.items():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["stop_grace_period"] == "45s"
        assert set(service["environment"]) <= NAMES | OTHERS, name
        assert service.get("command", ["run"])[0] in COMMANDS
    assert services["prometheus"]["volumes"][1].startswith("./alerts.yml")
    assert yaml_of("prometheus.yml")["rule_files"] == ["alerts.yml"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for path in DEPLOY.glob("crosstable*.*"):
        # The program is not installed on this machine: any other that is there.
        changed = path.read_text("utf-8").replace("/opt/crosstable/bin/crosstable", sys.executable)
        (tmp_path / path.name).write_text(changed, "utf-8")
    units = sorted(map(str, tmp_path.iterdir()))
    ended = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_production_install_carries_nothing_of_the_practice_club() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    needed = project[project.index("\ndependencies = [") : project.index("[project.scripts]")]
    assert "simcord" not in needed
    assert 'practice = ["simcord' in project


def test_no_lower_bound_allows_a_version_with_a_published_vulnerability() -> None:
    """Pillow 12.2 and aiohttp 3.14.3 are the first without one, by their own security advisories."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"pillow>=12.2", "aiohttp>=3.14.3"} <= set(project["dependencies"])


def test_the_unit_bounds_files_and_rights() -> None:
    unit = (ROOT / "deploy" / "crosstable.service").read_text(encoding="utf-8").splitlines()
    assert {"LimitNOFILE=4096", "NoNewPrivileges=yes", "RestrictNamespaces=yes", "UMask=0077"} <= set(unit)
