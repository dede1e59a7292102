"""Whether TensorFlow 2 takes a call as TensorFlow 1 did: its arguments, bound to the parameters that changed."""

from collections.abc import Sequence

from tfgpu_migrate.api.table import Parameter, renamed_calls, renamed_name
from tfgpu_migrate.index.uses import Given, Use


def what_changed(given: Given, parameters: Sequence[Parameter]) -> str | None:
    """What of this call TensorFlow 2 takes otherwise, as a clause; None where nothing, or only a keyword's name."""
    if given.starred:
        return "`*` or `**` may pass what changed"
    for position, parameter in enumerate(parameters):
        by_position, by_keyword = position < given.positional, parameter.name in given.keywords
        if by_position and not parameter.by_position:
            return f"argument {position + 1}, `{parameter.name}`, has another place"
        if by_keyword and parameter.is_gone:
            return f"it has no argument `{parameter.name}`"
        if not parameter.same_default and not (by_position or by_keyword):
            return "an argument that is left out here has another default"
    return None


def native_name(use: Use) -> str | None:
    """The native name of what a use means; None where there is none, or where it takes this call otherwise."""
    name, parameters = renamed_calls().get(use.symbol, ("", ()))
    if not name:
        return renamed_name(use.symbol)
    return name if use.call_node is not None and what_changed(use.given, parameters) is None else None
