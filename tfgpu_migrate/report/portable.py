"""What formats for programs have in common: how JSON and the name of a file are spelt."""

import json
import os

from tfgpu_migrate.settings import absolute_path


def dump(value: object) -> str:
    """Return JSON as every command prints it."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def filename(path: str) -> str:
    """Return the absolute path; bytes that are not UTF-8 have no place in JSON and become U+FFFD."""
    return path if path == "-" else os.fsencode(absolute_path(path)).decode("utf-8", "replace")
