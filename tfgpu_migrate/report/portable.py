"""What formats for programs have in common: how JSON and the name of a file are spelt."""

import json
import os
import re

from tfgpu_migrate.settings import absolute_path

_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def dump(value: object) -> str:
    """Return JSON as every command prints it."""
    return escaped(json.dumps(value, indent=2, ensure_ascii=False))


def escaped(document: str) -> str:
    """A JSON document whose control characters and marks of direction are escapes; it has them in strings only."""
    seen = document.isascii() and "\x7f" not in document
    return document if seen else _UNSEEN.sub(lambda match: f"\\u{ord(match.group()):04x}", document)


def filename(path: str) -> str:
    """Return the absolute path; bytes that are not UTF-8 have no place in JSON and become U+FFFD."""
    return path if path == "-" else os.fsencode(absolute_path(path)).decode("utf-8", "replace")
