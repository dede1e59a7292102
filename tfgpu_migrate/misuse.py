"""One line for a command line that means nothing: what was wrong and what to type instead."""

from pathlib import Path

import click

from tfgpu_migrate.config import suggestion


def explain(error: click.ClickException, cli: click.Group) -> str:
    """One line that says what to type."""
    command = error.ctx.command if isinstance(error, click.UsageError) and error.ctx else cli
    if isinstance(error, click.NoSuchOption):
        known = [name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)]
        from difflib import get_close_matches

        near = get_close_matches(error.option_name.lstrip("-"), [name.lstrip("-") for name in known], 1, 0.65)
        help_of = error.ctx.command_path if error.ctx else ""
        hint = f"; did you mean `--{near[0]}`?" if near else f"; `{help_of} --help` lists them"
        return f"unknown flag `{error.option_name}`{hint}"
    if isinstance(error, click.UsageError) and error.message.startswith("No such command"):
        word = error.message.split("'")[1]
        hint = suggestion(word, list(cli.commands))
        if Path(word).exists() or word.endswith(".py"):
            hint = f"; did you mean `tfgpu-migrate check {word}`?"
        return f"unknown command `{word}`{hint}"
    return " ".join(error.format_message().split())
