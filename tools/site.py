"""A hook of mkdocs: pages that stand elsewhere in the repository, and links that lead to files the site has not."""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
# Where they stand in the repository, and their names in the site.
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "benchmarks/README.md": "benchmarks.md",
}
_RULES = "rules/README.md"
_RULE = re.compile(r"^\| \[(TFM\d+)\]\(.*?\) \| (\S+) \|", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]\n]*)\]\(([^)\s]+)\)")
_SESSION = re.compile(r"\A```console$", re.MULTILINE)  # a button would copy the prompts and the answers too
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from elsewhere."""
    for source, name in ELSEWHERE.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Name the pages of rules below their index, by the headings that it has."""
    assert config.nav is not None
    (entry,) = (each for each in config.nav if isinstance(each, dict) and each.get("Rules") == _RULES)
    index = (ROOT / "docs" / _RULES).read_text(encoding="utf-8")
    families = [
        {heading.replace("`", ""): [{f"{code} {name}": f"rules/{code}.md"} for code, name in _RULE.findall(rows)]}
        for heading, rows in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", index, re.MULTILINE | re.DOTALL)
    ]
    entry["Rules"] = [_RULES, *families]
    return config


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The page with links that hold in the site; one to a file that is not there becomes its text."""
    name = page.file.src_uri
    source = next((source for source, target in ELSEWHERE.items() if target == name), f"docs/{name}")
    # Odd pieces are blocks of code, in which brackets are no links.
    pieces = _FENCE.split(markdown)
    pieces[1::2] = [_SESSION.sub("``` {.console .no-copy}", piece) for piece in pieces[1::2]]
    pieces[::2] = [_LINK.sub(lambda match: _link(match, source, name, files), piece) for piece in pieces[::2]]
    return "".join(pieces)


def _link(match: re.Match[str], source: str, name: str, files: Files) -> str:
    text, link = match.groups()
    target, hash_sign, anchor = link.partition("#")
    if not target or ":" in target:
        return match[0]
    in_repository = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    if in_repository == "docs/rules":
        in_repository = "docs/rules/README.md"
    in_site = ELSEWHERE.get(in_repository, in_repository.removeprefix("docs/"))
    is_there = in_repository in ELSEWHERE or (
        in_repository.startswith("docs/") and files.get_file_from_path(in_site) is not None
    )
    if not is_there:
        return text
    return f"[{text}]({posixpath.relpath(in_site, posixpath.dirname(name) or '.')}{hash_sign}{anchor})"
