"""The table of what Keras 1.2 to 2.3 had under names that Keras 3 has not: modules, and names of modules."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.api.recorded import lines
from tools.api.sources import defined, source_of

HEADER = """\
# What Keras 3 no longer has of Keras 1.2 to 2.3, below `keras`. `name new`: the same object is `new`; of a module:
# all that came of its names is there. `name tf`: only `tensorflow.keras` has it, under the same name. `name -`: gone.
# Marks: `module` (of which only the names that moved have rows of their own), `2` (tf_keras has it under its old name).
# Written by tools/api/make_table.py.
"""
_OTHER_BACKENDS = tuple(f"backend.{one}" for one in ("cntk", "common", "load", "numpy", "tensorflow", "theano"))
# Where to look for a name of a module that is gone, the first of them first.
_PUBLIC = {
    "callbacks": ("callbacks",),
    "engine": ("layers", "models", "utils"),
    "layers": ("layers",),
    "legacy": ("layers",),
    "objectives": ("losses",),
    "utils": ("utils",),
}


def keras_table(root: Path) -> str:
    """The text of the table for the TensorFlow in a folder, beside which are Keras 3 and tf_keras."""
    rows = {name: words for name, *words in _rows(root.parent)}
    for name, words in rows.items():
        if _has(root.parent / "tf_keras", name):
            words.append("2")
    return HEADER + "".join(f"{' '.join([name, *words])}\n" for name, words in sorted(rows.items()))


def _rows(site: Path) -> Iterator[tuple[str, ...]]:
    """Old and new names, `tf` or `-` for the latter, and whether it is a module."""
    keras, tf_keras_3 = site / "keras", site / "keras" / "_tf_keras" / "keras"
    by_hand = dict(lines("keras_homes.txt"))
    for module, *names in lines("keras_old.txt"):
        if module == "." or module.startswith(_OTHER_BACKENDS):
            continue
        is_gone = source_of(keras, module) is None
        found = {}
        for name in (f"{module}.{one}" for one in names):
            new = by_hand.get(name) or _home(site, name)
            if not (source_of(keras, module) and _has(keras, name)) and (not module.startswith("applications") or new):
                found[name] = new or ("tf" if _has(tf_keras_3, name) else "-")
        if is_gone:
            homes = {new.rpartition(".")[0] for new in found.values() if new not in ("-", "tf")}
            on_tf = source_of(tf_keras_3, module) is not None
            yield module, "tf" if on_tf else homes.pop() if len(homes) == 1 else "-", "module"
        yield from ((name, new) for name, new in found.items() if not (is_gone and new == "-"))


def _home(site: Path, name: str) -> str:
    """Where Keras 3 has what a module that is gone had; "" where nowhere."""
    module, _, last = name.rpartition(".")
    if source_of(site / "keras", module) is not None:
        return ""
    homes = (f"{one}.{last}" for one in _PUBLIC.get(module.partition(".")[0], ()))
    return next((one for one in homes if _has(site / "keras", one)), "")


def _has(root: Path, name: str) -> bool:
    """Whether a public module has a name."""
    module, _, last = name.rpartition(".")
    return last in _names(root, module)


@cache
def _names(root: Path, module: str) -> frozenset[str]:
    path = source_of(root, module)
    return frozenset() if path is None else frozenset(defined(path, imports=True))
