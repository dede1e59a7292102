"""Files that say what to install: which they are, what is found in them, what is written."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tfgpu_migrate import run as run_module
from tfgpu_migrate.api.packages import releases
from tfgpu_migrate.cache import Cache
from tfgpu_migrate.check import check_bytes, fix_bytes, suppress_bytes
from tfgpu_migrate.config import Configuration, Flags
from tfgpu_migrate.dependencies.kinds import is_python, kind_of
from tfgpu_migrate.dependencies.pins import is_only_tf1
from tfgpu_migrate.discover import Discovery
from tfgpu_migrate.looks import needs_work
from tfgpu_migrate.release import NEWEST
from tfgpu_migrate.run import Mode, run
from tfgpu_migrate.settings import Settings

WANTED = releases(NEWEST)
GPU = f"tensorflow[and-cuda]{WANTED}"


def codes(path: str, text: str) -> list[str]:
    return [one.code for one in check_bytes(path, text.encode(), Settings()).diagnostics]


def fixed(path: str, text: str) -> str:
    report = fix_bytes(path, text.encode(), Settings())
    assert report.internal_error is None
    after = report.before if report.after is None else report.after
    again = fix_bytes(path, after, Settings())
    assert again.after in (None, after)
    return after.decode()


@pytest.mark.parametrize(
    ("path", "reader"),
    [
        ("requirements.txt", "requirements"),
        ("a/requirements-dev.txt", "requirements"),
        ("dev-requirements.in", "requirements"),
        ("requirements/base.txt", "requirements"),
        (r"a\requirements\base.txt", "requirements"),
        ("constraints.txt", "requirements"),
        ("setup.py", "setup_py"),
        ("a/setup.cfg", "setup_cfg"),
        ("pyproject.toml", "pyproject"),
        ("environment.yml", "conda"),
        ("conda-env.yaml", "conda"),
        ("docker/Dockerfile", "dockerfile"),
        ("Dockerfile.gpu", "dockerfile"),
        ("gpu.dockerfile", "dockerfile"),
        ("requirements.md", ""),
        ("notes.txt", ""),
        ("requirements_of_the_setup.py", ""),
        ("my_setup.py", ""),
        ("other.toml", ""),
        ("Dockerfiles/readme", ""),
        ("environment/config.yml", ""),
    ],
)
def test_kinds_of_files(path: str, reader: str) -> None:
    kind = kind_of(path)
    assert (kind.reader if kind else "") == reader
    assert is_python(path) == (reader in ("", "setup_py"))


@pytest.mark.parametrize(
    "path",
    [
        "docker/Dockerfile",
        "gpu.dockerfile",
        "a/requirements-dev.txt",
        "requirements/base.in",
        "x-env.yml",
        "setup.cfg",
        "a/pyproject.toml",
        "setup.py",
        "notes.txt",
        "tox.toml",
        "Dockerfiles/readme",
        "a/constraints.txt",
        "environment/x.yml",
        "Dockerfile-gpu",
    ],
)
def test_the_hook_gets_them_all(path: str) -> None:
    hooks = (Path(__file__).parent.parent / ".pre-commit-hooks.yaml").read_text("utf-8")
    (pattern,) = re.findall(r"files: \|\n((?: {4}.*\n)+)", hooks)
    assert (re.search(pattern.strip(), path) is not None) is not is_python(path)


def test_they_are_found_beside_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.py", "requirements.txt", "Dockerfile", "notes.txt", "README.md"):
        Path(name).write_text("tensorflow")
    files = Discovery(Configuration(Flags(isolated=True))).files(["."])
    assert [one.path for one in files] == ["Dockerfile", "a.py", "requirements.txt"]


def test_the_case_of_a_name_counts_only_in_python() -> None:
    assert needs_work(b"TensorFlow==1.15", "requirements.txt")
    assert not needs_work(b"# TensorFlow", "a.py")
    assert codes("requirements.txt", "TensorFlow==1.15\n") == ["TFM752"]


def test_utf_16_is_not_clean() -> None:
    data = "tensorflow==1.15\r\n".encode("utf-16")
    assert needs_work(data, "requirements.txt")
    assert [one.code for one in check_bytes("requirements.txt", data, Settings()).diagnostics] == ["TFM900"]


@pytest.mark.parametrize(
    ("specifier", "only"),
    [
        ("==1.15", True),
        ("==1.*", True),
        ("~=1.15", True),
        ("~=1.15.0", True),
        ("<2", True),
        ("<2.0.0", True),
        ("<=1.15.5", True),
        (">=1.4,<2", True),
        ("===1.15.0", True),
        ("==0.12", True),
        ("", False),
        (">=1.15", False),
        ("<2.1", False),
        ("<=2.0", False),
        ("==2.0.0", False),
        ("~=2.4", False),
        ("!=1.15", False),
        (">1", False),
        ("nonsense", False),
    ],
)
def test_what_only_tensorflow_1_meets(specifier: str, only: bool) -> None:
    assert is_only_tf1(specifier) is only


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),  # the text around, with the requirement at `@`
    [
        ("requirements.txt", "@", "tensorflow==1.15", f"tensorflow{WANTED}"),
        ("requirements.txt", "\t@\r\nnumpy\r\n", "tensorflow==1.15", f"tensorflow{WANTED}"),
        ("requirements.txt", "@;sys_platform=='linux' # é", "tensorflow==1.15", f"tensorflow{WANTED}"),
        ("requirements.txt", "@ \\\n  --no-deps\n", "tensorflow==1.15", f"tensorflow{WANTED}"),
        ("requirements.txt", "@", "tensorflow-cpu<2", f"tensorflow-cpu{WANTED}"),
        ("constraints.txt", "tensorflow-gpu==1.15\n@", "tensorflow<2", f"tensorflow{WANTED}"),
        ("setup.cfg", "[options]\ninstall_requires = @; numpy\n", "tensorflow<2", f"tensorflow{WANTED}"),
        ("Dockerfile", "RUN pip install @\n", "tensorflow==1.15", f"'tensorflow{WANTED}'"),
        ("Dockerfile", "RUN bash -c 'pip3 install @'\n", "tensorflow-gpu", '"tensorflow[and-cuda]"'),
        ("Dockerfile", "RUN python -m pip install -U \\\n  @ \\\n  numpy\n", "tensorflow-gpu==1.4", f"'{GPU}'"),
        ("Dockerfile", "RUN bash -c 'source x && \\\n  pip install @'\n", "tensorflow<2", f'"tensorflow{WANTED}"'),
        ("Dockerfile", "RUN bash -c 'a \\\r\n # b\r\n && pip install @'\r\n", "tensorflow<2", f'"tensorflow{WANTED}"'),
        ("Dockerfile", 'RUN bash -c "echo it\\\\\'s; pip install @"\n', "tensorflow<2", f"'tensorflow{WANTED}'"),
        ("Dockerfile", 'CMD ["sh", "-c", "pip install @"]\n', "tensorflow<2", f"'tensorflow{WANTED}'"),
        ("Dockerfile", 'CMD ["sh", "-c", "pip install \\"@\\""]\n', "tensorflow<2", f"tensorflow{WANTED}"),
        ("Dockerfile", 'RUN bash -c "echo it\\\'s; pip install @"\n', "tensorflow<2", f"'tensorflow{WANTED}'"),
        ("Dockerfile", "LABEL by=O'Brien\nRUN pip install @\n", "tensorflow<2", f"'tensorflow{WANTED}'"),
        ("Dockerfile", "RUN pip install a \\\n # tensorflow<2\n\n @\n", "tensorflow<2", f"'tensorflow{WANTED}'"),
        ("Dockerfile", "RUN bash -c 'pip install a' && pip install @\n", "tensorflow<2", f"'tensorflow{WANTED}'"),
        ("pyproject.toml", "[dependency-groups]\ndev = ['@']\n", "tensorflow<2", f"tensorflow{WANTED}"),
        ("pyproject.toml", "[tool.poetry.dependencies]\ntensorflow = '@'\n", "^1.4", WANTED),
        ("setup.py", "import x\nr = []\nr.append('@')\nx.setup(install_requires=r)\n", "tensorflow-gpu==1.4", GPU),
        ("environment.yml", "dependencies:\n- pip:\n  - @\n", "tensorflow<2", f"tensorflow{WANTED}"),
        ("environment.yml", "dependencies:\r\n- pip:\r\n  - @\r\n- tensorflow=1.4\r\n", "tensorflow-gpu==1.4", GPU),
    ],
)
def test_fixes(path: str, text: str, old: str, new: str) -> None:
    assert fixed(path, text.replace("@", old)) == text.replace("@", new)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("requirements.txt", "tensorflow-gpu[x]==1.15"),
        ("constraints.txt", "tensorflow==2.21\ntf-nightly-gpu"),
        ("requirements.txt", "tensorflow (==1.15)"),
        ("requirements.txt", "tensorflow==${TF}"),
        ("requirements.txt", "-e tensorflow==1.15"),
        ("requirements.txt", "# This file is autogenerated by pip-compile\ntensorflow<2"),
        ("requirements.txt", "numpy==1.18.5 --hash=sha256:0\ntensorflow<2"),
        ("constraints.txt", "tensorflow-gpu==1.15"),
        ("pyproject.toml", "[tool.poetry.dependencies]\ntensorflow = '^2.4'\n"),
        ("pyproject.toml", "[project]\ndependencies = ['tensorflow<2']\nkeywords = ['tensorflow<2']\n"),
        ("setup.py", "from setuptools import setup\nsetup(install_requires=['''tensorflow<2'''])\n"),
        ("setup.py", "from setuptools import setup\nsetup(install_requires=['tensorflow' '<2'])\n"),
        ("Dockerfile", "RUN conda install tensorflow-gpu=1.15\n"),
        ("Dockerfile", 'CMD ["sh", "-c", "echo don\'t; pip install tensorflow==1.15.0"]\n'),
        ("Dockerfile", 'RUN bash -c "echo it\'s; pip install tensorflow<2"\n'),
        ("Dockerfile", "RUN bash -c 'su -c \"pip install tensorflow<2\"'\n"),
        ("Dockerfile", "RUN bash -c 'pip install a' tensorflow==1.15\n"),
        ("pyproject.toml", "[tool.poetry]\nname = 'a'\n[tool.other.versions]\ntensorflow = '1.15'\n"),
        ("pyproject.toml", "[tool.poetry.scripts]\ntensorflow = '1.15'\n"),
        ("pyproject.toml", '[tool.poetry.dependencies]\na = """\ntensorflow = \'1.15\'\n"""\n'),
    ],
)
def test_what_is_not_plain_stays(path: str, text: str) -> None:
    assert fixed(path, text) == text


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("requirements.txt", "tensorflow-gpu[x]==1.15", ["TFM751"]),
        ("requirements.txt", "tensorflow==${TF}", []),
        ("requirements.txt", "tensorflow==1.15; python_version < '3'", []),
        ("requirements.txt", "tensorflow==1.15; python_version < '3.11'", ["TFM752"]),
        ("requirements.txt", "https://x.org/tensorflow-2.1.0-cp37.whl", []),
        ("requirements.txt", "# tfgpu-migrate: noqa\ntensorflow<2", []),
        ("pyproject.toml", "[project\n# tensorflow", ["TFM900"]),
        ("pyproject.toml", "[tool.poetry.dependencies]\ntensorflow = '^x'\n", []),
        ("pyproject.toml", "[tool.poetry.dependencies]\ntensorflow = '^1 || ^2'\n", []),
        ("pyproject.toml", "[tool.poetry.dependencies]\ntensorflow = '^1, !=1.14'\n", ["TFM752"]),
        ("pyproject.toml", "[tool.poetry.dependencies]\ntensorflow = '>=1.4, ~1.15'\n", ["TFM752"]),
        ("Dockerfile", "# RUN pip install tensorflow<2\nRUN true && \\\n  # pip install tensorflow<2\n  true\n", []),
        ("Dockerfile", "RUN echo '#' a#b && pip install tensorflow<2  # pip install tensorflow<2\n", ["TFM752"]),
        ("Dockerfile", "RUN pip install a \\\n  # tensorflow==1.15\n  b\n", []),
        ("Dockerfile", "RUN bash -c 'a # pip install tensorflow==1.15'\n", []),
        ("Dockerfile", 'RUN sh -c "echo it\'s; pip install tensorflow<2"\n', ["TFM752"]),
        ("pyproject.toml", "[tool.poetry]\nname = 'a'\n[tool.other]\ntensorflow = '1.15'\n", []),
        ("pyproject.toml", "[tool.poetry.group.dev.dependencies]\ntensorflow = '1.15'\n", ["TFM752"]),
        ("Dockerfile", "FROM gcr.io/tensorflow/tensorflow:1.4.0-gpu\n", ["TFM753"]),
        ("Dockerfile", "FROM --platform=linux/amd64 tensorflow/tensorflow:latest\n", []),
        ("setup.py", "import tensorflow as tf\nfrom setuptools import setup\nsetup(install_requires=['tensorflow<2'])\n"
         "tf.placeholder(tf.float32)\n", ["TFM752", "TFM101", "TFM202"]),
        ("setup.py", "print 'tensorflow'", ["TFM900"]),
        ("environment.yml", "dependencies:\n- tensorflow-gpu[options]\n", ["TFM751"]),
    ],
)  # fmt: skip
def test_findings(path: str, text: str, found: list[str]) -> None:
    assert codes(path, text) == found


