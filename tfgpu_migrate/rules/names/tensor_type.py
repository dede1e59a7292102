"""TFM118 tensor-type."""

from collections.abc import Iterator
from typing import Any

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.index.contexts import is_builtin
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.release import Release
from tfgpu_migrate.rules import rule

_SINCE: Release = (2, 14)  # which brought a class of its own for tensors in graphs
_SAME, _OTHER = ("Is", "Eq"), ("IsNot", "NotEq")


@rule("TFM118", "tensor-type", symbols=("Tensor",), fix=Applicability.SAFE, knows_by_names=True)
def tensor_type(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Comparison of a type with `tf.Tensor`, which is the type of no tensor any more.

    ## What it does
    Finds `type(x) is tf.Tensor`, and the same with `==`, `is not` and `!=`.

    ## Why is this bad
    Nothing fails: the answer is another one. In graphs of TensorFlow 1 the type of a tensor was `tf.Tensor` itself, in
    those of TensorFlow 2 it is a class below.

    ## Example
    ```python
    logits = tf.log(probabilities)
    assert type(logits) is tf.Tensor
    ```

    ## Use instead
    ```python
    logits = tf.math.log(probabilities)
    assert isinstance(logits, tf.Tensor)
    ```

    ## Fix safety
    Safe: made in TensorFlow 1 code and in files that build graphs, where it was true of every tensor. In other code the
    comparison is reported only.
    """
    compare: Any = use.parent
    if context.target < _SINCE or use.symbol != "Tensor":
        return
    if type(compare).__name__ != "Compare" or len(compare.ops) != 1:
        return
    kind, call = type(compare.ops[0]).__name__, compare.left
    if kind not in (*_SAME, *_OTHER) or compare.comparators[0] is not use.node or not _asks_for_type(call, context):
        return
    source, edits = context.source, list[Edit]()
    (start, end), (first, last) = source.span(compare), source.span(call.args[0])
    if use.editable and (context.is_tf1_code or context.is_graph_file) and "#" not in source.text[last:end]:
        opening = "isinstance(" if kind in _SAME else "not isinstance("
        edits = [Edit(start, source.text[start:first], opening)]
        edits += [Edit(last, source.text[last : use.start], ", "), Edit(use.end, source.text[use.end : end], ")")]
    fix = make_fix("Ask with `isinstance`", edits) if edits else None
    message = f"the type of no tensor is `{use.written}` itself in TensorFlow 2: ask with `isinstance`"
    yield context.report(use, "TFM118", message, fix)


def _asks_for_type(call: Any, context: Context) -> bool:
    """Whether an expression is `type(x)`, of the builtin."""
    if (
        type(call).__name__ != "Call"
        or call.keywords
        or len(call.args) != 1
        or type(call.args[0]).__name__ == "Starred"
    ):
        return False
    return type(call.func).__name__ == "Name" and call.func.id == "type" and is_builtin(context.index, "type")
