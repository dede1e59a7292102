"""`python -m tfgpu_migrate` is the command line."""

import os
import sys

# Python looks for modules in the current folder first, where the files lie that are only to be read: a json.py or a
# click.py among them would run.
if __name__ == "__main__" and sys.path and sys.path[0] in ("", os.getcwd()) and not os.path.isdir("tfgpu_migrate"):  # noqa: PTH109, PTH112
    del sys.path[0]

from tfgpu_migrate.cli import main

if __name__ == "__main__":
    main()