WORDS = [
    *("tensorflow", "tensorflow-gpu", "TensorFlow_CPU", "numpy", "==1.15", ">=1.4,<2", "~=1.1", "^1.4", "=1.15=py36"),
    *(
        "<2",
        "[x]",
        ";",
        "; python_version < '3.8'",
        "#",
        " # é",
        "--hash=sha256:0",
        "-r",
        "@ https://x.org/tensorflow-1.4",
    ),
    *("\n", "\r\n", "\n  ", "\n- ", "\\\n", "\t", " ", '"', "'", "[", "]", "=", ":", ",", "(", ")", "{", "}", "&&"),
    *("[project]\n", "dependencies", "[options]\n", "install_requires", "dependencies:\n", "pip:", "pip install "),
    *("[tool.poetry.dependencies]\n", "RUN ", "FROM tensorflow/tensorflow:", "1.4-gpu", "setup(", "conda install "),
]
NAMES = "requirements.txt constraints.txt setup.cfg pyproject.toml environment.yml Dockerfile setup.py".split()


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(NAMES), st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_text_is_read_and_fixed_once(path: str, words: list[str]) -> None:
    fixed(path, "".join(words))


def add_noqa(path: str, text: str) -> str:
    report = suppress_bytes(path, text.encode(), Settings(), "later")
    assert report.diagnostics == ()
    after = report.before if report.after is None else report.after
    assert suppress_bytes(path, after, Settings()).after is None
    return after.decode()


