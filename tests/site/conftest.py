"""Pyodide and axe from npm, and a browser."""

import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright

from bot.site import build
from tests.practice.browser import CHROMIUM, QUIET_BROWSER

NODE, NPM = shutil.which("node"), shutil.which("npm")


@pytest.fixture(scope="module")
def pyodide() -> Path:
    """Return Pyodide from npm; skip where there is no npm, or nothing to download from."""
    if NODE is None or NPM is None:
        pytest.skip("no node and npm here: install them to test the calculators in a browser")
    if not build.PYODIDE.is_dir():
        done = subprocess.run([NPM, "ci", "--no-audit", "--no-fund"], cwd=build.HERE, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"npm ci failed: {done.stderr[-300:]}")
    return build.PYODIDE


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: install chromium or google-chrome to test the calculators")
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET_BROWSER))
        yield found
        await found.close()
