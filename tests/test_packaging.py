"""What is installed where: the lock knows what pyproject.toml asks for, and CI runs the Pythons that it names."""

import re
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / ".ci" / "lock.txt").read_text(encoding="utf-8")
PYTHONS = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", name)]
EXTRAS = PROJECT["optional-dependencies"]
TEXTS = (
    *PROJECT["dependencies"],
    *(text for extra in ("verify", "lsp", "docs", "test", "dev") for text in EXTRAS[extra]),
)
WANTED = {canonicalize_name(each.name): each for each in map(Requirement, TEXTS) if each.name != PROJECT["name"]}


def pinned(python: str) -> dict[str, Version]:
    """The versions that the lock has for a Python, by name."""
    lines = re.findall(r"^(\S+==[^\\\n]+?) ?\\?$", LOCK, re.MULTILINE)
    found = [Requirement(line) for line in lines]
    here = {"python_version": python, "python_full_version": f"{python}.9", "os_name": "posix", "sys_platform": "linux"}
    return {
        canonicalize_name(each.name): Version(str(each.specifier).removeprefix("=="))
        for each in found
        if each.marker is None or each.marker.evaluate(here)
    }


@pytest.mark.parametrize("python", PYTHONS)
def test_the_lock_has_what_the_project_asks_for(python: str) -> None:
    versions = pinned(python)
    here = {"python_version": python}
    asked = {name: each for name, each in WANTED.items() if each.marker is None or each.marker.evaluate(here)}
    assert asked.keys() - versions.keys() == set(), "run .ci/lock"
    assert {name for name, each in asked.items() if versions[name] not in each.specifier} == set(), "run .ci/lock"


def test_every_package_of_the_lock_has_its_hashes() -> None:
    packages = re.split(r"^(?=\w)", LOCK, flags=re.MULTILINE)[1:]
    assert len(packages) > 50
    assert [each.split()[0] for each in packages if not re.search(r"--hash=sha256:[0-9a-f]{64}", each)] == []


def test_every_dependency_of_the_program_has_a_lower_bound() -> None:
    asked = [Requirement(text) for text in PROJECT["dependencies"]]
    assert [str(each) for each in asked if not str(each.specifier).startswith(">=")] == []


def test_ci_runs_the_pythons_that_the_project_names() -> None:
    matrix = (ROOT / ".ci" / "matrix").read_text(encoding="utf-8")
    assert f"pythons=({' '.join(PYTHONS)})" in matrix
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
