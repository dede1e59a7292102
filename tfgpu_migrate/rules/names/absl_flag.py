"""TFM117 absl-flag."""

from collections.abc import Iterator

from tfgpu_migrate.context import Context
from tfgpu_migrate.edit.diagnostics import Applicability, Diagnostic, Edit, make_fix
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.rules import rule

_KINDS = ("bool", "boolean", "enum", "float", "integer", "list", "multi_integer", "multi_string", "string")
_DEFINE = tuple(f"{home}.DEFINE_{kind}" for home in ("app.flags", "flags") for kind in _KINDS)
_TEXT = ("app.flags.DEFINE_string", "flags.DEFINE_string")
# What absl.logging and absl.app, which TensorFlow imports, have defined in absl-py 2.1 and 2.5. Only of the first does
# absl read no more than the text.
_TEXT_OF_ABSL = "log_dir"
_FLAGS_OF_ABSL = frozenset(
    (
        *(
            _TEXT_OF_ABSL,
            "alsologtostderr",
            "logger_levels",
            "logtostderr",
            "only_check_args",
            "pdb",
            "pdb_post_mortem",
        ),
        *("profile_file", "run_with_pdb", "run_with_profiling", "showprefixforinfo", "stderrthreshold"),
        *("use_cprofile_for_profiling", "v", "verbosity"),
    )
)


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
    if first.value.literal not in _FLAGS_OF_ABSL or "allow_override" in use.given.keywords:
        return
    can_override = first.value.literal == _TEXT_OF_ABSL and use.symbol in _TEXT and not use.given.starred
    edits = [Edit(call.arguments[-1].end, "", ", allow_override=True")] if can_override else []
    fix = make_fix("Override the flag", edits) if edits else None
    way_out = "`allow_override=True` overrides it" if edits else "give this one another name"
    message = f"absl has a flag `{first.value.literal}`: {way_out}"
    yield context.report(use, "TFM117", message, fix)
