"""The flags of `check` that are no settings."""

from typing import NamedTuple


class Options(NamedTuple):
    """What the command line says besides the settings."""

    paths: tuple[str, ...]
    fix: bool
    fix_only: bool
    unsafe_fixes: bool
    diff: bool
    add_noqa: str | None  # a reason, maybe empty; None where the flag was not given
    baseline: str | None
    write_baseline: bool
    prune_baseline: bool
    no_baseline: bool
    output_format: str
    output_file: str | None
    statistics: bool
    show_fixes: bool
    show_files: bool
    show_settings: bool
    exit_zero: bool
    exit_non_zero_on_fix: bool
    quiet: bool  # also where `silent` is asked for
    silent: bool
    verbose: bool
    stdin_filename: str | None
    respect_gitignore: bool
    force_exclude: bool
    jobs: int | None
    cache: bool
    cache_dir: str | None
    color: str
