"""What README and CONTRIBUTING say is true: outputs, commands, flags, settings, quoted code, links."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.modules_page import PAGE, page
from tests.pretend_gpus import PretendGpus
from tests.readme import ROOT, output, rendered
from tests.rule_pages import FOLDER, pages
from tfgpu_migrate import __version__
from tfgpu_migrate.check import fix_bytes
from tfgpu_migrate.commands import cli
from tfgpu_migrate.config import parse_table, read_table
from tfgpu_migrate.settings import Settings

EXAMPLE = ROOT / "docs" / "example" / "train.py"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
SCRIPTS_OWN = ("--epochs", "--steps")  # flags of the script that `verify` runs
RULE_INDEX = FOLDER / "README.md"
TEXTS = {page.name: page.read_text(encoding="utf-8") for page in PAGES}


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```\n", TEXTS[page], re.DOTALL)


def section(page: str, title: str) -> str:
    return TEXTS[page].split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def commands() -> Iterator[tuple[str, str]]:
    """Each use of the tool that the pages show, as subcommand and the rest of the line."""
    for text in TEXTS.values():
        for shown in re.findall(r"tfgpu-migrate ((?:check|rule|config|clean|verify|report)\b[^\n`|]*)", text):
            subcommand, _, rest = shown.partition(" ")
            yield subcommand, rest


def test_the_generated_parts_of_the_readme_are_up_to_date() -> None:
    assert rendered(TEXTS["README.md"]) == TEXTS["README.md"], "run `python -m tests.readme`"


def test_the_pages_of_rules_are_up_to_date() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert written == pages(), "run `python -m tests.rule_pages`"


def test_the_page_of_modules_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tests.modules_page`"


def test_every_rule_is_linked_from_the_readme_and_the_index() -> None:
    names = set(pages()) - {"README.md"}
    assert set(re.findall(r"\[TFM\d+\]\(docs/rules/(TFM\d+\.md)\)", TEXTS["README.md"])) == names
    assert set(re.findall(r"\[TFM\d+\]\((TFM\d+\.md)\)", RULE_INDEX.read_text(encoding="utf-8"))) == names


@pytest.mark.parametrize("command", ["rm -r .", "tfgpu-migrate check --fix ."])
def test_only_commands_that_write_nothing_are_run(command: str) -> None:
    with pytest.raises(ValueError, match="is not run"):
        output(command)


def test_there_are_two_set_up_commands_of_one_line() -> None:
    first, second = re.findall(r"```sh\n(.*)\n```", section("README.md", "Set-up"))
    assert first == f"pip install . && tfgpu-migrate check {EXAMPLE.relative_to(ROOT).as_posix()}"
    assert second == 'pip install -e ".[dev]" && pytest'


def test_every_flag_that_the_pages_name_exists() -> None:
    known = {
        command.name: {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
        for command in cli.commands.values()
    }
    used = [(name, word) for name, rest in commands() for word in shlex.split(rest, comments=True)]
    used = [(name, word) for name, word in used if word.startswith("-") and word not in ("-", "--help", *SCRIPTS_OWN)]
    assert len(used) > 10
    assert [(name, flag) for name, flag in used if flag not in known[name]] == []
    in_text = {flag for text in TEXTS.values() for flag in re.findall(r"`(--[a-z0-9-]+)", text)}
    assert in_text - known["check"] - known["verify"] - known["server"] - known["report"] == set()


def test_the_settings_are_those_of_the_program_with_their_defaults() -> None:
    rows = re.findall(r"^\| `(.*?)` \| (.*?) \|", section("README.md", "Settings"), re.MULTILINE)
    defaults: dict[str, Any] = {key: json.loads(value.strip("`")) for key, value in rows if value != "none"}
    assert parse_table(defaults, "README.md") == Settings()
    fields = {key.replace("-", "_") for key, _ in rows}
    assert fields == set(Settings.__dataclass_fields__) - {
        "unsafe_fixes",
        "ignore_noqa",
        "flag_select",
        "is_helper",
        "flag_ignore",
        "root",
    }


def test_the_example_of_settings_is_understood(tmp_path: Path) -> None:
    (snippet,) = blocks("README.md", "toml")
    (tmp_path / "pyproject.toml").write_text(snippet, encoding="utf-8")
    settings = parse_table(read_table(tmp_path / "pyproject.toml") or {}, "README.md")
    assert settings.gpu_memory_mb == 4096
    assert settings.ignore == ("TFM101",)


def test_the_hooks_are_those_on_offer() -> None:
    offered = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    named = re.findall(r"(?:- id: |`)(tfgpu-migrate[\w-]*)", section("README.md", "pre-commit"))
    assert named == re.findall(r"- id: (\S+)", offered)


@pytest.mark.parametrize(
    ("quoted", "file"),
    [("TFM102", "names/renamed_name.py"), ("TFM305", "device_config/log_placement.py")],
)
def test_contributing_quotes_the_rules_as_they_are(quoted: str, file: str) -> None:
    (block,) = [text for text in blocks("CONTRIBUTING.md", "python") if quoted in text]
    lines = (ROOT / "tfgpu_migrate" / "rules" / file).read_text(encoding="utf-8").splitlines()
    assert [line for line in block.splitlines() if line.strip() != "..." and line not in lines] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", TEXTS[page.name])
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "architecture.md"])
def test_files_that_the_pages_name_exist(page: str) -> None:
    package = ROOT / "tfgpu_migrate"
    homes = (
        ROOT,
        package,
        package / "rules",
        package / "rules" / "device_config",
        package / "proto",
        package / "placement",
        package / "server",
        package / "verify",
        package / "verify" / "child",
    )
    fixture = ROOT / "fixtures" / "scripts" / "count_devices"
    named = re.findall(r"`((?:[\w.]+/)*\w+\.py|(?:[\w.]+/)+)`", TEXTS[page])
    missing = [name for name in named if not any((home / name).exists() for home in (*homes, fixture))]
    assert set(missing) <= {"after_unsafe.py", "good.py", "utils.py"}


def test_the_changelog_knows_this_version() -> None:
    assert f"\n## {__version__} " in TEXTS["CHANGELOG.md"]


def _fixed_example() -> str:
    report = fix_bytes("train.py", EXAMPLE.read_bytes(), Settings())
    assert report.diagnostics == ()
    assert report.after is not None
    return report.after.decode("utf-8")


@pytest.mark.tensorflow
@pytest.mark.parametrize("gpus", [0, 1, 2])
def test_the_fixed_example_does_what_the_readme_says(gpus: int, pretend_gpus: PretendGpus) -> None:
    run = pretend_gpus.run_text(_fixed_example(), gpus)
    assert run.output == ["slope 2.000"], run.stderr  # as on TensorFlow 1.15.5
    assert run.devices is not None
    assert len(run.devices.cards) == gpus
    assert run.devices.growth is (gpus > 0)
