"""TFM607 host-only-op."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM607",
    "host-only-op",
    """An op that asked for a GPU, of a kind that only ever runs on the CPU.

    ## What it does
    `tfgpu-migrate verify` notes a line under `tf.device("/gpu:0")` with an op that has no GPU kernel for any type:
    strings, files, tables, the steps of a `tf.data` pipeline. It is a note: it fails a run only with
    `--fail-on TFM607`.

    ## Why is this bad
    It is not, as long as soft placement is on. It says that the device scope does nothing for this line.

    ## How to fix
    Take such lines out of the device scope.
    """,
)
