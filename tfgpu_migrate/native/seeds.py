"""Random ops with seeds of their own: eagerly, those that share one share its numbers."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.expressions import Made
from tfgpu_migrate.native.facts import draws
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.model import Refused

_PROGRAM_SEEDS = ("set_random_seed", "random.set_seed")  # how the names end


def must_have_own_seeds(index: Index, home: Home) -> None:
    """Raise Refused where two random ops have one seed, or a function draws with a seed.

    In a graph each op begins the numbers of its seed; eagerly one stream serves all calls of an op with that seed
    (measured on 2.21: the second variable of two with one seed gets other values).
    """
    seen = set[str]()
    for use in index.uses:
        call = use.call_node
        seeds = [one.value for one in call.keywords if one.arg == "seed"] if call is not None else []
        if not seeds or (isinstance(seeds[0], ast.Constant) and seeds[0].value is None):
            continue
        if use.scope.function.node not in (home.module, *home.functions) or not home.is_single:
            raise Refused(seeds[0], "a function draws with a seed: eagerly its calls would share the numbers")
        if not isinstance(seeds[0], ast.Constant) or str(seeds[0].value) in seen:
            raise Refused(seeds[0], "a seed is given twice: eagerly its ops would share the numbers; give each another")
        seen.add(str(seeds[0].value))


def has_program_seed(index: Index) -> bool:
    """Whether a file sets the seed of the program, by which all ops without seeds of their own draw."""
    return any(use.symbol.endswith(_PROGRAM_SEEDS) for use in index.uses)


def seeds_in(node: ast.AST, index: Index) -> list[ast.expr]:
    """The seeds of the ops that draw in an expression: none where one of them has no seed of its own."""
    drawing = [use for one in ast.walk(node) if (use := index.calls.get(id(one))) is not None and draws(use.symbol)]
    given = [[one.value for one in use.call_node.keywords if one.arg == "seed"] for use in drawing if use.call_node]
    return [seed for (seed,) in given] if all(given) else []


def must_be_free_to_draw(node: ast.AST, what: str, functions: Mapping[str, Made | None], index: Index) -> None:
    """Raise Refused where an op draws in the session without a seed of its own: its numbers would be others.

    `functions` are those of the file, which draw without seeds of their own. Such an op takes how many ops the graph
    has as its seed, which no eager code knows.
    """
    called = [functions.get(one.id) for one in ast.walk(node) if isinstance(one, ast.Name)]
    has_seeds = bool(seeds_in(node, index)) and not any(one is not None and one.draws for one in called)
    if has_seeds:
        return
    why = "draws by the seed of the program" if has_program_seed(index) else "draws without a seed"
    raise Refused(node, f"`{what}` {why}: its numbers would be others; give it a `seed=` of its own")