@pytest.mark.parametrize(
    ("path", "text", "code", "above"),
    [
        ("requirements.txt", "a\r\ntensorflow<2 \\\r\n  --hash=sha256:1", "TFM752", "tensorflow<2"),
        ("requirements.txt", "tensorflow-gpu", "TFM751", "tensorflow-gpu"),
        ("Dockerfile", "FROM tensorflow/tensorflow:1.4.0\n", "TFM753", "FROM"),
        ("Dockerfile", "RUN a && \\\n  pip install tensorflow==1.4\n", "TFM752", "RUN"),
        ("environment.yml", "dependencies:\n  - tensorflow-gpu\n", "TFM751", "  - "),
        ("pyproject.toml", "[project]\ndependencies = ['tensorflow<2']\n", "TFM752", "dependencies"),
        ("setup.cfg", "[options]\ninstall_requires =\n  tensorflow<2\n", "TFM752", "  tensorflow"),
    ],
)
def test_add_noqa_writes_a_line_of_its_own(path: str, text: str, code: str, above: str) -> None:
    newline = "\r\n" if "\r" in text else "\n"
    indent = above[: len(above) - len(above.lstrip())]
    comment = f"{indent}# tfgpu-migrate: ignore[{code}] later{newline}"
    assert add_noqa(path, text) == text.replace(above, f"{comment}{above}")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("requirements.txt", "tensorflow<2  # noqa\n"),
        ("requirements.txt", "tensorflow @ https://x.org/tensorflow-1.4.0-cp37.whl#sha256=1  # noqa: TFM752\n"),
        ("requirements.txt", "tensorflow<2 \\\n  --hash=sha256:1  # noqa: TFM752\n"),
        ("requirements.txt", "# tfgpu-migrate: disable[TFM752]\ntensorflow<2\n"),
        ("environment.yml", "dependencies:\n- tensorflow-gpu  # tfgpu-migrate: ignore[TFM751]\n"),
    ],
)
def test_comments_silence(path: str, text: str) -> None:
    report = check_bytes(path, text.encode(), Settings())
    assert (report.diagnostics, report.suppressed) == ((), 1)
    assert fixed(path, text) == text


