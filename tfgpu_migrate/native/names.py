"""Names for what the conversion writes, from the names of the program."""

from __future__ import annotations

import ast
import builtins
import re

from tfgpu_migrate.index.index import Index
from tfgpu_migrate.native.classes.marks import base
from tfgpu_migrate.native.model import Step, Training, Value

_PREDICTIONS = re.compile(
    r"(?:hypothesis|logits?|model|net(?:work)?|outputs?|out_layer|pred(?:ict(?:ed|ion|ions)?|s)?|y|y_?hat|y_?pred|y_?conv|"
    r"layer_?\d*|prob(?:abilitie)?s?|softmax|result)", re.IGNORECASE,
)  # fmt: skip
_SUFFIX = re.compile(r"_?(?:op|operation|tensor|step)$")
_MANY = 2


class Names:
    """The names that are taken in a file; asking for one takes it."""

    def __init__(self, index: Index) -> None:
        nodes = index.nodes
        self._taken = {one.id for one in nodes if isinstance(one, ast.Name)}
        self._taken |= {one.arg for one in nodes if isinstance(one, ast.arg)}
        self._taken |= {one.name for one in nodes if isinstance(one, (ast.FunctionDef, ast.ClassDef))}
        self._taken |= {(one.asname or one.name).partition(".")[0] for one in nodes if isinstance(one, ast.alias)}
        stored = (one for one in nodes if isinstance(one, ast.Attribute) and not isinstance(one.ctx, ast.Load))
        self._taken |= {one.attr for one in stored}
        self._taken |= set(dir(builtins)) | {base(one) for one in self._taken}

    def first(self, *wanted: str) -> str:
        """The first of these names that is free; empty where none is."""
        name = next((one for one in wanted if one.isidentifier() and base(one) not in self._taken), "")
        self._taken.add(base(name))
        return name

    def release(self, *names: str) -> None:
        """Give names back that were asked for."""
        self._taken -= set(names)


def function_name(
    fetches: list[Value], training: Training | None, trainings: int, steps: list[Step], names: Names
) -> str:
    """What a function is called that gives these values; empty where every good name is taken."""
    if training is not None:
        stem = _SUFFIX.sub("", base(training.value.name)).lstrip("_")
        own = f"{stem}_step" if stem else "train_step"
        return names.first("train_step", own, f"run_{own}") if trainings == 1 else names.first(own, f"run_{own}")
    if len(fetches) > 1 and any(one.assigns for one in steps):
        takes_gradients = any(one.gradient_of is not None for one in steps)
        return names.first(*(["train_step"] if takes_gradients else []), "update", "update_variables")
    if len(fetches) > 1:
        joined = "_and_".join(base(one.name) for one in fetches)
        short = [f"compute_{joined}"] if len(fetches) == _MANY else []
        return names.first(*short, "evaluate", "evaluate_model", f"compute_{joined}")
    (value,) = fetches
    own = base(value.name)
    name = _SUFFIX.sub("", own) or own
    if any(one.assigns for one in steps[-1:]):
        return names.first(name, f"{name}_variable", f"run_{name}")
    plain = names_of_prediction = [f"compute_{name.lower() if name.isupper() else name}", f"get_{name}"]
    if _PREDICTIONS.fullmatch(name):
        return names.first("predict", "model", *names_of_prediction)
    return names.first(*plain)
