"""One place in a file that asks for a release of TensorFlow, as each reader finds it."""

import re
from typing import NamedTuple

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

# What brings the GPU instead of packages of its own, on Linux: PyPI has nothing of those beyond 2.12.0. One setup.py
# makes tensorflow and tf-nightly, with the same extras.
NATIVE = {"tensorflow-gpu": "tensorflow[and-cuda]", "tf-nightly-gpu": "tf-nightly[and-cuda]"}
PACKAGES = ("tensorflow", "tensorflow-cpu", *NATIVE)
A_FILE = "it names a file"
_HEAD = re.compile(r"([\w.-]+)(\s*(?:\[[^\]]*\])?\s*)([^;@]*)")


class Part(NamedTuple):
    """A piece of the text and where it stands."""

    start: int
    text: str


class Entry(NamedTuple):
    """A request for TensorFlow: `name` and `version` as written, `specifier` in the words of PEP 440.

    `mark` is the quotation mark that the place needs around signs of the shell, "" where it needs none. `kept` says why
    the place is not to be edited, "" where it may be.
    """

    name: Part
    version: Part
    specifier: str
    markers: str = ""
    mark: str = ""
    kept: str = ""

    @property
    def package(self) -> str:
        """The name of the package, normalized."""
        return canonicalize_name(self.name.text)

    @property
    def end(self) -> int:
        """Offset just after the request."""
        return max(self.name.start + len(self.name.text), self.version.start + len(self.version.text))


def read_requirement(start: int, text: str, *, mark: str = "", kept: str = "") -> Entry | None:
    """The entry of a requirement of PEP 508 at an offset; None where it is another package, or no requirement."""
    head = _HEAD.match(text)
    if head is None or canonicalize_name(head[1]) not in PACKAGES:
        return None
    try:
        requirement = Requirement(text)
    except InvalidRequirement:
        return None
    version = head[3].rstrip()
    if requirement.extras or "(" in version:
        kept = kept or "it is written in a way that this tool does not rewrite"
    name = Part(start, head[1])
    markers = str(requirement.marker or "")
    if requirement.url:
        released = re.search(r"tensorflow(?:[_-][a-z]+)?-(\d+\.\d+)", requirement.url)
        specifier = f"=={released[1]}.*" if released else ""
        return Entry(name, Part(start + len(text.rstrip()), ""), specifier, markers, kept=A_FILE)
    return Entry(name, Part(start + head.start(3), version), str(requirement.specifier), markers, mark, kept)
