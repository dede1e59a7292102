"""Names of `contrib` and `estimator` that were core objects all along, where a use can take the core name."""

from tfgpu_migrate.api.removed import OTHER_HOMES
from tfgpu_migrate.index.uses import Use

_XAVIER = "contrib.layers.xavier_initializer"


def other_home(use: Use) -> str | None:
    """The name below `tf.compat.v1` of the object that a use means; None where it has none or means something else.

    Also None for a name that was imported from `contrib`: that import has to go first. `xavier_initializer` is the
    uniform initializer only where it is called without saying otherwise.
    """
    name = OTHER_HOMES.get(use.symbol)
    if name is None or use.namespace != "" or use.prefix != "tensorflow" or use.through_alias:
        return None
    plain = use.given.positional == 0 and not use.given.starred and use.given.keywords <= {"seed"}
    if use.symbol.startswith(_XAVIER) and (use.call_node is None or not plain):
        return None
    return name
