"""Which packages beside TensorFlow a Python file needs once it is fixed, and which a file of requirements lists."""

import re
from importlib import import_module

from tfgpu_migrate.api.packages import TENSORBOARD, TF_SLIM, WITHOUT_TENSORBOARD, tf_keras
from tfgpu_migrate.dependencies.kinds import is_python, kind_of
from tfgpu_migrate.edit.legacy_keras import VARIABLE
from tfgpu_migrate.index.nodes import statements_on
from tfgpu_migrate.index.symbols import imported
from tfgpu_migrate.release import Release
from tfgpu_migrate.source import Source

TENSORFLOW = "tensorflow"
# What TensorFlow 2 has of summaries is a part of TensorBoard (tensorflow/python/summary/tb_summary.py, 2.21).
_SUMMARY = re.compile(r"\.summary\.create_file_writer\(.*\.summary\.(?:audio|histogram|image|scalar|text)\(", re.DOTALL)
_COMMENT = re.compile(r"(?:^|\s)#.*", re.MULTILINE)


def requirements(target: Release) -> dict[str, str]:
    """The packages that fixed code may need, as pip takes them, by their names."""
    known = {"tf_keras": tf_keras(target), "tf_slim": TF_SLIM}
    return known if target < WITHOUT_TENSORBOARD else {**known, "tensorboard": TENSORBOARD}


def needed(source: Source, target: Release) -> tuple[str, ...]:
    """The requirements of what a Python file imports of tf_keras and tf_slim, or TensorFlow imports for it.

    That is legacy Keras, and TensorBoard for summaries.

    Nothing for a notebook, which installs what it needs itself. Raises Unreadable.
    """
    if not is_python(source.path) or source.notebook is not None:
        return ()
    known = requirements(target)
    words = [name for name in ("tf_keras", "tf_slim") if name in source.text]
    statements = statements_on(source.tree, source.lines_with(words)) if words else ()
    found = {one.path.partition(".")[0] for statement in statements for one in imported(statement, tuple(words))}
    found |= {"tf_keras"} if VARIABLE in source.text else set()
    if "tensorboard" in known and "create_file_writer" in source.text and _SUMMARY.search(source.text):
        found.add("tensorboard")
    return tuple(known[name] for name in sorted(found))


def listed(source: Source, target: Release) -> tuple[str, ...]:
    """The requirements of `needed` that a file of requirements lists, in whichever release, and "tensorflow" if so.

    Raises Unreadable.
    """
    kind = kind_of(source.path)
    if kind is None:
        return ()
    text = _COMMENT.sub("", source.text)
    found = [requirement for name, requirement in requirements(target).items() if _names(text, name)]
    reader = import_module(f"tfgpu_migrate.dependencies.{kind.reader}")
    return (*([TENSORFLOW] if any(reader.entries(source)) else ()), *found)


def _names(text: str, package: str) -> bool:
    """Whether a text names a package, in any of the spellings that pip takes for one."""
    name = package.replace("_", "[-_.]")
    return re.search(rf"(?<![\w.-]){name}(?![\w-])", text, re.IGNORECASE) is not None
