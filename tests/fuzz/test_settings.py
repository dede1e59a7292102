"""Files of settings with odd keys, odd types and damage: one line says what is wrong, never a crash."""

from pathlib import Path

import pytest
from hypothesis import given

from tests.fuzz.choices import Choices, choices
from tests.fuzz.mutations import mutated
from tfgpu_migrate.config import _READERS, ConfigError, parse_table, read_table

KEYS = [*_READERS, "Select", "a.b", '"é"', "tool", "''"]
VALUES = [
    '["ALL"]',
    '["TFM1", "TFM301"]',
    '["NOPE"]',
    "[]",
    "[[]]",
    '[1, "a"]',
    '{ "tests/*" = ["TFM3"] }',
    '{ "[" = ["TFM3"], "" = [] }',
    '{ a = "TFM3" }',
    "{}",
    '""',
    '"auto"',
    '"3.10"',
    '"3"',
    '"²."',
    '"2.21"',
    '"2.99999999999999999999"',
    "2.21",
    "1e400",
    "nan",
    "true",
    "-1",
    "4096",
    "9999999999999999999999",
    "1979-05-27",
    "'''\n\n'''",
]


def settings_file(found: Choices) -> tuple[str, bytes]:
    lines = [f"{found.one(KEYS)} = {found.one(VALUES)}" for _ in range(1 + found.below(4))]
    if found.below(2):
        return "tfgpu-migrate.toml", "\n".join(lines).encode()
    head = found.one(["[tool.tfgpu-migrate]", "[[tool.tfgpu-migrate]]", "[tool]\ntfgpu-migrate = 1", "tool = 1"])
    return "pyproject.toml", "\n".join([head, *lines]).encode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings")


@given(choices(4, 8, 16))
def test_settings(folder: Path, found: Choices) -> None:
    name, data = settings_file(found)
    if found.below(3) == 2:
        data = mutated(data, found)
    file = folder / name
    file.write_bytes(data)
    assert "\n" not in complaint(file)


def complaint(file: Path) -> str:
    """What is wrong with the settings of a file, "" for nothing."""
    try:
        parse_table(read_table(file) or {}, file.name)
    except ConfigError as error:
        return str(error)
    return ""
