"""Coverage-guided fuzzing of what reads files: `python -m tests.fuzz.coverage_guided READER [libFuzzer flags]`.

Needs `atheris` (`pip install atheris`, on Linux), which is no dependency of the project. READER is a key
of `READERS`. A run ends at the first input that raises what the reader does not say it raises, and writes it into the
current folder.
"""

import contextlib
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

atheris = import_module("atheris")

with atheris.instrument_imports(include=["tfgpu_migrate"]):
    from tfgpu_migrate.check import check_bytes, fix_bytes
    from tfgpu_migrate.config import ConfigError, parse_table, read_table
    from tfgpu_migrate.dependencies.findings import dependency_findings
    from tfgpu_migrate.noqa import Suppressions
    from tfgpu_migrate.settings import Settings
    from tfgpu_migrate.source import Source, Unreadable, decode

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
SETTINGS = b"""select = ["ALL"]
per-file-ignores = { "tests/*" = ["TFM3"] }
exclude = ["a/**/b"]
unfixable = ["TFM101"]
target-version = "2.15"
python-version = "3.11"
graph-mode = "never"
gpu-memory-mb = 4096
baseline = "known.json"
"""
PATHS = ("requirements.txt", "setup.cfg", "pyproject.toml", "environment.yml", "Dockerfile", "setup.py")


def read_source(data: bytes) -> None:
    """A Python file: what decodes encodes to the same bytes, and places are where they were asked for."""
    with contextlib.suppress(Unreadable):
        source = Source.decode(data, "a.py")
        assert source.encode(source.text) == data
        for node in source.tree.body:
            start, end = source.span(node)
            assert 0 <= start <= end <= len(source.text)
            line, column = source.location(start)
            assert source.line_offset(line) + column - 1 == start


def read_noqa(data: bytes) -> None:
    """The comments of a file: each directive stands where it says."""
    text = data.decode("utf-8", "ignore")
    for path in ("a.py", "requirements.txt"):
        for directive in Suppressions(Source(path, text)).directives:
            assert text[directive.start] == "#"
            assert all(text[code.start : code.end].upper() == code.name for code in directive.codes)


def read_notebook(data: bytes) -> None:
    """A notebook: what decodes encodes to the same bytes, and a fix leaves JSON."""
    with contextlib.suppress(Unreadable):
        source = decode(data, "a.ipynb")
        assert source.encode(source.text) == data
    report = fix_bytes("a.ipynb", data, Settings())
    assert report.internal_error is None
    if report.after is not None:
        decode(report.after, "a.ipynb")


def read_config(data: bytes) -> None:
    """A file of settings."""
    file = _SCRATCH / "tfgpu-migrate.toml"
    file.write_bytes(data)
    with contextlib.suppress(ConfigError):
        parse_table(read_table(file) or {}, "a.toml")


def read_dependencies(data: bytes) -> None:
    """What a project installs: the first byte chooses the kind of file."""
    if data:
        path = PATHS[data[0] % len(PATHS)]
        with contextlib.suppress(Unreadable):
            list(dependency_findings(Source.decode(data[1:], path), Settings().target_version))
        check_bytes(path, data[1:], Settings())


READERS: dict[str, Callable[[bytes], None]] = {
    "source": read_source,
    "noqa": read_noqa,
    "notebook": read_notebook,
    "config": read_config,
    "dependencies": read_dependencies,
}
SEEDS = {"notebook": "*.ipynb", "config": "*.toml", "dependencies": "before.[!i]*"}
_SCRATCH = Path()


def main(arguments: list[str]) -> None:
    """Fuzz one reader, beginning with the fixtures."""
    global _SCRATCH
    name, *flags = arguments
    with TemporaryDirectory() as folder:
        _SCRATCH = Path(folder)
        corpus = _SCRATCH / "corpus"
        corpus.mkdir()
        for number, seed in enumerate(sorted(FIXTURES.rglob(SEEDS.get(name, "*.py")))):
            (corpus / str(number)).write_bytes(seed.read_bytes())
        (corpus / "settings").write_bytes(SETTINGS)
        atheris.Setup([sys.argv[0], *flags, "-max_len=4096", str(corpus)], READERS[name])
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
