"""The registry of proto fields: each knows the tf.config lines that say the same, in one file under rules/."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from tfgpu_migrate.edit.fragment import Expression
    from tfgpu_migrate.proto.life import Write
    from tfgpu_migrate.settings import Settings

FRACTION = "gpu_options.per_process_gpu_memory_fraction"
GROWTH = "gpu_options.allow_growth"
SOFT = "allow_soft_placement"
VISIBLE = "gpu_options.visible_device_list"


class Keep(NamedTuple):
    """A field rule's answer where no tf.config line says the same: the reason, as a clause for a person."""

    reason: str


@dataclass
class Say:
    """How generated lines are spelled at one place of a file, and what they turn out to need."""

    tf: str  # the local name of TensorFlow
    quote: str
    indent: str
    settings: Settings
    prefix: str = ""  # of the names that the lines bind, where the scope uses the plain ones
    gpus_named: bool = False  # `gpus = ...` stands above
    beside: frozenset[str] = frozenset()  # the fields that the same proto sets in the same run
    explicit: bool = False  # another path sets another value, so a default must be written too
    known: Expression | None = None  # what the value, a name, is bound to and nothing else
    integers: frozenset[str] = frozenset()  # what in the value surely is one whole number
    needs: set[str] = field(default_factory=set)  # "os", "limit_gpu_memory"

    @property
    def cpu(self) -> str:
        """The name for one CPU."""
        return f"{self.prefix}cpu"

    @property
    def gpu(self) -> str:
        """The name for one GPU."""
        return f"{self.prefix}gpu"

    @property
    def gpus(self) -> str:
        """The name for the list of GPUs."""
        return f"{self.prefix}gpus"

    def string(self, text: str) -> str:
        """A string literal in the file's quotation marks."""
        return f"{self.quote}{text}{self.quote}"

    def physical(self, kind: str = "GPU") -> str:
        """The call that lists physical devices."""
        return f"{self.tf}.config.list_physical_devices({self.string(kind)})"

    @property
    def devices(self) -> str:
        """What to iterate over for all GPUs: the name where the block has one, else the call."""
        return self.gpus if self.gpus_named else self.physical()


Lines = tuple[str, ...]
Setter: TypeAlias = "Callable[[Write, Say], Lines | Keep]"


class Field(NamedTuple):
    """One field of ConfigProto: the rule that owns it, the setter that replaces it, and whether it is per session.

    `per_session` fields hold for the session they were given to; the others (devices and their memory) are fixed for
    the process by its first session.
    """

    code: str
    setter: str
    per_session: bool
    lines: Setter
    names_gpus: bool
    default: str | None = None  # of a field that each session decides, where tf.config can set it back

    @property
    def any_time(self) -> bool:
        """Whether its setter may be called while the runtime runs (tensorflow/python/framework/config.py, 2.21.0)."""
        return self.per_session and "threading" not in self.setter


FIELDS: dict[str, Field] = {}
