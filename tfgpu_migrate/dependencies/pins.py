"""What is wrong with a request for TensorFlow, and what is to stand there: TFM751, TFM752."""

from typing import NamedTuple

from packaging.markers import Marker
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from tfgpu_migrate.api.packages import releases
from tfgpu_migrate.api.releases import pythons
from tfgpu_migrate.dependencies.entry import A_FILE, NATIVE, Entry, Part
from tfgpu_migrate.edit.diagnostics import Diagnostic, Edit, make_fix
from tfgpu_migrate.release import Release, spelled

# The last release with packages of its own for GPUs.
_LAST_NATIVE: Release = (2, 11)


class _Spelling(NamedTuple):
    """What is to stand there; `version` is "" where the old one stays."""

    name: str
    version: str


def finding(entry: Entry, target: Release) -> Diagnostic | None:
    """The finding at a request; None where the release of TensorFlow 2 that the code is made for can meet it."""
    only_tf1 = is_only_tf1(entry.specifier)
    ended = entry.package in NATIVE and target > _LAST_NATIVE
    if not (only_tf1 or ended) or not _applies(entry.markers, target):
        return None
    spelled = _spelling(entry, target, only_tf1=only_tf1)
    written = f"{spelled.name}{spelled.version or entry.version.text}" if spelled else ""
    code = "TFM751" if entry.package in NATIVE else "TFM752"
    way_out = f"write `{written}`" if spelled else "since 2.14 `tensorflow[and-cuda]` brings the GPU"
    message = f"{_what(entry)}: {way_out}"
    if entry.kept and entry.kept != A_FILE:
        message = f"{message}; not fixed here, because {entry.kept}"
    fix = None
    if spelled and not entry.kept:
        fix = make_fix(f"Replace with `{written}`", _edits(entry, spelled))
    return Diagnostic(entry.name.start, entry.end, code, message, fix)


def _what(entry: Entry) -> str:
    if entry.kept == A_FILE:
        return "this wheel is of TensorFlow 1, for Python 3.7 at most"
    if entry.package in NATIVE:
        return f"`{entry.package}` ended with TensorFlow 2.11"
    blank = "" if entry.version.text[:1] in ("<", ">", "=", "!", "~") else " "
    return f"`{entry.name.text}{blank}{entry.version.text}` is TensorFlow 1 only, for Python 3.7 at most"


def is_only_tf1(specifier: str) -> bool:
    """Whether no release of TensorFlow 2 meets a specifier of PEP 440."""
    try:
        clauses = list(SpecifierSet(specifier))
    except InvalidSpecifier:
        return False
    return any(_is_below_2(one.operator, one.version) for one in clauses)


def _is_below_2(operator: str, version: str) -> bool:
    try:
        parsed = Version(version.removesuffix(".*"))
    except InvalidVersion:
        return False
    if operator == "<":
        return parsed <= Version("2")
    return operator in ("==", "===", "~=", "<=") and parsed < Version("2.0.dev0")


def _applies(markers: str, target: Release) -> bool:
    """Whether a requirement with these markers counts for a Python that the release runs on."""
    if not markers:
        return True
    marker = Marker(markers)
    environments = ({"python_version": one, "python_full_version": f"{one}.1"} for one in pythons(target))
    linux = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "extra": ""}
    return any(marker.evaluate({**linux, **one}) for one in environments)


def _spelling(entry: Entry, target: Release, *, only_tf1: bool) -> _Spelling | None:
    name = "tensorflow" if entry.kept == A_FILE else NATIVE.get(entry.package, entry.name.text)
    if only_tf1:
        return _Spelling(name, releases(target))
    if _allows(entry.specifier, target):
        return _Spelling(name, "")
    return None  # an old release of TensorFlow 2, which somebody chose


def _allows(specifier: str, target: Release) -> bool:
    try:
        return SpecifierSet(specifier).contains(f"{spelled(target)}.0")
    except InvalidSpecifier:  # the words of conda or Poetry
        return False


def _edits(entry: Entry, spelled: _Spelling) -> list[Edit]:
    if entry.mark:
        text = f"{spelled.name}{spelled.version or entry.version.text}"
        return [Edit(entry.name.start, entry.name.text + entry.version.text, f"{entry.mark}{text}{entry.mark}")]
    edits = [_replaced(entry.name, spelled.name)]
    if spelled.version:
        edits.append(_replaced(entry.version, spelled.version))
    return [edit for edit in edits if edit.old != edit.new]


def _replaced(part: Part, new: str) -> Edit:
    return Edit(part.start, part.text, new)
