"""Records what `tf.contrib` of TensorFlow 1.15 is made of: `contrib_1_15_5.txt`.

    /path/to/tf1/bin/python -m tools.api.record_contrib > tools/api/contrib_1_15_5.txt

The interpreter is that of record_tf1.py, run in the checkout. Running it again writes the same bytes.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import tensorflow as tf  # type: ignore[import-untyped,unused-ignore]
from tensorflow.python.util import tf_decorator  # type: ignore

from tools.api.record_tf1 import SKIPPED_LAST, kind, parameters, record

HEADER = """\
# The functions and classes of tensorflow {} that one reaches below tf.contrib, one a line: name, what it is.
# `=name` is the public object of that name outside contrib; else the path of the definition, without `python`, and at
# its first name the parameters, as in tf1_15_5.txt. Private modules (contrib.slim.python...) are there as well.
# Written by tools/api/record_contrib.py, with Python {}.
"""
# Packages that show the core's inner objects by accident.
LEAKY = ("grid_rnn", "quantization", "specs")
# What has a definition of its own in contrib is recorded for these packages only: tf_slim has taken them over.
IN_TF_SLIM = ("framework", "layers", "losses", "metrics", "slim", "training")
ROOT = "tensorflow.contrib."
# Private modules that had become empty shells around core objects.
FORMER_HOMES = (".core_rnn", ".core_rnn_cell")


def core_names() -> dict[int, str]:
    """The shortest public name of each object outside contrib."""
    found: dict[str, Any] = {}
    record(tf, "", found)
    names: dict[int, str] = {}
    for name in sorted(found, key=lambda one: (one.startswith("raw_ops."), one.count("."), len(one), one)):
        if kind(found[name]) in "cf":
            names.setdefault(id(found[name]), name)
    return names


def contrib_names() -> dict[str, Any]:
    """The functions and classes below `tf.contrib`, by public name and by the module that defines them."""
    found: dict[str, Any] = {}
    for module in ("alexnet", "inception_v1", "inception_v2", "inception_v3", "overfeat", "resnet_utils", "resnet_v1",
                   "resnet_v2", "vgg"):  # fmt: skip
        importlib.import_module(ROOT + "slim.python.slim.nets." + module)
    for package in sorted(name for name in dir(tf.contrib) if not name.startswith("_") and name not in LEAKY):
        walk(getattr(tf.contrib, package), "contrib." + package, found)
    for module in sorted(name for name in sys.modules if name.startswith(ROOT) and ".python" in name):
        own = module[len(ROOT) :].replace(".python.", ".") + "."
        for name, thing in sorted(vars(sys.modules[module]).items()):
            if definition(thing) == own + name or module.endswith(FORMER_HOMES):
                found.setdefault(module[len("tensorflow.") :] + "." + name, thing)
    return {name: thing for name, thing in found.items() if kind(thing) in "cf"}


def walk(module: Any, path: str, found: dict[str, Any]) -> None:
    """Fill `found` with the names of a module of contrib and of the modules of contrib that it shows."""
    for name, thing in sorted(vars(module).items()):
        if name.startswith("_") or name in SKIPPED_LAST or name == "python":
            continue
        found[path + "." + name] = thing
        own = getattr(thing, "__name__", "").replace("_core", "").startswith(ROOT)
        if kind(thing) == "m" and own and path.count(".") < 2:
            walk(thing, path + "." + name, found)


def definition(thing: Any) -> str:
    """Where a function or class is defined: "layers.layers.layers.conv2d"; "" outside contrib."""
    try:
        thing = tf_decorator.unwrap(thing)[1]
    except Exception:  # not everything in a module is a function
        return ""
    path = "{}.{}".format(getattr(thing, "__module__", ""), getattr(thing, "__name__", ""))
    path = path.replace("tensorflow_core.", "tensorflow.")
    return path[len(ROOT) :].replace(".python.", ".") if path.startswith(ROOT) else ""


def main() -> None:
    """Write the names, sorted."""
    core = core_names()
    sys.stdout.write(HEADER.format(tf.__version__, "{}.{}".format(*sys.version_info[:2])))
    told: set[str] = set()
    for name, thing in sorted(contrib_names().items()):
        where = definition(thing)
        if id(thing) in core:
            sys.stdout.write(f"{name} ={core[id(thing)]}\n")
        elif where.startswith(IN_TF_SLIM):
            given = parameters(thing) if where not in told else []
            told.add(where)
            sys.stdout.write("{} {} {}".format(name, where, " ".join(given)).rstrip() + "\n")


if __name__ == "__main__":
    main()
