"""Records what tf_slim has: `tf_slim_1_1_0.txt`.

    python -m tools.api.record_tf_slim > tools/api/tf_slim_1_1_0.txt

The interpreter needs `tensorflow==2.21.0`, `tf_keras` and `tf_slim==1.1.0`. Running it again writes the same bytes.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from typing import Any

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import tf_slim  # type: ignore[import-not-found, import-untyped, unused-ignore]
from tensorflow.python.util import tf_decorator  # type: ignore

from tools.api.record_tf1 import kind, parameters

HEADER = """\
# The functions and classes of tf_slim {}, one a line: name below tf_slim, the path of its definition, its parameters.
# Below `import tf_slim` where one reaches it so, else below the module to import. Written by
# tools/api/record_tf_slim.py, with tensorflow 2.21.0 and Python {}.
"""


def names() -> dict[str, Any]:
    """The functions and classes: attributes of `tf_slim` and of its modules, then those of the modules behind them."""
    found: dict[str, Any] = {}
    shown = {name: thing for name, thing in vars(tf_slim).items() if is_own(thing)}
    found.update(shown)
    for name, module in shown.items():
        if kind(module) == "m":
            found.update((f"{name}.{inner}", thing) for inner, thing in vars(module).items() if is_own(thing))
    for one in pkgutil.walk_packages(tf_slim.__path__, "tf_slim."):
        if not one.name.endswith("_test"):
            module = importlib.import_module(one.name)
            below = one.name.removeprefix("tf_slim.")
            found.update((f"{below}.{inner}", thing) for inner, thing in vars(module).items() if is_own(thing))
    return {name: thing for name, thing in found.items() if kind(thing) in "cf" and "._" not in f".{name}"}


def is_own(thing: Any) -> bool:
    """Whether tf_slim defines it."""
    return kind(thing) in "mcf" and definition(thing) != ""


def definition(thing: Any) -> str:
    """Where it is defined, below tf_slim; "" elsewhere."""
    if kind(thing) == "m":
        return thing.__name__.removeprefix("tf_slim.") if thing.__name__.startswith("tf_slim.") else ""
    thing = tf_decorator.unwrap(thing)[1]
    path = f"{getattr(thing, '__module__', '')}.{getattr(thing, '__name__', '')}"
    return path.removeprefix("tf_slim.") if path.startswith("tf_slim.") else ""


def main() -> None:
    """Write the names, sorted."""
    sys.stdout.write(HEADER.format("1.1.0", "{}.{}".format(*sys.version_info[:2])))
    for name, thing in sorted(names().items()):
        sys.stdout.write(" ".join([name, definition(thing), *parameters(thing)]) + "\n")


if __name__ == "__main__":
    main()
