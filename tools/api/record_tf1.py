"""Records the public names of TensorFlow 1.15 with their parameters: `tf1_15_5.txt`.

    /path/to/tf1/bin/python tools/api/record_tf1.py > tools/api/tf1_15_5.txt

The interpreter needs `tensorflow==1.15.5` (Python 3.7: `pip install tensorflow==1.15.5 'protobuf<3.21'`), so this file
is written for Python 3.7. Running it again writes the same bytes.
"""

from __future__ import annotations

import inspect
import logging
import os
import re
import sys
import types
import warnings
from typing import Any

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
warnings.filterwarnings("ignore")
logging.getLogger("tensorflow").setLevel(logging.ERROR)

import tensorflow as tf  # type: ignore[import-untyped,unused-ignore]  # noqa: E402
from tensorflow.python.util import tf_decorator, tf_inspect  # type: ignore  # noqa: E402

HEADER = """\
# The public names of tensorflow {} (without tf.contrib), one a line: name, kind, parameters.
# Kind: m(odule), c(lass), f(unction), k: constant; `=other` is the object that `other` names. Parameter: `x`,
# `x=default`, `x=?` where the default is not a plain value, `*x` or `*` before those that only go by keyword, `**x`.
# A class has the parameters of its constructor, a message its fields. Operations of raw_ops are without parameters.
# Written by tools/api/record_tf1.py, with Python {}.
"""
# Not the API: sources, copies of the API, and modules that TensorFlow's own modules happen to import.
SKIPPED = {"compat.v1", "compat.v2", "contrib", "core", "examples", "include", "python", "pywrap_tensorflow", "tools"}
SKIPPED_LAST = {"absolute_import", "division", "mock", "print_function", "tf_decorator"}
PLAIN = re.compile(r"""[\w.'"+\-\[\](),]+""")
MODULES = ("TFModuleWrapper", "DeprecationWrapper", "LazyLoader", "_LazyLoader", "KerasLazyLoader")


def record(module: Any, prefix: str, found: dict[str, Any]) -> None:
    """Fill `found` with the names of a module and of the modules below it."""
    for name in sorted(set(dir(module))):
        path = prefix + name
        if name.startswith("_") or name in SKIPPED_LAST or path in SKIPPED:
            continue
        try:
            thing = getattr(module, name)
        except Exception:  # a lazy module whose package is not installed
            continue
        found[path] = thing
        if kind(thing) == "m" and path.count(".") < 8:
            record(thing, path + ".", found)


def kind(thing: Any) -> str:
    """The letter of what a name means."""
    if inspect.isclass(thing):
        return "c"
    if inspect.ismodule(thing) or type(thing).__name__ in MODULES:
        return "m"
    return "f" if callable(thing) and (inspect.isroutine(thing) or hasattr(thing, "__wrapped__")) else "k"


def parameters(thing: Any) -> list[str]:
    """The parameters of a function or a constructor, as words of a line."""
    if not inspect.isclass(thing):
        return words(specification(thing), 0)
    if hasattr(thing, "DESCRIPTOR") and hasattr(thing.DESCRIPTOR, "fields"):
        return ["*"] + [field.name + "=None" for field in thing.DESCRIPTOR.fields]
    makers = [one for one in (thing.__init__, thing.__new__) if isinstance(one, (types.FunctionType, types.MethodType))]
    for maker in makers:
        given = words(specification(maker), 1)
        if given[:1] != ["*args"]:
            return given
    return []


def specification(function: Any) -> Any:
    """What TensorFlow itself says about a function: the wrapped one's parameters where it is decorated."""
    try:
        return tf_inspect.getfullargspec(function)
    except TypeError:
        return inspect.getfullargspec(tf_decorator.unwrap(function)[1])


def words(spec: Any, skip: int) -> list[str]:
    """The parameters behind the first `skip`, as words."""
    given = spec.defaults or ()
    defaults = {spec.args[len(spec.args) - len(given) + place]: one for place, one in enumerate(given)}
    defaults.update(spec.kwonlydefaults or {})
    made = [word(name, defaults) for name in spec.args[skip:]]
    if spec.varargs or spec.kwonlyargs:
        made.append("*" + (spec.varargs or ""))
    made += [word(name, defaults) for name in spec.kwonlyargs]
    return made + (["**" + spec.varkw] if spec.varkw else [])


def word(name: str, defaults: dict[str, Any]) -> str:
    """A parameter and its default."""
    if name not in defaults:
        return name
    text = repr(defaults[name]).replace(" ", "")
    return name + "=" + (text if PLAIN.fullmatch(text) and len(text) < 40 else "?")


def main() -> None:
    """Write the names, sorted."""
    found: dict[str, Any] = {}
    record(tf, "", found)
    sys.stdout.write(HEADER.format(tf.__version__, "{}.{}".format(*sys.version_info[:2])))
    first: dict[int, str] = {}
    for path, thing in sorted(found.items()):
        letter = kind(thing)
        known = first.setdefault(id(thing), path)
        if letter in "cf" and known != path and not path.startswith("raw_ops."):
            line = [path, letter, "=" + known]
        else:
            line = [path, letter] + (parameters(thing) if letter in "cf" and not path.startswith("raw_ops.") else [])
        sys.stdout.write(" ".join(line) + "\n")


if __name__ == "__main__":
    main()
