"""Whether soft placement is on in a file, as far as the file tells."""

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.fragment import Expression
from tfgpu_migrate.placement.dtypes import given
from tfgpu_migrate.proto.fields import SOFT

_SETTER = "config.set_soft_device_placement"


def soft_placement(context: Context) -> bool | None:
    """Tell the one value that the file gives soft placement, else the default of its mode; None where it may be either.

    The defaults: on in eager code, off in a session without a configuration (TensorFlow 2.21.0).
    """
    values: list[Expression | None] = [
        write.value for decision in context.decisions for write in decision.proto.writes if write.path == SOFT
    ]
    for use in context.index.of(_SETTER):
        call = context.call(use)
        values += [given(call, "enabled", 0)] if call is not None else []
    if not values:
        return _default(context)
    literals = {value.literal if value is not None and isinstance(value.literal, bool) else None for value in values}
    return literals.pop() if len(literals) == 1 else None


def _default(context: Context) -> bool | None:
    if not context.is_graph_file:
        return True
    sessions = [call for use in context.index.of("Session") if (call := context.call(use)) is not None]
    bare = [call for call in sessions if given(call, "config", 2) is None]
    return False if sessions and len(bare) == len(sessions) else None
