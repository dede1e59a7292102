"""How the package is cut: sizes of modules, what rules may import, no import in a circle."""

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "tfgpu_migrate"
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
RULE_FILES = sorted(path for path in (PACKAGE / "rules").rglob("*.py") if path.name != "__init__.py")

CHILD_NEEDS = {"grpc"}  # and TensorFlow, numpy, protobuf: what grpcio comes with


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, in functions too; what only type checkers import does not count."""
    stack: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = _absolute(path, node)
            yield from (module, *(f"{module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            stack.extend(node.orelse)
        else:
            stack.extend(ast.iter_child_nodes(node))


def _absolute(path: Path, node: ast.ImportFrom) -> str:
    """The module that `from` names; what runs in another program's Python says it relatively."""
    if not node.level:
        return node.module or ""
    package = path.relative_to(PACKAGE.parent).parts[: -node.level]
    return ".".join((*package, *([node.module] if node.module else [])))


def test_what_runs_beside_the_script_needs_nothing_of_this_program() -> None:
    folder = PACKAGE / "verify" / "child"
    imported = {name for path in folder.rglob("*.py") for name in imports(path)}
    assert {name for name in imported if "." not in name} <= CHILD_NEEDS | set(sys.stdlib_module_names)
    ours = {name for name in imported if name.startswith("tfgpu_migrate")}
    assert {name for name in ours if not name.startswith("tfgpu_migrate.verify.child")} == set()


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: [one for one in imports(path) if one in MODULES and one != name] for name, path in MODULES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda path: path.stem)
def test_a_rule_is_a_short_file_that_leaves_ast_to_the_engine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    imported = {
        name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in (getattr(node, "module", None), *(alias.name for alias in node.names))
    }
    assert "ast" not in imported
    assert len(text.splitlines()) <= 100


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_at_most_400_lines(name: str) -> None:
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= 400
