"""Writes the table of names that the package ships, from an installed or unpacked TensorFlow: no import of it, no net.

    python -m tools.api.make_table /path/to/site-packages/tensorflow

It reads TensorFlow's API stubs and sources with `ast`; `tf1_15_5.txt` (the names of TensorFlow 1.15), `versions.txt`
(when TensorFlow 2 had them), `overrides.txt` (what no signature shows) and what contrib.py and private.py read lie
beside it. Running it again writes the same bytes.
"""

import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tools.api.cells import Overrides, by_keyword_from, cells, matters, steady
from tools.api.contrib import contrib_table
from tools.api.keras import keras_table
from tools.api.private import private_table
from tools.api.recorded import lines
from tools.api.stubs import Api, Given, Target, native_api, parameters, v1_api

TABLE = Path(__file__).parents[2] / "tfgpu_migrate" / "api" / "table.txt"
HEADER = """\
# What became of each public name of tensorflow 1.15.5 in tensorflow {version}. Written by tools/api/make_table.py.
# `name` alone: the same object. Else a status, native= or compat= where it has another name, and marks: graph (needs
# graph mode), in-graphs or otherwise (the v1 object is another one, and meant), keras (natively Keras's), since= and
# until= (where not in all of 2.4 to 2.21), in=compat.v1 (only there), legacy-keras (back with it), with= (an argument
# that the native function gets), only-as= (what a call must be for the native function to do), needs= (how many of its
# first arguments 1.15 cannot do without), takes= (how many arguments the native function takes by position, where 1.15
# took more). Behind the colon the parameters of 1.15 as the native function takes them:
# `x`, moved `x=`, with the keyword new at its place `x+new` or elsewhere `x>new`, gone `x!`; then `/`: TensorFlow 2
# cannot do without it, `*`: left out it means something else, `^`: given (as `:value`, where there is one) it does,
# `~how`: it is said otherwise, `:value`: what may be written for it, or left out where it is gone. At the end what only
# TensorFlow 2 has and needs.
"""
# Native namespaces that Keras fills when they are asked for: no stub tells what is in them.
KERAS = ("keras", "initializers", "losses", "metrics", "optimizers")
NEWEST = "2.21"
# Statuses of names whose calls mean the native function.
CALLED = ("same", "changed", "renamed+changed")
# Overrides that only mark a name.
MARKS = ("graph", "in-graphs", "otherwise")
# How many words of an override say what it is about; one where it is not listed.
WORDS = {"alters": 2, "becomes": 3, "cosmetic": 2, "default": 2, "fills": 2, "keyword": 2, "synonym": 2}


class Recorded(NamedTuple):
    """A name of TensorFlow 1.15."""

    kind: str
    parameters: tuple[Given, ...]


class Facts(NamedTuple):
    """What is known beforehand: the recorded names, their versions, and the overrides by kind."""

    recorded: dict[str, Recorded]
    versions: dict[str, str]
    overrides: Overrides


class TensorFlow(NamedTuple):
    """The two APIs of a TensorFlow, and the names of each object."""

    root: Path
    native: Api
    v1: Api
    natives_of: dict[Target, list[str]]
    v1_names_of: dict[Target, list[str]]


def table(root: Path) -> str:
    """The text of the table for the TensorFlow in a folder."""
    native, v1 = native_api(root), v1_api(root)
    facts, tensorflow = _facts(), TensorFlow(root, native, v1, _names_of(native), _names_of(v1))
    rows = [_row(name, facts, tensorflow) for name in sorted(facts.recorded)]
    return HEADER.format(version=NEWEST) + "".join(f"{row}\n" for row in rows)


def _names_of(api: Api) -> dict[Target, list[str]]:
    names: dict[Target, list[str]] = defaultdict(list)
    for name, target in api.targets.items():
        names[target].append(name)
    return names


