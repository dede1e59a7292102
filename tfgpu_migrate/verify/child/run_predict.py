"""python run_predict.py FOLDER GPUS: the placer's process. Loads this folder as `sitecustomize.py` does."""

import importlib
import importlib.util
import os
import sys

_PACKAGE = "_tfgpu_verify"


def main() -> None:
    """Load the package by its place, and run `predict`."""
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != folder]
    spec = importlib.util.spec_from_file_location(
        _PACKAGE, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[_PACKAGE] = package
    spec.loader.exec_module(package)
    predict = importlib.import_module(f"{_PACKAGE}.predict")
    predict.main(sys.argv[1], int(sys.argv[2]))
    predict.leave()


if __name__ == "__main__":
    main()
