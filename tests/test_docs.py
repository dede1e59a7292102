"""What README and CONTRIBUTING say is true: outputs, commands, flags, settings, quoted code, links."""

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.modules_page import PAGE, page
from tests.pretend_gpus import PretendGpus, tensorflow_python
from tests.readme import ROOT, SESSIONS, output, rendered, rendered_page
from tests.rule_pages import FOLDER, pages
from tests.sessions import Bed, shell
from tests.sessions import commands as shown_commands
from tfgpu_migrate import __version__
from tfgpu_migrate.check import check_bytes, fix_bytes
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


@pytest.mark.parametrize("name", SESSIONS)
def test_the_sessions_of_pages_print_what_they_show(name: str) -> None:
    assert rendered_page(TEXTS[name], Bed(ROOT, None)) == TEXTS[name], "run `python -m tests.readme`"


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", ["tutorial.md"])
def test_so_do_those_that_run_tensorflow(name: str) -> None:
    text = rendered_page(TEXTS[name], Bed(ROOT, tensorflow_python()))
    assert text == TEXTS[name], "run `python -m tests.readme` with TFGPU_MIGRATE_TF_PYTHON"


def test_only_the_tutorial_runs_tensorflow() -> None:
    running = {name for name in SESSIONS for one in shown_commands(TEXTS[name]) if re.search("verify|train.py 2>", one)}
    assert running == {"tutorial.md"}


@pytest.mark.tensorflow
def test_the_comparison_is_what_its_benchmark_measures(pretend_gpus: PretendGpus) -> None:
    from benchmarks import tf_upgrade

    text = TEXTS["comparison.md"]
    assert tf_upgrade.page(text, pretend_gpus) == text, "run benchmarks/tf_upgrade.py --write"


# `--compare-cpu` needs a GPU and `--tf1-python` a TensorFlow 1: tests of their own run them.
def plain_commands() -> list[str]:
    """The commands of the pages that stand in blocks without their output; words in capitals stand for yours."""
    found = []
    for name, text in TEXTS.items():
        if name in ("CHANGELOG.md", "CONTRIBUTING.md"):
            continue
        without_sessions = re.sub(r"```console\n.*?```\n", "", text, flags=re.DOTALL)
        for line in re.findall(r"^(?:    |\s*- (?:run: )?)?(tfgpu-migrate [a-z-]+.*)$", without_sessions, re.MULTILINE):
            command = re.split(r"  +|\s#| \| reviewdog", line)[0].strip()
            found += [command] if not re.search(r"\b(?:server|PATH|ORIGINAL)\b", command) else []
    return sorted(set(found))


def in_a_project(folder: Path, command: str, tensorflow: str | None) -> "subprocess.CompletedProcess[str]":
    """Run a command where the files that the pages speak of are."""
    for name in ("train.py", "old/train.py", "src/train.py", "models/net.py", "docs/example/train.py"):
        (folder / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        script = EXAMPLE.read_text(encoding="utf-8")
        (folder / "project" / name).write_text(script, encoding="utf-8")
    if "--write-baseline" not in command and "known.json" in command:
        in_a_project(folder, "tfgpu-migrate check --baseline known.json --write-baseline", None)
    if previous := re.search(r"--previous (\S+)", command):
        in_a_project(folder, f"tfgpu-migrate report --html before.html --json {previous[1]}", None)
    return shell(command, folder / "project", Bed(ROOT, tensorflow))


@pytest.mark.parametrize("command", [one for one in plain_commands() if "verify" not in one])
def test_every_command_of_the_pages_runs(tmp_path: Path, command: str) -> None:
    done = in_a_project(tmp_path, command, None)
    assert done.returncode in (0, 1), done.stdout
    assert not re.search(r"^error:", done.stdout, re.MULTILINE), done.stdout


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    "command", [one for one in plain_commands() if "verify" in one and not re.search("compare-cpu|tf1-", one)]
)
def test_every_command_of_the_pages_that_runs_a_script_runs(tmp_path: Path, command: str) -> None:
    (tmp_path / "project").mkdir()
    done = in_a_project(tmp_path, command, tensorflow_python())
    assert done.returncode in (0, 1), done.stdout
    assert not re.search(r"^error:", done.stdout, re.MULTILINE), done.stdout


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
    assert second == 'pip install -e ".[dev]" && pytest -n auto'


def test_the_tutorial_installs_what_it_needs() -> None:
    (commands,) = blocks("tutorial.md", "sh")
    (tensorflow,) = re.findall(r'^verify = \["(.+?)"\]$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert commands.splitlines()[2:] == ["pip install COPY", f"pip install '{tensorflow}'"]


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


def test_the_example_of_suppressions_silences_all_that_it_names() -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", section("README.md", "Suppressions"), re.DOTALL)
    report = check_bytes("a.py", f"import tensorflow as tf\n{snippet}".encode(), Settings())
    assert (report.diagnostics, report.suppressed) == ((), 4)


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


def test_questions_name_the_public_reports_that_they_come_from() -> None:
    sections = re.split(r"^## ", TEXTS["faq.md"], flags=re.MULTILINE)[1:]
    reports = [re.findall(r"\[([\w.-]+/[\w.-]+)#(\d+)\]\((\S+?)\)", section) for section in sections]
    public = [found for found in reports if found]
    assert len(public) > 10
    # First the questions of reports, each from two at least; those about the program itself stand below.
    assert reports == [*public, *[[]] * (len(reports) - len(public))]
    assert [found for found in public if len(found) < 2] == []
    for repository, number, url in (one for found in public for one in found):
        assert url in {f"https://github.com/{repository}/{kind}/{number}" for kind in ("issues", "pull")}


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
