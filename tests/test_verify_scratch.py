"""`verify --scratch`: what is copied, what is refused, and that what the script writes is gone."""

import json
import os
from pathlib import Path

import pytest

from tests.pretend_gpus import tensorflow_python
from tests.test_verify_command import verify
from tfgpu_migrate.config import ConfigError
from tfgpu_migrate.verify import scratch as module
from tfgpu_migrate.verify.scratch import scratch


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a script, its data, and what is of no use to it; it is the working directory."""
    folder = tmp_path / "project"
    for name in ("train.py", "src/model.py", "data/x.csv", ".git/HEAD", "env/pyvenv.cfg", "__pycache__/a.pyc"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (tmp_path / "outside").write_text("outside")
    (folder / "data" / "same").symlink_to("x.csv")
    (folder / "data" / "up").symlink_to("../../outside")
    os.mkfifo(folder / "pipe")
    monkeypatch.chdir(folder)
    return folder


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def test_the_working_directory_is_copied_with_its_links_and_removed(project: Path) -> None:
    with scratch("src/model.py") as copied:
        assert copied.script == "src/model.py"
        assert copied.original == project
        assert names(copied.copy) == ["data/same", "data/up", "data/x.csv", "src/model.py", "train.py"]
        (copied.copy / "data" / "same").write_text("written")
        assert (copied.copy / "data" / "x.csv").read_text() == "written"
        assert (copied.copy / "data" / "up").read_text() == "outside"
        (copied.copy / "new").touch()
        assert copied.told(f"in {copied.copy}/new") == f"in {project}/new"
    assert not copied.copy.parent.exists()
    assert (project / "data" / "x.csv").read_text() == "data/x.csv"
    assert not (project / "new").exists()


@pytest.mark.parametrize("script", ["../project/train.py", "{project}/train.py"])
def test_of_a_script_elsewhere_its_own_folder_is_copied(
    script: str, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project / "data")
    given = script.format(project=project).replace("../project", "..")
    with scratch(given) as copied:
        assert (copied.original, copied.script) == (project, "train.py")
        assert (copied.copy / "train.py").is_file()


def test_too_much_is_refused_before_anything_is_copied(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BYTES", 20)
    monkeypatch.setattr("shutil.copy2", None)
    with pytest.raises(ConfigError, match=r"copies at most 0 MiB, and .*project has more"), scratch("train.py"):
        pass
    monkeypatch.setattr(module, "MOST_BYTES", 1 << 20)
    monkeypatch.setattr(module, "MOST_FILES", 4)
    with pytest.raises(ConfigError, match=r"copies at most 4 files, and .*project has more"), scratch("train.py"):
        pass


def test_a_copy_that_the_system_refuses_is_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr("shutil.copy2", full)
    with pytest.raises(ConfigError, match=r"could not copy .*: No space left on device"), scratch("train.py"):
        pass


TRAINING = """import os
import tensorflow as tf
with tf.device("/gpu:0"):
    tf.matmul([[1.0]], [[2.0]])
seen = os.path.exists("checkpoint")
open("checkpoint", "w").close()
print(seen, sorted(os.listdir()), os.environ["PWD"] == os.getcwd())
open(os.path.join(os.getcwd(), "lost"))
"""


@pytest.mark.tensorflow
def test_a_run_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(TRAINING)
    flags = ["--scratch", "--gpus", "1", "--output-format", "json", "--expect-gpu", "train.py:4"]
    done = verify(*flags, "train.py", cwd=tmp_path, python=tensorflow_python())
    assert "False ['checkpoint', 'tmp', 'train.py'] True\n" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tmp", "train.py"]
    report = json.loads(done.stdout)
    assert report["run"]["error"].endswith(f"No such file or directory: '{tmp_path}/lost'")
    assert {(op["filename"], op["line"]) for op in report["ops"] if op["op"] == "MatMul"} == {
        (str(tmp_path / "train.py"), 4)
    }
    assert [finding["code"] for finding in report["findings"]] == ["TFM611"]  # what was expected was there


WRITING = 'import os\nprint(sorted(os.listdir()))\nopen("checkpoint", "w").close()\n'


@pytest.mark.tensorflow
def test_both_of_two_scripts_start_from_the_same_files(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(WRITING)
    flags = ["--scratch", "--against", "train.py", "--quiet"]
    done = verify(*flags, "train.py", cwd=tmp_path, python=tensorflow_python())
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("['tmp', 'train.py']\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tmp", "train.py"]
