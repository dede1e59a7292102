"""What a rule sees of a file: its source, its index, the settings, and what is worked out once for all rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tfgpu_migrate.api.contrib import needs_repair, tf_slim_path
from tfgpu_migrate.api.early import EARLY_ORDERS, EarlyOrder
from tfgpu_migrate.api.releases import KERAS_3, is_there
from tfgpu_migrate.edit.calls import Native, native
from tfgpu_migrate.edit.diagnostics import Diagnostic, Edit, Fix
from tfgpu_migrate.edit.fragment import Fragment
from tfgpu_migrate.edit.legacy_keras import VARIABLE, switch_on_legacy_keras
from tfgpu_migrate.edit.reorder import is_early_order
from tfgpu_migrate.index.datasets import Member, dataset_members
from tfgpu_migrate.index.homes import Bound, bound_names, home
from tfgpu_migrate.index.index import Index
from tfgpu_migrate.index.mode import graph_uses, has_v1_control_flow, is_library, is_tf1_code, switches_graph_mode_on
from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.libraries.uses import LibraryUses, library_uses
from tfgpu_migrate.placement.starts import VARIABLES
from tfgpu_migrate.placement.timeline import Event, timelines
from tfgpu_migrate.proto.messages import MESSAGES
from tfgpu_migrate.release import NEWEST, Release
from tfgpu_migrate.settings import Settings
from tfgpu_migrate.source import Source

if TYPE_CHECKING:
    from tfgpu_migrate.proto.decide import Decision


@dataclass(frozen=True, eq=False)
class Context:
    """One file while it is checked."""

    source: Source
    index: Index
    settings: Settings
    was_tf1_code: bool = False  # before the passes of a fix that came first

    @property
    def target(self) -> Release:
        """The release of TensorFlow that the code is made for."""
        return self.settings.target_version

    @property
    def has_keras_2(self) -> bool:
        """Whether Keras is Keras 2 in this file: by the release, or because the file switches it on."""
        return self.target < KERAS_3 or VARIABLE in self.source.text

    def is_there(self, use: Use) -> bool:
        """Whether that release still has what a use names, although the newest has not."""
        return self.target != NEWEST and is_there(use.symbol, use.namespace, self.target)

    def report(self, use: Use, code: str, message: str, fix: Fix | None = None) -> Diagnostic:
        """A finding at a use; its fix is dropped where the text at the use cannot be edited."""
        return Diagnostic(use.start, use.end, code, message, fix if use.editable else None)

    def call(self, use: Use) -> Fragment | None:
        """The call whose callee the use is, with its arguments; None where the symbol is not called."""
        node = use.call_node
        if node is None:
            return None
        start, end = self.source.span(node)
        # In an f-string the places of a tree may be wrong.
        is_there = use.editable and self.source.text[end - 1 : end] == ")"
        return Fragment(self.source, start, end, node if is_there else None)

    @cached_property
    def _natives(self) -> dict[int, Native | None]:
        return {}

    def native(self, use: Use) -> Native | None:
        """What TensorFlow 2 has natively for a use of a renamed name; None where it takes the call otherwise."""
        if id(use.node) not in self._natives:
            self._natives[id(use.node)] = native(self.index, use, self.call(use))
        return self._natives[id(use.node)]

    @cached_property
    def _graph_uses(self) -> list[Use]:
        return graph_uses(self.index, is_tf1=self.is_tf1_code)

    @property
    def graph_uses(self) -> list[Use]:
        """The uses for which this file needs graph mode switched on; empty where the settings say never."""
        return self._graph_uses if self.settings.graph_mode == "auto" else []

    @cached_property
    def is_graph_file(self) -> bool:
        """Whether graph mode is on in this file once it is fixed."""
        return switches_graph_mode_on(self.index) or bool(self._graph_uses)

    @cached_property
    def has_v1_control_flow(self) -> bool:
        """Whether control flow is built as TensorFlow 1 did once the file is fixed."""
        return has_v1_control_flow(self.index, is_graph=self.is_graph_file)

    @cached_property
    def is_tf1_code(self) -> bool:
        """Whether the file's calls surely mean TensorFlow 1's functions."""
        return self.was_tf1_code or is_tf1_code(self.index)

    def early_order(self, use: Use) -> EarlyOrder | None:
        """The order of TensorFlow 0.x in which a call passes its arguments; None where it may be that of 1.0."""
        order, call = EARLY_ORDERS.get(use.symbol), use.call_node
        if order is None or call is None or use.namespace not in ("", "compat.v1"):
            return None
        if "by position" in order.known_by and not self.is_tf1_code and use.namespace == "":
            return None
        return order if is_early_order(call, order) else None

    @cached_property
    def first_use(self) -> Use | None:
        """The first use of TensorFlow in the file, version branches aside."""
        return next((one for one in self.index.uses if not self.index.is_guarded(one)), None)

    @cached_property
    def dataset_members(self) -> list[Member]:
        """Where the file asks a data set for what only those of TensorFlow 1 have."""
        return dataset_members(self.index)

    @cached_property
    def is_library(self) -> bool:
        """Whether the file is made to be imported."""
        return is_library(self.index)

    @cached_property
    def bound_names(self) -> tuple[Bound, ...]:
        """The names of the file that mean something below `tf.contrib` or `tf.estimator`."""
        return tuple(one for one in bound_names(self.index) if not self.is_there(one.use))

    def bound_by(self, use: Use) -> Bound | None:
        """What a use binds a name to, where it is the import or the value of such a name."""
        return next((one for one in self.bound_names if one.use is use), None)

    @cached_property
    def _bound_of(self) -> dict[int, Bound]:
        return {id(use.node): bound for bound in self.bound_names for use in bound.uses}

    def stays(self, use: Use) -> bool:
        """Whether a use goes through a name whose own binding is what moves: the use stays as it is.

        That is a name which a fix binds to the new home, and an alias of an object (`conv = tf.contrib.slim.conv2d`).
        """
        bound = self._bound_of.get(id(use.node))
        return use.through_alias if bound is None else bound.target is not None or home(bound.use) is not None

    @cached_property
    def first_to_repair(self) -> Use | None:
        """The first use of a part of tf_slim that TensorFlow 2.21 breaks, in a file that does not see to it itself."""
        if "legacy_tf_layers" in self.source.text:
            return None
        paths = ((one, tf_slim_path(one.symbol)) for one in self.index.uses)
        return next((one for one, path in paths if path is not None and needs_repair(path)), None)

    @cached_property
    def libraries(self) -> LibraryUses:
        """Where the file names what NumPy, SciPy, Pillow or Python no longer has."""
        return library_uses(self.index)

    @cached_property
    def legacy_keras(self) -> list[Edit] | None:
        """The edits that switch legacy Keras on in this file; empty where it is on, None where they cannot be made."""
        return switch_on_legacy_keras(self.index)

    @cached_property
    def decisions(self) -> list[Decision]:
        """What becomes of each proto that the file builds."""
        from tfgpu_migrate.proto.decide import decide  # few files build a proto

        return decide(self.index, self.settings, is_graph=self.is_graph_file)

    @cached_property
    def device_variables(self) -> frozenset[str]:
        """The environment variables about GPUs that the text of the file names."""
        return frozenset(name for name in VARIABLES if name in self.source.text)

    @property
    def timelines(self) -> list[list[Event]]:
        """In which order the calls of TensorFlow run, a list for the module and for each function nobody calls."""
        return timelines(self.index)

    @cached_property
    def names_of_kept_protos(self) -> frozenset[str]:
        """The names that the file binds to a proto of its own which stays; all that takes one that moves is known."""
        return frozenset(name for one in self.decisions if one.fix is None for name in one.proto.names)

    def decision_of(self, use: Use) -> Decision | None:
        """The decision on the proto that a use builds; None where it builds none."""
        for decision in self.decisions:
            if any(construct.use is use for construct in decision.proto.constructs):
                return decision
        return None

    def decision_taken_by(self, use: Use) -> Decision | None:
        """The decision on the proto that a session takes."""
        for decision in self.decisions:
            if any(one.use is use for one in decision.proto.consumptions):
                return decision
        return None

    def moves(self, use: Use) -> bool:
        """Whether the fix of a proto takes this use out of the file, or replaces what it builds."""
        decision = self.decision_of(use) if use.symbol in MESSAGES else None
        return (decision is not None and decision.fix is not None) or (
            use.symbol.partition(".")[0] in MESSAGES and self.moved_with(use) is not None
        )

    def moved_with(self, use: Use) -> Fix | None:
        """The fix of a proto whose edits take this use out of the file."""
        for decision in self.decisions:
            if decision.fix and any(edit.start <= use.start and use.end <= edit.end for edit in decision.fix.edits):
                return decision.fix
        return None
