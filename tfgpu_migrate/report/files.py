"""`--show-files` and `--show-settings`: what a run would look at, and with which settings."""

import json
from collections.abc import Iterator, Sequence

from tfgpu_migrate.discover import Found
from tfgpu_migrate.settings import Settings, absolute_path
from tfgpu_migrate.visible import in_line


def names(files: Sequence[Found]) -> Iterator[str]:
    """Yield the absolute path of each file, one a line, as ruff does."""
    for found in files:
        yield f"{in_line(absolute_path(found.path))}\n"


def settings(files: Sequence[Found]) -> Iterator[str]:
    """Yield the settings of the first file, as TOML."""
    if not files:
        return
    yield f'Resolved settings for: "{in_line(absolute_path(files[0].path))}"\n\n'
    for key, value in _shown(files[0].settings).items():
        yield f"{key.replace('_', '-')} = {in_line(value)}\n"


def _shown(settings: Settings) -> dict[str, str]:
    values = {key: getattr(settings, key) for key in settings.__dataclass_fields__}
    return {key: toml(value) for key, value in values.items()}


def toml(value: object) -> str:
    """Return a value of a setting as TOML."""
    if isinstance(value, tuple) and value and all(isinstance(each, int) for each in value):
        return json.dumps(".".join(map(str, value)))
    if isinstance(value, tuple) and value and all(isinstance(each, tuple) for each in value):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value) + " }"
    return json.dumps(value if value is not None else "none", ensure_ascii=False)
