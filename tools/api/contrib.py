"""The table of what became of `tf.contrib`, from the recorded names: which core object or part of tf_slim took over."""

from typing import NamedTuple

from tools.api.recorded import lines

HEADER = """\
# Names of tensorflow 1.15.5 below tf.contrib and tf.estimator, and what took their place: the core's name of the
# object, that of tf_slim 1.1.0, which is the same code, or both. Written by tools/api/make_table.py.
"""


# Packages that are the core's as a whole: a row for the package serves all its names.
_WHOLE = "contrib.keras."


class Definition(NamedTuple):
    """What tf_slim defines: the names one reaches it by, and its parameters."""

    names: list[str]
    parameters: list[str]


def contrib_table() -> str:
    """The text of the table."""
    slim, parameters = _slim(), dict[str, list[str]]()
    core = dict(lines("contrib_homes.txt"))
    taken_over: dict[str, str] = {}
    for name, what, *given in lines("contrib_1_15_5.txt"):
        parameters.setdefault(what, given)
        if what.startswith("="):
            if not name.startswith(_WHOLE):
                core.setdefault(name, what[1:])
            continue
        found = slim.get(_key(what))
        if found is not None and found.parameters == parameters[what]:
            taken_over[name] = f"tf_slim.{_best(name, found.names)}"
    rows = {name: (core.get(name), taken_over.get(name)) for name in core.keys() | taken_over.keys()}
    return HEADER + "".join(f"{name} {' '.join(filter(None, homes))}\n" for name, homes in sorted(rows.items()))


def _slim() -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    for name, where, *given in lines("tf_slim_1_1_0.txt"):
        found.setdefault(_key(where), Definition([], given)).names.append(name)
    return found


def _key(where: str) -> str:
    """The last two parts of where something is defined: tf_slim kept the files, and moved their folders."""
    return ".".join(where.split(".")[-2:])


def _best(name: str, names: list[str]) -> str:
    """The name in tf_slim: as it was below its package, else the shortest with the same last part."""
    below = ".".join(name.split(".")[2:])
    last = name.rpartition(".")[2]
    return min(names, key=lambda one: (one != below, one.rpartition(".")[2] != last, one.count("."), len(one), one))
