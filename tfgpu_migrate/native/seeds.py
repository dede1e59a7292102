"""Random ops with seeds of their own: eagerly, those that share one share its numbers."""

from __future__ import annotations

import ast

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.home import Home
from tfgpu_migrate.native.model import Refused


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
        if use.scope.function.node not in (home.module, home.function):
            raise Refused(seeds[0], "a function draws with a seed: eagerly its calls would share the numbers")
        if not isinstance(seeds[0], ast.Constant) or str(seeds[0].value) in seen:
            raise Refused(seeds[0], "a seed is given twice: eagerly its ops would share the numbers")
        seen.add(str(seeds[0].value))