def _row(name: str, facts: Facts, tensorflow: TensorFlow) -> str:
    status, new = _status(name, facts, tensorflow)
    words = [name] if status == "same" else [name, status]
    marks = [kind for kind in MARKS if (name,) in facts.overrides[kind]]
    if status == "compat-only" and name.partition(".")[0] in KERAS and facts.versions.get(name) != "never":
        marks.append("keras")
    if new:
        marks.insert(0, f"native={new}" if status != "compat-only" else f"compat={new}")
    marks += _fixed(name, facts)
    marks += [f"only-as={facts.overrides['only-as'][name,]}"] if (name,) in facts.overrides["only-as"] else []
    marks += _versions(name, status, facts)
    called = status in CALLED and not name.startswith("raw_ops.")  # those are recorded without parameters
    made = _cells(name, new or name, status, facts, tensorflow) if called else []
    marks += _needs(facts.recorded[name]) if made else []
    marks += _takes(facts.recorded[name], _native_parameters(new or name, tensorflow)) if made else []
    if status == "same" and (marks or made):
        words.append(status)
    return " ".join([*words, *marks, *([":", *made] if made else [])])


def _status(name: str, facts: Facts, tensorflow: TensorFlow) -> tuple[str, str]:
    """What became of a name, and the new one where there is one."""
    if (name,) in facts.overrides["calls"]:
        return "renamed+changed", facts.overrides["calls"][name,].partition(" ")[0]
    for status in ("renamed", "renamed+changed", "compat-only"):
        if (name,) in facts.overrides[status]:
            return status, facts.overrides[status][name,].partition(" ")[0]
    if name.partition(".")[0] == "keras":
        return ("same" if facts.versions.get(name, "2.4-").partition(",")[0].endswith("-") else "removed"), ""
    if not facts.versions.get(f"compat.v1.{name}", "2.4-").partition(",")[0].endswith("-"):
        return "removed", ""
    if facts.recorded[name].kind == "m":
        return _namespace(name, tensorflow), ""
    target = tensorflow.v1.targets.get(name)
    if target is None:
        hidden = (name.rpartition(".")[0],) in facts.overrides["compat-only"]
        return ("compat-only" if hidden else "removed"), ""
    if tensorflow.native.targets.get(name) == target:
        return "same", ""
    if name in tensorflow.native.targets:
        return "changed", ""
    natives = [one for one in tensorflow.natives_of[target] if not one.startswith("raw_ops.")]
    if not natives:
        twin = _twin(name, target, facts, tensorflow)
        return ("renamed+changed", twin) if twin else ("compat-only", "")
    best = min(natives, key=lambda one: (one.count("."), len(one), one))
    return "renamed", facts.overrides["prefer"].get((name,), best)


def _twin(name: str, target: Target, facts: Facts, tensorflow: TensorFlow) -> str:
    """Another name of a v1 function under which TensorFlow 2 has a function of its own, that does the same; or ""."""
    if facts.recorded[name].kind != "f":
        return ""
    marked = {one for mark in MARKS for (one,) in facts.overrides[mark]}
    twins = [
        one
        for one in tensorflow.v1_names_of[target]
        if one in facts.recorded and one in tensorflow.native.targets and one not in marked
    ]
    return min(twins, key=lambda one: (one.count("."), len(one), one), default="")


def _namespace(name: str, tensorflow: TensorFlow) -> str:
    if name in tensorflow.native.modules or name in KERAS:
        return "same"
    return "compat-only" if name in tensorflow.v1.modules else "removed"


def _versions(name: str, status: str, facts: Facts) -> list[str]:
    """Since and until when TensorFlow 2 had the name, where that is not always; of a removed one, under which API."""
    span, marks = facts.versions.get(name, ""), []
    if status == "removed" and "-" not in span.replace("legacy-keras", ""):
        span = facts.versions.get(f"compat.v1.{name}", "")
        marks = ["in=compat.v1"] if span else []
    since, _, until = span.partition(",")[0].partition("-")
    if status == "compat-only" or span in ("", "never"):
        return marks
    marks += [f"since={since}"] if since != "2.4" else []
    marks += [f"until={until}"] if until else []
    return [*marks, "legacy-keras"] if status == "removed" and span.endswith("legacy-keras") else marks


