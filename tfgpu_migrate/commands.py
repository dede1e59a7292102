"""The commands and their flags."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from tfgpu_migrate import __version__
from tfgpu_migrate.config import ConfigError, Configuration, Flags, suggestion
from tfgpu_migrate.misuse import explain
from tfgpu_migrate.options import Options
from tfgpu_migrate.report.formats import FORMATS
from tfgpu_migrate.streams import say, write
from tfgpu_migrate.visible import in_line

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_COMPLETE = "_TFGPU_MIGRATE_COMPLETE"  # how the script of a shell asks for words


def run_command(arguments: Sequence[str]) -> int:
    """Run one command line; its exit code."""
    if not arguments and _COMPLETE not in os.environ:
        return _misuse(cli.get_help(click.Context(cli, info_name="tfgpu-migrate")), prefix="")
    if arguments and any(arguments[0] in option.opts and option.name != "help" for option in check.params):
        import shlex

        return _misuse(f"`{arguments[0]}` is a flag of check; type `tfgpu-migrate check {shlex.join(arguments)}`")
    try:
        # A flag whose value is optional would take the next word for it.
        words = ["--add-noqa=" if word == "--add-noqa" else word for word in arguments]
        code = cli.main(args=words, prog_name="tfgpu-migrate", standalone_mode=False)
        sys.stdout.flush()
    except ConfigError as error:
        return _misuse(str(error))
    except click.ClickException as error:
        return _misuse(explain(error, cli))
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:  # `| head` has seen enough
        _print_no_more()
        return 1
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _print_no_more()
        return _misuse(f"cannot write standard output: {error.strerror}")
    return int(code or 0)


def _print_no_more() -> None:
    """Let what Python still wants to flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="tfgpu-migrate", message="%(prog)s %(version)s")
def cli() -> None:
    """Move TensorFlow 1 session and GPU configuration to tf.config.

    \b
    tfgpu-migrate check                  what keeps this folder from running on TensorFlow 2
    tfgpu-migrate check --diff train.py  what a fix would change
    tfgpu-migrate check --fix train.py   change it
    tfgpu-migrate rule TFM301            explain a finding
    tfgpu-migrate verify train.py        run it and show what is on the GPU
    """  # noqa: D301


def _one_of(known: Sequence[str]) -> Any:  # a click callback
    def callback(_: click.Context, parameter: click.Parameter, value: str) -> str:
        if value not in known:
            given = f"{parameter.opts[-1]} {value}" if isinstance(parameter, click.Option) else value
            raise ConfigError(f"`{given}` is not known{suggestion(value, known)}")
        return value

    return callback


def _codes(_: click.Context, __: click.Parameter, value: Sequence[str]) -> tuple[str, ...] | None:
    """Split `A,B`; None where the flag was not given."""
    return tuple(code.strip() for each in value for code in each.split(",") if code.strip()) if value else None


