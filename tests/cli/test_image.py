"""The steps of deploy/Dockerfile without a container or a network."""

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.wire.discord_here import Wire, discord_here

ROOT = Path(__file__).parents[2]
IMAGE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
NOBODY, GRACE, SECONDS = 65534, 45, 60

TO_THE_WIRE = """
import discord
from discord.http import Route
from yarl import URL

Route.BASE = "http://{host}/api"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL("ws://{host}/ws/")
"""


def python_for_others() -> str:
    """Return an interpreter of this version that another user may run, else this one."""
    name = f"python3.{sys.version_info.minor}"
    others = [sys._base_executable, shutil.which(name, path="/usr/local/bin:/usr/bin")]  # type: ignore[attr-defined]
    for path in filter(None, others):
        whole = Path(path).resolve()
        if all(folder.stat().st_mode & 0o001 for folder in (whole, *whole.parents)):
            return str(whole)
    return sys.executable


def needed(found: Distribution, extras: frozenset[str] = frozenset()) -> Iterator[Distribution]:
    for line in found.requires or ():
        requirement = Requirement(line)
        for extra in ("", *extras):
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
                one = distribution(requirement.name)
                yield one
                yield from needed(one, frozenset(requirement.extras))
                break


def build(folder: Path) -> Path:
    """Make the wheel of what the image copies."""
    source, venv = folder / "src", folder / "venv"
    source.mkdir()
    for names in re.findall(r"^COPY (?!--from)(.+) \S+$", IMAGE, re.MULTILINE):
        for name in names.split():
            here = ROOT / name
            (source / name).parent.mkdir(exist_ok=True)
            if here.is_dir():
                shutil.copytree(here, source / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(here, source / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    offline = ["--no-index", "--no-deps"]
    run(*pip, "wheel", *offline, "--no-build-isolation", "-w", str(folder), str(source))
    (wheel,) = folder.glob("crosstable-*.whl")
    run(python_for_others(), "-m", "venv", "--without-pip", str(venv))
    python = str(venv / "bin" / "python")
    run(*pip, "--python", python, "install", *offline, "--no-compile", str(wheel))
    (packages,) = venv.glob("lib/python3.*/site-packages")
    (metadata,) = packages.glob("crosstable-*.dist-info")
    pinned = pins("deploy/requirements.txt")
    there = {canonicalize_name(one.name): one for one in needed(Distribution.at(metadata))}
    assert not {"simcord", "av", "pytest"} & set(there)
    for name, one in there.items():
        assert Version(pinned[name]) == Version(one.version), name
        for path in one.files or ():
            if not str(path).startswith(".."):
                (packages / path).parent.mkdir(parents=True, exist_ok=True)
                if path.locate().exists():
                    shutil.copy(str(path.locate()), packages / path)
    run(python, "-m", "compileall", "-q", str(packages))
    return venv


def pins(file: str) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / file).read_text("utf-8"), re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def test_the_image_installs_the_pinned_versions_by_their_digests_alone() -> None:
    pinned, text = pins("deploy/requirements.txt"), (ROOT / "deploy" / "requirements.txt").read_text("utf-8")
    assert pinned.items() <= pins("constraints.txt").items()
    direct = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    everywhere = [one.name for one in map(Requirement, direct) if one.marker is None]
    assert {canonicalize_name(name) for name in everywhere} <= pinned.keys()
    one = re.compile(r"[\w.-]+==[\w.]+( \\\n    --hash=sha256:[0-9a-f]{64})+")
    assert one.sub("", text).strip() == ""
    assert "--require-hashes -r deploy/requirements.txt" in IMAGE
    assert set(re.findall(r"pip install ([^\\\n]*)", IMAGE)) == {
        "--no-cache-dir --no-compile --only-binary :all: --require-hashes -r deploy/requirements.txt ",
        "--no-cache-dir --no-compile --no-index --no-deps --no-build-isolation . ",
    }


def run(*command: str) -> None:
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


def environment(folder: Path, wire: Wire) -> dict[str, str]:
    """Return what the image sets, beside a token and the way to this machine's Discord."""
    block = re.search(r"^ENV ((?:.*\\\n)*.*)", IMAGE, re.MULTILINE)
    assert block is not None
    told = dict(pair.split("=", 1) for pair in block[1].replace("\\\n", " ").split())
    told["PATH"] = told["PATH"].replace("/venv", str(folder / "venv")).replace("$PATH", os.environ["PATH"])
    (folder / "wire").mkdir()
    (folder / "wire" / "sitecustomize.py").write_text(TO_THE_WIRE.format(host=wire.url))
    with socket.create_server(("127.0.0.1", 0)) as free:
        told["HEALTH_PORT"] = str(free.getsockname()[1])
    return told | {"HEALTH_HOST": "127.0.0.1", "PYTHONPATH": str(folder / "wire"), "DISCORD_TOKEN": "token"}


def health_check() -> list[str]:
    found: list[str] = json.loads(re.findall(r"HEALTHCHECK [^[]*CMD (\[.*\])", IMAGE)[0])
    return found


def as_nobody() -> dict[str, int]:
    """Return the arguments of a process that make it another user's."""
    return {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}


@pytest.fixture
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp())
    made.chmod(0o755)
    yield made
    subprocess.run(["chmod", "-R", "u+w", str(made)], check=True)
    shutil.rmtree(made)


@pytest.mark.long
async def test_the_steps_of_the_image_give_a_bot_that_starts_and_ends(folder: Path) -> None:
    venv = await asyncio.to_thread(build, folder)
    volume = folder / "data"
    volume.mkdir(mode=0o700)
    if os.geteuid() == 0:
        os.chown(volume, NOBODY, NOBODY)
    run("chmod", "-R", "a-w,a+rX", str(venv))
    before = set(venv.rglob("*"))
    async with discord_here() as wire:
        told = environment(folder, wire)
        program = str(venv / "bin" / "crosstable")
        with (folder / "log").open("w+b") as log:
            bot = await asyncio.create_subprocess_exec(
                program, "run", "--set-up", cwd=volume, env=told, stderr=log, **as_nobody()
            )
            try:
                async with asyncio.timeout(SECONDS):
                    await wire.ready.wait()
                    code = None
                    while code != 0:
                        asked = await asyncio.create_subprocess_exec(
                            *health_check(), cwd=volume, env=told, stdout=-3, stderr=-3, **as_nobody()
                        )
                        code = await asked.wait()
                bot.send_signal(signal.SIGTERM)
                async with asyncio.timeout(GRACE):
                    assert await bot.wait() == 0
            except BaseException:
                log.seek(0)
                print(log.read().decode()[-4000:])
                raise
            finally:
                if bot.returncode is None:
                    bot.kill()
    assert (volume / "crosstable.db").stat().st_mode & 0o777 == 0o600
    assert set(venv.rglob("*")) == before
