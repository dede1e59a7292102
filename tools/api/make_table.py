"""Writes the table of names that the package ships, from an installed or unpacked TensorFlow: no import of it, no net.

    python -m tools.api.make_table /path/to/site-packages/tensorflow

It reads TensorFlow's API stubs and sources with `ast`; `tf1_15_5.txt` (the names of TensorFlow 1.15), `versions.txt`
(when TensorFlow 2 had them), `overrides.txt` (what no signature shows) and what contrib.py and private.py read lie
beside it. Running it again writes the same bytes.
"""

import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from tools.api.contrib import contrib_table
from tools.api.private import private_table
from tools.api.recorded import lines
from tools.api.stubs import Api, Given, Target, native_api, parameters, v1_api

TABLE = Path(__file__).parents[2] / "tfgpu_migrate" / "api" / "table.txt"
HEADER = """\
# What became of each public name of tensorflow 1.15.5 in tensorflow {version}. Written by tools/api/make_table.py.
# `name` alone: the same object. Else a status, native= or compat= where it has another name, and marks: graph (needs
# graph mode), in-graphs or otherwise (the v1 object is another one, and meant), keras (natively Keras's), since= and
# until= (where not in all of 2.4 to 2.21), in=compat.v1 (only there), legacy-keras (back with it). Behind the colon the
# parameters of 1.15 as the native function takes them: `x`, moved `x=`, with another keyword `x+`, gone `x!`, with
# another default `x*`, the keyword new `x>new`.
"""
# Native namespaces that Keras fills when they are asked for: no stub tells what is in them.
KERAS = ("keras", "initializers", "losses", "metrics", "optimizers")
NEWEST = "2.21"
# Overrides that only mark a name.
MARKS = ("graph", "in-graphs", "otherwise")


class Recorded(NamedTuple):
    """A name of TensorFlow 1.15."""

    kind: str
    parameters: tuple[Given, ...]


class Facts(NamedTuple):
    """What is known beforehand: the recorded names, their versions, and the overrides by kind."""

    recorded: dict[str, Recorded]
    versions: dict[str, str]
    overrides: dict[str, dict[str, str]]
    pairs: dict[str, set[tuple[str, str]]]


class TensorFlow(NamedTuple):
    """The two APIs of a TensorFlow, and the native names of each object."""

    root: Path
    native: Api
    v1: Api
    natives_of: dict[Target, list[str]]


def table(root: Path) -> str:
    """The text of the table for the TensorFlow in a folder."""
    native, v1 = native_api(root), v1_api(root)
    natives_of = defaultdict(list)
    for name, target in native.targets.items():
        natives_of[target].append(name)
    facts, tensorflow = _facts(), TensorFlow(root, native, v1, natives_of)
    rows = [_row(name, facts, tensorflow) for name in sorted(facts.recorded)]
    return HEADER.format(version=NEWEST) + "".join(f"{row}\n" for row in rows)


def _row(name: str, facts: Facts, tensorflow: TensorFlow) -> str:
    status, new = _status(name, facts, tensorflow)
    words = [name] if status == "same" else [name, status]
    marks = [kind for kind in MARKS if name in facts.overrides[kind]]
    if status == "compat-only" and name.partition(".")[0] in KERAS and facts.versions.get(name) != "never":
        marks.append("keras")
    if new:
        marks.insert(0, f"native={new}" if status != "compat-only" else f"compat={new}")
    marks += _versions(name, status, facts)
    if status == "same" and marks:
        words.append(status)
    cells = _cells(name, new or name, facts, tensorflow) if status.endswith("changed") else []
    return " ".join([*words, *marks, *([":", *cells] if cells else [])])


def _status(name: str, facts: Facts, tensorflow: TensorFlow) -> tuple[str, str]:
    """What became of a name, and the new one where there is one."""
    for status in ("renamed", "renamed+changed", "compat-only"):
        if name in facts.overrides[status]:
            return status, facts.overrides[status][name]
    if name.partition(".")[0] == "keras":
        return ("same" if facts.versions.get(name, "2.4-").partition(",")[0].endswith("-") else "removed"), ""
    if not facts.versions.get(f"compat.v1.{name}", "2.4-").partition(",")[0].endswith("-"):
        return "removed", ""
    if facts.recorded[name].kind == "m":
        return _namespace(name, tensorflow), ""
    target = tensorflow.v1.targets.get(name)
    if target is None:
        hidden = name.rpartition(".")[0] in facts.overrides["compat-only"]
        return ("compat-only" if hidden else "removed"), ""
    if tensorflow.native.targets.get(name) == target:
        return "same", ""
    if name in tensorflow.native.targets:
        return "changed", ""
    natives = [one for one in tensorflow.natives_of[target] if not one.startswith("raw_ops.")]
    if not natives:
        return "compat-only", ""
    best = min(natives, key=lambda one: (one.count("."), len(one), one))
    return "renamed", facts.overrides["prefer"].get(name, best)


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


def _cells(name: str, new: str, facts: Facts, tensorflow: TensorFlow) -> list[str]:
    """What becomes of each parameter; empty where nothing changed, or nothing says."""
    now = parameters(tensorflow.root, tensorflow.native.targets[new])
    before = facts.recorded[name]
    if now is None or before.kind not in "cf":
        return []
    cells = [_cell(name, place, one, now, facts) for place, one in enumerate(before.parameters)]
    return cells if new != name or any(cell[-1] in "=+!*" or ">" in cell for cell in cells) else []


def _cell(name: str, place: int, one: Given, now: list[Given], facts: Facts) -> str:
    by_name = {new.name: new for new in now}
    renames = [new for old, new in facts.pairs["keyword"] if old == one.name and new in by_name]
    if (name, one.name) in facts.pairs["default"]:
        return f"{one.name}*"
    if one.name not in by_name and renames:
        return f"{one.name}>{renames[0]}"
    here = now[place] if place < len(now) and not now[place].keyword_only and not one.keyword_only else None
    same_place = here is not None and (here.name == one.name or (one.name, here.name) in facts.pairs["synonym"])
    if not same_place:
        return f"{one.name}{'=' if one.name in by_name else '!'}"
    assert here is not None
    if one.name not in by_name:
        return f"{one.name}+"
    plain = not {"", "?"} & {one.default, here.default}
    cosmetic = {(name, one.name), ("any", one.name)} & facts.pairs["cosmetic"]
    return f"{one.name}*" if plain and one.default != here.default and not cosmetic else one.name


def _facts() -> Facts:
    recorded: dict[str, Recorded] = {}
    for name, kind, *words in lines("tf1_15_5.txt"):
        recorded[name] = Recorded(kind, tuple(_given(words)))
    for name, kind, *words in lines("tf1_15_5.txt"):
        if words and words[0].startswith("="):
            recorded[name] = Recorded(kind, recorded[words[0][1:]].parameters)
    overrides: dict[str, dict[str, str]] = defaultdict(dict)
    pairs: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for kind, name, *rest in lines("overrides.txt"):
        overrides[kind][name] = rest[0] if rest else ""
        pairs[kind].add((name, rest[0] if rest else ""))
    versions = {line[0]: line[1] for line in lines("versions.txt")}
    return Facts(recorded, versions, overrides, pairs)


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
    TABLE.with_name("contrib.txt").write_text(contrib_table(), encoding="utf-8")
