"""TFM115 dataset-member."""

import re
from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.edit.imports import module_at
from tfgpu_migrate.edit.rename import spelled
from tfgpu_migrate.index.datasets import Member
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import WHOLE_FILE, rule


@rule("TFM115", "dataset-member", symbols=[WHOLE_FILE], fix=Applicability.SAFE)
def dataset_member(_: Use, context: Context) -> Iterator[Diagnostic]:
    """Iterator or type of a `tf.data.Dataset`, asked of the data set itself.

    ## What it does
    Finds `dataset.make_one_shot_iterator()` and `dataset.make_initializable_iterator()`, and `dataset.output_types`,
    `.output_shapes` and `.output_classes` in calls of `tf.data.Iterator.from_structure` and `from_string_handle`.

    ## Why is this bad
    `AttributeError: '_MapDataset' object has no attribute 'make_one_shot_iterator'`, in graph mode too.

    ## Example
    ```python
    iterator = dataset.make_one_shot_iterator()
    ```

    ## Use instead
    ```python
    iterator = tf.compat.v1.data.make_one_shot_iterator(dataset)
    ```

    ## Fix safety
    Safe: the functions do what the methods did. A file whose `tf` is `tensorflow.compat.v1` has data sets with these
    methods, and is left alone. A data set in brackets is told without a fix.
    """
    for member in context.dataset_members:
        module = module_at(context.index, member.scope, (member.node.lineno, member.node.col_offset))
        if module is None or module.is_v1:
            continue
        path = f"tensorflow.compat.v1.data.{member.function}"
        edits = _edits(member, spelled(module, path), context)
        fix = make_fix(f"Replace with `tf.compat.v1.data.{member.function}`", edits) if edits else None
        start, end = context.source.span(member.node)
        message = f"`{member.name}` of a data set is `tf.compat.v1.data.{member.function}` in TensorFlow 2"
        yield Diagnostic(start, end, "TFM115", message, fix)


def _edits(member: Member, function: str, context: Context) -> list[Edit] | None:
    """`data.member(x)` -> `function(data, x)`; None where brackets or a comment stand between."""
    text = context.source.text
    (start, end), last = context.source.span(member.receiver), context.source.span(member.node)[1]
    behind = text[end:last]
    found = re.match(rf"[\s\\]*\.\s*{member.name}(\(\s*)?", behind)
    if found is None:
        return None
    rest = behind[found.end() :] if found[1] else ")"
    return [Edit(start, "", f"{function}("), Edit(end, behind, rest if rest == ")" else f", {rest}")]
