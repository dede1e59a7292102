"""`tfgpu-migrate config`: what each setting means, its default, and an example."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tfgpu_migrate.report.files import toml
from tfgpu_migrate.report.portable import dump
from tfgpu_migrate.settings import Settings


class Setting(NamedTuple):
    """The documentation of one setting."""

    kind: str
    meaning: str
    example: str


_CODES = "list of codes, prefixes of codes or ALL"
_IGNORES = "table of globs, each with a list of codes"
SETTINGS = {
    "select": Setting(_CODES, "Rules to check.", 'select = ["TFM2", "TFM3"]'),
    "extend-select": Setting(_CODES, "More rules to check.", 'extend-select = ["TFM401"]'),
    "ignore": Setting(_CODES, "Rules not to check; the longer prefix wins.", 'ignore = ["TFM101"]'),
    "per-file-ignores": Setting(
        _IGNORES,
        "Rules not to check in some files and folders; `!` before a glob means all others.",
        'per-file-ignores = { "tests" = ["TFM3"] }',
    ),
    "extend-per-file-ignores": Setting(_IGNORES, "More of them.", 'extend-per-file-ignores = { "old/*" = ["ALL"] }'),
    "exclude": Setting("list of globs", "Files and folders not to look into.", 'exclude = ["third_party"]'),
    "extend-exclude": Setting("list of globs", "More of them.", 'extend-exclude = ["generated/*.py"]'),
    "fixable": Setting(_CODES, "Rules whose findings `--fix` may fix.", 'fixable = ["TFM3"]'),
    "unfixable": Setting(
        _CODES,
        "Rules whose findings it may not. A fix of several findings is made whole or not at all.",
        'unfixable = ["TFM202"]',
    ),
    "extend-safe-fixes": Setting(_CODES, "Rules whose unsafe fixes count as safe.", 'extend-safe-fixes = ["TFM302"]'),
    "extend-unsafe-fixes": Setting(
        _CODES, "Rules whose safe fixes count as unsafe.", 'extend-unsafe-fixes = ["TFM302"]'
    ),
    "baseline": Setting(
        "file", "Findings that are known and may stay, below the folder of the settings.", 'baseline = "known.json"'
    ),
    "python-version": Setting("version", "What fixed files must parse for.", 'python-version = "3.9"'),
    "target-version": Setting(
        'release of TensorFlow from "2.4" to "2.21"',
        "The TensorFlow that the code is to run on. 2.10 is the last with GPUs on Windows itself, 2.15 the last with "
        "Keras 2 and tf.estimator.",
        'target-version = "2.15"',
    ),
    "graph-mode": Setting(
        '"auto" or "never"', '"never": do not write `tf.compat.v1.disable_v2_behavior()`.', 'graph-mode = "never"'
    ),
    "gpu-memory-mb": Setting(
        "number",
        "The limit, in megabytes for each GPU, to write for a memory fraction.",
        "gpu-memory-mb = 4096",
    ),
    "tensorboard": Setting(
        "true or false",
        "The package tensorboard is installed, by which TensorFlow 2.21 writes summaries: TFM210 may convert them.",
        "tensorboard = true",
    ),
}


def as_text(names: Sequence[str]) -> Iterator[str]:
    """Yield the documentation of settings."""
    for index, name in enumerate(names):
        kind, meaning, example = SETTINGS[name]
        yield ("\n" if index else "") + f"{name}\n  {meaning}\n"
        yield f"  Kind: {kind}\n  Default: {_default(name)}\n  Example: {example}\n"


def as_names() -> Iterator[str]:
    """Yield the name and meaning of every setting, one a line."""
    width = max(map(len, SETTINGS))
    for name, setting in SETTINGS.items():
        yield f"{name:<{width}}  {setting.meaning}\n"


def as_json(names: Sequence[str], several: bool) -> str:
    """Return one object, or a list if several were asked for."""
    values = [
        {
            "name": name,
            "type": SETTINGS[name].kind,
            "default": _default(name),
            "doc": SETTINGS[name].meaning,
            "example": SETTINGS[name].example,
        }
        for name in names
    ]
    return dump(values if several else values[0]) + "\n"


def _default(name: str) -> str:
    value = getattr(Settings(), name.replace("-", "_"))
    return "{}" if name.endswith("per-file-ignores") else "none" if value is None else toml(value)
