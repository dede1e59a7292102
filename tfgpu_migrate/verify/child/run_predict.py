"""python run_predict.py FOLDER: the placer's process. This folder is a package there, which no path leads to."""

import importlib
import os
import sys


def main() -> None:
    """Load the package by its place, and run `predict`."""
    folder = os.path.dirname(os.path.abspath(__file__))
    above, package = os.path.split(folder)
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != folder]
    sys.path.insert(0, above)
    importlib.import_module(package)
    sys.path.remove(above)
    predict = importlib.import_module(f"{package}.predict")
    predict.main(sys.argv[1])
    predict.leave()


if __name__ == "__main__":
    main()
