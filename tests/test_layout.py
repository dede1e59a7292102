"""How the package is cut: sizes of modules, who may import whom, no import in a circle."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tfgpu_migrate.report.formats import FORMATS

PACKAGE = Path(__file__).parent.parent / "tfgpu_migrate"
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
RULE_FILES = sorted(path for path in (PACKAGE / "rules").rglob("*.py") if path.name != "__init__.py")

PAGE = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
TABLE = PAGE.split("\n## Where things are\n")[1].split("\nBeside the package:")[0]
# The rows of the page's table from the bottom to the top: module or package, and where its row stands.
ROWS = {
    f"tfgpu_migrate.{name.rstrip('/')}": position
    for position, cell in enumerate(re.findall(r"^\| (`.*?) \|", TABLE, re.MULTILINE))
    for name in re.findall(r"`([^`]+)`", cell)
}

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


def row(module: str) -> int:
    """Where the row of a module stands: that of the longest name that it begins with; below all for the package."""
    parts = module.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((ROWS[name] for name in names if name in ROWS), -1)


def test_the_architecture_page_has_a_row_for_each_module() -> None:
    assert [name for name in ROWS if name not in MODULES] == []
    homeless = [name for name in MODULES if row(name) < 0 and not name.startswith("tfgpu_migrate.written.")]
    assert homeless == ["tfgpu_migrate"]


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_from_its_own_row_and_those_below(name: str) -> None:
    imported = {one for one in imports(MODULES[name]) if one in MODULES}
    assert {one for one in imported if row(one) > row(name)} == set()


@pytest.mark.parametrize("package", ["tfgpu_migrate.verify", "tfgpu_migrate.server"])
def test_only_the_command_imports_what_runs_scripts_and_what_serves_editors(package: str) -> None:
    outside = {name for name in MODULES if not name.startswith(package)}
    importing = {name for name in outside for one in imports(MODULES[name]) if one.startswith(package)}
    assert importing == {"tfgpu_migrate.commands"}


def test_check_and_fix_load_neither_tensorflow_nor_what_runs_scripts(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import tensorflow as tf\nprint(tf.log(1.0))\n")
    code = (
        "import sys\nfrom tfgpu_migrate.commands import run_command\n"
        "run_command(['check', '--isolated', '--fix', '-q', 'a.py'])\nprint('\\n'.join(sys.modules))"
    )
    command = (sys.executable, "-c", code)
    ran = subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": str(PACKAGE.parent)}, capture_output=True, text=True)
    assert "tf.math.log" in (tmp_path / "a.py").read_text(), ran.stderr
    loaded = ran.stdout.split()
    assert "tfgpu_migrate.check" in loaded
    assert [name for name in loaded if re.match(r"tensorflow|keras|tfgpu_migrate\.verify", name)] == []


def test_a_layout_of_findings_imports_no_other() -> None:
    layouts = {f"tfgpu_migrate.report.{name.replace('json-lines', 'json')}" for name in FORMATS}
    assert layouts <= set(MODULES)
    assert {one for name in layouts for one in imports(MODULES[name]) if one in layouts - {name}} == set()


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
