"""What all tests share: the pretended GPUs, and when a test that needs TensorFlow may be skipped."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.browser import Browser, is_missing
from tests.lsp_client import Editor, Json, Open
from tests.pretend_gpus import PretendGpus, has_tensorflow, tensorflow_python
from tests.verify_bed import VerifyBed

# How many examples each test of tests/fuzz tries: docs/fuzzing.md has the commands and figures.
settings.register_profile(
    "ci", max_examples=150, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
)
settings.register_profile("fuzz-10k", settings.get_profile("ci"), max_examples=800, derandomize=False)
settings.register_profile("fuzz-100k", settings.get_profile("fuzz-10k"), max_examples=8_000)
settings.load_profile("ci")


def pytest_configure() -> None:
    """What tests start behaves as it does alone.

    In the background of a script pytest ignores Ctrl-C, and so would all that the tests start and interrupt; beside
    others (`-n auto`) it says that lines have 80 columns.
    """
    os.environ.pop("COLUMNS", None)
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def pretend_gpus() -> Iterator[PretendGpus]:
    """One TensorFlow process for the whole session, started by the first run."""
    with PretendGpus() as pretend:
        yield pretend


@pytest.fixture(scope="session")
def verify_bed() -> Iterator[VerifyBed]:
    """One TensorFlow process for all runs of `verify`, started by the first."""
    with VerifyBed() as bed:
        yield bed


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Open]:
    """Starts editors, each with a server in the test's folder, and takes them away."""
    editors: list[Editor] = []

    def opened(capabilities: Json | None = None, patch: str = "") -> Editor:
        editors.append(Editor(tmp_path, capabilities, patch))
        return editors[-1]

    yield opened
    for editor in editors:
        editor.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for the tests of a module: its event loop must not be there for those of others."""
    with Browser() as chromium:
        yield chromium


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test of TensorFlow or of a browser where there is none; fail it where there must be one."""
    if item.get_closest_marker("browser") is not None and (why := is_missing()):
        if os.environ.get("TFGPU_MIGRATE_REQUIRE_BROWSER"):
            pytest.fail(f"{why}, and TFGPU_MIGRATE_REQUIRE_BROWSER is set")
        pytest.skip(why)
    if item.get_closest_marker("tensorflow") is None or has_tensorflow(tensorflow_python()):
        return
    reason = f"{tensorflow_python()} has no TensorFlow"
    if os.environ.get("TFGPU_MIGRATE_REQUIRE_TF"):
        pytest.fail(f"{reason}, and TFGPU_MIGRATE_REQUIRE_TF is set")
    pytest.skip(reason)
