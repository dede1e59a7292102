"""Which files a command line means."""

import os
from pathlib import Path

import pytest

from tfgpu_migrate.config import ConfigError, Configuration, Flags
from tfgpu_migrate.discover import Discovery


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)


def make(*paths: str, text: str = "") -> None:
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, "utf-8")


def files(*paths: str, flags: Flags | None = None, gitignore: bool = True, force: bool = False) -> list[str]:
    found = Discovery(Configuration(flags or Flags()), gitignore, force).files(paths or (".",))
    return [each.path for each in found]


def test_python_files_below_a_folder_sorted() -> None:
    make("b.py", "a/c.py", "a/b/x.py", "a/x.pyi", "a/x.ipynb", "a/x.txt", "a/.hidden.py", ".config/y.py", "a.py/z.py")
    assert files() == [".config/y.py", "a.py/z.py", "a/.hidden.py", "a/b/x.py", "a/c.py", "a/x.ipynb", "b.py"]
    assert files("a") == files("a/") == files("./a") == ["a/.hidden.py", "a/b/x.py", "a/c.py", "a/x.ipynb"]


def test_paths_are_shown_relative_below_the_current_folder_only() -> None:
    make("a.py", "../other/b.py")
    assert files("./a.py", str(Path.cwd() / "a.py")) == ["a.py"]
    assert files("../other") == [str(Path.cwd().parent / "other/b.py")]


def test_a_named_file_is_always_taken() -> None:
    make("script", "build/a.py", ".venv/b.py")
    assert files("script", "build/a.py") == ["build/a.py", "script"]
    assert files("build") == ["build/a.py"]
    assert files() == []
    assert files("build/a.py", ".venv/b.py", "script", force=True) == ["script"]


def test_a_missing_path_is_named() -> None:
    assert files("nope.py", "nope/") == ["nope", "nope.py"]


def test_default_and_own_excludes() -> None:
    make("a.py", "venv/a.py", "x/site-packages/a.py", "legacy/a.py", "x/legacy/a.py", "x/y/gen_a.py", "old/z/a.py")
    make("tfgpu-migrate.toml", text='exclude = ["legacy", "gen_*.py", "old/z"]\n')
    assert files() == ["a.py"]
    assert files("x/y/gen_a.py") == ["x/y/gen_a.py"]
    assert files("x/y/gen_a.py", "old/z/a.py", "legacy/a.py", force=True) == []
    assert files(flags=Flags(isolated=True, exclude=("x/*", "old"))) == ["a.py", "legacy/a.py"]


def test_an_exclude_counts_from_its_file() -> None:
    make("sub/tfgpu-migrate.toml", text='exclude = ["data/*.py"]\n')
    make("sub/data/a.py", "data/a.py")
    assert files() == ["data/a.py"]


def test_the_name_of_a_folder_above_does_not_exclude() -> None:
    make("build/project/a.py")
    os.chdir("build/project")
    assert files() == ["a.py"]
    assert files("a.py", force=True) == ["a.py"]


def test_nearest_settings_come_with_the_file() -> None:
    make("pyproject.toml", text='[tool.tfgpu-migrate]\ngraph-mode = "never"\n')
    make("sub/tfgpu-migrate.toml", text="gpu-memory-mb = 5\n")
    make("a.py", "sub/b.py", "sub/x/c.py")
    found = Discovery(Configuration(Flags())).files(["."])
    found = [each for each in found if each.path.endswith(".py")]
    assert [(each.settings.graph_mode, each.settings.gpu_memory_mb) for each in found] == [
        ("never", None),
        ("auto", 5),
        ("auto", 5),
    ]


def test_a_wrong_setting_on_the_way_is_an_error() -> None:
    make("sub/tfgpu-migrate.toml", text="gpu-memory = 5\n")
    with pytest.raises(ConfigError, match=r"sub/tfgpu-migrate\.toml: unknown setting `gpu-memory`"):
        files()


def test_gitignore() -> None:
    make(".git/config")
    make(".git/info/exclude", text="private.py\n")
    make(".gitignore", text="*_pb2.py\n/top.py\nout/\n!keep_pb2.py\n# comment\n")
    make("sub/.gitignore", text="local.py\n!again_pb2.py\n")
    make("a_pb2.py", "keep_pb2.py", "top.py", "sub/top.py", "out/x.py", "sub/out/x.py", "private.py")
    make("sub/local.py", "local.py", "sub/again_pb2.py", "sub/other_pb2.py")
    assert files() == ["keep_pb2.py", "local.py", "sub/again_pb2.py", "sub/top.py"]
    assert files("sub") == ["sub/again_pb2.py", "sub/top.py"]
    assert "top.py" in files(gitignore=False)
    os.chdir("sub")
    assert files() == ["again_pb2.py", "top.py"]
    assert files("local.py") == ["local.py"]


def test_gitignore_above_counts_only_in_a_repository() -> None:
    make("../.gitignore", text="a.py\n")
    make("a.py")
    assert files() == ["a.py"]


def test_links() -> None:
    make("real/a.py", "../outside/b.py")
    Path("real/loop").symlink_to("..")
    Path("link_dir").symlink_to("real")
    Path("aa_link.py").symlink_to("real/a.py")
    Path("out.py").symlink_to("../outside/b.py")
    Path(".#lock.py").symlink_to("user@host.123")
    assert files() == ["out.py", "real/a.py"]
    assert files("link_dir") == ["link_dir/a.py"]
    assert files("link_dir", "real") == ["link_dir/a.py"]
    assert files("aa_link.py", ".") == ["aa_link.py", "out.py"]
    assert files("real/a.py", "aa_link.py", "real/../real/a.py") == ["real/a.py"]


def test_a_folder_reached_twice() -> None:
    make("a/b/c.py")
    assert files("a", "a/b", "a/b/c.py", ".") == ["a/b/c.py"]


def test_a_name_that_is_no_text() -> None:
    name = os.fsdecode(b"caf\xe9.py")
    try:
        make(name)
    except OSError:
        pytest.skip("this file system has only names that are text")
    assert files() == [name]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read every folder")
def test_a_folder_that_may_not_be_read_is_named() -> None:
    make("locked/a.py")
    Path("locked").chmod(0)
    try:
        found = Discovery(Configuration(Flags())).files(["."])
    finally:
        Path("locked").chmod(0o755)
    assert [(each.path, each.error) for each in found] == [("locked", "Permission denied (os error 13)")]


def test_a_pipe_is_not_walked_into() -> None:
    os.mkfifo("pipe.py")
    assert files() == []
