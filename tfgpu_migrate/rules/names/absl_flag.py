"""TFM117 absl-flag."""

from collections.abc import Iterator

from tfgpu_migrate.api.absl import FLAGS, KINDS, LOG_DIR
from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule

_DEFINE = tuple(f"{home}.DEFINE_{kind}" for home in ("app.flags", "flags") for kind in KINDS)
_TEXT = ("app.flags.DEFINE_string", "flags.DEFINE_string")


@rule("TFM117", "absl-flag", symbols=_DEFINE, fix=Applicability.SAFE)
def absl_flag(use: Use, context: Context) -> Iterator[Diagnostic]:
    """Flag whose name absl has taken.

    ## What it does
    Finds definitions of flags called `log_dir`, `v`, `verbosity`, `pdb` or like another flag of absl itself.

    ## Why is this bad
    `DuplicateFlagError: The flag 'log_dir' is defined twice. First from absl.logging`, which TensorFlow imports.

    ## Example
    ```python
    tf.app.flags.DEFINE_string("log_dir", "logs", "Where summaries go.")
    ```

    ## Use instead
    ```python
    tf.compat.v1.app.flags.DEFINE_string("log_dir", "logs", "Where summaries go.", allow_override=True)
    ```

    ## Fix safety
    Safe: `log_dir` takes the place of absl's flag, which only log files of absl ask for. The other flags are reported
    only, for absl needs its own: they need another name.
    """
    call = context.call(use)
    first = call.arguments[0] if call is not None and call.arguments else None
    if call is None or first is None or first.keyword not in (None, "name", "flag_name") or first.star:
        return
    if first.value.literal not in FLAGS or "allow_override" in use.given.keywords:
        return
    can_override = first.value.literal == LOG_DIR and use.symbol in _TEXT and not use.given.starred
    edits = [Edit(call.arguments[-1].end, "", ", allow_override=True")] if can_override else []
    fix = make_fix("Override the flag", edits) if edits else None
    way_out = "`allow_override=True` overrides it" if edits else "give this one another name"
    message = f"absl has a flag `{first.value.literal}`: {way_out}"
    yield context.report(use, "TFM117", message, fix)
