"""Writes or checks versions.txt: which releases of TensorFlow 2 have the public names of TensorFlow 1.15.

    python -m tools.api.make_versions 2.4=SITE_PACKAGES ... 2.21=SITE_PACKAGES

Each argument is a release and the folder that holds its packages, installed or unpacked: tensorflow, and with it keras
from 2.6 on and tensorflow_estimator to 2.15; tf_keras beside the newest tells what legacy Keras brings back. They are
read with `ast`, not imported. With every release from 2.4 to 2.21 the file is written anew; with some of them, what
they have is compared with what it says, and differences are printed.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tools.api.recorded import lines
from tools.api.stubs import names_below, native_api, v1_api

FILE = Path(__file__).with_name("versions.txt")
RELEASES = tuple(f"2.{minor}" for minor in range(4, 22))
V1 = "compat.v1."
# Namespaces that Keras fills when they are asked for.
LAZY = ("losses", "metrics", "optimizers", "initializers")
# What tf.compat.v1 has of Keras 2 under other names.
OLD_LAYERS = {"layers": "layers", "nn.rnn_cell": "rnn_cell"}


class Keras(NamedTuple):
    """Where a release has the names of `tf.keras` and `tf.compat.v1.keras`, below its site-packages."""

    native: str
    v1: str


def keras_of(release: str) -> Keras:
    """The folders of the API of Keras that a release takes: its own, that of Keras 2, or that of Keras 3."""
    minor = int(release.partition(".")[2])
    if minor < 6:
        return Keras("tensorflow/keras", "tensorflow/python/keras/api/_v1/keras")
    if minor < 16:
        return Keras("keras/api/_v2/keras", "keras/api/_v1/keras")
    return Keras("keras/_tf_keras/keras", "keras/_tf_keras/keras")


def names(site: Path, release: str) -> frozenset[str]:
    """The public names of a release: `x`, and `compat.v1.x`."""
    native, v1 = native_api(site / "tensorflow"), v1_api(site / "tensorflow")
    keras = keras_of(release)
    found = {*native.targets, *native.modules, *(V1 + name for name in (*v1.targets, *v1.modules))}
    found |= {V1 + name for name in native.targets if name.startswith("raw_ops.")}  # the same namespace
    found |= _grafted(site / keras.native, site / keras.v1)
    if keras.native == keras.v1:  # Keras 3: the stubs still list them, and each raises when it is asked for
        found = {name for name in found if not name.startswith(tuple(V1 + old for old in OLD_LAYERS))}
    for old, new in OLD_LAYERS.items():
        found |= _below(V1 + old, site / keras.v1 / "__internal__/legacy" / new)
    estimator = site / "tensorflow_estimator/python/estimator/api"
    found |= _below("estimator", estimator / "_v2/estimator") | _below(f"{V1}estimator", estimator / "_v1/estimator")
    return frozenset(found)


def legacy_names(site: Path) -> frozenset[str]:
    """What a release with Keras 3 has where legacy Keras is switched on."""
    v1 = site / "tf_keras/api/_v1/keras"
    found = _grafted(site / "tf_keras/api/_v2/keras", v1)
    for old, new in OLD_LAYERS.items():
        found |= _below(V1 + old, v1 / "__internal__/legacy" / new)
    return frozenset(found)


def _grafted(native: Path, v1: Path) -> set[str]:
    lazy = (_below(name, native / name) for name in LAZY)
    return _below("keras", native).union(_below(f"{V1}keras", v1), *lazy)


def _below(prefix: str, folder: Path) -> set[str]:
    return {prefix, *(f"{prefix}.{name}" for name in names_below(folder))} if folder.is_dir() else set()


def span(name: str, has: Mapping[str, frozenset[str]]) -> str:
    """From which to which release a name is there: `2.4-`, `2.4-2.15`, `never`."""
    there = [release for release in has if name in has[release]]
    if not there:
        return "never"
    last = "" if there[-1] == RELEASES[-1] else there[-1]
    between = [*has][[*has].index(there[0]) : [*has].index(there[-1])]
    gap = [release for release in between if release not in there]
    return f"{there[0]}-{last}" + (f",gap:{gap[0]}-{gap[-1]}" if gap else "")


def told() -> dict[str, str]:
    """What the file says: a name, and its span with the words behind it."""
    return {name: " ".join(words) for name, *words in lines(FILE.name)}


def candidates() -> Iterator[str]:
    """The names of 1.15, natively and below `compat.v1`."""
    for name, *_ in lines("tf1_15_5.txt"):
        yield from (name, V1 + name)


def rows(has: Mapping[str, frozenset[str]], legacy: frozenset[str]) -> Iterator[str]:
    """The lines of the file."""
    with_keras_3 = [release for release in has if keras_of(release).native == keras_of(release).v1]
    for name in candidates():
        found = span(name, has)
        of_keras = name.removeprefix(V1).partition(".")[0] in ("keras", *LAZY)
        if found == f"{RELEASES[0]}-" or (found == "never" and not of_keras):
            continue
        lifetime, comma, gap = found.partition(",")
        back = ",legacy-keras" if not all(name in has[one] for one in with_keras_3) and name in legacy else ""
        yield f"{name} {lifetime}{back}{comma}{gap}"


def differences(has: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """Where the file and the releases that were read do not agree."""
    says = told()
    for name in candidates():
        here = says.get(name)
        if here is None or "newer-keras" in here:
            continue  # in all or, as the stubs tell, in none
        for release in has:
            if _says_there(here, release) != (name in has[release]):
                yield f"{release}: {name} is told as {here}"


def _says_there(told: str, release: str) -> bool:
    here, *words = told.split(",")
    gaps = [word.removeprefix("gap:") for word in words if word.startswith("gap:")]
    return here != "never" and _is_in(release, here) and not any(_is_in(release, gap) for gap in gaps)


def _is_in(release: str, span: str) -> bool:
    first, _, last = span.partition("-")
    return _number(first) <= _number(release) <= _number(last or RELEASES[-1])


def _number(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))


def main(arguments: Iterable[str]) -> int:
    """Write the file from every release, or compare it with some; the exit code."""
    sites = {release: Path(site) for release, _, site in (one.partition("=") for one in arguments)}
    has = {release: names(site, release) for release, site in sorted(sites.items(), key=lambda one: _number(one[0]))}
    if tuple(has) != RELEASES:
        found = list(differences(has))
        print(*found, f"{len(found)} differences", sep="\n")  # noqa: T201 - what the command is for
        return int(bool(found))
    head = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    body = rows(has, legacy_names(sites[RELEASES[-1]]))
    FILE.write_text("\n".join([*head, *body]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
