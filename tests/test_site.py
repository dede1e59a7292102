"""The documentation site: built without a warning or a network, what it links to is there, and its search works."""

import importlib.util
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.browser import Browser
from tests.readme import ROOT
from tfgpu_migrate.rules import load

_LOADING = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")}
_NO_NETWORK = """
import socket
def refused(*_, **__): raise OSError("no network here")
socket.socket.connect = refused
socket.getaddrinfo = refused
"""


class Html(HTMLParser):
    """What a page loads, where its links lead, and which anchors it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if (tag, name) in _LOADING:
                self.loads.append(value or "")
            elif (tag, name) == ("a", "href"):
                self.links.append(value or "")
            elif name in ("id", "name"):
                self.anchors.add(value or "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is built."""
    if importlib.util.find_spec("material") is None:
        if os.environ.get("TFGPU_MIGRATE_REQUIRE_DOCS"):
            pytest.fail("mkdocs-material is missing, and TFGPU_MIGRATE_REQUIRE_DOCS is set")
        pytest.skip("needs mkdocs-material: pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    (folder / "sitecustomize.py").write_text(_NO_NETWORK, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "-f",
            str(ROOT / "mkdocs.yml"),
            "-d",
            str(folder / "out"),
        ],
        env={**os.environ, "PYTHONPATH": str(folder), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder / "out"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Html]:
    return {path: Html(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_each_rule_and_each_guide_has_a_page(site: Path, pages: dict[Path, Html]) -> None:
    assert {f"{code}.html" for code in load()} <= {path.name for path in (site / "rules").iterdir()}
    sources = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert sources <= {path.stem for path in site.glob("*.html")}
    assert {"index", "changelog", "contributing", "security", "benchmarks"} <= {
        path.stem for path in site.glob("*.html")
    }
    assert len(pages) > 100


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Html]) -> None:
    assert {url for page in pages.values() for url in page.loads if re.match(r"(?:https?:)?//", url)} == set()
    for style in site.rglob("*.css"):
        assert re.findall(r"url\(\s*['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")) == []


def test_every_link_leads_to_a_page_and_an_anchor_that_are_there(pages: dict[Path, Html], site: Path) -> None:
    dead = []
    known = {str(path): page for path, page in pages.items()}
    there = {str(path) for path in site.rglob("*")}
    for path, page in pages.items():
        if path.name == "404.html":  # is shown under any address
            continue
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            file = os.path.normpath(path.parent / unquote(target)) if target else str(path)
            if file not in there or (file in known and unquote(anchor) not in known[file].anchors):
                dead.append((path.name, link))
    assert dead == []


def test_no_diagram_waits_for_a_program_that_the_site_has_not(site: Path) -> None:
    drawn = re.compile(r"class=\"(?:mermaid|language-mermaid)")
    assert [path.name for path in site.rglob("*.html") if drawn.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.browser
@pytest.mark.parametrize("page", ["index.html", "rules/TFM301.html"])
def test_search_works_from_a_disk(browser: Browser, site: Path, page: str) -> None:
    with browser.of_a_site(site / page) as shown:
        shown.locator("[data-md-component=search-query]").click()
        shown.keyboard.type("growth-on-one-gpu", delay=20)
        hit = shown.locator(".md-search-result__link", has_text="TFM503").first
        hit.wait_for(state="attached", timeout=20_000)
        address = str(hit.get_attribute("href"))
        assert address.startswith("file:")
        assert (site / "rules" / "TFM503.html").as_uri() in address
        shown.goto(address)
        assert "TFM503" in shown.title()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("typed", "page", "text"),
    [
        ("TFM301", "rules/TFM301.html", "memory-growth (TFM301)"),
        ("tfm900", "rules/TFM900.html", "invalid-syntax (TFM900)"),
        ("memory-growth", "rules/TFM301.html", "memory-growth"),
        ("estimator", "rules/TFM107.html", "tf.estimator"),
        ("tf.estimator", "rules/TFM107.html", "tf.estimator"),
        ("--baseline", "guide.html", "baseline"),
        ("--expect-gpu", "verify.html", "--expect-gpu"),
        ("set_memory_growth", "rules/TFM301.html", "set_memory_growth"),
        ("check --fix", "verify.html", "--fix"),
    ],
)
def test_codes_flags_and_members_are_found(browser: Browser, site: Path, typed: str, page: str, text: str) -> None:
    with browser.of_a_site(site / "index.html") as shown:
        shown.locator("[data-md-component=search-query]").click()
        shown.keyboard.type(typed, delay=20)
        hit = shown.locator(f".md-search-result__link[href*='{(site / page).as_uri()}']", has_text=text).first
        hit.wait_for(state="attached", timeout=20_000)


@pytest.mark.browser
def test_what_a_command_printed_is_not_copied(browser: Browser, site: Path) -> None:
    with browser.of_a_site(site / "tutorial.html") as shown:
        shown.locator(".highlight .md-code__nav").first.wait_for(state="attached")
        sessions = shown.locator(".highlight:has(.gp)")  # a prompt
        assert sessions.count() > 5
        assert sessions.locator(".md-code__nav").count() == 0


@pytest.mark.browser
def test_every_page_is_without_errors(browser: Browser, site: Path) -> None:
    for page in sorted(set(site.glob("*.html")) - {site / "404.html"}):  # which only a server shows
        with browser.of_a_site(page) as shown:
            assert shown.locator("h1").count() >= 1, page.name


def test_the_home_page_is_the_readme(pages: dict[Path, Html], site: Path) -> None:
    title = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    home = pages[site / "index.html"]
    assert f'<h1 id="{title}">' in (site / "index.html").read_text(encoding="utf-8")
    assert "rules/TFM301.html" in home.links
    assert "tutorial.html" in home.links
