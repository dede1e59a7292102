"""The entry point of the command line: flags in, exit code out."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from tfgpu_migrate import __version__


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 clean, 1 findings, 2 misuse or a bug, 130 interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["--version"], ["-V"]):  # before anything is imported: shells and editors ask for it at every start
        sys.stdout.write(f"tfgpu-migrate {__version__}\n")
        sys.exit(0)
    from tfgpu_migrate.processes import collect_rarely

    collect_rarely()
    from tfgpu_migrate.commands import run_command

    code = run_command(words)
    if arguments is not None:
        sys.exit(code)
    # All is written and flushed. The interpreter would free every tree and module now: a tenth of a run, for nothing.
    with suppress(OSError, ValueError):  # standard error may be closed
        sys.stderr.flush()
    os._exit(code)