def _number(_: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    if not value.isdecimal() or len(value) > 9 or (value == "0" and parameter.name != "gpus"):
        kind = "number" if parameter.name == "gpus" else "number above 0"
        raise ConfigError(f"`{parameter.opts[-1]} {value}` is no {kind}; write one like `{parameter.opts[-1]} 2`")
    return int(value)


def _jobs(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    if not value.isdecimal() or len(value) > 9 or value == "0":
        raise ConfigError(f"`--jobs {value}` is no number of processes; write one like `--jobs 4`")
    return int(value)


@cli.command()
@click.argument("paths", nargs=-1, type=click.Path())
@click.option("--fix/--no-fix", help="Make the safe fixes and write the files.")
@click.option("--fix-only/--no-fix-only", help="Make the safe fixes; say nothing of findings that stay.")
@click.option("--unsafe-fixes/--no-unsafe-fixes", help="Count fixes that may change what the program does as fixable.")
@click.option("--diff", is_flag=True, help="Show what --fix would write; write nothing.")
@click.option("--select", multiple=True, metavar="CODES", callback=_codes, help="Rules to check; ALL or prefixes.")
@click.option("--extend-select", multiple=True, metavar="CODES", callback=_codes, help="More rules to check.")
@click.option("--ignore", multiple=True, metavar="CODES", callback=_codes, help="Rules not to check.")
@click.option("--exclude", multiple=True, metavar="GLOBS", callback=_codes, help="Files and folders not to look into.")
@click.option("--extend-exclude", multiple=True, metavar="GLOBS", callback=_codes, help="The same as --exclude.")
@click.option(
    "--per-file-ignores", multiple=True, metavar="GLOB:CODE", callback=_codes, help="Rules not to check in these files."
)
@click.option("--extend-per-file-ignores", multiple=True, metavar="GLOB:CODE", callback=_codes, help="More of these.")
@click.option("--fixable", multiple=True, metavar="CODES", callback=_codes, help="Rules whose findings --fix may fix.")
@click.option("--unfixable", multiple=True, metavar="CODES", callback=_codes, help="Rules whose findings it may not.")
@click.option("--target-version", metavar="2.4|...|2.21", help="The TensorFlow that the code is to run on.")
@click.option("--ignore-noqa/--no-ignore-noqa", help="Report also what comments silence.")
@click.option("--add-noqa", is_flag=False, flag_value="", metavar="[=REASON]", help="Write comments that silence.")
@click.option("--baseline", type=click.Path(), metavar="FILE", help="Report only what this file does not know.")
@click.option("--write-baseline", is_flag=True, help="Write all findings of this run to the baseline.")
@click.option("--prune-baseline", is_flag=True, help="Take out of it what is no longer found; nothing comes in.")
@click.option("--no-baseline", is_flag=True, help="Report all, whatever baseline the settings name.")
@click.option("--force-exclude/--no-force-exclude", help="Exclude also files that are named on the command line.")
@click.option("--respect-gitignore/--no-respect-gitignore", default=True, help="Leave out what git ignores.")
@click.option("--output-format", default="full", callback=_one_of(FORMATS), metavar="|".join(FORMATS), help="Layout.")
@click.option("-o", "--output-file", type=click.Path(), help="Write the findings to a file.")
@click.option("--statistics", is_flag=True, help="Show counts by rule instead of findings.")
@click.option("--show-files", is_flag=True, help="List the files that would be checked.")
@click.option("--show-settings", is_flag=True, help="Show the settings that hold for the first file.")
@click.option("--show-fixes/--no-show-fixes", help="List what was fixed, by file.")
@click.option("-e", "--exit-zero", is_flag=True, help="Exit with 0 also if there are findings.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if a file was fixed.")
@click.option("--stdin-filename", type=click.Path(), help="The name of what comes on standard input (path `-`).")
@click.option("--config", multiple=True, metavar="FILE|KEY=VALUE", help="Settings from this file, or one setting.")
@click.option("--isolated", is_flag=True, help="Read no configuration files.")
@click.option("-j", "--jobs", callback=_jobs, metavar="NUMBER", help="How many processes; by default one a core.")
@click.option("--cache/--no-cache", " /-n", default=True, help="Keep what was found for the next run.")
@click.option("--cache-dir", type=click.Path(), envvar="TFGPU_MIGRATE_CACHE_DIR", help="Where to keep it.")
@click.option("-q", "--quiet", is_flag=True, help="Print findings, no summary.")
@click.option("-s", "--silent", is_flag=True, help="Print nothing; the exit code says all.")
@click.option("-v", "--verbose", is_flag=True, help="Print how many files were looked at, and how long it took.")
@click.option("--color", default="auto", callback=_one_of(("auto", "always", "never")), metavar="auto|always|never")
def check(**flags: Any) -> int:
    """Find what keeps files from running on TensorFlow 2, and fix it with --fix.

    \b
    tfgpu-migrate check                              every .py, .ipynb, requirements.txt, ... below here
    tfgpu-migrate check --fix train.py               make the safe fixes
    tfgpu-migrate check --select TFM3 .              device configuration only
    tfgpu-migrate check --target-version 2.15        what keeps files from running on TensorFlow 2.15
    tfgpu-migrate check --baseline known.json        only new findings
    tfgpu-migrate check --output-format github .     annotate a pull request
    """  # noqa: D301
    options = Options(**_of(Options, {**flags, "quiet": flags["quiet"] or flags["silent"]}))
    from tfgpu_migrate.checking import run_check

    return run_check(options, Configuration(Flags(**_of(Flags, flags))))


def _of(kind: Any, flags: dict[str, Any]) -> dict[str, Any]:
    """The flags that a NamedTuple has a field for; one that was not given has the field's default, if there is one."""
    given = {name: flags[name] for name in kind._fields}
    return {name: value for name, value in given.items() if value is not None or name not in kind._field_defaults}


@cli.command()
@click.option("--html", type=click.Path(), metavar="FILE", help="Write the page: one file that needs nothing else.")
@click.option("--json", type=click.Path(), metavar="FILE", help="Write the data that the page is made of.")
@click.option("--previous", type=click.Path(), metavar="FILE", help="What --json wrote before: show the trend since.")
@click.option("-q", "--quiet", is_flag=True, help="Do not say what was written.")
def report(**flags: Any) -> int:
    """Show how far the migration of a tree is, what is left, and what has to be decided.

    \b
    tfgpu-migrate report --html report.html src/
    tfgpu-migrate report --html report.html --json today.json --previous yesterday.json
    """  # noqa: D301
    from tfgpu_migrate.reporting import ReportOptions, run_report

    return run_report(ReportOptions(**_of(ReportOptions, flags)), Configuration(Flags(**_of(Flags, flags))))


# `report` has the other flags of `check`: where to look, for what, and how.
_NOT_OF_REPORT = (
    "fix fix_only diff add_noqa baseline write_baseline output_format output_file statistics show_files show_settings "
    "show_fixes exit_zero exit_non_zero_on_fix stdin_filename quiet silent verbose color"
).split()
_shared = [each for each in check.params if each.name not in _NOT_OF_REPORT]
report.params = [_shared[0], *report.params, *_shared[1:]]


@cli.command(context_settings={"allow_interspersed_args": False})
@click.argument("script", type=click.Path())
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.option("--python", metavar="PATH", help="The Python that runs it; by default the active environment's.")
@click.option(
    "--gpus",
    callback=_number,
    metavar="N",
    help="Pretend N GPUs; by default the machine as it is, with --against and --fix 2.",
)
@click.option("--gpu-memory-mb", default="16384", callback=_number, metavar="MB", help="The memory of each.")
@click.option("--timeout", default="600", callback=_number, metavar="SECONDS", help="Stop the script after so long.")
@click.option("--no-network", is_flag=True, help="Run the script without a network, where the system allows it.")
@click.option("--scratch", is_flag=True, help="Run it in a copy of its folder, which is removed at the end.")
@click.option("--expect-gpu", multiple=True, metavar="FILE[:LINE]", help="Fail unless this ran on a GPU.")
@click.option("--against", type=click.Path(), metavar="ORIGINAL", help="Compare with the script before its fix.")
@click.option("--tf1-python", metavar="PATH", help="A Python with TensorFlow 1.15, for the original.")
@click.option("--compare-cpu", is_flag=True, help="Run it again without GPUs, and say which run was faster.")
@click.option("--fix", is_flag=True, help="Fix the script, and keep the fix if it changes nothing that is compared.")
@click.option("--unsafe-fixes", is_flag=True, help="With --fix: make also those that may change what it does.")
@click.option("--fail-on", multiple=True, metavar="CODES", callback=_codes, help="What fails; ALL, NONE or prefixes.")
@click.option(
    "--output-format", default="full", callback=_one_of(("full", "json")), metavar="full|json", help="Layout."
)
@click.option("-o", "--output-file", type=click.Path(), help="Write the report to a file.")
@click.option("--html", type=click.Path(), metavar="FILE", help="Write a page that shows it all beside the source.")
@click.option("-q", "--quiet", is_flag=True, help="Print findings, no tables.")
@click.option("--color", default="auto", callback=_one_of(("auto", "always", "never")), metavar="auto|always|never")
def verify(**flags: Any) -> int:
    """Run a script and show where each of its ops goes, and why. This runs your code.

    \b
    tfgpu-migrate verify train.py --epochs 1         on this machine, as it is
    tfgpu-migrate verify --gpus 2 train.py           predicted for a machine with two GPUs
    tfgpu-migrate verify --expect-gpu train.py:42 --gpus 1 train.py
    tfgpu-migrate verify --against old/train.py train.py
    tfgpu-migrate verify --compare-cpu train.py      on a machine with GPUs: what they gain
    tfgpu-migrate verify --html run.html train.py    a page with a mark for each line
    tfgpu-migrate verify --fix train.py              fix it, and keep the fix if it does what it did
    """  # noqa: D301
    from tfgpu_migrate.verify.options import VerifyOptions
    from tfgpu_migrate.verify.verifying import run_verify

    return run_verify(VerifyOptions(**flags))


@cli.command()
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="Explain every rule.")
@click.option("--output-format", default="text", callback=_one_of(("text", "json")), metavar="text|json")
def rule(code: str | None, every: bool, output_format: str) -> None:
    """Explain a rule, by code or name: what it finds, why, and how safe its fix is."""
    from tfgpu_migrate.report import explain as explained
    from tfgpu_migrate.rules import load

    rules = load()
    if every == bool(code):
        raise ConfigError("give one code, like `tfgpu-migrate rule TFM301`, or --all")
    names = {one.name: one.code for one in rules.values()}
    wanted = names.get((code or "").lower(), (code or "").upper())
    if code and wanted not in rules:
        spelt = code.upper() if code[-1:].isdigit() else code.lower()
        raise ConfigError(f"unknown rule code `{code}`{suggestion(spelt, [*rules, *names])}")
    chosen = list(rules.values()) if code is None else [rules[wanted]]
    text = explained.as_json(chosen, every) if output_format == "json" else explained.as_text(chosen)
    write(sys.stdout.buffer, [text])


@cli.command()
@click.argument("name", required=False)
@click.option("--output-format", default="text", callback=_one_of(("text", "json")), metavar="text|json")
def config(name: str | None, output_format: str) -> None:
    """List the settings of pyproject.toml and tfgpu-migrate.toml, or explain one.

    \b
    tfgpu-migrate config
    tfgpu-migrate config per-file-ignores
    """  # noqa: D301
    from tfgpu_migrate.report import setting

    if name is not None and name not in setting.SETTINGS:
        raise ConfigError(f"unknown setting `{name}`{suggestion(name, setting.SETTINGS, 'config')}")
    chosen = list(setting.SETTINGS) if name is None else [name]
    if output_format == "json":
        write(sys.stdout.buffer, [setting.as_json(chosen, name is None)])
    else:
        write(sys.stdout.buffer, setting.as_names() if name is None else setting.as_text(chosen))


@cli.command()
@click.option("--stdio", is_flag=True, help="Standard input and output: the default, and all there is.")
def server(stdio: bool) -> int:
    """Serve an editor: findings while typing, fixes, rules on hover. Speaks LSP; docs/editors.md sets editors up."""
    from importlib.util import find_spec

    if find_spec("pygls") is None or find_spec("pygls.lsp.server") is None:
        raise ConfigError("`tfgpu-migrate server` needs pygls 2; type `pip install 'pygls>=2,<3'`")
    from tfgpu_migrate.server.messages import serve

    return serve()


@cli.command()
@click.argument("folders", nargs=-1, type=click.Path())
@click.option("--cache-dir", type=click.Path(), envvar="TFGPU_MIGRATE_CACHE_DIR", help="The cache to take away.")
@click.option("-q", "--quiet", is_flag=True, help="Do not say what was taken away.")
def clean(folders: tuple[str, ...], cache_dir: str | None, quiet: bool) -> None:
    """Take away what `check` keeps of earlier runs, here or in these folders and below."""
    from tfgpu_migrate import cache

    for folder in cache.clean([cache_dir] if cache_dir else cache.below(folders or (".",))):
        say("" if quiet else f"Removed {in_line(folder)}\n")


@cli.command("generate-shell-completion")
@click.argument("shell", callback=_one_of(("bash", "zsh", "fish")), metavar="bash|zsh|fish")
def generate_shell_completion(shell: str) -> None:
    """Print the script that lets a shell complete commands and flags.

    \b
    bash: echo 'eval "$(tfgpu-migrate generate-shell-completion bash)"' >> ~/.bashrc
    zsh:  echo 'eval "$(tfgpu-migrate generate-shell-completion zsh)"' >> ~/.zshrc
    fish: tfgpu-migrate generate-shell-completion fish > ~/.config/fish/completions/tfgpu-migrate.fish
    """  # noqa: D301
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    write(sys.stdout.buffer, [script(cli, {}, "tfgpu-migrate", _COMPLETE).source() + "\n"])


def _misuse(message: str, prefix: str = "error: ") -> int:
    say(f"{prefix}{in_line(message) if prefix else message}\n")
    return 2
