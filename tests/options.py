"""The flags of `check` as they are where none is given."""

from tfgpu_migrate.options import Options

OPTIONS = Options(
    paths=(), fix=False, fix_only=False, unsafe_fixes=False, diff=False, add_noqa=None, baseline=None,
    write_baseline=False, prune_baseline=False, no_baseline=False, output_format="full", output_file=None,
    statistics=False, show_fixes=False, show_files=False, show_settings=False,
    exit_zero=False, exit_non_zero_on_fix=False, quiet=False, silent=False, verbose=False,
    stdin_filename=None, respect_gitignore=True, force_exclude=False, jobs=None, cache=True, cache_dir=None,
    color="auto",
)  # fmt: skip
