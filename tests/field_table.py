"""The table of docs/devices.md: every field of the protos that configure a session, from the tables of the product."""

from collections.abc import Iterator
from pathlib import Path

from tfgpu_migrate import rules
from tfgpu_migrate.proto.advice import ADVICE, without_setter
from tfgpu_migrate.proto.fields import FIELDS
from tfgpu_migrate.proto.messages import PATHS

# Written by `ConfigProto.DESCRIPTOR` of TensorFlow 1.15.5, messages included.
IN_TF1 = (Path(__file__).parent / "config_proto_1_15_5.txt").read_text(encoding="utf-8").split()
_READ = {path.rstrip(".") for path in PATHS.values()}  # messages whose fields have rows


def table() -> str:
    """The table, message by message."""
    rules.load()
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    paths = {*IN_TF1, *FIELDS, *ADVICE}
    for message, prefix in PATHS.items():
        deeper = [one for one in PATHS.values() if one != prefix and one.startswith(prefix)]
        fields = sorted(
            path for path in paths if path.startswith(prefix) and not path.startswith(tuple(deeper)) and _is_field(path)
        )
        yield f"### {message}\n\n| field | in TensorFlow 2 | when | rule |\n|---|---|---|---|"
        for path in fields:
            yield f"| `{path.removeprefix(prefix)}`{'' if _in_tf1(path) else ' (only TensorFlow 2)'} | {_row(path)} |"
        yield ""


def _is_field(path: str) -> bool:
    return path not in _READ


def _in_tf1(path: str) -> bool:
    return path in IN_TF1


def _row(path: str) -> str:
    field = FIELDS.get(path)
    if field is None:
        return f"{without_setter(path).replace('has no tf.config setter', 'no setter')} | | [TFM300](rules/TFM300.md)"
    when = "at any time" if field.any_time else "before the runtime starts"
    return f"`{field.setter}` | {when} | [{field.code}](rules/{field.code}.md)"