def test_an_unused_comment_goes() -> None:
    text = "tensorflow>=2.16  # noqa: TFM752\n"
    assert codes("requirements.txt", text) == ["TFM801"]
    assert fixed("requirements.txt", text) == "tensorflow>=2.16\n"


def test_the_cache_knows_the_kinds_apart(tmp_path: Path) -> None:
    cache, data = Cache(str(tmp_path)), "tensorflow-gpu"
    names = ("requirements.txt", "x/requirements.txt", "base.txt", "requirements/base.txt")
    keys = [cache.key(name, data, Settings()) for name in names]
    assert (len(set(keys)), keys[0] == keys[1]) == (3, True)


def test_a_second_run_has_the_findings_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("requirements.txt").write_text("tensorflow-gpu==1.4\n")
    Path("Dockerfile").write_text("FROM tensorflow/tensorflow:1.4.0\n")

    def check() -> list[list[str]]:
        outcome = run(Discovery(Configuration(Flags())).files(["."]), Mode.CHECK, cache_of=lambda _: Cache(".c"))
        return [[one.code for one in report.diagnostics] for report in outcome.reports]

    first = check()
    monkeypatch.setattr(run_module, "do_job", None)
    assert check() == first == [["TFM753"], ["TFM751"]]


def test_a_notebook_is_checked_for_libraries_too() -> None:
    cell = {"cell_type": "code", "source": "import numpy as np\nimport tensorflow as tf\nx = np.float(1)\n"}
    report = fix_bytes("a.ipynb", json.dumps({"cells": [cell], "nbformat": 4}).encode(), Settings())
    assert report.after is not None
    assert "x = float(1)" in report.after.decode()
