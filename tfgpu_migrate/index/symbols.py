"""Which TensorFlow symbol an import or a dotted path means."""

import ast
from collections.abc import Container, Iterator
from functools import cache
from typing import NamedTuple

PACKAGES = ("tensorflow", "keras", "tf_slim")

# Private homes of public objects, as TF 1.15 and 2.21 both have them; the longest prefix counts.
_PRIVATE_HOMES = {
    "tensorflow.core.protobuf.config_pb2": "",
    "tensorflow.core.protobuf.rewriter_config_pb2": "",
    "tensorflow.python.client.session": "",
    "tensorflow.python.keras": "keras",
    "tensorflow.python.keras.api.keras": "keras",
}
# Keras of the TF1 era kept its TensorFlow functions in a module of their own.
_KERAS_HOMES = {
    "keras.backend.tensorflow_backend": "keras.backend",
    "keras.api.keras": "keras",
    "keras.api.backend": "keras.backend",
}

# Keras 2 imported TensorFlow into its backend, where people found it.
THROUGH_KERAS = ("keras.backend.tensorflow_backend.tf", "keras.backend.tf")


class Symbol(NamedTuple):
    """A TensorFlow name without its package: `name` is "nn.softmax", `namespace` tells how it was reached.

    The namespace is "" (`tensorflow.x`), "compat.v1", "compat.v2", "private" (`tensorflow.python.x`), or "keras" and
    "tf_slim" for the stand-alone packages: the name then begins with "keras.", as below `tf`, or with "tf_slim.". It is
    "library" for any other package: the name is the whole path, "numpy.float".
    """

    namespace: str
    name: str


@cache
def symbol_of(path: str) -> Symbol:
    """The symbol that a dotted path means, whichever home it was taken from."""
    package, _, rest = path.partition(".")
    if package == "keras":
        through = next((one for one in THROUGH_KERAS if f"{path}.".startswith(f"{one}.")), None)
        if through is not None:
            return symbol_of(f"tensorflow{path.removeprefix(through)}")
        return Symbol("keras", _rehome(path, _KERAS_HOMES) or path)
    if package != "tensorflow":
        return Symbol("tf_slim" if package == "tf_slim" else "library", path)
    if rest.startswith(("python.", "core.")) or rest in ("python", "core"):
        home = _rehome(path, _PRIVATE_HOMES)
        return Symbol("private", rest if home is None else home)
    namespace = ""
    while rest.startswith(("compat.v1.", "compat.v2.")) or rest in ("compat.v1", "compat.v2"):
        namespace, rest = rest[:9], rest[10:]
    return Symbol(namespace, rest)


def _rehome(path: str, homes: dict[str, str]) -> str | None:
    prefix = path
    while prefix:
        if prefix in homes:
            return (homes[prefix] + path[len(prefix) :]).lstrip(".")
        prefix = prefix.rpartition(".")[0]
    return None


class Imported(NamedTuple):
    """One name that an import statement binds: `path` is the dotted path that the name means."""

    name: str
    path: str
    alias: ast.alias
    statement: ast.Import | ast.ImportFrom


def imported(statement: ast.AST, packages: Container[str] = PACKAGES) -> Iterator[Imported]:
    """The names that a statement binds to these packages; relative imports are somebody else's code.

    A star import binds the name "*", which no use can have.
    """
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            root = alias.name.partition(".")[0]
            if root in packages:
                yield Imported(alias.asname or root, alias.name if alias.asname else root, alias, statement)
    elif isinstance(statement, ast.ImportFrom) and statement.module and not statement.level:
        for alias in statement.names if statement.module.partition(".")[0] in packages else ():
            yield Imported(alias.asname or alias.name, f"{statement.module}.{alias.name}", alias, statement)
