"""Found by Python at its start, through PYTHONPATH: loads the recorder, then leaves no trace of itself.

So the script is the real `__main__` of a real interpreter, with its own arguments, working directory and exit code.
"""

import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
_PACKAGE = "_tfgpu_verify"


def _hide() -> None:
    """Take this folder out of the search path, here and for the processes that the script starts."""
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != _HERE]
    entries = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    left = [entry for entry in entries if entry and os.path.abspath(entry) != _HERE]
    if left:
        os.environ["PYTHONPATH"] = os.pathsep.join(left)
    else:
        os.environ.pop("PYTHONPATH", None)


def _load() -> None:
    folder = os.path.dirname(_HERE)
    spec = importlib.util.spec_from_file_location(
        _PACKAGE, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[_PACKAGE] = package
    spec.loader.exec_module(package)
    importlib.import_module(_PACKAGE + ".startup").begin()


def _continue_with_the_one_hidden() -> None:
    """Run the environment's own sitecustomize, which this module stood in front of."""
    mine = sys.modules.pop("sitecustomize", None)
    try:
        importlib.import_module("sitecustomize")
    except ImportError:
        if mine is not None:
            sys.modules["sitecustomize"] = mine


_hide()
try:
    _load()
except Exception as error:  # the script runs, whatever becomes of its record
    os.write(2, f"tfgpu-migrate: the recorder could not start: {error!r}\n".encode())
_continue_with_the_one_hidden()
