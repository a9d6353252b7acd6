"""The built site: what is in the folder, and how it behaves in a browser."""

import functools
import http.server
import io
import os
import re
import subprocess
import sysconfig
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect
from pypdf import PdfReader

from bot.site import build
from tests.site import ROOT, SAMPLE
from tests.site.conftest import NODE
from tests.site.test_calculator import GRANDMASTERS, TSH

TESTS_IN_WEBASSEMBLY = [
    *(f"tests/core/rating/{room}" for room in ("elo", "glicko2", "uschess", "fide", "naspa", "qursh")),
    "tests/core/tournament/tiebreaks",
    "tests/core/rating/oracle/test_oracle_update.py",
    "tests/core/rating/oracle/test_oracle_scale.py",
    "--ignore=tests/core/rating/qursh/test_qursh_history.py",  # numpy
    "--ignore=tests/core/rating/uschess/test_uschess_lifetime_seed.py",  # counts the tests with properties
]
MINUTE = 60_000


@pytest.fixture(scope="module")
def site(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "out"
    build.build(folder)
    return folder


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def served(site: Path) -> Iterator[http.server.ThreadingHTTPServer]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site.parent)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_build_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "PYODIDE", tmp_path / "none")
    with pytest.raises(FileNotFoundError, match=r"Pyodide is missing\. Run npm ci in bot/site"):
        build.build(tmp_path / "out")


@pytest.mark.long
def test_no_page_names_another_host(site: Path) -> None:
    for path in site.rglob("*"):
        if path.suffix in {".html", ".css"} or path.name in {"site.js", "worker.js", "service-worker.js"}:
            assert "//" not in re.sub(r"(?m)^\s*//.*|<!doctype html>", "", path.read_text(encoding="utf-8")), path.name


@pytest.mark.long
def test_the_same_sources_build_the_same_site(site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    build.build(again)
    assert (again / "service-worker.js").read_bytes() == (site / "service-worker.js").read_bytes()
    names = zipfile.ZipFile(again / "crosstable.zip").namelist()
    assert "core/rating/systems.py" in names
    assert not [name for name in names if name.startswith(("bot/store", "bot/services", "tests"))]


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_golden_cases_agree_in_webassembly(pyodide: Path) -> None:
    packages = sysconfig.get_path("purelib")
    script = ROOT / "tests" / "site" / "pyodide_pytest.mjs"
    command = [str(NODE), str(script), str(pyodide), str(ROOT), packages, *TESTS_IN_WEBASSEMBLY]
    done = subprocess.run(command, capture_output=True, text=True, timeout=800, env=os.environ | {"NO_COLOR": "1"})
    last = done.stdout.strip().rpartition("\n")[2]
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(last.split(" passed")[0].split()[-1]) > 1500, last


async def opened(browser: Browser, served: http.server.ThreadingHTTPServer, name: str, width: int = 400) -> Page:
    context = await browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=False)
    page = await context.new_page()
    host = f"http://127.0.0.1:{served.server_port}"
    page.on("request", lambda request: strangers.append(request.url) if not request.url.startswith(host) else None)
    strangers: list[str] = []
    page.strangers = strangers  # type: ignore[attr-defined]
    await page.goto(f"{host}/out/{name}")
    return page


@pytest.mark.long
async def test_the_seeds_example_is_calculated_and_its_address_says_it(
    browser: Browser, served: http.server.ThreadingHTTPServer
) -> None:
    page = await opened(browser, served, "us-chess.html")
    await page.click("#example")
    figure = page.locator(".figure")
    await expect(figure).to_have_text("1470 → 1510 (+40.27)", timeout=2 * MINUTE)
    assert "opponents=974+951+2471+1585" in page.url
    assert page.strangers == []  # type: ignore[attr-defined]
    await page.fill("[name=opponents]", "Dana")
    await page.click("[type=submit]")
    await expect(page.locator(".error")).to_contain_text('"Dana" is not a rating')


