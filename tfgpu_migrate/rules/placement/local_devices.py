"""TFM402 list-local-devices."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, Fix, make_fix
from tfgpu_migrate.edit.statements import SharedLine
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.listing import OTHER_USE, Listing, Unknown, read_listing
from tfgpu_migrate.placement.retire import retire, tensorflow_name
from tfgpu_migrate.rules import rule

SYMBOL = "python.client.device_lib.list_local_devices"


@rule("TFM402", "list-local-devices", symbols=[SYMBOL], fix=Applicability.SAFE)
def list_local_devices(use: Use, context: Context) -> Iterator[Diagnostic]:
    """`device_lib.list_local_devices()`, which takes the memory of every GPU to list them.

    ## What it does
    Finds calls of `list_local_devices`, a private function, in every import form. Where the devices are only counted,
    tested for one kind or asked for their names, the fix lists them with `tf.config`.

    ## Why is this bad
    The call creates every GPU device with default options: all memory is taken, and memory growth or a limit that is
    set later has no effect. `tf.config.list_physical_devices` creates nothing.

    ## Example
    ```python
    from tensorflow.python.client import device_lib

    local = device_lib.list_local_devices()
    count = len([d for d in local if d.device_type == "GPU"])
    names = [d.name for d in local if d.device_type == "GPU"]
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    count = len(tf.config.list_physical_devices("GPU"))
    names = [
        d.name.replace("physical_device", "device") for d in tf.config.list_physical_devices("GPU")
    ]
    ```

    ## Fix safety
    Safe: the same number and the same names (`/device:GPU:0`). `list_logical_devices` gives these names too, but it
    starts the runtime, after which devices can no longer be configured. Reading `memory_limit` or
    `physical_device_desc`, and every other use of the devices, is reported and left.
    """
    uses = [one for one in context.index.of(SYMBOL) if not one.is_import and not context.index.is_guarded(one)]
    if not uses or use is not uses[0]:
        return  # all are reported at the first: the import goes with the last of them, in one fix
    read = {one: _read(one, context) for one in uses}
    fix = _fix({one: listing for one, listing in read.items() if isinstance(listing, Listing)}, context)
    for one, listing in read.items():
        way_out = listing if isinstance(listing, str) else "`tf.config.list_physical_devices` does not"
        message = f"`{one.written}` creates the GPU devices, with all their memory, to list them; {way_out}"
        yield context.report(one, "TFM402", message, fix if isinstance(listing, Listing) else None)
    for one in context.index.of(SYMBOL, SYMBOL.rpartition(".")[0]):
        if one.is_import and fix and any(edit.start <= one.start and one.end <= edit.end for edit in fix.edits):
            yield context.report(one, "TFM402", "this private import goes with the last call of it", fix)


def _read(use: Use, context: Context) -> Listing | str:
    """The listing at a use, or the reason why there is none, as a clause."""
    tf = tensorflow_name(context.index, use)
    if use.call_node is None or tf is None or not use.editable:
        return OTHER_USE
    try:
        return read_listing(context.index, use.statement, use.call_node, tf)
    except Unknown as reason:
        return str(reason)


def _fix(listings: dict[Use, Listing], context: Context) -> Fix | None:
    if not listings:
        return None
    edits: list[Edit] = [edit for listing in listings.values() for edit in listing.edits]
    assignments = [listing.assignment for listing in listings.values() if listing.assignment is not None]
    try:
        edits += retire(context.index, list(listings), assignments)
    except SharedLine:
        return None
    return make_fix("List them with `tf.config`", edits)
