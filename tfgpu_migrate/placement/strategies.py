"""What became of the distribution strategies of `tf.contrib`, and which of their calls the core class takes."""

from typing import NamedTuple

from tfgpu_migrate.edit.diagnostics import Edit
from tfgpu_migrate.edit.fragment import Fragment
from tfgpu_migrate.index.uses import Use

_HOME = "contrib.distribute."


class Successor(NamedTuple):
    """The class of the core, the arguments that both take alike, and what to do about the others, as a clause."""

    name: str
    same: tuple[str, ...]
    otherwise: str


# Source: tensorflow/contrib/distribute/python/*.py, 1.15.5; signatures of 2.21.0.
SUCCESSORS = {
    f"{_HOME}CollectiveAllReduceStrategy": Successor(
        "distribute.MultiWorkerMirroredStrategy", (), "it uses every GPU that is visible to the worker"
    ),
    f"{_HOME}MirroredStrategy": Successor(
        "distribute.MirroredStrategy",
        ("devices",),
        "it takes `devices` and `cross_device_ops`; more than one worker is MultiWorkerMirroredStrategy",
    ),
    f"{_HOME}ParameterServerStrategy": Successor(
        "distribute.ParameterServerStrategy", (), "it takes a cluster resolver and needs a ClusterCoordinator"
    ),
}


def successor(use: Use) -> Successor | None:
    """What took the place of a strategy that is spelled out in full; one that was imported goes with its import."""
    plain = use.namespace == "" and use.prefix == "tensorflow" and not use.through_alias and not use.is_import
    return SUCCESSORS.get(use.symbol) if plain else None


def argument_edits(found: Successor, call: Fragment | None) -> list[Edit] | None:
    """Edits of the arguments that make the call one of the core class; None where there are none that do."""
    if call is None or not found.same:
        return None
    given = call.arguments
    names = [one.keyword or (found.same[0] if not position else "") for position, one in enumerate(given)]
    if any(one.star for one in given):
        return None
    if all(name in found.same for name in names):
        return []
    if names == ["num_gpus"] and isinstance(given[0].value.literal, int) and given[0].value.literal > 0:
        devices = ", ".join(f'"/gpu:{number}"' for number in range(given[0].value.literal))
        return [Edit(given[0].start, call.source.text[given[0].start : given[0].end], f"devices=[{devices}]")]
    return None
