"""TFM611 script-failed."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM611",
    "script-failed",
    """A script that did not end with exit code 0.

    ## What it does
    `tfgpu-migrate verify` reports a script that ended with another exit code, by a signal, or because its time was up
    (`--timeout`). What was recorded until then is in the report, except after a signal that left no time to write it.

    ## Why is this bad
    The rest of the script was not looked at.
    """,
)
