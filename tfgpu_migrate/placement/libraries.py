"""What starts the runtime when a module that is made to be imported is."""

from tfgpu_migrate.context import Context
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.order import starts_runtime


def start_at_import(context: Context) -> Use | None:
    """The first call that starts the runtime whenever the module is imported; None in a script."""
    if not context.is_library or context.is_graph_file or context.is_tf1_code:
        return None
    for event in context.timelines[0] if context.timelines else ():
        at_import = event.trail[0] in context.index.tree.body and not event.path
        if event.use is not None and at_import and starts_runtime(context, event.use):
            return event.use
    return None
