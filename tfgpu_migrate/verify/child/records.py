"""What is kept of a run: one record for each way that a line of the script calls an op, a function, or a session."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from .frames import Place

if TYPE_CHECKING:  # Python 3.7 reads neither
    from .kernels import Types
    from .signatures import Input


@dataclass
class EagerRecord:
    """An op that ran by itself, from one line with one signature under one device scope."""

    number: int
    op: str
    types: Types
    inputs: tuple[Input, ...]
    attributes: dict[str, Any]
    asked: str
    soft: bool
    place: Place | None
    count: int = 0
    uploads: bool = False  # a constant made of more than one number
    # On pretended GPUs: the device by the rules of kernels.py, and its name where the op must be led there.
    chosen: str = ""
    runtime_device: str | None = None
    refused: bool = False  # soft placement is off and no kernel fits: a GPU machine raises
    # On the real devices: what the output said.
    device: str = ""
    backing: str = ""


class Argument(NamedTuple):
    """An argument of a function's call: its type, its device, and the type of the variable behind a handle (else 0)."""

    dtype: int
    device: str
    behind: int


@dataclass
class CallRecord:
    """Calls of one concrete function with arguments on the same devices, under one device scope."""

    name: str
    arguments: tuple[Argument, ...]
    asked: str
    soft: bool
    place: Place | None
    count: int = 0


@dataclass
class SessionRun:
    """Fetches and feeds that were run together."""

    fetches: tuple[str, ...]
    feeds: tuple[str, ...]
    place: Place | None
    count: int = 0
    devices: dict[str, str] = field(default_factory=dict)  # of nodes, as the runtime placed them


@dataclass
class SessionRecord:
    """A graph that sessions with the same settings ran."""

    graph: Any
    soft: bool
    inline: bool
    runs: dict[Any, SessionRun] = field(default_factory=dict)
    kept: list[Any] = field(default_factory=list)  # what the keys of `runs` are made of must live


@dataclass(frozen=True)
class Complaint:
    """An error of `tf.config`, raised at a place of the script: also one that the script caught."""

    kind: str
    message: str
    place: Place | None