@pytest.mark.long
async def test_python_starts_once_for_all_calculators(
    browser: Browser, served: http.server.ThreadingHTTPServer
) -> None:
    page = await opened(browser, served, "us-chess.html")
    await page.click("#example")
    await expect(page.locator(".figure")).to_have_text("1470 → 1510 (+40.27)", timeout=2 * MINUTE)
    await page.evaluate("window.stayed = true")
    await page.click("nav >> text=Oracle")
    await expect(page.locator("h1")).to_have_text("Oracle match calculator")
    await page.click("#example")
    await expect(page.locator(".figure")).to_contain_text("60 → ")
    await page.go_back()
    await expect(page.locator("h1")).to_have_text("US Chess rating calculator")
    assert await page.evaluate("window.stayed")
    assert len(page.workers) == 1


@pytest.mark.long
async def test_a_dropped_file_is_rated(browser: Browser, served: http.server.ThreadingHTTPServer) -> None:
    page = await opened(browser, served, "file.html", 1280)
    await page.set_input_files("input[type=file]", SAMPLE)
    await expect(page.locator("tbody tr")).not_to_have_count(0, timeout=2 * MINUTE)
    await page.select_option("[name=list]", "fide-rapid")
    await expect(page.locator("#answer .small")).to_contain_text("FIDE Rapid")


@pytest.mark.long
async def test_a_page_is_used_by_keyboard_and_prints_its_answer(
    browser: Browser, served: http.server.ThreadingHTTPServer
) -> None:
    page = await opened(browser, served, "elo.html", 1280)
    await page.focus("[name=opponents]")
    for text in ("W1613 L1477", "", "1600"):
        await page.keyboard.type(text)
        await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator(".figure")).to_contain_text("1600 → ", timeout=2 * MINUTE)
    printed = PdfReader(io.BytesIO(await page.pdf(format="A4")))
    text = "".join(sheet.extract_text() for sheet in printed.pages)
    assert "1600 → " in text
    assert "Expected scores" in text
    assert "Calculate" not in text


@pytest.mark.long
async def test_divisions_are_dropped_together_and_ranked(
    browser: Browser, served: http.server.ThreadingHTTPServer, tmp_path: Path
) -> None:
    for name in ("a.t", "b.t"):
        (tmp_path / name).write_bytes(TSH)
    page = await opened(browser, served, "file.html", 1280)
    await page.set_input_files("input[type=file]", [tmp_path / "a.t", tmp_path / "b.t"])
    standings = page.get_by_role("table", name="QURSH standings")
    await expect(standings.locator("tbody tr")).to_have_count(4, timeout=2 * MINUTE)


@pytest.mark.long
async def test_a_title_norm_is_checked_from_its_address(
    browser: Browser, served: http.server.ThreadingHTTPServer
) -> None:
    page = await opened(browser, served, f"fide-norms.html#opponents={GRANDMASTERS}&format=swiss&norm=GM")
    await expect(page.locator(".figure")).to_have_text("GM norm earned, to be confirmed", timeout=2 * MINUTE)
    assert await page.locator("[name=format]").input_value() == "swiss"
    await page.click("#example")
    await expect(page.locator(".figure")).to_contain_text("IM norm", timeout=2 * MINUTE)


@pytest.mark.long
async def test_a_second_visit_needs_no_connection(browser: Browser, served: http.server.ThreadingHTTPServer) -> None:
    page = await opened(browser, served, "us-chess.html")
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    host = f"http://127.0.0.1:{served.server_port}/out/"
    served.shutdown()
    served.server_close()
    await page.goto(f"{host}fide.html")
    await page.click("#example")
    await expect(page.locator(".figure")).to_contain_text("1800 → ", timeout=2 * MINUTE)


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 768, 1280])
async def test_no_page_is_wider_than_the_screen_or_hard_to_use(
    browser: Browser, served: http.server.ThreadingHTTPServer, width: int
) -> None:
    axe = build.HERE / "node_modules" / "axe-core" / "axe.min.js"
    for page_of in ("index", *(one.key for one in build.PAGES)):
        context = await browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=True)
        page = await context.new_page()
        await page.goto(f"http://127.0.0.1:{served.server_port}/out/{page_of}.html")
        assert await page.evaluate("document.documentElement.scrollWidth") <= width, page_of
        await page.add_script_tag(path=axe)
        found = await page.evaluate("axe.run().then(one => one.violations.map(each => each.id + ': ' + each.help))")
        assert found == [], page_of
        await context.close()
