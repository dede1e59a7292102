"""Settings: what the files and flags say, which one wins, and what a mistake is answered."""

from pathlib import Path

import pytest

from tfgpu_migrate import rules
from tfgpu_migrate.config import ConfigError, Configuration, Flags, parse_table
from tfgpu_migrate.settings import Settings

CODES = ["TFM001", "TFM101", "TFM301", "TFM302", "TFM310", "TFM900", "TFM902"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(rules, "load", lambda: dict.fromkeys(CODES))


def settings(flags: Flags | None = None, folder: Path | None = None) -> Settings:
    return Configuration(flags or Flags()).settings(str(folder or Path.cwd()))


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")


def test_defaults() -> None:
    assert settings() == Settings(root=str(Path.cwd()))


def test_every_key_of_a_file() -> None:
    write(
        "pyproject.toml",
        """
        [tool.tfgpu-migrate]
        select = ["TFM3"]
        extend-select = ["TFM101"]
        ignore = ["TFM302"]
        exclude = ["legacy"]
        target-version = "2.16"
        python-version = "3.12"
        graph-mode = "never"
        gpu-memory-mb = 16384
        [tool.tfgpu-migrate.per-file-ignores]
        "tests/*" = ["TFM301"]
        """,
    )
    assert settings() == Settings(
        select=("TFM3",),
        extend_select=("TFM101",),
        ignore=("TFM302",),
        exclude=("legacy",),
        target_version=(2, 16),
        python_version=(3, 12),
        graph_mode="never",
        gpu_memory_mb=16384,
        per_file_ignores=(("tests/*", ("TFM301",)),),
        root=str(Path.cwd()),
    )


def test_nearest_file_wins_and_nothing_is_merged() -> None:
    write("pyproject.toml", '[tool.tfgpu-migrate]\nselect = ["TFM3"]\nignore = ["TFM302"]\n')
    write("a/tfgpu-migrate.toml", 'select = ["TFM1"]\n')
    write("a/b/pyproject.toml", "[tool.black]\n")
    write("a/c/pyproject.toml", "[tool.tfgpu-migrate]\n")
    assert settings(folder=Path.cwd() / "x/y").select == ("TFM3",)
    for folder in ("a", "a/b"):
        found = settings(folder=Path.cwd() / folder)
        assert (found.select, found.ignore, found.root) == (("TFM1",), (), str(Path.cwd() / "a"))
    assert settings(folder=Path.cwd() / "a/c").select == ("ALL",)


def test_own_file_wins_over_pyproject_in_one_folder() -> None:
    write("pyproject.toml", '[tool.tfgpu-migrate]\nselect = ["TFM3"]\n')
    write("tfgpu-migrate.toml", 'select = ["TFM1"]\n')
    assert settings().select == ("TFM1",)


def test_isolated_and_config_flags() -> None:
    write("pyproject.toml", '[tool.tfgpu-migrate]\nselect = ["TFM3"]\n')
    write("other.toml", 'graph-mode = "never"\n')
    assert settings(Flags(isolated=True)).select == ("ALL",)
    found = settings(Flags(config=("other.toml", 'ignore = ["TFM301"]')), Path.cwd() / "deep")
    assert (found.select, found.graph_mode, found.ignore) == (("ALL",), "never", ("TFM301",))
    assert settings(Flags(config=('select = ["TFM1"]',))).select == ("TFM1",)
    assert settings(Flags(config=("pyproject.toml",))).select == ("TFM3",)


def test_a_broken_pyproject_of_another_tool_is_not_ours() -> None:
    write("pyproject.toml", "[tool.black\n")
    assert settings().select == ("ALL",)


def enabled(made: Settings, path: str = "a.py") -> list[str]:
    return [code for code in CODES if made.enabled(code, path)]


@pytest.mark.parametrize(
    ("made", "codes"),
    [
        (Settings(), CODES),
        (Settings(select=()), []),
        (Settings(select=("TFM3",)), ["TFM301", "TFM302", "TFM310"]),
        (Settings(select=("TFM3",), ignore=("TFM30",)), ["TFM310"]),
        (Settings(select=("TFM301", "TFM1"), ignore=("TFM3",)), ["TFM101", "TFM301"]),
        (Settings(select=("TFM3",), ignore=("TFM3",)), []),
        (Settings(select=("ALL",), ignore=("ALL",)), []),
        (Settings(select=("TFM1",), ignore=("ALL",)), ["TFM101"]),
        (Settings(select=("TFM1",), extend_select=("TFM310",)), ["TFM101", "TFM310"]),
        (Settings(select=("TFM301",), flag_ignore=("TFM3",)), []),
        (
            Settings(select=("TFM1",), ignore=("TFM301",), flag_select=("TFM3",)),
            ["TFM101", "TFM301", "TFM302", "TFM310"],
        ),
    ],
)
def test_more_specific_selector_wins(made: Settings, codes: list[str]) -> None:
    assert enabled(made) == codes


def test_flags_and_file_together_as_in_ruff() -> None:
    write("pyproject.toml", '[tool.tfgpu-migrate]\nignore = ["TFM301"]\n')
    assert enabled(settings(Flags(select=("TFM3",)))) == ["TFM302", "TFM310"]
    write("pyproject.toml", '[tool.tfgpu-migrate]\nselect = ["TFM1"]\nignore = ["TFM301"]\n')
    assert enabled(settings(Flags(select=("TFM3",)))) == ["TFM301", "TFM302", "TFM310"]
    assert enabled(settings(Flags(extend_select=("TFM301",)))) == ["TFM101", "TFM301"]


@pytest.mark.parametrize(
    ("pattern", "path", "ignored"),
    [
        ("tests/*", "tests/a.py", True),
        ("tests/*", "tests/deep/a.py", True),
        ("tests/**", "tests/deep/a.py", True),
        ("**/conftest.py", "conftest.py", True),
        ("**/conftest.py", "x/conftest.py", True),
        ("conftest.py", "x/conftest.py", True),
        ("test_*.py", "x/test_a.py", True),
        ("test_[ab].py", "test_c.py", False),
        ("test_[!ab].py", "test_c.py", True),
        ("te?t.py", "test.py", True),
        ("tests/*", "other/tests/a.py", False),
        ("tests", "tests/a.py", True),
        ("tests/", "tests/deep/a.py", True),
        ("tests", "x/tests/deep/a.py", True),
        ("x/tests", "x/tests/deep/a.py", True),
        ("x/tests/", "x/tests/a.py", True),
        ("x/tests", "tests/a.py", False),
        ("tests", "tests.py", False),
        ("te*", "x/tests/a.py", True),
        ("!tests", "tests/a.py", False),
        ("!tests", "x/a.py", True),
        ("a.b.py", "axb.py", False),
        ("!src/*", "src/a.py", False),
        ("!src/*", "a.py", True),
    ],
)
def test_per_file_ignores(pattern: str, path: str, ignored: bool) -> None:
    made = Settings(per_file_ignores=((pattern, ("TFM3",)),))
    assert made.enabled("TFM301", path) is not ignored
    assert made.enabled("TFM301", str(Path.cwd() / path)) is not ignored
    assert made.enabled("TFM101", path)


def test_per_file_ignores_are_relative_to_their_file() -> None:
    write("sub/tfgpu-migrate.toml", '[per-file-ignores]\n"x/*.py" = ["TFM301"]\n')
    made = settings(folder=Path.cwd() / "sub")
    assert not made.enabled("TFM301", "sub/x/a.py")
    assert made.enabled("TFM301", "x/a.py")


def test_a_folder_above_the_settings_is_not_meant() -> None:
    made = Settings(per_file_ignores=(("up", ("TFM3",)),), root=str(Path.cwd() / "up/here"))
    assert made.enabled("TFM301", "up/here/a.py")
    assert not made.enabled("TFM301", "up/here/up/a.py")


def test_special_characters_in_the_root_are_no_glob() -> None:
    root = Path.cwd() / "a[b]*(c)"
    made = Settings(per_file_ignores=(("x/*", ("TFM3",)),), root=str(root))
    assert not made.enabled("TFM301", str(root / "x/a.py"))
    assert made.enabled("TFM301", str(Path.cwd() / "ab(c)/x/a.py"))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"selct": []}, "f.toml: unknown setting `selct`; did you mean `select`?"),
        ({"select": "TFM3"}, 'f.toml: `select` must be a list of strings, like ["a", "b"]'),
        ({"select": ["TFM3O2"]}, "f.toml: `select`: unknown rule code `TFM3O2`; did you mean `TFM302`?"),
        ({"ignore": ["tfm301"]}, "f.toml: `ignore`: unknown rule code `tfm301`; did you mean `TFM301`?"),
        ({"exclude": [1]}, 'f.toml: `exclude` must be a list of strings, like ["a", "b"]'),
        ({"python-version": 3.1}, 'f.toml: `python-version` must be a version of two numbers in quotes, like "3.10"'),
        ({"graph-mode": "on"}, 'f.toml: `graph-mode` must be "auto" or "never"'),
        ({"gpu-memory-mb": True}, "f.toml: `gpu-memory-mb` must be a positive number of megabytes, like 4096"),
        (
            {"per-file-ignores": []},
            'f.toml: `per-file-ignores` must be a table of globs, like { "tests/*" = ["TFM3"] }',
        ),
    ],
)
def test_a_wrong_setting_is_named(table: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_table(table, "f.toml")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (Flags(select=("TFM77",)), "--select: unknown rule code `TFM77`"),
        (Flags(ignore=("E501",)), "--ignore: unknown rule code `E501`"),
        (Flags(config=("nope.toml",)), "cannot read nope.toml: No such file or directory"),
        (Flags(config=("select = [",)), "--config 'select = [' is neither a file nor TOML"),
        (Flags(config=("selct = []",)), "--config: unknown setting `selct`; did you mean `select`?"),
        (Flags(config=("a.toml",), isolated=True), "--config FILE and --isolated exclude each other"),
    ],
)
def test_a_wrong_flag_is_named(flags: Flags, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        settings(flags)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_file_of_its_own_may_have_the_header_of_a_pyproject() -> None:
    write("tfgpu-migrate.toml", '[tool.tfgpu-migrate]\nignore = ["TFM101"]\n[tool.other]\nx = 1\n')
    assert settings().ignore == ("TFM101",)
    write("tfgpu-migrate.toml", 'select = ["TFM3"]\n[tool.tfgpu-migrate]\nignore = ["TFM101"]\n')
    with pytest.raises(
        ConfigError, match=r"^tfgpu-migrate\.toml: settings above `\[tool\.tfgpu-migrate\]` \(`select`\)"
    ):
        settings()
    write("tfgpu-migrate.toml", "[tool.other]\nx = 1\n")
    with pytest.raises(ConfigError, match=r"^tfgpu-migrate\.toml: unknown setting `tool`"):
        settings()


def test_a_broken_file_is_named() -> None:
    write("tfgpu-migrate.toml", "select = [\n")
    with pytest.raises(ConfigError, match=r"^tfgpu-migrate\.toml is not valid TOML: "):
        settings()
    write("tfgpu-migrate.toml", "selct = []\n")
    with pytest.raises(ConfigError, match=r"^tfgpu-migrate\.toml: unknown setting `selct`"):
        settings()