def _cells(name: str, new: str, status: str, facts: Facts, tensorflow: TensorFlow) -> list[str]:
    """What becomes of each parameter; empty where nothing changed, or nothing says."""
    before, now = facts.recorded[name], _native_parameters(new, tensorflow)
    if now is None or before.kind not in "cf":
        return []
    if status == "same" and any(one.name.startswith("*") for one in now):
        return []  # what it takes is not told by its parameters
    fixed = facts.overrides["calls"].get((name,), "- -").split()[1]
    made = cells(new, before.parameters, [one for one in now if one.name != fixed], facts.overrides)
    if name != new and new in facts.recorded:  # the call must not look like one of TensorFlow 1's function `new`
        made = by_keyword_from(made, steady(cells(new, facts.recorded[new].parameters, now, facts.overrides)))
    return made if status == "renamed+changed" or any(map(matters, made)) else []


def _native_parameters(name: str, tensorflow: TensorFlow) -> list[Given] | None:
    """What the native function of a name takes; None where nothing says."""
    target = tensorflow.native.targets.get(name)
    return parameters(tensorflow.root, target) if target is not None else None


def _fixed(name: str, facts: Facts) -> list[str]:
    """The argument with which the native function does what the old one did."""
    words = facts.overrides["calls"].get((name,), "").split()
    return [f"with={words[1]}:{words[2]}"] if words else []


def _needs(before: Recorded) -> list[str]:
    """How many arguments a call of 1.15 cannot do without."""
    needed = sum(not one.default and not one.keyword_only for one in before.parameters)
    return [f"needs={needed}"] if needed else []


def _takes(before: Recorded, now: Sequence[Given] | None) -> list[str]:
    """How many arguments the native function takes by position, where a call of 1.15 may have more."""
    if now is None or any(one.name.startswith("*") for one in now):
        return []
    taken = sum(not one.keyword_only for one in now)
    return [f"takes={taken}"] if taken < sum(not one.keyword_only for one in before.parameters) else []


def _facts() -> Facts:
    recorded: dict[str, Recorded] = {}
    for name, kind, *words in lines("tf1_15_5.txt"):
        recorded[name] = Recorded(kind, tuple(_given(words)))
    for name, kind, *words in lines("tf1_15_5.txt"):
        if words and words[0].startswith("="):
            recorded[name] = Recorded(kind, recorded[words[0][1:]].parameters)
    overrides: dict[str, dict[tuple[str, ...], str]] = defaultdict(dict)
    for kind, *words in lines("overrides.txt"):
        count = WORDS.get(kind, 1)
        overrides[kind][tuple(words[:count])] = " ".join(words[count:])
    versions = {line[0]: line[1] for line in lines("versions.txt")}
    return Facts(recorded, versions, overrides)


def _given(words: list[str]) -> list[Given]:
    """The parameters in a line of tf1_15_5.txt; those that collect the rest are none of their own."""
    given, keyword_only = [], False
    for word in words:
        name, _, default = word.partition("=")
        if name.startswith("*"):
            keyword_only = True
        elif name:
            given.append(Given(name, default, keyword_only))
    return given


if __name__ == "__main__":
    TABLE.write_text(table(Path(sys.argv[1])), encoding="utf-8")
    TABLE.with_name("private.txt").write_text(private_table(Path(sys.argv[1])), encoding="utf-8")
    TABLE.with_name("keras.txt").write_text(keras_table(Path(sys.argv[1])), encoding="utf-8")
    TABLE.with_name("contrib.txt").write_text(contrib_table(), encoding="utf-8")
