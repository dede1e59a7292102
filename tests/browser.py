"""A page of the program in Chromium: what it shows, and all that it must not do."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import Page, Playwright

_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# Width, height, colour scheme.
MODES = {
    "light": (1200, 900, "light"),
    "dark": (1200, 900, "dark"),
    "narrow": (360, 740, "light"),
    "phone": (320, 640, "dark"),
}

# Every text that is too weak on what it stands on: WCAG 2.2, 1.4.3. Colours come as `rgb()` or, mixed, as `color()`.
_WEAK = """() => {
  const read = (text) => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    return text.startsWith("color") ? [r, g, b, a] : [r / 255, g / 255, b / 255, a];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const behind = (element) => {
    if (!element) return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0, 1] : [1, 1, 1, 1];
    const own = read(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || !element.checkVisibility()) continue;
    if (element.closest("script, style, noscript, .sr, .skip")) continue;
    const style = getComputedStyle(element);
    const below = behind(element);
    const pair = [light(over(read(style.color), below)), light(below)].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    const what = `${element.className || element.tagName}: ${text.data.trim().slice(0, 40)}`;
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${what}`);
  }
  return [...new Set(found)];
}"""
# Elements that are wider than the page, but for what scrolls by itself.
_TOO_WIDE = """() => [...document.querySelectorAll("body *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.right > document.documentElement.clientWidth + 1 && each.checkVisibility() &&
    !each.closest(".scroll, .lines, pre, .patterns, .skip, .sr, #source");
}).map((each) => `${each.tagName} ${each.className}`)"""


# Two elements of one name, and controls that a screen reader cannot name.
_UNNAMED = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  const labelled = (each) => each.labels && each.labels.length;
  const named = (each) => each.getAttribute("aria-label") || each.textContent.trim() || labelled(each);
  const aim = (each) => each.getAttribute("aria-labelledby") || each.getAttribute("aria-controls");
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at)),
    ...[...document.querySelectorAll("button, input, a, summary, [role=region], [role=group], [role=img]")]
      .filter((each) => each.checkVisibility() && !named(each)).map((each) => each.outerHTML.slice(0, 80)),
    ...[...document.querySelectorAll("[aria-labelledby], [aria-controls]")]
      .filter((each) => !document.getElementById(aim(each)))
      .map((each) => each.outerHTML.slice(0, 80))];
}"""
# What has the focus, and whether that can be seen.
_FOCUSED = """() => {
  const at = document.activeElement;
  const style = getComputedStyle(at);
  if (at === document.body) return null;
  return [at.id || at.className || at.tagName, style.outlineStyle !== "none" && style.outlineWidth !== "0px"];
}"""


def is_missing() -> str:
    """Why no page can be opened here; "" where one can."""
    if _CHROMIUM is None:
        return "there is no Chromium"
    return "" if importlib.util.find_spec("playwright") else "playwright is not installed"


def shoot(page: Page, file: Path) -> None:
    """A picture of the whole page, also of what is only drawn when it comes into view."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": min(height, 16_000)})
    page.screenshot(path=file, full_page=True)


def tabbed(page: Page) -> list[str]:
    """What the Tab key reaches, one after the other: by id, class or tag. Each shows that it has the focus."""
    seen = list[str]()
    for _ in range(300):
        page.keyboard.press("Tab")
        place = page.evaluate(_FOCUSED)
        if place is None:
            break
        assert place[1], f"the focus on {place[0]} is not seen"
        seen.append(place[0])
    return seen


class Browser:
    """Chromium, as Debian has it, without a window."""

    def __enter__(self) -> Browser:
        from playwright.sync_api import sync_playwright

        self._playwright: Playwright = sync_playwright().start()
        no_sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        self._chromium: Chromium = self._playwright.chromium.launch(executable_path=_CHROMIUM, args=no_sandbox)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._chromium.close()
        self._playwright.stop()

    @contextmanager
    def of_a_site(self, file: Path) -> Iterator[Page]:
        """A page that loads others from its disk. At the end: no error, and nothing was asked of a network."""
        page = self._chromium.new_page(viewport={"width": 1200, "height": 900})
        wrong, asked = list[str](), list[str]()
        page.on("console", lambda message: wrong.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("requestfailed", lambda request: wrong.append(f"not there: {request.url}"))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        yield page
        assert wrong == []
        assert [url for url in asked if not url.startswith("file:")] == []
        page.close()

    @contextmanager
    def opened(self, file: Path, mode: str = "light", *, javascript: bool = True) -> Iterator[Page]:
        """The page of a file. At the end: it asked for nothing but itself, had no error, no alert and no weak text."""
        width, height, scheme = MODES[mode]
        context = self._chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            java_script_enabled=javascript,
        )
        page = context.new_page()
        wrong, asked = list[str](), list[str]()
        page.on("console", lambda message: wrong.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("dialog", lambda dialog: wrong.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        yield page
        assert wrong == []
        assert asked == [file.as_uri()]
        assert len(context.pages) == 1
        if javascript:
            assert page.evaluate(_WEAK) == []
            assert page.evaluate(_TOO_WIDE) == []
            assert page.evaluate(_UNNAMED) == []
        context.close()
