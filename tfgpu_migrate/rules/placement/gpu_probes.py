"""TFM403 gpu-probe."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, Fix, make_fix
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.configured import configures_gpus
from tfgpu_migrate.placement.probes import Unanswered, availability, name_asked, name_given
from tfgpu_migrate.placement.retire import retire, tensorflow_name
from tfgpu_migrate.rules import rule

_HOMES = ("test.", "python.framework.test_util.")
_AVAILABLE = tuple(f"{home}is_gpu_available" for home in _HOMES)
_NAME = tuple(f"{home}gpu_device_name" for home in _HOMES)


@rule("TFM403", "gpu-probe", symbols=[*_AVAILABLE, *_NAME], fix=Applicability.SAFE)
def gpu_probe(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`tf.test.is_gpu_available()` and `tf.test.gpu_device_name()`, which take the memory of every GPU to answer.

    ## What it does
    Finds `is_gpu_available`, and `gpu_device_name` where it only asks whether there is a GPU or stands in a file that
    configures GPUs. The fix asks `tf.config.list_physical_devices`.

    ## Why is this bad
    Both create every GPU device with default options: all memory is taken, and memory growth or a limit has no effect
    any more. `is_gpu_available` is deprecated as well.

    ## Example
    ```python
    if tf.test.is_gpu_available():
        ...
    use_gpu = tf.test.is_gpu_available(cuda_only=True)
    ```

    ## Use instead
    ```python
    if tf.config.list_physical_devices("GPU"):
        ...
    use_gpu = bool(tf.config.list_physical_devices("GPU"))
    ```

    ## Fix safety
    Safe. `cuda_only` means nothing in TensorFlow 2. A minimum compute capability is reported and left.
    `tf.device(tf.test.gpu_device_name())` in a file that configures nothing is left in peace: it is what the function
    is for.
    """
    index = context.index
    uses = [one for one in index.of(*_AVAILABLE, *_NAME) if not one.is_import and not index.is_guarded(one)]
    if not uses or use is not uses[0]:
        return  # all are reported at the first: an import goes with the last of them
    answers = {one: answer for one in uses if (answer := _answer(one, context)) is not None}
    fixes = _fixes({one: answer for one, answer in answers.items() if isinstance(answer, Edit)}, context)
    for one, answer in answers.items():
        way_out = "`tf.config.list_physical_devices` does not" if isinstance(answer, Edit) else answer
        message = f"`{one.written}` creates the GPU devices, with all their memory, to answer; {way_out}"
        yield context.report(one, "TFM403", message, fixes.get(one))


def _answer(use: Use, context: Context) -> Edit | str | None:
    """Give the edit, the reason why there is none as a clause, or None where the use is nobody's business."""
    index, statement, call = context.index, use.statement, use.call_node
    tf, available = tensorflow_name(index, use), use.symbol in _AVAILABLE
    if call is None or tf is None or not use.editable:
        return "use `tf.config.list_physical_devices`" if available else None
    try:
        if available:
            return availability(index, statement, call, tf)
        asked = name_asked(index, statement, call, tf)
        return asked or (name_given(index, statement, call, tf) if configures_gpus(context) else None)
    except Unanswered as reason:
        return str(reason)


def _fixes(answers: dict[Use, Edit], context: Context) -> dict[Use, Fix]:
    """Give each use its fix: its own, or that of all where imports go or come with them."""
    message = "Ask `tf.config.list_physical_devices`"
    try:
        imports = retire(context.index, list(answers))
    except SharedLine:
        return {}
    if not imports:
        return {use: make_fix(message, [edit]) for use, edit in answers.items()}
    return dict.fromkeys(answers, make_fix(message, [*answers.values(), *imports]))
